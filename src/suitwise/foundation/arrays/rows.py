"""Work on arrays of rows: what is refused, how it is spread over cores or a GPU."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import index
from typing import TYPE_CHECKING, Any, TypeAlias

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import (
    device_copy,
    device_empty,
    device_view,
    grid,
    on_device,
    over_rows,
)
from suitwise.foundation.arrays.cores import available_cores
from suitwise.foundation.arrays.parallel import in_order

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Rows: TypeAlias = Any
"""An array of NumPy, or one on a GPU."""

POLICIES = ("random", "rules")
"""How a side may play."""
PIECE = 20_000
"""A thread is given so many rows at a time, unless told otherwise."""
MOST_THREADS = 1 << 10
MOST_NUMBERS = 1 << 30
"""Rows begin at a number below this."""


# --- Work -----------------------------------------------------------------------------------------


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
    return whole(threads, MOST_THREADS, "threads are") or available_cores()


def pieces(count: int, size: int = PIECE) -> Iterator[range]:
    """Cut so many rows into what a thread is given at a time."""
    for start in range(0, count, size):
        yield range(start, min(start + size, count))


def beside(rows: Rows, shape: tuple[int, ...], dtype: Any) -> Rows:
    """Return an array to be filled, where some rows lie."""
    import numpy as np

    return device_empty(shape, dtype) if on_device(rows) else np.empty(shape, dtype)


def is_gpu(device: str) -> bool:
    """Tell whether a device is a GPU.

    Raises:
        SuitwiseError: there is no such device.

    >>> is_gpu("cuda"), is_gpu("cpu")
    (True, False)
    """
    if device not in ("cpu", "cuda"):
        raise SuitwiseError(f"the device is 'cpu' or 'cuda', not {device!r}")
    return device == "cuda"


def near(rows: Rows, values: NDArray[np.int64]) -> Rows:
    """Return values where some rows lie."""
    return device_copy(values) if on_device(rows) else values


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
    import numpy as np

    try:
        return np.asarray(values)
    except ValueError:
        raise SuitwiseError("an array has rows of the same length") from None


def cycle(values: Any, most: int, what: str) -> NDArray[np.int64]:
    """Return a value, or several that are taken in turn; ``what`` as for ``whole``.

    Raises:
        SuitwiseError: one is out of range, or there is none.

    >>> cycle(range(3), 5, "a pip is").tolist()
    [0, 1, 2]
    """
    import numpy as np

    listed = list(values) if isinstance(values, Iterable) else [values]
    if not listed:
        raise SuitwiseError(f"{what} a number from 0 to {most}, and there is one at least")
    return np.array([whole(value, most, what) for value in listed], np.int64)


def whole(value: Any, most: int, what: str, least: int = 0) -> int:
    """Return a whole number that may come from a learner or a file, where a wrong kind is wrong input.

    So it is told as such, and a truth value is refused; what a program is given is
    ``arguments.whole``.

    Raises:
        SuitwiseError: it is out of range, or none; ``what`` begins the sentence.

    >>> whole(5, 6, "a pip is")
    5
    """
    try:
        if type(value).__name__ == "bool":  # Python's, or NumPy's, which 2.0 takes for an index
            raise TypeError
        number = int(index(value))
    except TypeError:
        raise SuitwiseError(f"{what} a whole number, not {repr(value)[:24]}") from None
    if not least <= number <= most:
        raise SuitwiseError(f"{what} a number from {least} to {most}, not {number}")
    return number


def as_first(first: int) -> int:
    """Return the number of the first row of an array, which tells its random numbers from others'."""
    return whole(first, MOST_NUMBERS - 1, "the number of the first row is")


def ruled_sides(policies: tuple[str, str]) -> int:
    """Return the sides that play by the rules, two bits.

    Raises:
        SuitwiseError: they are not two, or one is unknown.

    >>> ruled_sides(("random", "rules"))
    2
    """
    if len(policies) != 2 or not all(policy in POLICIES for policy in policies):
        raise SuitwiseError(f"each of two sides plays by one of {', '.join(POLICIES)}")
    return sum(POLICIES.index(policy) << side for side, policy in enumerate(policies))
