"""Indian rummy with thirteen cards, points rummy, as a game under the contract.

Two packs with printed jokers. Thirteen cards each are dealt, a card is turned up that makes its rank
wild and stays out of play, another opens the pile. A turn is a draw, from the stock or of the top of
the pile, and a discard; or the seat drops before it draws. A seat that can lay down thirteen cards in
melds, two of them runs and one of these without a wild card that stands for another, discards the
fourteenth card face down and declares. Every other seat loses what it is left with, all its cards if it
has not the runs, and at most 80; a seat that drops loses 20 before its first draw and 40 later; the
seat that declared wins the sum. So say the pages of the houses on points rummy, among them
jungleerummy.com, rummyverse.com and silkrummy.com.

Where they differ or are silent, this is played:

* A printed joker turned up makes the aces wild (silkrummy.com, rummyculture.com).
* A wild card on the pile is not taken, but for the card that opened it, as long as no other lies on it.
* The card just taken from the pile is not discarded in the same turn, neither to declare (adda52.com);
  its other copy may be.
* A false declaration costs 80: the hand is shown and out of play with its fourteen cards, and the
  others go on. The melds of a declaration are the package's: all that can be declared is.
* The seat that is left when all others have dropped or declared falsely wins what they lose.
* When the stock has run out, the next draw from it turns the pile but for its top; with
  ``reshuffle=no`` the deal is void at the end of the turn that took its last card (adda52.com).
* Seats could take turns at the pile for ever, so the deal is void after ``draws`` turns: nobody wins
  or loses anything. A seat that has not had a turn yet counts in full.

Chance deals card by card and draws from the stock, so a planner finds no order of it to peek at, and
nothing is left to shuffle when the pile is turned. Seat 0 is dealt to and plays first.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from suitwise.fields import Field
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.game import Facts, Game
from suitwise.refusal import Refusal
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
        seats: how many play, 2 to 6.
        jokers: printed jokers in the two packs, 0 to 4.
        drop: the points lost by dropping before the first draw.
        middle: the points lost by dropping later.
        cap: the most that a hand counts, and the points lost by a false declaration.
        draws: the turns of all seats together after which the deal is void.
        reshuffle: whether the pile is turned when the stock has run out; else the deal is void.

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
        """Read a position (``indian.text``).

        >>> text = "deal 1 draws 0 | new new | - | SA / - | - | - / - | -"
        >>> len(Indian().parse(text).moves())
        53
        """
        return position_text.parse(self, text)

    def text_of(self, state: IndianState) -> str:
        """Return a position as one line (``indian.text``)."""
        return position_text.text_of(state)

    def view_of(self, state: IndianState, seat: int) -> str:
        """Return the position with ``?3`` for three cards of a hand that are unknown."""
        return position_text.text_of(state, seat)

    def observation_of(self, state: IndianState, seat: int) -> NDArray[np.float32]:
        """Return what a seat sees as an array (``indian.observation``)."""
        return observation(state, seat)

    def sight_of(self, state: IndianState, seat: int | None) -> Sight:
        """Return the game's own part of what a seat sees, or for None of what everybody sees."""
        return sight(state, seat)

    def refusal_of(self, state: IndianState, move: IndianMove) -> Refusal | None:
        """Return the rule that forbids a move, or None if it is legal."""
        return why_not(state, move)

    def redealt(self, state: IndianState, seat: int, seed: int, stream: int) -> IndianState:
        """Return a position with the cards that a seat can't see drawn anew.

        Every deal of the unseen cards is equally likely in which each seat holds what is known of it
        and, once the pile was turned, the stock is of the cards that lay in it.
        """
        hidden = tuple(state.hidden(seat, owner) for owner in range(self.seats))
        hands = redealt(state.hands, hidden, state.stock, state.turned, seed, stream)
        return replace(state, hands=hands)

    def move_number(self, move: IndianMove) -> int:
        """Number the words, the discards, the declarations."""
        return move.number

    def numbered_move(self, number: int) -> IndianMove:
        """Return the move of a number."""
        return IndianMove.numbered(number)

    def observation_fields(self) -> tuple[Field, ...]:
        """Return what the numbers of ``IndianState.observe`` mean."""
        return fields_of(self)

    def observation_of_all(self, state: IndianState) -> NDArray[np.float32]:
        """Return the position with nothing hidden as an array (``indian.observation``)."""
        return observation_of_all(state)

    def told_fields(self) -> tuple[Field, ...]:
        """Return what the numbers of a row mean that a seat is told of a move (``indian.telling``)."""
        return told_fields(self)

    @property
    def most_told(self) -> int:
        """The rows that a seat is told in a game (``indian.telling``)."""
        return most_rows(self)

    def told_of(
        self, state: IndianState, move: IndianMove, after: IndianState, seat: int
    ) -> NDArray[np.float32]:
        """Return what a seat is told of a move (``indian.telling``)."""
        return told(state, move, after, seat)

    def fields_of_all(self) -> tuple[Field, ...]:
        """Return what the numbers mean of a position with nothing hidden."""
        return fields_of_all(self)
