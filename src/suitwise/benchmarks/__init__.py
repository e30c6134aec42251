"""Measuring: alternating runs, medians, tables with the machine named; used by ``suitwise bench``.

Absolute times drift on shared machines, so two things are compared only by runs that alternate, and
the figure is the median of the pairwise ratios.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from pathlib import Path

Task = Callable[[], object]


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


def write_section(page: Path, name: str, text: str) -> None:
    """Replace a section of a page, between its two marks, or add it at the end."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    section = f"{begin}\n{text}\n{end}"
    old = page.read_text(encoding="utf-8") if page.exists() else ""
    if begin in old and end in old:
        before, rest = old.split(begin, 1)
        new = before + section + rest.split(end, 1)[1]
    else:
        new = f"{old.rstrip()}\n\n{section}\n".lstrip()
    page.write_text(new, encoding="utf-8")
