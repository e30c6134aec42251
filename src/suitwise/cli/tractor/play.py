"""``suitwise tractor play``: a match at the terminal, or from a script."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from suitwise.cli.conversation import play_with_others
from suitwise.cli.files import one_line_errors, open_input, plain_errors
from suitwise.cli.kept import taken
from suitwise.cli.play_options import record_option, seat_option, seed_option
from suitwise.cli.records import replaying

if TYPE_CHECKING:
    from suitwise.cli.kept import Chair
    from suitwise.players.session import Session
    from suitwise.tractor.game import Tractor
    from suitwise.tractor.players.host import TractorHost

_HOUSE = "tractor"
_LONGEST_RECORD = 1 << 24
"""A record of a match has fewer bytes."""


@click.command()
@click.option(
    "--game",
    "variant",
    default=_HOUSE,
    show_default=True,
    metavar="GAME",
    help="The variant: a match from 2 to A, or as tractor(match=deal,levels=TT).",
)
@click.option(
    "--profile", metavar="P", help="The rules of the house, as standard or rbtying(penalty=10)."
)
@click.option("--deal", is_flag=True, help="Play a single deal, not a match.")
@click.option(
    "--against",
    type=click.Choice(["rules", "random"]),
    default="rules",
    show_default=True,
    help="The other three: by rules of thumb, or at random.",
)
@seed_option
@seat_option
@record_option
@click.pass_context
def play(
    context: click.Context,
    variant: str,
    profile: str | None,
    deal: bool,
    against: str,
    seed: int | None,
    seat: int,
    record: str | None,
) -> None:
    """Play Tractor with three players of the package, the one opposite your partner.

    Commands are read from standard input, one a line: cards to bid, to bury, to lead or to follow, as
    H2, HKHAHA or ha ha hk; pass; hint, why CARDS, undo, redo, moves, show, score, record, help, quit.
    You are asked to bid when you have something to bid. The same seed and the same moves make the same
    game. A record holds every card, so look at the file when you have done.

    \b
    Example:
      suitwise tractor play --deal --seed 7
    """
    held = _held(record) if record is not None else None
    chair = taken(context, record, held, seat=seat, seed=seed, against=against)
    if held is not None:
        _refuse_variant(context, str(record))
        session = _gone_on(str(record), held, chair)
    else:
        session = _new(variant, profile, deal, chair)
    play_with_others(session, chair, record)


def _refuse_variant(context: click.Context, path: str) -> None:
    """Refuse options that say what is played where the record says it."""
    for name, option in (("variant", "--game"), ("profile", "--profile"), ("deal", "--deal")):
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"{path} holds a game already: leave out {option}")


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


def _new(variant: str, profile: str | None, deal: bool, chair: Chair) -> Session:
    """Return a new game."""
    from suitwise.players.session import Session

    host = _host(chair)
    with plain_errors():
        game = _variant_of(variant)
        if profile is not None:
            game = replace(game, profile=profile)
        if deal:
            game = replace(game, match="deal")
        return Session(game, host, seat=chair.seat, seed=chair.seed, unasked=host.unasked)


def _gone_on(path: str, text: str, chair: Chair) -> Session:
    """Return the game of a record, to go on with."""
    from suitwise.players.session import Session

    host = _host(chair)
    with one_line_errors(path), replaying(text) as record:
        _variant_of(record.game)
        return Session.of_record(
            record, host, seat=chair.seat, seed=chair.seed, unasked=host.unasked
        )


def _variant_of(text: str) -> Tractor:
    """Return a variant of Tractor from its text.

    Raises:
        NotationError: it is none.
    """
    from suitwise.errors import NotationError
    from suitwise.game import load
    from suitwise.tractor.game import Tractor

    game = load(text)
    if not isinstance(game, Tractor):
        raise NotationError(f"{game.name} is not Tractor: write tractor or tractor(OPTIONS)")
    return game


def _host(chair: Chair) -> TractorHost:
    """Return who shows the game, with the players of the other seats."""
    from suitwise.tractor.players.host import TractorHost

    return TractorHost(player=_player(chair.against, chair.seed))


def _player(name: str, seed: int) -> Callable[[Any], Any]:
    """Return the player of the other seats."""
    if name == "random":
        from suitwise.players import RandomPlayer

        return RandomPlayer(seed, stream=1)
    from suitwise.tractor.players.rule_based import TractorPlayer

    return TractorPlayer()
