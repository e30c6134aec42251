"""What can be asked of Indian rummy about hands that anybody sets up (``players.board``)."""

from __future__ import annotations

from suitwise.players.board import Asked, Board
from suitwise.rummy.board import DECK
from suitwise.rummy.indian.board.arranging import ARRANGE
from suitwise.rummy.indian.rules.cards import DECKS, cards_text
from suitwise.rummy.indian.state import IndianState


def of_state(state: IndianState, seat: int) -> Asked | None:
    """Return what the board can be asked about a state: how a seat's hand is arranged.

    >>> from suitwise.rummy.indian.game import Indian
    >>> of_state(Indian().start().rolled(3, 0)[0], 1)[1]["wild"]
    'T'
    """
    if state.wild < 0 or not state.hands[seat]:
        return None
    return "arrange", {
        "hand": cards_text(state.hands[seat]),
        "wild": state.rules.wild,
        "jokers": str(state.variant.jokers),
    }


BOARD = Board(
    "indian13",
    "rummy",
    questions=(ARRANGE,),
    deck=(*DECK, ("JK",)),
    copies=DECKS,
    of=of_state,
)
"""The board of Indian rummy."""

__all__ = ["BOARD"]
