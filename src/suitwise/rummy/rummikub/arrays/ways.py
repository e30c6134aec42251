"""The ways to open: all selections of sets from given tiles that are worth enough (R2).

As in ``solve.openings``, sets that can't be divided into two sets are selected in their order, and each
set of a selection is needed for its worth. The search is depth-first, and ``next_way`` moves on from one
selection to the next. Its stack is in ``options``: the numbers of the house, then the workspace
(``record``).
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, rule
from suitwise.rummy.rummikub.arrays.record import (
    LEVEL,
    LEVELS,
    MOST_TRIED,
    N_SHORT,
    N_TRIED,
    OPENING,
    SHORT,
    SHORT_SET,
    TRIED,
)
from suitwise.rummy.rummikub.arrays.tiles import (
    JOKERS,
    MULTISET,
    group_of,
    has_all_of,
    jokers_in,
    jokers_of,
    kinds_of,
    least_kind,
    minus,
    run_of,
    up_to,
)
from suitwise.rummy.rummikub.rules.tiles import NUMBERS

# --- Short sets: those that can't be divided into two ---------------------------------------------
#
# A short set is four numbers of the workspace: its tiles, two words; its worth; and the set (``tiles``).

TILES, WORTH, THE_SET = 0, 2, 3


@rule
def list_short(options: Any, once: int, twice: int) -> None:
    """List the short sets of a multiset of tiles: first runs, by colour and lowest number."""
    options[N_SHORT] = 0
    jokers = jokers_of(once, twice)
    for colour in range(4):
        numbers = once >> NUMBERS * colour << 1
        for low in range(1, NUMBERS - 1):
            for high in range(low + 2, min(low + 5, NUMBERS + 1)):
                within = up_to(high) & ~up_to(low - 1)
                _list_runs(options, colour, low, high, within, within & ~numbers, jokers)
    for number in range(1, NUMBERS + 1):
        held = 0
        for colour in range(4):
            held |= (once >> NUMBERS * colour + number - 1 & 1) << colour
        _list_groups(options, number, held, jokers)


@rule
def _list_runs(
    options: Any, colour: int, low: int, high: int, within: int, missing: int, jokers: int
) -> None:
    """List the runs between two numbers, with jokers at the missing ones and at up to two more.

    Args:
        options: the workspace.
        colour: the colour.
        low: the lowest number.
        high: the highest.
        within: a bit for each number from the lowest to the highest.
        missing: a bit for each of these numbers without a tile.
        jokers: the number of jokers.
    """
    spare_jokers = jokers - count_bits(missing)
    if spare_jokers < 0:
        return
    worth = (low + high) * (high - low + 1) // 2
    _add_short(options, run_of(colour, low, high, missing), worth)
    for more in range(1, spare_jokers + 1):
        spare = within & ~missing
        while spare:
            one = spare & -spare
            spare &= spare - 1
            if more == 1:
                _add_short(options, run_of(colour, low, high, missing | one), worth)
            second = spare if more == 2 else 0
            while second:
                other = second & -second
                second &= second - 1
                _add_short(options, run_of(colour, low, high, missing | one | other), worth)


@rule
def _list_groups(options: Any, number: int, held: int, jokers: int) -> None:
    """List the groups of a number; ``held`` has a bit for each colour with a tile."""
    for choice in range(1, 1 << count_bits(held)):  # its bits choose among the colours held
        colours, left, bits = 0, held, choice
        while left:
            if bits & 1:
                colours |= left & -left
            bits >>= 1
            left &= left - 1
        own = count_bits(colours)
        for count in range(jokers + 1):
            if 3 <= own + count <= 4:
                _add_short(options, group_of(number, colours, count), number * (own + count))


@rule
def _add_short(options: Any, one: int, worth: int) -> None:
    """Add a set to the list."""
    at = SHORT + SHORT_SET * int(options[N_SHORT])
    options[N_SHORT] += 1
    jokers = jokers_in(one)
    options[at + TILES] = kinds_of(one) | (JOKERS if jokers else 0)
    options[at + TILES + 1] = JOKERS if jokers > 1 else 0
    options[at + WORTH], options[at + THE_SET] = worth, one


# --- Selections -----------------------------------------------------------------------------------
#
# A level of the search stack is five numbers of the workspace: the next place in the list of short sets;
# the tiles left, two words; the points of the sets selected so far; and the worth of the least of these.
# Level n has n sets selected. The set that led to it is the one before the next place of level n - 1.

PLACE, LEFT, POINTS, SMALLEST = 0, 1, 3, 4
NO_WAY = -1
_MORE_THAN_ANY = 100
"""More than any set is worth."""


@rule
def begin_ways(options: Any, once: int, twice: int) -> None:
    """Begin the search for selections of sets from given tiles."""
    list_short(options, once, twice)
    options[LEVELS + PLACE] = 0
    options[LEVELS + LEFT], options[LEVELS + LEFT + 1] = once, twice
    options[LEVELS + POINTS], options[LEVELS + SMALLEST] = 0, _MORE_THAN_ANY
    options[N_TRIED] = 0


@rule
def set_at(options: Any, level: int) -> int:
    """Return the set that led to a level, from 1 on."""
    place = int(options[LEVELS + LEVEL * (level - 1) + PLACE]) - 1
    return int(options[SHORT + SHORT_SET * place + THE_SET])


@rule
def further_at(
    options: Any, level: int, every: tuple[int, int], chosen: tuple[int, int]
) -> tuple[int, int]:
    """Return the tiles of a level's sets beyond those chosen in the turn."""
    way = way_at(options, level, every)
    return minus(way[0], way[1], chosen[0], chosen[1])


