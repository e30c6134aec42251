"""The trick on the table, a claim, and four hands with cards added or taken (rules page §6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from suitwise.cards import N_CARDS
from suitwise.foundation.seating import SEATS
from suitwise.tractor.rules.levels import points_of
from suitwise.tractor.rules.piles import MOST_CARDS, Pile

HAND = MOST_CARDS
"""The cards that each seat draws."""
DECK = Pile((1 << N_CARDS) - 1, (1 << N_CARDS) - 1)
"""Two packs with their jokers."""

T = TypeVar("T")
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

    @property
    def points(self) -> int:
        """The points of the cards played."""
        return sum(points_of(play.once, play.twice) for play in self.plays)


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of all tricks that are left, made on lead.

    Args:
        seat: who laid down its hand.
        holds: whether it comes true whatever the others play.
    """

    seat: int
    holds: bool

    @property
    def side(self) -> int:
        """The side that all that is left goes to: the claimant's, or for a false claim the other."""
        return self.seat & 1 if self.holds else 1 - self.seat & 1


def play_texts(plays: Sequence[Pile], tried: Pile | None) -> list[str]:
    """Return the texts of a trick's plays, a failed throw with the part led, as ``HAHAHK>HK``."""
    texts = list(map(str, plays))
    return texts if tried is None else [f"{tried}>{''.join(texts[:1])}", *texts[1:]]


def four(items: Iterable[T]) -> tuple[T, T, T, T]:
    """Return a tuple of one item for each seat."""
    first, second, third, fourth = items
    return first, second, third, fourth


def with_cards(hands: Hands, seat: int, pile: Pile) -> Hands:
    """Return the hands with a pile added to one."""
    return four(hand.plus(pile) if at == seat else hand for at, hand in enumerate(hands))


def without_cards(hands: Hands, seat: int, pile: Pile) -> Hands:
    """Return the hands with a pile taken from one."""
    return four(hand.minus(pile) if at == seat else hand for at, hand in enumerate(hands))
