"""Choices of cards out of a pile, equal cards not told apart: counted, found by place, listed.

Source: rules page §6, for burials and for plays whose cards are free.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import comb

from suitwise.foundation.arrays.bits import bit_numbered
from suitwise.foundation.arrays.compiled import lowest_bit
from suitwise.foundation.lazy import Lazy
from suitwise.tractor.rules.piles import CARD_PILES, EMPTY, Pile, bits, copies_of


class Choices(Lazy[Pile]):
    """All choices of ``size`` cards out of a pile: burials, and plays whose other cards are free.

    Args:
        pile: the cards to choose from.
        size: how many are chosen.
        base: cards beside these that are in all of them.

    >>> from suitwise.tractor.rules.piles import pile_of
    >>> found = Choices(pile_of("HAHAHK"), 2)
    >>> len(found), [str(pile) for pile in found], pile_of("HAHK") in found
    (2, ['HKHA', 'HAHA'], True)
    """

    __slots__ = ("_base", "_number", "_pile", "_size")

    def __init__(self, pile: Pile, size: int, base: Pile = EMPTY) -> None:
        self._pile, self._size, self._base = pile, size, base
        self._number = number_of_choices(pile, size)

    def __len__(self) -> int:
        return self._number

    def at(self, place: int) -> Pile:
        """Return the choice at a place."""
        found = choice(self._pile, self._size, place)
        return self._base.plus(found) if self._base.once else found

    def __iter__(self) -> Iterator[Pile]:
        return map(self._base.plus, choices(self._pile, self._size))

    def __contains__(self, pile: object) -> bool:
        """Tell whether a pile is such a choice."""
        return (
            isinstance(pile, Pile)
            and pile.size == self._base.size + self._size
            and self._base.within(pile)
            and pile.minus(self._base).within(self._pile)
        )


def number_of_choices(pile: Pile, size: int) -> int:
    """Return in how many ways ``size`` cards can be chosen, equal cards not told apart.

    >>> from suitwise.tractor.rules.piles import pile_of
    >>> number_of_choices(pile_of("HAHAHK"), 2)
    2
    """
    return _ways(pile.once.bit_count(), pile.twice.bit_count(), pile.thrice.bit_count(), size)


@lru_cache(maxsize=1 << 14)
def _ways(kinds: int, doubles: int, triples: int, size: int) -> int:
    """Count the choices of ``size`` cards of some kinds, doubles and triples among them.

    Args:
        kinds: how many kinds of cards there are.
        doubles: how many of them are there at least twice.
        triples: how many of these are there three times.
        size: how many cards are chosen.
    """
    if triples:  # none of the last kind is taken, one, two or three
        return sum(_ways(kinds - 1, doubles - 1, triples - 1, size - n) for n in range(4))
    pairs = range(min(doubles, size // 2) + 1)
    return sum(comb(doubles, n) * comb(kinds - n, size - 2 * n) for n in pairs)


def choice(pile: Pile, size: int, place: int) -> Pile:
    """Return the choice of ``size`` cards at a place of ``choices``.

    >>> from suitwise.tractor.rules.piles import pile_of
    >>> print(choice(pile_of("HAHAHK"), 2, 1))
    HAHA
    """
    if size == 1:
        return CARD_PILES[bit_numbered(pile.once, place)]
    once, twice, thrice = pile.masks
    chosen = []
    while size:
        card, copies = lowest_bit(once), 1
        once ^= 1 << card
        if twice >> card & 1:
            copies += 1 + (thrice >> card & 1)
            twice, thrice = twice & ~(1 << card), thrice & ~(1 << card)
        left = once.bit_count(), twice.bit_count(), thrice.bit_count()
        for taken in range(min(copies, size), -1, -1):
            ways = _ways(*left, size - taken)
            if place < ways:
                break
            place -= ways
        chosen.append((card, taken))
        size -= taken
    return copies_of(chosen)


def choices(pile: Pile, size: int) -> Iterator[Pile]:
    """Yield every choice of ``size`` cards, one at a time, most of the lowest card first.

    >>> from suitwise.tractor.rules.piles import pile_of
    >>> [str(found) for found in choices(pile_of("HAHAHK"), 2)]
    ['HKHA', 'HAHA']
    """
    kinds = [
        [copies_of([(card, taken)]) for taken in range(pile.copies(card) + 1)]
        for card in bits(pile.once)
    ]
    left = [sum(len(copies) - 1 for copies in kinds[at:]) for at in range(len(kinds) + 1)]
    return _choose(kinds, left, 0, size, EMPTY)


def _choose(
    kinds: list[list[Pile]], left: list[int], at: int, size: int, taken: Pile
) -> Iterator[Pile]:
    """Yield what has been taken with every choice of ``size`` more from a place on.

    Args:
        kinds: no copy, one, and so on of each kind of card.
        left: how many cards there are from each place on.
        at: the place.
        size: how many more.
        taken: what has been taken.
    """
    if size == 0:
        yield taken
        return
    if left[at] < size:
        return
    copies = kinds[at]
    for number in range(min(len(copies) - 1, size), -1, -1):
        yield from _choose(kinds, left, at + 1, size - number, taken.plus(copies[number]))
