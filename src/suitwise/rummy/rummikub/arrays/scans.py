"""Running the scans of ``solve`` in the workspace of a thread.

The input of a scan is written to MUST, MAY and GOING_ON. Most tables have few states, so a scan begins
with a small array of states, which stays in the processor's cache. If it is too small, the scan is run
again with a larger one.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import rule
from suitwise.rummy.rummikub.arrays.record import (
    CHOICES_AT,
    COLUMNS_AT,
    EXCEEDED,
    FEWEST_STATES,
    GOING_ON,
    MAY,
    MORE,
    MOST_STATES,
    MUST,
    NUMBER_VALUES,
    OPENING,
    SLOTS_AT,
    STEPS,
    TILE_VALUES,
)
from suitwise.rummy.rummikub.arrays.tiles import JOKERS, write_counts
from suitwise.rummy.rummikub.rules.tiles import JOKER, KINDS, NUMBERS, SIZE
from suitwise.rummy.rummikub.solve.least import scan_layers
from suitwise.rummy.rummikub.solve.scan import (
    BITS,
    CHOICES,
    COLOURS,
    NEVER,
    NO_ROOM,
    PARENT,
    STATE,
    STEP,
    VALUE,
    scan,
)
from suitwise.rummy.rummikub.solve.scan import JOKERS_AT as LAID_AT
from suitwise.rummy.rummikub.solve.tables import value_of

JOKER_VALUE = value_of(JOKER, "tiles")


# --- Arrays ---------------------------------------------------------------------------------------


@rule
def states_in(options: Any, room: int) -> Any:
    """Return the arrays of a scan for ``room`` states, with an empty hash table."""
    for slot in range(4 * room):
        options[SLOTS_AT + slot] = -1
    at, step = COLUMNS_AT, MOST_STATES
    return (
        options[at : at + room],
        options[at + step : at + step + room],
        options[at + 2 * step : at + 2 * step + room],
        options[at + 3 * step : at + 3 * step + room],
        options[at + 4 * step : at + 4 * step + room],
        options[SLOTS_AT : SLOTS_AT + 4 * room],
    )


@rule
def choices_in(options: Any) -> Any:
    """Return the arrays for the choices at a number."""
    return (
        options[CHOICES_AT : CHOICES_AT + CHOICES],
        options[CHOICES_AT + CHOICES : CHOICES_AT + 2 * CHOICES],
        options[CHOICES_AT + 2 * CHOICES : CHOICES_AT + 3 * CHOICES],
    )


@rule
def position_in(options: Any) -> Any:
    """Return the tiles that must lie on the new table and those that may, without jokers."""
    return options[MUST : MUST + KINDS], options[MAY : MAY + KINDS]


@rule
def in_column(options: Any, column: int, at: int) -> int:
    """Return an entry of a column of the last scan's states."""
    return int(options[COLUMNS_AT + column * MOST_STATES + at])


# --- Scans ----------------------------------------------------------------------------------------


@rule
def ask(options: Any, must: tuple[int, int], may: tuple[int, int]) -> None:
    """Write the tiles that must and that may lie on the new table, the input of a scan; no run stays."""
    write_counts(options, MUST, must[0], must[1], SIZE)
    write_counts(options, MAY, may[0], may[1], SIZE)
    for number in range(NUMBERS + 3):
        options[GOING_ON + number] = 0


@rule
def least_found(options: Any, least: int, wanted: int, stands: bool) -> int:
    """Return the wanted kinds that are the least one played in some legal turn, as bits.

    Args:
        options: the numbers of the house, then the workspace.
        least: the least kind that every turn plays, or that a joker must stand for.
        wanted: the candidates, as bits.
        stands: whether jokers stand for tiles, which count as played.
    """
    jokers = int(options[MUST + JOKER] + options[MAY + JOKER]), int(options[MUST + JOKER])
    position, going_on = position_in(options), options[GOING_ON : GOING_ON + NUMBERS + 3]
    choices = choices_in(options)
    room = FEWEST_STATES
    while room <= MOST_STATES:
        states = states_in(options, room)
        found = scan_layers(position, jokers, 1 << least, wanted, going_on, choices, states, stands)
        if found != NO_ROOM:
            return found
        room *= MORE
    options[EXCEEDED] = 1
    return 0


@rule
def best_found(options: Any, values: int, at_numbers: int, waits: int) -> int:
    """Return the index of the last state of the best new table, or NEVER.

    Args:
        options: the numbers of the house, then the workspace.
        values: the place of the values of the kinds, TILE_VALUES or NUMBER_VALUES.
        at_numbers: 1 if a joker has the value of the number at which it lies, else 0.
        waits: 1 if jokers may wait, else 0.
    """
    jokers = int(options[MUST + JOKER] + options[MAY + JOKER]), int(options[MUST + JOKER])
    position, going_on = position_in(options), options[GOING_ON : GOING_ON + NUMBERS + 3]
    choices = choices_in(options)
    weights = options[values : values + KINDS]
    worth = (0 if at_numbers else JOKER_VALUE), at_numbers, waits
    room = FEWEST_STATES
    while room <= MOST_STATES:
        states = states_in(options, room)
        found = scan(position, jokers, weights, worth, going_on, choices, states)
        if found != NO_ROOM:
            return found
        room *= MORE
    options[EXCEEDED] = 1
    return NEVER


@rule
def read_steps(options: Any, at: int) -> None:
    """Write the choices that led to a state, in the order of the numbers."""
    for number in range(NUMBERS, 0, -1):
        options[STEPS + number - 1] = in_column(options, STEP, at)
        at = in_column(options, PARENT, at)


@rule
def tiles_played(options: Any, at: int) -> tuple[int, int]:
    """Return the tiles of MAY that lie on the new table of a state, jokers included."""
    once = twice = 0
    for joker in range(in_column(options, STATE, at) >> LAID_AT):
        if joker >= options[MUST + JOKER]:
            twice |= once & JOKERS
            once |= JOKERS
    read_steps(options, at)
    for number in range(1, NUMBERS + 1):
        used = int(options[STEPS + number - 1])
        for colour in range(COLOURS):
            kind = NUMBERS * colour + number - 1
            played = (used >> BITS * colour & 7) - options[MUST + kind]
            if played > 0:
                once |= 1 << kind
            if played > 1:
                twice |= 1 << kind
    return once, twice


@rule
def is_opening(options: Any, once: int, twice: int) -> bool:
    """Return whether tiles contain sets worth enough to open."""
    ask(options, (0, 0), (once, twice))
    at = best_found(options, NUMBER_VALUES, 1, 0)
    return at >= 0 and in_column(options, VALUE, at) >= options[OPENING]


@rule
def most_tiles(options: Any) -> int:
    """Return the index of the last state of a new table with the most tiles, or NEVER."""
    return best_found(options, TILE_VALUES, 0, 0)