@rule
def way_at(options: Any, level: int, every: tuple[int, int]) -> tuple[int, int]:
    """Return the tiles of a level's sets; ``every`` are the tiles with which the search began."""
    at = LEVELS + LEVEL * level + LEFT
    return minus(every[0], every[1], int(options[at]), int(options[at + 1]))


@rule
def next_way(
    options: Any, level: int, every: tuple[int, int], chosen: tuple[int, int], wanted: int
) -> int:
    """Move on to the next selection that is worth enough; return its level, or NO_WAY.

    A selection is left out, with all that continue it, if its least tile beyond those chosen is lower
    than every wanted one: then no wanted tile is the least that it plays.

    Args:
        options: the workspace.
        level: 0 at first, later the level returned last.
        every: the tiles with which the search began.
        chosen: the tiles chosen in the turn.
        wanted: the candidate tiles, as bits; -1 for all.
    """
    level = max(0, level - 1)
    while level >= 0:
        at = LEVELS + LEVEL * level
        place = int(options[at + PLACE])
        if place == options[N_SHORT]:
            level -= 1
            continue
        options[at + PLACE] = place + 1
        short = SHORT + SHORT_SET * place
        needed, needed_twice = int(options[short + TILES]), int(options[short + TILES + 1])
        left, left_twice = int(options[at + LEFT]), int(options[at + LEFT + 1])
        if not has_all_of(left, left_twice, needed, needed_twice):
            continue
        worth = int(options[short + WORTH])
        after = at + LEVEL
        options[after + PLACE] = place
        options[after + LEFT], options[after + LEFT + 1] = minus(
            left, left_twice, needed, needed_twice
        )
        points = int(options[at + POINTS]) + worth
        options[after + POINTS] = points
        options[after + SMALLEST] = min(int(options[at + SMALLEST]), worth)
        further = further_at(options, level + 1, every, chosen)
        if not wanted & up_to(least_kind(further[0])):
            continue
        if points < options[OPENING]:
            level += 1
        elif options[after + SMALLEST] > points - options[OPENING]:
            return level + 1
    return NO_WAY


# --- Selections that were tried -------------------------------------------------------------------


@rule
def was_tried(options: Any, way: tuple[int, int], is_apart: bool) -> bool:
    """Return whether the tiles of a selection, or a part of them, were tried before; if not, note them.

    If a part of them opens, every turn that plays them all was covered when that part was tried. This is
    not so if the selected sets must lie apart from the rest; then only the same tiles count. After
    ``MOST_TRIED`` selections no more are noted, and some may be tried twice.
    """
    for number in range(options[N_TRIED]):
        at = TRIED + MULTISET * number
        once, twice = int(options[at]), int(options[at + 1])
        if is_apart:
            if once == way[0] and twice == way[1]:
                return True
        elif has_all_of(way[0], way[1], once, twice):
            return True
    if options[N_TRIED] < MOST_TRIED:
        at = TRIED + MULTISET * int(options[N_TRIED])
        options[at], options[at + 1] = way
        options[N_TRIED] += 1
    return False
