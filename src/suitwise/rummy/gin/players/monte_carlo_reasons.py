"""Why the Monte Carlo player of gin rummy moves as it does: sentences of the figures it went by."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from suitwise.cards import Card
from suitwise.foundation.arrays.quick import quickest
from suitwise.foundation.text.counting import signed
from suitwise.foundation.text.phrases import CardText, Phrase, phrase
from suitwise.rummy.gin.rules.melds import (
    BITS,
    KEEPING_S,
    gin_deadwood,
    hand_text,
    keeping_least,
    meldable,
)
from suitwise.rummy.gin.rules.outlook import OUTLOOK_S, outlook
from suitwise.rummy.gin.weighing.careful import careful_discard_cost
from suitwise.rummy.gin.weighing.policy import (
    BESIDE_TAKEN,
    CHEAPEST_S,
    PATIENCE,
    POINT,
    cheapest,
    cost_of,
    near,
    outs,
)

if TYPE_CHECKING:
    from suitwise.rummy.gin.players.monte_carlo import Judged
    from suitwise.rummy.gin.state import GinState

_INTERVAL = 1.96
"""Half the width of a 95 % interval, in standard errors."""


def reason_of(state: GinState, judged: Judged) -> Phrase:
    """Return the reason for a move that has been judged at a seat's turn.

    >>> from suitwise.rummy.gin.game import Gin
    >>> from suitwise.rummy.gin.players.monte_carlo import MonteCarloGin
    >>> state, _ = Gin().start().rolled(3, 0)
    >>> reason_of(state, MonteCarloGin().judged(state)).code
    'gin.top-no-gain'
    """
    if judged.found is not None:
        return _weighed(judged)
    if judged.move.kind == "big":
        return phrase("gin.all-eleven-meld", "all eleven cards meld")
    if judged.move.kind == "knock":
        return phrase("gin.all-ten-meld", "all ten cards meld")
    return _discard(state, judged.move.card) if judged.move.kind == "card" else _draw(state)


def _weighed(judged: Judged) -> Phrase:
    """Say what the knock and playing on are worth, and where the deals do not tell them apart."""
    assert judged.found is not None
    worth = judged.found.mean(axis=0)
    lead = judged.found[:, 0] - judged.found[:, 1 + int(worth[1:].argmax())]
    error = _INTERVAL * float(lead.std()) / sqrt(len(lead))
    told = _compared(judged, signed(worth[0], 1), signed(worth[1:].max(), 1))
    if abs(float(lead.mean())) > error:
        return told
    return phrase(
        "gin.as-good",
        "{told}; both are as good, give or take {error}",
        told=told,
        error=f"{error:.1f}",
    )


def _compared(judged: Judged, knock: str, on: str) -> Phrase:
    assert judged.found is not None
    if judged.move == judged.options[0]:
        return phrase(
            "gin.knock-brings",
            "the knock brings {knock} points on average in {deals} likely deals, playing on {on}",
            knock=knock,
            deals=len(judged.found),
            on=on,
        )
    return phrase(
        "gin.playing-on-brings",
        "playing on brings {on} points on average in {deals} likely deals, the knock {knock}",
        on=on,
        deals=len(judged.found),
        knock=knock,
    )


def _discard(state: GinState, card: int) -> Phrase:
    """Say what a discard leaves, and what outweighs one that would leave less."""
    held, unseen = state.hands[state.seat], _unseen(state)
    hand = held & ~BITS[card]
    kept, ahead = gin_deadwood(hand), quickest(outlook, OUTLOOK_S)(hand, unseen)
    told = phrase(
        "gin.leaves",
        "it leaves {kept} points, {ahead} to be expected after a draw; {outs} of the cards not seen "
        "would make a new meld",
        kept=kept,
        ahead=f"{ahead / unseen.bit_count():.1f}",
        outs=_outs(hand, unseen),
    )
    other = int(quickest(keeping_least, KEEPING_S)(held, state.free))
    least = gin_deadwood(held & ~BITS[other])
    if least >= kept:
        return told
    second = _outweighed(other, least, (_cost(state, other) - _cost(state, card)) / POINT)
    return phrase("any.then", "{first}; {second}", first=told, second=second)


def _outweighed(card: int, least: int, worse: float) -> Phrase:
    """Say by how much a discard that leaves less is the worse one."""
    if round(worse, 1) == 0:
        return phrase(
            "gin.would-leave-even",
            "{card} would leave {least}, but is no better by the draws to come and what the other may "
            "meld",
            card=CardText(Card(card)),
            least=least,
        )
    return phrase(
        "gin.would-leave",
        "{card} would leave {least}, but is {worse} worse by the draws to come and what the other "
        "may meld",
        card=CardText(Card(card)),
        least=least,
        worse=f"{worse:.1f}",
    )


def _cost(state: GinState, card: int) -> int:
    """Return the cost of a discard by which the player chooses, in eighths of a point."""
    seat, room = state.seat, state.hidden(state.seat).bit_count()
    hand, taken = state.hands[seat], state.known[1 - seat]
    judge = quickest(careful_discard_cost, OUTLOOK_S)
    return int(judge(hand, BITS[card], _unseen(state), taken, room))


def _draw(state: GinState) -> Phrase:
    """Say what the draw goes by: a meld that leaves fewer points, else points and outs together."""
    seat, top = state.seat, state.pile[-1][0]
    hand, unseen, taken = state.hands[seat], _unseen(state), state.known[1 - seat]
    with_top = hand | BITS[top]
    away, cost = quickest(cheapest, CHEAPEST_S)(with_top, hand, unseen, taken)
    hand_then = with_top & ~away
    kept, now, shown = gin_deadwood(hand_then), gin_deadwood(hand), CardText(Card(top))
    if meldable(with_top) & BITS[top] and kept < now:
        return phrase(
            "gin.top-melds",
            "{top} lies in a meld: with it the hand keeps {kept} points, without it {now}",
            top=shown,
            kept=kept,
            now=now,
        )
    told = phrase(
        "gin.top-or-stock",
        "with {top} the hand keeps {kept} points and {outs} unseen cards would make a meld, without "
        "it {now} and {now_outs}",
        top=shown,
        kept=kept,
        outs=_outs(hand_then, unseen),
        now=now,
        now_outs=_outs(hand, unseen),
    )
    if near(taken) & away:
        told = phrase(
            "gin.top-feeds",
            "{told}, but {card} then goes near a card that the other took, which counts {n}",
            told=told,
            card=CardText(hand_text(away)),
            n=BESIDE_TAKEN // POINT,
        )
    return _gained(told, int(cost_of(hand, unseen) - cost))


def _gained(told: Phrase, gain: int) -> Phrase:
    """Say what the top of the pile gains in eighths of a point, and what is asked for."""
    if gain <= 0:
        return phrase(
            "gin.top-no-gain", "{told}: counted together no better, so it is left", told=told
        )
    points, least = gain // POINT, PATIENCE // POINT + 1
    if gain > PATIENCE:
        return phrase(
            "gin.top-gains",
            "{told}: counted together {points} better, and {least} is enough",
            told=told,
            points=points,
            least=least,
        )
    return phrase(
        "gin.top-too-little",
        "{told}: counted together {points} better, and below {least} it is left",
        told=told,
        points=points,
        least=least,
    )


def _outs(hand: int, unseen: int) -> int:
    return outs(hand & ~meldable(hand), hand, unseen)


def _unseen(state: GinState) -> int:
    return state.stock | state.hidden(state.seat)
