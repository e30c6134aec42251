"""The options of an endgame, checked, and what follows from them: dominoes, hands and points.

The rules are those of ``position``; ``game`` says what an endgame is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from suitwise.arguments import of_kind
from suitwise.errors import NotationError
from suitwise.foundation.seating import SEATS
from suitwise.foundation.text.phrases import TypedName, phrase
from suitwise.texas42.rules.dominoes import (
    Domino,
    as_dominoes,
    dominoes_of,
    format_dominoes,
    mask_of,
    parse_dominoes,
)
from suitwise.texas42.rules.position import Hands, as_hands, distinct_mask, read_declaration

MOST_TRICKS = 4
LONGEST_TEXT = 400
"""More characters than any option or state has."""


@dataclass(frozen=True)
class EndgameVariant:
    """The options of ``Endgame``, which says what each of them means.

    Raises:
        NotationError: an option is not what it should be.

    >>> variant = EndgameVariant(dominoes="5-5 6-4 6-6 0-0")
    >>> variant.tricks, variant.points
    (1, 21)
    """

    declaration: str = "5"
    leader: int = 0
    dominoes: str = "0-0 1-1 4-2 6-2 4-4 5-5 6-5 6-6"
    goal: int = 0
    seat: int = 0
    hand: str = ""

    name: ClassVar[str] = "texas42_endgame"

    def __post_init__(self) -> None:
        """Write the dominoes in one order, and refuse options that make no endgame."""
        for option in ("dominoes", "hand"):
            text = of_kind(getattr(self, option), str, option)
            if len(text) > LONGEST_TEXT:
                raise NotationError(
                    phrase(
                        "options.too-long",
                        "the option {option} of {name} is too long",
                        option=TypedName(option, self.name),
                        name=self.name,
                    )
                )
            bits = distinct_mask(parse_dominoes(text))
            object.__setattr__(self, option, format_dominoes(dominoes_of(bits), " "))
        read_declaration(self.declaration)
        for option in ("leader", "goal", "seat"):
            if type(getattr(self, option)) is not int:
                raise NotationError(
                    phrase(
                        "options.is-whole",
                        "the option {option} of {name} is a whole number",
                        option=TypedName(option, self.name),
                        name=self.name,
                    )
                )
        if self.leader not in SEATS or self.seat not in SEATS:
            raise NotationError(phrase("texas42.seat-is", "a seat is 0, 1, 2 or 3"))
        self._refuse_dominoes()
        if not 0 <= self.goal <= self.points:
            raise NotationError(
                phrase(
                    "texas42.goal-is",
                    "a goal is 0 to {points}, the points that are left",
                    points=self.points,
                )
            )

    def _refuse_dominoes(self) -> None:
        if len(self.pack) % 4 or not 1 <= self.tricks <= MOST_TRICKS:
            raise NotationError(
                phrase(
                    "texas42.endgame-of",
                    "an endgame has 4, 8, 12 or 16 dominoes, as many a seat, not {n}",
                    n=len(self.pack),
                )
            )
        hand = as_dominoes(self.hand)
        if hand and (len(hand) != self.tricks or not set(hand) <= set(self.pack)):
            raise NotationError(
                phrase(
                    "texas42.hand-is",
                    "a hand is {n} of the dominoes left, or not given",
                    n=self.tricks,
                )
            )

    @cached_property
    def pack(self) -> tuple[Domino, ...]:
        """The dominoes left, in ascending order."""
        return as_dominoes(self.dominoes)

    @cached_property
    def declared(self) -> int:
        """The number of the declaration."""
        return read_declaration(self.declaration)

    @cached_property
    def held(self) -> Hands:
        """What the seats hold before the deal: nothing, but for the hand that is fixed."""
        hand = mask_of(as_dominoes(self.hand))
        return as_hands(hand if seat == self.seat else 0 for seat in SEATS)

    @cached_property
    def to_deal(self) -> tuple[Domino, ...]:
        """The dominoes that chance deals, in that order."""
        return tuple(domino for domino in self.pack if not sum(self.held) >> domino & 1)

    @property
    def dealt_seats(self) -> tuple[int, ...]:
        """The seats that chance deals to."""
        return tuple(seat for seat in SEATS if not self.held[seat])

    @property
    def tricks(self) -> int:
        """How many tricks are left."""
        return len(self.pack) // 4

    @cached_property
    def points(self) -> int:
        """The points that are left."""
        return self.tricks + sum(domino.count for domino in self.pack)
