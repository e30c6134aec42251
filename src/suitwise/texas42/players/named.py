"""The Monte Carlo players by their names: how many worlds they sample, and what they go by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from suitwise.game import Chooser, Game
from suitwise.seeds import word
from suitwise.texas42.players.likely import MonteCarlo
from suitwise.texas42.players.monte_carlo import Pimc
from suitwise.texas42.players.search.worlds import Beliefs


@dataclass(frozen=True, slots=True)
class Sampling:
    """Perfect-information Monte Carlo, by its worlds and its objective."""

    worlds: int = 50
    objective: str = "make"

    def __post_init__(self) -> None:
        self._with(0)

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player for one seat of one game."""
        return self._with(word(seed, stream, 0) << 32 | word(seed, stream, 1))

    def _with(self, seed: int) -> Chooser:
        return Pimc(self.worlds, self.objective, seed=seed)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Likely:
    """The Monte Carlo player of likely worlds; without a part it shows what that is worth."""

    worlds: int = 100
    seconds: float = 0.0
    beliefs: bool = True
    by: str = "both"
    auction: bool = True

    def __post_init__(self) -> None:
        self._with(0)

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player for one seat of one game."""
        return self._with(word(seed, stream, 0) << 32 | word(seed, stream, 1))

    def _with(self, seed: int) -> Chooser:
        beliefs = Beliefs() if self.beliefs else None
        by: Any = self.by
        return MonteCarlo(self.worlds, self.seconds, beliefs, by, self.auction, seed)
