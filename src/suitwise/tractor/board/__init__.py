"""The analysis board of Tractor: questions about positions that a user sets up (``players.board``)."""

from suitwise.tractor.board.board import BOARD

__all__ = ["BOARD"]
