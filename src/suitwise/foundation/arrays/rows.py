"""Run rules over the rows of arrays on all cores or a GPU, and check the arguments of batch functions.

A *batch* is an array with one game, hand or deal per row, in NumPy or on a GPU.
"""

from __future__ import annotations

import os
import platform
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from suitwise.arguments import whole_input
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import (
    device_empty,
    device_view,
    grid,
    on_device,
    over_rows,
)
from suitwise.foundation.arrays.lazy_numpy import NDArray, np

# --- The processor --------------------------------------------------------------------------------


def available_cores() -> int:
    """Return the number of cores that this process may use.

    >>> available_cores() >= 1
    True
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def machine_line() -> str:
    """Return a line with the processor and the versions, to print with measured times."""
    from importlib.metadata import version  # slow to import and rarely needed

    packages = ", ".join(f"{name} {version(name)}" for name in ("numpy", "numba"))
    return (
        f"{_processor()}, {available_cores()} cores, {platform.system()}; "
        f"Python {platform.python_version()}, {packages}, suitwise {version('suitwise')}"
    )


def _processor() -> str:
    try:
        model = re.search(r"model name\s*:\s*(.+)", Path("/proc/cpuinfo").read_text())
    except OSError:
        model = None
    return model.group(1).strip() if model else platform.processor() or platform.machine()


# --- Work on threads, in order --------------------------------------------------------------------

T = TypeVar("T")
R = TypeVar("R")

_AHEAD = 3
"""The pieces per thread that are started before the first result is used."""


def in_order(task: Callable[[T], R], pieces: Iterable[T], threads: int) -> Iterator[R]:
    """Yield ``task(piece)`` for every piece, in order, while threads work on later pieces.

    With one thread, the caller's own thread does the work. Compiled rules release the interpreter lock,
    so threads that run them use several cores.

    >>> list(in_order(str, range(5), threads=2))
    ['0', '1', '2', '3', '4']
    """
    if threads <= 1:
        yield from map(task, pieces)
        return
    from concurrent.futures import Future, ThreadPoolExecutor  # most calls need no second thread

    waiting: deque[Future[R]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            for piece in pieces:
                waiting.append(pool.submit(task, piece))
                if len(waiting) >= _AHEAD * threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


# --- Rows -----------------------------------------------------------------------------------------

Rows: TypeAlias = Any
"""A NumPy array or an array on a GPU."""

POLICIES = ("random", "rules")
"""The policies of a side in batches of games."""
PIECE = 20_000
"""The default number of rows that a thread handles at a time."""
MOST_THREADS = 1 << 10
MOST_NUMBERS = 1 << 30
"""The number of the first row of a batch is below this."""


def spread(function: Any, given: Any, answer: Rows, threads: int, piece_size: int = PIECE) -> None:
    """Run a row rule for every row of ``answer``: on the GPU if the array is there, else on threads.

    Raises:
        SuitwiseError: the number of threads is negative or too large.
    """
    if on_device(answer):
        grid(function)(given, answer)
        return

    def work(piece: range) -> None:
        over_rows(function)(given, answer, piece.start, piece.stop)

    for _ in in_order(work, pieces(len(answer), piece_size), cores(threads)):
        pass


def cores(threads: int) -> int:
    """Return the number of threads to start; 0 threads means one per core.

    Raises:
        SuitwiseError: the number is negative or too large.
    """
    return whole_input(threads, "threads are", most=MOST_THREADS) or available_cores()


def pieces(count: int, size: int = PIECE) -> Iterator[range]:
    """Split the numbers of ``count`` rows into ranges, one for each call of a compiled loop."""
    for start in range(0, count, size):
        yield range(start, min(start + size, count))


def beside(rows: Rows, shape: tuple[int, ...], dtype: Any) -> Rows:
    """Return a new array, not initialized, on the same device as some rows."""
    return device_empty(shape, dtype) if on_device(rows) else np.empty(shape, dtype)


def is_gpu(device: str) -> bool:
    """Return whether a device is a GPU.

    Raises:
        SuitwiseError: there is no such device.

    >>> is_gpu("cuda"), is_gpu("cpu")
    (True, False)
    """
    if device not in ("cpu", "cuda"):
        raise SuitwiseError(f"the device is 'cpu' or 'cuda', not {device!r}")
    return device == "cuda"


# --- Checks of arguments --------------------------------------------------------------------------


def as_array(values: Any) -> Any:
    """Return a GPU array unchanged and anything else as a NumPy array.

    Raises:
        SuitwiseError: the rows differ in length.
    """
    return device_view(values) if on_device(values) else as_numpy(values)


def as_numpy(values: Any) -> NDArray[Any]:
    """Return values as a NumPy array.

    Raises:
        SuitwiseError: the rows differ in length.
    """
    try:
        return np.asarray(values)
    except ValueError:
        raise SuitwiseError("an array has rows of the same length") from None


def cycle(values: Any, most: int, what: str) -> NDArray[np.int64]:
    """Check one value or several, which the rows of a batch take in turn, and return them as an array.

    Args:
        values: a value or an iterable of values, from 0 to ``most``.
        most: the largest value.
        what: the beginning of an error message, such as "a pip is".

    Raises:
        SuitwiseError: a value is out of range, or there is none.

    >>> cycle(range(3), 5, "a pip is").tolist()
    [0, 1, 2]
    """
    listed = list(values) if isinstance(values, Iterable) else [values]
    if not listed:
        raise SuitwiseError(f"{what} a number from 0 to {most}, and there is one at least")
    return np.array([whole_input(value, what, most=most) for value in listed], np.int64)


def as_first(first: int) -> int:
    """Check the number of a batch's first row; a row's number selects its random stream."""
    return whole_input(first, "the number of the first row is", most=MOST_NUMBERS - 1)


def rule_based_sides(policies: tuple[str, str]) -> int:
    """Return the sides with the rule-based policy as bits 0 and 1.

    Raises:
        SuitwiseError: there are not two policies, or one is unknown.

    >>> rule_based_sides(("random", "rules"))
    2
    """
    if len(policies) != 2 or not all(policy in POLICIES for policy in policies):
        raise SuitwiseError(f"each of two sides plays by one of {', '.join(POLICIES)}")
    return sum(POLICIES.index(policy) << side for side, policy in enumerate(policies))
