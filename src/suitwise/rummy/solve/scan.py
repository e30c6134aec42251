"""Dynamic programming over the ranks: the melds of greatest weight under any rule set.

This is the polynomial algorithm of J. N. van Rijn, F. W. Takes and J. K. Vis ("The Complexity of
Rummikub Problems", 2015). It goes through the ranks from the lowest up. At each rank it tries the sets
of that rank and the runs whose lowest natural card has that rank, each as often as the cards allow. A
*state* records which cards of the next ranks are already taken by runs begun lower down. All later
decisions depend only on the state, so for each state only the best way to reach it is kept. The states
of one rank form a *layer*.

Some details keep the number of states small:

* Runs that can be cut into two runs are left out, since both parts are tried anyway. (A run can't be cut
  where one part would consist of wild cards alone.)
* A card that is discarded counts as one more use of a card, so one scan also finds the best discard.
* A card of the wild rank may stand for itself or be wild. All such cards count as wild cards, and one
  that stands for itself uses one of them up, so one scan weighs both uses. Likewise one scan weighs an
  ace below the 2 and above the king.

The entry points are ``scan``, whose result is the best final state, and ``leave_least``, which returns
the cards that the best melds leave over.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from suitwise.foundation.arrays.compiled import count_bits, lowest_bit, rule
from suitwise.rummy.rules.hand import JOKER, SIZE
from suitwise.rummy.rules.melds import FIELD, LENGTH, NATURAL, SHAPE, WILD
from suitwise.rummy.rules.rules import card_of

# --- States ---------------------------------------------------------------------------------------
#
# A state is two words, ``low`` for suits 0 and 1 and ``high`` for suits 2 and 3. From the lowest bit:
#
# =========  ====  =================================================================================
# name       bits  meaning
# =========  ====  =================================================================================
# (lower)    21    for the lower suit, the copies of each of the next seven ranks that are taken by
#                  melds begun lower down: three bits a rank, the present rank lowest
# (upper)    21    the same for the upper suit, from bit SUIT_BITS on
# WILDS_AT   4     the number of wild cards used
# RUNS_AT    2     the number of required runs laid so far
# PURE_AT    2     how many of them are pure
# DISCARDS   1     1 if a card has been discarded (bit DISCARDS_AT)
# ACES_AT    6     the aces used below the 2 and so not available above the king, three bits a suit
# =========  ====  =================================================================================
#
# Only ``low`` uses the four fields from WILDS_AT to DISCARDS_AT.
#
# All states of a search are entries of seven arrays:
#
# =======  =======  ================================================================================
# index    name     meaning
# =======  =======  ================================================================================
# 0        LOW      the first word of each state
# 1        HIGH     its second word
# 2        VALUE    the greatest weight of melds and discard with which it was reached
# 3        PARENT   the index of the state before the last step
# 4        STEP     the last step: SAME, a meld, or a discard; see below
# 5        SLOTS    a hash table: the indexes of states by their words, -1 for a free slot; its size is
#                   a power of two and at least twice the room for states
# 6        WORK     a single number: how many more states may be tried
# =======  =======  ================================================================================

Words: TypeAlias = tuple[int, int]
"""A number for each of the two words of a state."""

PLACES = 15
"""The length of a suit in a table by place. A card's place is its rank; an ace is at 1 and at 14."""
ABOVE_KING = 14

RANKS_AHEAD = 7
SUIT_BITS = RANKS_AHEAD * FIELD
WORD_BITS = 2 * SUIT_BITS
FIELDS = (1 << WORD_BITS) - 1
COPIES = 0b111
ONES = FIELDS // COPIES
"""A one in every field."""
STAY = FIELDS ^ COPIES << SUIT_BITS - FIELD
"""All fields except the last of the lower suit: a shift would carry the upper suit's first into it."""

WILDS_AT = WORD_BITS
WILDS = 0b1111
RUNS_AT = WILDS_AT + 4
PURE_AT = RUNS_AT + 2
FEW = 0b11
"""The mask of a number of runs."""
DISCARDS_AT = PURE_AT + 2
ACES_AT = DISCARDS_AT + 1

LOW, HIGH, VALUE, PARENT, STEP, SLOTS, WORK = range(7)

SAME = -1
"""The step to the next rank, which adds no meld."""
NO_ROOM = -1
"""The arrays are too small for the states."""
NEVER = -2
"""No arrangement has the required runs."""
TOO_LONG = -3
"""The work limit is exceeded."""


