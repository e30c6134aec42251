"""``suitwise table verify``, ``export`` and ``forget``: what is kept of tables, and its removal."""

from __future__ import annotations

import json
from pathlib import Path

import click

from suitwise.cli.files import open_input, plain_errors, shown_name
from suitwise.cli.table.options import file_of_user, file_option

_MOST_BYTES = 1 << 26


@click.command()
@click.argument("file", default="-", metavar="[FILE]")
def verify(file: str) -> None:
    """Draw the deals of an exported record again: were they dealt by the keys promised?

    Before each deal a table shows the hash of the deal's key, after it the key. A record that a table
    exports holds both. The answer is "verified", or what is wrong, or how much of it could be checked;
    only the first exits with 0. Of a deal of the day it is said that it is one, and its key is held
    against the day, too.

    \b
    Example:
      suitwise table verify 7KQ2M.json
    """
    from suitwise.table.rules.verifying import NOT_ALL, daily_in
    from suitwise.table.rules.verifying import verify as fault_of

    with open_input(file) as opened:
        data = opened.read(_MOST_BYTES)
    try:
        exported = json.loads(data)
    except ValueError:
        raise click.ClickException(f"{shown_name(file)}: not the record of a table") from None
    if not isinstance(exported, dict):
        raise click.ClickException(f"{shown_name(file)}: not the record of a table")
    fault = fault_of(exported)
    if fault is not None:
        click.echo(str(fault) if fault.code in NOT_ALL else f"not so: {fault}")
        click.get_current_context().exit(1)
    daily = daily_in(exported)
    day = f": the deal of the day of {daily[0]}, whose key everybody can compute" if daily else ""
    click.echo(f"verified{day}")


@click.command()
@click.argument("code", required=False)
@file_option
@click.option(
    "--backup",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="OUT",
    help="Copy the whole file instead; the server may go on meanwhile.",
)
@click.option(
    "--deal",
    type=click.IntRange(1),
    metavar="K",
    help="One deal alone, counted from 1 as the page counts them.",
)
def export(code: str | None, file: Path | None, backup: Path | None, deal: int | None) -> None:
    """Print the record of a table, or copy the file of all tables.

    The record holds all deals that are over, with the keys that they were dealt by. Where a false claim
    has cost a hand, "forfeits" says what it cost, with the record that goes on from there.

    \b
    Example:
      suitwise table export 7KQ2M > 7KQ2M.json
      suitwise table export 7KQ2M --deal 3 > third.json
      suitwise table export --backup tables-copy.db
    """
    from suitwise.table.serve.store.schema import backup as copied
    from suitwise.table.serve.store.store import kept, reader

    if (code is None) == (backup is None) or (deal is not None and code is None):
        raise click.ClickException("name a table by its CODE, or a copy to write by --backup OUT")
    path = file or file_of_user()
    with plain_errors(), reader(path) as opened:
        if backup is not None:
            copied(opened, backup)
            click.echo(f"{backup}: copied", err=True)
            return
        assert code is not None
        found = kept(opened, code.upper())
    if found is None:
        raise click.ClickException(f"{path}: there is no table {code}")
    with plain_errors():
        click.echo(json.dumps(_exported(found, deal)))


def _exported(found: object, deal: int | None) -> object:
    from suitwise.foundation.text.phrases import Phrase
    from suitwise.table.rules.table import Table
    from suitwise.table.serve.shown.records import opened, opened_deal
    from suitwise.table.serve.store import Kept

    assert isinstance(found, Kept)
    table = Table.restored(*found, now=found.table.touched)
    if deal is None:
        return opened(table)
    record = opened_deal(table, deal)
    if isinstance(record, Phrase):
        raise click.ClickException(str(record))
    return record


@click.command()
@click.argument("code")
@file_option
def forget(code: str, file: Path | None) -> None:
    """Remove a table with all that is kept of it: names, moves, what was said.

    A server that serves the file must have been ended.

    \b
    Example:
      suitwise table forget 7KQ2M
    """
    from suitwise.table.serve.store.store import forgotten

    path = file or file_of_user()
    with plain_errors():
        was_there = forgotten(path, code.upper())
    if not was_there:
        raise click.ClickException(f"{path}: there is no table {code}")
    click.echo(f"{code}: forgotten")
