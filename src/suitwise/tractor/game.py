"""``Tractor``: the game under the contract ``game.Game``, for four to eight seats and one to four packs.

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
from suitwise.game import Facts, Game
from suitwise.tractor.moves import Move
from suitwise.tractor.rules.levels import PACKS, PAST_ACE
from suitwise.tractor.state import TractorState, begun
from suitwise.tractor.text import parse, text_of, why_not
from suitwise.tractor.umpire import MOST_REDEALS, Umpire, umpire_of
from suitwise.tractor.variant import TractorVariant
from suitwise.tractor.view import observation, sight

if TYPE_CHECKING:
    from suitwise.sight import Sight


@dataclass(frozen=True)
class Tractor(TractorVariant, Game[Move]):
    """Tractor: for four with two packs, or at another table.

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
        packs: the number of packs, 1 to 4; 0 for half as many as players, rounded down.
        players: the number of players, 4 to 8.
        teams: ``fixed``, seats of one parity are partners; or ``friends``, the landlord calls cards,
            and who plays them joins him.
        friends: the number of cards that he calls; 0 for half as many as players, rounded down, less
            one.

    Raises:
        NotationError: an option is out of bounds.

    >>> print(Tractor(match="deal"))
    tractor(profile=standard,match=deal,levels=22,landlord=-1,first=0)
    >>> Tractor(players=5, teams="friends").start().umpire.hand
    20
    """

    name: ClassVar[str] = "tractor"

    @cached_property
    def facts(self) -> Facts:
        """Facts of the variant: seats, sides, bounds on length and returns."""
        umpire = umpire_of(self)
        sides = tuple(seat % 2 for seat in range(self.players)) if self.teams == "fixed" else ()
        most = 1.0 if self.match == "match" else float(self._most_gained)
        # Of several winners of a match with friends each gets 1, which may be one seat's loss alone.
        least = float(1 - self.players) if self.match == "match" and self.calls else -most
        return Facts(
            seats=umpire.seats,
            distinct_moves=None,
            longest_game=self.most_deals * (_longest_deal(umpire) + 1) - 1,
            lowest_return=least,
            highest_return=most,
            chance=True,
            perfect_information=False,
            sides=sides,
            anticlockwise=True,
        )

    @property
    def _most_gained(self) -> int:
        """The most ranks that a deal gives a side."""
        if self.is_classic:
            return PAST_ACE - min(self.ranks)
        bounds = observation.bounds_of_points(self)
        results = [self.table.result(points, is_smaller=bool(self.calls)) for points in bounds]
        return max(max(own, others) for _, own, others in results)

    def observation_fields(self) -> tuple[Field, ...]:
        """Return the fields of ``TractorState.observe``."""
        return observation.fields_of(self)

    def move_fields(self) -> tuple[Field, ...]:
        """Return the fields of ``encode_move``."""
        return observation.move_fields(umpire_of(self))

    def encode_move(self, move: Move) -> NDArray[np.float32]:
        """Encode a move as features; different moves of a seat have different codes.

        >>> (100 * Tractor().encode_move(Move.parse("H5H5")))[54:].round().tolist()
        [0.0, 8.0, 8.0, 5.0]
        """
        return observation.encoded(umpire_of(self), move)

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
        return observation.observation(state, seat)

    def observation_of_all(self, state: TractorState) -> NDArray[np.float32]:
        """Return an observation with nothing hidden."""
        return observation.observation_of_all(state)

    def told_fields(self) -> tuple[Field, ...]:
        """Return the fields of the rows that tell a seat of a move."""
        return sight.telling_of(umpire_of(self)).fields

    @property
    def most_told(self) -> int | None:
        """The most rows that a seat is told in a deal; None for a match, which has no bound."""
        return sight.most_rows(umpire_of(self)) if self.match == "deal" else None

    def told_of(
        self, state: TractorState, move: Move, after: TractorState, seat: int
    ) -> NDArray[np.float32]:
        """Return the rows that tell a seat of a move."""
        return sight.told(state, move, after, seat)

    def fields_of_all(self) -> tuple[Field, ...]:
        """Return the fields of ``TractorState.observe_all``."""
        return observation.fields_of_all(self)

    def sight_of(self, state: TractorState, seat: int | None) -> Sight:
        """Return a seat's view as plain data, or for None the public view."""
        return sight.sight(state, seat)

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
        if self.is_classic:
            from suitwise.tractor.hidden.redealing import redealt
        else:
            from suitwise.tractor.hidden.tables import redealt

        return redealt(state, seat, seed, stream)


def _longest_deal(umpire: Umpire) -> int:
    """Return the most moves of a deal, void deals before it included."""
    draws = umpire.seats * umpire.hand
    # After the last card: every seat passes, and once more after each bid.
    bidding = 2 * draws + umpire.seats * (umpire.most_bids + 1)
    redeals = MOST_REDEALS if umpire.profile.nobody == "redeal" else 0
    most = (1 + redeals) * bidding + redeals + umpire.kitty + 1  # turned up, buried
    if umpire.profile.steal == "yes":  # all pass, or somebody bids and buries
        most += umpire.seats * (umpire.most_bids + 1) + umpire.most_bids
    cuts_and_parts = umpire.hand * (2 if umpire.packs > PACKS else 1)
    return most + umpire.calls + draws + cuts_and_parts
