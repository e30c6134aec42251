"""The options of Whist, checked, and what follows from them for the score."""

from __future__ import annotations

from dataclasses import dataclass

from suitwise.errors import NotationError
from whist.rules.tricks import BOOK, HAND, SEATS

MOST_POINTS = 100
GRAND = HAND - BOOK
"""The most points that a deal is worth."""


@dataclass(frozen=True)
class WhistVariant:
    """The options of ``Whist``, which says what each of them means.

    Raises:
        NotationError: an option is out of bounds.

    >>> WhistVariant().is_decided((4, 5)), WhistVariant(points=0).is_decided((1, 0))
    (True, True)
    """

    points: int = 5
    dealer: int = 0

    def __post_init__(self) -> None:
        if type(self.points) is not int or not 0 <= self.points <= MOST_POINTS:
            raise NotationError(f"points is a number from 0 to {MOST_POINTS}")
        if type(self.dealer) is not int or self.dealer not in SEATS:
            raise NotationError("dealer is a seat from 0 to 3")

    def is_decided(self, scores: tuple[int, int]) -> bool:
        """Tell whether no deal follows when the sides have scored so much."""
        return max(scores) >= max(self.points, 1)

    def is_deal_of(self, dealer: int, totals: tuple[int, int]) -> bool:
        """Tell whether a seat can deal when the sides have scored so much.

        In each deal one side scores 1 to 7, and the deal moves to the left.

        >>> WhistVariant().is_deal_of(1, (2, 0)), WhistVariant().is_deal_of(3, (2, 0))
        (True, False)
        """
        fewest = sum(-(-total // GRAND) for total in totals)
        deals = range(fewest, sum(totals) + 1)
        return not self.is_decided(totals) and any(
            (self.dealer + dealt - dealer) % 4 == 0 for dealt in deals
        )
