"""The commands ``suitwise table``: serve tables in a browser, join with a bot, export and forget."""

from __future__ import annotations

import json
import os
import re
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TextIO

import click
from click.core import ParameterSource

from suitwise.cli.common import (
    FiniteRange,
    imports_option,
    open_input,
    option,
    plain_errors,
    shown_name,
)
from suitwise.cli.interrupt import raised
from suitwise.cli.tables.admin import admin, read_secret, secret_option
from suitwise.cli.tables.bots import bots as bots_here
from suitwise.cli.tables.bots import checked_urls, read_bots_secret
from suitwise.cli.tables.bots import secret_option as bots_secret_option
from suitwise.cli.tables.config import Configured, configured
from suitwise.cli.tables.replica import replica
from suitwise.cli.tables.shards import base_option, move, proxy, run
from suitwise.errors import missing

if TYPE_CHECKING:
    import uvicorn


# --- The file of tables and the optional packages -------------------------------------------------

file_option = click.option(
    "--file",
    type=click.Path(path_type=Path, dir_okay=False),
    default=None,
    metavar="FILE",
    help="The file of tables.  [default: suitwise/tables.db in the user's data folder]",
)


def file_of_user() -> Path:
    """Return the default file for a user's tables."""
    data = os.environ.get("XDG_DATA_HOME")
    folder = Path(data) if data else Path.home() / ".local" / "share"
    return folder / "suitwise" / "tables.db"


@contextmanager
def table_packages() -> Iterator[None]:
    """Turn a missing package into a one-line error with the install command."""
    try:
        yield
    except ModuleNotFoundError as error:
        fault = missing(error, "table")
        if fault is error:
            raise
        raise click.ClickException(str(fault)) from None


# --- ``serve`` ------------------------------------------------------------------------------------

_NAME = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_.-]{0,251}[A-Za-z0-9_.])?|[0-9A-Fa-f:.]+")
_LOOPBACK = ("127.0.0.1", "::1", "localhost")


@click.command(cls=Configured)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@option(
    "--port", usual=8042, type=click.IntRange(0, 65535), help="The port; 0 for any that is free."
)
@click.option("--lan", is_flag=True, help="Listen in the local network; print a code to scan.")
@file_option
@option(
    "--durability",
    usual="power",
    type=click.Choice(["power", "process"]),
    help="What an acknowledged move survives: a loss of power, or the end of the process alone.",
)
@click.option(
    "--origin",
    "origins",
    multiple=True,
    metavar="URL",
    help="Another origin whose pages may ask, as https://cards.example; may be given again.",
)
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="NAME",
    callback=lambda _, __, names: tuple(map(_checked, names)),
    help="A name by which people ask for the server, as cards.example; may be given again. Only these, "
    "localhost and its own address are answered.",
)
@click.option(
    "--slots",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    metavar="MAP",
    help="Keep only the tables whose codes this map gives to --shard; see suitwise table run.",
)
@click.option("--shard", default="", metavar="NAME", help="The name of this server in --slots.")
@click.option(
    "--trusted-proxy",
    default="",
    metavar="ADDRESS",
    help="The address of a proxy whose word on who asks is taken.",
)
@option("--think", usual=0.5, type=FiniteRange(0, 5), help="Seconds that a hint is thought about.")
@click.option("--behind-tls", is_flag=True, help="A proxy before the server speaks TLS.")
@click.option(
    "--bots",
    type=click.IntRange(0, 256),
    metavar="N",
    help="The processes in which strong bots think and hints are found; 0 for none here, so that quick "
    "bots give the hints.  [default: one less than there are cores, 4 at most]",
)
@click.option(
    "--bots-at",
    "bots_at",
    multiple=True,
    metavar="URL",
    callback=checked_urls,
    help="Another machine where strong bots think, by suitwise table bots, as wss://bots.example; may "
    "be given again.",
)
@bots_secret_option
@option(
    "--keep-days",
    usual=90,
    type=FiniteRange(0, 36_500, min_open=True),
    help="The days after which a table is removed at which nothing has happened.",
)
@option(
    "--keep-unbegun-hours",
    usual=24,
    type=FiniteRange(0, 876_000, min_open=True),
    help="The hours after which one that never began is removed.",
)
@option(
    "--log",
    usual="plain",
    type=click.Choice(["plain", "json"]),
    help="The form of the log's lines.",
)
@click.option("--log-requests", is_flag=True, help="Log each request, with who asked.")
@base_option
@secret_option
@imports_option
@configured
def serve(
    host: str,
    port: int,
    lan: bool,
    file: Path | None,
    durability: str,
    origins: tuple[str, ...],
    names: tuple[str, ...],
    slots: Path | None,
    shard: str,
    trusted_proxy: str,
    think: float,
    behind_tls: bool,
    bots: int | None,
    bots_at: tuple[str, ...],
    bots_secret_file: Path | None,
    keep_days: float,
    keep_unbegun_hours: float,
    log: Literal["plain", "json"],
    log_requests: bool,
    base: str,
    secret_file: Path | None,
    imports: tuple[str, ...],
) -> None:
    """Serve tables: whoever follows the printed link plays in a browser.

    Tables are kept in one file, each move before anybody sees it; so the server may be ended, or
    killed, at any moment, and all go on where they were when it is started again. Ctrl-C ends it.

    Without --host or --lan only this machine reaches it. Anybody who has a seat's link has the seat, so
    send links as you would send keys; towards the internet put a proxy with TLS before the server.

    A module that is imported and calls register_player makes players of your own known: every table
    offers them as bots, with their options as they are. A module of a game, with the game's ENTRY in the
    catalogue, makes the game known: With friends has it, and one with tricks is a card table.

    \b
    Example:
      suitwise table serve --lan
      suitwise table serve --import my_players
      suitwise table serve --import hearts
      suitwise table serve --config table.toml --show-config
    """
    if (slots is None) != (not shard):
        raise click.UsageError("--slots and --shard go together")
    bots_secret = read_bots_secret(bots_secret_file) if bots_at else ""
    with table_packages(), plain_errors():
        from suitwise.table.serve import logs
        from suitwise.table.serve.limits import Limits
        from suitwise.table.serve.registry import Retention
        from suitwise.table.serve.server import Options, Setup, server

        if lan:
            host = _local_address()
        elif host not in _LOOPBACK and not behind_tls:
            click.echo(
                "warning: others can listen in; put a proxy with TLS before it (--behind-tls)",
                err=True,
            )
        if behind_tls and not names:
            click.echo(
                "warning: only localhost and its own address are answered to; name what people ask for "
                "by --name, as cards.example",
                err=True,
            )
        is_hidden = behind_tls and not trusted_proxy
        if is_hidden:
            click.echo(
                "warning: all who come through the proxy count as one, with the limits of one; "
                "name its address by --trusted-proxy",
                err=True,
            )
        logs.begin(log, has_access=log_requests, shard=shard)
        path, listening = file or file_of_user(), _bound(host, port)
        setup = Setup(
            path=path,
            host=host,
            port=port,
            durability=durability,
            slots=slots,
            shard=shard,
            options=Options(
                origins=origins,
                behind_tls=behind_tls,
                names=names,
                base=base,
                admin_secret=read_secret(secret_file),
            ),
            trusted_proxy=trusted_proxy,
            limits=Limits(spares_loopback=not (is_hidden or shard)),
            think_s=think,
            bots=bots,
            bots_at=bots_at,
            bots_secret=bots_secret,
            compiles=True,
            imports=imports,
            retention=Retention(keep_days, keep_unbegun_hours),
        )
        served = server(setup, lambda found: _ready(host, found, path, base, has_code=lan))
    _run(served, listening)


