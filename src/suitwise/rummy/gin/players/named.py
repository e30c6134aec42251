"""The Monte Carlo player of gin rummy by its name: its worlds or its time to weigh a knock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from suitwise.game import Chooser, Game
from suitwise.rummy.gin.players.monte_carlo import MonteCarloGin
from suitwise.seeds import as_seed, word


@dataclass(frozen=True, slots=True)
class Sampling:
    """The Monte Carlo player, by its worlds or its time."""

    worlds: int = 200
    seconds: float = 0.0

    def __post_init__(self) -> None:
        MonteCarloGin(self.worlds, self.seconds)

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player for one seat of one game."""
        own = word(as_seed(seed), stream, 0) << 31 | word(as_seed(seed), stream, 1) >> 1
        return MonteCarloGin(self.worlds, self.seconds, own)
