"""The cases of a turn: what the jokers of the table do, each case one scan (R4 and R5).

The cases are those of ``solve.cases``, which explains them. Those of locked sets also come in the same
order, because the first case that lays all tiles determines the new table.

A case is nine numbers of the workspace: the tiles that MUST_LIE on the new table and those that MAY_LIE,
two words each; the kinds of rack tiles that are LAID in every turn of the case; the kinds for which the
two jokers STAND, ascending, -1 for none; and the sets that are STAYING and may have grown, 0 for none.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, lowest_bit, rule
from suitwise.rummy.rummikub.arrays.record import (
    CASE,
    CASES,
    EXCEEDED,
    FREE,
    GOING_ON,
    IS_PAIR,
    JOKER_RULE,
    MEANINGS,
    MOST_CASES,
    MUST,
    N_CASES,
    NEEDS_BOTH,
    SWAP,
    TABLE,
    WILD_SETS,
    is_in_three,
)
from suitwise.rummy.rummikub.arrays.scans import ask, least_found
from suitwise.rummy.rummikub.arrays.tiles import (
    JOKERS,
    TWICE,
    colour_of,
    colours_of,
    group_of,
    high_of,
    is_group,
    joker_numbers_of,
    jokers_in,
    kinds_of,
    least_kind,
    low_of,
    minus,
    missing_of,
    number_of,
    plus,
    run_of,
    up_to,
)
from suitwise.rummy.rummikub.rules.tiles import JOKER, NUMBERS
from suitwise.rummy.rummikub.solve.scan import BITS

MUST_LIE, MAY_LIE, LAID, STAND, STAYING = 0, 2, 4, 5, 7
"""The columns of a case."""


@rule
def add_case(
    options: Any, must: tuple[int, int], may: tuple[int, int], laid: int, stand: tuple[int, int]
) -> int:
    """Add a case without staying sets; return the place of its first number."""
    at = CASES + CASE * int(options[N_CASES])
    if options[N_CASES] == MOST_CASES:
        options[EXCEEDED] = 1
        return at - CASE
    options[N_CASES] += 1
    options[at + MUST_LIE], options[at + MUST_LIE + 1] = must
    options[at + MAY_LIE], options[at + MAY_LIE + 1] = may
    options[at + LAID] = laid
    options[at + STAND], options[at + STAND + 1] = stand
    options[at + STAYING] = options[at + STAYING + 1] = 0
    return at


@rule
def list_cases(record: Any, options: Any, forced: tuple[int, int], rack: tuple[int, int]) -> None:
    """List the cases of a turn that may rearrange the table.

    Args:
        record: the record.
        options: the numbers of the house, then the workspace.
        forced: the rack tiles that it must play.
        rack: the other rack tiles, which it may play.
    """
    options[N_CASES] = 0
    table = int(record[TABLE]), int(record[TABLE + TWICE])
    if options[JOKER_RULE] == FREE or not table[0] >> JOKER:
        add_case(options, plus(table[0], table[1], forced[0], forced[1]), rack, 0, (-1, -1))
    elif options[JOKER_RULE] == SWAP:
        _list_swaps(record, options, plus(table[0], table[1], forced[0], forced[1]), rack)
    else:
        _list_growths(record, options, table, forced, rack)


@rule
def list_apart(options: Any, forced: tuple[int, int], rack: tuple[int, int]) -> None:
    """List the only case of a turn whose new sets leave the table as it lies."""
    options[N_CASES] = 0
    add_case(options, forced, rack, 0, (-1, -1))


@rule
def ask_case(options: Any, case: int) -> None:
    """Write the input of the scan of a case, given the place of its first number."""
    must = int(options[case + MUST_LIE]), int(options[case + MUST_LIE + 1])
    may = int(options[case + MAY_LIE]), int(options[case + MAY_LIE + 1])
    ask(options, must, may)
    for place in range(2):
        kind = int(options[case + STAND + place])
        if kind >= 0:
            options[MUST + kind] += 1
            options[MUST + JOKER] -= 1
        one = int(options[case + STAYING + place])
        if one and not is_group(one):
            options[GOING_ON + high_of(one) + 1] += 1 << BITS * colour_of(one)


@rule
def least_in_cases(options: Any, further: int, wanted: int) -> int:
    """Return the wanted tiles that are the least one played in some case, as bits.

    Args:
        options: the numbers of the house, then the workspace with the cases.
        further: the kinds of tiles, beyond those chosen, that every turn plays.
        wanted: the candidates, as bits.
    """
    found = 0
    for number in range(options[N_CASES]):
        case = CASES + CASE * number
        least = least_kind(int(options[case + LAID]) | further)
        asked = wanted & ~found & up_to(least)
        if asked:
            ask_case(options, case)
            found |= least_found(options, least, asked, False)
    return found


# --- Swap -----------------------------------------------------------------------------------------


@rule
def keys_of(record: Any, options: Any, place: int, kind: int) -> int:
    """Return the kinds of tiles that free a joker of the table if all of them are present.

    Args:
        record: the record.
        options: the numbers of the house.
        place: the number of the joker, 0 or 1.
        kind: the kind that it stands for.
    """
    kinds = int(record[MEANINGS + place])
    if options[NEEDS_BOTH] and is_in_three(kinds, int(record[IS_PAIR])):
        return kinds
    return 1 << kind


@rule
def seconds_after(record: Any, rest: int) -> int:
    """Return the kinds that the second joker can stand for.

    Two jokers in one group stand for different kinds, in ascending order: then these are the ``rest`` of
    the first joker's kinds.
    """
    return rest if record[IS_PAIR] else int(record[MEANINGS + 1])


@rule
def _list_swaps(record: Any, options: Any, must: tuple[int, int], rack: tuple[int, int]) -> None:
    """List the cases in which each joker of the table is free or keeps its meaning."""
    firsts = int(record[MEANINGS])
    while firsts:
        first = lowest_bit(firsts)
        firsts &= firsts - 1
        if not record[MEANINGS + 1]:
            _add_swaps(record, options, must, rack, first, -1)
        seconds = seconds_after(record, firsts)
        while seconds and record[MEANINGS + 1]:
            _add_swaps(record, options, must, rack, first, lowest_bit(seconds))
            seconds &= seconds - 1


@rule
def _add_swaps(
    record: Any, options: Any, must: tuple[int, int], rack: tuple[int, int], first: int, second: int
) -> None:
    """Add the cases of jokers that stand for given kinds; ``second`` is -1 if there is one joker."""
    keys = keys_of(record, options, 0, first)
    other_keys = keys_of(record, options, 1, second) if second >= 0 else 0
    for freed in range(4):
        is_first, is_second = freed & 1, freed >> 1
        wanted = ((keys if is_first else 0) | (other_keys if is_second else 0)) & ~must[0]
        if wanted & ~rack[0]:
            continue
        missing = ~(must[0] | wanted)
        stand = first if keys & missing else -1
        other = second if other_keys & missing else -1
        stands = min(stand, other), max(stand, other)
        if not _is_listed(options, wanted, stands):
            held = plus(must[0], must[1], wanted, 0)
            add_case(options, held, minus(rack[0], rack[1], wanted, 0), wanted, stands)


@rule
def _is_listed(options: Any, wanted: int, stands: tuple[int, int]) -> bool:
    """Return whether a listed case allows more: it wants and fixes only a part of the same."""
    for number in range(options[N_CASES]):
        case = CASES + CASE * number
        low, high = int(options[case + STAND]), int(options[case + STAND + 1])
        if high < 0:
            is_within = True
        elif low < 0:
            is_within = high in (stands[0], stands[1])
        else:
            is_within = low == stands[0] and high == stands[1]
        if is_within and not options[case + LAID] & ~wanted:
            return True
    return False


# --- Locked ---------------------------------------------------------------------------------------


@rule
def needs_all_of(options: Any, one: int) -> bool:
    """Return whether a joker of a set is freed only if all tiles that it may stand for are present."""
    if not options[NEEDS_BOTH] or not is_group(one):
        return False
    return count_bits(colours_of(one)) + jokers_in(one) == 3


@rule
def stood_for(one: int) -> int:
    """Return the kinds of tiles that may take the place of a set's jokers, as bits."""
    if is_group(one):
        return missing_of(one)
    return joker_numbers_of(one) >> 1 << NUMBERS * colour_of(one)


