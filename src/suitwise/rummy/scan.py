"""The most that a hand can meld under any rule set: one scan over the ranks.

The known polynomial method (J. N. van Rijn, F. W. Takes, J. K. Vis, "The Complexity of Rummikub
Problems", 2015): go through the ranks from the lowest up and keep, for every way in which runs begun
lower down have taken cards further up, the best value so far. Here a state holds how many copies of
each of the next cards are taken, how many wild cards are used, and how many of the runs that are
needed are there.

A run of twice the least length or more is not needed where it can be cut in two runs of the same cards;
it can't where one part would have nothing but wild cards. So at every rank the scan tries the sets of
that rank and the runs without a needless card whose lowest card that is not wild lies there, each as
often as its cards allow. Where a card is to be discarded, that is one thing more to take it for.
"""

from __future__ import annotations

from typing import Any

from suitwise.compiled import lowest_bit, rule
from suitwise.rummy.shapes import FIELD, LENGTH, NATURAL, SHAPE, WILD

PLACES = 15
"""Numbers a suit in a table of counts: index 1 is the ace below the 2, 14 that above the king."""

# The cards that a state has taken: a field of three bits for each of the next seven ranks of a suit.
# The suits 0 and 1 share a word, the suits 2 and 3 another.
RANKS_AHEAD = 7
SUIT_BITS = RANKS_AHEAD * FIELD
WORD_BITS = 2 * SUIT_BITS
FIELDS = (1 << WORD_BITS) - 1
ONES = FIELDS // 0b111
STAY = FIELDS ^ 0b111 << SUIT_BITS - FIELD
"""All fields but the last of the lower suit, into which a shift would carry the other suit's first."""

# What a state has besides stands above the fields of its first word.
WILDS_AT = WORD_BITS
WILDS = 0b1111
RUNS_AT = WILDS_AT + 4
PURE_AT = RUNS_AT + 2
FEW = 0b11
DISCARDS_AT = PURE_AT + 2

# How a state came about: nothing was melded, a shape of a suit at a rank was, or from DISCARDED
# downwards a card was discarded.
SAME = -1
DISCARDED = -2
SETS = 4
"""Stands for the suit of a set, and of a wild card that is discarded."""
SHAPES = 2048
"""More than any list of shapes has numbers."""

# The weights: PLACES numbers, by rank, for each use of a card.
IN_RUN = 0
WILD_IN_RUN = PLACES
IN_SET = 2 * PLACES
WILD_IN_SET = 3 * PLACES

TOO_MANY = -1
"""There are more states than there is room for."""
NEVER = -2
"""No arrangement has the runs that are needed."""


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
def set_fields(suits: int) -> tuple[int, int]:
    """Return the fields that a set of these suits takes, in both words.

    >>> set_fields(0b0111) == (1 | 1 << SUIT_BITS, 1)
    True
    """
    low = (suits & 1) | (suits >> 1 & 1) << SUIT_BITS
    return low, (suits >> 2 & 1) | (suits >> 3 & 1) << SUIT_BITS


@rule
def slot_of(slots: Any, states: Any, first: int, last: int, low: int, high: int) -> int:
    """Return the slot of a state, or the free one where it belongs.

    Args:
        slots: hash table of indexes of states; those before ``first`` are of no account any more.
        states: the states.
        first: the first state of the layer.
        last: one past the last.
        low: the state's first word.
        high: its second.
    """
    mask = len(slots) - 1
    mixed = (low ^ low >> 23) * 0x9E3779B1 + (high ^ high >> 23) * 0x85EBCA77
    slot = (mixed ^ mixed >> 15) & mask
    while first <= slots[slot] < last:
        found = slots[slot]
        if states[0][found] == low and states[1][found] == high:
            break
        slot = (slot + 1) & mask
    return slot


@rule
def put(
    states: Any,
    slots: Any,
    first: int,
    last: int,
    low: int,
    high: int,
    value: int,
    parent: int,
    how: int,
) -> int:
    """Enter a state into a layer, or better the one that is there.

    Args:
        states: five arrays: two words a state, its value, the state it comes from, and how.
        slots: see ``slot_of``.
        first: see ``slot_of``.
        last: see ``slot_of``; there is room for one more.
        low: the first word.
        high: the second.
        value: the value.
        parent: the state it comes from.
        how: SAME, or the shape, suit and rank of what is melded.

    Returns:
        The state's index; -1 if it was there before and is no better now.
    """
    slot = slot_of(slots, states, first, last, low, high)
    at = slots[slot]
    if not first <= at < last:
        at = last
        slots[slot] = at
        states[0][at] = low
        states[1][at] = high
    elif states[2][at] >= value:
        return -1
    states[2][at] = value
    states[3][at] = parent
    states[4][at] = how
    return int(at)


