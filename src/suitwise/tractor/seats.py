"""Seats, their hands, and the trick on the table. Source: rules page §6."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from suitwise.cards import N_CARDS
from suitwise.tractor.rules.piles import MOST_CARDS, Pile

SEATS = range(4)
HAND = MOST_CARDS
"""The cards that each seat draws."""
DECK = Pile((1 << N_CARDS) - 1, (1 << N_CARDS) - 1)
"""Two packs with their jokers."""

Hands: TypeAlias = tuple[Pile, Pile, Pile, Pile]
"""The cards of each seat."""


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick on the table.

    Args:
        leader: the seat that leads.
        plays: the plays so far, the leader's first.
        tried: the throw that failed, whose forced part is the lead; None where none did.
    """

    leader: int
    plays: tuple[Pile, ...] = ()
    tried: Pile | None = None

    @property
    def turn(self) -> int:
        """The seat that plays next."""
        return (self.leader + len(self.plays)) % len(SEATS)

    @property
    def is_whole(self) -> bool:
        """Whether all seats have played."""
        return len(self.plays) == len(SEATS)


def given(hands: Hands, seat: int, pile: Pile) -> Hands:
    """Return the hands with a pile added to one."""
    found = list(hands)
    found[seat] = found[seat].plus(pile)
    return found[0], found[1], found[2], found[3]


def taken(hands: Hands, seat: int, pile: Pile) -> Hands:
    """Return the hands with a pile taken from one."""
    found = list(hands)
    found[seat] = found[seat].minus(pile)
    return found[0], found[1], found[2], found[3]
