"""``suitwise rummy play``: gin and Indian rummy at the terminal, or from a script."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from suitwise.cli.conversation import play_with_others
from suitwise.cli.files import one_line_errors, open_input, plain_errors
from suitwise.cli.kept import taken

if TYPE_CHECKING:
    from suitwise.cli.kept import Chair
    from suitwise.players.host import Host
    from suitwise.players.session import Session

_MATCH = "gin(to=100)"
"""What ``--game gin`` means: a whole match, where the variant's own default is one deal."""
_LONGEST_RECORD = 1 << 20
"""A record of a game has fewer bytes."""


@click.command()
@click.option(
    "--game",
    "variant",
    default="gin",
    show_default=True,
    metavar="GAME",
    help="gin, a match to 100; indian13; or a variant as gin(to=0,knock=5), indian13(seats=4).",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    help="64-bit seed; a new one unless given.",
)
@click.option("--seat", type=click.IntRange(0), default=0, show_default=True, help="Your seat.")
@click.option(
    "--record", metavar="FILE", help="Keep the game in this file; go on with one it holds."
)
@click.pass_context
def play(
    context: click.Context, variant: str, seed: int | None, seat: int, record: str | None
) -> None:
    """Play gin rummy or Indian rummy against the players of the package.

    Commands are read from standard input, one a line: stock, pile, pass, H7 to discard, knock:H7,
    declare:H7; hint, undo, redo, why, moves, show, score, record, help, quit. The same seed and the
    same moves make the same game. A record holds every card, so look at the file when you have done.

    \b
    Example:
      suitwise rummy play --game "gin(to=50)" --seed 7
    """
    held = _held(record) if record is not None else None
    if held is not None and context.get_parameter_source("variant") is ParameterSource.COMMANDLINE:
        raise click.UsageError(f"{record} holds a game already: leave out --game")
    chair = taken(context, record, held, seat=seat, seed=seed)
    session = _new(variant, chair) if held is None else _gone_on(str(record), held, chair)
    play_with_others(session, chair, record)


def _held(path: str) -> str | None:
    """Return the text of the record in a file, None where there is no file yet or nothing in it."""
    from suitwise.errors import NotationError

    if not os.path.isfile(path):
        return None
    with open_input(path) as opened, one_line_errors(path):
        text = opened.read(_LONGEST_RECORD).decode("utf-8", "backslashreplace")
        if len(text) >= _LONGEST_RECORD:
            raise NotationError(f"a record has less than {_LONGEST_RECORD:,} bytes")
        return text if text.strip() else None


def _new(variant: str, chair: Chair) -> Session:
    """Return a new game."""
    from suitwise.game import load
    from suitwise.players.session import Session

    with plain_errors():
        game = load(_MATCH if variant.strip() == "gin" else variant)
        return Session(game, _host(str(game)), seat=chair.seat, seed=chair.seed)


def _gone_on(path: str, text: str, chair: Chair) -> Session:
    """Return the game of a record, to go on with."""
    from suitwise.game import Record
    from suitwise.players.session import Session

    with one_line_errors(path):
        record = Record.parse(text)
    with plain_errors(f"{path}: "):
        return Session.of_record(record, _host(record.game), seat=chair.seat, seed=chair.seed)


def _host(variant: str) -> Host:
    """Return the host of a variant."""
    from suitwise.errors import NotationError
    from suitwise.game import load

    name = load(variant).name
    if name == "gin":
        from suitwise.rummy.gin.players.host import GinHost

        return GinHost()
    if name == "indian13":
        from suitwise.rummy.indian.players.host import IndianHost

        return IndianHost()
    raise NotationError(f"{name} is not played here: write gin or indian13")
