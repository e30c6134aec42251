"""The moves of a position as collections that count, search and find a place without a list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from suitwise.tractor.moves import Move
from suitwise.tractor.piles import EMPTY, Pile, bits, choice, choices, number_of_choices


class Moves(Sequence[Move]):
    """Piles as moves.

    Args:
        piles: leads, plays or burials, themselves lazy.
    """

    __slots__ = ("_piles",)

    def __init__(self, piles: Sequence[Pile]) -> None:
        self._piles = piles

    def __len__(self) -> int:
        return len(self._piles)

    @overload
    def __getitem__(self, place: int) -> Move: ...
    @overload
    def __getitem__(self, place: slice) -> list[Move]: ...
    def __getitem__(self, place: int | slice) -> Move | list[Move]:
        """Return the move at a place, or those of a slice."""
        if isinstance(place, slice):
            return [Move(pile) for pile in self._piles[place]]
        return Move(self._piles[place])

    def __iter__(self) -> Iterator[Move]:
        return map(Move, self._piles)

    def __contains__(self, move: object) -> bool:
        """Tell whether a move is one of these."""
        return isinstance(move, Move) and not move.word and move.pile in self._piles


class Choices(Sequence[Pile]):
    """All choices of so many cards out of a pile: burials, and plays whose other cards are free.

    Args:
        pile: the cards to choose from.
        size: how many are chosen.
        base: cards beside these that are in all of them.

    >>> from suitwise.tractor.piles import pile_of
    >>> found = Choices(pile_of("HAHAHK"), 2)
    >>> len(found), [str(pile) for pile in found], pile_of("HAHK") in found
    (2, ['HKHA', 'HAHA'], True)
    """

    __slots__ = ("_base", "_pile", "_size")

    def __init__(self, pile: Pile, size: int, base: Pile = EMPTY) -> None:
        self._pile, self._size, self._base = pile, size, base

    def __len__(self) -> int:
        return number_of_choices(self._pile, self._size)

    @overload
    def __getitem__(self, place: int) -> Pile: ...
    @overload
    def __getitem__(self, place: slice) -> list[Pile]: ...
    def __getitem__(self, place: int | slice) -> Pile | list[Pile]:
        """Return the choice at a place, or those of a slice."""
        if isinstance(place, slice):
            return [self[at] for at in range(*place.indices(len(self)))]
        at = place if place >= 0 else place + len(self)
        if not 0 <= at < len(self):
            raise IndexError(f"there is no choice {place}")
        return self._base.plus(choice(self._pile, self._size, at))

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
