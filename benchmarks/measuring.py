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
from itertools import pairwise
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


def trend(times: Sequence[float], values: Sequence[float]) -> tuple[float, float]:
    """Return the growth of what is measured again and again, per unit of time, and half its interval.

    The line is that of least squares, the interval of 95 %. What stands above the line at one time often
    does at the next, too; the interval is wider by that (of a process of first order, by the correlation
    of neighbours), since such samples tell less than independent ones.

    >>> trend([0, 1, 2, 3], [5.0, 7.0, 9.0, 11.0])
    (2.0, 0.0)
    >>> growth, half = trend(range(100), [at % 2 for at in range(100)])
    >>> abs(growth) < half < 0.005
    True
    """
    slope, start = statistics.linear_regression(times, values)
    off = [value - start - slope * at for at, value in zip(times, values, strict=True)]
    squares = math.fsum(one * one for one in off)
    mean = statistics.fmean(times)
    spread = math.fsum((at - mean) ** 2 for at in times)
    error = math.sqrt(squares / max(1, len(off) - 2) / spread)
    alike = math.fsum(one * two for one, two in pairwise(off)) / squares if squares else 0.0
    return slope, 1.96 * error * math.sqrt((1 + max(0.0, alike)) / (1 - max(0.0, alike)))


def quantiles(waits_ms: Sequence[float]) -> list[str]:
    """Return the median of some times and what one in a hundred exceeds.

    >>> quantiles([float(ms) for ms in range(101)])
    ['50.0', '99.0']
    """
    cuts = statistics.quantiles(waits_ms, n=100, method="inclusive")
    return [f"{cuts[49]:.1f}", f"{cuts[98]:.1f}"]
