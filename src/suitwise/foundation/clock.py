"""The time for a decision: how many worlds may be looked at before it is over.

Worlds are drawn and looked at in lots. The first is small, so that a short time is not over before any
world is looked at; how long a lot took tells how large the next may be.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

FIRST = 8
"""The worlds of the first lot where a time is given, and of the smallest, unless fewer are asked for."""
_MOST_LOTS = 64


class Clock:
    """The time for a decision; it runs from when this is made.

    Args:
        seconds: the time; 0 if worlds bound the thinking, not time.
    """

    def __init__(self, seconds: float = 0.0) -> None:
        self._seconds = seconds
        self._end = perf_counter() + seconds

    def is_over(self, left: float = 0.0) -> bool:
        """Tell whether a time is given and over, but for a share of it that is left."""
        return self._seconds > 0 and perf_counter() >= self._end - left * self._seconds

    def lots(self, worlds: int) -> Iterator[int]:
        """Yield how many worlds to look at, again and again while there is time; else ``worlds`` once.

        The next lot is asked for when the last one has been looked at; it is at most twice as large, and
        no larger than the time left allows if its worlds take as long as the last. Lots end with the
        time, or where not even a small one is to be expected to fit in.

        Args:
            worlds: the most that are looked at at a time.

        >>> list(Clock().lots(100))
        [100]
        >>> next(Clock(0.01).lots(100))
        8
        """
        if self._seconds <= 0:
            yield worlds
            return
        least = lot = min(FIRST, worlds)
        for _ in range(_MOST_LOTS):
            since = perf_counter()
            yield lot
            now = perf_counter()
            took, left = now - since, self._end - now
            if least * took > lot * left:
                return
            lot = min(worlds, 2 * lot, int(lot * left / took)) if took > 0 else min(worlds, 2 * lot)
            lot = max(lot, least)
