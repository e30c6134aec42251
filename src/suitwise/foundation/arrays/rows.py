"""Common parts of batch functions, which run a compiled rule over every row of an array.

A *batch* is a NumPy or GPU array with one game, hand or deal per row. ``spread`` runs a rule over its
rows, on a GPU or on threads. The first section describes the machine; the last checks arguments of batch
functions.
"""

from __future__ import annotations

import os
import platform
import re
from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from math import prod
from pathlib import Path
from threading import Thread
from typing import Any, TypeAlias, TypeVar

from suitwise.arguments import whole_input
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import over_rows
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
    from importlib.util import find_spec

    names = [name for name in ("numpy", "numba") if find_spec(name)]
    packages = ", ".join(f"{name} {version(name)}" for name in names)
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


# --- Work on threads ------------------------------------------------------------------------------

T = TypeVar("T")
R = TypeVar("R")

_QUEUED_PER_THREAD = 3
"""The most unfinished or unread pieces per thread, so that no thread waits and memory stays bounded."""


def in_order(task: Callable[[T], R], pieces: Iterable[T], threads: int) -> Iterator[R]:
    """Yield ``task(piece)`` for every piece, in the order of the pieces, computed on several threads.

    With one thread, the caller's own thread does the work. Compiled rules release the interpreter lock,
    so threads that run them use several cores.

    >>> list(in_order(str, range(5), threads=2))
    ['0', '1', '2', '3', '4']
    """
    if threads <= 1:
        yield from map(task, pieces)
        return
    from concurrent.futures import Future, ThreadPoolExecutor  # most calls need no second thread

    queued: deque[Future[R]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            for piece in pieces:
                queued.append(pool.submit(task, piece))
                if len(queued) >= _QUEUED_PER_THREAD * threads:
                    yield queued.popleft().result()
            while queued:
                yield queued.popleft().result()
        finally:  # a task has failed, or the caller stops early
            for future in queued:
                future.cancel()


def on_threads(task: Callable[[T], object], pieces: Iterable[T], threads: int) -> None:
    """Do a task for every piece on several threads, of which the caller's own is one.

    It is for tasks that fill arrays: nothing is returned, and less is imported than by ``in_order``.
    After an error no further piece is begun, and the error is raised when all threads have ended.

    >>> squares = [0] * 5
    >>> on_threads(lambda at: squares.__setitem__(at, at * at), range(5), threads=2)
    >>> squares
    [0, 1, 4, 9, 16]
    """
    listed = [*pieces]
    left = iter(listed)
    failures: list[BaseException] = []
    others: list[Thread] = []

    def work() -> None:
        try:
            for piece in left:
                if failures:
                    return
                task(piece)
        except BaseException as failure:  # of any kind: the caller raises it
            failures.append(failure)

    try:
        for _ in range(min(threads, len(listed)) - 1):
            thread = Thread(target=work)
            thread.start()
            others.append(thread)
        work()
    except BaseException as failure:  # no thread could be started, or Ctrl-C
        failures.append(failure)
    for thread in others:
        thread.join()
    if failures:
        raise failures[0]


# --- Rows -----------------------------------------------------------------------------------------

Rows: TypeAlias = Any
"""A NumPy array or an array on a GPU."""

POLICIES = ("random", "rules")
"""The policies of a side in batches of games: random legal moves, or the rule-based player."""
ROWS_PER_PIECE = 20_000
"""The default number of rows in a piece, the work that a thread takes at a time."""
MOST_THREADS = 1 << 10
MOST_NUMBERS = 1 << 30
"""The count of row numbers, which run from 0; also the most moves of a training episode."""


Integers: TypeAlias = "array[int]"
"""Numbers of 64 bits in one row; answers to text need no NumPy."""


def zeros(*shape: int) -> Any:
    """Return zeros of 64 bits that rules read and write like an array, without NumPy.

    Args:
        shape: the lengths of the axes, each at least 1.

    >>> table = zeros(2, 3)
    >>> table[1, 2] = 7
    >>> table.tolist()
    [[0, 0, 0], [0, 0, 7]]
    """
    return memoryview(bytearray(8 * prod(shape))).cast("q", shape)


def integers(numbers: Iterable[int]) -> memoryview:
    """Return numbers of 64 bits that rules read like an array, without NumPy; there may be none.

    Machine code takes aligned memory alone, which an ``array`` of no numbers does not have.

    >>> integers(range(3)).tolist(), integers([]).tolist()
    ([0, 1, 2], [])
    """
    return memoryview(array("q", [*numbers, 0]))[:-1]


def as_integers(numbers: Integers | memoryview) -> NDArray[np.int64]:
    """Return numbers of 64 bits as a NumPy array of the same shape over the same memory.

    >>> as_integers(array("q", [3, 4]))
    array([3, 4])
    """
    return np.asarray(numbers).view(np.int64)


def on_device(array: object) -> bool:
    """Return whether an array is in GPU memory, from any library; the simulator's arrays count too.

    >>> on_device([1, 2])
    False
    """
    return hasattr(array, "__cuda_array_interface__") or hasattr(array, "__cuda_ndarray__")


def spread(function: Any, given: Any, answer: Rows, threads: int) -> None:
    """Run a row rule for every row of ``answer``: on the GPU if the array is there, else on threads.

    Args:
        function: the rule. ``function(i, given, answer)`` computes row i of ``answer``.
        given: the rule's input: an array, or a tuple of arrays and numbers.
        answer: the output array, filled in place.
        threads: the number of threads; 0 for one per core. The GPU ignores it.

    Raises:
        SuitwiseError: the number of threads is negative or too large.
    """
    if on_device(answer):
        from suitwise.foundation.arrays.cuda import grid

        grid(function)(given, answer)
        return

    def work(rows: range) -> None:
        over_rows(function)(given, answer, rows.start, rows.stop)

    on_threads(work, row_ranges(len(answer)), cores(threads))


def cores(threads: int) -> int:
    """Return the number of threads to start; 0 threads means one per core.

    Raises:
        SuitwiseError: the number is negative or too large.
    """
    return whole_input(threads, "threads are", most=MOST_THREADS) or available_cores()


def row_ranges(count: int, size: int = ROWS_PER_PIECE) -> Iterator[range]:
    """Split the row numbers below ``count`` into ranges of ``size`` rows, the last perhaps shorter.

    >>> list(row_ranges(5, 2))
    [range(0, 2), range(2, 4), range(4, 5)]
    """
    for start in range(0, count, size):
        yield range(start, min(start + size, count))


def empty_on_same_device(array: Rows, shape: tuple[int, ...], dtype: Any) -> Rows:
    """Return a new uninitialized array on the device that holds ``array``."""
    if not on_device(array):
        return np.empty(shape, dtype)
    from suitwise.foundation.arrays.cuda import device_empty

    return device_empty(shape, dtype)


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
    """Return values as an array that compiled rules accept: on the GPU if they are there, else in NumPy.

    A GPU array of any library is not copied.

    Raises:
        SuitwiseError: the rows differ in length.
    """
    if not on_device(values):
        return as_numpy(values)
    from suitwise.foundation.arrays.cuda import device_view

    return device_view(values)


LINE = 64
"""The bytes of a line of the processor's cache."""


def aligned(shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
    """Return an array, not filled, at a line of the cache; JAX takes no other array without a copy.

    >>> aligned((3, 5), np.float32).ctypes.data % LINE
    0
    """
    size = prod(shape) * np.dtype(dtype).itemsize
    whole: NDArray[np.uint8] = np.empty(size + LINE, np.uint8)
    first = -whole.ctypes.data % LINE
    rows: NDArray[Any] = whole[first : first + size].view(dtype).reshape(shape)
    return rows


def as_numpy(values: Any) -> NDArray[Any]:
    """Return values as a NumPy array.

    Raises:
        SuitwiseError: the rows differ in length.
    """
    try:
        return np.asarray(values)
    except ValueError:
        raise SuitwiseError("an array has rows of the same length") from None


def checked_values(values: Any, most: int, what: str) -> NDArray[np.int64]:
    """Check an option that is one whole number or several, and return its values as an array.

    The row with number n takes value n modulo the count of values.

    Args:
        values: a value or an iterable of values, each from 0 to ``most``.
        most: the largest value.
        what: the subject and verb of an error message, such as "a pip is".

    Raises:
        SuitwiseError: a value is out of range, or there is none.

    >>> checked_values(range(3), 5, "a pip is").tolist()
    [0, 1, 2]
    """
    listed = list(values) if isinstance(values, Iterable) else [values]
    if not listed:
        raise SuitwiseError(f"{what} a number from 0 to {most}, and there is one at least")
    return np.array([whole_input(value, what, most=most) for value in listed], np.int64)


def as_first(first: int) -> int:
    """Check the number of a batch's first row. The number of a row selects its random stream."""
    return whole_input(first, "the number of the first row is", most=MOST_NUMBERS - 1)


def rule_based_sides(policies: tuple[str, str]) -> int:
    """Return a number in which bit i tells whether side i, 0 or 1, has the rule-based policy.

    Raises:
        SuitwiseError: there are not two policies, or one is unknown.

    >>> rule_based_sides(("random", "rules"))
    2
    """
    if len(policies) != 2 or not all(policy in POLICIES for policy in policies):
        raise SuitwiseError(f"each of two sides plays by one of {', '.join(POLICIES)}")
    return sum((policy == "rules") << side for side, policy in enumerate(policies))
