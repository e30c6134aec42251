"""The maximal combos of a hand of two decks without wild cards, as bits: what a batch is made of.

Such a hand is two words of 52 bits, 13 a suit with the ace first: ``one`` has the cards held, ``two``
those held twice. A meld is a word. Taking it from a hand is a handful of bit operations, and one dump
contains another if both of its words do.

Few cards of a hand lie in any meld, and its melds fall into components of few melds each, so the least
work is to write down the melds, to try every multiset of those of a component, and to keep the dumps
that contain no other. What a whole hand has is one choice of every component.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import item_at, lowest_bit, rule
from suitwise.rummy.rules.hand import MOST_CARDS
from suitwise.rummy.rules.melds import ranks_of_three
from suitwise.rummy.tables.best_melds import SET, SUIT_AT
from suitwise.rummy.tables.suit_runs import RANKS, run_code

CARDS = 52
ROW = (1 << RANKS) - 1
COLUMN = 1 | 1 << RANKS | 1 << 2 * RANKS | 1 << 3 * RANKS
"""The four aces: one bit a suit."""
RUN_STARTS = COLUMN * (ROW >> 2)
"""Cards that two higher ones of their suit follow."""
BIT_OF_CARD = tuple(card // RANKS * RANKS + (card + 1) % RANKS for card in range(CARDS))
"""The bit of a card as ``suitwise.cards`` numbers it."""
SETS = 5
SUITS_OF_SETS = (0b0111, 0b1011, 0b1101, 0b1110, 0b1111)
ACES_OF_SETS = tuple(
    sum((suits >> suit & 1) << suit * RANKS for suit in range(4)) for suits in SUITS_OF_SETS
)
"""The words of the sets of aces."""

MELDS = 4 * (RANKS - 2) * (RANKS - 1) // 2 + SETS * RANKS
"""The number of all melds."""
DEPTH = 14
"""A combo has fewer melds than this, and a hand fewer components."""
MOST_KEPT = 4096
"""The most combos of all components that are kept,"""
MOST_TRIES = 1 << 20
"""and the most melds that are tried in a component."""

TOO_MANY = -1
NO_HAND = -2
"""A third copy, or too many cards."""


@rule
def words_of(counts: Any) -> tuple[int, int]:
    """Return the two words of a hand; the second is NO_HAND if the counts are no hand.

    Args:
        counts: how many copies of each card, 52 numbers.

    >>> words_of([0, 2, 1] + [0] * 49) == (0b1100, 0b0100)
    True
    """
    one = two = three = cards = 0
    for card in range(CARDS):
        copies = int(item_at(counts, card))
        bit = 1 << BIT_OF_CARD[card]
        one |= bit if copies > 0 else 0
        two |= bit if copies > 1 else 0
        three |= bit if copies > 2 else 0
        cards += copies
    return one, NO_HAND if three or cards > MOST_CARDS else two


@rule
def find_runs(one: int, masks: Any, codes: Any) -> int:
    """Write down the runs of a hand; return how many there are.

    Args:
        one: the cards held.
        masks: array, filled with the runs' words.
        codes: array, filled with their numbers (``best_melds.meld_of``).
    """
    found = 0
    starts = one & one >> 1 & one >> 2 & RUN_STARTS
    while starts:
        low = lowest_bit(starts)
        starts &= starts - 1
        suit, rank = low // RANKS, low % RANKS
        mask = 0b11 << low
        length = 2
        while rank + length < RANKS and one >> low + length & 1:
            mask |= 1 << low + length
            length += 1
            if length > 2:
                masks[found] = mask
                codes[found] = run_code(rank + 1, length, 0) | suit << SUIT_AT
                found += 1
    return found


@rule
def find_sets(one: int, masks: Any, codes: Any, found: int) -> int:
    """Write down the sets of a hand after the runs; return how many melds there are now."""
    a, b = one & ROW, one >> RANKS & ROW
    c, d = one >> 2 * RANKS & ROW, one >> 3 * RANKS & ROW
    ranks = ranks_of_three(a, b, c, d)
    while ranks:
        rank = lowest_bit(ranks)
        ranks &= ranks - 1
        for k in range(SETS):
            mask = item_at(ACES_OF_SETS, k) << rank
            if mask & ~one == 0:
                masks[found] = mask
                codes[found] = SET | SUITS_OF_SETS[k] | (rank + 1) << 8
                found += 1
    return found


@rule
def join_component(masks: Any, codes: Any, first: int, count: int) -> int:
    """Bring together the melds that a meld hangs together with; return one past the last.

    Args:
        masks: the melds' words.
        codes: their numbers.
        first: the first of them; those before are of other components.
        count: how many melds there are.
    """
    cells = masks[first]
    end = first + 1
    k = end
    while k < count:
        if masks[k] & cells:
            cells |= masks[k]
            masks[k], masks[end] = masks[end], masks[k]
            codes[k], codes[end] = codes[end], codes[k]
            end += 1
            k = end
        else:
            k += 1
    return end


@rule
def keep(leaves: Any, first: int, last: int, one: int, two: int) -> int:
    """Make room for a combo among those of a component that are kept.

    Args:
        leaves: arrays by leaf: two words of its dump, its number of melds, and DEPTH melds a leaf.
        first: the component's first leaf.
        last: one past its last.
        one: the words of the dump.
        two: see there.

    Returns:
        One past the last leaf that stays, where this one belongs; TOO_MANY if it contains another.
    """
    ones, twos, sizes, melds = leaves
    to = first
    for leaf in range(first, last):
        less = ones[leaf] & ~one | twos[leaf] & ~two
        more = one & ~ones[leaf] | two & ~twos[leaf]
        if less == 0 and more != 0:
            return TOO_MANY
        if more != 0 or less == 0:
            if to < leaf:
                ones[to], twos[to], sizes[to] = ones[leaf], twos[leaf], sizes[leaf]
                for k in range(sizes[leaf]):
                    melds[to * DEPTH + k] = melds[leaf * DEPTH + k]
            to += 1
    return to


@rule
def next_fitting(masks: Any, at: int, end: int, one: int) -> int:
    """Return the first meld from one on whose cards are all there, or ``end``."""
    while at < end and masks[at] & ~one:
        at += 1
    return at


@rule
def search_component(
    masks: Any,
    codes: Any,
    first: int,
    end: int,
    one: int,
    two: int,
    stack: Any,
    leaves: Any,
    leaf: int,
) -> int:
    """Keep the combos of a component that no other combo of it makes less than maximal.

    Args:
        masks: the melds' words.
        codes: their numbers.
        first: the component's first meld.
        end: one past its last.
        one: the words of the hand.
        two: see there.
        stack: three arrays of DEPTH numbers, overwritten: two words of the cards left, and the meld
            that is tried.
        leaves: see ``keep``.
        leaf: where the component's leaves begin.

    Returns:
        One past its last leaf, or TOO_MANY.
    """
    ones, twos, tried = stack
    ones[0], twos[0] = one, two
    begin, at, is_leaf = leaf, first, True
    depth = tries = 0
    while depth >= 0:
        at = next_fitting(masks, at, end, ones[depth])
        if at < end:
            tries += 1
            if tries > MOST_TRIES:
                return TOO_MANY
            tried[depth] = at
            taken = masks[at]
            ones[depth + 1] = ones[depth] & ~taken | twos[depth] & taken
            twos[depth + 1] = twos[depth] & ~taken
            depth += 1
            is_leaf = True
            continue
        if is_leaf and next_fitting(masks, first, end, ones[depth]) == end:
            to = keep(leaves, begin, leaf, ones[depth], twos[depth])
            if to >= 0:
                if to == MOST_KEPT:
                    return TOO_MANY
                leaves[0][to], leaves[1][to], leaves[2][to] = ones[depth], twos[depth], depth
                for k in range(depth):
                    leaves[3][to * DEPTH + k] = codes[tried[k]]
                leaf = to + 1
        is_leaf = False
        depth -= 1
        if depth >= 0:
            at = tried[depth] + 1
    return leaf


@rule
def search_hand(counts: Any, given: Any, stack: Any, leaves: Any, parts: Any) -> int:
    """Keep the maximal combos of every component of a hand.

    Args:
        counts: see ``words_of``.
        given: two arrays of MELDS numbers, overwritten: the melds' words and their numbers.
        stack: see ``search_component``.
        leaves: see ``keep``; MOST_KEPT of them.
        parts: array of DEPTH numbers: component k has the leaves from parts[k] to parts[k + 1] - 1.

    Returns:
        The number of components, TOO_MANY or NO_HAND.
    """
    masks, codes = given
    one, two = words_of(counts)
    if two == NO_HAND:
        return NO_HAND
    count = find_sets(one, masks, codes, find_runs(one, masks, codes))
    found = first = parts[0] = 0
    while first < count:
        end = join_component(masks, codes, first, count)
        leaf = search_component(masks, codes, first, end, one, two, stack, leaves, parts[found])
        if leaf == TOO_MANY:
            return TOO_MANY
        found += 1
        parts[found] = leaf
        first = end
    return found
