"""Playouts of Rummikub in compiled arrays, by the policies of two rule-based players.

A seat either plays all it can except its jokers (``RummikubPlayer``), or it waits until it can go out or
the pool is nearly empty (``WaitingRummikubPlayer``).

A playout simplifies the rules. Jokers of the table move like any tile, as with ``joker=free``. An
opening turn plays the sets with most points from the rack and whatever else can be played then. A rack
that goes out at once is assumed to contain an opening. Every turn takes one scan or two. Testing
whether a rack goes out is the fastest, because every tile must be laid.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import rule
from suitwise.rummy.rummikub.rules.tiles import JOKER, JOKER_POINTS, KINDS, SIZE
from suitwise.rummy.rummikub.solve.scan import (
    BITS,
    COLOURS,
    JOKERS_AT,
    NUMBERS,
    PARENT,
    STATE,
    STEP,
    VALUE,
    scan,
)

# --- The arrays of a playout ----------------------------------------------------------------------
#
# ``deal`` is arrays of integers: the TABLE and the RACKS of four seats, 53 numbers each, of which the
# last may be empty; the ORDER in which the pool is drawn; and the STATUS: whether each seat has opened,
# the number of tiles drawn from the pool, the size of the pool, the passes in a row, and for each seat
# the number of tiles left in the pool at which it stops waiting.

TABLE, FIRST_RACK = 0, 1
MOST_SEATS = 4
DRAWN, POOL, PASSES, WAITS, STATUS = 4, 5, 6, 7, 11
"""The places in a status after those of the four openings, and its size."""
NO_WAIT = SIZE + SIZE
"""The number for a seat that never waits: more tiles than any pool has."""

# ``aims`` is the values of tiles for a scan that maximises tiles, and for one that maximises points.

MOST_TILES, MOST_POINTS = 0, 1
JOKER_VALUE = 1 << 13
"""The value of a joker in a scan. Any value will do, because all jokers that may be laid are laid."""


@rule
def read_steps(states: Any, at: int, must: Any, played: Any) -> int:
    """Write the tiles that the choices of a scan take from the rack; return their number."""
    number, count = NUMBERS, 0
    while at > 0:
        step = states[STEP][at]
        for colour in range(COLOURS):
            kind = NUMBERS * colour + number - 1
            played[kind] = (step >> BITS * colour & 7) - must[kind]
            count += played[kind]
        at = states[PARENT][at]
        number -= 1
    return int(count)


@rule
def most_played(table: Any, rack: Any, jokers: int, work: Any, played: Any) -> int:
    """Write the most tiles that a turn can play with ``jokers`` jokers of the rack; return their number.

    There are none if the scan needs more states than the arrays have room for.
    """
    aims, opened, choices, states, _ = work
    total = jokers + table[JOKER]
    worth = JOKER_VALUE, 0, 1
    at = scan(
        (table, rack), (total, table[JOKER]), aims[MOST_TILES], worth, opened, choices, states
    )
    played[JOKER] = 0
    if at < 0:
        for kind in range(KINDS):
            played[kind] = 0
        return 0
    played[JOKER] = jokers
    return read_steps(states, at, table, played) + jokers


@rule
def count_of(tiles: Any) -> int:
    """Return the number of tiles."""
    total = 0
    for kind in range(SIZE):
        total += tiles[kind]
    return int(total)


@rule
def points_of_rack(rack: Any) -> int:
    """Return the points of a rack.

    >>> points_of_rack([1] + [0] * 51 + [2])
    61
    """
    total = JOKER_POINTS * rack[JOKER]
    for kind in range(KINDS):
        total += rack[kind] * (kind % NUMBERS + 1)
    return int(total)


@rule
def lay(table: Any, rack: Any, played: Any) -> None:
    """Move tiles from a rack to the table."""
    for kind in range(SIZE):
        table[kind] += played[kind]
        rack[kind] -= played[kind]


@rule
def goes_out(table: Any, rack: Any, work: Any) -> bool:
    """Return whether all tiles of a rack can be played at once."""
    aims, opened, choices, states, scratch = work
    every, nothing = scratch[1], scratch[0]
    for kind in range(SIZE):
        every[kind] = table[kind] + rack[kind]
    jokers, worth = (every[JOKER], every[JOKER]), (0, 0, 0)
    return bool(
        scan((every, nothing), jokers, aims[MOST_TILES], worth, opened, choices, states) >= 0
    )


@rule
def open_with(table: Any, rack: Any, least: int, lays_jokers: bool, work: Any) -> int:
    """Play an opening turn if the rack contains one; return the number of tiles played."""
    aims, opened, choices, states, scratch = work
    nothing, played = scratch[0], scratch[1]
    for jokers in range(rack[JOKER] + 1):
        worth = 0, 1, 0
        at = scan((nothing, rack), (jokers, 0), aims[MOST_POINTS], worth, opened, choices, states)
        if states[VALUE][at] >= least:
            laid = states[STATE][at] >> JOKERS_AT
            count = read_steps(states, at, nothing, played) + laid
            played[JOKER] = laid
            lay(table, rack, played)
            more = rack[JOKER] if lays_jokers else 0
            count += most_played(table, rack, more, work, played)
            lay(table, rack, played)
            return int(count)
    return 0


@rule
def fewest_tiles(tiles: Any, seats: int, seat: int) -> int:
    """Return the least number of tiles of another seat."""
    fewest = NO_WAIT
    for other in range(seats):
        if other != seat:
            fewest = min(fewest, count_of(tiles[FIRST_RACK + other]))
    return fewest


@rule
def play_turn(deal: Any, seat: int, rules: Any, work: Any) -> int:
    """Play a turn of a seat; return the number of tiles played."""
    tiles, status = deal[0], deal[2]
    seats, near, least = rules
    table, rack = tiles[TABLE], tiles[FIRST_RACK + seat]
    held, until = count_of(rack), status[WAITS + seat]
    if until < NO_WAIT and status[POOL] - status[DRAWN] > until:
        if not goes_out(table, rack, work):
            return 0
        lay(table, rack, rack)
        return held
    lays_jokers = until < NO_WAIT or fewest_tiles(tiles, seats, seat) <= near
    if not status[seat]:
        count = open_with(table, rack, least, until < NO_WAIT, work)
        if count:
            status[seat] = 1
        return count
    played = work[4][1]
    if rack[JOKER]:
        count = most_played(table, rack, rack[JOKER], work, played)
        if count == held or lays_jokers:
            lay(table, rack, played)
            return count
    count = most_played(table, rack, 0, work, played)
    lay(table, rack, played)
    return count


@rule
def play_out(deal: Any, seat: int, rules: Any, work: Any) -> int:
    """Play a deal to its end after a turn of a seat; return the score of that seat."""
    tiles, order, status = deal
    seats, on_turn = rules[0], seat
    while count_of(tiles[FIRST_RACK + on_turn]) and status[PASSES] < seats:
        on_turn = (on_turn + 1) % seats
        rack = tiles[FIRST_RACK + on_turn]
        if play_turn(deal, on_turn, rules, work):
            status[PASSES] = 0
        elif status[DRAWN] < status[POOL]:
            rack[order[status[DRAWN]]] += 1
            status[DRAWN] += 1
        else:
            status[PASSES] += 1
    return score_of(tiles, seats, seat, (on_turn + 1) % seats)


@rule
def score_of(tiles: Any, seats: int, seat: int, following: int) -> int:
    """Return the score of a seat at the end of a deal, in which ``following`` would play next."""
    winner, least, fewest = following, NO_WAIT * JOKER_POINTS, NO_WAIT
    for k in range(seats):
        other = (following + k) % seats
        points, count = (
            points_of_rack(tiles[FIRST_RACK + other]),
            count_of(tiles[FIRST_RACK + other]),
        )
        if points < least or (points == least and count < fewest):
            winner, least, fewest = other, points, count
    mine = 0
    for other in range(seats):
        lost = points_of_rack(tiles[FIRST_RACK + other]) - least
        if winner == seat:
            mine += lost
        elif other == seat:
            mine = -lost
    return mine


# --- Tiles that were not played -------------------------------------------------------------------
#
# A seat that plays all it can holds tiles that could not be played at its last turn, and perhaps one
# that it has drawn since. Most racks dealt at random would contain tiles that can be played.


@rule
def find_alone(table: Any, work: Any, alone: Any) -> None:
    """Write for each kind except the joker whether a single tile of it can be played."""
    rack = work[4][2]
    for kind in range(KINDS):
        rack[kind] = 1
        alone[kind] = most_played(table, rack, 0, work, work[4][1])
        rack[kind] = 0


@rule
def deal_unplayed(table: Any, rack: Any, size: int, alone: Any, unseen: Any, work: Any) -> None:
    """Deal tiles to an empty rack so that none of them can be played without a joker.

    Args:
        table: the table.
        rack: the rack.
        size: the number of tiles; fewer are dealt if there are not enough.
        alone: for each kind whether a single tile of it can be played (``find_alone``).
        unseen: tiles in random order; each tile dealt is replaced by -1.
        work: the work arrays of playouts.
    """
    dealt = 0
    for at in range(len(unseen)):
        kind = unseen[at]
        if dealt < size and kind >= 0 and not alone[kind]:
            rack[kind] += 1
            if kind < JOKER and most_played(table, rack, 0, work, work[4][1]):
                rack[kind] -= 1
            else:
                unseen[at] = -1
                dealt += 1


@rule
def deal_any(rack: Any, size: int, unseen: Any) -> None:
    """Deal the first tiles to a rack until it has ``size`` tiles; each tile dealt is replaced by -1."""
    held = count_of(rack)
    for at in range(len(unseen)):
        if held < size and unseen[at] >= 0:
            rack[unseen[at]] += 1
            unseen[at] = -1
            held += 1


@rule
def deal_seat(
    table: Any, rack: Any, size: int, unplayed: int, alone: Any, unseen: Any, work: Any
) -> None:
    """Deal a rack of a given size, if possible with at least ``unplayed`` tiles that can't be played."""
    deal_unplayed(table, rack, unplayed, alone, unseen, work)
    deal_any(rack, size, unseen)
