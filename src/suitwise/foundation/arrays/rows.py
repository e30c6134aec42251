"""Work on arrays of rows: the checks of arguments, and the work spread over cores or a GPU."""

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
    """Return how many cores this process may use.

    >>> available_cores() >= 1
    True
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def machine_line() -> str:
    """Return the machine and the versions that figures were measured with."""
    from importlib.metadata import version  # slow to import, and seldom needed

    packages = ", ".join(f"{name} {version(name)}" for name in ("numpy", "numba"))
    return (
        f"{_processor()}, {available_cores()} cores, {platform.system()}; "
        f"Python {platform.python_version()}, {packages}, suitwise {version('suitwise')}"
    )


def _processor() -> str:
    try:
        found = re.search(r"model name\s*:\s*(.+)", Path("/proc/cpuinfo").read_text())
    except OSError:
        found = None
    return found.group(1).strip() if found else platform.processor() or platform.machine()


# --- Work on threads, in order --------------------------------------------------------------------

T = TypeVar("T")
R = TypeVar("R")

_AHEAD = 3


def in_order(task: Callable[[T], R], pieces: Iterable[T], threads: int) -> Iterator[R]:
    """Yield ``task(piece)`` for every piece, in order, while threads work a little ahead.

    With one thread nothing runs beside the caller. Compiled rules let go of the interpreter, so
    threads that run them use as many cores.

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
"""An array of NumPy, or one on a GPU."""

POLICIES = ("random", "rules")
"""The policies of a side."""
PIECE = 20_000
"""The default number of rows given to a thread at a time."""
MOST_THREADS = 1 << 10
MOST_NUMBERS = 1 << 30
"""Rows begin at a number below this."""


def spread(function: Any, given: Any, answer: Rows, threads: int, piece_size: int = PIECE) -> None:
    """Do a rule for every row of an answer: on the GPU if that lies there, else on many cores.

    Raises:
        SuitwiseError: the threads are too many, or fewer than none.
    """
    if on_device(answer):
        grid(function)(given, answer)
        return

    def work(piece: range) -> None:
        over_rows(function)(given, answer, piece.start, piece.stop)

    for _ in in_order(work, pieces(len(answer), piece_size), cores(threads)):
        pass


def cores(threads: int) -> int:
    """Return how many threads to start.

    Raises:
        SuitwiseError: they are too many, or fewer than none.
    """
    return whole_input(threads, MOST_THREADS, "threads are") or available_cores()


def pieces(count: int, size: int = PIECE) -> Iterator[range]:
    """Yield the numbers of ``count`` rows in the pieces that a thread is given at a time."""
    for start in range(0, count, size):
        yield range(start, min(start + size, count))


def beside(rows: Rows, shape: tuple[int, ...], dtype: Any) -> Rows:
    """Return an array to be filled, where some rows lie."""
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


# --- Refusals -------------------------------------------------------------------------------------


def as_array(values: Any) -> Any:
    """Return an array that lies on a GPU as it is, anything else as one of NumPy.

    Raises:
        SuitwiseError: the rows are not all of one length.
    """
    return device_view(values) if on_device(values) else as_numpy(values)


def as_numpy(values: Any) -> NDArray[Any]:
    """Return an array of NumPy.

    Raises:
        SuitwiseError: the rows are not all of one length.
    """
    try:
        return np.asarray(values)
    except ValueError:
        raise SuitwiseError("an array has rows of the same length") from None


def cycle(values: Any, most: int, what: str) -> NDArray[np.int64]:
    """Return a value, or several that are taken in turn; ``what`` as for ``whole``.

    Raises:
        SuitwiseError: one is out of range, or no value is given.

    >>> cycle(range(3), 5, "a pip is").tolist()
    [0, 1, 2]
    """
    listed = list(values) if isinstance(values, Iterable) else [values]
    if not listed:
        raise SuitwiseError(f"{what} a number from 0 to {most}, and there is one at least")
    return np.array([whole_input(value, most, what) for value in listed], np.int64)


def as_first(first: int) -> int:
    """Return the number of the first row of an array, which tells its random numbers from others'."""
    return whole_input(first, MOST_NUMBERS - 1, "the number of the first row is")


def rule_based_sides(policies: tuple[str, str]) -> int:
    """Return the sides whose policy is the rule-based one, two bits.

    Raises:
        SuitwiseError: they are not two, or one is unknown.

    >>> rule_based_sides(("random", "rules"))
    2
    """
    if len(policies) != 2 or not all(policy in POLICIES for policy in policies):
        raise SuitwiseError(f"each of two sides plays by one of {', '.join(POLICIES)}")
    return sum(POLICIES.index(policy) << side for side, policy in enumerate(policies))
