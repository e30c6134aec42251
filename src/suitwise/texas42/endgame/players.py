"""The player of an endgame at 42 that has a name: a strategy that the compiled solver learned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from suitwise.game import Game
from suitwise.players.learned import Learned
from suitwise.texas42.endgame.game import Endgame
from suitwise.texas42.endgame.solver import EndgameSolver

if TYPE_CHECKING:
    from suitwise.players.responses import Strategy

_ROUND = 256
"""How many iterations make a round of the compiled solver."""


@dataclass(frozen=True, slots=True)
class LearnedEndgame(Learned):
    """A strategy learned in whole rounds of iterations."""

    def learn(self, game: Game[Any]) -> Strategy:
        """Return the strategy after the rounds that hold these iterations."""
        assert isinstance(game, Endgame)
        solver = EndgameSolver(game, self.seed, width=4 * _ROUND)
        solver.run(-(-self.iterations // _ROUND))
        return solver.strategy
