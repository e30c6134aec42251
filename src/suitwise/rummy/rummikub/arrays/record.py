"""The columns of a record of Rummikub, the numbers of a house, and the workspace of a thread.

Of the table a record holds only its tiles, those in groups, and the sets with jokers. Nothing else about
it matters for the rest of the deal or for observations.
"""

from __future__ import annotations

from typing import Any

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import count_bits, lowest_bit, rule
from suitwise.rummy.rummikub.arrays.tiles import (
    MULTISET,
    TWICE,
    group_of,
    is_group,
    joker_numbers_of,
    missing_of,
    run_of,
    words_of,
)
from suitwise.rummy.rummikub.arrays.tiles import colour_of as colour_of_run
from suitwise.rummy.rummikub.arrays.tiles import jokers_in as jokers_in_set
from suitwise.rummy.rummikub.moves import NUMBERED
from suitwise.rummy.rummikub.rules.tiles import JOKER, KINDS, NUMBERS, SIZE, Group, Set, counts_of
from suitwise.rummy.rummikub.solve.openings import NUMBERS_WORTH
from suitwise.rummy.rummikub.solve.scan import CHOICES
from suitwise.rummy.rummikub.solve.tables import value_of
from suitwise.rummy.rummikub.state import PHASES, RummikubState
from suitwise.rummy.rummikub.variant import RummikubVariant
from suitwise.stepping.loop import HEAD
from suitwise.stepping.noted import words_for

MOST_SEATS = 4

# --- The numbers of a house -----------------------------------------------------------------------

SEATS, OPENING, IS_SAME, JOKER_RULE, NEEDS_BOTH, STOPS, COUNTS_WINS = range(7)
"""The number of seats; the points of an opening; whether an opening turn may rearrange the table; how
jokers of the table move; whether both missing tiles are needed to free a joker in a group of three;
whether the last tile of the pool ends the deal; whether wins count instead of points."""
FREE, SWAP, LOCKED = range(3)
"""The values of JOKER_RULE."""
TILE_VALUES = 7
"""The place of the values of the 52 kinds for playing the most tiles."""
NUMBER_VALUES = TILE_VALUES + KINDS
"""The place of the values of the 52 kinds for openings, their numbers."""
HOUSE_NUMBERS = NUMBER_VALUES + KINDS
"""The number of numbers of a house."""


def options_of(house: RummikubVariant) -> tuple[int, ...]:
    """Return the numbers of a house.

    >>> options_of(RummikubVariant(seats=3))[:STOPS]
    (3, 30, 1, 1, 0)
    """
    return (
        house.seats,
        house.opening,
        int(house.same),
        ("free", "swap", "locked").index(house.joker),
        int(house.group_joker == "both"),
        int(house.pool == "stop"),
        int(house.match == "wins"),
        *(value_of(kind, "tiles") for kind in range(KINDS)),
        *NUMBERS_WORTH,
    )


# --- The workspace of a thread --------------------------------------------------------------------
#
# ===============  =================================================================================
# name             meaning
# ===============  =================================================================================
# EXCEEDED         1 if a scan had more states than there is room for
# MUST (53)        the number of tiles of each kind that must lie on the new table of a scan
# MAY (53)         the number of further tiles of each kind that may lie there
# GOING_ON (16)    for each number from 0 the runs of the table that can go on from it, for ``scan``
# STEPS (13)       the choices that led to the best table of a scan
# N_SETS, SETS     the sets of a new table (``laying``)
# WAITING          the open runs of each colour while sets are made
# N_CASES, CASES   the cases of a turn, one scan each (``cases``)
# N_SHORT, SHORT   the short sets of a rack (``ways``)
# LEVELS           the stack of the search for selections of such sets
# N_TRIED, TRIED   the selections that were tried
# CHOICES_AT       the choices at a number, for a scan
# COLUMNS_AT       the states of a scan, in columns of MOST_STATES
# SLOTS_AT         the hash table of a scan
# ===============  =================================================================================

