"""The meanings of the jokers of a new table, which a staged turn names after its tiles (``swap``).

As in ``solve.stages``: a joker stands for a kind if a tile of that kind could lie in its place; kinds
are named in ascending order; and if there is no choice, none is named.
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
from suitwise.rummy.rummikub.arrays.tiles import JOKERS, TWICE, jokers_of, numbers_of, plus, up_to
from suitwise.rummy.rummikub.rules.tiles import JOKER, KINDS, NUMBERS, SIZE
from suitwise.rummy.rummikub.solve.least import NO_TILE

NOTHING = -1
"""Stands for the kind of a joker that has not been named."""


@rule
def lies_apart(record: Any, options: Any) -> bool:
    """Return whether the new sets of this turn must leave the table as it lies."""
    return not options[IS_SAME] and not record[OPENED + record[MOVER]]


@rule
def laid_anew(record: Any, options: Any) -> tuple[int, int]:
    """Return the tiles that the turn arranges: those chosen, and those of the table unless they stay."""
    chosen = int(record[CHOSEN]), int(record[CHOSEN + TWICE])
    if lies_apart(record, options):
        return chosen
    return plus(int(record[TABLE]), int(record[TABLE + TWICE]), chosen[0], chosen[1])


@rule
def still_needed(record: Any, options: Any) -> int:
    """Return the points that the jokers have to add so that the turn opens."""
    if not lies_apart(record, options):
        return 0
    return int(options[OPENING]) - numbers_of(int(record[CHOSEN]), int(record[CHOSEN + TWICE]))


# --- The kinds that may be named next -------------------------------------------------------------


@rule
def may_be_said(record: Any, options: Any, first: int) -> int:
    """Return the kinds that the next joker can stand for, as bits.

    Args:
        record: the record.
        options: the numbers of the house, then the workspace.
        first: the kind named for the first joker, or NOTHING.
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
    """Return the kinds that may be named next if jokers have to stand for given kinds.

    Args:
        options: the numbers of the house, then the workspace.
        tiles: the tiles that the turn arranges.
        first: the kind named for the first joker, or NOTHING.
        bound: a kind that a joker has to stand for, or NOTHING.
        other: another such kind, or NOTHING.
        wanted: the candidates, as bits.
    """
    # If a kind that jokers have to stand for has been named, that requirement is met.
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
    """Return the kinds that may be named next so that an opening turn can still be worth enough."""
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
            # The best that the other joker can add.
            worth += highest_number(may_be_said(record, options, kind))
        if worth >= needed:
            kept |= 1 << kind
    return kept


@rule
def highest_number(kinds: int) -> int:
    """Return the highest number of the kinds in a mask; a large negative number if it is empty."""
    highest = -100
    while kinds:
        highest = max(highest, lowest_bit(kinds) % NUMBERS + 1)
        kinds &= kinds - 1
    return highest


# --- The table for the kinds named ----------------------------------------------------------------


@rule
def settle(record: Any, options: Any, first: int, second: int) -> None:
    """Make the sets of a table whose jokers stand for the kinds named, and the others for the lowest."""
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
    """Return whether the seat has a choice: some of its tables differ in what jokers stand for.

    Args:
        record: the record.
        options: the numbers of the house, then the workspace.
        first: the kind named for the first joker, or NOTHING.
    """
    tiles = laid_anew(record, options)
    jokers = jokers_of(tiles[0], tiles[1])
    if jokers == int(first >= 0):
        return False
    kinds = may_be_meant(record, options, first)
    # One table can't offer more numbers than it has jokers.
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
    """Return the numbers of the kinds in a mask, as bits."""
    found = 0
    while kinds:
        found |= 1 << lowest_bit(kinds) % NUMBERS
        kinds &= kinds - 1
    return found


@rule
def _differ(record: Any, options: Any, first: int, kinds: int) -> bool:
    """Return whether the tables for different next kinds differ in what their jokers stand for."""
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
