"""The board of Tractor: its questions, and a state of the game as one of them."""

from __future__ import annotations

from suitwise.cards import RANKS, SUITS
from suitwise.players.board import Board
from suitwise.tractor.board.chances import BID, BURY
from suitwise.tractor.board.duty import DUTY
from suitwise.tractor.board.ending import ENDING
from suitwise.tractor.board.placed import of_lead, of_state
from suitwise.tractor.board.throw import THROW
from suitwise.tractor.board.trick import TRICK
from suitwise.tractor.rules.piles import PACKS

BOARD = Board(
    "tractor",
    "tractor",
    questions=(DUTY, TRICK, THROW, ENDING, BID, BURY),
    deck=(*([f"{suit}{rank}" for rank in reversed(RANKS)] for suit in SUITS), ["RJ", "BJ"]),
    copies=PACKS,
    of=of_state,
    of_move=of_lead,
)
"""The board of Tractor."""
