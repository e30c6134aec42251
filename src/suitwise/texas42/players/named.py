"""The Monte Carlo player by its name: how many worlds it samples, and for what it plays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from suitwise.game import Chooser, Game
from suitwise.seeds import word
from suitwise.texas42.players.monte_carlo import Pimc


@dataclass(frozen=True, slots=True)
class Sampling:
    """The Monte Carlo player, by its worlds and its objective."""

    worlds: int = 50
    objective: str = "make"

    def __post_init__(self) -> None:
        self._with(0)

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player for one seat of one game."""
        return self._with(word(seed, stream, 0) << 32 | word(seed, stream, 1))

    def _with(self, seed: int) -> Chooser:
        return Pimc(self.worlds, self.objective, seed=seed)  # type: ignore[arg-type]
