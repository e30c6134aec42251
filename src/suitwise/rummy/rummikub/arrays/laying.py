"""The new table of a turn: turning the choices of a scan into sets, and placing its jokers.

The sets are made in the same order as in ``solve.tables``, so that jokers come to lie in the same sets.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, lowest_bit, rule
from suitwise.rummy.rummikub.arrays.cases import STAYING, ask_case, list_apart, list_cases
from suitwise.rummy.rummikub.arrays.record import (
    CASE,
    CASES,
    CHOSEN,
    GROUPED,
    MOST_WAITING,
    MUST,
    N_CASES,
    N_SETS,
    OPENING,
    SETS,
    STEPS,
    TILE_VALUES,
    WAITING,
    WAITING_COLOUR,
    WILD_SETS,
    put,
    write_meanings,
)
from suitwise.rummy.rummikub.arrays.scans import best_found, read_steps
from suitwise.rummy.rummikub.arrays.tiles import (
    TWICE,
    colour_of,
    colours_of,
    group_of,
    high_of,
    is_group,
    joker_numbers_of,
    jokers_in,
    kinds_of,
    low_of,
    minus,
    number_of,
    plus,
    run_of,
)
from suitwise.rummy.rummikub.arrays.ways import NO_WAY, begin_ways, next_way, set_at, way_at
from suitwise.rummy.rummikub.rules.tiles import JOKER, MOST_IN_GROUP, NUMBERS
from suitwise.rummy.rummikub.solve.scan import (
    BITS,
    COLOURS,
    GROUP_JOKERS_AT,
    GROUPED_AT,
    RUNS_AT,
    WORD,
)

# --- Sets -----------------------------------------------------------------------------------------


@rule
def add_set(options: Any, one: int) -> None:
    """Add a set to the new table."""
    options[SETS + options[N_SETS]] = one
    options[N_SETS] += 1


@rule
def make_sets(options: Any, one: int, other: int) -> None:
    """Add the sets that the choices of a scan make.

    For each colour, WAITING holds the number of open runs, the lowest number of each, and for each a bit
    mask of the numbers of its jokers.

    Args:
        options: the numbers of the house, then the workspace with the choices.
        one: a staying run that may go on, 0 for none.
        other: another one.
    """
    for colour in range(COLOURS):
        options[WAITING + WAITING_COLOUR * colour] = 0
    for number in range(1, NUMBERS + 1):
        step = int(options[STEPS + number - 1])
        grouped = step >> GROUPED_AT & WORD
        for colour in range(COLOURS):
            at = BITS * colour
            count = step >> RUNS_AT + at & 7
            jokers = count - (step >> at & 7) + (grouped >> at & 7)
            _go_on(options, colour, number, count, jokers)
        for run in (one, other):
            if run and high_of(run) == number:
                _add_open(options, colour_of(run), low_of(run), joker_numbers_of(run))
        if grouped:
            _deal_groups(options, number, grouped, step >> GROUP_JOKERS_AT)
    for colour in range(COLOURS):
        waiting = WAITING + WAITING_COLOUR * colour
        for place in range(1, options[waiting] + 1):
            jokers = int(options[waiting + MOST_WAITING + place])
            add_set(options, run_of(colour, int(options[waiting + place]), NUMBERS, jokers))


@rule
def _add_open(options: Any, colour: int, low: int, jokers: int) -> None:
    """Add an open run of a colour, after the others."""
    waiting = WAITING + WAITING_COLOUR * colour
    options[waiting] += 1
    options[waiting + options[waiting]] = low
    options[waiting + MOST_WAITING + options[waiting]] = jokers


@rule
def _go_on(options: Any, colour: int, number: int, count: int, jokers: int) -> None:
    """Continue the shortest open runs of a colour at a number; the others end.

    Args:
        options: the numbers of the house, then the workspace.
        colour: the colour.
        number: the number.
        count: the number of tiles and jokers that go to runs.
        jokers: the number of jokers among them.
    """
    waiting = WAITING + WAITING_COLOUR * colour
    wilds = waiting + MOST_WAITING
    had = int(options[waiting])
    for place in range(2, had + 1):  # a stable insertion sort by length, the shortest first
        low, wild, to = int(options[waiting + place]), int(options[wilds + place]), place
        while to > 1 and options[waiting + to - 1] < low:
            options[waiting + to] = options[waiting + to - 1]
            options[wilds + to] = options[wilds + to - 1]
            to -= 1
        options[waiting + to], options[wilds + to] = low, wild
    for place in range(count + 1, had + 1):
        low, wild = int(options[waiting + place]), int(options[wilds + place])
        add_set(options, run_of(colour, low, number - 1, wild))
    for place in range(had + 1, count + 1):
        options[waiting + place], options[wilds + place] = number, 0
    options[waiting] = count
    for place in range(1, jokers + 1):
        options[wilds + place] |= 1 << number


@rule
def _deal_groups(options: Any, number: int, grouped: int, jokers: int) -> None:
    """Deal the tiles of a number out to as few groups as possible, equal tiles to different groups."""
    most, tiles = 0, 0
    for colour in range(COLOURS):
        here = grouped >> BITS * colour & 7
        most = max(most, here)
        tiles += here
    count = max(most, (tiles + jokers + MOST_IN_GROUP - 1) // MOST_IN_GROUP)
    first = int(options[N_SETS])
    for _ in range(count):
        add_set(options, group_of(number, 0, 0))
    place = 0
    for colour in range(COLOURS):
        for _ in range(grouped >> BITS * colour & 7):
            at = SETS + first + place % count
            one = int(options[at])
            options[at] = group_of(number, colours_of(one) | 1 << colour, jokers_in(one))
            place += 1
    for _ in range(jokers):
        at = SETS + first + place % count
        one = int(options[at])
        options[at] = group_of(number, colours_of(one), jokers_in(one) + 1)
        place += 1


@rule
def let_stand(options: Any, kind: int) -> None:
    """Put a joker of the table back in the place of the tile that the case counted it as."""
    number, colour = kind % NUMBERS + 1, kind // NUMBERS
    for place in range(options[N_SETS]):
        one = int(options[SETS + place])
        if kinds_of(one) >> kind & 1:
            if is_group(one):
                colours = colours_of(one) & ~(1 << colour)
                options[SETS + place] = group_of(number, colours, jokers_in(one) + 1)
            else:
                jokers = joker_numbers_of(one) | 1 << number
                options[SETS + place] = run_of(colour, low_of(one), high_of(one), jokers)
            return


@rule
def _add_jokers(options: Any, jokers: int) -> bool:
    """Add jokers to sets that have room for them; return whether there is room for all."""
    for place in range(options[N_SETS]):
        while jokers:
            one = int(options[SETS + place])
            if is_group(one):
                own = count_bits(colours_of(one)) + jokers_in(one)
                if own == MOST_IN_GROUP:
                    break
                one = group_of(number_of(one), colours_of(one), jokers_in(one) + 1)
            else:
                low, high, wild = low_of(one), high_of(one), joker_numbers_of(one)
                if high < NUMBERS:
                    one = run_of(colour_of(one), low, high + 1, wild | 1 << high + 1)
                elif low > 1:
                    one = run_of(colour_of(one), low - 1, high, wild | 1 << low - 1)
                else:
                    break
            options[SETS + place] = one
            jokers -= 1
    return jokers == 0


@rule
def arrange(options: Any, one: int, other: int) -> bool:
    """Make the sets of a table with all tiles that must lie there; return whether there is one.

    Args:
        options: the numbers of the house, then the workspace with the input of the scan.
        one: a set that stays, 0 for none.
        other: another one.
    """
    jokers = int(options[MUST + JOKER])
    run, second = 0 if is_group(one) else one, 0 if is_group(other) else other
    for waits in range(1 if jokers else 0, -1, -1):
        at = best_found(options, TILE_VALUES, 0, waits)
        if at < 0:
            return False
        read_steps(options, at)
        options[N_SETS] = 0
        for each in (one, other):
            if is_group(each):
                add_set(options, each)
        beside = int(options[N_SETS])
        make_sets(options, run, second)
        in_hand = jokers
        for each in (run, second):
            if each:
                in_hand += jokers_in(each)
        for place in range(beside, options[N_SETS]):
            in_hand -= jokers_in(int(options[SETS + place]))
        if not waits or _add_jokers(options, in_hand):
            return True
    return False


# --- The tiles of a turn --------------------------------------------------------------------------


@rule
def arrange_chosen(record: Any, options: Any) -> None:
    """Make the sets of the new table in houses where jokers don't keep their meanings."""
    chosen = int(record[CHOSEN]), int(record[CHOSEN + TWICE])
    list_cases(record, options, chosen, (0, 0))
    for number in range(options[N_CASES]):
        case = CASES + CASE * number
        ask_case(options, case)
        if arrange(options, int(options[case + STAYING]), int(options[case + STAYING + 1])):
            return


