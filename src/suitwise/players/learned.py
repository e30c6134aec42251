"""A player that learns before its first game, by its name: ``mccfr(iterations=2000,seed=0)``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from suitwise.errors import NotationError
from suitwise.game import Chooser, Game
from suitwise.players.mccfr import Mccfr, StrategyPlayer

if TYPE_CHECKING:
    from suitwise.players.responses import Strategy

_MOST_ITERATIONS = 10_000_000


@dataclass(frozen=True, slots=True)
class Learned:
    """A strategy learned before the first game, the same in every seat and process."""

    iterations: int = 2000
    seed: int = 0

    def __post_init__(self) -> None:
        if not 1 <= self.iterations <= _MOST_ITERATIONS:
            raise NotationError(f"iterations are a number from 1 to {_MOST_ITERATIONS}")
        if self.seed < 0:
            raise NotationError("a seed is a number from 0")

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player of one seat of one game."""
        return StrategyPlayer(_strategy(self, game), seed, stream)

    def learn(self, game: Game[Any]) -> Strategy:
        """Return the strategy after these iterations; a game with a solver of its own has another."""
        solver = Mccfr(game, self.seed)
        solver.run(self.iterations)
        return solver.strategy


@lru_cache(maxsize=16)
def _strategy(player: Learned, game: Game[Any]) -> Strategy:
    return player.learn(game)
