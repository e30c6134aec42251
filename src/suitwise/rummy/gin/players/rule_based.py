"""Two rule-based players of gin rummy, a greedy one and one that looks a draw ahead, and their reasons.

Both use only what their seat sees: its own hand, the pile, and the cards that the other seat took from
the pile.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from suitwise.cards import Card
from suitwise.foundation.arrays.cost_dispatch import quickest
from suitwise.foundation.text.phrases import CardText, Phrase, phrase
from suitwise.game import State
from suitwise.players.turns import Advice, on_turn, weighed
from suitwise.rummy.gin.players import evaluation
from suitwise.rummy.gin.rules.deadwood import (
    BEST_DISCARD_S,
    BITS,
    CARDS,
    OUTLOOK_S,
    best_discard,
    bits_of,
    cards_of,
    deadwood_after_discard,
    gin_deadwood,
    outlook,
)
from suitwise.rummy.gin.rules.moves import CARD_MOVES, KNOCK_MOVES, PASS, PILE, STOCK, GinMove
from suitwise.rummy.gin.state import GinState


def deal_on_turn(state: State[Any]) -> GinState:
    """Return the deal in which a seat is on turn: of two deals of partners the one to be moved.

    Raises:
        SuitwiseError: it is a state of another game, or no seat is on turn.
    """
    if isinstance(state, GinState) or state.game.name != "gin_partners":
        return on_turn(state, GinState, "gin rummy")
    from suitwise.rummy.gin.partners.state import PartnersState  # loaded where partners play alone

    partners = on_turn(state, PartnersState, "gin rummy")
    deal = partners.deals[partners.at]
    assert isinstance(deal, GinState)
    return deal


@dataclass(frozen=True, slots=True)
class GreedyGinPlayer:
    """Takes from the pile if that reduces its deadwood, keeps the least, knocks when it can.

    >>> from suitwise.game import play
    >>> from suitwise.rummy.gin.game import Gin
    >>> play(Gin().start(), GreedyGinPlayer(), seed=1).returns
    (-9.0, 9.0)
    """

    def __call__(self, state: State[Any]) -> GinMove:
        """Return a move; the state is one of gin rummy in which a seat is on turn."""
        here = deal_on_turn(state)
        hand, aces = here.hands[here.seat], here.variant.aces
        if here.phase == "show":
            return here.best_show
        if here.phase == "discard":
            choose = quickest(best_discard, BEST_DISCARD_S)
            return _finish(here) or CARD_MOVES[choose(hand, here.free, aces)]
        top = BITS[here.pile[-1][0]]
        kept = deadwood_after_discard(hand | top, hand, aces)
        return _draw(here, kept < gin_deadwood(hand, aces))


@dataclass(frozen=True, slots=True)
class GinPlayer:
    """Keeps the hand with the least expected deadwood a draw ahead, and avoids feeding the other seat.

    It takes a card from the pile if that leaves less deadwood than an average card of the stock, and
    knocks as soon as it can. On 1,000 mirrored deals it gained 2.7 ± 0.7 points a deal on the greedy
    player. Without danger it gained half of that; doubling the danger, and halving or doubling the
    look, made no difference.

    Args:
        danger: the cost in points of discarding a card that the other seat can certainly meld.
        look: the weight of the expected deadwood after a draw; that of the present deadwood is 1.

    >>> from suitwise.rummy.gin.game import Gin
    >>> from suitwise.players import mirrored
    >>> mirrored(Gin(), GinPlayer(), GreedyGinPlayer(), 10, seed=1).mean > 0
    True
    """

    danger: float = evaluation.DANGER
    look: float = evaluation.LOOK

    def __call__(self, state: State[Any]) -> GinMove:
        """Return a move; the state is one of gin rummy in which a seat is on turn."""
        here = deal_on_turn(state)
        if here.phase == "show":
            return here.best_show
        if here.phase == "discard":
            return _finish(here) or CARD_MOVES[self.discard(here)]
        return _draw(here, self.wants_top(here))

    def advice(self, state: State[Any]) -> Advice:
        """Return the move and its reason, the figures that it was chosen by."""
        deal = deal_on_turn(state)
        move = self(deal)
        return Advice(move, reason(self, deal, move))

    def discard(self, state: GinState) -> int:
        """Return the cheapest discard."""
        choose = quickest(evaluation.lookahead_discard, evaluation.DISCARD_S)
        return CARDS[choose(state.hands[state.seat], state.free, *self._arguments(state))]

    def cost(self, state: GinState, card: int) -> float:
        """Return the cost of discarding a card, in points."""
        cost = quickest(evaluation.lookahead_cost, OUTLOOK_S)
        return cost(state.hands[state.seat], BITS[card], *self._arguments(state))

    def risk(self, state: GinState, card: int) -> float:
        """Return the part of the cost that is due to melds that the other seat may make."""
        return self.danger * pairs_awaiting(state, card)

    def wants_top(self, state: GinState) -> bool:
        """Return whether the player takes the top of the pile."""
        hand, top = state.hands[state.seat], BITS[state.pile[-1][0]]
        return quickest(evaluation.lookahead_takes_top, evaluation.DISCARD_S)(
            hand, top, *self._arguments(state)
        )

    def _arguments(self, state: GinState) -> tuple[int, int, int, float, float, int]:
        """Return the last arguments of the evaluation: the seat's knowledge, weights, and aces."""
        return (*knowledge(state), float(self.danger), float(self.look), state.variant.aces)


