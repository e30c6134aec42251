"""What can be asked of Tractor about a position that anybody sets up (``players.board``)."""

BOARD = None

__all__ = ["BOARD"]