@rule
def way_to_unlock(options: Any, one: int, number: int) -> int:
    """Return the kinds of tiles that replace jokers of a set in the n-th way; -1 after the last way.

    Way 0 replaces none. Then come the ways that replace one joker, and those that replace two.
    """
    if number == 0:
        return 0
    kinds = stood_for(one)
    if needs_all_of(options, one):
        return kinds if number == 1 else -1
    count = count_bits(kinds)
    if number <= count:
        return _bit(kinds, number - 1)
    if jokers_in(one) < 2:
        return -1
    number -= count + 1
    for low in range(count):
        for high in range(low + 1, count):
            if number == 0:
                return _bit(kinds, low) | _bit(kinds, high)
            number -= 1
    return -1


@rule
def _bit(kinds: int, number: int) -> int:
    """Return the n-th kind of a mask, from 0, as a bit."""
    for _ in range(number):
        kinds &= kinds - 1
    return kinds & -kinds


@rule
def replaced_in(one: int, way: int) -> int:
    """Return a set after tiles have replaced some of its jokers."""
    if is_group(one):
        colours = colours_of(one)
        for colour in range(4):
            if way >> NUMBERS * colour + number_of(one) - 1 & 1:
                colours |= 1 << colour
        return group_of(number_of(one), colours, jokers_in(one) - count_bits(way))
    numbers = way >> NUMBERS * colour_of(one) << 1
    return run_of(colour_of(one), low_of(one), high_of(one), joker_numbers_of(one) & ~numbers)


@rule
def _tiles_of(one: int) -> tuple[int, int]:
    """Return the tiles of a set, jokers included."""
    jokers = jokers_in(one)
    return kinds_of(one) | (JOKERS if jokers else 0), JOKERS if jokers > 1 else 0


