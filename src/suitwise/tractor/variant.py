"""The options of a game of Tractor: the house rules and the starting position (rules page §6)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property

from suitwise.cards import RANKS
from suitwise.errors import NotationError
from suitwise.foundation.seating import SEATS
from suitwise.foundation.text.lines import LATER, not_one_of, refuse_out_of_bounds
from suitwise.foundation.text.phrases import TypedName, phrase
from suitwise.foundation.values import MOST_DEALS, most_deals
from suitwise.tractor.rules.levels import NOBODY, PAST_ACE
from suitwise.tractor.rules.profile import Profile, of_two_packs

MATCHES = ("match", "deal")


@dataclass(frozen=True)
class TractorVariant:
    """The options of a game, checked; ``game.Tractor`` documents them."""

    profile: str = "standard"
    match: str = "match"
    levels: str = "22"
    landlord: int = NOBODY
    first: int = 0
    claims: bool = field(default=False, metadata=LATER)
    deals: int = field(default=0, metadata=LATER)

    def __post_init__(self) -> None:
        if not isinstance(self.profile, str):
            raise NotationError(
                phrase("tractor.option-profile", "profile is a text, as standard(over=every)")
            )
        object.__setattr__(self, "profile", str(of_two_packs(Profile.parse(self.profile))))
        if self.match not in MATCHES:
            raise NotationError(not_one_of(TypedName("match", "tractor"), MATCHES))
        if not isinstance(self.levels, str) or not re.fullmatch(f"[{RANKS}]{{2}}", self.levels):
            raise NotationError(
                phrase("tractor.option-levels", "levels are two ranks, as 22 or TA")
            )
        if type(self.landlord) is not int or self.landlord not in (NOBODY, *SEATS):
            raise NotationError(
                phrase(
                    "tractor.option-landlord",
                    "landlord is a seat from 0 to 3, or -1 where the bidding decides",
                )
            )
        if type(self.first) is not int or self.first not in SEATS:
            raise NotationError(phrase("tractor.option-first", "first is a seat from 0 to 3"))
        if type(self.claims) is not bool:
            raise NotationError(phrase("tractor.option-claims", "claims is yes or no"))
        refuse_out_of_bounds(self, {"deals": (0, MOST_DEALS)})
        if self.landlord == NOBODY and self.levels[0] != self.levels[1]:
            raise NotationError(
                phrase(
                    "tractor.option-same-levels",
                    "where the bidding decides the landlord, both levels are the same",
                )
            )

    @cached_property
    def rules(self) -> Profile:
        """The house rules."""
        return Profile.parse(self.profile)

    @cached_property
    def most_deals(self) -> int:
        """The most deals in a match: ``deals`` if given, else enough for a side to rise, and some more.

        >>> TractorVariant().most_deals, TractorVariant(deals=9).most_deals
        (125, 9)
        """
        if self.match == "deal":
            return 1
        return most_deals(self.deals, sum(PAST_ACE - rank for rank in self.ranks) - 1)

    @property
    def ranks(self) -> tuple[int, int]:
        """The starting ranks of the sides as numbers, 0 for 2 up to 12 for A."""
        return RANKS.index(self.levels[0]), RANKS.index(self.levels[1])
