"""Deals of Rummikub played out in arrays by the policies of two rule-based players.

A seat either plays all it can but its jokers (``RummikubPlayer``), or it waits until it can go out, or
the pool is nearly empty (``WaitingRummikubPlayer``). A playout is a model: jokers of the table move like
any tile, as with ``joker=free``; an opening is the sets of most points from the rack, with what else can
be played then; and a rack that goes out at once is taken to hold an opening. Every turn is one scan or
two; whether a rack goes out is the quickest one, as every tile has to be laid.
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

# --- What a playout works on ----------------------------------------------------------------------
#
# ``deal`` is arrays of whole numbers: the TABLE and the RACKS of up to four seats, 53 numbers each; the
# ORDER in which the pool is drawn; and the STATUS: whether each seat has opened, how many tiles of the
# pool are drawn and how many there are, the passes in a row, and until how many tiles of the pool are
# left each seat waits.

TABLE, FIRST_RACK = 0, 1
MOST_SEATS = 4
DRAWN, POOL, PASSES, WAITS, STATUS = 4, 5, 6, 7, 11
"""The places of a status after the openings of four seats, and how many it has."""
NO_WAIT = SIZE + SIZE
"""The number of a seat that does not wait: the tiles of a box, which no pool has."""

# ``aims`` is the values of tiles for a scan: those of most tiles, and of most points.

MOST_TILES, MOST_POINTS = 0, 1
JOKER_VALUE = 1 << 13
"""The value of a joker beside those of tiles; whatever it is, a joker that may be laid is laid."""


@rule
def read_steps(states: Any, at: int, must: Any, played: Any) -> int:
    """Write the tiles that the choices of a scan take from the rack; return how many they are."""
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
    """Write the most tiles that a turn can play with so many jokers of the rack; return their number.

    They are none where the table has more possibilities than the arrays have room for.
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
    """Return how many tiles there are."""
    total = 0
    for kind in range(SIZE):
        total += tiles[kind]
    return int(total)


@rule
def points_of_rack(rack: Any) -> int:
    """Return what a rack counts.

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
    """Play a first turn if the rack has one; return how many tiles it plays."""
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
    """Return how many tiles the other seat with the fewest has."""
    fewest = NO_WAIT
    for other in range(seats):
        if other != seat:
            fewest = min(fewest, count_of(tiles[FIRST_RACK + other]))
    return fewest


@rule
def play_turn(deal: Any, seat: int, rules: Any, work: Any) -> int:
    """Play a turn of a seat; return how many tiles it plays."""
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
    """Play a deal on after a turn of a seat; return what that seat scores."""
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
    """Return what a seat scores at the end of a deal, if the seat ``following`` would play next."""
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
# A seat that plays all it can holds tiles that could not be played at its last turn, but for the one
# that it has drawn since. Racks dealt at random could be played most of the time.


@rule
def find_alone(table: Any, work: Any, alone: Any) -> None:
    """Write for each kind but the joker whether one tile of it can be played alone."""
    rack = work[4][2]
    for kind in range(KINDS):
        rack[kind] = 1
        alone[kind] = most_played(table, rack, 0, work, work[4][1])
        rack[kind] = 0


@rule
def deal_unplayed(table: Any, rack: Any, size: int, alone: Any, unseen: Any, work: Any) -> None:
    """Deal tiles of which none can be played without a joker.

    Args:
        table: the table.
        rack: the rack, which is empty.
        size: how many such tiles are dealt, as long as there are some.
        alone: whether one tile of each kind can be played (``find_alone``).
        unseen: tiles in a random order; -1 is put in the place of each that is dealt.
        work: the arrays that playouts work on.
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
    """Deal the first tiles to a rack until it has so many; they are marked likewise."""
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
    """Deal a rack of so many tiles, at least ``unplayed`` of which can't be played, if it can be."""
    deal_unplayed(table, rack, unplayed, alone, unseen, work)
    deal_any(rack, size, unseen)
