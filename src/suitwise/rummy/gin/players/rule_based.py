"""Players of gin rummy: a greedy one, and a sensible one that looks a draw ahead.

Neither sees more than its seat: its own hand, the pile, and the cards that the other took from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from suitwise.foundation.arrays.quick import quickest
from suitwise.game import State
from suitwise.players.turns import on_turn
from suitwise.rummy.gin.moves import CARD_MOVES, KNOCK_MOVES, PASS, PILE, STOCK, GinMove
from suitwise.rummy.gin.rules.melds import (
    BITS,
    CARDS,
    KEEPING_S,
    best_discard_points,
    bits_of,
    gin_deadwood,
    keeping_least,
)
from suitwise.rummy.gin.rules.outlook import OUTLOOK_S, outlook
from suitwise.rummy.gin.state import GinState
from suitwise.rummy.gin.weighing.ahead import (
    AWAITING_S,
    DANGER,
    DISCARD_S,
    LOOK,
    cost_ahead,
    discard_ahead,
    takes_ahead,
)
from suitwise.rummy.gin.weighing.ahead import pairs_awaiting as awaiting_pairs


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
