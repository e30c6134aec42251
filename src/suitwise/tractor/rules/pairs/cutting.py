"""Compare plays in a trick whose lead is a throw, by cutting each play into the throw's blocks.

Source: rules page §2, §3 and §6, Throws; docs/tractor.md, Who wins.

A throw has several *parts* (singles, pairs, tractors). A reply can win only if its cards can be *cut*
into blocks of the same sizes, one for each part. A reply may have many cuttings, and the house decides
how the top cards of a cutting are compared with the play that is winning so far.

All kernels here share one array of ``ROOM`` integers, the *bench*. Parts are numbered in the order of
the lead: tractors, longest first, then pairs, then singles.

==========  =======  ===============================================================================
offset      entries  meaning
==========  =======  ===============================================================================
TRACTORS    1        number of tractors in the lead
LENGTHS     6        their lengths in pairs, longest first
PAIRS       1        number of lone pairs in the lead
SINGLES     1        number of singles in the lead
CHAINED     1        level mask: the Φ of the play's pairs that may form tractors
SPARE       1        pairs beyond the first on the shared Φ, where that Φ may form tractors
SHARED      1        the shared Φ of the rank cards
LOOSE       LEVELS   per Φ: pairs that may not form tractors
ALONE       LEVELS   per Φ: cards that are in no pair
LEFT        LEVELS   per Φ: pairs not yet used by the cutting being built
FLOOR       PARTS    per part: its top must be higher than this
TOPS        PARTS    per part: its top Φ in the cutting being built
CEILING     PARTS    per part: the highest top found, or the top in the best cutting found
TO_BEAT     PARTS    per part: the top Φ that a challenger has to beat
FOUND       1        number of cuttings found
AIM         1        what the search is for: ``FIRST``, ``HIGH``, ``LONGEST_HIGH``, ``SMALL_HIGH``
==========  =======  ===============================================================================

``TO_BEAT`` outlives a single comparison under ``TAKEN``: there it holds the cutting with which the
winning play took the trick.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, item_at, lowest_bit, rule
from suitwise.tractor.rules.blocks import (
    FITS,
    WEIGHT,
    longest_run,
    pack_code,
    parted_view,
    run_length,
    windows,
)
from suitwise.tractor.rules.deck import level_mask, pair_levels, phi_of, rank_card_phi

LEVELS = 29
"""Every Φ is below this."""
PARTS = 25
"""The most parts of a lead."""

# Offsets into the bench; the table is at the head of the module.
TRACTORS, LENGTHS, PAIRS, SINGLES = 0, 1, 7, 8
CHAINED, SPARE, SHARED = 9, 10, 11
LOOSE = 12
ALONE = LOOSE + LEVELS
LEFT = ALONE + LEVELS
FLOOR = LEFT + LEVELS
TOPS = FLOOR + PARTS
CEILING = TOPS + PARTS
TO_BEAT = CEILING + PARTS
FOUND = TO_BEAT + PARTS
AIM = FOUND + 1
ROOM = AIM + 1

# --- Setting up the bench -------------------------------------------------------------------------


@rule
def lay_shape(
    bench: Any, twice: int, singles: int, partition: int, trump: tuple[int, int, int]
) -> None:
    """Write the shape of a lead to the bench.

    Args:
        bench: the bench; it is changed.
        twice: card mask of the lead's pairs.
        singles: number of the lead's cards that are in no pair.
        partition: the lead's partition 0..4.
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
    """Write the Φ of a play's cards to the bench.

    Args:
        bench: the bench; it is changed.
        twice: card mask of the play's pairs.
        alone: card mask of the cards that are in no pair.
        partition: the partition of all the cards.
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
    """Return the lowest top Φ among the parts of a lead that have a given length; 0 if there are none.

    Args:
        once: card mask of the lead, cards of two packs.
        twice: card mask of its pairs.
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
    runs, lowest_top = pairs & chain, 0
    lone = pairs & ~chain
    if spare:
        lone |= 1 << rank_card_phi(main)
    while runs:
        low = lowest_bit(runs)
        run = run_length(runs, low)
        runs &= ~(((1 << run) - 1) << low)
        if run == length > 1 and lowest_top == 0:
            lowest_top = low + length - 1
        elif run == 1:
            lone |= 1 << low
    if length == 1:
        return lowest_bit(lone) if lone else 0
    return lowest_top


@rule
def parts_on(bench: Any) -> int:
    """Return the number of parts of the lead."""
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
    """Return the number of pairs on a Φ, given the chained pairs and spare pairs not in tractors."""
    more = spare if level == item_at(bench, SHARED) else 0
    return (pairs >> level & 1) + more + item_at(bench, LOOSE + level)


# --- Comparing two plays --------------------------------------------------------------------------