@rule
def ahead(counts: Any, suit: int, place: int) -> int:
    """Return the copies of each of the next ranks of two suits, as the fields of a state.

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
    """Return fields that are one where at least one copy is not taken, else zero.

    >>> bin(left_of(0b010_001, 0b001_001))
    '0b1000'
    """
    left = have - (taken & FIELDS)
    return (left | left >> 1 | left >> 2) & ONES


@rule
def begin(states: Any) -> None:
    """Enter the initial state, in which no card is taken."""
    for array in states[:SLOTS]:
        array[0] = 0
    states[STEP][0] = SAME


@rule
def enter(
    states: Any, first: int, last: int, low: int, high: int, value: int, parent: int, step: int
) -> int:
    """Add a state to a layer, or improve the value of the same state if it is there already.

    The hash table is never cleared between layers: a slot that holds a state before ``first`` belongs to
    an earlier layer and counts as free.

    Args:
        states: the seven arrays of the table above.
        first: the first state of the layer.
        last: one past the last; there must be room for one more.
        low: the first word.
        high: the second word.
        value: the value.
        parent: the index of the state it comes from.
        step: SAME, or the meld or discard that led here.

    Returns:
        The state's index; -1 if the same state was there with a value at least as high.
    """
    slots = states[SLOTS]
    mask = len(slots) - 1
    mixed = (low ^ low >> 23) * 0x9E3779B1 + (high ^ high >> 23) * 0x85EBCA77
    slot = (mixed ^ mixed >> 15) & mask
    while first <= slots[slot] < last:
        at = slots[slot]
        if states[LOW][at] == low and states[HIGH][at] == high:
            if states[VALUE][at] >= value:
                return -1
            break
        slot = (slot + 1) & mask
    else:
        at = last
        slots[slot] = at
        states[LOW][at], states[HIGH][at] = low, high
    states[VALUE][at], states[PARENT][at], states[STEP][at] = value, parent, step
    return int(at)


@rule
def next_rank(word: int, place: int, above: int) -> int:
    """Return a word of a state shifted to the next rank; cards of this rank not taken are left over.

    Aces used below the 2 are remembered above the fields (ACES_AT) until the fields reach the place
    above the king. There they are then marked as taken.

    Args:
        word: the word.
        place: the rank just finished.
        above: a one in the first field of each suit whose aces may stand above the king.
    """
    rest = word >> WORD_BITS
    taken = (word & FIELDS) >> FIELD & STAY
    if place == 1:
        aces = word & above * COPIES
        rest |= (aces & COPIES | aces >> SUIT_BITS << FIELD) << ACES_AT - WORD_BITS
    if place + RANKS_AHEAD == ABOVE_KING:
        aces = rest >> ACES_AT - WORD_BITS
        rest ^= aces << ACES_AT - WORD_BITS
        taken |= (aces & COPIES | aces >> FIELD << SUIT_BITS) << SUIT_BITS - FIELD
    return int(rest << WORD_BITS | taken)


@rule
def next_layer(states: Any, first: int, last: int, place: int, above: Words) -> int:
    """Shift all states of a layer to the next rank.

    Args:
        states: see ``enter``.
        first: the first state of the layer.
        last: one past the last.
        place: the rank of the layer.
        above: see ``next_rank``, for both words.

    Returns:
        One past the last state of the new layer, which begins at ``last``; or NO_ROOM.
    """
    end = last
    for at in range(first, last):
        if end == len(states[LOW]):
            return NO_ROOM
        low = next_rank(states[LOW][at], place, above[0])
        high = next_rank(states[HIGH][at], place, above[1])
        if enter(states, last, end, low, high, states[VALUE][at], at, SAME) == end:
            end += 1
    return end


@rule
def best_of(states: Any, first: int, last: int, needed: tuple[int, int, int]) -> int:
    """Return the best state of a layer with the required runs and discard; NEVER if there is none."""
    best = NEVER
    for at in range(first, last):
        low = states[LOW][at]
        lacks = (low >> RUNS_AT & FEW) < needed[0] or (low >> PURE_AT & FEW) < needed[1]
        if lacks or low >> DISCARDS_AT & 1 < needed[2]:
            continue
        if best == NEVER or states[VALUE][at] > states[VALUE][best]:
            best = at
    return best


# --- Trying the sets, runs and discards of a rank from every state of a layer ---------------------
#
# A step that lays a meld is one number: (place * (SETS + 1) + suit) * SHAPES + the index of the shape.
# A step that discards is DISCARDED - (place * (SETS + 1) + suit), so DISCARDED or less.

SETS = 4
"""The "suit" of a set, and of a discarded wild card."""
SHAPES = 2048
"""Greater than the length of any list of shapes."""
DISCARDED = -2

IN_RUN, WILD_IN_RUN, IN_SET, WILD_IN_SET = 0, PLACES, 2 * PLACES, 3 * PLACES
"""The parts of the weights: PLACES numbers, by rank, for each use of a card."""


@rule
def set_fields(suits: int) -> tuple[int, int]:
    """Return the fields in both words that a set of these suits takes.

    >>> set_fields(0b0111) == (1 | 1 << SUIT_BITS, 1)
    True
    """
    low = (suits & 1) | (suits >> 1 & 1) << SUIT_BITS
    return low, (suits >> 2 & 1) | (suits >> 3 & 1) << SUIT_BITS


@rule
def one_more(word: int, at: int, needed: int) -> int:
    """Increment the run counter at a position, up to ``needed``."""
    return word + (1 << at) if (word >> at & FEW) < needed else word


@rule
def weigh_run(weights: Any, low: int, natural: int, length: int, wild_rank: int) -> tuple[int, int]:
    """Return the weight of a run and the number of its natural cards of the wild rank.

    Args:
        weights: see ``scan``.
        low: the run's lowest rank.
        natural: see NATURAL.
        length: its number of cards.
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
    layer: tuple[int, int],
    hand: tuple[Words, int, int],
    take: Words,
    wild: int,
    worth: int,
    needed: tuple[int, int],
    step: int,
) -> int:
    """Try one meld, as often as the cards allow, from every state of a layer.

    New states go to the end of the layer, so the loop comes to them too and lays the meld again. If an
    earlier state gets a better value instead, the layer is gone through once more.

    Args:
        states: see ``enter``.
        layer: the first state of the layer, and one past the last.
        hand: the hand's copies as fields, in both words; the number of its cards that may be wild;
            the wild rank.
        take: the fields that the meld takes.
        wild: how many of the cards that may be wild the meld takes.
        worth: the meld's weight.
        needed: the number of required runs, 0 if the meld is not a run; and of required pure runs,
            0 if it is not a pure run.
        step: see ``enter``.

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
            low, high = states[LOW][at], states[HIGH][at]
            fits = (
                take[0] & ~left_of(have[0], low) == 0
                and take[1] & ~left_of(have[1], high) == 0
                and (low >> WILDS_AT & WILDS) + wild <= wilds
            )
            if fits:
                if last == len(states[LOW]):
                    return NO_ROOM
                low = one_more(low, RUNS_AT, needed[0])
                low = one_more(low, PURE_AT, needed[1]) + take[0] + (wild << WILDS_AT)
                value = states[VALUE][at] + worth
                entered = enter(states, first, last, low, high + take[1], value, at, step)
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
    states: Any,
    layer: tuple[int, int],
    hand: tuple[Words, int, int],
    weights: Any,
    shapes: Any,
    place: int,
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
            wild += natural  # natural cards of the wild rank use up wild cards as well
        step = (place * (SETS + 1) + SETS) * SHAPES + k
        take = set_fields(suits)
        last = meld_everywhere(states, (first, last), hand, take, wild, worth, (0, 0), step)
        if last < 0:
            break
    return last


@rule
def meld_runs(
    states: Any,
    layer: tuple[int, int],
    hand: tuple[Words, int, int],
    weights: Any,
    shapes: Any,
    place: int,
    places: tuple[int, int],
    needed: tuple[int, int, int],
) -> int:
    """Try the runs whose lowest natural card has a rank; arguments: see ``scan``, ``meld_everywhere``.

    Returns:
        One past the last state, NO_ROOM or TOO_LONG.
    """
    first, last = layer
    for k in range(0, len(shapes), SHAPE):
        natural, wild, length = shapes[k + NATURAL], shapes[k + WILD], shapes[k + LENGTH]
        lead = lowest_bit(natural) // FIELD  # the number of wild cards below the first natural one
        lowest = place - lead
        if lowest < places[0] or lowest + length - 1 > places[1]:
            continue
        runs = needed[0], needed[1] if wild == 0 else 0
        worth, wild_rank_cards = weigh_run(weights, lowest, natural, length, hand[2])
        for suit in range(4):
            take = natural >> FIELD * lead << SUIT_BITS * (suit & 1)
            both = (take, 0) if suit < 2 else (0, take)
            step = (place * (SETS + 1) + suit) * SHAPES + k
            last = meld_everywhere(
                states, (first, last), hand, both, wild + wild_rank_cards, worth, runs, step
            )
            if last < 0:
                return last
    return last


@rule
def discard_any(
    states: Any,
    layer: tuple[int, int],
    hand: tuple[Words, int, int],
    weights: Any,
    place: int,
    lowest: int,
) -> int:
    """Try to discard each natural card of a rank and, at the lowest rank, a wild card.

    Discards are tried from every state of the layer that has not discarded yet; arguments: see
    ``scan`` and ``meld_everywhere``.

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
            low, high = states[LOW][at], states[HIGH][at]
            if low >> DISCARDS_AT & 1 or (low >> WILDS_AT & WILDS) + wild > wilds:
                continue
            if take[0] & ~left_of(have[0], low) or take[1] & ~left_of(have[1], high):
                continue
            if end == len(states[LOW]):
                return NO_ROOM
            low += (1 << DISCARDS_AT) + (wild << WILDS_AT) + take[0]
            value, step = states[VALUE][at] + worth, DISCARDED - (place * (SETS + 1) + suit)
            if enter(states, first, end, low, high + take[1], value, at, step) == end:
                end += 1
        last = end
    return last


