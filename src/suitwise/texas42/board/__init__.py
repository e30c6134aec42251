"""The board of Texas 42: what can be asked of hands, bids and tricks that anybody sets up."""

from __future__ import annotations

from suitwise.players.board.questions import Board
from suitwise.texas42.board.bidding import BID
from suitwise.texas42.board.fields import DECK
from suitwise.texas42.board.positions import of_state
from suitwise.texas42.board.solving import SOLVE
from suitwise.texas42.board.trick import TRICK

BOARD = Board(
    "texas42",
    "texas42",
    questions=(SOLVE, BID, TRICK),
    deck=DECK,
    of=of_state,
)
"""The board of Texas 42."""

__all__ = ["BOARD"]
