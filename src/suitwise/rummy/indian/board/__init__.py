"""What can be asked of Indian rummy about hands that anybody sets up (``players.board``)."""

from __future__ import annotations

from suitwise.players.board import Asked, Board
from suitwise.rummy.board import DECK
from suitwise.rummy.indian.board.arranging import ARRANGE
from suitwise.rummy.indian.rules.cards import DECKS, Cards, cards_text, in_order
from suitwise.rummy.indian.state import IndianState


def of_state(state: IndianState, seat: int) -> Asked | None:
    """Return what the board can be asked about a state: how a seat's hand is arranged.

    Seen are the cards that lie open and those that other seats are known to hold.

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
        "seen": cards_text(_seen(state, seat)),
    }


def _seen(state: IndianState, seat: int) -> Cards:
    """Return the cards that can't be drawn: not the top of the pile, as long as it may be taken."""
    is_top_left = state.phase == "draw" and state.is_top_free
    pile = [card for card, _ in (state.pile[:-1] if is_top_left else state.pile)]
    others = [card for at, known in enumerate(state.known) if at != seat for card in known]
    return in_order([state.wild, *pile, *others])


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
