"""What marks are worth to a side: in a single hand themselves, in a match the chance to win it."""

from __future__ import annotations

from functools import lru_cache

from suitwise.foundation.seating import side
from suitwise.texas42.rules.auction import MOST_MARKS
from suitwise.texas42.state import Texas42State


@lru_cache(maxsize=1 << 12)
def chance(own: int, others: int) -> float:
    """Return the chance to win a match where a side needs ``own`` marks and the other ``others``.

    Each hand from then on is for one mark and as likely won as lost.

    >>> chance(1, 1), chance(1, 2), chance(2, 1), chance(0, 3)
    (0.5, 0.75, 0.25, 1.0)
    """
    if own <= 0 or others <= 0:
        return float(own <= 0)
    return (chance(own - 1, others) + chance(own, others - 1)) / 2


def worth_of_marks(state: Texas42State) -> list[float]:
    """Return what -7 to 7 marks are worth to the side on turn, at the score of a match of marks.

    In a single hand, and in the game of points, they are worth themselves.

    >>> from suitwise.texas42.game import Texas42
    >>> state, _ = Texas42().start().rolled(1, 0)
    >>> worth_of_marks(state)[MOST_MARKS]
    0.5
    """
    game, own = state.variant, side(state.turn)
    if game.match != "marks":
        return [float(marks) for marks in range(-MOST_MARKS, MOST_MARKS + 1)]
    ours, theirs = game.target - state.totals[own], game.target - state.totals[1 - own]
    return [
        chance(ours - max(marks, 0), theirs - max(-marks, 0))
        for marks in range(-MOST_MARKS, MOST_MARKS + 1)
    ]
