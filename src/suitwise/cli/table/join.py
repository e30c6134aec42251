"""``suitwise table join``: a bot plays a seat of a table over the wire."""

from __future__ import annotations

import sys

import click
from click.core import ParameterSource

from suitwise.cli.files import plain_errors
from suitwise.cli.interrupt import raised
from suitwise.cli.table.options import table_packages

_MOST = 4096
"""The most letters of a link that are read."""


@click.command()
@click.argument("link", metavar="LINK", envvar="SUITWISE_LINK")
@click.option(
    "--player",
    type=click.Choice(["rules", "random"]),
    default="rules",
    show_default=True,
    help="How it plays: as the table's hints say, or at random.",
)
@click.option(
    "--import",
    "module",
    metavar="MODULE",
    help="Play as the function choose of this module says, of this folder or Python's path: it is given "
    "what the seat sees, as the protocol says, and returns a move's text.",
)
@click.option(
    "--on-fault",
    type=click.Choice(["substitute:rules", "substitute:random", "stop"]),
    default="substitute:rules",
    show_default=True,
    help="Where choose fails or gives no legal move: play the table's hint or at random, or stop.",
)
@click.option("--name", default="Robin", show_default=True, help="The name it sits down with.")
@click.option(
    "--lang", type=click.Choice(["en", "zh"]), default="en", show_default=True, help="Its language."
)
def join(link: str, player: str, module: str | None, on_fault: str, name: str, lang: str) -> None:
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
        from suitwise.table.bot import at_random, choose_of, play
        from suitwise.table.client import Client

        choose = at_random if player == "random" else choose_of(module) if module else None
        play(Client(link, lang), name, choose, told=click.echo, on_fault=on_fault)
