"""Games played whole in arrays, side by side: what the arena asks of a variant that can be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from suitwise.game import Game, Record

Games: TypeAlias = Callable[
    [int, Sequence[int], int, Sequence[Sequence[int]], Sequence[Sequence[int]]],
    list[Record] | None,
]
"""Plays games: the seed that deals, the stream of each game, the seed of what players draw, for each
game and seat the stream of that, and the policy. None where one of the games can't be played so."""


class Whole(NamedTuple):
    """A variant whose games are played whole.

    Args:
        game: the variant.
        policies: the players, by their texts; the number of each is its place.
        games: plays them.
    """

    game: Game[Any]
    policies: tuple[str, ...]
    games: Games
