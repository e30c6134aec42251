"""Anyone who chooses a move, for any game: called with a state whose turn is a seat's, gives a move.

A player looks at no more than the seat on turn sees: the same ``view``, the same move.
"""

from suitwise.players.mirrored import Margin, mirrored
from suitwise.players.random import RandomPlayer

__all__ = ["Margin", "RandomPlayer", "mirrored"]