# --- The inputs of a scan: counts by place, and an upper bound of the weight ----------------------


@rule
def place_counts(counts: Any, wilds: int, places: tuple[int, int], placed: Any) -> None:
    """Write the number of copies at each place, PLACES numbers a suit.

    Args:
        counts: the number of copies of each card.
        wilds: how many of the cards may be wild.
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
        # Next to an ace above the king there must be a king and a queen, or wild cards.
        is_useful = lowest > 1 or wilds > 0 or (placed[at + 12] > 0 and placed[at + 13] > 0)
        placed[at + ABOVE_KING] = aces if is_useful and highest == ABOVE_KING else 0
        if lowest > 1:
            placed[at + 1] = 0


@rule
def most_weight(counts: Any, weights: Any, wilds: int, wild_rank: int) -> int:
    """Return an upper bound of the weight of melds and discard: each card in its heaviest use.

    Args:
        counts: the number of copies of each card.
        weights: the weights of cards in melds, see ``scan``.
        wilds: how many of the cards may be wild.
        wild_rank: the wild rank, 0 if there is none.
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
    wild: tuple[int, int],
    weights: Any,
    shapes: tuple[Any, Any],
    places: tuple[int, int],
    needed: tuple[int, int, int],
    bound: int,
    states: Any,
) -> int:
    """Find the melds of the greatest weight.

    Args:
        counts: the number of copies at each place, PLACES numbers a suit. Aces that may stand either
            way are counted at both places.
        wild: the number of cards that may be wild, at most 15, those of the wild rank included; and
            the wild rank, 1 to 13, or 0 if there is none.
        weights: PLACES numbers, by rank, for each use of a card: in a run, as a wild card in a run
            that stands for this rank, in a set, and as a wild card in a set.
        shapes: the shapes of runs and those of sets, SHAPE numbers each.
        places: the lowest rank, 1 or 2, and the highest, 13 or 14. Aces at 14 join no set if the
            lowest is 1.
        needed: the number of required runs, and of required pure runs; 1 if a card is to be
            discarded, which counts with its weight in a run, else 0.
        bound: an upper bound of the weight; the scan stops as soon as it is reached.
        states: see ``enter``.

    Returns:
        The index of the best state, or NO_ROOM, TOO_LONG or NEVER.
    """
    begin(states)
    above = left_of(ahead(counts, 0, ABOVE_KING), 0), left_of(ahead(counts, 2, ABOVE_KING), 0)
    runs, sets = shapes
    first, last = 0, 1
    for place in range(places[0], places[1] + 1):
        hand = (ahead(counts, 0, place), ahead(counts, 2, place)), wild[0], wild[1]
        # Aces are counted at both ends if they may stand either way. Then they join sets and are
        # discarded only below the 2, not a second time above the king.
        is_first_visit = place < ABOVE_KING or places[0] > 1
        if is_first_visit:
            last = meld_sets(states, (first, last), hand, weights, sets, place)
        if last > 0:
            last = meld_runs(states, (first, last), hand, weights, runs, place, places, needed)
        if last > 0 and is_first_visit and needed[2]:
            last = discard_any(states, (first, last), hand, weights, place, places[0])
        if last < 0:
            return last
        best = best_of(states, first, last, needed)
        if place == places[1] or (best != NEVER and states[VALUE][best] >= bound):
            return best
        end = next_layer(states, first, last, place, above)
        if end == NO_ROOM:
            return NO_ROOM
        first, last = last, end
    return NEVER


