"""Why a move of gin rummy is not legal: one sentence that names the card and the rule."""

from __future__ import annotations

from suitwise.cards import Card
from suitwise.refusal import refusal
from suitwise.rummy.gin.moves import GinMove, spread_text
from suitwise.rummy.gin.rules.melds import BITS, gin_deadwood, points_of
from suitwise.rummy.gin.rules.showdown import may_knock
from suitwise.rummy.gin.rules.spreads import is_spread
from suitwise.rummy.gin.state import GinState

_UPCARD = ("pile", "pass"), "take the upcard, pile, or pass"
_EXPECTED = {
    "first": _UPCARD,
    "second": _UPCARD,
    "draw": (("stock", "pile"), "draw, stock or pile"),
    "discard": (("card", "knock", "big"), "discard a card, or knock with it"),
}
"""The kinds of move that each phase asks for, and the phase in words."""


def why_not(state: GinState, move: GinMove) -> str | None:
    """Return the rule that forbids a move, or None if it is legal."""
    return refusal(state, move, _why_no_outcome, _to_do, _why_not_done)


def _to_do(state: GinState, move: GinMove) -> str | None:
    kinds, words = _EXPECTED[state.phase]
    return None if move.kind in kinds else words


def _why_not_done(state: GinState, move: GinMove) -> str | None:
    if move.kind == "big":
        return _why_not_big(state)
    if move.kind in ("card", "knock"):
        return _why_not_discard(state, move.card) or _why_not_knock(state, move)
    return None


def _why_no_outcome(state: GinState, move: GinMove) -> str | None:
    if state.is_dealt_out:
        return None if move.kind == "next" else "the deal is over: next deals again"
    if move.kind != "card":
        return "a card is to be dealt" if state.phase == "deal" else "a card is to be drawn"
    if not state.stock & BITS[move.card]:
        return f"{Card(move.card)} is not in the stock"
    return None


def _why_not_discard(state: GinState, card: int) -> str | None:
    if not state.hands[state.seat] & BITS[card]:
        return f"seat {state.seat} does not hold {Card(card)}"
    if card == state.taken:
        return f"{Card(card)} was taken from the pile in this turn and may not be discarded in it"
    return None


def _why_not_knock(state: GinState, move: GinMove) -> str | None:
    if move.kind != "knock":
        return None
    if state.variant.declare != (move.spread is not None):
        return (
            "a knock names its melds" if state.variant.declare else "the best melds are laid down"
        )
    hand = state.hands[state.seat] & ~BITS[move.card]
    if move.spread is None:
        kept = gin_deadwood(hand)
    else:
        if not is_spread(hand, move.spread):
            return (
                f"{spread_text(move.spread)} are no melds of what is held without {Card(move.card)}"
            )
        kept = points_of(hand & ~(move.spread[0] | move.spread[1]))
    if may_knock(kept, state.variant.knock):
        return None
    return (
        f"without {Card(move.card)} seat {state.seat} keeps {kept} points of deadwood, "
        f"and may knock with {state.variant.knock}"
    )


def _why_not_big(state: GinState) -> str | None:
    if not state.variant.big:
        return "big gin is not played: discard a card"
    kept = gin_deadwood(state.hands[state.seat])
    return f"the eleven cards keep {kept} points of deadwood" if kept else None
