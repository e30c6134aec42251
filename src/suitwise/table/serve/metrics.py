"""Figures of a server since it began, in the text format of Prometheus.

No figure names a table, a person or an address. What is counted by code is bounded: the games of others
may refuse with any number of codes.
"""

from __future__ import annotations

import os
import sys
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

BOUNDS_S = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""The upper bounds of the classes that times are counted in, in seconds."""
MOST_CODES = 300
"""The codes of refusals that are counted by themselves; all further ones count as ``other``."""


class Times:
    """How often something took how long.

    >>> times = Times()
    >>> for seconds in (0.004, 0.005, 3, 60):
    ...     times.note(seconds)
    >>> first, *_, total, count = times.lines("t_seconds")
    >>> first, total, count
    ('t_seconds_bucket{le="0.005"} 2', 't_seconds_sum 63.009', 't_seconds_count 4')
    """

    def __init__(self) -> None:
        self._counts = [0] * (len(BOUNDS_S) + 1)
        self._sum_s = 0.0

    def note(self, seconds: float) -> None:
        """Count one that took so long."""
        self._counts[bisect_left(BOUNDS_S, seconds)] += 1
        self._sum_s += seconds

    def lines(self, name: str, labels: str = "") -> Iterator[str]:
        """Yield the lines of a histogram.

        Args:
            name: its name.
            labels: further labels, as ``by="rules"``.
        """
        count, before = 0, f"{labels}," if labels else ""
        for bound, n in zip((*map(str, BOUNDS_S), "+Inf"), self._counts, strict=True):
            count += n
            yield f'{name}_bucket{{{before}le="{bound}"}} {count}'
        after = f"{{{labels}}}" if labels else ""
        yield f"{name}_sum{after} {self._sum_s:.6g}"
        yield f"{name}_count{after} {count}"


class Figures:
    """The figures of a server.

    Attributes:
        moves: the times from the arrival of a move until it has been sent to everybody.
        late: the delays with which the event loop woke up.
        refusals: the number of refused requests by code.
    """

    def __init__(self) -> None:
        self.moves, self.late = Times(), Times()
        self.refusals: Counter[str] = Counter()

    def note_refusal(self, code: str) -> None:
        """Count a refusal."""
        is_known = code in self.refusals or len(self.refusals) < MOST_CODES
        self.refusals[code if is_known else "other"] += 1


class BotFigures:
    """The figures of bots and hints.

    Attributes:
        times: the times that they took, by pool: ``quick``, ``deep``, ``other`` for third-party players,
            ``elsewhere`` for other machines.
        waiting: the number of unfinished jobs.
        replaced: how often a substitute decided because a player was late or failed.
        eased: how often a quick player decided because too many strong ones were at work.
        returned: how often another machine was asked and did not answer.
    """

    def __init__(self) -> None:
        self.times = {name: Times() for name in ("quick", "deep", "other", "elsewhere")}
        self.waiting = self.replaced = self.eased = self.returned = 0


def written(
    gauges: Mapping[str, tuple[str, float | None]],
    counters: Mapping[str, tuple[str, float]],
    figures: Figures,
    bots: BotFigures,
) -> str:
    """Return all figures in the text format of Prometheus.

    Args:
        gauges: values that go up and down, by name, each with a description; None is left out.
        counters: values that only grow, by name, each with a description.
        figures: the figures of the server.
        bots: the figures of its bots.
    """
    lines: list[str] = []
    for kind, plain in (("gauge", gauges), ("counter", counters)):
        for name, (text, value) in plain.items():
            if value is not None:
                lines += _titled(name, kind, text, [f"{name} {value:g}"])
    refused = [
        f'suitwise_refusals_total{{code="{code}"}} {n}'
        for code, n in sorted(figures.refusals.items())
    ]
    lines += _titled("suitwise_refusals_total", "counter", "what was refused, by code", refused)
    for name, text, times in (
        (
            "suitwise_move_seconds",
            "from a move's arrival until all have been sent it",
            figures.moves,
        ),
        ("suitwise_late_seconds", "by how much the event loop woke too late", figures.late),
    ):
        lines += _titled(name, "histogram", text, times.lines(name))
    name = "suitwise_bot_seconds"
    thought = [
        line for pool, times in bots.times.items() for line in times.lines(name, f'pool="{pool}"')
    ]
    lines += _titled(name, "histogram", "how long bots and hints took, waiting included", thought)
    return "\n".join(lines) + "\n"


def _titled(name: str, kind: str, text: str, lines: Iterable[str]) -> list[str]:
    return [f"# HELP {name} {text}", f"# TYPE {name} {kind}", *lines]


def memory_bytes() -> int | None:
    """Return the resident memory of this process; None if the system does not report it."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return None
    return pages * os.sysconf("SC_PAGE_SIZE") if sys.platform != "win32" else None


def open_descriptors() -> int | None:
    """Return the number of open file descriptors; None if the system does not report it."""
    try:
        return len(os.listdir("/proc/self/fd"))
    except OSError:
        return None
