"""The options of Indian rummy, and the rule set that they make with the card turned up."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from suitwise.cards import BLACK_JOKER
from suitwise.foundation.text.options import refuse_out_of_bounds
from suitwise.rummy.rules.rules import INDIAN13, RANK_TEXT, Rules, rank_of

MOST_SEATS = 6
_BOUNDS = {
    "seats": (2, MOST_SEATS),
    "jokers": (0, 4),
    "drop": (0, 1000),
    "middle": (0, 1000),
    "cap": (1, 1000),
    "draws": (1, 10_000),
}


@dataclass(frozen=True)
class IndianVariant:
    """The options of Indian rummy, as ``Indian`` explains them.

    Raises:
        NotationError: a number is out of bounds.

    >>> IndianVariant(seats=7)
    Traceback (most recent call last):
    suitwise.errors.NotationError: seats is a number from 2 to 6
    """

    seats: int = 2
    jokers: int = 2
    drop: int = 20
    middle: int = 40
    cap: int = 80
    draws: int = 300
    reshuffle: bool = True

    def __post_init__(self) -> None:
        refuse_out_of_bounds(self, _BOUNDS)


def rules_of(variant: IndianVariant, wild: int) -> Rules:
    """Return the rule set of a variant and the card turned up; a joker makes the aces wild.

    >>> from suitwise.cards import Card
    >>> [rules_of(IndianVariant(), Card(text)).wild for text in ("H7", "JK")]
    ['7', 'A']
    """
    return _rules_of(variant.jokers, variant.cap, 1 if wild >= BLACK_JOKER else rank_of(wild))


@cache
def _rules_of(jokers: int, cap: int, wild_rank: int) -> Rules:
    return replace(INDIAN13, jokers=jokers, cap=cap, wild=RANK_TEXT[wild_rank - 1])
