"""Why a move of gin rummy is not legal: one sentence that names the card and the rule."""

from __future__ import annotations

from suitwise.cards import Card
from suitwise.foundation.text.phrases import CardText, phrase
from suitwise.refusal import Refusal, refusal
from suitwise.rummy.gin.moves import GinMove, spread_text
from suitwise.rummy.gin.rules.melds import BITS, gin_deadwood, points_of
from suitwise.rummy.gin.rules.showdown import may_knock
from suitwise.rummy.gin.rules.spreads import is_spread
from suitwise.rummy.gin.state import GinState

_UPCARD = ("pile", "pass"), phrase("gin.to-upcard", "take the upcard from the pile, or pass")
_EXPECTED = {
    "first": _UPCARD,
    "second": _UPCARD,
    "draw": (("stock", "pile"), phrase("gin.to-draw", "draw from the stock or the pile")),
    "discard": (
        ("card", "knock", "big"),
        phrase("gin.to-discard", "discard a card, or knock with it"),
    ),
}
"""The kinds of move that each phase asks for, and the phase in words."""


def why_not(state: GinState, move: GinMove) -> Refusal | None:
    """Return the rule that forbids a move, or None if it is legal."""
    return refusal(state, move, _why_no_outcome, _to_do, _why_not_done)


def _to_do(state: GinState, move: GinMove) -> Refusal | None:
    kinds, words = _EXPECTED[state.phase]
    return None if move.kind in kinds else words


def _why_not_done(state: GinState, move: GinMove) -> Refusal | None:
    if move.kind == "big":
        return _why_not_big(state)
    if move.kind in ("card", "knock"):
        return _why_not_discard(state, move.card) or _why_not_knock(state, move)
    return None


def _why_no_outcome(state: GinState, move: GinMove) -> Refusal | None:
    if state.is_dealt_out:
        if move.kind == "next":
            return None
        return phrase("gin.deal-over", "the deal is over: next deals again")
    if move.kind != "card":
        if state.phase == "deal":
            return phrase("gin.to-be-dealt", "a card is to be dealt")
        return phrase("gin.to-be-drawn", "a card is to be drawn")
    if not state.stock & BITS[move.card]:
        return phrase("gin.not-in-stock", "{card} is not in the stock", card=_text(move.card))
    return None


def _why_not_discard(state: GinState, card: int) -> Refusal | None:
    if not state.hands[state.seat] & BITS[card]:
        return phrase("gin.not-held", "no {card} is in the hand", card=_text(card))
    if card == state.taken:
        return phrase(
            "gin.just-taken",
            "{card} was taken from the pile in this turn and may not be discarded in it",
            card=_text(card),
        )
    return None


def _why_not_knock(state: GinState, move: GinMove) -> Refusal | None:
    if move.kind != "knock":
        return None
    if state.variant.declare != (move.spread is not None):
        if state.variant.declare:
            return phrase("gin.name-melds", "a knock names its melds")
        return phrase("gin.best-melds", "the best melds are laid down")
    hand = state.hands[state.seat] & ~BITS[move.card]
    if move.spread is None:
        return _why_not_for(state, move.card, gin_deadwood(hand))
    if not is_spread(hand, move.spread):
        return phrase(
            "gin.no-melds",
            "{melds} are no melds of what is held without {card}",
            melds=CardText(spread_text(move.spread)),
            card=_text(move.card),
        )
    sets, runs = move.spread
    return _why_not_for(state, move.card, points_of(hand & ~(sets | runs)))


def _why_not_for(state: GinState, card: int, kept: int) -> Refusal | None:
    """Return why a seat may not knock with what a discard keeps."""
    if may_knock(kept, state.variant.knock):
        return None
    return phrase(
        "gin.too-much-deadwood",
        "without {card} the hand keeps {kept} points of deadwood; only {most} or less may knock",
        card=_text(card),
        kept=kept,
        most=state.variant.knock,
    )


def _why_not_big(state: GinState) -> Refusal | None:
    if not state.variant.big:
        return phrase("gin.no-big", "big gin is not played: discard a card")
    kept = gin_deadwood(state.hands[state.seat])
    if not kept:
        return None
    return phrase("gin.not-big", "the eleven cards keep {kept} points of deadwood", kept=kept)


def _text(card: int) -> CardText:
    return CardText(Card(card))
