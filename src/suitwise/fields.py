"""Fields: the layout of the arrays that describe observations and moves.

A ``Field`` names a block of consecutive numbers in an array and gives their meaning and range. Games
list the fields of their observations and moves. Environments take their bounds from the fields, the
documentation its tables, and ``suitwise.testing`` checks the arrays against them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TypeAlias

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.text.lines import number_text


@dataclass(frozen=True, slots=True)
class Field:
    """A block of consecutive numbers in an array.

    Args:
        name: the field's name, one word.
        size: the number of numbers.
        meaning: their meaning, a sentence without its full stop.
        low: the smallest value.
        high: the largest value.
        parts: the denominator: a number times ``parts`` is always whole. Points as a share of 42, for
            example, have 42 parts. 0 if the numbers are not multiples of anything.

    Raises:
        SuitwiseError: the size is less than 1, or the bounds are not in order.

    >>> Field("hand", 28, "a place for each domino, 1 where one's own hand holds it")
    Field(name='hand', size=28, meaning="a place for each domino, ...", low=0.0, high=1.0, parts=0)
    """

    name: str
    size: int
    meaning: str
    low: float = 0.0
    high: float = 1.0
    parts: int = 0

    def __post_init__(self) -> None:
        if self.size < 1 or not self.low < self.high:
            raise SuitwiseError(f"the field {self.name}: {self.size} numbers in {self.range}")

    @property
    def range(self) -> str:
        """The bounds as text."""
        return f"{_bound(self.low)} to {_bound(self.high)}"


def _bound(value: float) -> str:
    return str(value) if value in (float("inf"), -float("inf")) else number_text(value)


def width(fields: Iterable[Field]) -> int:
    """Return the total number of numbers in some fields, which is the length of their array.

    >>> width([Field("hand", 28, "the hand"), Field("turn", 4, "who is on turn")])
    32
    """
    return sum(field.size for field in fields)


def places(fields: Sequence[Field]) -> dict[str, slice]:
    """Return the slice of the array for each field, by its name.

    >>> places([Field("hand", 28, "the hand"), Field("turn", 4, "who is on turn")])["turn"]
    slice(28, 32, None)
    """
    ends = list(accumulate(field.size for field in fields))
    return {
        field.name: slice(end - field.size, end) for field, end in zip(fields, ends, strict=True)
    }


def in_parts(fields: Iterable[Field], **parts: int) -> tuple[Field, ...]:
    """Set the ``parts`` of fields: 1, for whole numbers, or the value given for a field's name.

    >>> fields = in_parts([Field("hand", 28, "the hand"), Field("points", 2, "points")], points=42)
    >>> [field.parts for field in fields]
    [1, 42]
    """
    return tuple(replace(field, parts=parts.get(field.name, 1)) for field in fields)


def deals_field(most: int) -> Field:
    """Return a field for the number of finished deals, as a share of the most deals of a match.

    >>> deals_field(9).meaning
    'how many deals of the match are over, of 9'
    """
    field = Field("deals", 1, f"how many deals of the match are over, of {most}")
    return in_parts((field,), deals=most)[0]


def why_no_bytes(fields: Iterable[Field]) -> str | None:
    """Return the reason why an array with these fields can't be stored in bytes; None if it can.

    A byte stores a number times the field's parts, which must be a whole number from 0 to 255.

    >>> why_no_bytes([Field("points", 2, "points, of 200", high=19.8, parts=200)])
    'points is 0 to 19.8 in parts of 200, beyond 255'
    """
    for field in fields:
        if not field.parts:
            return f"{field.name} is not said to be whole numbers of anything"
        if field.low < 0 or field.high * field.parts > 255.5:
            return f"{field.name} is {field.range} in parts of {field.parts}, beyond 255"
    return None


def parts_of(fields: Iterable[Field]) -> NDArray[np.float32]:
    """Return the parts of each number, float32: the number is its byte divided by its parts.

    >>> parts_of(in_parts([Field("hand", 2, "the hand"), Field("points", 1, "points")], points=42))
    array([ 1.,  1., 42.], dtype=float32)
    """
    fields = list(fields)
    parts = np.array([field.parts for field in fields], np.float32)
    return np.repeat(parts, [field.size for field in fields])


def bounds(fields: Sequence[Field]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the smallest and the largest value of each number, two arrays of float32.

    >>> bounds([Field("points", 2, "points", high=42)])[1].tolist()
    [42.0, 42.0]
    """
    sizes = [field.size for field in fields]
    low = np.repeat(np.array([field.low for field in fields], np.float32), sizes)
    return low, np.repeat(np.array([field.high for field in fields], np.float32), sizes)


def markdown(fields: Sequence[Field]) -> str:
    """Return a table of fields in Markdown.

    >>> print(markdown([Field("hand", 28, "the hand"), Field("turn", 4, "who is on turn")]))
    | index | name | meaning | range |
    |---|---|---|---|
    | 0–27 | hand | the hand | 0 to 1 |
    | 28–31 | turn | who is on turn | 0 to 1 |
    """
    lines = ["| index | name | meaning | range |", "|---|---|---|---|"]
    for field, place in zip(fields, places(fields).values(), strict=True):
        last = f"–{place.stop - 1}" if field.size > 1 else ""
        lines.append(f"| {place.start}{last} | {field.name} | {field.meaning} | {field.range} |")
    return "\n".join(lines)


# --- Events that a seat is told -------------------------------------------------------------------

Happening: TypeAlias = "tuple[int, str, Iterable[int]]"
"""An event: the seat that acts (-1 for chance), the kind of the event, the places of its cards."""


@dataclass(frozen=True, slots=True)
class Telling:
    """The layout of rows that tell a seat what happened, one row per event (``State.told``).

    Args:
        seats: the number of seats.
        kinds: the kinds of events, a word each.
        cards: the number of distinct cards.
        copies: the most copies of a card.

    >>> telling = Telling(2, ("draw", "discard"), 4)
    >>> telling.rows(1, [(1, "draw", [3]), (0, "discard", [0])]).tolist()
    [[1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0]]
    """

    seats: int
    kinds: tuple[str, ...]
    cards: int
    copies: int = 1

    @property
    def fields(self) -> tuple[Field, ...]:
        """The fields of a row."""
        who = "a place for each seat in the order of play, one's own first: who does it, none for chance"
        return (
            Field("who", self.seats, who),
            Field("what", len(self.kinds), ", ".join(self.kinds)),
            Field("cards", self.cards, "copies of each card that is told", high=self.copies),
        )

    def rows(self, seat: int, happenings: Iterable[Happening]) -> NDArray[np.float32]:
        """Return the rows of events for a seat, float32 (rows, width)."""
        events = list(happenings)
        rows = np.zeros((len(events), self.seats + len(self.kinds) + self.cards), np.float32)
        for row, (who, kind, cards) in zip(rows, events, strict=True):
            if who >= 0:
                row[(who - seat) % self.seats] = 1
            row[self.seats + self.kinds.index(kind)] = 1
            for card in cards:
                row[self.seats + len(self.kinds) + card] += 1
        return rows
