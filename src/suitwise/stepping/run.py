"""The numbers of a run: who learns, how the others move, when games begin anew (``stepping.loop``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, SupportsIndex, TypeAlias, TypeGuard, cast

from suitwise.arguments import whole_input
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.arrays.rows import MOST_NUMBERS
from suitwise.seeds import as_seed
from suitwise.stepping.loop import ANY_SEAT, AUTORESETS, LEARNER, SELF, WAYS, Batch

Autoreset: TypeAlias = Literal["next", "same", "none"]


def numbers_of_run(
    batch: Batch, seat: Any, others: Any, autoreset: str, longest: int, stride: int
) -> tuple[int, ...]:
    """Return the numbers of a run, in the order that ``stepping.loop`` names.

    Args:
        batch: the game.
        seat: the learner's seat, several, or ``any``.
        others: how the other seats move: a policy for all, or one for each from the learner's first seat
            on.
        autoreset: when games begin anew.
        longest: the learner's moves after which a game is cut off; 0 for never.
        stride: from one game of a row to the next.

    Raises:
        SuitwiseError: there is no such seat, policy or way, or a number is out of range.

    >>> from suitwise.rummy.gin.game import Gin
    >>> from suitwise.rummy.gin.arrays import batch_of
    >>> numbers_of_run(batch_of(Gin()), 1, "greedy", "same", 0, 64)
    (1, 1, 0, 64, -1, 1)
    """
    if autoreset not in AUTORESETS:
        raise SuitwiseError(f"autoreset is one of {', '.join(AUTORESETS)}")
    learners = _learners(batch, seat)
    longest = whole_input(longest, MOST_NUMBERS, "the learner's moves are")
    run = learners[0], AUTORESETS.index(autoreset), longest, stride
    return (*run, *_ways(batch, learners, others))


def learners_of(batch: Batch, run: tuple[int, ...]) -> tuple[int, ...]:
    """Return the learner's seats by the numbers of a run; where it has any in turn, in the first game.

    >>> from suitwise.rummy.gin.game import Gin
    >>> from suitwise.rummy.gin.arrays import batch_of
    >>> gin = batch_of(Gin())
    >>> learners_of(gin, numbers_of_run(gin, 1, "self", "same", 0, 64))
    (0, 1)
    """
    seats, first = batch.options[0], 0 if run[LEARNER] == ANY_SEAT else run[LEARNER]
    own = ((first + place) % seats for place, way in enumerate(run[WAYS:]) if way == SELF)
    return tuple(sorted(own))


def seeds_of_rows(seed: int | Sequence[int | None], count: int) -> list[tuple[int | None, int]]:
    """Return for each row its seed, and the number of the game of it that it begins with.

    Args:
        seed: one for all, of which row r begins with game r, or one for each, which begins with game 0;
            None for a row that goes on.
        count: how many rows there are.

    Raises:
        SuitwiseError: there is not one for each row, or one is out of range.

    >>> seeds_of_rows(7, 2), seeds_of_rows([7, None], 2)
    ([(7, 0), (7, 1)], [(7, 0), (None, 0)])
    """
    if not is_list(seed):
        return [(as_seed(cast(int, seed)), row) for row in range(count)]
    if len(seed) != count:
        raise SuitwiseError(
            f"a list of seeds has one for each of the {count} games, not {len(seed)}"
        )
    return [(None if one is None else as_seed(one), 0) for one in seed]


def is_list(seed: int | Sequence[int | None]) -> TypeGuard[Sequence[int | None]]:
    """Tell whether seeds are given one for each row.

    >>> is_list([7, None]), is_list(np.array([7])), is_list(7), is_list(np.int64(7))
    (True, True, False, False)
    """
    return isinstance(seed, np.ndarray) or not isinstance(seed, SupportsIndex)


def stride_of(is_own: NDArray[np.bool_]) -> int:
    """Return how far it is from one game of a row to the next.

    Rows of one seed share its games, so that each takes every so-manieth. Where all have seeds of
    their own each takes every game of its seed, as it does alone.

    Args:
        is_own: bool (n,), for each row whether it was begun by a seed of its own.

    >>> stride_of(np.array([True, True])), stride_of(np.array([True, False]))
    (1, 2)
    """
    return 1 if is_own.all() else len(is_own)


def _learners(batch: Batch, seat: Any) -> tuple[int, ...]:
    """Return the learner's seats, or ``ANY_SEAT`` alone."""
    if isinstance(seat, str) and seat == "any":
        return (ANY_SEAT,)
    last = batch.options[0] - 1
    if not isinstance(seat, list | tuple):
        return (whole_input(seat, last, "a seat is"),)
    learners = tuple(whole_input(one, last, "a seat is") for one in seat)
    if not learners or len(set(learners)) < len(learners):
        raise SuitwiseError(f"the learner's seats are one or more, each named once, not {seat!r}")
    return learners


def _ways(batch: Batch, learners: tuple[int, ...], others: Any) -> list[int]:
    """Return how each seat moves, from the learner's first on."""
    numbers = {name: number for number, name in enumerate(batch.policies)} | {"self": SELF}
    seats = batch.options[0]
    own = {(one - learners[0]) % seats for one in learners}
    left = [place for place in range(seats) if place not in own]
    is_list = isinstance(others, Sequence) and not isinstance(others, str)
    for name in others if is_list else [others]:
        if not isinstance(name, str) or name not in numbers:
            raise SuitwiseError(
                f"the others move by one of {', '.join(numbers)}, not {str(name)[:24]!r}"
            )
    named = list(others) if is_list else [others] * len(left)
    if len(named) != len(left):
        raise SuitwiseError(
            f"{batch.game}: of the other seats there are {len(left)}, and {len(named)} are named"
        )
    ways = [SELF] * seats
    for place, name in zip(left, named, strict=True):
        ways[place] = numbers[name]
    return ways
