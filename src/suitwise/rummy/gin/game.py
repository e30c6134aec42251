"""Gin rummy as a game under the contract.

The rules are those of J. McLeod's page (pagat.com/rummy/ginrummy.html): ten cards each and an upcard,
which first the opponent of the dealer and then the dealer may take; if both pass, the opponent draws
from the stock. From then on a turn is a draw, from the stock or of the top of the pile, and a discard,
which may not be the card just taken from the pile. A seat with 10 or fewer points of deadwood after the
discard may knock with it (``rules.Showdown`` has the scoring). If two cards are left in the stock after
a discard, the deal is void.

Where books and tables differ, this package plays as follows:

* The bonuses are the modern 25 for gin and for an undercut (the page's own are 20 and 10); big gin,
  eleven cards that all meld, shown without a discard, is played where it has a bonus (31, say).
* By default a game is one deal; seat 1 deals. With ``to=100`` it is a match: the loser of a deal deals
  the next, a void deal is dealt again by the same dealer; at 100 points the winner gets the ``game``
  bonus, twice that if the loser has no points, and each seat ``box`` points for each deal won.
* A knock lays down the best melds: those with the least deadwood, of equals those on which the other
  seat could lay off the fewest cards at once. With ``declare=yes`` a knock names its melds, which may be
  any that leave little enough deadwood; the better ones can depend on the other hand.
* Two seats that take each other's discards could go on forever. If ``idle`` turns in a row have taken
  the top of the pile and the last of them ends without a knock, the deal is void. A match ends after at
  most ``deals`` deals; the seat with more points then wins it and gets the bonus, and neither does if
  the points are equal. Both rules are this package's own.

Chance deals card by card and draws from the stock, so the state holds no hidden order of the stock. A
*position* holds what the seats remember: the pile with the seat that laid each card, and the cards that
each took from it and still holds. The order of older events is not kept, nor are earlier deals of a
match, except for the score.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from suitwise.fields import Field
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.game import Facts, Game, Refusal
from suitwise.rummy.gin import text as position_text
from suitwise.rummy.gin.moves import BIG, GinMove
from suitwise.rummy.gin.state import GinState, why_not
from suitwise.rummy.gin.variant import GinVariant
from suitwise.rummy.gin.view import (
    MOVE_FIELDS,
    TELLING,
    encoded,
    fields_of,
    fields_of_all,
    observation,
    observation_of_all,
    redealt,
    sight,
    told,
)
from suitwise.sight import Sight

_DEALT = 21
"""The number of cards dealt, including the upcard."""
_DRAWS = 29
"""The number of cards drawn from the stock before the deal is void."""


@dataclass(frozen=True)
class Gin(GinVariant, Game[GinMove]):
    """Gin rummy for two.

    Args:
        knock: the most deadwood to knock with.
        gin: the bonus for gin.
        undercut: the bonus for an undercut.
        big: the bonus for big gin, in place of that for gin; 0 if it is not played.
        to: the points at which a match ends; 0 for a single deal.
        box: the bonus for each deal won, at the end of a match.
        game: the bonus for the winner of a match; twice that against a seat without points.
        declare: whether a knock names its melds.
        idle: the number of turns in a row without a card from the stock after which a deal is void.
        deals: the most deals of a match; 0 for the number in which points can be won, plus 100.

    Raises:
        NotationError: a number is out of bounds.

    >>> str(Gin(to=100))
    'gin(knock=10,gin=25,undercut=25,big=0,to=100,box=20,game=100,declare=no)'
    """

    name: ClassVar[str] = "gin"

    @cached_property
    def facts(self) -> Facts:
        """Two seats; the numbers of moves are those of ``GinMove``.

        A turn that takes from the pile has two moves, one that draws from the stock three; of the latter
        there are at most 29, and after each, and before the first, ``idle`` of the former.
        """
        deal = self.most_of_deal
        longest = _DEALT + 2 + 2 * (_DRAWS + 1) * self.idle + 3 * _DRAWS
        most = self.to - 1 + deal + 2 * self.game + self.to * self.box if self.to else deal
        return Facts(
            seats=2,
            distinct_moves=None if self.declare else BIG + (self.big > 0),
            longest_game=self.most_deals * (longest + 1) - 1,
            lowest_return=-most,
            highest_return=most,
            chance=True,
            perfect_information=False,
        )

    def start(self) -> GinState:
        """Return the state before the first deal; seat 1 deals."""
        return GinState(self, "deal", seat=0, dealer=1)

    def parse(self, text: str) -> GinState:
        """Parse a position (``gin.text``).

        >>> text = "first 0 dealer 1 | SASKSQ |"
        >>> Gin().parse(text)  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        suitwise.errors.NotationError: a position of gin rummy has ...
        """
        return position_text.parse(self, text)

    def text_of(self, state: GinState) -> str:
        """Return a position as one line (``gin.text``)."""
        return position_text.text_of(state)

    def view_of(self, state: GinState, seat: int) -> str:
        """Return the position with the unknown cards of the other hand as a number, ``?3``."""
        return position_text.text_of(state, seat)

    def observation_of(self, state: GinState, seat: int) -> NDArray[np.float32]:
        """Return a seat's observation as an array (``view.observation``)."""
        return observation(state, seat)

    def sight_of(self, state: GinState, seat: int | None) -> Sight:
        """Return the data that a seat sees, or for None the data that everybody sees."""
        return sight(state, seat)

    def refusal_of(self, state: GinState, move: GinMove) -> Refusal | None:
        """Return the rule that forbids a move, or None if it is legal."""
        return why_not(state, move)

    def redealt(self, state: GinState, seat: int, seed: int, stream: int) -> GinState:
        """Return a position with the cards that a seat can't see dealt anew.

        Every hand of the other seat that includes its known cards is equally likely.
        """
        mine, other = state.hands[seat], state.hands[1 - seat]
        other = redealt(other, state.hidden(seat), state.stock, seed, stream)
        return replace(state, hands=(mine, other) if seat == 0 else (other, mine))

    def move_number(self, move: GinMove) -> int:
        """Return the number of a move: first the words, then discards, knocks and big gin."""
        return move.number

    def numbered_move(self, number: int) -> GinMove:
        """Return the move of a number."""
        return GinMove.numbered(number)

    def observation_fields(self) -> tuple[Field, ...]:
        """Return the fields of ``observation_of``."""
        return fields_of(self)

    def observation_of_all(self, state: GinState) -> NDArray[np.float32]:
        """Return the position with nothing hidden as an array (``view.observation_of_all``)."""
        return observation_of_all(state)

    def fields_of_all(self) -> tuple[Field, ...]:
        """Return the fields of ``observation_of_all``."""
        return fields_of_all(self)

    def told_fields(self) -> tuple[Field, ...]:
        """Return the fields of a row of ``told_of``."""
        return TELLING.fields

    def told_of(
        self, state: GinState, move: GinMove, after: GinState, seat: int
    ) -> NDArray[np.float32]:
        """Return the rows that describe a move to a seat (``view.told``)."""
        return told(state, move, after, seat)

    def move_fields(self) -> tuple[Field, ...]:
        """Return the fields of ``encode_move``; they include the melds if a knock declares them."""
        return MOVE_FIELDS if self.declare else super().move_fields()

    def encode_move(self, move: GinMove) -> NDArray[np.float32]:
        """Return a seat's move as a float32 array of ``move_fields``."""
        return encoded(move) if self.declare else super().encode_move(move)
