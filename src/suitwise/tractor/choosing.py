"""The moves of a position as collections that count, search and find a place without a list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from suitwise.tractor.lazy import Lazy
from suitwise.tractor.moves import Move
from suitwise.tractor.rules.pile_choices import choice, choices, number_of_choices
from suitwise.tractor.rules.piles import EMPTY, Pile, bits


class Moves(Lazy[Move]):
    """Piles as moves.

    Args:
        piles: leads, plays or burials, themselves lazy.
    """

    __slots__ = ("_piles",)

    def __init__(self, piles: Sequence[Pile]) -> None:
        self._piles = piles

    def __len__(self) -> int:
        return len(self._piles)

    def at(self, place: int) -> Move:
        """Return the move at a place."""
        return Move(self._piles[place])

    def __iter__(self) -> Iterator[Move]:
        return map(Move, self._piles)

    def __contains__(self, move: object) -> bool:
        """Tell whether a move is one of these."""
        return isinstance(move, Move) and not move.word and move.pile in self._piles


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


def moves_of(mask: int) -> tuple[Move, ...]:
    """Return a move for each card of a mask.

    >>> [str(move) for move in moves_of(0b101)]
    ['S2', 'S4']
    """
    return tuple(Move(Pile(1 << card)) for card in bits(mask))
