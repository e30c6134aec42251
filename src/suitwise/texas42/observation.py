"""What a seat of Texas 42 sees, as an array: planes of the dominoes and some numbers.

Seats are counted from the one that looks, to the left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from suitwise.texas42.algebra import DECLARATION_TEXT
from suitwise.texas42.auction import MOST_MARKS, N_CALLS, caller
from suitwise.texas42.dominoes import HAND_POINTS, N_DOMINOES
from suitwise.texas42.tricks import HAND, NOBODY, SEATS, seat_at, side

if TYPE_CHECKING:
    from suitwise.texas42.contracts import Play
    from suitwise.texas42.state import Texas42State

PLANES = 10
SCALARS = 7 + 4 + 4 + 4 + 4 + 4 * N_CALLS + len(DECLARATION_TEXT) + 4 + 6
SIZE = PLANES * N_DOMINOES + SCALARS


def observation(state: Texas42State, seat: int) -> NDArray[np.float32]:
    """Return what a seat sees, 431 numbers.

    Planes of 28 dominoes: those that it was dealt, those it still holds, those played by each seat, and
    those that each has on the table. Then, each as a place that is 1: the phase (7), the seat on turn,
    the shaker, who leads the trick, who sits out (4 each), each seat's call (4 times 26), the
    declaration (14), the highest bidder (4). At last what its own side and the other took: points of
    42, tricks of 7, and what they have scored, of the match's target or, in a single hand, of 7 marks;
    a last hand may score beyond the target, so this may be more than 1.

    The order of the plays of earlier tricks is not in it, nor who is void in what: a player without a
    memory of its own finds that in ``knowledge_of(state, seat).may_hold``.
    """
    return np.array(
        [*_planes(state, seat), *_places(state, seat), *_numbers(state, seat)], np.float32
    )


def _planes(state: Texas42State, seat: int) -> Iterator[int]:
    yield from _bits(state.dealt[seat])
    yield from _bits(state.hands[seat])
    around = [(seat + place) % 4 for place in SEATS]
    table = (0, 0, 0, 0) if state.play is None else _table(state.play)
    for at in around:
        yield from _bits(state.dealt[at] & ~state.hands[at])
    for at in around:
        yield from _bits(table[at])


def _bits(dominoes: int) -> Iterator[int]:
    return (dominoes >> domino & 1 for domino in range(N_DOMINOES))


def _table(play: Play) -> list[int]:
    """Return the domino that each seat has on the table, as bits."""
    table = [0, 0, 0, 0]
    for place, domino in enumerate(play.position.trick):
        table[seat_at(play.position.leader, place, play.position.out)] = 1 << domino
    return table


def _places(state: Texas42State, seat: int) -> Iterator[int]:
    from suitwise.texas42.state import PHASES

    position = None if state.play is None else state.play.position
    yield from _one(PHASES.index(state.phase), len(PHASES))
    yield from _seat(state.turn, seat)
    yield from _seat(state.shaker, seat)
    yield from _seat(position.leader if position else NOBODY, seat)
    yield from _seat(position.out if position else NOBODY, seat)
    made = {caller(state.shaker, at): call for at, call in enumerate(state.calls)}
    for place in SEATS:
        yield from _one(made.get((seat + place) % 4, -1), N_CALLS)
    declared = position.declaration if position else -1
    yield from _one(declared, len(DECLARATION_TEXT))
    yield from _seat(state.bidder, seat)


def _one(place: int, size: int) -> Iterable[int]:
    return (int(at == place) for at in range(size))


def _seat(who: int, seat: int) -> Iterable[int]:
    return _one((who - seat) % 4 if who >= 0 else -1, 4)


def _numbers(state: Texas42State, seat: int) -> Iterator[float]:
    points = (0, 0) if state.play is None else state.play.points
    tricks = (0, 0) if state.play is None else state.play.tricks_taken
    target = state.variant.target or MOST_MARKS
    for pair, whole in ((points, HAND_POINTS), (tricks, HAND), (state.scores, target)):
        yield from (pair[own] / whole for own in (side(seat), 1 - side(seat)))
