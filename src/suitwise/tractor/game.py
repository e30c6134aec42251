"""Tractor as a game under the contract: two packs, four seats, partners opposite.

Its rules are those of a house, a ``Profile``; the ``standard`` one is the default. Chance draws the
cards one by one, so that a planner finds no deal to peek at, and after each the seat that drew it may
bid; after the last all seats are asked in turn, until four in a row have passed. A seat is asked whether
or not it has anything to bid, so that nobody can tell by whose turn it is. (At a real table all may
speak at any time; here who is overturned waits for the next card of its own.)
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from suitwise.cards import RANKS
from suitwise.errors import NotationError
from suitwise.fields import Field
from suitwise.game import Facts, Game
from suitwise.tractor import text_reader as position_reader
from suitwise.tractor.moves import Move
from suitwise.tractor.rules.auction import NOBODY
from suitwise.tractor.rules.kitty import KITTY
from suitwise.tractor.rules.profile import Profile
from suitwise.tractor.rules.scoring import PAST_ACE
from suitwise.tractor.seats import HAND, SEATS
from suitwise.tractor.state import TractorState

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MATCHES = ("match", "deal")
_MOST_BIDS = 4
"""A single, a pair, the black jokers, the red ones: each bid is higher than the one before."""


@dataclass(frozen=True)
class Tractor(Game[Move]):
    """Tractor for four, with two packs.

    Args:
        profile: the rules of the house, by name or with switches: ``standard(penalty=10)``.
        match: ``match``, until a side has passed A, or a single ``deal``.
        levels: the ranks that the sides begin with, seats 0 and 2 first.
        landlord: the first deal's landlord, -1 where its bidding decides.
        first: the seat that draws first in a deal without a given landlord.

    Raises:
        NotationError: an option is out of bounds.

    >>> print(Tractor(match="deal"))
    tractor(profile=standard,match=deal,levels=22,landlord=-1,first=0)
    """

    profile: str = "standard"
    match: str = "match"
    levels: str = "22"
    landlord: int = NOBODY
    first: int = 0

    name: ClassVar[str] = "tractor"

    def __post_init__(self) -> None:
        if not isinstance(self.profile, str):
            raise NotationError("profile is a text, as standard(over=every)")
        object.__setattr__(self, "profile", str(Profile.parse(self.profile)))
        if self.match not in MATCHES:
            raise NotationError(f"match is one of {', '.join(MATCHES)}")
        if not isinstance(self.levels, str) or not re.fullmatch(f"[{RANKS}]{{2}}", self.levels):
            raise NotationError("levels are two ranks, as 22 or TA")
        if type(self.landlord) is not int or self.landlord not in (NOBODY, *SEATS):
            raise NotationError("landlord is a seat from 0 to 3, or -1 where the bidding decides")
        if type(self.first) is not int or self.first not in SEATS:
            raise NotationError("first is a seat from 0 to 3")
        if self.landlord == NOBODY and self.levels[0] != self.levels[1]:
            raise NotationError("where the bidding decides the landlord, both levels are the same")

    @cached_property
    def rules(self) -> Profile:
        """The rules of the house."""
        return Profile.parse(self.profile)

    @property
    def facts(self) -> Facts:
        """Four seats; a match has no bound, since a deal may lift nobody."""
        most = PAST_ACE - min(map(RANKS.index, self.levels)) if self.match == "deal" else 1
        return Facts(
            seats=4,
            distinct_moves=None,
            longest_game=_LONGEST_DEAL if self.match == "deal" else None,
            lowest_return=-most,
            highest_return=most,
            chance=True,
            perfect_information=False,
            sides=(0, 1, 0, 1),
        )

    def observation_fields(self) -> tuple[Field, ...]:
        """Return what the numbers of ``TractorState.observe`` mean (``observation``)."""
        from suitwise.tractor.observation import fields_of

        return fields_of(self.rules)

    def move_fields(self) -> tuple[Field, ...]:
        """Return what the numbers of ``encode_move`` mean (``encoding``)."""
        from suitwise.tractor.encoding import FIELDS

        return FIELDS

    def encode_move(self, move: Move) -> NDArray[np.float32]:
        """Return what tells a seat's move from others (``encoding``).

        >>> (100 * Tractor().encode_move(Move.parse("H5H5")))[54:].round().tolist()
        [0.0, 8.0, 8.0, 5.0]
        """
        from suitwise.tractor.encoding import encoded

        return encoded(move)

    def start(self) -> TractorState:
        """Return the state before the first card is drawn."""
        one, other = map(RANKS.index, self.levels)
        return TractorState(self, (one, other), self.landlord)

    def parse(self, text: str) -> TractorState:
        """Read a position (``position_text``).

        Raises:
            NotationError: it is none that the variant can come to.

        >>> print(Tractor().parse("22 - | - - - - | - | - | - | -"))
        22 - | - - - - | - | - | - | -
        """
        return position_reader.parse(self, text)


_DRAWS = len(SEATS) * HAND
_LONGEST_DEAL = (
    2 * _DRAWS  # each draw and its drawer's answer
    + len(SEATS) * (_MOST_BIDS + 1)  # after the last card: four passes, four more after each bid
    + KITTY  # turned up
    + 1  # buried
    + _DRAWS  # played
    + HAND  # parts of failed throws chosen
)
