"""Spades as a game under the contract of ``suitwise.game``: its options, and what follows from them.

The rules are those of pagat.com/auctionwhist/spades.html; see ``spades.rules``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from spades.rules import CALLS, MOST_DEALS, NIL, RULES
from suitwise.foundation.text.lines import refuse_out_of_bounds
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.tricks import Call, TrickGame, TrickState, playable

MOST_POINTS = 1000
BEST, WORST = 230, -389
"""The most of a side in a deal: 13 tricks beside a nil made; and the least: two nils failed by 11 tricks
beside nine bags."""
AHEAD = 490
"""By how much a single deal can be won: 13 tricks and a nil made against 26 tricks bid."""


class SpadesState(TrickState):
    """A position of Spades, from the deal to the end of the game.

    >>> state, _ = Spades().start().rolled(seed=1, stream=0)
    >>> state.phase, state.turn, [str(call) for call in state.moves()][:3]
    ('bid', 1, ['nil', '1', '2'])
    """

    __slots__ = ()


@dataclass(frozen=True)
class Spades(TrickGame):
    """Spades for four, partners opposite: bid tricks, and take them.

    Args:
        points: a game goes to so many, or ends as soon as a side has lost so many; 0 for a single deal.

    Raises:
        NotationError: the option is out of bounds.

    >>> str(Spades(points=0)), Spades().facts.longest_game
    ('spades(points=0)', 4320)
    """

    points: int = 500

    name, title = "spades", "spades"
    rules, state = RULES, SpadesState
    by_side = True
    calls = CALLS
    tells_deals: ClassVar[bool] = True

    def __post_init__(self) -> None:
        refuse_out_of_bounds(self, {"points": (0, MOST_POINTS)})

    @property
    def numbers(self) -> tuple[int, ...]:
        """The points of a game."""
        return (self.points,)

    @property
    def target(self) -> int:
        """The points of a game."""
        return self.points

    @property
    def whole_score(self) -> int:
        """The points of a game, or the most of a deal."""
        return self.points or BEST

    @property
    def least_scored(self) -> int:
        """One point more than a game lost, and the worst of deals."""
        return WORST - max(self.points, 1) + 1

    @property
    def most_scored(self) -> int:
        """One point less than a game, and the best of deals."""
        return max(self.points, 1) - 1 + BEST

    @property
    def most_deals(self) -> int:
        """So many by the rules."""
        return MOST_DEALS if self.points else 1

    @property
    def returned(self) -> tuple[float, float]:
        """A game won or lost, or the points by which a single deal was."""
        return (-1, 1) if self.points else (-AHEAD, AHEAD)

    def deal_fault(self, dealer: int, deals: int, scores: tuple[int, ...]) -> str | None:
        """No score is beyond what so many deals can come to, and the game is not over."""
        if not all(WORST * deals <= score <= BEST * deals for score in scores):
            return f"after {deals} deals no scores are {scores[0]} and {scores[1]}"
        far = max(scores) >= self.points or min(scores) <= -self.points
        if deals >= self.most_deals or (far and scores[0] != scores[1]):
            return "the game was over before this deal"
        return None

    def why_barred(self, state: TrickState, card: int) -> Phrase | None:
        """Return why a spade may not be led."""
        said = "spades are not broken yet: lead {play}"
        return phrase("spades.unbroken", said, play=playable(state))

    def call_name(self, call: Call) -> Phrase | str:
        """Return the number of tricks, or nil, which has a word in other languages."""
        return phrase("spades.nil", "nil") if call.number == NIL else str(call)