@rule
def arrange_apart(record: Any, options: Any) -> None:
    """Make the sets of an opening turn that leaves the table as it lies."""
    chosen = int(record[CHOSEN]), int(record[CHOSEN + TWICE])
    if options[OPENING] == 0:
        list_apart(options, chosen, (0, 0))
        ask_case(options, CASES)
        arrange(options, 0, 0)
        return
    begin_ways(options, chosen[0], chosen[1])
    level = next_way(options, 0, chosen, chosen, -1)
    while level != NO_WAY:
        way = way_at(options, level, chosen)
        left = minus(chosen[0], chosen[1], way[0], way[1])
        list_apart(options, left, (0, 0))
        ask_case(options, CASES)
        if arrange(options, 0, 0):
            for place in range(1, level + 1):
                add_set(options, set_at(options, place))
            return
        level = next_way(options, level, chosen, chosen, -1)


@rule
def wild_set(options: Any, number: int) -> int:
    """Return the n-th set with jokers of the new table, 0 if there is none."""
    for place in range(options[N_SETS]):
        one = int(options[SETS + place])
        if jokers_in(one):
            if number == 0:
                return one
            number -= 1
    return 0


@rule
def take_table(record: Any, options: Any, is_apart: bool) -> None:
    """Write the new table to the record; with ``is_apart`` the sets of the old table stay, too."""
    grouped = (int(record[GROUPED]), int(record[GROUPED + TWICE])) if is_apart else (0, 0)
    for place in range(options[N_SETS]):
        one = int(options[SETS + place])
        if is_group(one):
            grouped = plus(grouped[0], grouped[1], kinds_of(one), 0)
    put(record, GROUPED, grouped)
    one, other = wild_set(options, 0), wild_set(options, 1)
    if is_apart and record[WILD_SETS]:
        other = int(record[WILD_SETS + 1]) if record[WILD_SETS + 1] else one
        one = int(record[WILD_SETS])
    if other and comes_after(one, other):
        one, other = other, one
    record[WILD_SETS], record[WILD_SETS + 1] = one, other
    write_meanings(record)