@rule
def _list_growths(
    record: Any,
    options: Any,
    table: tuple[int, int],
    forced: tuple[int, int],
    rack: tuple[int, int],
) -> None:
    """List the cases in which each set with a joker grows or has its jokers replaced."""
    one, other = int(record[WILD_SETS]), int(record[WILD_SETS + 1])
    for each in (one, other):
        if each:
            tiles = _tiles_of(each)
            table = minus(table[0], table[1], tiles[0], tiles[1])
    number = 0
    way = way_to_unlock(options, one, 0)
    while way >= 0:
        other_number = 0
        other_way = 0
        while other_way >= 0:
            _add_unlocked(options, table, forced, rack, (one, way), (other, other_way))
            other_number += 1
            other_way = way_to_unlock(options, other, other_number) if other else -1
        number += 1
        way = way_to_unlock(options, one, number)


@rule
def _add_unlocked(
    options: Any,
    table: tuple[int, int],
    forced: tuple[int, int],
    rack: tuple[int, int],
    first: tuple[int, int],
    second: tuple[int, int],
) -> None:
    """Add the cases in which rack tiles replace given jokers of the sets.

    Args:
        options: the numbers of the house, then the workspace.
        table: the tiles of the table without the sets with jokers.
        forced: the rack tiles that the turn must play.
        rack: the other rack tiles, which it may play.
        first: a set with jokers, and the kinds that replace some of them.
        second: the same for another set; two zeros if there is none.
    """
    may = rack
    one = other = 0
    for place in range(2):
        each, way = first if place == 0 else second
        left = way
        while left:
            kind = left & -left
            left &= left - 1
            if forced[0] & kind:
                forced = minus(forced[0], forced[1], kind, 0)
            elif may[0] & kind:
                may = minus(may[0], may[1], kind, 0)
            else:
                return
        if each:
            count, jokers = count_bits(way), jokers_in(each)
            if count >= jokers or (way and needs_all_of(options, each)):
                tiles = _tiles_of(each)
                table = plus(table[0], table[1], tiles[0], tiles[1])
                table = plus(table[0], table[1], way, 0)
            else:
                for _ in range(count):
                    table = plus(table[0], table[1], JOKERS, 0)
                if one:
                    other = replaced_in(each, way)
                else:
                    one = replaced_in(each, way)
    _add_grown(options, rack, table, forced, may, (one, other), 0)


@rule
def _add_grown(
    options: Any,
    rack: tuple[int, int],
    table: tuple[int, int],
    forced: tuple[int, int],
    may: tuple[int, int],
    sets: tuple[int, int],
    place: int,
) -> None:
    """Add the cases for all ways in which the staying sets can grow, by recursion over the sets.

    Args:
        options: the numbers of the house, then the workspace.
        rack: the tiles that the turn may play.
        table: the tiles of the table that are in neither set.
        forced: the tiles that must be played and are not taken yet.
        may: those that may be played and are not taken yet.
        sets: the two sets that stay, 0 for none.
        place: the set that may grow now: 0 the first, 1 the second; 2 when both are done.
    """
    if place == 2:
        laid = minus(rack[0], rack[1], may[0], may[1])[0]
        must = plus(table[0], table[1], forced[0], forced[1])
        at = add_case(options, must, may, laid, (-1, -1))
        options[at + STAYING], options[at + STAYING + 1] = sets
        return
    _add_grown(options, rack, table, forced, may, sets, place + 1)
    one = sets[0] if place == 0 else sets[1]
    kinds = _may_join(one) if one else 0
    while kinds:
        kind = kinds & -kinds
        kinds &= kinds - 1
        grown = _joined(one, kind)
        longer = (grown, sets[1]) if place == 0 else (sets[0], grown)
        # If possible, take a tile that must be laid anyway.
        if table[0] & kind:
            left = minus(table[0], table[1], kind, 0)
            _add_grown(options, rack, left, forced, may, longer, place)
        elif forced[0] & kind:
            left = minus(forced[0], forced[1], kind, 0)
            _add_grown(options, rack, table, left, may, longer, place)
        elif may[0] & kind:
            left = minus(may[0], may[1], kind, 0)
            _add_grown(options, rack, table, forced, left, longer, place)


@rule
def _may_join(one: int) -> int:
    """Return the kinds that a set may take: for a run at its low end, for a group a missing colour."""
    if not is_group(one):
        return 1 << NUMBERS * colour_of(one) + low_of(one) - 2 | JOKERS if low_of(one) > 1 else 0
    if count_bits(colours_of(one)) + jokers_in(one) == 4:
        return 0
    return missing_of(one) | JOKERS


@rule
def _joined(one: int, kind: int) -> int:
    """Return a set extended by a tile of such a kind, given as a bit."""
    if is_group(one):
        if kind == JOKERS:
            return group_of(number_of(one), colours_of(one), jokers_in(one) + 1)
        colour = lowest_bit(kind) // NUMBERS
        return group_of(number_of(one), colours_of(one) | 1 << colour, jokers_in(one))
    jokers = joker_numbers_of(one)
    low = low_of(one) - 1
    if kind == JOKERS:
        jokers |= 1 << low
    return run_of(colour_of(one), low, high_of(one), jokers)