def pairs_awaiting(state: GinState, card: int) -> float:
    """Return the expected number of pairs in the other hand that make a meld with a card.

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
    awaiting = quickest(evaluation.pairs_awaiting, evaluation.AWAITING_S)
    return awaiting(BITS[card], *knowledge(state), state.variant.aces)


def knowledge(state: GinState) -> tuple[int, int, int]:
    """Return what the seat on turn knows: ``unseen``, ``taken`` and ``hidden`` (``evaluation``)."""
    seat = state.seat
    return unseen_by(state), state.known[1 - seat], state.hidden(seat).bit_count()


def _finish(state: GinState) -> GinMove | None:
    """Return big gin, or the knock that keeps the least deadwood; None if neither is legal."""
    hand = state.hands[state.seat]
    knocks = [move for move in state.moves() if move.kind in ("knock", "big")]
    if not knocks or knocks[-1].kind == "big":
        return knocks[-1] if knocks else None
    cards = bits_of(move.card for move in knocks)
    best = quickest(best_discard, BEST_DISCARD_S)(hand, cards, state.variant.aces)
    return state.parse_move(str(KNOCK_MOVES[best]))


def expected(hand: int, unseen: int, aces: int = 0) -> float:
    """Return the expected deadwood of ten cards after a draw and the best discard.

    Args:
        hand: ten cards.
        unseen: the cards that may be drawn.
        aces: the rules about aces.
    """
    total: float = quickest(outlook, OUTLOOK_S)(hand, unseen, aces)
    return total / unseen.bit_count()


def unseen_by(state: GinState) -> int:
    """Return the cards that the seat on turn has not seen: the stock, and the other's unknown cards."""
    return state.stock | state.hidden(state.seat)


def _draw(state: GinState, takes_top: bool) -> GinMove:
    if takes_top:
        return PILE
    return STOCK if state.phase == "draw" else PASS


# --- The reasons for a move -----------------------------------------------------------------------


def reason(player: GinPlayer, state: GinState, move: GinMove) -> Phrase:
    """Return the player's reason for a move, in words.

    >>> from suitwise.rummy.gin.game import Gin
    >>> state, _ = Gin().start().rolled(3, 0)
    >>> print(reason(GinPlayer(), state, GinPlayer()(state)))
    with HK you keep 61 points, and the stock leaves no more on average (stock 55.1, now 61)
    """
    if move.kind == "big":
        return phrase("gin.why-big", "all eleven cards meld")
    if move.kind == "show":
        return phrase("gin.why-show", "so you keep the least")
    if move.kind == "knock":
        return phrase(
            "gin.why-knock",
            "you keep only {kept}, and {most} or less is enough to knock",
            kept=gin_deadwood(hand_without(state, move.card), state.variant.aces),
            most=state.most_to_knock,
        )
    return _discard_reason(player, state) if move.kind == "card" else _draw_reason(player, state)


def leaves_least(kept: int) -> Phrase:
    """Return that a discard leaves the least deadwood."""
    return phrase(
        "gin.leaves-least", "no other discard leaves you less deadwood: {kept}", kept=kept
    )


