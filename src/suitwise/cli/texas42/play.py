"""``suitwise texas42 play``: a match at the terminal, or from a script."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from suitwise.cli.conversation import play_with_others
from suitwise.cli.files import one_line_errors, open_input, plain_errors
from suitwise.cli.kept import taken
from suitwise.cli.play_options import record_option, seat_option, seed_option
from suitwise.cli.records import replaying
from suitwise.cli.texas42.options import HOUSE, variant_of
from suitwise.cli.texas42.record import record_text

if TYPE_CHECKING:
    from suitwise.cli.kept import Chair
    from suitwise.players.session import Session
    from suitwise.texas42.game import Texas42
    from suitwise.texas42.players.host import Texas42Host


@click.command()
@click.option(
    "--game",
    "variant",
    default=HOUSE,
    show_default=True,
    metavar="GAME",
    help="The variant: a match to 7 marks, or as texas42(match=hand,nello=own,forced=yes).",
)
@click.option(
    "--against",
    type=click.Choice(["pimc", "rules", "random"]),
    default="pimc",
    show_default=True,
    help="The other three: by sampled deals, by rules of thumb, at random.",
)
@seed_option
@seat_option
@record_option
@click.pass_context
def play(
    context: click.Context,
    variant: str,
    against: str,
    seed: int | None,
    seat: int,
    record: str | None,
) -> None:
    """Play Texas 42 with three players of the package, the one opposite your partner.

    Commands are read from standard input, one a line: a call as pass, 31 or 1m; a declaration as 5,
    doubles or notrump; a domino as 6-4; hint, why 6-4, undo, redo, moves, show, score, record, help,
    quit. The same seed and the same moves make the same game. A record holds every domino, so look at
    the file when you have done; "suitwise texas42 review" reads it.

    \b
    Example:
      suitwise texas42 play --game "texas42(match=hand)" --seed 7
    """
    held = _held(record) if record is not None else None
    if held is not None and context.get_parameter_source("variant") is ParameterSource.COMMANDLINE:
        raise click.UsageError(f"{record} holds a game already: leave out --game")
    chair = taken(context, record, held, seat=seat, seed=seed, against=against)
    session = _new(variant, chair) if held is None else _gone_on(str(record), held, chair)
    play_with_others(session, chair, record)


def _held(path: str) -> str | None:
    """Return the record that a file holds, None where there is no file yet or nothing in it."""
    if not os.path.isfile(path):
        return None
    with open_input(path) as opened, one_line_errors(path):
        text = record_text(opened)
    return text if text.strip() else None


def _new(variant: str, chair: Chair) -> Session:
    """Return a new game."""
    from suitwise.players.session import Session

    with plain_errors():
        game = variant_of(variant)
        return Session(game, _host(game, chair), seat=chair.seat, seed=chair.seed)


def _gone_on(path: str, text: str, chair: Chair) -> Session:
    """Return the game of a record, to go on with."""
    from suitwise.players.session import Session

    with one_line_errors(path), replaying(text) as record:
        host = _host(variant_of(record.game), chair)
        return Session.of_record(record, host, seat=chair.seat, seed=chair.seed)


def _host(game: Texas42, chair: Chair) -> Texas42Host:
    """Return who shows the game, with the players of the other seats."""
    from suitwise.texas42.players.host import Texas42Host

    return Texas42Host(player=_player(chair.against, chair.seed), game=game)


def _player(name: str, seed: int) -> Callable[[Any], Any]:
    """Return the player of the other seats."""
    if name == "rules":
        from suitwise.texas42.players.rule_based import Texas42Player

        return Texas42Player()
    if name == "random":
        from suitwise.players import RandomPlayer

        return RandomPlayer(seed, stream=1)
    from suitwise.texas42.players.monte_carlo import Pimc

    return Pimc(threads=0)