EXCEEDED = HOUSE_NUMBERS
MUST = EXCEEDED + 1
MAY = MUST + SIZE
GOING_ON = MAY + SIZE
STEPS = GOING_ON + NUMBERS + 3
N_SETS = STEPS + NUMBERS
SETS = N_SETS + 1
MOST_SETS = 48
WAITING = SETS + MOST_SETS
MOST_WAITING = 8
"""The most open runs of a colour. At most four go on at a number, and two staying ones may join them."""
WAITING_COLOUR = 1 + 2 * MOST_WAITING
N_CASES = WAITING + WAITING_COLOUR * (KINDS // NUMBERS)
CASES = N_CASES + 1
CASE, MOST_CASES = 9, 512
"""The numbers of a case, and the most cases. Locked sets can grow in fewer than two hundred ways, and
swapped jokers have fewer than forty cases."""
N_SHORT = CASES + CASE * MOST_CASES
SHORT = N_SHORT + 1
SHORT_SET, MOST_SHORT = 4, 1700
"""The numbers of a short set, and the most short sets: a whole box has 1,649."""
LEVELS = SHORT + SHORT_SET * MOST_SHORT
LEVEL, MOST_LEVELS = 5, 37
"""The numbers of a level of the search, and the most levels: a box has tiles for 35 sets."""
N_TRIED = LEVELS + LEVEL * MOST_LEVELS
TRIED = N_TRIED + 1
MOST_TRIED = 1024
CHOICES_AT = TRIED + MULTISET * MOST_TRIED
COLUMNS_AT = CHOICES_AT + 3 * CHOICES
FEWEST_STATES, MORE, MOST_STATES = 1 << 8, 8, 1 << 20
"""A scan first has room for the fewest states, then each time for MORE times as many, up to the most."""
STATE_COLUMNS = 5
SLOTS_AT = COLUMNS_AT + STATE_COLUMNS * MOST_STATES
ROOM = SLOTS_AT + 4 * MOST_STATES - HOUSE_NUMBERS
"""The number of numbers in a workspace. Most of its memory is never touched by a thread."""

# --- The columns of a record ----------------------------------------------------------------------
#
# The first columns belong to ``stepping.loop``; multisets have two columns (``tiles``).
#
# ===============  =================================================================================
# name             meaning
# ===============  =================================================================================
# RACKS (8)        the tiles of each seat
# POOL (2)         the pool
# TABLE (2)        the tiles of the table
# GROUPED (2)      the tiles of the table in groups, without jokers
# CHOSEN (2)       the tiles chosen in a staged turn
# LAST             the kind of the last tile chosen, 0 for none
# WILD_SETS (2)    the sets with jokers, in the order of the table; 0 for none
# MEANINGS (2)     for each joker of the table the kinds that it may stand for, as bits; 0 for none
# IS_PAIR          whether both jokers lie in one group, and so stand for different kinds
# N_MEANT          the number of jokers of the new table whose meaning has been named
# MEANT (2)        the kinds named; 0 for none
# OPENED (4)       whether each seat has opened
# SCORES (4)       the score of each seat at the end of a deal
# WINNER           the winner of the deal
# PHASE            the phase, as its index in ``state.PHASES``
# MOVER            the seat that the phase is about
# PASSES           the number of seats that have passed in a row
# LEGAL (2)        the legal actions of the seat on turn, WORD bits a word
# ===============  =================================================================================

RACKS = HEAD
POOL = RACKS + MULTISET * MOST_SEATS
TABLE = POOL + MULTISET
GROUPED = TABLE + MULTISET
CHOSEN = GROUPED + MULTISET
LAST = CHOSEN + MULTISET
WILD_SETS = LAST + 1
MEANINGS = WILD_SETS + 2
IS_PAIR = MEANINGS + 2
N_MEANT = IS_PAIR + 1
MEANT = N_MEANT + 1
OPENED = MEANT + 2
SCORES = OPENED + MOST_SEATS
WINNER = SCORES + MOST_SEATS
PHASE, MOVER, PASSES, LEGAL = range(WINNER + 1, WINNER + 5)
WORDS = words_for(NUMBERED)
"""The words of LEGAL."""
COLUMNS = LEGAL + WORDS

DEALING, PLAY, DRAWING, SAYING, OUT = range(len(PHASES))
"""The phases, in the order of ``state.PHASES``."""


@rule
def rack_of(record: Any) -> int:
    """Return the first column of the rack of the seat on turn."""
    return RACKS + MULTISET * int(record[MOVER])


@rule
def put(record: Any, at: int, words: tuple[int, int]) -> None:
    """Write a multiset into its columns."""
    record[at], record[at + TWICE] = words


# --- What jokers of the table stand for -----------------------------------------------------------


@rule
def place_of(kinds: int) -> int:
    """Return a number that puts sets of up to three kinds in the order of their kinds.

    >>> place_of(0b1) < place_of(0b11) < place_of(0b101) < place_of(0b10)
    True
    """
    place, left = 0, kinds
    for _ in range(3):
        place *= 64
        if left:
            place += 1 + lowest_bit(left)
            left &= left - 1
    return place


@rule
def meanings_in(one: int, other: int) -> tuple[int, int, int]:
    """Return what the jokers of up to two sets stand for, and whether both lie in one group.

    >>> run, group = run_of(1, 1, 3, 1 << 1), group_of(1, 0b0011, 1)
    >>> meanings_in(group, run) == (1 << 13, 1 << 26 | 1 << 39, 0)
    True
    """
    first = second = is_pair = 0
    for each in (one, other):
        if is_group(each):
            kinds = missing_of(each)
            if first:
                second = kinds
            else:
                first = kinds
            if jokers_in_set(each) == 2:
                second, is_pair = kinds, 1
        elif each:
            left = joker_numbers_of(each)
            while left:
                kind = 1 << NUMBERS * colour_of_run(each) + lowest_bit(left) - 1
                if first:
                    second = kind
                else:
                    first = kind
                left &= left - 1
    if second and place_of(second) < place_of(first):
        return second, first, is_pair
    return first, second, is_pair


@rule
def write_meanings(record: Any) -> None:
    """Note what the jokers of the table stand for."""
    found = meanings_in(int(record[WILD_SETS]), int(record[WILD_SETS + 1]))
    record[MEANINGS], record[MEANINGS + 1], record[IS_PAIR] = found


@rule
def is_in_three(kinds: int, is_pair: int) -> bool:
    """Return whether a joker that stands for some kinds lies in a group of three."""
    return count_bits(kinds) == (3 if is_pair else 2)


# --- A position as a record -----------------------------------------------------------------------


def write_state(record: Any, state: RummikubState) -> None:
    """Make a record of zeros that of a position; ``course.find_moves`` adds its legal actions.

    >>> from suitwise.rummy.rummikub.game import Rummikub
    >>> state, _ = Rummikub().start().rolled(seed=1, stream=0)
    >>> record = [0] * COLUMNS
    >>> write_state(record, state)
    >>> record[PHASE] == PLAY, bin(record[POOL]).count("1") + bin(record[POOL + TWICE]).count("1")
    (True, 78)
    """
    for seat, rack in enumerate(state.racks):
        put(record, RACKS + MULTISET * seat, words_of(rack))
        record[OPENED + seat] = int(state.opened[seat])
    groups = [one for one in state.table.sets if isinstance(one, Group)]
    grouped = counts_of(kind for one in groups for kind in one.kinds if kind != JOKER)
    put(record, POOL, words_of(state.pool))
    put(record, TABLE, words_of(state.table.counts))
    put(record, GROUPED, words_of(grouped))
    put(record, CHOSEN, words_of(counts_of(state.chosen)))
    record[LAST] = state.chosen[-1] if state.chosen else 0
    wild = [one for one in state.table.sets if one.meanings]
    for place, one in enumerate(wild):
        record[WILD_SETS + place] = word_of(one)
    write_meanings(record)
    record[N_MEANT] = len(state.meant)
    for place, kind in enumerate(state.meant):
        record[MEANT + place] = kind
    record[PHASE], record[MOVER] = PHASES.index(state.phase), state.seat
    record[PASSES] = state.passes
    if state.phase == "end":
        record[WINNER] = state.winner
        for seat, points in enumerate(state.scores()):
            record[SCORES + seat] = points


def word_of(one: Set) -> int:
    """Return a set as a word.

    >>> word_of(Group(7, (0, 1), 1)) == group_of(7, 0b0011, 1)
    True
    """
    if isinstance(one, Group):
        return group_of(one.number, sum(1 << colour for colour in one.colours), one.jokers)
    return run_of(one.colour, one.low, one.high, sum(1 << number for number in one.jokers))


def refuse_matches(variant: RummikubVariant) -> None:
    """Raise SuitwiseError unless a variant is single deals of staged turns."""
    if variant.deals > 1 or not variant.staged:
        raise SuitwiseError(
            f"{variant}: single deals of staged turns are stepped: deals=1, staged=yes"
        )
