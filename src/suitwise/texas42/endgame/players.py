"""The players of the endgame of Texas 42."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from suitwise.game import Game
from suitwise.players.mccfr import Learned
from suitwise.texas42.endgame.game import Endgame
from suitwise.texas42.endgame.solver import EndgameSolver

if TYPE_CHECKING:
    from suitwise.players.mccfr import Strategy

_ROUND = 256
"""The number of iterations in a round of the compiled solver."""


@dataclass(frozen=True, slots=True)
class LearnedEndgame(Learned):
    """A strategy learned in whole rounds of iterations."""

    def learn(self, game: Game[Any]) -> Strategy:
        """Return the strategy after enough whole rounds for the iterations."""
        assert isinstance(game, Endgame)
        solver = EndgameSolver(game, self.seed, width=4 * _ROUND)
        solver.run(-(-self.iterations // _ROUND))
        return solver.strategy
