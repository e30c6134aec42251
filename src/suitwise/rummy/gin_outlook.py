"""What a hand of gin rummy can expect: its least deadwood a draw ahead, over all cards not seen."""

from __future__ import annotations

from suitwise.compiled import rule
from suitwise.rummy.gin_melds import gin_deadwood


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
