"""``suitwise rummy play``: gin and Indian rummy at the terminal, or from a script."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from suitwise.cli.conversation import play_with_others
from suitwise.cli.files import one_line_errors, open_input, plain_errors

if TYPE_CHECKING:
    from suitwise.game import Record
    from suitwise.players.session import Host, Session

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

    Commands are read from standard input, one a line: stock, pile, pass, H7 to discard, knock H7,
    declare H7; hint, undo, why, moves, show, score, record, help, quit. The same seed and the same
    moves make the same game. A record holds every card, so look at the file when you have done.

    \b
    Example:
      suitwise rummy play --game "gin(to=50)" --seed 7
    """
    if seed is None:
        import secrets

        seed = secrets.randbits(32)
    held = _held(record) if record is not None else None
    if held is not None and context.get_parameter_source("variant") is ParameterSource.COMMANDLINE:
        raise click.UsageError(f"{record} holds a game already: leave out --game")
    with plain_errors(f"{record}: " if held is not None else ""):
        session = _session(variant, held, seat, seed)
    play_with_others(session, seat, seed, record)


def _held(path: str) -> Record | None:
    """Return the record that a file holds, None where there is no file yet or nothing in it."""
    from suitwise.errors import NotationError
    from suitwise.game import Record

    if not os.path.isfile(path):
        return None
    with open_input(path) as opened, one_line_errors(path):
        text = opened.read(_LONGEST_RECORD).decode("utf-8", "backslashreplace")
        if len(text) >= _LONGEST_RECORD:
            raise NotationError(f"a record has less than {_LONGEST_RECORD:,} bytes")
        return Record.parse(text) if text.strip() else None


def _session(variant: str, held: Record | None, seat: int, seed: int) -> Session:
    """Return a new game, or the one that is held."""
    from suitwise.game import load
    from suitwise.players.session import Session

    if held is not None:
        return Session.of_record(held, _host(held.game), seat=seat, seed=seed)
    game = load(_MATCH if variant.strip() == "gin" else variant)
    return Session(game, _host(str(game)), seat=seat, seed=seed)


def _host(variant: str) -> Host:
    """Return the host of a variant."""
    from suitwise.errors import NotationError
    from suitwise.game import load

    name = load(variant).name
    if name == "gin":
        from suitwise.players.gin_host import GinHost

        return GinHost()
    if name == "indian13":
        from suitwise.players.indian_host import IndianHost

        return IndianHost()
    raise NotationError(f"{name} is not played here: write gin or indian13")
