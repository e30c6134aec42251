"""Players of gin rummy: a greedy one, and a sensible one that looks a draw ahead.

Neither sees more than its seat: its own hand, the pile, and the cards that the other took from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from suitwise.cards import Card
from suitwise.foundation.arrays.quick import quickest
from suitwise.foundation.text.phrases import CardText, Phrase, phrase
from suitwise.game import State
from suitwise.players.turns import on_turn
from suitwise.rummy.gin.moves import CARD_MOVES, KNOCK_MOVES, PASS, PILE, STOCK, GinMove
from suitwise.rummy.gin.players.evaluation import (
    AWAITING_S,
    DANGER,
    DISCARD_S,
    LOOK,
    cost_ahead,
    discard_ahead,
    takes_ahead,
)
from suitwise.rummy.gin.players.evaluation import pairs_awaiting as awaiting_pairs
from suitwise.rummy.gin.rules import (
    BITS,
    CARDS,
    KEEPING_S,
    OUTLOOK_S,
    best_discard_points,
    bits_of,
    cards_of,
    gin_deadwood,
    keeping_least,
    outlook,
)
from suitwise.rummy.gin.state import GinState


@dataclass(frozen=True, slots=True)
class GreedyGinPlayer:
    """Takes a card from the pile if that lessens its deadwood, keeps least, knocks when it can.

    >>> from suitwise.game import play
    >>> from suitwise.rummy.gin.game import Gin
    >>> play(Gin().start(), GreedyGinPlayer(), seed=1).returns
    (-9.0, 9.0)
    """

    def __call__(self, state: State[Any]) -> GinMove:
        """Return a move; the state is one of gin rummy in which a seat is on turn."""
        here = on_turn(state, GinState, "gin rummy")
        hand = here.hands[here.seat]
        if here.phase == "discard":
            return _finish(here) or CARD_MOVES[quickest(keeping_least, KEEPING_S)(hand, here.free)]
        top = BITS[here.pile[-1][0]]
        return _drawn(here, best_discard_points(hand | top, hand) < gin_deadwood(hand))


@dataclass(frozen=True, slots=True)
class GinPlayer:
    """Keeps the hand with the least expected deadwood a draw ahead, and feeds the other no melds.

    It takes a card from the pile if the hand is then better than a card of the stock makes it on
    the average, and knocks as soon as it can. On 1,000 mirrored deals it got 2.7 ± 0.7 points a deal
    more than the greedy player. Of the weights tried, no danger got it half of that; twice the
    danger, half or twice the look made no difference.

    Args:
        danger: the cost of discarding a card that the other can surely meld, in points.
        look: the weight of the deadwood a draw ahead beside that of the hand as it is.

    >>> from suitwise.rummy.gin.game import Gin
    >>> from suitwise.players import mirrored
    >>> mirrored(Gin(), GinPlayer(), GreedyGinPlayer(), 10, seed=1).mean > 0
    True
    """

    danger: float = DANGER
    look: float = LOOK

    def __call__(self, state: State[Any]) -> GinMove:
        """Return a move; the state is one of gin rummy in which a seat is on turn."""
        here = on_turn(state, GinState, "gin rummy")
        if here.phase == "discard":
            return _finish(here) or CARD_MOVES[self.discard(here)]
        return _drawn(here, self._wants_top(here))

    def discard(self, state: GinState) -> int:
        """Return the card that is best discarded."""
        judge = quickest(discard_ahead, DISCARD_S)
        return CARDS[judge(state.hands[state.seat], state.free, *self._given(state))]

    def cost(self, state: GinState, card: int) -> float:
        """Return the cost of discarding a card, in points; the least is best."""
        judge = quickest(cost_ahead, OUTLOOK_S)
        return judge(state.hands[state.seat], BITS[card], *self._given(state))

    def risk(self, state: GinState, card: int) -> float:
        """Return the part of that cost for the melds that the other seat may make with the card."""
        return self.danger * pairs_awaiting(state, card)

    def _wants_top(self, state: GinState) -> bool:
        hand, top = state.hands[state.seat], BITS[state.pile[-1][0]]
        return quickest(takes_ahead, DISCARD_S)(hand, top, *self._given(state))

    def _given(self, state: GinState) -> tuple[int, int, int, float, float]:
        """Return what the seat on turn knows of the other hand, and the weights."""
        return (*knowledge(state), float(self.danger), float(self.look))


def pairs_awaiting(state: GinState, card: int) -> float:
    """Return how many pairs that make a meld with a card the other seat can be expected to hold.

    Args:
        state: a position in which a seat is to discard.
        card: a card of that seat.

    >>> from suitwise.cards import Card
    >>> from suitwise.game import load
    >>> state, _ = load("gin").start().rolled(seed=1, stream=0)
    >>> taken = state.after(state.parse_move("pile"))
    >>> [round(pairs_awaiting(taken, Card(card)), 2) for card in ("SK", "D8")]
    [0.06, 0.24]
    """
    awaiting = quickest(awaiting_pairs, AWAITING_S)
    return awaiting(BITS[card], *knowledge(state))


def knowledge(state: GinState) -> tuple[int, int, int]:
    """Return the cards that may come, those that the other took and holds, and how many more it has."""
    seat = state.seat
    return unseen_by(state), state.known[1 - seat], state.hidden(seat).bit_count()


def _finish(state: GinState) -> GinMove | None:
    """Return big gin, or the knock that keeps least deadwood; None where neither is legal."""
    hand = state.hands[state.seat]
    knocks = [move for move in state.moves() if move.kind in ("knock", "big")]
    if not knocks or knocks[-1].kind == "big":
        return knocks[-1] if knocks else None
    best = quickest(keeping_least, KEEPING_S)(hand, bits_of(move.card for move in knocks))
    return state.parse_move(str(KNOCK_MOVES[best]))


def expected(hand: int, unseen: int) -> float:
    """Return the deadwood that ten cards can expect after a card of the stock and the best discard.

    Args:
        hand: ten cards.
        unseen: the cards that may be drawn.
    """
    total: float = quickest(outlook, OUTLOOK_S)(hand, unseen)
    return total / unseen.bit_count()


def unseen_by(state: GinState) -> int:
    """Return the cards that the seat has not seen: the stock, and the unknown cards of the other."""
    return state.stock | state.hidden(state.seat)


def _drawn(state: GinState, pile: bool) -> GinMove:
    if pile:
        return PILE
    return STOCK if state.phase == "draw" else PASS


# --- Why the rule-based player of gin rummy does what it does: deadwood now and a draw ahead ------


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
