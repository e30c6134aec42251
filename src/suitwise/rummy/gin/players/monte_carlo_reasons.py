"""Why the Monte Carlo player of gin rummy moves as it does: sentences of the figures it went by."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from suitwise.cards import Card
from suitwise.foundation.arrays.quick import quickest
from suitwise.foundation.text.phrases import CardText, Phrase, phrase
from suitwise.rummy.gin.rules.melds import (
    BITS,
    OUTLOOK_S,
    gin_deadwood,
    meldable,
    outlook,
)
from suitwise.rummy.gin.weighing.policy import CHEAPEST_S, cheapest, outs

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
    'gin.top-or-stock'
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
    told = _compared(judged, f"{worth[0]:+.1f}", f"{worth[1:].max():+.1f}")
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
    """Say what a discard leaves now, after a draw, and how many cards would help."""
    hand, unseen = state.hands[state.seat] & ~BITS[card], _unseen(state)
    ahead = quickest(outlook, OUTLOOK_S)(hand, unseen) / unseen.bit_count()
    return phrase(
        "gin.leaves",
        "it leaves {kept} points, {ahead} to be expected after a draw; {outs} of the cards not seen "
        "would make a new meld",
        kept=gin_deadwood(hand),
        ahead=f"{ahead:.1f}",
        outs=_outs(hand, unseen),
    )


def _draw(state: GinState) -> Phrase:
    """Say what the hand is with the top of the pile, and what without."""
    seat, top = state.seat, state.pile[-1][0]
    hand, unseen = state.hands[seat], _unseen(state)
    with_top = hand | BITS[top]
    card, _ = quickest(cheapest, CHEAPEST_S)(with_top, hand, unseen, state.known[1 - seat])
    kept = with_top & ~card
    return phrase(
        "gin.top-or-stock",
        "with {top} the hand keeps {kept} points and {outs} of the cards not seen would make a new "
        "meld; as it is, it has {now} and {now_outs}",
        top=CardText(Card(top)),
        kept=gin_deadwood(kept),
        outs=_outs(kept, unseen),
        now=gin_deadwood(hand),
        now_outs=_outs(hand, unseen),
    )


def _outs(hand: int, unseen: int) -> int:
    return outs(hand & ~meldable(hand), hand, unseen)


def _unseen(state: GinState) -> int:
    return state.stock | state.hidden(state.seat)
