"""What a hand of gin rummy can expect of a discard, and of a draw over all cards not seen."""

from __future__ import annotations

from suitwise.compiled import lowest_bit, rule
from suitwise.rummy.gin.rules.melds import card_at, gin_deadwood, points_of

OUTLOOK_S = 0.001
KEEPING_S = 0.0001
"""What ``outlook`` and ``keeping_least`` take as plain Python."""


@rule
def best_discard_points(hand: int, free: int) -> int:
    """Return the least deadwood that a hand of eleven can be left with.

    Args:
        hand: eleven cards.
        free: those of them that may be discarded, at least one.
    """
    least = 1000
    while free:
        least = min(least, gin_deadwood(hand & ~(free & -free)))
        free &= free - 1
    return least


@rule
def keeping_least(hand: int, cards: int) -> int:
    """Return the card without which a hand keeps least deadwood; of equals the one that costs most.

    Args:
        hand: eleven cards.
        cards: those of them to choose from, at least one.
    """
    best, least = 0, 1 << 20
    while cards:
        card = cards & -cards
        kept = 16 * gin_deadwood(hand & ~card) - points_of(card)
        if kept < least:
            best, least = card, kept
        cards &= cards - 1
    return card_at(lowest_bit(best))


@rule
def outlook(hand: int, unseen: int) -> int:
    """Return the deadwood after a card of the stock and the best discard, summed over the cards.

    Args:
        hand: ten cards.
        unseen: the cards that may be drawn.

    >>> outlook(0b11_1111_1111, 0b1_1100_0000_0000)
    0
    """
    total = 0
    while unseen:
        card = unseen & -unseen
        total += best_discard_points(hand | card, hand | card)
        unseen &= unseen - 1
    return total