def leaves_more(card: int, kept: int, other: int, least: int) -> Phrase:
    """Return that a discard is better than another that would leave less deadwood."""
    return phrase(
        "gin.leaves-more",
        "{other} would leave {least} and {card} leaves {kept}, but {card} serves you better in the "
        "draws to come",
        card=CardText(Card(card)),
        other=CardText(Card(other)),
        least=least,
        kept=kept,
    )


def top_melds(top: int, kept: int, now: int) -> Phrase:
    """Return that the top of the pile makes a meld, and what a hand keeps with it and without it."""
    return phrase(
        "gin.top-melds",
        "{top} makes a meld: with it you keep {kept} points instead of {now}",
        top=CardText(Card(top)),
        kept=kept,
        now=now,
    )


def top_gains(top: int) -> Phrase:
    """Return that the top of the pile brings a hand nearer to a meld."""
    card = CardText(Card(top))
    return phrase("gin.top-gains", "{top} brings your hand nearer to a meld", top=card)


def top_left(top: int, *, helps: bool) -> Phrase:
    """Return why the top of the pile is left, by whether it helps at all."""
    card = CardText(Card(top))
    if helps:
        return phrase(
            "gin.top-too-little", "{top} helps your hand too little to be taken", top=card
        )
    return phrase("gin.top-no-gain", "{top} does not help your hand", top=card)


def _discard_reason(player: GinPlayer, state: GinState) -> Phrase:
    """Say what the best discard leaves, with the figures of it and of the next two."""
    free = [card for card in cards_of(state.hands[state.seat]) if card != state.taken]
    first, *others = sorted(free, key=lambda card: player.cost(state, card))[:3]
    left = {card: gin_deadwood(hand_without(state, card), state.variant.aces) for card in free}
    deadwood, ahead, risk = _figures(player, state, first)
    figures = phrase(
        "gin.why-discard",
        "{ahead} to be expected after a draw, risks {risk}",
        ahead=ahead,
        risk=risk,
    )
    for card in others:
        figures = phrase(
            "any.then", "{first}; {second}", first=figures, second=_other(player, state, card)
        )
    lowest = min(free, key=left.__getitem__)
    is_least = left[lowest] == deadwood
    why = leaves_least(deadwood) if is_least else leaves_more(first, deadwood, lowest, left[lowest])
    return weighed(why, figures)


def _other(player: GinPlayer, state: GinState, card: int) -> Phrase:
    deadwood, ahead, risk = _figures(player, state, card)
    return phrase(
        "gin.why-other",
        "{card} leaves {kept}, then {ahead}, risks {risk}",
        card=CardText(Card(card)),
        kept=deadwood,
        ahead=ahead,
        risk=risk,
    )


def _figures(player: GinPlayer, state: GinState, card: int) -> tuple[int, str, str]:
    """Return the deadwood that a discard leaves, the expected one after a draw, and the risk."""
    rest, aces = hand_without(state, card), state.variant.aces
    ahead, risk = expected(rest, unseen_by(state), aces), player.risk(state, card)
    return gin_deadwood(rest, aces), f"{ahead:.1f}", f"{risk:.1f}"


def _draw_reason(player: GinPlayer, state: GinState) -> Phrase:
    """Compare the hand with the top of the pile and with a card of the stock."""
    hand, top = state.hands[state.seat], CardText(Card(state.pile[-1][0]))
    after, aces = state.after(GinMove("pile")), state.variant.aces
    discard = player.discard(after)
    kept = gin_deadwood(hand_without(after, discard), aces)
    stock = expected(hand, unseen_by(state), aces)
    if player.wants_top(state):
        why = phrase(
            "gin.why-take",
            "with {top} you keep {kept} points, less than the stock leaves on average",
            top=top,
            kept=kept,
        )
    else:
        why = phrase(
            "gin.why-leave",
            "with {top} you keep {kept} points, and the stock leaves no more on average",
            top=top,
            kept=kept,
        )
    figures = phrase(
        "gin.figure-draw",
        "stock {stock}, now {now}",
        stock=f"{stock:.1f}",
        now=gin_deadwood(hand, aces),
    )
    if kept > deadwood_after_discard(after.hands[state.seat], hand, aces):
        away = phrase("gin.figure-away", "{card} discarded", card=CardText(Card(discard)))
        figures = phrase("any.then", "{first}; {second}", first=away, second=figures)
    return weighed(why, figures)


def hand_without(state: GinState, card: int) -> int:
    """Return the hand of the seat on turn without a card."""
    return state.hands[state.seat] & ~BITS[card]
