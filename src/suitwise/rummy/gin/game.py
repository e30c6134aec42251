"""Gin rummy as a game under the contract.

The rules are those of J. McLeod's page (pagat.com/rummy/ginrummy.html): ten cards each and an upcard,
which first the opponent of the dealer and then the dealer may take; if both pass, the opponent draws
from the stock. From then on a turn is a draw, from the stock or of the top of the pile, and a discard,
which may not be the card just taken from the pile. Who keeps 10 points of deadwood or less may knock
with the discard (``gin_showdown`` counts). When two cards are left in the stock after a discard the deal
is void.

Readings of our own, where books and tables differ:

* The bonuses are the modern 25 for gin and for an undercut (the page's own are 20 and 10); big gin,
  eleven cards that all meld, shown without a discard, is played where it has a bonus (31, say).
* By default a game is one deal; seat 1 deals. With ``to=100`` it is a match: the loser of a deal deals
  the next, a void deal is dealt again by the same dealer; at 100 points the winner gets the ``game``
  bonus, twice that if the loser has no points, and each seat ``box`` points for each deal won.
* A knock lays down the best melds: least deadwood, among equals those on which the other seat could lay
  off the fewest cards at once. With ``declare=yes`` a knock names its melds, and any will do that leave
  little enough. Which of them is better can depend on what the other seat holds.
* Taking turns at the pile for ever is allowed, so a game has no longest length.

Chance deals card by card and draws from the stock, so that a planner finds no order of the stock to
peek at. A *position* holds what the seats remember: the pile with who laid each card, and which cards
each took from it and still holds; the order of older events is not kept. Earlier deals of a match tell
nothing about this one but the score.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, ClassVar

from suitwise.errors import NotationError
from suitwise.fields import Field
from suitwise.game import Facts, Game
from suitwise.rummy.gin import text as gin_notation
from suitwise.rummy.gin.moves import BIG, GinMove
from suitwise.rummy.gin.state import GinState

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_DEADWOOD = 98
"""Ten cards without a meld: eight that count 10 and two nines."""


@dataclass(frozen=True)
class Gin(Game[GinMove]):
    """Gin rummy for two.

    Args:
        knock: the most deadwood to knock with.
        gin: the bonus for gin.
        undercut: the bonus for an undercut.
        big: the bonus for big gin, in place of that for gin; 0 where it is not played.
        to: a match ends when a seat has so many points; 0 for a single deal.
        box: what each deal won counts at the end of a match.
        game: what the match counts for its winner; twice that against a seat without points.
        declare: whether a knock names its melds.

    Raises:
        NotationError: a number is out of bounds.

    >>> str(Gin(to=100))
    'gin(knock=10,gin=25,undercut=25,big=0,to=100,box=20,game=100,declare=no)'
    """

    knock: int = 10
    gin: int = 25
    undercut: int = 25
    big: int = 0
    to: int = 0
    box: int = 20
    game: int = 100
    declare: bool = False

    name: ClassVar[str] = "gin"

    def __post_init__(self) -> None:
        for name in (option.name for option in fields(self) if option.name != "declare"):
            least = 1 if name in ("gin", "undercut") else 0
            value = getattr(self, name)
            if type(value) is not int or not least <= value <= 1000:
                raise NotationError(f"{name} is a number from {least} to 1000")
        if type(self.declare) is not bool:
            raise NotationError("declare is yes or no")

    @property
    def most_of_deal(self) -> int:
        """The most points that a deal can be worth."""
        return max(MOST_DEADWOOD + max(self.gin, self.big), self.knock + self.undercut)

    @property
    def facts(self) -> Facts:
        """Two seats; the numbers of moves are those of ``GinMove``; no bound on the length."""
        deal = self.most_of_deal
        most = self.to - 1 + deal + 2 * self.game + self.to * self.box if self.to else deal
        return Facts(
            seats=2,
            distinct_moves=None if self.declare else BIG + (self.big > 0),
            longest_game=None,
            lowest_return=-most,
            highest_return=most,
            chance=True,
            perfect_information=False,
        )

    def start(self) -> GinState:
        """Return the state before the first deal; seat 1 deals."""
        return GinState(self, "deal", seat=0, dealer=1)

    def parse(self, text: str) -> GinState:
        """Read a position (``gin_notation``).

        >>> text = "first 0 dealer 1 | SASKSQ |"
        >>> Gin().parse(text)  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        suitwise.errors.NotationError: a position of gin rummy has ...
        """
        return gin_notation.parse(self, text)

    def move_number(self, move: GinMove) -> int:
        """Number the words, the discards, the knocks, big gin."""
        return move.number

    def numbered_move(self, number: int) -> GinMove:
        """Return the move of a number."""
        return GinMove.numbered(number)

    def observation_fields(self) -> tuple[Field, ...]:
        """Return what the numbers of ``GinState.observe`` mean."""
        from suitwise.rummy.gin.observation import fields_of

        return fields_of(self)

    def move_fields(self) -> tuple[Field, ...]:
        """Return what the numbers of ``encode_move`` mean: places of numbers, or the melds declared."""
        from suitwise.rummy.gin.encoding import FIELDS

        return FIELDS if self.declare else super().move_fields()

    def encode_move(self, move: GinMove) -> NDArray[np.float32]:
        """Return what tells a seat's move from others, float32 of ``move_fields``."""
        from suitwise.rummy.gin.encoding import encoded

        return encoded(move) if self.declare else super().encode_move(move)
