"""Why the rule-based player of gin rummy does what it does: deadwood now and a draw ahead."""

from __future__ import annotations

from suitwise.cards import Card
from suitwise.foundation.text.phrases import CardText, Phrase, phrase
from suitwise.rummy.gin.moves import GinMove
from suitwise.rummy.gin.players.rule_based import GinPlayer, expected, unseen_by
from suitwise.rummy.gin.rules.melds import BITS, best_discard_points, cards_of, gin_deadwood
from suitwise.rummy.gin.state import GinState


def reason(player: GinPlayer, state: GinState, move: GinMove) -> Phrase:
    """Return why the player makes a move.

    >>> from suitwise.rummy.gin.game import Gin
    >>> state, _ = Gin().start().rolled(3, 0)
    >>> print(reason(GinPlayer(), state, GinPlayer()(state)))
    with HK the hand keeps 61 points, with a card of the stock 55.1 on average, now 61
    """
    if move.kind == "big":
        return phrase("gin.why-big", "all eleven cards meld")
    if move.kind == "knock":
        return phrase(
            "gin.why-knock",
            "it keeps {kept} of the {most} points to knock with",
            kept=gin_deadwood(_without(state, move.card)),
            most=state.variant.knock,
        )
    return _discarding(player, state) if move.kind == "card" else _drawing(player, state)


def _discarding(player: GinPlayer, state: GinState) -> Phrase:
    """Name the deadwood and the risk of the best discard, and of the next two beside it."""
    free = [card for card in cards_of(state.hands[state.seat]) if card != state.taken]
    first, *others = sorted(free, key=lambda card: player.cost(state, card))[:3]
    kept, ahead, risk = _figures(player, state, first)
    said = phrase(
        "gin.why-discard",
        "leaves {kept} points, {ahead} to be expected after a draw, risks {risk}",
        kept=kept,
        ahead=ahead,
        risk=risk,
    )
    for card in others:
        said = phrase(
            "any.then", "{first}; {second}", first=said, second=_other(player, state, card)
        )
    return said


def _other(player: GinPlayer, state: GinState, card: int) -> Phrase:
    kept, ahead, risk = _figures(player, state, card)
    return phrase(
        "gin.why-other",
        "{card} leaves {kept}, then {ahead}, risks {risk}",
        card=CardText(Card(card)),
        kept=kept,
        ahead=ahead,
        risk=risk,
    )


def _figures(player: GinPlayer, state: GinState, card: int) -> tuple[int, str, str]:
    """Return the deadwood that a discard leaves, that after a draw, and the discard's risk."""
    rest = _without(state, card)
    ahead, risk = expected(rest, unseen_by(state)), player.risk(state, card)
    return gin_deadwood(rest), f"{ahead:.1f}", f"{risk:.1f}"


def _drawing(player: GinPlayer, state: GinState) -> Phrase:
    """Compare the hand with the top of the pile and with a card of the stock."""
    hand = state.hands[state.seat]
    return phrase(
        "gin.why-draw",
        "{pile}, with a card of the stock {stock} on average, now {now}",
        pile=_taking(player, state, hand),
        stock=f"{expected(hand, unseen_by(state)):.1f}",
        now=gin_deadwood(hand),
    )


def _taking(player: GinPlayer, state: GinState, hand: int) -> Phrase:
    """Say what the hand keeps with the top of the pile, and what goes where it is not the least."""
    top, taken = CardText(Card(state.pile[-1][0])), state.after(GinMove("pile"))
    away = player.discard(taken)
    kept = gin_deadwood(_without(taken, away))
    if kept > best_discard_points(taken.hands[state.seat], hand):
        return phrase(
            "gin.why-taken-for",
            "with {top}, {away} discarded, the hand keeps {kept} points",
            top=top,
            away=CardText(Card(away)),
            kept=kept,
        )
    return phrase("gin.why-taken", "with {top} the hand keeps {kept} points", top=top, kept=kept)


def _without(state: GinState, card: int) -> int:
    return state.hands[state.seat] & ~BITS[card]
