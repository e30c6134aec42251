"""Arrays of positions: where they lie, what is refused, how work on them is spread; see ``batch``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import index
from typing import TYPE_CHECKING, Any, TypeAlias

from suitwise.compiled import device_copy, device_empty, device_view, grid, on_device, over_rows
from suitwise.cores import available_cores
from suitwise.errors import IllegalMove, IllegalPosition, SuitwiseError
from suitwise.parallel import in_order
from suitwise.texas42.dominoes import N_DOMINOES, Domino
from suitwise.texas42.packed import is_sound, unpacked

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

States: TypeAlias = Any
"""Positions: int64 (n, 2), of NumPy or on a GPU."""
Answers: TypeAlias = Any
"""An array that lies where the positions do."""

POLICIES = ("random", "rules")
"""How a side may play."""
PIECE = 20_000
"""A thread is given so many rows at a time."""
MOST_THREADS = 1 << 10
MOST_NUMBERS = 1 << 30
"""Rows of positions begin at a number below this."""


# --- Work --------------------------------------------------------------------------------------------


def spread(function: Any, given: Any, answer: Any, threads: int) -> None:
    """Do a rule for every row of an answer: on the GPU if that lies there, else on many cores."""
    if on_device(answer):
        grid(function)(given, answer)
        return

    def work(piece: range) -> None:
        over_rows(function)(given, answer, piece.start, piece.stop)

    for _ in in_order(work, pieces(len(answer)), cores(threads)):
        pass


def cores(threads: int) -> int:
    """Return how many threads to start.

    Raises:
        SuitwiseError: they are too many, or fewer than none.
    """
    return whole(threads, MOST_THREADS, "threads are") or available_cores()


def pieces(count: int) -> Iterator[range]:
    """Cut so many rows into what a thread is given at a time."""
    for start in range(0, count, PIECE):
        yield range(start, min(start + PIECE, count))


def beside(states: States, shape: tuple[int, ...], dtype: Any) -> Answers:
    """Return an array to be filled, where the states lie."""
    import numpy as np

    return device_empty(shape, dtype) if on_device(states) else np.empty(shape, dtype)


def near(states: States, values: NDArray[np.int64]) -> Answers:
    """Return values where the states lie."""
    return device_copy(values) if on_device(states) else values


# --- Refusals ----------------------------------------------------------------------------------------


def checked(states: States) -> States:
    """Return an array as the rules take it."""
    import numpy as np

    given = as_array(states)
    if given.ndim != 2 or given.shape[1] != 2 or given.dtype != np.int64:
        raise IllegalPosition(
            f"positions are an int64 array (n, 2), not {given.dtype} {given.shape}"
        )
    return given if on_device(given) else np.ascontiguousarray(given)


def checked_plays(dominoes: Answers, states: States) -> Answers:
    """Return dominoes to be played in positions as the rules take them, where the positions lie."""
    import numpy as np

    chosen = as_array(dominoes)
    if chosen.shape != states.shape[:1] or np.dtype(chosen.dtype).kind not in "iu":
        raise IllegalMove(
            f"dominoes are integers, one a position, not {chosen.dtype} {chosen.shape}"
        )
    if on_device(chosen):
        if not on_device(states):
            raise SuitwiseError("the dominoes lie on the GPU, and the positions do not")
        return chosen
    return near(states, np.ascontiguousarray(chosen, np.int64))


def as_array(values: Any) -> Any:
    """Return an array that lies on a GPU as it is, anything else as one of NumPy."""
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


def refuse_bad(states: States, answer: Any) -> None:
    """Refuse the first row of answers that says that it is no position."""
    import numpy as np

    if on_device(states):
        return
    first = answer if answer.ndim == 1 else answer[:, 0]
    for row in np.flatnonzero(first < 0)[:1]:
        raise IllegalPosition(f"row {row}: {states[row].tolist()} is no packed position")


def refuse_step(state: NDArray[np.int64], domino: int, row: int) -> None:
    """Say why a domino could not be played."""
    where, rest = map(int, state)
    if not is_sound(where, rest):
        raise IllegalPosition(f"row {row}: {state.tolist()} is no packed position")
    if not 0 <= domino < N_DOMINOES:
        raise IllegalMove(f"row {row}: {domino} is no domino")
    raise IllegalMove(f"row {row}: {unpacked(where, rest).why_not(Domino(domino))}")


def cycle(values: Any, most: int, what: str) -> NDArray[np.int64]:
    """Return a value, or several that are taken in turn; ``what`` as for ``whole``."""
    import numpy as np

    listed = list(values) if isinstance(values, Iterable) else [values]
    if not listed:
        raise SuitwiseError(f"{what} a number from 0 to {most}, and there is one at least")
    return np.array([whole(value, most, what) for value in listed], np.int64)


def whole(value: Any, most: int, what: str, least: int = 0) -> int:
    """Return a whole number.

    Raises:
        SuitwiseError: it is out of range, or none; ``what`` begins the sentence.

    >>> whole(5, 6, "a pip is")
    5
    """
    try:
        number = int(index(value))
    except TypeError:
        raise SuitwiseError(f"{what} a whole number, not {ascii(value)[:24]}") from None
    if not least <= number <= most:
        raise SuitwiseError(f"{what} a number from {least} to {most}, not {number}")
    return number


def as_first(first: int) -> int:
    """Return the number of the first row of an array, which tells its random numbers from others'."""
    return whole(first, MOST_NUMBERS - 1, "the number of the first position is")


def ruled_sides(policies: tuple[str, str]) -> int:
    """Return the sides that play by the rules, two bits."""
    if len(policies) != 2 or not all(policy in POLICIES for policy in policies):
        raise SuitwiseError(f"each of two sides plays by one of {', '.join(POLICIES)}")
    return sum(POLICIES.index(policy) << of_side for of_side, policy in enumerate(policies))
