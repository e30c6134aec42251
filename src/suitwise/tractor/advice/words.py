"""What a seat of Tractor does, in a player's words."""

from __future__ import annotations

from suitwise.foundation.text.phrases import CardText, Phrase, phrase
from suitwise.tractor.moves import PASS, Move
from suitwise.tractor.rules.piles import Pile
from suitwise.tractor.state import TractorState


def did(state: TractorState, move: Move) -> Phrase:
    """Return what the seat on turn does by a move.

    >>> from suitwise.game import load
    >>> state, _ = load("tractor(match=deal)").start().rolled(seed=1, stream=0)
    >>> did(state, PASS), doing(state, PASS)
    ('passes', 'passing')
    """
    cards = CardText(move)
    if move == PASS:
        return phrase("tractor.did.passes", "passes")
    if state.phase == "bid":
        return phrase("tractor.did.bids", "bids {cards}", cards=cards)
    if state.phase == "bury":
        return phrase("tractor.did.buries", "buries {cards}", cards=cards)
    if state.duty:
        return phrase("tractor.did.plays", "plays {cards}", cards=cards)
    return phrase("tractor.did.leads", "leads {cards}", cards=cards)


def doing(state: TractorState, move: Move, instead: Move | None = None) -> Phrase:
    """Return a move as something that could be done.

    Args:
        state: the position.
        move: the move.
        instead: of a burial, another one; the cards in which the two differ are named.
    """
    cards = CardText(move)
    if move == PASS:
        return phrase("tractor.doing.passing", "passing")
    if state.phase == "bid":
        return phrase("tractor.doing.bidding", "bidding {cards}", cards=cards)
    if state.phase == "bury":
        return _burying(move.pile, instead)
    if state.duty:
        return phrase("tractor.doing.playing", "playing {cards}", cards=cards)
    return phrase("tractor.doing.leading", "leading {cards}", cards=cards)


def _burying(burial: Pile, instead: Move | None) -> Phrase:
    """Return a burial by its cards, or by those in which it differs from another."""
    if instead is None or instead.pile == burial:
        return phrase("tractor.doing.burying", "burying {cards}", cards=CardText(burial))
    shared = Pile(burial.once & instead.pile.once, burial.twice & instead.pile.twice)
    return phrase(
        "tractor.doing.burying-instead",
        "burying {cards}, not {others}",
        cards=CardText(burial.minus(shared)),
        others=CardText(instead.pile.minus(shared)),
    )


def place(state: TractorState) -> Phrase:
    """Return where in a deal a position is.

    >>> from suitwise.game import load
    >>> place(load("tractor(match=deal)").start().rolled(seed=1, stream=0)[0])
    '1 card drawn'
    """
    if state.phase == "bid":
        drawn = state.drawn[state.turn].size
        if drawn == 1:
            return phrase("tractor.place.one-drawn", "1 card drawn")
        return phrase("tractor.place.drawn", "{n} cards drawn", n=drawn)
    if state.phase == "bury":
        return phrase("tractor.place.burial", "burial")
    return phrase("tractor.place.trick", "trick {n}", n=len(state.tricks))
