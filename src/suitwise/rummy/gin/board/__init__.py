"""What can be asked of gin rummy about hands that anybody sets up (``players.board``)."""

from __future__ import annotations

from suitwise.players.board import Asked, Board
from suitwise.rummy.board import DECK
from suitwise.rummy.gin.board.arranging import ARRANGE
from suitwise.rummy.gin.board.knocking import LAYOFF
from suitwise.rummy.gin.rules.melds import hand_text
from suitwise.rummy.gin.state import SHOWN, GinState


def of_state(state: GinState, seat: int) -> Asked | None:
    """Return what the board can be asked about a state: a showdown, or how a seat's hand is arranged.

    >>> from suitwise.rummy.gin.game import Gin
    >>> of_state(Gin().start().rolled(3, 0)[0], 0)
    ('arrange', {'hand': 'S7 SQ HA H4 D8 D9 C2 C4 C6 CJ', 'knock': '10'})
    """
    game, hand = state.variant, state.hands[seat]
    if state.phase in SHOWN and state.phase != "big":
        hands = {"knocker": state.hands[state.seat], "other": state.hands[1 - state.seat]}
        return "layoff", {
            **{name: hand_text(held) for name, held in hands.items()},
            "knock": str(game.knock),
            "gin": str(game.gin),
            "undercut": str(game.undercut),
        }
    return ("arrange", {"hand": hand_text(hand), "knock": str(game.knock)}) if hand else None


BOARD = Board("gin", "rummy", questions=(ARRANGE, LAYOFF), deck=DECK, of=of_state)
"""The board of gin rummy."""

__all__ = ["BOARD"]
