"""The players of Tractor by their names: a beginner, and Monte Carlo with its worlds or its time."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from suitwise.game import Chooser, Game
from suitwise.players.random import NamedBeginner
from suitwise.seeds import word
from suitwise.tractor.moves import CARD_MOVES, Move
from suitwise.tractor.players.monte_carlo import MonteCarlo
from suitwise.tractor.players.rule_based import TractorPlayer
from suitwise.tractor.players.search.worlds import Beliefs
from suitwise.tractor.rules.piles import bits
from suitwise.tractor.state import TractorState


@dataclass(frozen=True, slots=True)
class Beginner(NamedBeginner):
    """Rules of thumb with slips: so many plays of a hundred are any, of the leads any single card."""

    @staticmethod
    def other() -> TractorPlayer:
        """Return the player that it plays like."""
        return TractorPlayer()

    @staticmethod
    def at_hand(state: TractorState) -> Collection[Move]:
        """Return what a beginner may slip to: no throw, which would cost it more than a slip."""
        if state.phase != "play":
            return ()
        if state.duty is None:
            return [CARD_MOVES[card] for card in bits(state.held[state.turn].once)]
        return state.moves()


@dataclass(frozen=True, slots=True)
class Sampling:
    """The Monte Carlo player, by its worlds or its time; without a part it shows what that is worth."""

    worlds: int = 100
    seconds: float = 0.0
    beliefs: bool = True
    burials: bool = True
    ending: int = 4

    def __post_init__(self) -> None:
        self._with(0)

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player for one seat of one game."""
        return self._with(word(seed, stream, 0) << 32 | word(seed, stream, 1))

    def _with(self, seed: int) -> MonteCarlo:
        beliefs = Beliefs() if self.beliefs else None
        return MonteCarlo(self.worlds, self.seconds, beliefs, self.burials, self.ending, seed)
