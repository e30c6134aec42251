"""``suitwise tractor solve``: the last tricks of a deal with all hands seen, answered exactly."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from suitwise.cli.files import Progress, one_line_errors, plain_errors
from suitwise.cli.options import file_argument, json_option, json_text
from suitwise.cli.play import variant_of_kind
from suitwise.cli.records import record_text, replaying
from suitwise.cli.review.records import has_moves
from suitwise.cli.tractor.review import of_deals
from suitwise.errors import NotationError, SuitwiseError
from suitwise.tractor.game import Tractor

if TYPE_CHECKING:
    from suitwise.game import Record
    from suitwise.tractor.solve.solver import Solution
    from suitwise.tractor.state import TractorState


@click.command()
@click.option("--moves", is_flag=True, help="What each legal move is worth, too.")
@click.option("--line", is_flag=True, help="A line of best play to the last trick, too.")
@click.option("--check", is_flag=True, help="Verify each answer by the game's own rules.")
@click.option(
    "--game",
    "variant",
    default="tractor",
    show_default=True,
    metavar="GAME",
    help="The variant of positions, as tractor(match=deal,levels=TT); a record names its own.",
)
@click.option(
    "--ply", type=click.IntRange(0), help="Of a record, the position after so many moves."
)
@click.option(
    "--cards",
    type=click.IntRange(1, 8),
    default=6,
    show_default=True,
    help="Of a record, the first position of the last deal with so few cards a hand.",
)
@json_option("position")
@file_argument
def solve(
    moves: bool,
    line: bool,
    check: bool,
    variant: str,
    ply: int | None,
    cards: int,
    as_json: bool,
    file: str,
) -> None:
    """Print the attackers' final points of each position when all four play their best.

    FILE, or standard input, holds positions, a line each, as str() of one prints them (docs/tractor.md,
    Positions), # before a comment; or one record, of deals or of all moves. All hands are seen by all,
    and there are at most eight cards in each. The kitty is in the points.

    --moves adds CARDS=POINTS for every legal move, throws that fail included. --line adds a line of
    best play, a trick after each bar.

    \b
    Example:
      suitwise tractor solve --moves --cards 5 match.txt
    """
    from suitwise.tractor.solve.solver import solve as solved

    text = record_text(file)
    with one_line_errors(file), Progress("solving") as progress:
        for done, (number, state) in enumerate(_states(text, variant, ply, cards), 1):
            try:
                found = solved(state)
                if check:
                    found.check()
                told = _plain(found, moves, line) if as_json else _line_of(found, moves, line)
            except SuitwiseError as error:
                raise NotationError(str(error), line=number) from None
            print(json_text(told) if as_json else told, flush=True)
            progress.reached(done, done)


def _states(
    text: str, variant: str, ply: int | None, cards: int
) -> Iterator[tuple[int | None, TractorState]]:
    """Yield the positions of a file with their lines: one a line, or one of a record."""
    lines = text.splitlines()
    if any(line.startswith("game") for line in lines):
        yield None, _of_record(text, ply, cards)
        return
    with plain_errors():
        game = variant_of_kind(variant, Tractor, "Tractor")
    asked = False
    for number, line in enumerate(lines, 1):
        words = line.partition("#")[0].strip()
        if words:
            asked = True
            yield number, _parsed(game, words, number)
    if not asked:
        raise NotationError("there is no position in it")


def _parsed(game: Tractor, text: str, number: int) -> TractorState:
    """Return the position of a line."""
    try:
        return game.parse(text)
    except NotationError as error:
        raise NotationError(error.reason, line=number) from None


def _of_record(text: str, ply: int | None, cards: int) -> TractorState:
    """Return a position of a record, of deals or of all moves."""
    if has_moves(text):
        with replaying(text) as record:
            return _position(record, ply, cards)
    return _position(of_deals(text), ply, cards)


def _position(record: Record, ply: int | None, cards: int) -> TractorState:
    """Return the position after some moves, or the first of the last deal with few cards a hand."""
    from suitwise.tractor.state import TractorState

    found: TractorState | None = None
    for number, state in enumerate(record.states()):
        if not isinstance(state, TractorState):
            raise NotationError(f"the record is of {record.game}, not of Tractor")
        if number == ply:
            return state
        few = state.phase == "play" and max(hand.size for hand in state.held) <= cards
        if ply is None and few and (found is None or len(state.tricks) < len(found.tricks)):
            found = state
    if found is None:
        asked = f"{ply} moves" if ply is not None else f"hands of {cards} cards"
        raise NotationError(f"the record breaks off before {asked}")
    return found


def _line_of(found: Solution, moves: bool, line: bool) -> str:
    """Return an answer as a line of text."""
    words = [str(found.value)]
    if moves:
        words += [f"{move}={value}" for move, value in found.moves.items()]
    if line:
        words += ["|", *_tricks(found)]
    return " ".join(words)


def _tricks(found: Solution) -> Iterator[str]:
    """Yield the moves of the line, a bar between tricks."""
    tricks = len(found.state.tricks)
    state = found.state
    for move in found.line:
        if len(state.tricks) > tricks:
            tricks = len(state.tricks)
            yield "|"
        yield f"{state.turn}:{move}"
        state = state.followed_by(move)


def _plain(found: Solution, moves: bool, line: bool) -> dict[str, object]:
    """Return an answer as plain data."""
    told: dict[str, object] = {"points": found.value, "outcome": str(found.outcome)}
    if moves:
        told["moves"] = {str(move): value for move, value in found.moves.items()}
    if line:
        told["line"] = [str(move) for move in found.line]
    return told
