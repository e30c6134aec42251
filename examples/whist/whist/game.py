"""Whist as a game under the contract of ``suitwise.game``: hands each question to its module.

Chance deals the 52 cards one at a time from the dealer's left, so there is no pack for a planner to
peek into.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from suitwise.cards import Card
from suitwise.fields import Field
from suitwise.game import Facts, Game
from suitwise.sight import Sight

from whist import observation, refusals, seen, text
from whist.hidden import worlds
from whist.state import CARDS, WhistState
from whist.variant import GRAND, WhistVariant

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOVES_OF_A_DEAL = 2 * len(CARDS)


@dataclass(frozen=True)
class Whist(WhistVariant, Game[Card]):
    """Plain whist for four, partners opposite.

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
            longest_game=MOVES_OF_A_DEAL * max(2 * self.points - 1, 1),
            lowest_return=-most,
            highest_return=most,
            chance=True,
            perfect_information=False,
            sides=(0, 1, 0, 1),
        )

    def start(self) -> WhistState:
        """Return the state before the first deal."""
        return WhistState(self, self.dealer)

    def parse(self, line: str) -> WhistState:
        """Read a position (``text``)."""
        return text.parse(self, line)

    def text_of(self, state: WhistState) -> str:
        """Return a position's line (``text``)."""
        return text.text_of(state)

    def view_of(self, state: WhistState, seat: int) -> str:
        """Return the position with ``?13`` for the cards that another seat was dealt."""
        return text.text_of(state, seat)

    def refusal_of(self, state: WhistState, move: Card) -> str | None:
        """Return the rule that forbids a move (``refusals``)."""
        return refusals.why_not(state, move)

    def observation_fields(self) -> tuple[Field, ...]:
        """Return what the numbers mean that a seat observes (``observation``)."""
        return observation.fields(self)

    def observation_of(self, state: WhistState, seat: int) -> NDArray[np.float32]:
        """Return what a seat sees as an array (``observation``)."""
        return observation.observation(state, seat)

    def sight_of(self, state: WhistState, seat: int | None) -> Sight:
        """Return what a seat sees as data (``seen``)."""
        return seen.sight(state, seat)

    def redealt(self, state: WhistState, seat: int, seed: int, stream: int) -> WhistState:
        """Return the position with the hidden cards dealt anew (``hidden.worlds``)."""
        return worlds.redealt(state, seat, seed, stream)

    def move_number(self, move: Card) -> int:
        """Number the cards as ``suitwise.cards`` does."""
        return int(move)

    def numbered_move(self, number: int) -> Card:
        """Return the card of a number."""
        return CARDS[number]
