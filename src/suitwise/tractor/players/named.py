"""The Monte Carlo player by its name: how many worlds it looks at, or how long it thinks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from suitwise.game import Chooser, Game
from suitwise.seeds import word
from suitwise.tractor.players.monte_carlo import MonteCarlo
from suitwise.tractor.players.search.worlds import Beliefs


@dataclass(frozen=True, slots=True)
class Sampling:
    """The Monte Carlo player, by its worlds or its time; without a part it shows what that is worth."""

    worlds: int = 100
    seconds: float = 0.0
    beliefs: bool = True
    burials: bool = True
    bids: bool = True
    ending: int = 4

    def __post_init__(self) -> None:
        self._with(0)

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player for one seat of one game."""
        return self._with(word(seed, stream, 0) << 32 | word(seed, stream, 1))

    def _with(self, seed: int) -> MonteCarlo:
        beliefs = Beliefs() if self.beliefs else None
        return MonteCarlo(
            self.worlds, self.seconds, beliefs, self.burials, self.bids, self.ending, seed
        )
