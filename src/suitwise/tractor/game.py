"""Tractor as a game under the contract: two packs, four seats, partners opposite.

Its rules are those of a house, a ``Profile``; the ``standard`` one is the default. Chance draws the
cards one by one, so that a planner finds no deal to peek at, and after each the seat that drew it may
bid; after the last all seats are asked in turn, until four in a row have passed. A seat is asked whether
or not it has anything to bid, so that nobody can tell by whose turn it is. (At a real table all may
speak at any time; here who is overturned waits for the next card of its own.)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from suitwise.fields import Field
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.seating import SEATS
from suitwise.game import Facts, Game
from suitwise.tractor import view
from suitwise.tractor.moves import HAND, Move
from suitwise.tractor.rules.levels import KITTY, MOST_BIDS, PAST_ACE
from suitwise.tractor.state import TractorState, begun
from suitwise.tractor.text import parse, text_of, why_not
from suitwise.tractor.variant import TractorVariant

if TYPE_CHECKING:
    from suitwise.sight import Sight


@dataclass(frozen=True)
class Tractor(TractorVariant, Game[Move]):
    """Tractor for four, with two packs.

    Args:
        profile: the rules of the house, by name or with switches: ``standard(penalty=10)``.
        match: ``match``, until a side has passed A, or a single ``deal``.
        levels: the ranks that the sides begin with, seats 0 and 2 first.
        landlord: the first deal's landlord, -1 where its bidding decides.
        first: the seat that draws first in a deal without a given landlord.
        claims: whether the seat on lead may lay down its last cards, at most five, and claim all tricks
            that are left. It is ruled by all hands against every legal play of the others; a false
            claim gives all that is left to the other side.
        deals: the most deals of a match, then the side with the higher level has won it, and neither
            where they are level; 0 for those in which a side can rise and 100 more.

    Raises:
        NotationError: an option is out of bounds.

    >>> print(Tractor(match="deal"))
    tractor(profile=standard,match=deal,levels=22,landlord=-1,first=0)
    """

    name: ClassVar[str] = "tractor"

    @cached_property
    def facts(self) -> Facts:
        """Four seats; a match ends after its last deal at the latest, since a deal may lift nobody."""
        most = PAST_ACE - min(self.ranks) if self.match == "deal" else 1
        return Facts(
            seats=4,
            distinct_moves=None,
            longest_game=self.most_deals * (_LONGEST_DEAL + 1) - 1,
            lowest_return=-most,
            highest_return=most,
            chance=True,
            perfect_information=False,
            sides=(0, 1, 0, 1),
            anticlockwise=True,
        )

    def observation_fields(self) -> tuple[Field, ...]:
        """Return what the numbers of ``TractorState.observe`` mean."""
        return view.fields_of(self)

    def move_fields(self) -> tuple[Field, ...]:
        """Return what the numbers of ``encode_move`` mean."""
        return view.MOVE_FIELDS

    def encode_move(self, move: Move) -> NDArray[np.float32]:
        """Return what tells a seat's move from others.

        >>> (100 * Tractor().encode_move(Move.parse("H5H5")))[54:].round().tolist()
        [0.0, 8.0, 8.0, 5.0]
        """
        return view.encoded(move)

    def start(self) -> TractorState:
        """Return the state before the first card is drawn."""
        return begun(self)

    def parse(self, text: str) -> TractorState:
        """Read a position (``text``).

        Raises:
            NotationError: the variant can't come to the position.

        >>> print(Tractor().parse("22 - | - - - - | - | - | - | -"))
        22 - | - - - - | - | - | - | -
        """
        return parse(self, text)

    def text_of(self, state: TractorState) -> str:
        """Return a position as one line (``text``)."""
        return text_of(state)

    def view_of(self, state: TractorState, seat: int) -> str:
        """Return a position with ``?25`` for the cards that a seat can't see."""
        return text_of(state, seat)

    def observation_of(self, state: TractorState, seat: int) -> NDArray[np.float32]:
        """Return what a seat sees."""
        return view.observation(state, seat)

    def observation_of_all(self, state: TractorState) -> NDArray[np.float32]:
        """Return the position with nothing hidden."""
        return view.observation_of_all(state)

    def told_fields(self) -> tuple[Field, ...]:
        """Return what the numbers of a row mean that a seat is told of a move."""
        return view.TELLING.fields

    @property
    def most_told(self) -> int | None:
        """The rows that a seat is told in a deal; a match has no bound."""
        return view.MOST_ROWS if self.match == "deal" else None

    def told_of(
        self, state: TractorState, move: Move, after: TractorState, seat: int
    ) -> NDArray[np.float32]:
        """Return what a seat is told of a move."""
        return view.told(state, move, after, seat)

    def fields_of_all(self) -> tuple[Field, ...]:
        """Return what the numbers of ``TractorState.observe_all`` mean."""
        return view.fields_of_all(self)

    def sight_of(self, state: TractorState, seat: int | None) -> Sight:
        """Return the game's own part of what a seat sees, or for None of what everybody sees."""
        return view.sight(state, seat)

    def refusal_of(self, state: TractorState, move: Move) -> str | None:
        """Return the rule that forbids a move, or None if it is legal."""
        return why_not(state, move)

    def redealt(self, state: TractorState, seat: int, seed: int, stream: int) -> TractorState:
        """Return a position with the cards that a seat can't see dealt anew.

        Every deal is equally likely in which the seat holds its own cards, who bid holds the cards
        shown, all plays were legal, and all throws stood or failed as they did.

        Raises:
            SuitwiseError: the seed or the stream is out of range; or no such deal was found in about
                a second. One failed throw is no hindrance, however rare the tractor that beats it; two
                long tractors may be.
        """
        from suitwise.tractor.hidden.redealing import redealt

        return redealt(state, seat, seed, stream)


_DRAWS = len(SEATS) * HAND
_LONGEST_DEAL = (
    2 * _DRAWS  # each draw and its drawer's answer
    + len(SEATS) * (MOST_BIDS + 1)  # after the last card: four passes, four more after each bid
    + KITTY  # turned up
    + 1  # buried
    + _DRAWS  # played
    + HAND  # parts of failed throws chosen
)
