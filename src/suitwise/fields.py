"""What the numbers of an array mean: the table behind a game's observations and moves.

A game says of every number that a seat observes, and of every number that describes a move, what it
means and in what range it lies. The faces for other people's tools take the bounds from it, the
documentation its tables, and ``suitwise.testing`` holds the arrays against it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.text.options import number_text


@dataclass(frozen=True, slots=True)
class Field:
    """Some numbers of an array that stand side by side.

    Args:
        name: one word.
        size: how many numbers.
        meaning: what they are, in a sentence without its full stop.
        low: no number is less.
        high: no number is more.

    Raises:
        SuitwiseError: there are no numbers, or none can be between the bounds.

    >>> Field("hand", 28, "a place for each domino, 1 where one's own hand holds it")
    Field(name='hand', size=28, meaning="a place for each domino, ...", low=0.0, high=1.0)
    """

    name: str
    size: int
    meaning: str
    low: float = 0.0
    high: float = 1.0

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


def _lines(fields: Sequence[Field]) -> Iterator[str]:
    yield "| index | name | meaning | range |"
    yield "|---|---|---|---|"
    for field, place in zip(fields, places(fields).values(), strict=True):
        last = f"–{place.stop - 1}" if field.size > 1 else ""
        yield f"| {place.start}{last} | {field.name} | {field.meaning} | {field.range} |"
