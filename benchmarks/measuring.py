"""Measuring: alternating runs, medians, tables with the machine named; used by ``suitwise bench``.

Absolute times drift on shared machines, so two things are compared only by runs that alternate, and
the figure is the median of the pairwise ratios.
"""

from __future__ import annotations

import math
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

Task = Callable[[], object]
Say = Callable[[str], None]
"""Is called with the name of each part before it is measured."""
Parts = dict[str, Callable[[], str]]
"""The parts of a report by their names."""


# --- Time -----------------------------------------------------------------------------------------


def seconds(task: Task, runs: int) -> float:
    """Return the median wall time of a task, after one run that doesn't count.

    >>> seconds(lambda: None, 3) < 1
    True
    """
    task()
    return statistics.median(_once(task) for _ in range(runs))


def _once(task: Task) -> float:
    start = time.perf_counter()
    task()
    return time.perf_counter() - start


def alternate(ours: Task, theirs: Task, runs: int) -> tuple[float, float, float]:
    """Run two tasks in turn; return the median time of each and of the ratios theirs/ours.

    >>> mine, other, ratio = alternate(lambda: None, lambda: time.sleep(0.001), 3)
    >>> ratio > 1
    True
    """
    ours()
    theirs()
    pairs = [(_once(ours), _once(theirs)) for _ in range(runs)]
    return (
        statistics.median(a for a, _ in pairs),
        statistics.median(b for _, b in pairs),
        statistics.median(b / a for a, b in pairs),
    )


def rate(steps: Iterator[int], lasts: float) -> float:
    """Return what an endless generator counts a second of wall time.

    Args:
        steps: yields how many steps were made.
        lasts: for how many seconds it is asked.

    >>> from itertools import repeat
    >>> rate(repeat(1), 0.01) > 1000
    True
    """
    start, count = time.perf_counter(), 0
    while (took := time.perf_counter() - start) < lasts:
        count += next(steps)
    return count / took


def run_suitwise(*arguments: object) -> None:
    """Run a command of this package as a process of its own, its output thrown away."""
    command = [sys.executable, "-m", "suitwise", *map(str, arguments)]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)


def run_rival(program: str, path: Path) -> None:
    """Run a program on a file as its standard input, its output thrown away."""
    with path.open("rb") as file:
        subprocess.run([program], stdin=file, stdout=subprocess.DEVNULL, check=True)


# --- Text -----------------------------------------------------------------------------------------


def measured(say: Say, parts: Parts) -> Iterator[str]:
    """Measure part after part and yield their texts; ``say`` is called with its name before.

    >>> list(measured(print, {"growth": lambda: "a table"}))
    growth
    ['a table']
    """
    for name, measure in parts.items():
        say(name)
        yield measure()


def millions(number: float, took: float, decimals: int = 2) -> str:
    """Return how many a second in millions.

    >>> millions(3_000_000, 2.0)
    '1.50 M'
    """
    return f"{number / took / 1e6:,.{decimals}f} M"


def mean_with_error(values: Any) -> str:
    """Return the mean of an array with its interval of 95 %.

    >>> import numpy as np
    >>> mean_with_error(np.array([1.0, 3.0]))
    '2.00 ± 1.39'
    """
    return f"{values.mean():.2f} ± {1.96 * float(values.std()) / math.sqrt(len(values)):.2f}"


def quantiles(waits_ms: Sequence[float]) -> list[str]:
    """Return the median of some times and what one in a hundred exceeds.

    >>> quantiles([float(ms) for ms in range(101)])
    ['50.0', '99.0']
    """
    cuts = statistics.quantiles(waits_ms, n=100, method="inclusive")
    return [f"{cuts[49]:.1f}", f"{cuts[98]:.1f}"]
