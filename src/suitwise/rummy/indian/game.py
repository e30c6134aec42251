"""Indian rummy with thirteen cards (points rummy) as a game under the contract.

Two packs with printed jokers. Thirteen cards each are dealt, a card is turned up that makes its rank
wild and stays out of play, another opens the pile. A turn is a draw, from the stock or of the top of
the pile, and a discard; or the seat drops before it draws. A seat that can lay down thirteen cards in
melds, two of them runs and one of these without a wild card that stands for another, discards the
fourteenth card face down and declares. Every other seat loses its deadwood, or all its cards if it lacks
the required runs, at most 80; a seat that drops loses 20 before its first draw and 40 later. The seat
that declared wins the sum. These are the rules of points rummy by jungleerummy.com, rummyverse.com,
silkrummy.com and other sites.

Where the sites differ or are silent, this package plays as follows:

* A printed joker turned up makes the aces wild (silkrummy.com, rummyculture.com).
* A wild card on the pile may not be taken, except the card that opened the pile, until another lies on
  it.
* The card just taken from the pile may not be discarded in the same turn, nor used to declare
  (adda52.com); its other copy may.
* A false declaration costs 80: the hand is shown and out of play with its fourteen cards, and the
  others go on. A declaration names no melds; it is valid if any melds make it so.
* If all other seats have dropped or declared falsely, the last one wins what they lose.
* When the stock has run out, the next draw from it turns over the pile except for its top; with
  ``reshuffle=no`` the deal is void at the end of the turn that took the last card (adda52.com).
* Seats could take from the pile forever, so the deal is void after ``draws`` turns, without points. A
  seat that has not had a turn yet counts in full.

Chance deals card by card and draws from the stock, so the state holds no hidden order of the stock, and
nothing needs to be shuffled when the pile is turned over. Seat 0 is dealt to and plays first.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from suitwise.fields import Field
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.game import Facts, Game, Refusal
from suitwise.rummy.indian import text as position_text
from suitwise.rummy.indian.moves import MOVES, IndianMove
from suitwise.rummy.indian.rules import HAND, Cards, Standing
from suitwise.rummy.indian.state import IndianState, why_not
from suitwise.rummy.indian.variant import IndianVariant
from suitwise.rummy.indian.view import (
    fields_of,
    fields_of_all,
    most_rows,
    observation,
    observation_of_all,
    redealt,
    sight,
    told,
    told_fields,
)
from suitwise.sight import Sight


@dataclass(frozen=True)
class Indian(IndianVariant, Game[IndianMove]):
    """Indian rummy with thirteen cards.

    Args:
        seats: the number of seats, 2 to 6.
        jokers: the number of printed jokers in the two packs, 0 to 4.
        drop: the points lost by dropping before the first draw.
        middle: the points lost by dropping later.
        cap: the most that a hand counts, and the points lost by a false declaration.
        draws: the number of turns, of all seats together, after which the deal is void.
        reshuffle: whether the pile is turned over when the stock has run out; else the deal is void.

    Raises:
        NotationError: a number is out of bounds.

    >>> str(Indian())
    'indian13(seats=2,jokers=2,drop=20,middle=40,cap=80,draws=300,reshuffle=yes)'
    """

    name: ClassVar[str] = "indian13"

    @cached_property
    def facts(self) -> Facts:
        """A turn is at most a draw, its card and a discard; every seat but one may drop."""
        lost = max(self.drop, self.middle, self.cap)
        return Facts(
            seats=self.seats,
            distinct_moves=MOVES,
            longest_game=HAND * self.seats + 2 + 3 * self.draws + self.seats - 1,
            lowest_return=-lost,
            highest_return=lost * (self.seats - 1),
            chance=True,
            perfect_information=False,
        )

    def start(self) -> IndianState:
        """Return the state before the deal."""
        nothing: tuple[Cards, ...] = ((),) * self.seats
        new: Standing = "new"
        standings = (new,) * self.seats
        return IndianState(self, "deal", 0, nothing, standings, known=nothing)

    def parse(self, text: str) -> IndianState:
        """Parse a position (``indian.text``).

        >>> text = "deal 1 draws 0 | new new | - | SA / - | - | - / - | -"
        >>> len(Indian().parse(text).moves())
        53
        """
        return position_text.parse(self, text)

    def text_of(self, state: IndianState) -> str:
        """Return a position as one line (``indian.text``)."""
        return position_text.text_of(state)

    def view_of(self, state: IndianState, seat: int) -> str:
        """Return the position with the unknown cards of a hand as a number, ``?3``."""
        return position_text.text_of(state, seat)

    def observation_of(self, state: IndianState, seat: int) -> NDArray[np.float32]:
        """Return a seat's observation as an array (``view.observation``)."""
        return observation(state, seat)

    def sight_of(self, state: IndianState, seat: int | None) -> Sight:
        """Return the data that a seat sees, or for None the data that everybody sees."""
        return sight(state, seat)

    def refusal_of(self, state: IndianState, move: IndianMove) -> Refusal | None:
        """Return the rule that forbids a move, or None if it is legal."""
        return why_not(state, move)

    def redealt(self, state: IndianState, seat: int, seed: int, stream: int) -> IndianState:
        """Return a position with the cards that a seat can't see dealt anew, uniformly.

        Each seat keeps its known cards and, once the pile was turned over, the stock consists only of
        cards that lay in it.
        """
        hidden = tuple(state.hidden(seat, owner) for owner in range(self.seats))
        hands = redealt(state.hands, hidden, state.stock, state.turned, seed, stream)
        return replace(state, hands=hands)

    def move_number(self, move: IndianMove) -> int:
        """Return the number of a move: first the words, then discards and declarations."""
        return move.number

    def numbered_move(self, number: int) -> IndianMove:
        """Return the move of a number."""
        return IndianMove.numbered(number)

    def observation_fields(self) -> tuple[Field, ...]:
        """Return the fields of ``observation_of``."""
        return fields_of(self)

    def observation_of_all(self, state: IndianState) -> NDArray[np.float32]:
        """Return the position with nothing hidden as an array (``view.observation_of_all``)."""
        return observation_of_all(state)

    def told_fields(self) -> tuple[Field, ...]:
        """Return the fields of a row of ``told_of``."""
        return told_fields(self)

    @property
    def most_told(self) -> int:
        """The most rows that a seat is given in a game."""
        return most_rows(self)

    def told_of(
        self, state: IndianState, move: IndianMove, after: IndianState, seat: int
    ) -> NDArray[np.float32]:
        """Return the rows that describe a move to a seat (``view.told``)."""
        return told(state, move, after, seat)

    def fields_of_all(self) -> tuple[Field, ...]:
        """Return the fields of ``observation_of_all``."""
        return fields_of_all(self)