LARGEST, HONOUR, EVERY_PART, TOP, LENGTH = range(5)
OVER_CODES = {
    "largest": LARGEST,
    "honour": HONOUR,
    "every": EVERY_PART,
    "length": LENGTH,
    "top": TOP,
}
"""The code of each way to compare two cuttings (``profile.over``)."""
ALL, TAKEN = range(2)
AGAINST_CODES = {"all": ALL, "taken": TAKEN}
"""Whether a challenger must beat every cutting of the winning play, or only the one with which that play
took the trick (``profile.against``)."""

FIRST, HIGH, LONGEST_HIGH, SMALL_HIGH = range(4)
"""The aims of a search. ``FIRST``: stop at the first cutting whose tops are all above the floor.
``HIGH``: for each part, the highest top over all cuttings. ``LONGEST_HIGH``: the cutting whose list of
tops is lexicographically greatest. ``SMALL_HIGH``: of the cuttings above the floor, the one with the
higher cards in the smaller parts."""

ABOVE_ALL = 99
"""Above every Φ."""


@rule
def places_compared(bench: Any, over: int) -> int:
    """Return the number of parts that are compared, counted from the largest.

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
    """Tell whether a play takes the trick from the winning play; if so, its cutting is in ``TOPS``.

    Args:
        bench: the bench with the lead's shape; it is changed. Under ``TAKEN``, ``TO_BEAT`` holds the
            tops of the cutting that took the trick, and is updated if this play takes it.
        standing: the play that wins so far: card mask of its pairs, card mask of its cards in no pair,
            its partition.
        play: the challenger, likewise.
        over: how cuttings are compared, one of ``OVER_CODES``.
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
            bench[TOPS + part] = bench[TO_BEAT + part] = item_at(bench, CEILING + part)
    return took


@rule
def note_standing(bench: Any, over: int) -> None:
    """Store in ``TO_BEAT`` the tops that beat every cutting of the play on the bench."""
    find_cuttings(bench, LONGEST_HIGH if over == LENGTH else HIGH)
    for part in range(parts_on(bench)):
        bench[TO_BEAT + part] = item_at(bench, CEILING + part)


@rule
def _cut_above_standing(bench: Any, over: int, aim: int) -> bool:
    """Tell whether the play on the bench has a cutting that beats ``TO_BEAT``.

    Under ``LENGTH`` the first unequal part decides. So each part is tried as the decisive one: it must
    be higher, and the parts before it at least as high.
    """
    bench[AIM], bench[FOUND] = aim, 0
    compared = places_compared(bench, over)
    if over != LENGTH:
        for part in range(parts_on(bench)):
            bench[FLOOR + part] = item_at(bench, TO_BEAT + part) if part < compared else 0
        _search(bench)
        return item_at(bench, FOUND) != 0
    decisive = 0
    while decisive < compared and (aim != FIRST or item_at(bench, FOUND) == 0):
        top_to_beat = item_at(bench, TO_BEAT + decisive)
        for part in range(parts_on(bench)):
            floor = item_at(bench, TO_BEAT + part) - 1 if part < decisive else 0
            # Parts of one length are in descending order, so earlier ones must be this high as well.
            same_length = part <= decisive and _length_of(bench, part) == _length_of(
                bench, decisive
            )
            bench[FLOOR + part] = max(floor, top_to_beat) if same_length else floor
        _search(bench)
        decisive += 1
    return item_at(bench, FOUND) != 0


@rule
def _length_of(bench: Any, part: int) -> int:
    """Return the length in pairs of a part of the lead, 0 of a single."""
    if part < item_at(bench, TRACTORS):
        return item_at(bench, LENGTHS + part)
    return 1 if part < item_at(bench, TRACTORS) + item_at(bench, PAIRS) else 0


# --- Searching for cuttings -----------------------------------------------------------------------
#
# Only the tractors need a search. It tries every way to place the lead's tractors in the play's pairs,
# and prunes with the packing table (``blocks.FITS``); 12 pairs leave at most a few hundred ways. What
# is left over serves the pairs and singles greedily: each part with a floor takes the lowest cards
# above it.


@rule
def find_cuttings(bench: Any, aim: int) -> bool:
    """Tell whether the play can be cut into the lead's shape.

    Args:
        bench: the bench; it is changed.
        aim: ``FIRST`` for a cutting with all tops above ``FLOOR``, returned in ``TOPS``; ``HIGH`` or
            ``LONGEST_HIGH`` for the highest tops over all cuttings, returned in ``CEILING``.
    """
    bench[AIM], bench[FOUND] = aim, 0
    if aim != FIRST:
        for part in range(parts_on(bench)):
            bench[FLOOR + part] = bench[CEILING + part] = 0
    _search(bench)
    return item_at(bench, FOUND) != 0


