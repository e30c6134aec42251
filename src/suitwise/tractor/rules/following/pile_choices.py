"""Choices of cards out of a pile, equal cards not told apart: counted, found by place, listed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from suitwise.foundation.lazy import Lazy
from suitwise.tractor.rules.piles import EMPTY, Pile, bits, copies_of


class Choices(Lazy[Pile]):
    """All choices of so many cards out of a pile: burials, and plays whose other cards are free.

    Args:
        pile: the cards to choose from.
        size: how many are chosen.
        base: cards beside these that are in all of them.

    >>> from suitwise.tractor.rules.piles import pile_of
    >>> found = Choices(pile_of("HAHAHK"), 2)
    >>> len(found), [str(pile) for pile in found], pile_of("HAHK") in found
    (2, ['HKHA', 'HAHA'], True)
    """

    __slots__ = ("_base", "_pile", "_size")

    def __init__(self, pile: Pile, size: int, base: Pile = EMPTY) -> None:
        self._pile, self._size, self._base = pile, size, base

    def __len__(self) -> int:
        return number_of_choices(self._pile, self._size)

    def at(self, place: int) -> Pile:
        """Return the choice at a place."""
        return self._base.plus(choice(self._pile, self._size, place))

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
    """Return in how many ways so many cards can be chosen, equal cards not told apart.

    >>> from suitwise.tractor.rules.piles import pile_of
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

    >>> from suitwise.tractor.rules.piles import pile_of
    >>> print(choice(pile_of("HAHAHK"), 2, 1))
    HAHA
    """
    kinds = list(bits(pile.once))
    copies = tuple(pile.copies(card) for card in kinds)
    chosen = []
    for at, card in enumerate(kinds):
        for taken in range(min(copies[at], size), -1, -1):
            ways = _choices(copies[at + 1 :], size - taken)
            if place < ways:
                break
            place -= ways
        chosen.append((card, taken))
        size -= taken
    return copies_of(chosen)


def choices(pile: Pile, size: int) -> Iterator[Pile]:
    """Yield every choice of so many cards, one at a time, most of the lowest card first.

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
    """Yield what has been taken with every choice of so many more from a place on.

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
