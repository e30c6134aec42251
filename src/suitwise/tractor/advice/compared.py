"""Moves of Tractor tried in the same deals, with how much better one is than another."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.text.phrases import tidied
from suitwise.players.review.decisions import SURE
from suitwise.tractor.moves import Move
from suitwise.tractor.state import TractorState


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """How some moves fare.

    Args:
        state: the position.
        moves: the moves.
        worth: array (deals, moves), the levels that each is worth in each deal.
        won: array (deals, moves), whether the seat's side wins the deal.
    """

    state: TractorState
    moves: tuple[Move, ...]
    worth: NDArray[np.float64]
    won: NDArray[np.bool_]

    @property
    def worlds(self) -> int:
        """In how many deals the moves were tried."""
        return len(self.worth)

    def mean(self, move: int) -> float:
        """Return the levels that a move, by its place, is worth on average."""
        return float(self.worth[:, move].mean())

    def lead(self, move: int, other: int) -> tuple[float, float]:
        """Return how many levels a move is worth more than another, and its 95 % interval's reach."""
        gained = self.worth[:, move] - self.worth[:, other]
        return float(gained.mean()), SURE * float(gained.std(ddof=1)) / sqrt(self.worlds)

    def share_won(self, move: int) -> float:
        """Return the share of deals that the seat's side wins after a move."""
        return float(self.won[:, move].mean())

    def as_json(self, against: int) -> list[dict[str, object]]:
        """Return the figures of each move as plain values.

        Args:
            against: the move, by its place, whose lead over the others is told.
        """
        told: list[dict[str, object]] = []
        for at, move in enumerate(self.moves):
            lead, margin = self.lead(at, against)
            told.append(
                {
                    "move": str(move),
                    "worth": self.mean(at),
                    "won": self.share_won(at),
                    "lead": lead,
                    "margin": margin,
                }
            )
        return tidied(told)
