"""What the jokers of a new table stand for, said in a staged turn once its tiles are chosen (``swap``).

As in ``solve.stages``: a joker stands for a kind if a tile of that kind would do in its place, kinds are
said ascending, and nothing is said where there is no choice.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, lowest_bit, rule
from suitwise.rummy.rummikub.arrays.cases import keys_of, seconds_after
from suitwise.rummy.rummikub.arrays.laying import arrange, let_stand, wild_set
from suitwise.rummy.rummikub.arrays.record import (
    CHOSEN,
    IS_SAME,
    MEANINGS,
    MOVER,
    MUST,
    OPENED,
    OPENING,
    TABLE,
    meanings_in,
)
from suitwise.rummy.rummikub.arrays.scans import ask, least_found
from suitwise.rummy.rummikub.arrays.tiles import (
    JOKERS,
    TWICE,
    jokers_of,
    numbers_of,
    plus,
    up_to,
)
from suitwise.rummy.rummikub.rules.tiles import JOKER, KINDS, NUMBERS, SIZE
from suitwise.rummy.rummikub.solve.least import NO_TILE

NOTHING = -1
"""The kind of a joker of which nothing is said."""


@rule
def lies_apart(record: Any, options: Any) -> bool:
    """Return whether the sets of this turn lie beside those of the table."""
    return not options[IS_SAME] and not record[OPENED + record[MOVER]]


@rule
def laid_anew(record: Any, options: Any) -> tuple[int, int]:
    """Return the tiles that the turn lays anew: those chosen, and the table's unless they stay."""
    chosen = int(record[CHOSEN]), int(record[CHOSEN + TWICE])
    if lies_apart(record, options):
        return chosen
    return plus(int(record[TABLE]), int(record[TABLE + TWICE]), chosen[0], chosen[1])


@rule
def still_needed(record: Any, options: Any) -> int:
    """Return what the numbers for which jokers stand have to count together."""
    if not lies_apart(record, options):
        return 0
    return int(options[OPENING]) - numbers_of(int(record[CHOSEN]), int(record[CHOSEN + TWICE]))


# --- What may be said next --------------------------------------------------------------------------


@rule
def may_be_said(record: Any, options: Any, first: int) -> int:
    """Return the kinds for which a further joker can stand, as bits.

    Args:
        record: the record.
        options: the numbers of the house, and the room.
        first: the kind said for the first joker, or NOTHING.
    """
    tiles = laid_anew(record, options)
    wanted = ((1 << SIZE) - 1) & ~(up_to(first - 1) if first > 0 else 0)
    if lies_apart(record, options) or not record[MEANINGS]:
        return _said_with(options, tiles, first, NOTHING, NOTHING, wanted)
    found = 0
    firsts = int(record[MEANINGS])
    while firsts:
        one = lowest_bit(firsts)
        firsts &= firsts - 1
        bound = NOTHING if not keys_of(record, options, 0, one) & ~tiles[0] else one
        if not record[MEANINGS + 1]:
            found |= _said_with(options, tiles, first, bound, NOTHING, wanted & ~found)
        seconds = seconds_after(record, firsts)
        while seconds and record[MEANINGS + 1]:
            two = lowest_bit(seconds)
            seconds &= seconds - 1
            other = NOTHING if not keys_of(record, options, 1, two) & ~tiles[0] else two
            found |= _said_with(options, tiles, first, bound, other, wanted & ~found)
    return found


@rule
def _said_with(
    options: Any, tiles: tuple[int, int], first: int, bound: int, other: int, wanted: int
) -> int:
    """Return the kinds that may be said next if jokers have to stand for some kinds.

    Args:
        options: the numbers of the house, and the room.
        tiles: the tiles that are laid anew.
        first: the kind said for the first joker, or NOTHING.
        bound: a kind for which a joker has to stand, or NOTHING.
        other: another one.
        wanted: the kinds asked for, as bits.
    """
    # What has to be said besides what is said: a joker that stands for ``first`` may be a bound one.
    if first >= 0:
        if bound == first:
            bound = NOTHING
        elif other == first:
            other = NOTHING
    count = int(first >= 0) + int(bound >= 0) + int(other >= 0)
    free = jokers_of(tiles[0], tiles[1]) - count
    least = NO_TILE
    for kind in (bound, other):
        if kind >= 0:
            least = min(least, kind)
    asked = wanted & up_to(least)
    if free < 0 or not asked or least < first:
        return 0
    ask(options, (tiles[0] & ~JOKERS, tiles[1] & ~JOKERS), (0, 0))
    for kind in (first, bound, other):
        if kind >= 0:
            options[MUST + kind] += 1
    options[MUST + JOKER] = free
    return least_found(options, least, asked, True) & (1 << KINDS) - 1


