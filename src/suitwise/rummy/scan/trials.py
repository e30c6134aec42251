"""Trying melds in the scan over the ranks: every set of a rank and run that begins there; discards.

Each meld is tried from every state of a layer, as often as its cards allow (``scan``).
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, lowest_bit, rule
from suitwise.rummy.rules.meld_shapes import FIELD, LENGTH, NATURAL, SHAPE, WILD
from suitwise.rummy.scan.states import (
    DISCARDS_AT,
    FEW,
    NO_ROOM,
    PLACES,
    PURE_AT,
    RUNS_AT,
    SUIT_BITS,
    TOO_LONG,
    WILDS,
    WILDS_AT,
    WORK,
    Pair,
    left_of,
    put,
)

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
