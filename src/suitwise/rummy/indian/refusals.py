"""Why a move of Indian rummy is not legal: one sentence that names the card and the rule."""

from __future__ import annotations

from suitwise.cards import Card
from suitwise.foundation.text.phrases import CardText, phrase
from suitwise.refusal import Refusal, refusal
from suitwise.rummy.indian.moves import IndianMove
from suitwise.rummy.indian.state import IndianState

_EXPECTED = {
    "draw": (
        ("stock", "pile", "drop"),
        phrase("indian13.to-draw", "draw from the stock or the pile, or drop"),
    ),
    "discard": (
        ("card", "declare"),
        phrase("indian13.to-discard", "discard a card, or declare with it"),
    ),
}
"""The kinds of move that each phase asks for, and the phase in words."""
_DEALT = phrase("indian13.to-be-dealt", "a card is to be dealt")
_DRAWN = phrase("indian13.to-be-drawn", "a card is to be drawn")
_TURNED = phrase("indian13.to-be-turned-up", "a card is to be turned up")


def why_not(state: IndianState, move: IndianMove) -> Refusal | None:
    """Return the rule that forbids a move, or None if it is legal."""
    return refusal(state, move, _why_no_outcome, _to_do, _why_not_done)


def _to_do(state: IndianState, move: IndianMove) -> Refusal | None:
    kinds, words = _EXPECTED[state.phase]
    return None if move.kind in kinds else words


def _why_not_done(state: IndianState, move: IndianMove) -> Refusal | None:
    if move.kind == "pile":
        return _why_not_taken(state)
    return None if state.phase == "draw" else _why_not_discarded(state, move.card)


def _why_no_outcome(state: IndianState, move: IndianMove) -> Refusal | None:
    if move.kind != "card":
        return {"deal": _DEALT, "stock": _DRAWN}.get(state.phase, _TURNED)
    if move.card not in state.stock:
        card = _text(move.card)
        return phrase("indian13.not-in-stock", "no {card} is left in the stock", card=card)
    return None


def _why_not_taken(state: IndianState) -> Refusal | None:
    if state.is_top_free:
        return None
    if not state.pile:
        return phrase("indian13.empty-pile", "the pile is empty")
    return phrase(
        "indian13.wild-top",
        "{card} is wild, and a wild card that was discarded is not taken",
        card=_text(state.pile[-1][0]),
    )


def _why_not_discarded(state: IndianState, card: int) -> Refusal | None:
    if card not in state.hands[state.seat]:
        return phrase("indian13.not-held", "no {card} is in the hand", card=_text(card))
    if card not in state.discards():
        return phrase(
            "indian13.just-taken",
            "{card} was taken from the pile in this turn and may not be discarded in it",
            card=_text(card),
        )
    return None


def _text(card: int) -> CardText:
    return CardText(Card(card))
