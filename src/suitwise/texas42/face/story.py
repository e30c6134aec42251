"""The story of a game of Texas 42, a line for each thing that happens; all of it is for everybody."""

from __future__ import annotations

from collections.abc import Iterator

from suitwise.foundation.seating import NOBODY
from suitwise.foundation.text.phrases import Phrase, Seat, phrase
from suitwise.game import CHANCE
from suitwise.texas42.face import claiming, ending
from suitwise.texas42.face.names import call_named, points_named
from suitwise.texas42.moves import CLAIM, Move
from suitwise.texas42.picture.text import declaration_name
from suitwise.texas42.rules.auction import PASS
from suitwise.texas42.rules.dominoes import format_dominoes
from suitwise.texas42.state import Texas42State


def told(before: Texas42State, move: Move, after: Texas42State) -> Iterator[tuple[Phrase, int]]:
    """Yield what is said of a move, each line with the seat that it is about."""
    if before.turn == CHANCE:
        yield from _shaken(before, after)
    elif before.phase == "call":
        yield _called(before.turn, move), before.turn
    elif before.phase == "declare":
        yield from _declared(before, after)
    elif move == CLAIM:
        yield from claiming.laid_down(before, after)
    else:
        yield from _played(before, move)
    if after.phase in ("thrown", "end") and before.phase != after.phase:
        yield ending.result(after), NOBODY
        yield from ((line, NOBODY) for line in ending.lines(after))


def _shaken(before: Texas42State, after: Texas42State) -> Iterator[tuple[Phrase, int]]:
    if before.phase != "deal":
        yield phrase("texas42.told.shakes", "{seat} shakes", seat=Seat(after.shaker)), after.shaker
    elif after.phase == "call":
        seat = after.turn
        yield (
            phrase("texas42.told.dealt", "all have drawn; {seat} bids first", seat=Seat(seat)),
            seat,
        )


def _called(seat: int, move: Move) -> Phrase:
    if move.call == PASS:
        return phrase("texas42.told.passes", "{seat} passes", seat=Seat(seat))
    bid = call_named(move.call)
    return phrase("texas42.told.bids", "{seat} bids {bid}", seat=Seat(seat), bid=bid)


def _declared(before: Texas42State, after: Texas42State) -> Iterator[tuple[Phrase, int]]:
    assert after.contract is not None
    seat, named = before.turn, declaration_name(after.contract.declaration)
    yield (
        phrase("texas42.told.declares", "{seat} declares {named}", seat=Seat(seat), named=named),
        seat,
    )
    out = after.contract.out
    if out != NOBODY:
        yield phrase("texas42.told.out", "{seat} sits out", seat=Seat(out)), out


def _played(before: Texas42State, move: Move) -> Iterator[tuple[Phrase, int]]:
    assert before.play is not None
    position, seat = before.play.position, before.turn
    if position.trick:
        yield (
            phrase(
                "texas42.told.plays", "{seat} plays {domino}", seat=Seat(seat), domino=str(move)
            ),
            seat,
        )
    else:
        yield (
            phrase(
                "texas42.told.leads", "{seat} leads {domino}", seat=Seat(seat), domino=str(move)
            ),
            seat,
        )
    done = position.trick_with(move)
    if done is not None:
        yield (
            phrase(
                "texas42.told.takes",
                "{seat} takes {dominoes}: {points}",
                seat=Seat(done.winner),
                dominoes=format_dominoes(done.dominoes, " "),
                points=points_named(done.points),
            ),
            done.winner,
        )
