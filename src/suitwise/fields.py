"""What the numbers of an array mean: the table behind a game's observations and moves.

A game says of every number that a seat observes, and of every number that describes a move, what it
means and in what range it lies. The faces for other people's tools take the bounds from it, the
documentation its tables, and ``suitwise.testing`` holds the arrays against it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TypeAlias

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.text.lines import number_text


@dataclass(frozen=True, slots=True)
class Field:
    """Some numbers of an array that stand side by side.

    Args:
        name: one word.
        size: how many numbers.
        meaning: what they are, in a sentence without its full stop.
        low: no number is less.
        high: no number is more.
        parts: how many parts a whole has that the numbers count, as the points of 42 in parts of 42: a
            number times its parts is whole. 0 where that is not said.

    Raises:
        SuitwiseError: there are no numbers, or none can be between the bounds.

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
    """Return how many numbers the fields have in all.

    >>> width([Field("hand", 28, "the hand"), Field("turn", 4, "who is on turn")])
    32
    """
    return sum(field.size for field in fields)


def places(fields: Sequence[Field]) -> dict[str, slice]:
    """Return where each field stands, by its name.

    >>> places([Field("hand", 28, "the hand"), Field("turn", 4, "who is on turn")])["turn"]
    slice(28, 32, None)
    """
    ends = list(accumulate(field.size for field in fields))
    return {
        field.name: slice(end - field.size, end) for field, end in zip(fields, ends, strict=True)
    }


def in_parts(fields: Iterable[Field], **parts: int) -> tuple[Field, ...]:
    """Return fields that say what their numbers count: whole numbers, but for those named.

    >>> fields = in_parts([Field("hand", 28, "the hand"), Field("points", 2, "points")], points=42)
    >>> [field.parts for field in fields]
    [1, 42]
    """
    return tuple(replace(field, parts=parts.get(field.name, 1)) for field in fields)


def deals_field(most: int) -> Field:
    """Return the field of a match that counts its deals, of the most that it can have.

    >>> deals_field(9).meaning
    'how many deals of the match are over, of 9'
    """
    field = Field("deals", 1, f"how many deals of the match are over, of {most}")
    return in_parts((field,), deals=most)[0]


def why_no_bytes(fields: Iterable[Field]) -> str | None:
    """Return why the numbers of some fields do not go into bytes, or None if they do.

    A byte holds a number times its field's parts, which must be a whole number from 0 to 255.

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
    """Return the parts that each number counts, float32: a byte over them is the number.

    >>> parts_of(in_parts([Field("hand", 2, "the hand"), Field("points", 1, "points")], points=42))
    array([ 1.,  1., 42.], dtype=float32)
    """
    told = list(fields)
    parts = np.array([field.parts for field in told], np.float32)
    return np.repeat(parts, [field.size for field in told])


def bounds(fields: Sequence[Field]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the least and the most that each number can be, two arrays of float32.

    >>> bounds([Field("points", 2, "points", high=42)])[1].tolist()
    [42.0, 42.0]
    """
    sizes = [field.size for field in fields]
    low = np.repeat(np.array([field.low for field in fields], np.float32), sizes)
    return low, np.repeat(np.array([field.high for field in fields], np.float32), sizes)


def markdown(fields: Sequence[Field]) -> str:
    """Return the table of some fields, as Markdown.

    >>> print(markdown([Field("hand", 28, "the hand"), Field("turn", 4, "who is on turn")]))
    | index | name | meaning | range |
    |---|---|---|---|
    | 0–27 | hand | the hand | 0 to 1 |
    | 28–31 | turn | who is on turn | 0 to 1 |
    """
    return "\n".join(_lines(fields))


Happening: TypeAlias = "tuple[int, str, Iterable[int]]"
"""What a seat is told: who did it, -1 for nobody, what kind of thing it is, the places of its cards."""


@dataclass(frozen=True, slots=True)
class Telling:
    """Rows of what a seat is told, one for each thing that happens: who, what, and which cards.

    Args:
        seats: how many seats there are.
        kinds: the kinds of things that happen, a word each.
        cards: how many places cards have.
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
        """What the numbers of a row mean."""
        who = "a place for each seat in the order of play, one's own first: who does it, none for chance"
        return (
            Field("who", self.seats, who),
            Field("what", len(self.kinds), ", ".join(self.kinds)),
            Field("cards", self.cards, "copies of each card that is told", high=self.copies),
        )

    def rows(self, seat: int, happenings: Iterable[Happening]) -> NDArray[np.float32]:
        """Return the rows for a seat, float32 (rows, width)."""
        told = list(happenings)
        rows = np.zeros((len(told), self.seats + len(self.kinds) + self.cards), np.float32)
        for row, (who, kind, cards) in zip(rows, told, strict=True):
            if who >= 0:
                row[(who - seat) % self.seats] = 1
            row[self.seats + self.kinds.index(kind)] = 1
            for card in cards:
                row[self.seats + len(self.kinds) + card] += 1
        return rows


def _lines(fields: Sequence[Field]) -> Iterator[str]:
    yield "| index | name | meaning | range |"
    yield "|---|---|---|---|"
    for field, place in zip(fields, places(fields).values(), strict=True):
        last = f"–{place.stop - 1}" if field.size > 1 else ""
        yield f"| {place.start}{last} | {field.name} | {field.meaning} | {field.range} |"
