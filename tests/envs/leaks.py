"""The leak test, through a face: a seat is shown the same in all worlds that it can't tell apart.

A face is anything that shows a game to a seat. It is told a position and a seat and returns all that it
shows there, by name: arrays, texts, pictures, numbers. From positions all over random games a world is
sampled for every seat (``State.resample``); what is shown of both must be equal, to the last number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

import numpy as np

from suitwise.game import CHANCE, Game, State
from suitwise.testing import Trial
from suitwise.testing.trial import spread

Face: TypeAlias = Callable[[State[Any], int], Mapping[str, Any]]
"""Returns all that is shown of a position to a seat, by name."""


class Leak(AssertionError):
    """A face shows a seat what the seat can't see."""


def check_no_leak(
    face: Face,
    game: Game[Any],
    *,
    games: int = 2,
    states: int = 16,
    seed: int = 0,
    at_chance: bool = False,
) -> int:
    """Hold a face against worlds that each seat can't tell from the truth; return how many differed.

    Args:
        face: the face.
        game: the variant.
        games: how many random games.
        states: from about so many positions of each worlds are sampled, and from its last.
        seed: the seed of games and worlds.
        at_chance: whether the face shows positions in which chance is to move.

    Raises:
        Leak: something shown differs.
        AssertionError: no world differs from the truth, so nothing was tried.
    """
    differed = 0
    for number, (state, seat) in enumerate(_looks(game, games, states, seed, at_chance)):
        world = state.resample(seat, seed, number)
        shown, there = face(state, seat), face(world, seat)
        for name in (*shown, *there):
            if not same(shown.get(name), there.get(name)):
                raise Leak(
                    f"{game}: seat {seat} is shown another {name} in {world} than in {state}"
                )
        differed += world != state
    assert differed or game.facts.perfect_information, f"no world of {game} differs from the truth"
    return differed


def _looks(
    game: Game[Any], games: int, states: int, seed: int, at_chance: bool
) -> Iterator[tuple[State[Any], int]]:
    """Yield positions all over random games, each with every seat."""
    for number, (visited, _) in enumerate(Trial(game, games, seed).plays()):
        shown = [state for state in visited if at_chance or state.turn != CHANCE]
        for state in (*spread(shown, states, number), shown[-1]):
            yield from ((state, seat) for seat in range(game.facts.seats))


def same(one: Any, other: Any) -> bool:
    """Whether two things shown are equal: numbers, texts, arrays, or mappings and lists of such."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other)
    return bool(type(one) is type(other) and one == other)
