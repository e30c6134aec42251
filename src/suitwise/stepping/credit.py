"""What each decision earned where one learner has several seats: in self-play, or as partners.

A step tells what the seat that moved last has got; the others made their last decisions some steps
before. Here every seat's return is brought to that seat's own last decision, as if each had an
environment to itself.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.late_numpy import NDArray, np


class Credit(NamedTuple):
    """What came of decisions.

    Args:
        rewards: float64 (steps, n), the deciding seat's return at its last decision of a game, else 0.
        last: bool (steps, n), whether a decision was its seat's last in a game.
    """

    rewards: NDArray[np.float64]
    last: NDArray[np.bool_]


def credited(
    seats: NDArray[np.int64],
    ended: NDArray[np.bool_],
    returns: NDArray[np.float64],
    decides: NDArray[np.bool_] | None = None,
) -> Credit:
    """Bring what the seats got from games to their own last decisions in them.

    A decision before the first of these steps gets nothing: who cuts a run of steps in pieces keeps the
    last steps of a piece for the next.

    Args:
        seats: integers (steps, n), the seat that decided in each step: ``infos["seat"]`` before it.
        ended: bool (steps, n), whether the game ended in the step.
        returns: float64 (steps, n, seats), what all seats got from the games that ended.
        decides: bool (steps, n), the steps whose action counted; all where left out. Where games begin
            anew in the next step, that step decides nothing.

    Raises:
        SuitwiseError: the arrays are not of the same steps and games.

    >>> seats = np.array([[0], [1], [0], [1]])
    >>> ended = np.array([[False], [False], [True], [False]])
    >>> returns = np.zeros((4, 1, 2))
    >>> returns[2, 0] = 5, -5
    >>> gained = credited(seats, ended, returns)
    >>> gained.rewards.ravel().tolist(), gained.last.ravel().tolist()
    ([0.0, -5.0, 5.0, 0.0], [False, True, True, False])
    """
    counts = np.ones(seats.shape, bool) if decides is None else decides
    shapes: list[Any] = [seats.shape, ended.shape, returns.shape[:2], counts.shape]
    if seats.ndim != 2 or returns.ndim != 3 or len(set(shapes)) > 1:
        raise SuitwiseError(
            f"seats, ended and decides are (steps, n) and returns (steps, n, seats), "
            f"not {seats.shape}, {ended.shape}, {counts.shape} and {returns.shape}"
        )
    rewards, last = np.zeros(seats.shape), np.zeros(seats.shape, bool)
    rows = np.arange(seats.shape[1])
    due = np.zeros((seats.shape[1], returns.shape[2]))
    waits = np.zeros(due.shape, bool)
    for step in reversed(range(len(seats))):
        due[ended[step]], waits[ended[step]] = returns[step, ended[step]], True
        mine = rows, seats[step]
        last[step] = waits[mine] & counts[step]
        rewards[step] = np.where(last[step], due[mine], 0.0)
        waits[mine] &= ~last[step]
    return Credit(rewards, last)
