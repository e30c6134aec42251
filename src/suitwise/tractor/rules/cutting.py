"""Cutting plays into the blocks of a throw: whether it is possible, and how high the tops are.

Source: rules page §2, §3 and §6, Throws; docs/tractor.md, Who wins.

The *bench* is one array of ``ROOM`` integers: the lead's shape, the Φ of the play's cards, a floor for
the tops, and what was found (``finding``).
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, item_at, lowest_bit, rule
from suitwise.tractor.rules.blocks import (
    WEIGHT,
    longest_run,
    pack_code,
    pair_levels,
    run_length,
    windows,
)
from suitwise.tractor.rules.matching import FITS, parted_view
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


# --- Whether a play can be cut into the blocks of a throw, and how high their tops can be ---------
#
# Source: rules page §3 and §6, Throws; docs/tractor.md, Who wins.
#
# The ways to lay the lead's tractors into the play's pairs are walked through, the table of packings
# (``matching.FITS``) cutting off what leads nowhere; 12 pairs leave a few hundred ways at most. The
# pairs and singles need no search: those of a lead that must be high take the lowest that are high
# enough.

LARGEST, HONOUR, EVERY_PART, TOP, LENGTH = range(5)
OVER_CODES = {
    "largest": LARGEST,
    "honour": HONOUR,
    "every": EVERY_PART,
    "length": LENGTH,
    "top": TOP,
}
"""The number of each way to compare plays of a throw's shape."""
ALL, TAKEN = range(2)
AGAINST_CODES = {"all": ALL, "taken": TAKEN}
"""The number of what must be beaten of the play that stands: all its cuttings, or that by which it has
taken the trick."""

FIRST, HIGH, LONGEST_HIGH, SMALL_HIGH = range(4)
"""What is looked for: the first cutting above the floor; by part the highest top of all cuttings; the
cutting that is highest in the first part that is not equal; of those above the floor the one with the
higher cards in the smaller parts."""

ABOVE_ALL = 99
"""Above every Φ."""


@rule
def places_compared(bench: Any, over: int) -> int:
    """Return how many parts of the lead's shape, largest first, are compared.

    Args:
        bench: the bench, with the lead's shape.
        over: ``LARGEST``, ``HONOUR``, ``EVERY_PART``, ``TOP`` or ``LENGTH``.
    """
    tractors, pairs = item_at(bench, TRACTORS), item_at(bench, PAIRS)
    if over == HONOUR:
        return 1
    if over == TOP:
        return 0
    if over == EVERY_PART:
        return parts_on(bench)
    if over == LENGTH and tractors:
        return tractors + pairs
    if tractors == 0:
        return pairs if pairs else item_at(bench, SINGLES)
    most = 1
    while most < tractors and item_at(bench, LENGTHS + most) == item_at(bench, LENGTHS):
        most += 1
    return most


@rule
def takes_over(
    bench: Any,
    standing: tuple[int, int, int],
    play: tuple[int, int, int],
    over: int,
    against: int,
    trump: tuple[int, int, int],
) -> bool:
    """Tell whether a play takes the trick from the one that stands, by its cutting in ``TOPS``.

    Args:
        bench: the bench, with the lead's shape; it is changed. Where plays are held against the cutting
            that has taken the trick, its tops are in ``STOOD``, and afterwards those of the new one.
        standing: the card masks of the pairs and of the cards in no pair of the play that stands, and
            its partition.
        play: those of the other play.
        over: how they are compared.
        against: ``ALL`` or ``TAKEN``.
        trump: main suit, current rank, and the level mask of the Φ that join tractors.
    """
    lay_cards(bench, *standing, trump)
    highest = highest_card(bench)
    if against == ALL:
        note_standing(bench, over)
    lay_cards(bench, *play, trump)
    if over == TOP and highest_card(bench) <= highest:
        return False
    took = _cut_above_standing(bench, over, SMALL_HIGH if against == TAKEN else FIRST)
    if took and against == TAKEN:
        for part in range(parts_on(bench)):
            bench[TOPS + part] = bench[STOOD + part] = item_at(bench, CEILING + part)
    return took


@rule
def note_standing(bench: Any, over: int) -> None:
    """Note in ``STOOD`` what is to be beaten of the play on the bench, of all its cuttings."""
    find_cuttings(bench, LONGEST_HIGH if over == LENGTH else HIGH)
    for part in range(parts_on(bench)):
        bench[STOOD + part] = item_at(bench, CEILING + part)


