"""Moves by their numbers and by their places among the legal ones."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import islice
from operator import index as as_index
from typing import SupportsIndex, cast

from suitwise.arguments import shown
from suitwise.errors import NotationError
from suitwise.game.description import Description, M


def numbered(game: Description[M], kinds: tuple[type, ...], move: object) -> M:
    """Return the move of a number; a refusal of anything else says what is expected."""
    count = game.facts.distinct_moves
    try:
        number = as_index(cast(SupportsIndex, move))
    except TypeError:
        count = None
    if count is None:
        expected = " or ".join(kind.__name__ for kind in kinds)
        raise TypeError(f"a move of {game.name} is a {expected} or its text, not {shown(move)}")
    if not 0 <= number < count:
        raise NotationError(f"{game.name} numbers its moves from 0 to {count - 1}, not {number}")
    return game.numbered_move(number)


def move_at(moves: Collection[M], place: int) -> M:
    """Return the move at a place: at once where the moves are a sequence, by listing elsewhere.

    Raises:
        IndexError: there are no more than ``place`` moves.

    >>> move_at(range(10**12), 10**9)
    1000000000
    """
    if isinstance(moves, (tuple, Sequence)):  # a tuple is told at once
        return cast(M, moves[place])
    for move in islice(iter(moves), place, None):
        return move
    raise IndexError(f"there is no move {place}")
