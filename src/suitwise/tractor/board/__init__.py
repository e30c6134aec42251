"""What can be asked of Tractor about a position that anybody sets up (``players.board``)."""

from suitwise.tractor.board.board import BOARD

__all__ = ["BOARD"]
