"""Plain whist as a game of Suitwise: a game in a package of its own."""

from whist.game import Whist

__all__ = ["Whist"]
