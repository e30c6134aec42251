"""What marks are worth to a side: in a single hand themselves, in a match the chance to win it."""

from __future__ import annotations

from suitwise.foundation.seating import side
from suitwise.texas42.rules.auction import MOST_MARKS
from suitwise.texas42.solve.match_chance import match_chance
from suitwise.texas42.state import Texas42State


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
        match_chance(ours - max(marks, 0), theirs - max(-marks, 0))
        for marks in range(-MOST_MARKS, MOST_MARKS + 1)
    ]
