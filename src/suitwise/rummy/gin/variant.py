"""The options of gin rummy and their bounds; ``gin.game`` explains the rules behind them."""

from __future__ import annotations

from dataclasses import dataclass, field

from suitwise.foundation.text.options import LATER, refuse_out_of_bounds
from suitwise.foundation.values import MOST_DEALS, most_deals

MOST_DEADWOOD = 98
"""The most deadwood of ten cards without a meld: eight that count 10 and two nines."""
_NUMBERS = ("knock", "gin", "undercut", "big", "to", "box", "game")
_BOUNDS = {name: (int(name in ("gin", "undercut")), 1000) for name in _NUMBERS} | {
    "idle": (1, 1000),
    "deals": (0, MOST_DEALS),
}


@dataclass(frozen=True)
class GinVariant:
    """The options of gin rummy, as ``Gin`` explains them.

    Raises:
        NotationError: a number is out of bounds.

    >>> GinVariant(big=31).most_of_deal
    129
    """

    knock: int = 10
    gin: int = 25
    undercut: int = 25
    big: int = 0
    to: int = 0
    box: int = 20
    game: int = 100
    declare: bool = False
    idle: int = field(default=50, metadata=LATER)
    deals: int = field(default=0, metadata=LATER)

    def __post_init__(self) -> None:
        refuse_out_of_bounds(self, _BOUNDS)

    @property
    def most_deals(self) -> int:
        """The most deals: ``deals``, or if that is 0 the deals that can score and some more.

        >>> GinVariant().most_deals, GinVariant(to=100).most_deals
        (1, 299)
        """
        return most_deals(self.deals, 2 * self.to - 1) if self.to else 1

    @property
    def most_of_deal(self) -> int:
        """The most points that a deal can be worth."""
        return max(MOST_DEADWOOD + max(self.gin, self.big), self.knock + self.undercut)
