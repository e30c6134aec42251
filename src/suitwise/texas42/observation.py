"""What a seat of Texas 42 sees, as an array: planes of the dominoes and some numbers.

Seats are counted from the one that looks, to the left. ``stepped_observation`` writes the same array
from a flat record.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from suitwise.fields import Field, width
from suitwise.foundation.seating import NOBODY, SEATS, seat_at, side
from suitwise.texas42.rules.auction import MOST_MARKS, N_CALLS, caller
from suitwise.texas42.rules.dominoes import HAND_POINTS, N_DOMINOES
from suitwise.texas42.rules.suits import DECLARATION_TEXT
from suitwise.texas42.rules.tricks import HAND
from suitwise.texas42.state import PHASES, Texas42State
from suitwise.texas42.variant import Texas42Variant

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from suitwise.texas42.rules.contracts import Play

AROUND = {
    "own": "the seat itself",
    "left": "the seat to its left",
    "partner": "its partner",
    "right": "the seat to its right",
}
"""The seats from the one that looks, to the left."""


def _fields_of_dominoes() -> Iterator[Field]:
    yield field_of_dominoes("dealt", "the seat was dealt it")
    yield field_of_dominoes("held", "the seat still holds it")
    yield from fields_of_plays()


def _fields_of_places() -> Iterator[Field]:
    phases = "being shaken, dealt, called, declared, played; thrown in, ended"
    calls = "pass, 30 to 41, 1 to 7 marks, plunge for 4 to 7, splash for 2 and 3"
    yield Field("phase", len(PHASES), f"a place for each phase of the hand: {phases}")
    yield field_of_seats("turn", "is on turn, none when chance is or nobody")
    yield field_of_seats("shaker", "shakes")
    yield field_of_seats("leader", "leads the trick, none before the declaration")
    yield field_of_seats("out", "sits out, none but in nello")
    for name, who in AROUND.items():
        yield Field(f"call_{name}", N_CALLS, f"a place for each call of {who}: {calls}")
    yield field_of_declaration()
    yield field_of_seats("bidder", "made the highest call so far, none where all have passed")


def fields_of_plays() -> Iterator[Field]:
    """Yield what the dominoes played mean, and those on the table, by each seat."""
    for name, who in AROUND.items():
        yield field_of_dominoes(f"played_{name}", f"{who} has played it")
    for name, who in AROUND.items():
        yield field_of_dominoes(f"table_{name}", f"{who} has it on the table")


def field_of_dominoes(name: str, meaning: str) -> Field:
    """Return a field with a place for each domino."""
    return Field(name, N_DOMINOES, f"a place for each domino from 0-0 to 6-6, 1 if {meaning}")


def field_of_declaration() -> Field:
    """Return the field with a place for each declaration."""
    named = ", ".join(DECLARATION_TEXT)
    return Field("declaration", len(DECLARATION_TEXT), f"a place for each declaration: {named}")


def field_of_seats(name: str, does: str) -> Field:
    """Return a field with a place for each seat, that which looks first."""
    return Field(name, len(AROUND), f"a place for {', '.join(AROUND.values())}: who {does}")


FIELDS = (
    *_fields_of_dominoes(),
    *_fields_of_places(),
    Field("points", 2, f"points taken by its own side and by the other, of {HAND_POINTS}"),
    Field("tricks", 2, f"tricks taken by its own side and by the other, of {HAND}"),
)
"""What the numbers mean, but for the scores at the end, which depend on the variant."""
SCORES = width(FIELDS)
"""Where the scores of the two sides stand."""
SIZE = SCORES + 2


def observation_fields(variant: Texas42Variant) -> tuple[Field, ...]:
    """Return what the numbers of ``observation`` mean, in their order.

    >>> from suitwise.fields import places
    >>> from suitwise.texas42.game import N42PA
    >>> fields = observation_fields(N42PA)
    >>> places(fields)["bidder"], fields[-1].high  # 11 marks of 7
    (slice(421, 425, None), 1.5714285714285714)
    """
    of = whole_score(variant)
    meaning = f"what its own side and the other have scored, of {of} {variant.unit}"
    return (*FIELDS, Field("scores", 2, meaning, high=variant.most_scored / of))


def whole_score(variant: Texas42Variant) -> int:
    """Return what scores are told in parts of: the match's target, for a single hand 7 marks."""
    return variant.target or MOST_MARKS


def observation(state: Texas42State, seat: int) -> NDArray[np.float32]:
    """Return what a seat sees, 431 numbers; ``observation_fields`` is their table.

    The order of the plays of earlier tricks is not in it, nor who is void in what: a player without a
    memory of its own finds that in ``knowledge_of(state, seat).may_hold``.
    """
    import numpy as np

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
    of = whole_score(state.variant)
    for pair, whole in ((points, HAND_POINTS), (tricks, HAND), (state.scores, of)):
        yield from (pair[own] / whole for own in (side(seat), 1 - side(seat)))