@rule
def one_more(word: int, at: int, needed: int) -> int:
    """Count one of what is needed, up to as many as are."""
    return word + (1 << at) if (word >> at & FEW) < needed else word


@rule
def run_worth(weights: Any, low: int, natural: int, length: int) -> int:
    """Return the weight of a run from its lowest rank; ``natural``: see NATURAL."""
    worth = 0
    for k in range(length):
        worth += weights[(IN_RUN if natural >> FIELD * k & 1 else WILD_IN_RUN) + low + k]
    return worth


@rule
def meld_everywhere(
    states: Any,
    slots: Any,
    first: int,
    last: int,
    have_low: int,
    have_high: int,
    take_low: int,
    take_high: int,
    wild: int,
    wilds: int,
    worth: int,
    runs: int,
    pure: int,
    how: int,
) -> int:
    """Try one meld, as often as the cards allow, from every state of a layer.

    Args:
        states: see ``put``.
        slots: see ``slot_of``.
        first: the first state of the layer.
        last: one past the last.
        have_low: the copies that the hand has, as fields; likewise ``have_high``.
        have_high: see there.
        take_low: the fields that the meld takes; likewise ``take_high``.
        take_high: see there.
        wild: how many wild cards it takes.
        wilds: how many the hand has.
        worth: the meld's weight.
        runs: so many runs are needed; 0 if the meld is none.
        pure: so many pure runs are needed; 0 if the meld is none.
        how: see ``put``.

    Returns:
        One past the last state, or TOO_MANY.
    """
    if take_low & ~left_of(have_low, 0) or take_high & ~left_of(have_high, 0) or wild > wilds:
        return last
    again = True
    while again:
        again = False
        at = first
        while at < last:
            low, high = states[0][at], states[1][at]
            fits = (
                take_low & ~left_of(have_low, low) == 0
                and take_high & ~left_of(have_high, high) == 0
                and (low >> WILDS_AT & WILDS) + wild <= wilds
            )
            if fits:
                if last == len(states[0]):
                    return TOO_MANY
                low = one_more(low, RUNS_AT, runs)
                low = one_more(low, PURE_AT, pure) + take_low + (wild << WILDS_AT)
                value = states[2][at] + worth
                entered = put(states, slots, first, last, low, high + take_high, value, at, how)
                if entered == last:
                    last += 1
                elif 0 <= entered < at:
                    again = True
            at += 1
    return last


@rule
def next_layer(states: Any, slots: Any, first: int, last: int) -> int:
    """Go on to the next rank: the cards of this one that are not taken are left over.

    Returns:
        One past the last state of the new layer, which begins at ``last``; or TOO_MANY.
    """
    end = last
    for at in range(first, last):
        if end == len(states[0]):
            return TOO_MANY
        low, high = states[0][at], states[1][at]
        besides = low >> WORD_BITS << WORD_BITS
        low = besides | (low & FIELDS) >> FIELD & STAY
        high = high >> FIELD & STAY
        if put(states, slots, last, end, low, high, states[2][at], at, SAME) == end:
            end += 1
    return end


@rule
def discard_one(
    states: Any,
    slots: Any,
    first: int,
    last: int,
    have: int,
    word: int,
    take: int,
    wild: int,
    wilds: int,
    worth: int,
    how: int,
) -> int:
    """Try to discard one card from every state of a layer that has discarded none.

    Args:
        states: see ``put``.
        slots: see ``slot_of``.
        first: the first state of the layer.
        last: one past the last.
        have: the copies that the hand has in one of the words, as fields.
        word: which word: 0 or 1.
        take: the field of the card in that word; 0 if a wild card is discarded.
        wild: 1 if a wild card is, else 0.
        wilds: how many wild cards the hand has.
        worth: the card's weight.
        how: see ``put``.

    Returns:
        One past the last state, or TOO_MANY.
    """
    end = last
    for at in range(first, last):
        low, high = states[0][at], states[1][at]
        if low >> DISCARDS_AT or (low >> WILDS_AT & WILDS) + wild > wilds:
            continue
        if take & ~left_of(have, high if word else low):
            continue
        if end == len(states[0]):
            return TOO_MANY
        low += (1 << DISCARDS_AT) + (wild << WILDS_AT) + (0 if word else take)
        value = states[2][at] + worth
        if put(states, slots, first, end, low, high + take * word, value, at, how) == end:
            end += 1
    return end