def _checked(name: str) -> str:
    """Validate a host name of the server and return it."""
    if not _NAME.fullmatch(name):
        raise click.BadParameter(
            f"{name}: a name has no scheme, port or path and is of letters, digits and signs "
            "- and .; write cards.example (one in other letters as a browser sends it, xn--…)"
        )
    return name


def _bound(host: str, port: int) -> socket.socket:
    """Bind the port first, so that a port in use is reported before other work.

    Nobody listens there until the server can answer: till then a proxy is refused, and asks another.
    """
    is_6 = ":" in host
    bound = socket.socket(socket.AF_INET6 if is_6 else socket.AF_INET)
    try:
        if os.name == "posix":  # a server that has just ended keeps no port
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if is_6:
            bound.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        bound.bind((host, port))
        return bound
    except OSError as error:
        bound.close()
        reason = (error.strerror or str(error)).partition(" (")[0]
        raise click.ClickException(
            f"{host} port {port}: {reason}; name another by --host or --port"
        ) from None


def _run(served: uvicorn.Server, listening: socket.socket) -> None:
    """Serve until Ctrl-C or a termination signal, then shut down cleanly."""
    from suitwise.foundation.arrays.cost_dispatch import small_stay_plain

    with plain_errors(), raised(), suppress(KeyboardInterrupt), small_stay_plain():
        served.run([listening])


def _ready(host: str, port: int, path: Path, base: str = "", *, has_code: bool) -> None:
    """Print the server's link in a form that programs can read, on request also as a QR code."""
    name = f"[{host}]" if ":" in host else host
    link = f"http://{name}:{port}{base}/"
    click.echo(f"ready: {link}")
    click.echo(f"tables are kept in {path}; Ctrl-C ends the server", err=True)
    if has_code:
        import segno

        segno.make(link).terminal(sys.stdout, compact=True)
    sys.stdout.flush()


