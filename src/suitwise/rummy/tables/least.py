"""The least deadwood of very many hands: choose the sets, then look the suits up.

For hands of two decks, an ace below the 2 and a few wild cards. Only a rank of three suits can hold a
set (of two suits, with a wild card); every choice of such sets is a *leaf*: what is left of the row
patterns, the weight of the sets, and the wild cards left. The best leaf is found by one look at the
table of rows a suit.

The least work for a hand is to read its cards and four entries of a table; four of five hands of ten
random cards, and half of those of fourteen, need no more.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import item_at, lowest_bit, rule
from suitwise.rummy.rules.melds import ranks_of_three
from suitwise.rummy.tables.packed_hand import ABOVE, HALF, PATTERN, PATTERNS_MASK, wilds_of
from suitwise.rummy.tables.rank_sets import CARDS, HIGH, LOW, OPTION, WILDS
from suitwise.rummy.tables.suit_runs import POWERS, RANKS

ROW = (1 << RANKS) - 1
TOO_MANY = -1
"""The hand has more choices of sets than there is room for."""
NO_HAND = -2
"""The decks and wild cards of the tables hold no such hand."""

LEAVES = 1024
"""The most choices of sets that are looked at; a hand with more of them is for ``scan``."""

# A leaf: six numbers.
LEAF = 6
PATTERNS_LOW = 0
PATTERNS_HIGH = 1
"""What is left of the patterns of spades and hearts, of diamonds and clubs."""
WORTH = 2
"""The weight of its sets."""
LEFT = 3
"""How many wild cards are left."""
PARENT = 4
"""The leaf to which it adds sets of one rank."""
HOW = 5
"""Where their option begins, times RANKS, and their rank."""


@rule
def set_ranks(one: int, wild: int) -> int:
    """Return bits of the ranks that may hold a set.

    Args:
        one: bits of the cards held.
        wild: how many wild cards there are.
    """
    a, b = one & ROW, one >> RANKS & ROW
    c, d = one >> 2 * RANKS & ROW, one >> 3 * RANKS
    if wild > 1:
        return int(a | b | c | d)
    if wild == 1:
        return int(a & b | c & d | (a | b) & (c | d))
    return ranks_of_three(a, b, c, d)


@rule
def column(one: int, two: int, rank: int) -> int:
    """Return the key of a rank's cards (``rank_sets``).

    >>> column(0b1 | 1 << 26, 0b1, 0) == 2 + 9
    True
    """
    key = 0
    for suit in range(3, -1, -1):
        at = suit * RANKS + rank
        key = 3 * key + (one >> at & 1) + (two >> at & 1)
    return key


@rule
def choose_sets(hand: tuple[int, int, int, int], weights: Any, options: Any, leaves: Any) -> int:
    """List every choice of sets.

    Args:
        hand: the hand (``packed_hand``).
        weights: the weight of a wild card, then of each rank.
        options: see ``rank_sets.options_of``.
        leaves: array, filled with LEAF numbers a leaf.

    Returns:
        How many leaves there are, or TOO_MANY.
    """
    low, high, one, two = hand
    wild = wilds_of(low)
    leaves[PATTERNS_LOW], leaves[PATTERNS_HIGH] = low & PATTERNS_MASK, high & PATTERNS_MASK
    leaves[WORTH], leaves[LEFT], leaves[PARENT] = 0, wild, -1
    end = LEAF
    ranks = set_ranks(one, wild)
    while ranks:
        rank = lowest_bit(ranks)
        ranks &= ranks - 1
        key = column(one, two, rank)
        before = end
        for at in range(options[key], options[key + 1], OPTION):
            taken = item_at(options, at + WILDS)
            if taken > wild:
                break
            worth = item_at(options, at + CARDS) * weights[rank + 1] + taken * weights[0]
            less_low = item_at(options, at + LOW) * POWERS[rank]
            less_high = item_at(options, at + HIGH) * POWERS[rank]
            for leaf in range(0, before, LEAF):
                left = item_at(leaves, leaf + LEFT) - taken
                if left < 0:
                    continue
                if end == len(leaves):
                    return TOO_MANY
                leaves[end + PATTERNS_LOW] = item_at(leaves, leaf + PATTERNS_LOW) - less_low
                leaves[end + PATTERNS_HIGH] = item_at(leaves, leaf + PATTERNS_HIGH) - less_high
                leaves[end + WORTH] = item_at(leaves, leaf + WORTH) + worth
                leaves[end + LEFT] = left
                leaves[end + PARENT] = leaf
                leaves[end + HOW] = at * RANKS + rank
                end += LEAF
    return end


@rule
def best_of_rows(rows: Any, most: int, low: int, high: int, wild: int) -> int:
    """Return the best weight of four patterns that share wild cards.

    Args:
        rows: the table (``suit_runs``).
        most: the most wild cards it knows.
        low: the patterns of spades and hearts.
        high: those of diamonds and clubs.
        wild: how many wild cards there are.
    """
    size = most + 1
    a, b = (low & PATTERN) * size, (low >> HALF) * size
    c, d = (high & PATTERN) * size, (high >> HALF) * size
    if wild == 0:
        return item_at(rows, a) + item_at(rows, b) + item_at(rows, c) + item_at(rows, d)
    best = 0
    for ours in range(wild + 1):
        left = right = 0
        for k in range(ours + 1):
            left = max(left, item_at(rows, a + k) + item_at(rows, b + ours - k))
        for k in range(wild - ours + 1):
            right = max(right, item_at(rows, c + k) + item_at(rows, d + wild - ours - k))
        best = max(best, left + right)
    return best


@rule
def best_leaf(rows: Any, most: int, leaves: Any, end: int) -> tuple[int, int]:
    """Return where the best of the leaves before ``end`` is, and its weight."""
    best, found = -1, 0
    for leaf in range(0, end, LEAF):
        low, high = item_at(leaves, leaf + PATTERNS_LOW), item_at(leaves, leaf + PATTERNS_HIGH)
        value = best_of_rows(rows, most, low, high, item_at(leaves, leaf + LEFT))
        value += item_at(leaves, leaf + WORTH)
        if value > best:
            best, found = value, leaf
    return found, best


@rule
def least_deadwood(hand: tuple[int, int, int, int], tables: Any, leaves: Any) -> int:
    """Return the least weight that a hand can be left with; TOO_MANY or NO_HAND.

    Args:
        hand: the hand (``packed_hand``).
        tables: see ``Tables.given``.
        leaves: see ``choose_sets``.
    """
    _, weights, rows, most, options, _, fault = tables
    low, high, one, two = hand
    wild = wilds_of(low)
    if two & fault or wild > most:
        return NO_HAND
    if set_ranks(one, wild) == 0:
        low &= PATTERNS_MASK
        return (high >> ABOVE) - best_of_rows(rows, most, low, high & PATTERNS_MASK, wild)
    end = choose_sets(hand, weights, options, leaves)
    if end == TOO_MANY:
        return TOO_MANY
    _, melded = best_leaf(rows, most, leaves, end)
    return (high >> ABOVE) - melded
