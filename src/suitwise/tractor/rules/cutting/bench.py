"""The bench on which plays are cut into the blocks of a throw: what lies on it, as integers.

Source: rules page §2, §3 and §6, Throws; docs/tractor.md, Who wins.

The *bench* is one array of ``ROOM`` integers: the lead's shape, the Φ of the play's cards, a floor for
the tops, and what was found (``finding``).
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, item_at, lowest_bit, rule
from suitwise.tractor.rules.blocks import longest_run, pair_levels, run_length, windows
from suitwise.tractor.rules.order import level_mask, phi_of, rank_card_phi

LEVELS = 29
"""Φ is below this."""
PARTS = 25
"""The most parts of a lead."""

TRACTORS, LENGTHS, PAIRS, SINGLES = 0, 1, 7, 8
"""The lead's shape: how many tractors, their lengths, longest first; its pairs and its singles."""
CHAINED, SPARE, SHARED = 9, 10, 11
"""The play's pairs that join tractors, one on each Φ; those beyond on the shared Φ; that Φ."""
LOOSE = 12
"""By Φ, how many of its pairs join no tractors."""
ALONE = LOOSE + LEVELS
"""By Φ, how many of its cards are in no pair."""
LEFT = ALONE + LEVELS
"""By Φ, the pairs that are left in a cutting."""
FLOOR = LEFT + LEVELS
"""By part, what its top must be above."""
TOPS = FLOOR + PARTS
"""By part, its top in the cutting at hand."""
CEILING = TOPS + PARTS
"""By part, the highest top that was found, or the top in the best cutting that was found."""
STOOD = CEILING + PARTS
"""By part, the top to be beaten of the play that stands; kept from play to play where it is that of the
cutting by which a play has taken the trick."""
FOUND = STOOD + PARTS
"""How many cuttings were found."""
AIM = FOUND + 1
"""What is looked for (``finding``)."""
ROOM = AIM + 1

# --- The lead ---------------------------------------------------------------------------------------


@rule
def lay_shape(
    bench: Any, twice: int, singles: int, partition: int, trump: tuple[int, int, int]
) -> None:
    """Note the shape of a lead.

    Args:
        bench: the bench; it is changed.
        twice: card mask of the lead's pairs.
        singles: how many cards are in no pair.
        partition: its partition 0..4.
        trump: main suit, current rank, and the level mask of the Φ that join tractors.
    """
    main, cr, chain = trump
    pairs, _ = pair_levels(twice, partition, main, cr)
    runs, at = pairs & chain, 0
    length = longest_run(runs)
    in_tractors = 0
    while length > 1:
        starts = windows(runs, length)
        while starts:
            low = lowest_bit(starts)
            runs &= ~(((1 << length) - 1) << low)
            bench[LENGTHS + at] = length
            in_tractors += length
            at += 1
            starts = windows(runs, length)
        length -= 1
    bench[TRACTORS], bench[PAIRS], bench[SINGLES] = at, count_bits(twice) - in_tractors, singles


@rule
def lay_cards(
    bench: Any, twice: int, alone: int, partition: int, trump: tuple[int, int, int]
) -> None:
    """Note the Φ of a play's cards.

    Args:
        bench: the bench; it is changed.
        twice: card mask of the play's pairs.
        alone: card mask of those in no pair.
        partition: the partition of all.
        trump: as for ``lay_shape``.
    """
    main, cr, chain = trump
    pairs, spare = pair_levels(twice, partition, main, cr)
    shared = rank_card_phi(main)
    joins = pairs & chain & 1 << shared != 0
    bench[CHAINED], bench[SPARE], bench[SHARED] = pairs & chain, spare if joins else 0, shared
    for level in range(LEVELS):
        bench[LOOSE + level] = bench[ALONE + level] = 0
    while alone:
        bench[ALONE + phi_of(lowest_bit(alone), main, cr)] += 1
        alone &= alone - 1
    while twice:
        level = phi_of(lowest_bit(twice), main, cr)
        twice &= twice - 1
        if chain >> level & 1 == 0:
            bench[LOOSE + level] += 1


@rule
def lowest_part(
    once: int, twice: int, partition: int, trump: tuple[int, int, int], length: int
) -> int:
    """Return the lowest top Φ of the parts of a lead that are ``length`` pairs long; 0 without any.

    Args:
        once: card mask of the lead, of two packs.
        twice: mask of its pairs.
        partition: its partition.
        trump: as for ``lay_shape``.
        length: the length in pairs, 0 for a single.

    >>> [lowest_part(0b10111011, 0b11011, 0, (1, 12, -1), length) for length in range(3)]
    [6, 0, 2]
    """
    main, cr, chain = trump
    if length == 0:
        levels = level_mask(once & ~twice, partition, main, cr)
        return lowest_bit(levels) if levels else 0
    pairs, spare = pair_levels(twice, partition, main, cr)
    runs, found = pairs & chain, 0
    lone = pairs & ~chain
    if spare:
        lone |= 1 << rank_card_phi(main)
    while runs:
        low = lowest_bit(runs)
        run = run_length(runs, low)
        runs &= ~(((1 << run) - 1) << low)
        if run == length > 1 and found == 0:
            found = low + length - 1
        elif run == 1:
            lone |= 1 << low
    if length == 1:
        return lowest_bit(lone) if lone else 0
    return found


@rule
def parts_on(bench: Any) -> int:
    """Return how many parts the lead has."""
    return item_at(bench, TRACTORS) + item_at(bench, PAIRS) + item_at(bench, SINGLES)


@rule
def highest_card(bench: Any) -> int:
    """Return the highest Φ of the play on the bench."""
    level = LEVELS - 1
    while level and pairs_on(bench, level, item_at(bench, CHAINED), item_at(bench, SPARE)) == 0:
        if item_at(bench, ALONE + level):
            return level
        level -= 1
    return level


@rule
def pairs_on(bench: Any, level: int, pairs: int, spare: int) -> int:
    """Return how many pairs are on a Φ, of those left of the chained ones and of the others."""
    more = spare if level == item_at(bench, SHARED) else 0
    return (pairs >> level & 1) + more + item_at(bench, LOOSE + level)
