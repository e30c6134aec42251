"""Whist as a game under the contract of ``suitwise.game``: its options, and what follows from them."""

from __future__ import annotations

from dataclasses import dataclass

from suitwise.errors import NotationError
from suitwise.foundation.text.lines import refuse_out_of_bounds
from suitwise.tricks import TrickGame, TrickState
from whist.rules import GRAND, RULES

MOST_POINTS = 100


class WhistState(TrickState):
    """A position of Whist, from the deal to the end of the game.

    >>> state, _ = Whist().start().rolled(seed=1, stream=0)
    >>> str(state).split(" | ")[2], state.turn, len(state.moves())
    ('C2', 1, 13)
    """

    __slots__ = ()


@dataclass(frozen=True)
class Whist(TrickGame):
    """Plain whist for four, partners opposite, without honours.

    Args:
        points: a game goes to so many, 5, 7 or 9 say; 0 for a single deal.
        dealer: the seat that deals first.

    Raises:
        NotationError: an option is out of bounds.

    >>> str(Whist(points=0)), Whist().facts.longest_game
    ('whist(points=0,dealer=0)', 936)
    """

    points: int = 5
    dealer: int = 0

    name, title = "whist", "whist"
    rules, state = RULES, WhistState
    by_side = turns_up = True

    def __post_init__(self) -> None:
        refuse_out_of_bounds(self, {"points": (0, MOST_POINTS)})
        if type(self.dealer) is not int or not 0 <= self.dealer <= 3:
            raise NotationError("dealer is a seat from 0 to 3")

    @property
    def numbers(self) -> tuple[int, ...]:
        """The points of a game."""
        return (self.points,)

    @property
    def first_dealer(self) -> int:
        """The seat that deals first."""
        return self.dealer

    @property
    def target(self) -> int:
        """The points of a game."""
        return self.points

    @property
    def whole_score(self) -> int:
        """The points of a game, or of a grand slam."""
        return self.points or GRAND

    @property
    def most_scored(self) -> int:
        """One point less than a game, and a grand slam."""
        return max(self.points, 1) - 1 + GRAND

    @property
    def most_deals(self) -> int:
        """Each deal scores, so a game has a bound."""
        return max(2 * self.points - 1, 1)

    @property
    def returned(self) -> tuple[float, float]:
        """A game won or lost, or the odd tricks of a single deal."""
        return (-1, 1) if self.points else (-GRAND, GRAND)

    def deal_fault(self, dealer: int, deals: int, scores: tuple[int, ...]) -> str | None:
        """In each deal one side scores 1 to 7, and the deal moves to the left."""
        fewest = sum(-(-score // GRAND) for score in scores)
        dealers = {(self.dealer + dealt) % 4 for dealt in range(fewest, sum(scores) + 1)}
        if dealer in dealers and min(scores) >= 0 and max(scores) < max(self.points, 1):
            return None
        return f"seat {dealer} deals at no score of {scores[0]}-{scores[1]}"
