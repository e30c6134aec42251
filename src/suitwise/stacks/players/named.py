"""The named player of Stack Management: ``solver``, who plays winning lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from suitwise.game import Chooser, Game, State
from suitwise.players.random import RandomPlayer
from suitwise.stacks.solve.winning_line import winning_move


@dataclass(frozen=True, slots=True)
class Solver:
    """Plays the winning line, any legal move in a lost position."""

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player of one seat of one game."""
        at_random = RandomPlayer(seed, stream)

        def choose(state: State[Any]) -> Any:
            return winning_move(state.layout) or at_random(state)  # type: ignore[attr-defined]

        return choose
