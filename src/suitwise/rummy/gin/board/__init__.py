"""What can be asked of gin rummy about hands that anybody sets up (``players.board``)."""

from __future__ import annotations

from suitwise.players.board import Asked, Board
from suitwise.rummy.board import DECK
from suitwise.rummy.gin.board.arranging import ARRANGE
from suitwise.rummy.gin.board.knocking import LAYOFF
from suitwise.rummy.gin.rules.melds import BITS, hand_text
from suitwise.rummy.gin.state import SHOWN, GinState

_TAKING = ("first", "second", "draw")
"""The phases in which the top of the pile may be taken."""


def of_state(state: GinState, seat: int) -> Asked | None:
    """Return what the board can be asked about a state: a showdown, or how a seat's hand is arranged.

    Seen are the cards that lie on the pile and those that the other seat is known to hold.

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
    if not hand:
        return None
    asked, seen = {"hand": hand_text(hand), "knock": str(game.knock)}, _seen(state, seat)
    return "arrange", {**asked, "seen": hand_text(seen)} if seen else asked


def _seen(state: GinState, seat: int) -> int:
    """Return the cards that can't be drawn: not the top of the pile, as long as it may be taken."""
    top = BITS[state.pile[-1][0]] if state.phase in _TAKING else 0
    return state.pile_bits() & ~top | state.known[1 - seat]


BOARD = Board("gin", "rummy", questions=(ARRANGE, LAYOFF), deck=DECK, of=of_state)
"""The board of gin rummy."""

__all__ = ["BOARD"]
