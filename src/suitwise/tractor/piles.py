"""A pile: how many copies of each card, as three masks; hands, plays and the kitty are piles.

The masks hold the cards that are there at least once, at least twice, three times (bit = card number,
``suitwise.cards``). So a count is a population count, the pairs are the second mask, and taking cards
away is a handful of bit operations. The game is played with two packs, where the third mask is empty;
rulings speak of three packs too, and three equal cards are a pair and a single there (rules page §6).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from suitwise.cards import N_CARDS, Card, CardsLike, as_cards, check_copies, format_cards
from suitwise.errors import IllegalPosition
from suitwise.tractor.order import as_tractor_card

MOST_COPIES = 3
"""Rulings take cards of up to so many packs."""
MOST_CARDS = 25
"""The cards of a hand in play."""

_CARDS = tuple(map(Card, range(N_CARDS)))
"""Made once: a pile's cards are asked for again and again."""


class Pile(NamedTuple):
    """A multiset of cards.

    Args:
        once: mask of the cards there.
        twice: mask of the cards there at least twice.
        thrice: mask of the cards there three times.

    >>> pile = pile_of("HAHAHK")
    >>> print(pile, pile.size, pile.minus(pile_of("HA")))
    HKHAHA 3 HKHA
    """

    once: int
    twice: int = 0
    thrice: int = 0

    @property
    def size(self) -> int:
        """How many cards there are."""
        return self.once.bit_count() + self.twice.bit_count() + self.thrice.bit_count()

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in the order of their numbers, equal ones together."""
        found = []
        for number in bits(self.once):
            card = _CARDS[number]
            found.append(card)
            if self.twice >> number & 1:
                found.append(card)
                if self.thrice >> number & 1:
                    found.append(card)
        return tuple(found)

    def copies(self, card: int) -> int:
        """Return how many copies of a card there are."""
        return (self.once >> card & 1) + (self.twice >> card & 1) + (self.thrice >> card & 1)

    def of(self, mask: int) -> Pile:
        """Return the part whose cards are in a mask."""
        return Pile(self.once & mask, self.twice & mask, self.thrice & mask)

    def within(self, other: Pile) -> bool:
        """Tell whether another pile holds all these cards."""
        return not (
            self.once & ~other.once | self.twice & ~other.twice | self.thrice & ~other.thrice
        )

    def plus(self, other: Pile) -> Pile:
        """Return both together, of which no card is there more than three times."""
        (a1, a2, a3), (b1, b2, b3) = self, other
        return Pile(a1 | b1, a2 | b2 | a1 & b1, a3 | b3 | a2 & b1 | a1 & b2)

    def minus(self, other: Pile) -> Pile:
        """Return what is left without cards that are all here."""
        (a1, a2, a3), (b1, b2, b3) = self, other
        return Pile(
            a1 & ~b1 | a2 & b1 & ~b2 | a3 & b2 & ~b3,
            a2 & ~b1 | a3 & b1 & ~b2,
            a3 & ~b1,
        )

    def __str__(self) -> str:
        return format_cards(self.cards)


EMPTY = Pile(0)


def bits(mask: int) -> Iterator[int]:
    """Yield the places of the bits of a mask, lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def pile_of(cards: CardsLike | Pile, packs: int = MOST_COPIES) -> Pile:
    """Return the pile of some cards.

    Args:
        cards: a pile, or cards as text, integers or ``Card`` objects.
        packs: how many copies of a card there may be.

    Raises:
        NotationError: something is no card of Tractor.
        IllegalPosition: there are more copies of a card.

    >>> pile_of("S2 S2 RJ").twice == 1, pile_of([]) == EMPTY
    (True, True)
    """
    if isinstance(cards, Pile):
        return cards
    found = [as_tractor_card(card) for card in as_cards(cards)]
    check_copies(found, packs)
    masks = [0, 0, 0]
    for card, copies in Counter(found).items():
        for copy in range(copies):
            masks[copy] |= 1 << card
    return Pile(*masks)


def sum_of(piles: Iterable[Pile], packs: int = MOST_COPIES) -> Pile:
    """Return all piles together.

    Raises:
        IllegalPosition: there are more copies of a card than packs.

    >>> print(sum_of([pile_of("HA"), pile_of("HKHA")], packs=2))
    HKHAHA
    """
    return pile_of([card for pile in piles for card in pile.cards], packs)


def hand_of(cards: CardsLike | Pile, packs: int = MOST_COPIES) -> Pile:
    """Return the pile of a hand in play.

    Raises:
        NotationError: something is no card of Tractor.
        IllegalPosition: there are more than 25 cards, or more copies of one than packs.
    """
    pile = pile_of(cards, packs)
    if pile.size > MOST_CARDS:
        raise IllegalPosition(f"a hand has at most {MOST_CARDS} cards, not {pile.size}")
    return pile


# --- Choices of cards -----------------------------------------------------------------------------


def number_of_choices(pile: Pile, size: int) -> int:
    """Return in how many ways so many cards can be chosen, equal cards not told apart.

    >>> number_of_choices(pile_of("HAHAHK"), 2)
    2
    """
    return _choices(tuple(pile.copies(card) for card in bits(pile.once)), size)


@lru_cache(maxsize=1 << 14)
def _choices(copies: tuple[int, ...], size: int) -> int:
    """Count the choices of so many cards, where each kind is there so often."""
    ways = [1] + [0] * max(size, 0)
    for most in copies:
        ways = [sum(ways[max(0, n - most) : n + 1]) for n in range(len(ways))]
    return ways[size] if size >= 0 else 0


def choice(pile: Pile, size: int, place: int) -> Pile:
    """Return the choice of so many cards at a place of ``choices``.

    >>> print(choice(pile_of("HAHAHK"), 2, 1))
    HAHA
    """
    kinds = list(bits(pile.once))
    copies = tuple(pile.copies(card) for card in kinds)
    planes = [0, 0, 0]
    for at, card in enumerate(kinds):
        for taken in range(min(copies[at], size), -1, -1):
            ways = _choices(copies[at + 1 :], size - taken)
            if place < ways:
                break
            place -= ways
        for copy in range(taken):
            planes[copy] |= 1 << card
        size -= taken
    return Pile(*planes)


def choices(pile: Pile, size: int) -> Iterator[Pile]:
    """Yield every choice of so many cards, one at a time, most of the lowest card first.

    >>> [str(found) for found in choices(pile_of("HAHAHK"), 2)]
    ['HKHA', 'HAHA']
    """
    kinds = [(card, pile.copies(card)) for card in bits(pile.once)]
    left = [sum(copies for _, copies in kinds[at:]) for at in range(len(kinds) + 1)]
    return _choose(kinds, left, 0, size, EMPTY)


def _choose(
    kinds: list[tuple[int, int]], left: list[int], at: int, size: int, taken: Pile
) -> Iterator[Pile]:
    """Yield what has been taken with every choice of so many more from a place on."""
    if size == 0:
        yield taken
        return
    if left[at] < size:
        return
    card, copies = kinds[at]
    for number in range(min(copies, size), -1, -1):
        bit = 1 << card
        more = Pile(bit * (number > 0), bit * (number > 1), bit * (number > 2))
        yield from _choose(
            kinds,
            left,
            at + 1,
            size - number,
            Pile(taken.once | more.once, taken.twice | more.twice, taken.thrice | more.thrice),
        )
