"""The options of gin rummy, and how its aces count and lie; ``gin.game`` explains the rules behind them.

By the rules of most tables the ace lies below the 2 and counts 1. A club may play otherwise: the kernels
take such a choice as a number, ``aces`` (``aces_as``), and ``PLAIN_ACES`` where none is given.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from suitwise.errors import NotationError
from suitwise.foundation.text.lines import LATER, not_one_of, refuse_out_of_bounds
from suitwise.foundation.text.phrases import TypedName
from suitwise.foundation.values import MOST_DEALS, most_deals

# --- Aces -----------------------------------------------------------------------------------------

PLAIN_ACES = 0
"""The ace lies below the 2 and counts 1."""
HIGH_TOO, CORNER = 1, 2
"""The ace lies above the king as well: in Q-K-A, or in K-A-2, too. These are the last two bits of
``aces``, and the bits above them are what an ace counts beyond 1."""
_PLACES = {"low": PLAIN_ACES, "both": HIGH_TOO, "corner": CORNER}


def aces_as(ace: str, points: int) -> int:
    """Return the rules about aces as the number that the kernels take.

    Args:
        ace: low, both or corner.
        points: what an ace counts.

    >>> aces_as("low", 1), aces_as("corner", 15)
    (0, 58)
    """
    return _PLACES[ace] | (points - 1) << 2


# --- Options; ``gin.game`` explains the rules behind them -----------------------------------------

MOST_DEADWOOD = {(10, 1): 98, (10, 15): 110, (7, 1): 70, (7, 15): 80}
"""The most deadwood of a hand without a meld, by its cards and what an ace counts.

Of ten cards eight count 10 and two are nines or aces; of seven all may count 10, or five of them beside
two aces.
"""
_NUMBERS = ("knock", "gin", "undercut", "big", "to", "box", "game")
_BOUNDS = {name: (int(name in ("gin", "undercut")), 1000) for name in _NUMBERS} | {
    "idle": (1, 1000),
    "deals": (0, MOST_DEALS),
    "spades": (1, 2),
    "spade_boxes": (1, 2),
    "gin_boxes": (0, 3),
    "undercut_boxes": (0, 3),
}
_CHOICES: dict[str, tuple[object, ...]] = {
    "ace_upcard": ("gin", "1"),
    "cards": (10, 7),
    "ace": ("low", "both", "corner"),
    "ace_points": (1, 15),
    "tie": ("undercut", "knocker"),
    "layoff": ("best", "ask"),
    "dealer": ("loser", "winner", "turns"),
    "shutout": ("game", "points", "all", "no"),
    "columns": (1, 3),
}


@dataclass(frozen=True)
class GinVariant:
    """The options of gin rummy, as ``Gin`` explains them.

    Raises:
        NotationError: an option has a value that it can't have.

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
    oklahoma: bool = field(default=False, metadata=LATER)
    ace_upcard: str = field(default="gin", metadata=LATER)
    spades: int = field(default=1, metadata=LATER)
    spade_boxes: int = field(default=1, metadata=LATER)
    cards: int = field(default=10, metadata=LATER)
    ace: str = field(default="low", metadata=LATER)
    ace_points: int = field(default=1, metadata=LATER)
    gin_layoff: bool = field(default=False, metadata=LATER)
    tie: str = field(default="undercut", metadata=LATER)
    layoff: str = field(default="best", metadata=LATER)
    gin_boxes: int = field(default=0, metadata=LATER)
    undercut_boxes: int = field(default=0, metadata=LATER)
    dealer: str = field(default="loser", metadata=LATER)
    shutout: str = field(default="game", metadata=LATER)
    columns: int = field(default=1, metadata=LATER)

    def __post_init__(self) -> None:
        refuse_out_of_bounds(self, _BOUNDS)
        game = getattr(self, "name", "")
        for name, allowed in _CHOICES.items():
            value = getattr(self, name)
            if type(value) is bool or value not in allowed:
                raise NotationError(not_one_of(TypedName(name, game), map(str, allowed)))

    @cached_property
    def aces(self) -> int:
        """The rules about aces, as the kernels take them."""
        return aces_as(self.ace, self.ace_points)

    @property
    def most_deals(self) -> int:
        """The most deals of a match: ``deals``, or if that is 0 enough for every deal that can score.

        >>> GinVariant().most_deals, GinVariant(to=100).most_deals
        (1, 299)
        """
        return most_deals(self.deals, self.columns * (2 * self.to - 1)) if self.to else 1

    @property
    def most_of_deal(self) -> int:
        """The most points that a deal can be worth."""
        most = MOST_DEADWOOD[self.cards, self.ace_points] + max(self.gin, self.big)
        return self.spades * max(most, self.knock + self.undercut)

    @property
    def most_boxes(self) -> int:
        """The most boxes that a deal can be worth."""
        return (1 + max(self.gin_boxes, self.undercut_boxes)) * self.spade_boxes

    @property
    def keeps_upcard(self) -> bool:
        """Whether the upcard matters after it has been taken."""
        return self.oklahoma or self.spades > 1 or self.spade_boxes > 1

    @property
    def oklahoma_limit(self) -> int:
        """How the upcard limits a knock, as ``knock_limit`` takes it."""
        return int(self.oklahoma) * (2 if self.ace_upcard == "1" else 1)

    @property
    def is_plain(self) -> bool:
        """Whether hands are dealt, melded and compared as without the options of clubs.

        >>> GinVariant(oklahoma=True, columns=3).is_plain, GinVariant(ace="both").is_plain
        (True, False)
        """
        return (self.cards, self.aces, self.gin_layoff, self.tie) == (
            10,
            PLAIN_ACES,
            False,
            "undercut",
        )
