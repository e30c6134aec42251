"""Deals of Rummikub played out in arrays by the policy of the rule-based player.

A playout is a model: jokers of the table move like any tile, as with ``joker=free``, and an opening is
the sets of most points from the rack, with what else can be played then. Every turn is one scan or two.
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
# pool are drawn and how many there are, and the passes in a row.

TABLE, FIRST_RACK = 0, 1
MOST_SEATS = 4
DRAWN, POOL, PASSES = 4, 5, 6
"""The places of a status after the openings of four seats."""
NOBODY = -1

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
def open_with(table: Any, rack: Any, least: int, work: Any) -> int:
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
            count += most_played(table, rack, 0, work, played)
            lay(table, rack, played)
            return int(count)
    return 0


@rule
def play_turn(deal: Any, seat: int, rules: Any, work: Any) -> int:
    """Play a turn of a seat; return how many tiles it plays."""
    tiles, status = deal[0], deal[2]
    seats, near, least = rules
    table, rack = tiles[TABLE], tiles[FIRST_RACK + seat]
    if not status[seat]:
        count = open_with(table, rack, least, work)
        if count:
            status[seat] = 1
        return count
    played, held = work[4][1], count_of(rack)
    if rack[JOKER]:
        fewest = SIZE + SIZE
        for other in range(seats):
            if other != seat:
                fewest = min(fewest, count_of(tiles[FIRST_RACK + other]))
        count = most_played(table, rack, rack[JOKER], work, played)
        if count == held or fewest <= near:
            lay(table, rack, played)
            return count
    count = most_played(table, rack, 0, work, played)
    lay(table, rack, played)
    return count


@rule
def play_on(deal: Any, seat: int, rules: Any, work: Any) -> int:
    """Play a deal to its end, the given seat first; return the seat that wins it."""
    tiles, order, status = deal
    seats = rules[0]
    while True:
        rack = tiles[FIRST_RACK + seat]
        if play_turn(deal, seat, rules, work):
            status[PASSES] = 0
            if not count_of(rack):
                return seat
        elif status[DRAWN] < status[POOL]:
            rack[order[status[DRAWN]]] += 1
            status[DRAWN] += 1
        else:
            status[PASSES] += 1
        if status[PASSES] == seats:
            break
        seat = (seat + 1) % seats
    winner = 0
    for other in range(1, seats):
        if points_of_rack(tiles[FIRST_RACK + other]) < points_of_rack(tiles[FIRST_RACK + winner]):
            winner = other
    return winner


@rule
def play_out(deal: Any, seat: int, rules: Any, work: Any, viewer: int) -> int:
    """Play a deal to its end; return what a seat scores."""
    tiles = deal[0]
    winner = play_on(deal, seat, rules, work)
    least, mine = points_of_rack(tiles[FIRST_RACK + winner]), 0
    for other in range(rules[0]):
        lost = points_of_rack(tiles[FIRST_RACK + other]) - least
        if winner == viewer:
            mine += lost
        elif other == viewer:
            mine = -lost
    return mine
