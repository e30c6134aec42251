"""Why a move of Indian rummy is not legal: one sentence that names the card and the rule."""

from __future__ import annotations

from suitwise.cards import Card
from suitwise.refusal import refusal
from suitwise.rummy.indian.moves import IndianMove
from suitwise.rummy.indian.state import IndianState

_EXPECTED = {
    "draw": (("stock", "pile", "drop"), "draw, stock or pile, or drop"),
    "discard": (("card", "declare"), "discard a card, or declare with it"),
}
"""The kinds of move that each phase asks for, and the phase in words."""


def why_not(state: IndianState, move: IndianMove) -> str | None:
    """Return the rule that forbids a move, or None if it is legal."""
    return refusal(state, move, _why_no_outcome, _to_do, _why_not_done)


def _to_do(state: IndianState, move: IndianMove) -> str | None:
    kinds, words = _EXPECTED[state.phase]
    return None if move.kind in kinds else words


def _why_not_done(state: IndianState, move: IndianMove) -> str | None:
    if move.kind == "pile":
        return _why_not_taken(state)
    return None if state.phase == "draw" else _why_not_discarded(state, move.card)


def _why_no_outcome(state: IndianState, move: IndianMove) -> str | None:
    if move.kind != "card":
        done = {"deal": "dealt", "stock": "drawn"}.get(state.phase, "turned up")
        return f"a card is to be {done}"
    if move.card not in state.stock:
        return f"no {Card(move.card)} is left in the stock"
    return None


def _why_not_taken(state: IndianState) -> str | None:
    if state.is_top_free:
        return None
    if not state.pile:
        return "the pile is empty"
    return f"{Card(state.pile[-1][0])} is wild, and a wild card that was discarded is not taken"


def _why_not_discarded(state: IndianState, card: int) -> str | None:
    if card not in state.hands[state.seat]:
        return f"seat {state.seat} does not hold {Card(card)}"
    if card not in state.discards():
        return f"{Card(card)} was taken from the pile in this turn and may not be discarded in it"
    return None
