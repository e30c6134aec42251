"""The rule-based player of gin rummy as it is told in words: every discard and every draw is tried."""

from __future__ import annotations

from itertools import combinations

from suitwise.cards import Card
from suitwise.rummy.gin.rules.deadwood import (
    bits_of,
    cards_of,
    deadwood_after_discard,
    gin_deadwood,
    is_melded,
)
from suitwise.rummy.gin.state import GinState


def slow_outlook(hand: int, unseen: int) -> int:
    """Return the deadwood after each card that may be drawn and the best discard, summed."""
    eleven = (hand | bits_of([card]) for card in cards_of(unseen))
    return sum(deadwood_after_discard(cards, cards) for cards in eleven)


def slow_unseen(state: GinState) -> int:
    """Return the cards that the seat on turn has not seen."""
    return state.stock | state.hidden(state.seat)


def slow_expected(state: GinState, hand: int) -> float:
    """Return the deadwood that a hand of ten can expect of a draw."""
    unseen = slow_unseen(state)
    return slow_outlook(hand, unseen) / unseen.bit_count()


def slow_pairs(state: GinState, card: Card) -> float:
    """Return how many pairs that make a meld with a card the other can be expected to hold."""
    known, unseen = state.known[1 - state.seat], slow_unseen(state)
    share = state.hidden(state.seat).bit_count() / unseen.bit_count()
    pairs = 0.0
    for pair in combinations([Card(one) for one in range(52) if one != card], 2):
        if is_melded(bits_of([card, *pair])):
            chance = 1.0
            for one in map(bits_of, ([pair[0]], [pair[1]])):
                chance *= 1.0 if one & known else share if one & unseen else 0.0
            pairs += chance
    return pairs


def slow_cost(state: GinState, card: Card, danger: float, look: float) -> float:
    """Return the cost of a discard."""
    kept = state.hands[state.seat] & ~bits_of([card])
    ahead, fed = slow_expected(state, kept), slow_pairs(state, card)
    return gin_deadwood(kept) + look * ahead + danger * fed
