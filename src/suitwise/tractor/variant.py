"""The options of a game of Tractor: the house rules and the starting position (rules page §6)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property

from suitwise.cards import RANKS
from suitwise.errors import NotationError
from suitwise.foundation.text.lines import LATER, not_one_of, refuse_out_of_bounds
from suitwise.foundation.text.phrases import TypedName, phrase
from suitwise.foundation.values import MOST_DEALS, most_deals
from suitwise.tractor.rules.deck import MOST_COPIES
from suitwise.tractor.rules.levels import NOBODY, PAST_ACE
from suitwise.tractor.rules.profile import Profile, of_other_tables, of_two_packs
from suitwise.tractor.rules.tables import LEAST_SEATS, MOST_SEATS, Table

MATCHES = ("match", "deal")
TEAMS = ("fixed", "friends")


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
    packs: int = field(default=0, metadata=LATER)
    players: int = field(default=4, metadata=LATER)
    teams: str = field(default="fixed", metadata=LATER)
    friends: int = field(default=0, metadata=LATER)

    def __post_init__(self) -> None:
        self._check_table()
        if not isinstance(self.profile, str):
            raise NotationError(
                phrase("tractor.option-profile", "profile is a text, as standard(over=every)")
            )
        house = Profile.parse(self.profile)
        if self.is_classic:
            house = of_two_packs(house)
        else:
            of_other_tables(house)
        object.__setattr__(self, "profile", str(house))
        if self.match not in MATCHES:
            raise NotationError(not_one_of(TypedName("match", "tractor"), MATCHES))
        self._check_levels()
        seats = range(self.players)
        if type(self.landlord) is not int or self.landlord not in (NOBODY, *seats):
            raise NotationError(
                phrase(
                    "tractor.option-landlord",
                    "landlord is a seat from 0 to {last}, or -1 where the bidding decides",
                    last=seats[-1],
                )
            )
        if type(self.first) is not int or self.first not in seats:
            raise NotationError(
                phrase("tractor.option-first", "first is a seat from 0 to {last}", last=seats[-1])
            )
        if type(self.claims) is not bool:
            raise NotationError(phrase("tractor.option-claims", "claims is yes or no"))
        if self.claims and not self.is_classic:
            raise NotationError(
                phrase(
                    "tractor.option-claims-of-four",
                    "claims are for four players with two packs and fixed sides",
                )
            )
        refuse_out_of_bounds(self, {"deals": (0, MOST_DEALS)})
        if self.landlord == NOBODY and len(set(self.ranks)) > 1:
            raise NotationError(
                phrase(
                    "tractor.option-same-levels",
                    "where the bidding decides the landlord, all levels are the same",
                )
            )
        _ = self.table  # refuses a kitty that leaves no cards

    def _check_table(self) -> None:
        """Check packs, players and sides; what the table gives anyway is left to its default."""
        refuse_out_of_bounds(
            self, {"packs": (0, MOST_COPIES), "players": (LEAST_SEATS, MOST_SEATS)}
        )
        if self.teams not in TEAMS:
            raise NotationError(not_one_of(TypedName("teams", "tractor"), TEAMS))
        if self.teams == "fixed" and self.players % 2:
            raise NotationError(
                phrase(
                    "tractor.option-teams-friends",
                    "{n} players have no fixed sides: teams=friends",
                    n=self.players,
                )
            )
        most = self.players - 2 if self.teams == "friends" else 0
        if type(self.friends) is not int or not 0 <= self.friends <= most:
            raise NotationError(
                phrase(
                    "tractor.option-friends",
                    "friends is a number from 1 to {most} for {n} players",
                    most=self.players - 2,
                    n=self.players,
                )
                if most
                else phrase("tractor.option-friends-teams", "friends are called with teams=friends")
            )
        if self.packs == self.players // 2:
            object.__setattr__(self, "packs", 0)
        if self.friends == self.players // 2 - 1:
            object.__setattr__(self, "friends", 0)

    def _check_levels(self) -> None:
        """Check the levels: one for each side, or for each player of a table without fixed sides."""
        is_text = isinstance(self.levels, str)
        two = is_text and re.fullmatch(f"[{RANKS}]{{2}}", self.levels)
        if self.teams == "fixed":
            if not two:
                raise NotationError(
                    phrase("tractor.option-levels", "levels are two ranks, as 22 or TA")
                )
            return
        each = is_text and re.fullmatch(f"[{RANKS}]{{{self.players}}}", self.levels)
        if not each and not (two and self.levels[0] == self.levels[1]):
            raise NotationError(
                phrase(
                    "tractor.option-levels-each",
                    "levels are a rank for each of {n} players, or one written twice for all, as 22",
                    n=self.players,
                )
            )
        if len(set(self.levels)) == 1:
            object.__setattr__(self, "levels", 2 * self.levels[0])

    @property
    def is_classic(self) -> bool:
        """Whether four players with two packs sit as two sides: the game of the older rules page."""
        return (self.players, self.packs or 2, self.teams) == (4, 2, "fixed")

    @cached_property
    def rules(self) -> Profile:
        """The house rules."""
        house = Profile.parse(self.profile)
        return house if self.is_classic else of_other_tables(house)

    @cached_property
    def table(self) -> Table:
        """The number of packs and seats, with the rules of the house."""
        return Table(self.packs or self.players // 2, self.players, self.rules)

    @cached_property
    def calls(self) -> int:
        """The number of cards that the landlord calls; 0 with fixed sides."""
        if self.teams == "fixed":
            return 0
        return self.friends or self.players // 2 - 1

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
    def side_ranks(self) -> tuple[int, int]:
        """The starting ranks of two fixed sides, that of seat 0 first."""
        return self.ranks[0], self.ranks[1]

    @cached_property
    def ranks(self) -> tuple[int, ...]:
        """The starting ranks as numbers, 0 for 2 up to 12 for A: of both sides, or of each seat.

        >>> TractorVariant().ranks, TractorVariant(players=5, teams="friends").ranks
        ((0, 0), (0, 0, 0, 0, 0))
        """
        levels = tuple(map(RANKS.index, self.levels))
        if self.is_classic or len(levels) > 2:
            return levels
        return tuple(levels[seat % 2] for seat in range(self.players))


def strongest(game: TractorVariant) -> str:
    """Return the strongest player of a variant: the search is for four with two packs.

    >>> strongest(TractorVariant()), strongest(TractorVariant(players=6))
    ('mc', 'rules')
    """
    return "mc" if game.is_classic else "rules"