@rule
def _search(bench: Any) -> None:
    """Visit the cuttings of the play until the aim is reached; skip plays with too few pairs."""
    needed, held = (
        item_at(bench, PAIRS),
        count_bits(item_at(bench, CHAINED)) + item_at(bench, SPARE),
    )
    for tractor in range(item_at(bench, TRACTORS)):
        needed += item_at(bench, LENGTHS + tractor)
    for level in range(LEVELS):
        held += item_at(bench, LOOSE + level)
    first, below = 0, ABOVE_ALL
    if held >= needed:
        _place_tractors(bench, first, item_at(bench, CHAINED), item_at(bench, SPARE), below)


@rule
def _place_tractors(bench: Any, tractor: int, pairs: int, spare: int, below: int) -> bool:
    """Place this tractor of the lead and the later ones in every way, then fill in the other parts.

    Args:
        bench: the bench.
        tractor: number of the tractor to place.
        pairs: level mask of the chained pairs still free.
        spare: free pairs beyond the first on the shared Φ.
        below: upper bound of its top, exclusive: tractors of one length are placed in descending order.

    Returns:
        Whether the search is over.
    """
    if tractor == item_at(bench, TRACTORS):
        return _fill(bench, tractor, pairs, spare)
    if not _fit(bench, tractor, pairs, spare):
        return False
    length, shared = item_at(bench, LENGTHS + tractor), item_at(bench, SHARED)
    is_last = tractor + 1 == item_at(bench, TRACTORS)
    next_as_long = not is_last and item_at(bench, LENGTHS + tractor + 1) == length
    starts = windows(pairs, length)
    while starts:
        low = lowest_bit(starts)
        starts &= starts - 1
        top = low + length - 1
        if item_at(bench, FLOOR + tractor) < top < below:
            window = ((1 << length) - 1) << low
            # A spare pair takes the place of the one just used, so the shared Φ stays available.
            uses_spare = spare > 0 and window >> shared & 1 == 1
            left = pairs & ~window | (1 << shared if uses_spare else 0)
            bench[TOPS + tractor] = top
            bound = top if next_as_long else ABOVE_ALL
            if _place_tractors(bench, tractor + 1, left, spare - 1 if uses_spare else spare, bound):
                return True
    return False


@rule
def _fit(bench: Any, first: int, pairs: int, spare: int) -> bool:
    """Tell whether the tractors from number ``first`` on fit into the pairs."""
    code = 0
    for tractor in range(first, item_at(bench, TRACTORS)):
        code += WEIGHT[item_at(bench, LENGTHS + tractor)]
    row = 128 * (code & 127)
    if FITS[row + pack_code(pairs)]:
        return True
    return spare > 0 and FITS[row + pack_code(parted_view(pairs, item_at(bench, SHARED)))] != 0


@rule
def _fill(bench: Any, first: int, pairs: int, spare: int) -> bool:
    """Serve the lead's pairs and singles from the cards outside the tractors.

    Args:
        bench: the bench.
        first: number of the first part that is no tractor.
        pairs: level mask of the chained pairs still free.
        spare: free pairs beyond the first on the shared Φ.

    Returns:
        Whether the search is over.
    """
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
    """Take for each lone pair of the lead the lowest free pair above its floor; false if none is."""
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
    """Write to ``TOPS`` the pairs chosen by ``_serve_pairs`` and all single cards, highest first.

    Pairs that serve no part are broken into two singles.
    """
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
    """Write to ``TOPS`` the highest possible pairs, and the highest possible singles.

    These are bounds per part and need not come from one cutting: the singles assume that the lowest
    pairs serve, so that the highest surplus pairs are broken.
    """
    part, single = first, first + item_at(bench, PAIRS)
    surplus = -item_at(bench, PAIRS)
    for level in range(LEVELS):
        surplus += item_at(bench, LEFT + level)
    for level in range(LEVELS - 1, 0, -1):
        here = item_at(bench, LEFT + level)
        for _ in range(min(here, first + item_at(bench, PAIRS) - part)):
            bench[TOPS + part] = level
            part += 1
        broken = min(here, surplus)
        surplus -= broken
        for _ in range(item_at(bench, ALONE + level) + 2 * broken):
            bench[TOPS + single] = level
            single += 1


@rule
def _raise_ceiling(bench: Any, aim: int) -> None:
    """Raise ``CEILING`` to ``TOPS``: part by part; under ``LONGEST_HIGH``, if the list is greater."""
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
    """Tell whether the cutting in ``TOPS`` beats that in ``CEILING`` when small parts count first.

    Singles are compared first and then pairs, each from the lowest up; last the tractors, the shortest
    first and within one length from the highest down.
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
        for tractor in range(first, part + 1):
            if item_at(bench, TOPS + tractor) != item_at(bench, CEILING + tractor):
                return item_at(bench, TOPS + tractor) > item_at(bench, CEILING + tractor)
        part = first - 1
    return False
