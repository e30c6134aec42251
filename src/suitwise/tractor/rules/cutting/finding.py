"""Whether a play can be cut into the blocks of a throw, and how high their tops can be.

Source: rules page §3 and §6, Throws; docs/tractor.md, Who wins.

The ways to lay the lead's tractors into the play's pairs are walked through, the table of packings
(``matching.FITS``) cutting off what leads nowhere; 12 pairs leave a few hundred ways at most. The pairs
and singles need no search: those of a lead that must be high take the lowest that are high enough.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, item_at, lowest_bit, rule
from suitwise.tractor.rules.blocks import WEIGHT, pack_code, windows
from suitwise.tractor.rules.cutting.bench import (
    ALONE,
    CEILING,
    CHAINED,
    EVERY,
    FLOOR,
    FOUND,
    LEFT,
    LENGTHS,
    LEVELS,
    LOOSE,
    PAIRS,
    SHARED,
    SINGLES,
    SPARE,
    TOPS,
    TRACTORS,
    highest_card,
    lay_cards,
    pairs_on,
)
from suitwise.tractor.rules.matching import FITS, parted_view

LARGEST, HONOUR, EVERY_PART, TOP = range(4)
OVER = {"largest": LARGEST, "honour": HONOUR, "every": EVERY_PART, "top": TOP}
"""The number of each way to compare plays of a throw's shape."""

ABOVE_ALL = 99
"""Above every Φ."""


@rule
def places_compared(bench: Any, over: int) -> int:
    """Return how many parts of the lead's shape, largest first, must be higher.

    Args:
        bench: the bench, with the lead's shape.
        over: ``LARGEST``, ``HONOUR``, ``EVERY_PART`` or ``TOP``.
    """
    tractors, pairs = item_at(bench, TRACTORS), item_at(bench, PAIRS)
    if over == HONOUR:
        return 1
    if over == TOP:
        return 0
    if over == EVERY_PART:
        return tractors + pairs + item_at(bench, SINGLES)
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
    trump: tuple[int, int, int],
) -> bool:
    """Tell whether a play takes the trick from the one that stands, by its cutting in ``TOPS``.

    Args:
        bench: the bench, with the lead's shape; it is changed.
        standing: the card masks of the pairs and of the cards in no pair of the play that stands, and
            its partition.
        play: those of the other play.
        over: how they are compared.
        trump: main suit, current rank, and the level mask of the Φ that join tractors.
    """
    lay_cards(bench, *standing, trump)
    highest = highest_card(bench)
    find_cuttings(bench, True)
    compared = places_compared(bench, over)
    for part in range(item_at(bench, TRACTORS) + item_at(bench, PAIRS) + item_at(bench, SINGLES)):
        bench[FLOOR + part] = item_at(bench, CEILING + part) if part < compared else 0
    lay_cards(bench, *play, trump)
    if over == TOP and highest_card(bench) <= highest:
        return False
    return find_cuttings(bench, False)


# --- Cuttings -------------------------------------------------------------------------------------


@rule
def find_cuttings(bench: Any, every: bool) -> bool:
    """Tell whether the play can be cut in the lead's shape.

    Args:
        bench: the bench; it is changed.
        every: whether all cuttings are looked at, for the highest tops in ``CEILING``; else the first
            with all tops above ``FLOOR`` is wanted, its own in ``TOPS``.
    """
    bench[EVERY], bench[FOUND] = every, 0
    parts = item_at(bench, TRACTORS) + item_at(bench, PAIRS) + item_at(bench, SINGLES)
    for part in range(parts):
        bench[CEILING + part] = 0
        if every:
            bench[FLOOR + part] = 0
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
    return item_at(bench, FOUND) != 0


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
    if item_at(bench, EVERY):
        _raise_ceiling(bench, first)
        bench[FOUND] += 1
        return False
    if not _serve_pairs(bench, first):
        return False
    _note_tops(bench, first, pairs, spare)
    singles = first + item_at(bench, PAIRS)
    for part in range(singles, singles + item_at(bench, SINGLES)):
        if item_at(bench, TOPS + part) <= item_at(bench, FLOOR + part):
            return False
    bench[FOUND] = 1
    return True


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
def _raise_ceiling(bench: Any, first: int) -> None:
    """Raise the ceiling to this cutting: pairs as high as can be, and singles, when the lowest serve."""
    part, single = first, first + item_at(bench, PAIRS)
    apart = -item_at(bench, PAIRS)
    for level in range(LEVELS):
        apart += item_at(bench, LEFT + level)
    for place in range(first):
        bench[CEILING + place] = max(item_at(bench, CEILING + place), item_at(bench, TOPS + place))
    for level in range(LEVELS - 1, 0, -1):
        here = item_at(bench, LEFT + level)
        for _ in range(min(here, first + item_at(bench, PAIRS) - part)):
            bench[CEILING + part] = max(item_at(bench, CEILING + part), level)
            part += 1
        broken = min(here, apart)
        apart -= broken
        for _ in range(item_at(bench, ALONE + level) + 2 * broken):
            bench[CEILING + single] = max(item_at(bench, CEILING + single), level)
            single += 1
