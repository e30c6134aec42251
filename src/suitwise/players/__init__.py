"""Players of any game: a player is called with a state whose turn is a seat's, and gives a move.

A player looks at no more than the seat on turn sees: the same ``view``, the same move.
"""

from suitwise.players.mccfr import (
    BestResponse,
    Mccfr,
    StrategyPlayer,
    best_response,
    expected_returns,
    exploitability,
    gains,
    nash_conv,
)
from suitwise.players.named import RandomPlayer
from suitwise.players.turns import Margin, Policy, mirrored

__all__ = [
    "BestResponse",
    "Margin",
    "Mccfr",
    "Policy",
    "RandomPlayer",
    "StrategyPlayer",
    "best_response",
    "expected_returns",
    "exploitability",
    "gains",
    "mirrored",
    "nash_conv",
]