@rule
def _cut_above_standing(bench: Any, over: int, aim: int) -> bool:
    """Tell whether the play on the bench has a cutting that beats ``STOOD``.

    By length it beats it if the parts up to one are as high at least and that one is higher.
    """
    bench[AIM], bench[FOUND] = aim, 0
    compared = places_compared(bench, over)
    if over != LENGTH:
        for part in range(parts_on(bench)):
            bench[FLOOR + part] = item_at(bench, STOOD + part) if part < compared else 0
        _look(bench)
        return item_at(bench, FOUND) != 0
    decisive = 0
    while decisive < compared and (aim != FIRST or item_at(bench, FOUND) == 0):
        least = item_at(bench, STOOD + decisive)
        for part in range(parts_on(bench)):
            floor = item_at(bench, STOOD + part) - 1 if part < decisive else 0
            # Of parts as long the higher come first, so that those before are higher than this, too.
            alike = part <= decisive and _length_of(bench, part) == _length_of(bench, decisive)
            bench[FLOOR + part] = max(floor, least) if alike else floor
        _look(bench)
        decisive += 1
    return item_at(bench, FOUND) != 0


@rule
def _length_of(bench: Any, part: int) -> int:
    """Return the length in pairs of a part of the lead, 0 of a single."""
    if part < item_at(bench, TRACTORS):
        return item_at(bench, LENGTHS + part)
    return 1 if part < item_at(bench, TRACTORS) + item_at(bench, PAIRS) else 0


# --- Cuttings -------------------------------------------------------------------------------------


@rule
def find_cuttings(bench: Any, aim: int) -> bool:
    """Tell whether the play can be cut in the lead's shape.

    Args:
        bench: the bench; it is changed.
        aim: ``FIRST`` for the first cutting with all tops above ``FLOOR``, its own in ``TOPS``; ``HIGH``
            or ``LONGEST_HIGH`` for the highest tops of all cuttings, in ``CEILING``.
    """
    bench[AIM], bench[FOUND] = aim, 0
    if aim != FIRST:
        for part in range(parts_on(bench)):
            bench[FLOOR + part] = bench[CEILING + part] = 0
    _look(bench)
    return item_at(bench, FOUND) != 0


@rule
def _look(bench: Any) -> None:
    """Look at the cuttings of the play, as far as is needed."""
    wanted, held = (
        item_at(bench, PAIRS),
        count_bits(item_at(bench, CHAINED)) + item_at(bench, SPARE),
    )
    for place in range(item_at(bench, TRACTORS)):
        wanted += item_at(bench, LENGTHS + place)
    for level in range(LEVELS):
        held += item_at(bench, LOOSE + level)
    first, below = 0, ABOVE_ALL
    if held >= wanted:
        lay_tractors(bench, first, item_at(bench, CHAINED), item_at(bench, SPARE), below)


@rule
def lay_tractors(bench: Any, place: int, pairs: int, spare: int, below: int) -> bool:
    """Lay the lead's tractors from a place on into pairs, then the rest; tell whether that is enough.

    Args:
        bench: the bench.
        place: the number of the tractor.
        pairs: the chained pairs left.
        spare: the pairs left beyond the first on the shared Φ.
        below: the tractor's top is lower than this, as tractors of one length come in order.
    """
    if place == item_at(bench, TRACTORS):
        return _fill(bench, place, pairs, spare)
    if not _fit(bench, place, pairs, spare):
        return False
    length, shared = item_at(bench, LENGTHS + place), item_at(bench, SHARED)
    is_last = place + 1 == item_at(bench, TRACTORS)
    as_long = not is_last and item_at(bench, LENGTHS + place + 1) == length
    starts = windows(pairs, length)
    while starts:
        low = lowest_bit(starts)
        starts &= starts - 1
        top = low + length - 1
        if item_at(bench, FLOOR + place) < top < below:
            window = ((1 << length) - 1) << low
            doubled = spare > 0 and window >> shared & 1 == 1
            left = pairs & ~window | (1 << shared if doubled else 0)
            bench[TOPS + place] = top
            bound = top if as_long else ABOVE_ALL
            if lay_tractors(bench, place + 1, left, spare - 1 if doubled else spare, bound):
                return True
    return False


@rule
def _fit(bench: Any, place: int, pairs: int, spare: int) -> bool:
    """Tell whether the tractors from a place on can be laid into pairs."""
    wanted = 0
    for at in range(place, item_at(bench, TRACTORS)):
        wanted += WEIGHT[item_at(bench, LENGTHS + at)]
    wanted = 128 * (wanted & 127)
    if FITS[wanted + pack_code(pairs)]:
        return True
    return spare > 0 and FITS[wanted + pack_code(parted_view(pairs, item_at(bench, SHARED)))] != 0