@rule
def may_be_meant(record: Any, options: Any, first: int) -> int:
    """Return the kinds that may be said next so that a first turn can still be worth enough."""
    found, needed = may_be_said(record, options, first), still_needed(record, options)
    if needed <= 0:
        return found
    tiles = laid_anew(record, options)
    is_last = jokers_of(tiles[0], tiles[1]) - int(first >= 0) == 1
    kept, left = 0, found
    while left:
        kind = lowest_bit(left)
        left &= left - 1
        worth = kind % NUMBERS + 1
        if first >= 0:
            worth += first % NUMBERS + 1
        if not is_last:
            # The highest number that the other joker can have decides.
            worth += highest_number(may_be_said(record, options, kind))
        if worth >= needed:
            kept |= 1 << kind
    return kept


@rule
def highest_number(kinds: int) -> int:
    """Return the highest number of some kinds, a hundred below 0 if there are none."""
    highest = -100
    while kinds:
        highest = max(highest, lowest_bit(kinds) % NUMBERS + 1)
        kinds &= kinds - 1
    return highest


# --- The table of what is said ----------------------------------------------------------------------


@rule
def settle(record: Any, options: Any, first: int, second: int) -> None:
    """Make the sets of a table on which jokers stand for what was said, and then for the least tiles."""
    tiles = laid_anew(record, options)
    jokers = jokers_of(tiles[0], tiles[1])
    if jokers > 0 and first < 0:
        first = lowest_bit(may_be_meant(record, options, NOTHING))
    if jokers > 1 and second < 0:
        second = lowest_bit(may_be_meant(record, options, first))
    ask(options, (tiles[0] & ~JOKERS, tiles[1] & ~JOKERS), (0, 0))
    for kind in (first, second):
        if kind >= 0:
            options[MUST + kind] += 1
    arrange(options, 0, 0)
    for kind in (first, second):
        if kind >= 0:
            let_stand(options, kind)


@rule
def is_choice(record: Any, options: Any, first: int) -> bool:
    """Return whether jokers can stand for different tiles on different tables.

    Args:
        record: the record.
        options: the numbers of the house, and the room.
        first: the kind said for the first joker, or NOTHING.
    """
    tiles = laid_anew(record, options)
    jokers = jokers_of(tiles[0], tiles[1])
    if jokers == int(first >= 0):
        return False
    kinds = may_be_meant(record, options, first)
    if count_bits(numbers_in(kinds)) > jokers:
        return True
    if jokers - int(first >= 0) == 1:
        return _differ(record, options, first, kinds)
    left = kinds
    while left:
        kind = lowest_bit(left)
        left &= left - 1
        seconds = may_be_meant(record, options, kind)
        if count_bits(numbers_in(seconds)) > jokers or _differ(record, options, kind, seconds):
            return True
    return _differ(record, options, NOTHING, kinds)


@rule
def numbers_in(kinds: int) -> int:
    """Return a bit for each number that some kinds have."""
    found = 0
    while kinds:
        found |= 1 << lowest_bit(kinds) % NUMBERS
        kinds &= kinds - 1
    return found


@rule
def _differ(record: Any, options: Any, first: int, kinds: int) -> bool:
    """Return whether jokers mean different tiles on the tables that come of some kinds said next."""
    one = other = -1
    is_pair, is_begun = 0, False
    if count_bits(kinds) < 2:
        return False
    while kinds:
        kind = lowest_bit(kinds)
        kinds &= kinds - 1
        if first >= 0:
            settle(record, options, first, kind)
        else:
            settle(record, options, kind, NOTHING)
        found = meanings_in(wild_set(options, 0), wild_set(options, 1))
        if is_begun and (found[0] != one or found[1] != other or found[2] != is_pair):
            return True
        one, other, is_pair = found
        is_begun = True
    return False
