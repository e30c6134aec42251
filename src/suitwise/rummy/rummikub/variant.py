"""The options of Rummikub (the rules page, R1 to R6)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from suitwise.errors import NotationError
from suitwise.foundation.text.lines import LATER, not_one_of, refuse_out_of_bounds
from suitwise.foundation.text.phrases import TypedName
from suitwise.rummy.rummikub.rules.turn import CHOICES, MOST_OPENING, House

RACK = 14
"""The number of tiles that a seat is dealt."""
_BOUNDS = {
    "seats": (2, 4),
    "opening": (0, MOST_OPENING),
    "penalty": (1, 10),
    "deals": (1, 20),
}
_WORDS = {
    "joker": CHOICES["joker"],
    "group_joker": CHOICES["group_joker"],
    "pool": ("pass", "stop"),
    "match": ("points", "wins"),
}


@dataclass(frozen=True)
class RummikubVariant:
    """The options of Rummikub, as ``Rummikub`` explains them.

    Raises:
        NotationError: an option has no such value.

    >>> RummikubVariant(seats=5)
    Traceback (most recent call last):
    suitwise.errors.NotationError: seats is a number from 2 to 4
    """

    seats: int = 2
    opening: int = 30
    same: bool = True
    joker: str = "swap"
    group_joker: str = "either"
    penalty: int = 3
    pool: str = "pass"
    match: str = "points"
    deals: int = 1
    staged: bool = field(default=False, metadata=LATER)

    def __post_init__(self) -> None:
        refuse_out_of_bounds(self, _BOUNDS)
        for name, words in _WORDS.items():
            if getattr(self, name) not in words:
                raise NotationError(not_one_of(TypedName(name, "rummikub"), words))

    @cached_property
    def house(self) -> House:
        """The options that say what a turn may do."""
        same = "yes" if self.same else "no"
        return House(self.opening, same, self.joker, self.group_joker)