# --- The cards that the best melds leave over, in one kernel --------------------------------------
#
# This gives the same result as ``search.search`` followed by ``arrangement.left_over``, but works on the
# counts of cards alone and builds no melds.


@rule
def leave_least(
    counts: Any,
    wild: tuple[int, int],
    weights: Any,
    shapes: tuple[Any, Any],
    places: tuple[int, int],
    needed: tuple[int, int, int],
    placed: Any,
    states: Any,
    left: Any,
) -> int:
    """Find the melds of greatest weight and write the cards that they leave over.

    Args:
        counts: the number of copies of each card.
        wild: how many of the cards may be wild; and the wild rank, 0 if there is none.
        weights: see ``scan``.
        shapes: see ``scan``.
        places: the lowest rank of a run and the highest.
        needed: the number of required runs, of required pure runs, and 0: no card is discarded.
        placed: workspace for the cards by their places.
        states: see ``enter``.
        left: filled with the number of copies of each card that are left over.

    Returns:
        The result of ``scan``.
    """
    place_counts(counts, wild[0], places, placed)
    bound = most_weight(counts, weights, wild[0], wild[1])
    best = scan(placed, wild, weights, shapes, places, needed, bound, states)
    if best < 0:
        return best
    for card in range(SIZE):
        left[card] = counts[card]
    wilds = take_melds(left, states, best, shapes)
    if wild[1] > 0:
        wilds -= take_as_themselves(left, states, best, shapes, wild[1])
    take_wild_cards(left, wild[1], wilds)
    return best