def _local_address() -> str:
    """Return this machine's address in the local network, without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation; no machine has it
        except OSError:
            raise click.ClickException(
                "this machine is in no network; leave out --lan, or name an address by --host"
            ) from None
        return str(probe.getsockname()[0])


# --- ``join`` -------------------------------------------------------------------------------------

_MOST = 4096
"""The most characters read from a link."""


@click.command()
@click.argument("link", metavar="LINK", envvar="SUITWISE_LINK")
@option(
    "--player",
    usual="rules",
    type=click.Choice(["rules", "random"]),
    help="How it plays: as the table's hints say, or at random.",
)
@click.option(
    "--import",
    "module",
    metavar="MODULE",
    help="Play as the function choose of this module says, of this folder or Python's path: it is given "
    "what the seat sees, as the protocol says, and returns a move's text.",
)
@option(
    "--on-fault",
    usual="substitute:rules",
    type=click.Choice(["substitute:rules", "substitute:random", "stop"]),
    help="Where choose fails or gives no legal move: play the table's hint or at random, or stop.",
)
@click.option("--name", default="Robin", show_default=True, help="The name it sits down with.")
@option("--lang", usual="en", type=click.Choice(["en", "zh"]), help="Its language.")
@click.option(
    "--phrase",
    metavar="FILE",
    type=click.File(),
    help="A file with a private table's pass phrase; by default SUITWISE_PHRASE of the environment.",
)
def join(
    link: str,
    player: str,
    module: str | None,
    on_fault: str,
    name: str,
    lang: str,
    phrase: TextIO | None,
) -> None:
    """Play a seat of a table as a bot, until the game is over; what it is told is printed.

    LINK is that of a seat, or the plain link of a table with an open seat. The link of a seat is its
    key, and others on this machine see what stands on a command line: give it on standard input, with -
    for LINK, or in the environment as SUITWISE_LINK. suitwise/table/client.py is all that it needs, a
    client of the protocol to read and to start from.

    \b
    Example:
      suitwise table join - < link-of-my-seat.txt
      suitwise table join http://127.0.0.1:8042/t/7KQ2M --name Robin
      suitwise table join http://127.0.0.1:8042/t/7KQ2M --import my_bot
    """
    context = click.get_current_context()
    if module and context.get_parameter_source("player") is ParameterSource.COMMANDLINE:
        raise click.UsageError(f"{module} plays by --import: leave out --player")
    if link == "-":
        link = sys.stdin.readline(_MOST).strip()
    elif "#" in link and context.get_parameter_source("link") is ParameterSource.COMMANDLINE:
        click.echo(
            "warning: others on this machine see the secret of the seat in the list of processes; give "
            "the link on standard input, with - for LINK, or as SUITWISE_LINK in the environment",
            err=True,
        )
    if "/t/" not in link:
        raise click.ClickException("a link to a table looks like http://HOST/t/CODE")
    with table_packages(), plain_errors(), raised():
        from suitwise.table.client import Client, at_random, choose_of, play

        choose = at_random if player == "random" else choose_of(module) if module else None
        said = os.environ.get("SUITWISE_PHRASE") if phrase is None else phrase.read(_MOST).strip()
        client = Client(link, lang, said or None)
        play(client, name, choose, on_line=click.echo, on_fault=on_fault)


# --- ``verify``, ``export`` and ``forget`` --------------------------------------------------------

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
    from suitwise.table.rules.chance import NOT_ALL, daily_in
    from suitwise.table.rules.chance import verify as fault_of

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
    "--as-version",
    type=click.IntRange(1),
    metavar="N",
    help="Make the copy one of an older version of the file, for the Suitwise that knows no newer one.",
)
@click.option(
    "--deal",
    type=click.IntRange(1),
    metavar="K",
    help="One deal alone, counted from 1 as the page counts them.",
)
def export(
    code: str | None,
    file: Path | None,
    backup: Path | None,
    as_version: int | None,
    deal: int | None,
) -> None:
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
    if as_version is not None and backup is None:
        raise click.UsageError("--as-version is of a copy: name it by --backup OUT")
    path = file or file_of_user()
    with plain_errors(), reader(path) as opened:
        if backup is not None:
            copied(opened, backup, as_version)
            click.echo(f"{backup}: copied", err=True)
            return
        assert code is not None
        stored = kept(opened, code.upper())
    if stored is None:
        raise click.ClickException(f"{path}: there is no table {code}")
    with plain_errors():
        click.echo(json.dumps(_exported(stored, deal)))


def _exported(stored: object, deal: int | None) -> object:
    from suitwise.foundation.text.phrases import Phrase
    from suitwise.table.rules.table import Table
    from suitwise.table.serve.shown import opened, opened_deal
    from suitwise.table.serve.store import Kept

    assert isinstance(stored, Kept)
    table = Table.restored(*stored, now=stored.table.touched)
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


# --- The group ------------------------------------------------------------------------------------


@click.group()
def table() -> None:
    """Play with people and bots in a browser.

    \b
    Example:
      suitwise table serve
    """


for _command in (serve, run, move, proxy, bots_here, replica, admin, join, verify, export, forget):
    table.add_command(_command)
