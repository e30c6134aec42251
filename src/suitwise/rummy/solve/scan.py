"""The most that a hand can meld under any rule set: the kernels of one scan over the ranks.

The known polynomial method (J. N. van Rijn, F. W. Takes, J. K. Vis, "The Complexity of Rummikub
Problems", 2015): go through the ranks from the lowest up and keep, for every way in which runs begun
lower down have taken cards further up, the best value so far.

A run of twice the least length or more is not needed where it can be cut in two runs of the same cards;
it can't where one part would have nothing but wild cards. So at every rank the scan tries the sets of
that rank and the runs without a needless card whose lowest card that is not wild lies there, each as
often as its cards allow. Where a card is to be discarded, that is one thing more to take it for.

A card of the wild rank may stand for itself or be wild. All of them count as wild cards, and one that
stands for itself uses up one of these. So both are weighed in one scan, as the ace below the 2 and
above the king is.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from suitwise.foundation.arrays.compiled import count_bits, lowest_bit, rule
from suitwise.rummy.rules.melds import FIELD, LENGTH, NATURAL, SHAPE, WILD
from suitwise.rummy.rules.rules import card_of

# --------------------------------------------------------------------------------------------------
# The states of the scan over the ranks: two words each, and the table in which they are kept
#
# A state holds how many copies of each of the next ranks are taken by melds begun lower down. What
# else the rest of the scan needs to know stands above these fields: how many cards of those that may
# be wild are gone, how many of the runs that are needed are there, whether a card is discarded, and
# of aces that lie below the 2, and might have been kept for the king, how many are.

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


# --------------------------------------------------------------------------------------------------
# Trying melds in the scan over the ranks: every set of a rank and run that begins there; discards
#
# Each meld is tried from every state of a layer, as often as its cards allow (``scan``).

# A number says how a state came about: the place of a meld, its suit and its shape.
SETS = 4
"""Stands for the suit of a set, and of a wild card that is discarded."""
SHAPES = 2048
"""More than any list of shapes has numbers."""

# The weights: PLACES numbers, by rank, for each use of a card.
IN_RUN = 0
WILD_IN_RUN = PLACES
IN_SET = 2 * PLACES
WILD_IN_SET = 3 * PLACES

DISCARDED = -2
"""How a state came about in which a card was discarded: from here downwards, by place and suit."""


@rule
def set_fields(suits: int) -> tuple[int, int]:
    """Return the fields that a set of these suits takes, in both words.

    >>> set_fields(0b0111) == (1 | 1 << SUIT_BITS, 1)
    True
    """
    low = (suits & 1) | (suits >> 1 & 1) << SUIT_BITS
    return low, (suits >> 2 & 1) | (suits >> 3 & 1) << SUIT_BITS


@rule
def one_more(word: int, at: int, needed: int) -> int:
    """Count one run more, up to ``needed``."""
    return word + (1 << at) if (word >> at & FEW) < needed else word


@rule
def weigh_run(weights: Any, low: int, natural: int, length: int, wild_rank: int) -> Pair:
    """Return the weight of a run, and how many of its natural cards are of the wild rank.

    Args:
        weights: see ``scan``.
        low: the run's lowest rank.
        natural: see NATURAL.
        length: how many cards it has.
        wild_rank: the wild rank.
    """
    worth = wild = 0
    for k in range(length):
        if natural >> FIELD * k & 1:
            worth += weights[IN_RUN + low + k]
            wild += 1 if (low + k - 1) % 13 + 1 == wild_rank else 0
        else:
            worth += weights[WILD_IN_RUN + low + k]
    return worth, wild


@rule
def meld_everywhere(
    states: Any,
    layer: Pair,
    hand: tuple[Pair, int, int],
    take: Pair,
    wild: int,
    worth: int,
    needed: Pair,
    how: int,
) -> int:
    """Try one meld, as often as the cards allow, from every state of a layer.

    Args:
        states: see ``put``.
        layer: the first state of the layer, and one past the last.
        hand: the copies that the hand has, as fields, in both words; how many of its cards may be
            wild; and the wild rank.
        take: the fields that the meld takes.
        wild: how many of the cards that may be wild it takes.
        worth: the meld's weight.
        needed: how many runs are needed, 0 if the meld is no run; how many pure ones, 0 if it is not
            pure.
        how: see ``put``.

    Returns:
        One past the last state, NO_ROOM or TOO_LONG.
    """
    have, wilds, _ = hand
    first, last = layer
    if take[0] & ~left_of(have[0], 0) or take[1] & ~left_of(have[1], 0) or wild > wilds:
        return last
    again = True
    while again:
        again = False
        at = first
        while at < last:
            low, high = states[0][at], states[1][at]
            fits = (
                take[0] & ~left_of(have[0], low) == 0
                and take[1] & ~left_of(have[1], high) == 0
                and (low >> WILDS_AT & WILDS) + wild <= wilds
            )
            if fits:
                if last == len(states[0]):
                    return NO_ROOM
                low = one_more(low, RUNS_AT, needed[0])
                low = one_more(low, PURE_AT, needed[1]) + take[0] + (wild << WILDS_AT)
                value = states[2][at] + worth
                entered = put(states, first, last, low, high + take[1], value, at, how)
                if entered == last:
                    last += 1
                elif 0 <= entered < at:
                    again = True
            at += 1
        states[WORK][0] -= last - first
        if states[WORK][0] < 0:
            return TOO_LONG
    return last


@rule
def meld_sets(
    states: Any, layer: Pair, hand: tuple[Pair, int, int], weights: Any, shapes: Any, place: int
) -> int:
    """Try the sets of a rank from every state of a layer; arguments: see ``scan``, ``meld_everywhere``.

    Returns:
        One past the last state, NO_ROOM or TOO_LONG.
    """
    first, last = layer
    for k in range(0, len(shapes), SHAPE):
        suits, wild = shapes[k + NATURAL], shapes[k + WILD]
        natural = count_bits(suits)
        worth = natural * weights[IN_SET + place] + wild * weights[WILD_IN_SET + place]
        if (place - 1) % 13 + 1 == hand[2]:
            wild += natural
        how = (place * (SETS + 1) + SETS) * SHAPES + k
        take = set_fields(suits)
        last = meld_everywhere(states, (first, last), hand, take, wild, worth, (0, 0), how)
        if last < 0:
            break
    return last


@rule
def meld_runs(
    states: Any,
    layer: Pair,
    hand: tuple[Pair, int, int],
    weights: Any,
    shapes: Any,
    place: int,
    places: Pair,
    needed: tuple[int, int, int],
) -> int:
    """Try the runs whose lowest natural card has a rank; arguments: see ``scan``, ``meld_everywhere``.

    Returns:
        One past the last state, NO_ROOM or TOO_LONG.
    """
    first, last = layer
    for k in range(0, len(shapes), SHAPE):
        natural, wild, length = shapes[k + NATURAL], shapes[k + WILD], shapes[k + LENGTH]
        lead = lowest_bit(natural) // FIELD
        lowest = place - lead
        if lowest < places[0] or lowest + length - 1 > places[1]:
            continue
        runs = needed[0], needed[1] if wild == 0 else 0
        worth, by_rank = weigh_run(weights, lowest, natural, length, hand[2])
        for suit in range(4):
            take = natural >> FIELD * lead << SUIT_BITS * (suit & 1)
            both = (take, 0) if suit < 2 else (0, take)
            how = (place * (SETS + 1) + suit) * SHAPES + k
            last = meld_everywhere(
                states, (first, last), hand, both, wild + by_rank, worth, runs, how
            )
            if last < 0:
                return last
    return last


@rule
def discard_any(
    states: Any,
    layer: Pair,
    hand: tuple[Pair, int, int],
    weights: Any,
    place: int,
    lowest: int,
) -> int:
    """Try to discard each natural card of a rank, and at the lowest rank a wild card.

    That is tried from every state of a layer that has discarded none; arguments: see ``scan`` and
    ``meld_everywhere``.

    Returns:
        One past the last state, or NO_ROOM.
    """
    have, wilds, wild_rank = hand
    first, last = layer
    for suit in range(SETS + 1):
        wild = 1 if suit == SETS else 0
        if place > lowest if wild else (place - 1) % 13 + 1 == wild_rank:
            continue
        field = 0 if wild else 1 << SUIT_BITS * (suit & 1)
        take = (field, 0) if suit < 2 else (0, field)
        worth = weights[(WILD_IN_RUN if wild else IN_RUN) + place]
        end = last
        for at in range(first, last):
            low, high = states[0][at], states[1][at]
            if low >> DISCARDS_AT & 1 or (low >> WILDS_AT & WILDS) + wild > wilds:
                continue
            if take[0] & ~left_of(have[0], low) or take[1] & ~left_of(have[1], high):
                continue
            if end == len(states[0]):
                return NO_ROOM
            low += (1 << DISCARDS_AT) + (wild << WILDS_AT) + take[0]
            value, how = states[2][at] + worth, DISCARDED - (place * (SETS + 1) + suit)
            if put(states, first, end, low, high + take[1], value, at, how) == end:
                end += 1
        last = end
    return last


# --- What a scan is given of a hand: its cards by their places, and what they weigh at most -------


@rule
def place_counts(counts: Any, wilds: int, places: tuple[int, int], placed: Any) -> None:
    """Write how many copies of each rank a hand has, PLACES numbers a suit.

    Args:
        counts: how many copies of each card.
        wilds: how many of them may be wild.
        places: the lowest place of a run and the highest.
        placed: the array to write to.
    """
    lowest, highest = places
    for suit in range(4):
        at = suit * PLACES
        placed[at] = 0
        for rank in range(1, ABOVE_KING):
            placed[at + rank] = counts[card_of(suit, rank)]
        aces = placed[at + 1]
        # Aces above the king are of use only beside it.
        is_of_use = lowest > 1 or wilds > 0 or (placed[at + 12] > 0 and placed[at + 13] > 0)
        placed[at + ABOVE_KING] = aces if is_of_use and highest == ABOVE_KING else 0
        if lowest > 1:
            placed[at + 1] = 0


@rule
def most_weight(counts: Any, weights: Any, wilds: int, wild_rank: int) -> int:
    """Return what no melds and discard weigh more than: that of all cards where they weigh most.

    Args:
        counts: how many copies of each card.
        weights: what cards weigh in melds, see ``scan``.
        wilds: how many of the cards may be wild.
        wild_rank: the wild rank, 0 where there is none.
    """
    dearest = max(weights[WILD_IN_RUN], weights[WILD_IN_SET])
    for place in range(1, PLACES):
        dearest = max(dearest, weights[WILD_IN_RUN + place], weights[WILD_IN_SET + place])
    total = 0
    for rank in range(1, ABOVE_KING):
        most = max(weights[IN_RUN + rank], weights[IN_SET + rank])
        if rank == 1:
            most = max(most, weights[IN_RUN + ABOVE_KING], weights[IN_SET + ABOVE_KING])
        if rank == wild_rank:
            dearest = max(dearest, most)
            continue
        for suit in range(4):
            total += counts[card_of(suit, rank)] * most
    return int(total + wilds * dearest)


# --- The scan -------------------------------------------------------------------------------------


@rule
def scan(
    counts: Any,
    wild: Pair,
    weights: Any,
    shapes: tuple[Any, Any],
    places: Pair,
    needed: tuple[int, int, int],
    whole: int,
    states: Any,
) -> int:
    """Find the melds of the greatest weight.

    Args:
        counts: PLACES numbers a suit: how many copies of each rank there are. Aces that stand either
            way are counted at both places.
        wild: how many cards may be wild, those of the wild rank among them, at most 15; and the wild
            rank, 1 to 13, or 0 where there is none.
        weights: PLACES numbers for a card in a run, by its rank, for a wild card there that stands
            for this rank, for a card in a set and for a wild card in a set.
        shapes: SHAPE numbers a shape of a run, and SHAPE numbers a shape of a set.
        places: the lowest rank, 1 or 2, and the highest, 13 or 14. Aces at 14 join no set if the
            lowest is 1.
        needed: how many runs, how many of them pure; 1 if a card is to be discarded, at its weight
            in a run, else 0.
        whole: no melds and discard weigh more: where some weigh this much, the scan ends.
        states: see ``put``.

    Returns:
        The best state, NO_ROOM, TOO_LONG, or NEVER.
    """
    begin(states)
    above = left_of(ahead(counts, 0, ABOVE_KING), 0), left_of(ahead(counts, 2, ABOVE_KING), 0)
    runs, sets = shapes
    first, last = 0, 1
    for place in range(places[0], places[1] + 1):
        hand = (ahead(counts, 0, place), ahead(counts, 2, place)), wild[0], wild[1]
        # Aces that stand either way are melded in sets, and discarded, below the 2.
        once = place < ABOVE_KING or places[0] > 1
        if once:
            last = meld_sets(states, (first, last), hand, weights, sets, place)
        if last > 0:
            last = meld_runs(states, (first, last), hand, weights, runs, place, places, needed)
        if last > 0 and once and needed[2]:
            last = discard_any(states, (first, last), hand, weights, place, places[0])
        if last < 0:
            return last
        best = best_of(states, first, last, needed)
        if place == places[1] or (best != NEVER and states[2][best] >= whole):
            return best
        end = next_layer(states, first, last, place, above)
        if end == NO_ROOM:
            return NO_ROOM
        first, last = last, end
    return NEVER
