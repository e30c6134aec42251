"""The player of Indian rummy that drops hands on which more is lost on average than a drop costs.

It plays as the rule-based player, but takes a card of the pile for a greater gain only. Before a draw
it looks up what hands like its own have won: with both runs, with the pure one alone or with neither,
and with so many wild cards. The means are of 1,200 deals between two rule-based players, who drop one
hand in sixty; 80 points are the most that is lost. Wild cards tell most: with neither run a hand loses
31 points with none of them, and wins 16 with three.

A drop before the first draw pays for hands with neither run and no wild card, one in six. No kind of
hand that is in play has lost 40 on average, so a later drop at its usual price does not pay.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.game import State
from suitwise.players.turns import on_turn
from suitwise.rummy.indian.moves import DROP, IndianMove
from suitwise.rummy.indian.players.rule_based import IndianPlayer, left_at_levels
from suitwise.rummy.indian.rules.standings import Standing, penalty
from suitwise.rummy.indian.state import IndianState

NEW: tuple[tuple[int, ...], ...] = ((16, 19, 30, 59), (-11, -2), (-31, -10, 7, 16, 54))
"""The points won by hands before the first draw, with both runs, with the pure one, with neither; of
each by the number of wild cards."""
IN_PLAY: tuple[tuple[int, ...], ...] = ((9, 17, 23, 40), (-25, -21), (-36, -18, -9, 7, 10, 48))
"""The same before a later draw."""


@dataclass(frozen=True, slots=True)
class DroppingIndianPlayer(IndianPlayer):
    """Drops a hand when its like has lost more than a drop costs; else plays with more patience.

    Args:
        patience: the gain for which a card of the pile is taken.
        hopeless: never reached: what a hand costs by its chances drops none.

    >>> from suitwise.game import play
    >>> from suitwise.rummy.indian.game import Indian
    >>> sum(play(Indian().start(), DroppingIndianPlayer(), seed=1).returns)
    0.0
    """

    patience: float = 9.0
    hopeless: float = inf

    def __call__(self, state: State[Any]) -> IndianMove:
        """Return a move."""
        here = on_turn(state, IndianState, "Indian rummy")
        if here.phase == "draw" and expected_points(here) < -price_of_drop(here):
            return DROP
        return IndianPlayer.__call__(self, here)


def expected_points(state: IndianState) -> int:
    """Return what hands like that of the seat on turn have won on average.

    Args:
        state: a position in which a seat is to draw.

    >>> from suitwise.rummy.indian.game import Indian
    >>> state, _ = Indian().start().rolled(3, 0)
    >>> expected_points(state)
    19
    """
    hand, rules = state.hands[state.seat], state.rules
    level = next(i for i, left in enumerate(left_at_levels(hand, rules, True)) if left is not None)
    means = (NEW if state.standings[state.seat] == "new" else IN_PLAY)[level]
    return means[min(sum(map(rules.is_wild, hand)), len(means) - 1)]


def price_of_drop(state: IndianState) -> int:
    """Return the points that a drop costs the seat on turn."""
    game = state.variant
    standing: Standing = "drop" if state.standings[state.seat] == "new" else "middle"
    return penalty(standing, game.drop, game.middle, game.cap)


def reason_to_drop(state: IndianState) -> Phrase:
    """Return why the seat on turn drops, in a sentence."""
    return phrase(
        "indian13.drop-pays",
        "hands like this one, with as many wild cards and runs, have lost {lost} points on average; "
        "to drop costs {price}",
        lost=-expected_points(state),
        price=price_of_drop(state),
    )
