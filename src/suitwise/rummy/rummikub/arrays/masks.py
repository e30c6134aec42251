"""The legal next tiles of a staged turn, and whether the turn may end.

As in ``solve.stages``: for a seat that has opened, one scan for each case finds them. A seat that has
not opened must play all tiles of some selection of sets that opens, and each selection takes a scan or
more. Selections without jokers are few, and usually decide for all tiles.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import lowest_bit, rule
from suitwise.rummy.rummikub.arrays.cases import (
    LAID,
    ask_case,
    least_in_cases,
    list_apart,
    list_cases,
)
from suitwise.rummy.rummikub.arrays.record import (
    CASE,
    CASES,
    CHOSEN,
    IS_SAME,
    LAST,
    MOVER,
    N_CASES,
    OPENED,
    OPENING,
    rack_of,
)
from suitwise.rummy.rummikub.arrays.scans import is_opening, most_tiles, tiles_played
from suitwise.rummy.rummikub.arrays.tiles import JOKERS, TWICE, from_kind, minus, plus
from suitwise.rummy.rummikub.arrays.ways import NO_WAY, begin_ways, next_way, was_tried, way_at
from suitwise.rummy.rummikub.solve.least import NO_TILE


@rule
def may_be_chosen(record: Any, options: Any) -> int:
    """Return the kinds that may be chosen next, as bits; bit ``NO_TILE`` if the turn may end."""
    rack, chosen = rack_of(record), (int(record[CHOSEN]), int(record[CHOSEN + TWICE]))
    held = int(record[rack]), int(record[rack + TWICE])
    rest = minus(held[0], held[1], chosen[0], chosen[1])
    rest = from_kind(rest[0], rest[1], int(record[LAST]))
    wanted = rest[0] | (1 << NO_TILE if chosen[0] else 0)
    if record[OPENED + record[MOVER]]:
        return found_with(record, options, chosen, rest, (0, 0), wanted)
    if not options[IS_SAME]:
        return _found_apart(options, chosen, rest, wanted)
    # Opening only adds a condition, so first drop the tiles that are illegal without it: one cheap scan
    # may save many, since there are many ways to open.
    wanted = found_with(record, options, chosen, rest, (0, 0), wanted)
    return _found_unopened(record, options, chosen, rest, wanted)


@rule
def found_with(
    record: Any,
    options: Any,
    chosen: tuple[int, int],
    rest: tuple[int, int],
    way: tuple[int, int],
    wanted: int,
) -> int:
    """Return the wanted tiles that may be chosen next in turns that play given tiles.

    Args:
        record: the record.
        options: the numbers of the house, then the workspace.
        chosen: the tiles chosen.
        rest: the other tiles that may be chosen.
        way: the tiles that the turn must play.
        wanted: the candidates, as bits.
    """
    further = minus(way[0], way[1], chosen[0], chosen[1])
    needed = plus(chosen[0], chosen[1], further[0], further[1])
    list_cases(record, options, needed, minus(rest[0], rest[1], further[0], further[1]))
    return least_in_cases(options, further[0], wanted)


@rule
def _found_apart(options: Any, chosen: tuple[int, int], rest: tuple[int, int], wanted: int) -> int:
    """Return the wanted tiles that may be chosen next if an opening must leave the table as it lies."""
    if options[OPENING] == 0:
        list_apart(options, chosen, rest)
        return least_in_cases(options, 0, wanted)
    every = plus(chosen[0], chosen[1], rest[0], rest[1])
    begin_ways(options, every[0], every[1])
    found, level = 0, next_way(options, 0, every, chosen, wanted)
    while level != NO_WAY and found != wanted:
        way = way_at(options, level, every)
        if not was_tried(options, way, True):
            further = minus(way[0], way[1], chosen[0], chosen[1])
            left = minus(rest[0], rest[1], further[0], further[1])
            list_apart(options, minus(chosen[0], chosen[1], way[0], way[1]), left)
            found |= least_in_cases(options, further[0], wanted & ~found)
        level = next_way(options, level, every, chosen, wanted & ~found)
    return found


@rule
def _found_unopened(
    record: Any, options: Any, chosen: tuple[int, int], rest: tuple[int, int], wanted: int
) -> int:
    """Return the wanted tiles that may be chosen next if an opening turn may rearrange the table.

    All wanted tiles must be legal for a seat that has opened.
    """
    found = 0
    none = wanted & 1 << NO_TILE  # the tiles chosen can be played, so it remains whether they open
    if none and is_opening(options, chosen[0], chosen[1]):
        found = none
    wanted &= ~none
    every = plus(chosen[0], chosen[1], rest[0], rest[1])
    plain = every[0] & ~JOKERS, every[1] & ~JOKERS
    found |= _found_in_ways(record, options, chosen, rest, plain, wanted)
    left = wanted & ~found
    if every[0] & JOKERS:
        while left:
            kind = lowest_bit(left)
            left &= left - 1
            if _may_follow(record, options, chosen, rest, kind):
                found |= 1 << kind
    return found


@rule
def _found_in_ways(
    record: Any,
    options: Any,
    chosen: tuple[int, int],
    rest: tuple[int, int],
    every: tuple[int, int],
    wanted: int,
) -> int:
    """Return the wanted tiles that may be chosen next in turns that open with tiles of ``every``."""
    if not wanted:
        return 0
    if options[OPENING] == 0:
        return found_with(record, options, chosen, rest, (0, 0), wanted)
    begin_ways(options, every[0], every[1])
    found, level = 0, next_way(options, 0, every, chosen, wanted)
    while level != NO_WAY and found != wanted:
        way = way_at(options, level, every)
        if not was_tried(options, way, False):
            found |= found_with(record, options, chosen, rest, way, wanted & ~found)
        level = next_way(options, level, every, chosen, wanted & ~found)
    return found


@rule
def _may_follow(
    record: Any, options: Any, chosen: tuple[int, int], rest: tuple[int, int], kind: int
) -> bool:
    """Return whether a seat with jokers that has not opened may choose a tile next.

    First try one turn, the one that plays most tiles: usually it contains a way to open. Only if it does
    not, go through the many ways to open with jokers.
    """
    left = from_kind(rest[0], rest[1], kind)
    needed = plus(chosen[0], chosen[1], 1 << kind, 0)
    others = minus(left[0], left[1], 1 << kind, 0)
    list_cases(record, options, needed, others)
    for number in range(options[N_CASES]):
        case = CASES + CASE * number
        ask_case(options, case)
        at = most_tiles(options)
        if at >= 0:
            more = tiles_played(options, at)
            played = plus(needed[0], needed[1], int(options[case + LAID]), 0)
            played = plus(played[0], played[1], more[0], more[1])
            if is_opening(options, played[0], played[1]):
                return True
    every = plus(chosen[0], chosen[1], left[0], left[1])
    return _found_in_ways(record, options, chosen, left, every, 1 << kind) != 0
