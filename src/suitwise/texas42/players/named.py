"""Who plays Texas 42 by a name, where a name has other options than the player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from suitwise.game import Chooser, Game
from suitwise.seeds import word
from suitwise.texas42.players.monte_carlo import Pimc


@dataclass(frozen=True, slots=True)
class Sampling:
    """Sampled worlds solved."""

    worlds: int = 50
    objective: str = "make"

    def __post_init__(self) -> None:
        self._with(0)

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return who sits in one seat of one game."""
        return self._with(word(seed, stream, 0) << 32 | word(seed, stream, 1))

    def _with(self, seed: int) -> Chooser:
        return Pimc(self.worlds, self.objective, seed=seed)  # type: ignore[arg-type]
