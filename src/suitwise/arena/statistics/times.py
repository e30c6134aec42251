"""How long decisions took: many times kept as counts, so that a million of them cost nothing.

A time falls into one of 32 steps between a nanosecond's power of two and the next, each 2.2 % longer
than the one before, and is told as the middle of its step. So a quantile is right to about 1 %, which is
less than what a shared machine drifts by.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import floor, log2

from suitwise.errors import NotationError

_STEPS = 32
"""Steps between a time and its double."""
_LEAST_NS = 1.0
_LONGEST = 64 * _STEPS
"""The step of five centuries."""


class Times:
    """Times told one by one.

    Args:
        seconds: the first of them.

    >>> times = Times([0.001] * 98 + [1.0] * 2)
    >>> len(times), round(times.quantile(0.5), 5), round(times.quantile(0.99), 2)
    (100, 0.00099, 1.0)
    """

    def __init__(self, seconds: Iterable[float] = ()) -> None:
        self._counts: Counter[int] = Counter()
        self.extend(seconds)

    def extend(self, seconds: Iterable[float]) -> None:
        """Add times, each in seconds."""
        self._counts.update(map(_step_of, seconds))

    def __len__(self) -> int:
        return self._counts.total()

    def add(self, others: Times) -> None:
        """Add times that others have told."""
        self._counts.update(others._counts)

    def quantile(self, share: float) -> float:
        """Return the time in seconds within which a share of them lie, to about 1 %.

        Args:
            share: from 0 to 1; a half asks for the median.

        Raises:
            ValueError: there is no time.
        """
        if not self._counts:
            raise ValueError("of no times there is no quantile")
        left = share * len(self)
        for step in sorted(self._counts):
            left -= self._counts[step]
            if left <= 0:
                break
        return float(_LEAST_NS * 2 ** ((step + 0.5) / _STEPS) / 1e9)

    def as_json(self) -> dict[str, int]:
        """Return the counts of the steps as plain data."""
        return {str(step): self._counts[step] for step in sorted(self._counts)}

    @classmethod
    def from_json(cls, plain: object) -> Times:
        """Read what ``as_json`` gave, after its way through JSON.

        Raises:
            NotationError: these are no counts.

        >>> len(Times.from_json(Times([0.5, 0.25]).as_json()))
        2
        """
        times = cls()
        if not isinstance(plain, Mapping) or not all(_is_counted(*one) for one in plain.items()):
            raise NotationError("times are counts by the number of their step")
        times._counts.update({int(step): count for step, count in plain.items()})
        return times


def _step_of(seconds: float) -> int:
    return floor(_STEPS * log2(max(seconds * 1e9, _LEAST_NS)))


def _is_counted(step: object, count: object) -> bool:
    is_step = isinstance(step, str) and step.isascii() and step.isdigit() and len(step) < 5
    return is_step and int(str(step)) < _LONGEST and type(count) is int and count > 0