@rule
def scan(
    counts: Any,
    wilds: int,
    weights: Any,
    run_shapes: Any,
    set_shapes: Any,
    least_place: int,
    most_place: int,
    runs: int,
    pure: int,
    discards: int,
    states: Any,
    slots: Any,
) -> int:
    """Find the melds of the greatest weight.

    Args:
        counts: PLACES numbers a suit: how many copies of each rank stand for themselves.
        wilds: how many wild cards there are, at most 15.
        weights: PLACES numbers for a card in a run, by its rank, for a wild card there that stands
            for this rank, for a card in a set and for a wild card in a set.
        run_shapes: SHAPE numbers a shape of a run.
        set_shapes: SHAPE numbers a shape of a set.
        least_place: the lowest rank: 1 or 2.
        most_place: the highest: 13 or 14. Aces counted at 14 join no set if the lowest is 1.
        runs: so many runs are needed.
        pure: so many of them pure.
        discards: 1 if a card is to be discarded, at its weight in a run, else 0.
        states: see ``put``; as many as there is room for.
        slots: array of a power of two, at least twice as many, filled with -1.

    Returns:
        The best state, TOO_MANY, or NEVER.
    """
    for array in states:
        array[0] = 0
    states[4][0] = SAME
    first, last = 0, 1
    for place in range(least_place, most_place + 1):
        low, high = ahead(counts, 0, place), ahead(counts, 2, place)
        if place < 14 or least_place > 1:
            for k in range(0, len(set_shapes), SHAPE):
                take_low, take_high = set_fields(set_shapes[k + NATURAL])
                wild = set_shapes[k + WILD]
                natural = set_shapes[k + LENGTH] - wild
                worth = natural * weights[IN_SET + place] + wild * weights[WILD_IN_SET + place]
                last = meld_everywhere(
                    states, slots, first, last, low, high, take_low, take_high, wild, wilds,
                    worth, 0, 0, (place * (SETS + 1) + SETS) * SHAPES + k,
                )  # fmt: skip
                if last == TOO_MANY:
                    return TOO_MANY
        for k in range(0, len(run_shapes), SHAPE):
            natural, wild, length = run_shapes[k], run_shapes[k + WILD], run_shapes[k + LENGTH]
            lead = lowest_bit(natural) // FIELD
            lowest = place - lead
            if lowest < least_place or lowest + length - 1 > most_place:
                continue
            worth = run_worth(weights, lowest, natural, length)
            for suit in range(4):
                take = natural >> FIELD * lead << SUIT_BITS * (suit & 1)
                last = meld_everywhere(
                    states, slots, first, last, low, high,
                    take if suit < 2 else 0, take if suit >= 2 else 0, wild, wilds,
                    worth, runs, pure if wild == 0 else 0,
                    (place * (SETS + 1) + suit) * SHAPES + k,
                )  # fmt: skip
                if last == TOO_MANY:
                    return TOO_MANY
        if discards:
            last = discard_any(
                states, slots, first, last, low, high, wilds, weights, place, least_place
            )
            if last == TOO_MANY:
                return TOO_MANY
        end = next_layer(states, slots, first, last)
        if end == TOO_MANY:
            return TOO_MANY
        first, last = last, end
    return best_of(states, first, last, runs, pure, discards)


@rule
def discard_any(
    states: Any,
    slots: Any,
    first: int,
    last: int,
    have_low: int,
    have_high: int,
    wilds: int,
    weights: Any,
    place: int,
    least_place: int,
) -> int:
    """Try to discard each card of a rank, and at the lowest one a wild card.

    Returns:
        One past the last state, or TOO_MANY.
    """
    for suit in range(SETS + 1):
        wild = suit == SETS
        if wild and place > least_place:
            continue
        take = 0 if wild else 1 << SUIT_BITS * (suit & 1)
        last = discard_one(
            states, slots, first, last, have_high if suit >= 2 else have_low, suit >> 1 & 1,
            take, 1 if wild else 0, wilds, weights[(WILD_IN_RUN if wild else IN_RUN) + place],
            DISCARDED - (place * (SETS + 1) + suit),
        )  # fmt: skip
        if last == TOO_MANY:
            break
    return last


@rule
def best_of(states: Any, first: int, last: int, runs: int, pure: int, discards: int) -> int:
    """Return the best state of the last layer that has what is needed; NEVER if none has."""
    best = NEVER
    for at in range(first, last):
        low = states[0][at]
        if (low >> RUNS_AT & FEW) < runs or (low >> PURE_AT & FEW) < pure:
            continue
        if low >> DISCARDS_AT < discards:
            continue
        if best == NEVER or states[2][at] > states[2][best]:
            best = at
    return best
