"""Whist as a game under the contract of ``suitwise.game``: its modules' functions are its methods.

Chance deals the 52 cards one at a time from the dealer's left, so there is no pack for a planner to
peek into.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from suitwise.cards import Card
from suitwise.game import Facts, Game
from whist import observation, refusals, seen, text
from whist.hidden import worlds
from whist.state import CARDS, WhistState
from whist.variant import GRAND, WhistVariant


@dataclass(frozen=True)
class Whist(WhistVariant, Game[Card]):
    """Plain whist for four, partners opposite, without honours.

    Args:
        points: a game goes to so many, 5, 7 or 9 say; 0 for a single deal.
        dealer: the seat that deals first.

    Raises:
        NotationError: an option is out of bounds.

    >>> str(Whist(points=0)), Whist().facts.longest_game
    ('whist(points=0,dealer=0)', 936)
    """

    name: ClassVar[str] = "whist"

    @property
    def facts(self) -> Facts:
        """Four seats and 52 moves; each deal scores, so a game has a bound."""
        most = 1 if self.points else GRAND
        return Facts(
            seats=4,
            distinct_moves=len(CARDS),
            longest_game=2 * len(CARDS) * max(2 * self.points - 1, 1),
            lowest_return=-most,
            highest_return=most,
            chance=True,
            perfect_information=False,
            sides=(0, 1, 0, 1),
        )

    def start(self) -> WhistState:
        """Return the state before the first deal."""
        return WhistState(self, self.dealer)

    def move_number(self, move: Card) -> int:
        """Number the cards as ``suitwise.cards`` does."""
        return int(move)

    def numbered_move(self, number: int) -> Card:
        """Return the card of a number."""
        return CARDS[number]

    parse, text_of, view_of = text.parse, text.text_of, text.text_of
    refusal_of, sight_of, redealt = refusals.why_not, seen.sight, worlds.redealt
    observation_fields, observation_of = observation.fields, observation.observation
