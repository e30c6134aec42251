"""``Tractor``: the game under the contract ``game.Game``, with two packs and four seats.

House rules are a ``Profile``, by default ``standard``. Cards are drawn one by one as chance moves, so a
position contains no future cards that a planner could exploit. After each card its drawer is asked to
bid; after the last card all seats are asked in turn until four in a row have passed. Seats are asked
even if they can't bid, so that the turn reveals nothing. (At a real table everybody may bid at any time;
here a seat whose bid is overturned waits for its next card.)
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
        profile: the house rules, by name or with switches: ``standard(penalty=10)``.
        match: ``match``, until a side has passed A; or ``deal``, a single deal.
        levels: the starting ranks of the sides, seats 0 and 2 first.
        landlord: the landlord of the first deal, -1 if its bidding decides.
        first: the seat that draws first in a deal without a given landlord.
        claims: whether the seat on lead may lay down its last cards, at most five, and claim all
            remaining tricks. The claim is ruled on with all hands known, against every legal play of the
            others; a false claim gives everything left to the other side.
        deals: the most deals of a match. After the last one the side with the higher level wins; equal
            levels are a draw. 0 for a default: enough deals for a side to rise, and 100 more.

    Raises:
        NotationError: an option is out of bounds.

    >>> print(Tractor(match="deal"))
    tractor(profile=standard,match=deal,levels=22,landlord=-1,first=0)
    """

    name: ClassVar[str] = "tractor"

    @cached_property
    def facts(self) -> Facts:
        """Facts of the variant: seats, sides, bounds on length and returns."""
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
        """Return the fields of ``TractorState.observe``."""
        return view.fields_of(self)

    def move_fields(self) -> tuple[Field, ...]:
        """Return the fields of ``encode_move``."""
        return view.MOVE_FIELDS

    def encode_move(self, move: Move) -> NDArray[np.float32]:
        """Encode a move as features; different moves of a seat have different codes.

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
        """Write a position as one line (``text``)."""
        return text_of(state)

    def view_of(self, state: TractorState, seat: int) -> str:
        """Write a seat's view of a position, with ``?25`` for cards that it can't see."""
        return text_of(state, seat)

    def observation_of(self, state: TractorState, seat: int) -> NDArray[np.float32]:
        """Return a seat's observation."""
        return view.observation(state, seat)

    def observation_of_all(self, state: TractorState) -> NDArray[np.float32]:
        """Return an observation with nothing hidden."""
        return view.observation_of_all(state)

    def told_fields(self) -> tuple[Field, ...]:
        """Return the fields of the rows that tell a seat of a move."""
        return view.TELLING.fields

    @property
    def most_told(self) -> int | None:
        """The most rows that a seat is told in a deal; None for a match, which has no bound."""
        return view.MOST_ROWS if self.match == "deal" else None

    def told_of(
        self, state: TractorState, move: Move, after: TractorState, seat: int
    ) -> NDArray[np.float32]:
        """Return the rows that tell a seat of a move."""
        return view.told(state, move, after, seat)

    def fields_of_all(self) -> tuple[Field, ...]:
        """Return the fields of ``TractorState.observe_all``."""
        return view.fields_of_all(self)

    def sight_of(self, state: TractorState, seat: int | None) -> Sight:
        """Return a seat's view as plain data, or for None the public view."""
        return view.sight(state, seat)

    def refusal_of(self, state: TractorState, move: Move) -> str | None:
        """Return the reason why a move is illegal, or None if it is legal."""
        return why_not(state, move)

    def redealt(self, state: TractorState, seat: int, seed: int, stream: int) -> TractorState:
        """Redeal the cards that a seat can't see, uniformly among all consistent deals.

        A deal is consistent if the seat has its own cards, every bidder has the cards shown, all plays
        were legal, and all throws stood or failed as they did.

        Raises:
            SuitwiseError: the seed or the stream is out of range; or no consistent deal was found in
                about a second. One failed throw is no problem, however rare the tractor that beats it;
                two failed throws that took long tractors may be.
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
