"""Two players on mirrored deals: every deal twice, with the seats exchanged, so that luck cancels."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from suitwise.errors import SuitwiseError
from suitwise.game import Chooser, Game, State, play

_STANDARD_ERRORS = 1.96


@dataclass(frozen=True, slots=True)
class Margin:
    """How much one player gets more than another.

    Args:
        mean: its return a game, seats exchanged.
        error: half the width of the 95 % interval about it.
        deals: how many deals, each played twice.

    >>> margin = Margin(mean=0.25, error=0.1, deals=400)
    >>> print(margin)
    +0.25 ± 0.10 a game on 400 mirrored deals
    >>> margin.low > 0  # the first is the better player
    True
    """

    mean: float
    error: float
    deals: int

    @classmethod
    def of(cls, samples: Sequence[float]) -> Margin:
        """Return the margin on some deals, each the mean of its two games.

        >>> print(Margin.of([1.0, 0.0]))
        +0.50 ± 0.98 a game on 2 mirrored deals
        """
        error = _STANDARD_ERRORS * statistics.stdev(samples) / math.sqrt(len(samples))
        return cls(statistics.fmean(samples), error, len(samples))

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.mean - self.error

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.mean + self.error

    def __str__(self) -> str:
        return f"{self.mean:+.2f} ± {self.error:.2f} a game on {self.deals} mirrored deals"


def mirrored(game: Game[Any], first: Chooser, second: Chooser, deals: int, seed: int = 0) -> Margin:
    """Let two players play every deal twice, once in each seat, and average what the first gets.

    The two games of a deal are one sample of the interval. Chance draws the same cards as long as
    the same cards are left, so a deal is the same in both.

    Args:
        game: a game of two seats.
        first: the player that is measured.
        second: the other.
        deals: how many deals, at least 2.
        seed: 64-bit seed of chance; deal n takes its stream n.

    Raises:
        SuitwiseError: the game has not two seats, or there are too few deals.

    >>> from suitwise.players import RandomPlayer
    >>> from suitwise.testing import Kuhn
    >>> print(mirrored(Kuhn(), RandomPlayer(1), lambda state: "b", 20).deals)
    20
    """
    if game.facts.seats != 2 or deals < 2:
        raise SuitwiseError("mirrored deals are for two seats, and two deals or more")
    samples = []
    for deal in range(deals):
        here = play(game.start(), _seated(first, second), seed, deal).returns[0]
        there = play(game.start(), _seated(second, first), seed, deal).returns[1]
        samples.append((here + there) / 2)
    return Margin.of(samples)


def _seated(*players: Chooser) -> Chooser:
    def choose(state: State[Any]) -> Any:
        return players[state.turn](state)

    return choose