@rule
def _fill(bench: Any, first: int, pairs: int, spare: int) -> bool:
    """Serve the lead's pairs and singles by what the tractors have left; tell whether to stop."""
    for level in range(LEVELS):
        bench[LEFT + level] = pairs_on(bench, level, pairs, spare)
    aim = item_at(bench, AIM)
    if aim in (HIGH, LONGEST_HIGH):
        _note_highest(bench, first)
        _raise_ceiling(bench, aim)
        bench[FOUND] += 1
        return False
    if not _serve_pairs(bench, first):
        return False
    _note_tops(bench, first, pairs, spare)
    singles = first + item_at(bench, PAIRS)
    for part in range(singles, singles + item_at(bench, SINGLES)):
        if item_at(bench, TOPS + part) <= item_at(bench, FLOOR + part):
            return False
    if aim == SMALL_HIGH and (item_at(bench, FOUND) == 0 or _is_higher_in_small(bench)):
        for part in range(parts_on(bench)):
            bench[CEILING + part] = item_at(bench, TOPS + part)
    bench[FOUND] += 1
    return aim == FIRST


@rule
def _serve_pairs(bench: Any, first: int) -> bool:
    """Take a pair above each floor, as low ones as can be, out of those left."""
    for part in range(first, first + item_at(bench, PAIRS)):
        level = item_at(bench, FLOOR + part) + 1
        while level < LEVELS and item_at(bench, LEFT + level) == 0:
            level += 1
        if level >= LEVELS:
            return False
        bench[LEFT + level] -= 1
    return True


@rule
def _note_tops(bench: Any, first: int, pairs: int, spare: int) -> None:
    """Note the tops of the pairs that serve and of all single cards, highest first."""
    part, single = first, first + item_at(bench, PAIRS)
    for level in range(LEVELS - 1, 0, -1):
        for _ in range(pairs_on(bench, level, pairs, spare) - item_at(bench, LEFT + level)):
            bench[TOPS + part] = level
            part += 1
        for _ in range(item_at(bench, ALONE + level) + 2 * item_at(bench, LEFT + level)):
            bench[TOPS + single] = level
            single += 1


@rule
def _note_highest(bench: Any, first: int) -> None:
    """Note the tops of pairs as high as can be, and of single cards when the lowest pairs serve."""
    part, single = first, first + item_at(bench, PAIRS)
    apart = -item_at(bench, PAIRS)
    for level in range(LEVELS):
        apart += item_at(bench, LEFT + level)
    for level in range(LEVELS - 1, 0, -1):
        here = item_at(bench, LEFT + level)
        for _ in range(min(here, first + item_at(bench, PAIRS) - part)):
            bench[TOPS + part] = level
            part += 1
        broken = min(here, apart)
        apart -= broken
        for _ in range(item_at(bench, ALONE + level) + 2 * broken):
            bench[TOPS + single] = level
            single += 1


@rule
def _raise_ceiling(bench: Any, aim: int) -> None:
    """Raise the ceiling to this cutting, part by part, or where it is higher in its longest parts."""
    is_higher = False
    for part in range(parts_on(bench)):
        top, ceiling = item_at(bench, TOPS + part), item_at(bench, CEILING + part)
        if aim == LONGEST_HIGH and top < ceiling and not is_higher:
            return
        is_higher = is_higher or top > ceiling
        if aim == LONGEST_HIGH or top > ceiling:
            bench[CEILING + part] = top


@rule
def _is_higher_in_small(bench: Any) -> bool:
    """Tell whether this cutting has the higher cards in smaller parts than that in ``CEILING``.

    Single cards are looked at first and then pairs, the lowest of them first; then the tractors, the
    shortest and of these the highest first.
    """
    part = parts_on(bench) - 1
    while part >= item_at(bench, TRACTORS):
        if item_at(bench, TOPS + part) != item_at(bench, CEILING + part):
            return item_at(bench, TOPS + part) > item_at(bench, CEILING + part)
        part -= 1
    while part >= 0:
        first = part
        while first and _length_of(bench, first - 1) == _length_of(bench, part):
            first -= 1
        for at in range(first, part + 1):
            if item_at(bench, TOPS + at) != item_at(bench, CEILING + at):
                return item_at(bench, TOPS + at) > item_at(bench, CEILING + at)
        part = first - 1
    return False