@rule
def comes_after(one: int, other: int) -> bool:
    """Return whether a set with jokers comes after another in the order of a table."""
    if is_group(one) or is_group(other):
        if not (is_group(one) and is_group(other)):
            return is_group(one)
        if number_of(one) != number_of(other):
            return number_of(one) > number_of(other)
        return letters_of(one) > letters_of(other)
    if colour_of(one) != colour_of(other):
        return colour_of(one) > colour_of(other)
    if low_of(one) != low_of(other):
        return low_of(one) > low_of(other)
    if high_of(one) != high_of(other):
        return high_of(one) > high_of(other)
    first, second = joker_numbers_of(one), joker_numbers_of(other)
    return first != second and lowest_bit(first) > lowest_bit(second)


@rule
def letters_of(group: int) -> int:
    """Return a number that sorts groups by their text, in which ``[`` comes before all letters.

    >>> text = {0b0011: "kr[", 0b0101: "kb[", 0b0111: "krb["}
    >>> sorted(text.values()) == [
    ...     text[one] for one in sorted(text, key=lambda one: letters_of(group_of(7, one, 1)))
    ... ]
    True
    """
    place, size = 0, 0
    for colour in range(COLOURS):
        if colours_of(group) >> colour & 1:
            place = place * 8 + _LETTERS[colour]
            size += 1
    for _ in range(jokers_in(group)):
        place = place * 8 + 1
        size += 1
    for _ in range(size, MOST_IN_GROUP):
        place *= 8
    return place


_LETTERS = (3, 5, 2, 4)
"""The ranks of the letters k, r, b and o in alphabetical order, after the rank 1 of the bracket."""