@rule
def meld_of_step(step: int) -> tuple[int, int, int]:
    """Return the place, the suit and the index of the shape of the meld that a step lays.

    >>> meld_of_step(SHAPES * ((SETS + 1) * 7 + 2) + 3)
    (7, 2, 3)
    """
    place_and_suit = step // SHAPES
    return place_and_suit // (SETS + 1), place_and_suit % (SETS + 1), step % SHAPES


@rule
def lowest_of(place: int, natural: int) -> int:
    """Return the lowest place of a run, given the place of its lowest natural card."""
    while natural & 1 == 0:
        natural >>= FIELD
        place -= 1
    return place


@rule
def take_melds(left: Any, states: Any, at: int, shapes: tuple[Any, Any]) -> int:
    """Remove the natural cards of the melds that led to a state; return how many wild cards they use."""
    run_shapes, set_shapes = shapes
    wild = 0
    while at > 0:
        step = states[STEP][at]
        if step >= 0:
            place, suit, shape = meld_of_step(step)
            if suit == SETS:
                for one in range(4):
                    if set_shapes[shape] >> one & 1:
                        left[card_of(one, place)] -= 1
                wild += set_shapes[shape + WILD]
            else:
                low = lowest_of(place, run_shapes[shape])
                for k in range(run_shapes[shape + LENGTH]):
                    if run_shapes[shape] >> FIELD * k & 1:
                        left[card_of(suit, low + k)] -= 1
                wild += run_shapes[shape + WILD]
        at = states[PARENT][at]
    return wild


@rule
def take_as_themselves(
    left: Any, states: Any, at: int, shapes: tuple[Any, Any], wild_rank: int
) -> int:
    """Fill places of wild cards with the very cards that these stand for; return how many were filled.

    Such a card of the wild rank stands for itself, which leaves another wild card over.
    """
    run_shapes, set_shapes = shapes
    taken = 0
    while at > 0:
        step = states[STEP][at]
        if step >= 0:
            place, suit, shape = meld_of_step(step)
            if suit < SETS:
                low = lowest_of(place, run_shapes[shape])
                for k in range(run_shapes[shape + LENGTH]):
                    own = card_of(suit, low + k)
                    is_held = (low + k - 1) % 13 + 1 == wild_rank and left[own] > 0
                    if is_held and run_shapes[shape] >> FIELD * k & 1 == 0:
                        left[own] -= 1
                        taken += 1
            elif (place - 1) % 13 + 1 == wild_rank:
                wild = set_shapes[shape + WILD]
                for one in range(4):
                    own = card_of(one, place)
                    if wild > 0 and set_shapes[shape] >> one & 1 == 0 and left[own] > 0:
                        left[own] -= 1
                        taken += 1
                        wild -= 1
        at = states[PARENT][at]
    return taken


@rule
def take_wild_cards(left: Any, wild_rank: int, count: int) -> None:
    """Remove ``count`` wild cards, printed jokers first."""
    jokers = min(count, left[JOKER])
    left[JOKER] -= jokers
    count -= jokers
    for suit in range(3, -1, -1):
        if count > 0:
            own = card_of(suit, wild_rank)
            cards = min(count, left[own])
            left[own] -= cards
            count -= cards
