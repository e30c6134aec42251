"""The states of the scan over the ranks: two words each, and the table in which they are kept.

A state holds how many copies of each of the next ranks are taken by melds begun lower down. What else
the rest of the scan needs to know stands above these fields: how many cards of those that may be wild
are gone, how many of the runs that are needed are there, whether a card is discarded, and of aces that
lie below the 2, and might have been kept for the king, how many are.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from suitwise.foundation.arrays.compiled import rule
from suitwise.rummy.rules.meld_shapes import FIELD

Pair: TypeAlias = tuple[int, int]
"""A number for each of the two words."""

PLACES = 15
"""Numbers a suit in a table of counts: index 1 is the ace below the 2, 14 that above the king."""
ABOVE_KING = 14

# The cards that a state has taken: a field of three bits for each of the next seven ranks of a suit.
# The suits 0 and 1 share a word, the suits 2 and 3 another.
RANKS_AHEAD = 7
SUIT_BITS = RANKS_AHEAD * FIELD
WORD_BITS = 2 * SUIT_BITS
FIELDS = (1 << WORD_BITS) - 1
COPIES = 0b111
ONES = FIELDS // COPIES
STAY = FIELDS ^ COPIES << SUIT_BITS - FIELD
"""All fields but the last of the lower suit, into which a shift would carry the other suit's first."""

# Above the fields of the first word; the aces above those of the second, too.
WILDS_AT = WORD_BITS
WILDS = 0b1111
RUNS_AT = WILDS_AT + 4
PURE_AT = RUNS_AT + 2
FEW = 0b11
DISCARDS_AT = PURE_AT + 2
ACES_AT = DISCARDS_AT + 1

SLOTS = 5
"""Where the arrays of states have the slots,"""
WORK = 6
"""and where the number of states that may still be tried (``put``)."""

SAME = -1
"""How a state came about in which nothing more was melded."""
NO_ROOM = -1
"""There are more states than there is room for."""
NEVER = -2
"""No arrangement has the runs that are needed."""
TOO_LONG = -3
"""There is more to try than may be tried."""


@rule
def ahead(counts: Any, suit: int, place: int) -> int:
    """Return how many copies there are of the next ranks of two suits, as fields.

    Args:
        counts: PLACES numbers a suit.
        suit: the lower suit, 0 or 2.
        place: the first rank.
    """
    fields = 0
    for k in range(RANKS_AHEAD):
        if place + k < PLACES:
            fields |= counts[suit * PLACES + place + k] << FIELD * k
            fields |= counts[(suit + 1) * PLACES + place + k] << SUIT_BITS + FIELD * k
    return int(fields)


@rule
def left_of(have: int, taken: int) -> int:
    """Return fields with a one where a copy is left.

    >>> bin(left_of(0b010_001, 0b001_001))
    '0b1000'
    """
    left = have - (taken & FIELDS)
    return (left | left >> 1 | left >> 2) & ONES


@rule
def begin(states: Any) -> None:
    """Enter the state before the lowest rank, of which nothing is taken."""
    for array in states[:SLOTS]:
        array[0] = 0
    states[4][0] = SAME


@rule
def put(
    states: Any, first: int, last: int, low: int, high: int, value: int, parent: int, how: int
) -> int:
    """Enter a state into a layer, or better the one that is there.

    Args:
        states: seven arrays: two words a state, its value, the state it comes from, and how; the slots,
            a hash table of indexes of states, a power of two of them and at least twice as many as
            there is room for states, filled with -1; and one number: how many states may still be tried.
        first: the first state of the layer; slots of states before it count as free.
        last: one past the last; there is room for one more.
        low: the first word.
        high: the second.
        value: the value.
        parent: the state it comes from.
        how: SAME, or what was melded or discarded.

    Returns:
        The state's index; -1 if it was there before and is no better now.
    """
    slots = states[SLOTS]
    mask = len(slots) - 1
    mixed = (low ^ low >> 23) * 0x9E3779B1 + (high ^ high >> 23) * 0x85EBCA77
    slot = (mixed ^ mixed >> 15) & mask
    while first <= slots[slot] < last:
        at = slots[slot]
        if states[0][at] == low and states[1][at] == high:
            if states[2][at] >= value:
                return -1
            break
        slot = (slot + 1) & mask
    else:
        at = last
        slots[slot] = at
        states[0][at], states[1][at] = low, high
    states[2][at], states[3][at], states[4][at] = value, parent, how
    return int(at)


@rule
def moved_on(word: int, place: int, above: int) -> int:
    """Return a word of a state at the next rank; cards of this one that are not taken are left over.

    Aces taken below the 2 are remembered where they might stand above the king, until the fields
    reach as far as that.

    Args:
        word: the word.
        place: the rank that is left.
        above: a one in the first field of a suit that has aces for the king.
    """
    besides = word >> WORD_BITS
    taken = (word & FIELDS) >> FIELD & STAY
    if place == 1:
        aces = word & above * COPIES
        besides |= (aces & COPIES | aces >> SUIT_BITS << FIELD) << ACES_AT - WORD_BITS
    if place + RANKS_AHEAD == ABOVE_KING:
        aces = besides >> ACES_AT - WORD_BITS
        besides ^= aces << ACES_AT - WORD_BITS
        taken |= (aces & COPIES | aces >> FIELD << SUIT_BITS) << SUIT_BITS - FIELD
    return int(besides << WORD_BITS | taken)


@rule
def next_layer(states: Any, first: int, last: int, place: int, above: Pair) -> int:
    """Go on to the next rank.

    Args:
        states: see ``put``.
        first: the first state of the layer.
        last: one past the last.
        place: the rank of the layer.
        above: see ``moved_on``, for both words.

    Returns:
        One past the last state of the new layer, which begins at ``last``; or NO_ROOM.
    """
    end = last
    for at in range(first, last):
        if end == len(states[0]):
            return NO_ROOM
        low = moved_on(states[0][at], place, above[0])
        high = moved_on(states[1][at], place, above[1])
        if put(states, last, end, low, high, states[2][at], at, SAME) == end:
            end += 1
    return end


@rule
def best_of(states: Any, first: int, last: int, needed: tuple[int, int, int]) -> int:
    """Return the best state of a layer that has the runs and the discard needed; NEVER if none has."""
    best = NEVER
    for at in range(first, last):
        low = states[0][at]
        lacks = (low >> RUNS_AT & FEW) < needed[0] or (low >> PURE_AT & FEW) < needed[1]
        if lacks or low >> DISCARDS_AT & 1 < needed[2]:
            continue
        if best == NEVER or states[2][at] > states[2][best]:
            best = at
    return best
