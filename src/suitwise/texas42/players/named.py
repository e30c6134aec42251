"""The players of Texas 42 by their names: a beginner, and Monte Carlo over all worlds or likely ones."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from suitwise.errors import SuitwiseError
from suitwise.game import Chooser, Game
from suitwise.players.random import NamedBeginner
from suitwise.seeds import word
from suitwise.texas42.moves import Move
from suitwise.texas42.players.likely import MonteCarlo
from suitwise.texas42.players.monte_carlo import Pimc
from suitwise.texas42.players.net.player import Trained
from suitwise.texas42.players.rule_based import Texas42Player
from suitwise.texas42.players.search.worlds import Beliefs
from suitwise.texas42.state import Texas42State

CALLERS: Mapping[str, Texas42Player | Trained] = {
    "yes": Texas42Player(),
    "no": Texas42Player(),
    "net": Trained(),
}
"""Who calls where ``mc`` does not search calls, by its option ``auction``."""


@dataclass(frozen=True, slots=True)
class Beginner(NamedBeginner):
    """Rules of thumb with slips: so many dominoes of a hundred are any that may be played."""

    @staticmethod
    def other() -> Texas42Player:
        """Return the player that it plays like."""
        return Texas42Player()

    @staticmethod
    def at_hand(state: Texas42State) -> Collection[Move]:
        """Return what a beginner may slip to: any domino that it may play."""
        return state.moves_but_claim() if state.phase == "play" else ()


@dataclass(frozen=True, slots=True)
class Sampling:
    """Perfect-information Monte Carlo, by its worlds or its time, and its objective."""

    worlds: int = 50
    objective: str = "make"
    seconds: float = 0.0

    def __post_init__(self) -> None:
        self._with(0)

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player for one seat of one game."""
        return self._with(word(seed, stream, 0) << 32 | word(seed, stream, 1))

    def _with(self, seed: int) -> Chooser:
        seconds = self.seconds or None
        return Pimc(self.worlds, self.objective, seconds, seed)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Likely:
    """The Monte Carlo player of likely worlds; without a part it shows what that is worth.

    Args:
        worlds: how many worlds a move is chosen over.
        seconds: the time for a move; 0 for none.
        beliefs: whether worlds are weighed by what the others did.
        auction: ``yes`` searches calls, ``no`` leaves them to ``rules``, ``net`` to the trained player.
    """

    worlds: int = 100
    seconds: float = 0.0
    beliefs: bool = True
    auction: str = "yes"

    def __post_init__(self) -> None:
        if self.auction not in CALLERS:
            raise SuitwiseError(f"the auction is 'yes', 'no' or 'net', not {self.auction!r}")
        self._with(0)

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player for one seat of one game."""
        return self._with(word(seed, stream, 0) << 32 | word(seed, stream, 1))

    def _with(self, seed: int) -> Chooser:
        beliefs = Beliefs() if self.beliefs else None
        searched, caller = self.auction == "yes", CALLERS[self.auction]
        return MonteCarlo(self.worlds, self.seconds, beliefs, searched, seed, caller=caller)
