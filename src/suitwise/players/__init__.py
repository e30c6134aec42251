"""Players of any game: a player is called with a state whose turn is a seat's, and gives a move.

A player looks at no more than the seat on turn sees: the same ``view``, the same move.
"""

from suitwise.foundation.lazy import exports

__all__ = exports(__name__)
