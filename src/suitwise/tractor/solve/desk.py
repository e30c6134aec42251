"""The desk of the search: one array of integers with the house, the hands, the moves and the table.

A rule that calls itself pays for every array that it passes, so there is one. Cards are renamed, as in a
record (``arrays.packed``); points are counted by five, since no card counts less.

A position between tricks is a number: every card of the deal has a bit, of a pair that a hand holds the
two neighbours count how many copies are left.
"""

from __future__ import annotations

from typing import Any

from suitwise.cards import N_CARDS
from suitwise.foundation.arrays.compiled import item_at, lowest_bit, rule
from suitwise.tractor.arrays.packed import CLUBS, PARTITIONS, PHI, SUIT_MASK
from suitwise.tractor.rules.cutting import ROOM
from suitwise.tractor.rules.levels import count_points
from suitwise.tractor.rules.order import TRUMPS

MOST_CARDS = 8
"""The most cards of a hand in a position that is searched."""
UNIT = 5
"""The points that the search counts as one."""

# The desk; the bench of ``rules.cutting`` lies in front.
FORM, CHAIN, DUTY, FAILS, OVER, KITTY, FACTOR, AGAINST = range(ROOM, ROOM + 8)
"""The form of trump; the Φ that join tractors; the house's duty, whether throws fail in it, how they are
compared, what multiplies the kitty, its fixed factor, and what throws are held against."""
FIVES, TENS, LANDLORD, BURIED, STAMP, NODES, LIMIT = range(AGAINST + 1, AGAINST + 8)
"""The cards that count 5 and 10; the landlord; the kitty's points; the number of the deal, since what
the table holds of others is void; the positions searched, and the most."""
OWED = LIMIT + 1
"""What a reply must hold: cards that are all played, those of them twice, pairs, tractors."""
HANDS = OWED + 4
"""The hands of the seats, two masks each."""
SHIFTS = HANDS + 8
"""By seat and card, the place of its lowest bit in the number of a position."""
FRAMES = SHIFTS + 4 * N_CARDS
"""By the ply of a lead, what it asks; and by the ply of any play, the tops of the cutting that has the
trick after it, where throws are held against that."""
LED, LED_MASK, SIZE, LENGTH, IS_THROW, PAIRS, TRACTORS, LONGEST, LEAD_ONCE, LEAD_TWICE = range(10)
STANDS = 10
FRAME = STANDS + MOST_CARDS
PLIES = 4 * MOST_CARDS + 1
COUNTS = FRAMES + FRAME * PLIES
"""By ply, how many moves are listed."""
RECENT = COUNTS + PLIES
"""By cards and seat, the lead that answered last."""
MOVES = RECENT + 4 * (MOST_CARDS + 1)
"""By ply, the moves."""
ONCE, TWICE, DELTA, SCORE, BEST, WORTH = range(6)
FIELDS = 6
MOST_MOVES = 1 << MOST_CARDS
ROW = FIELDS * MOST_MOVES
TABLE = MOVES + ROW * PLIES
KEY, LEAD, LOW, HIGH = range(4)
ENTRY = 4
TABLE_BITS = 16
DESK = TABLE + (ENTRY << TABLE_BITS)
"""The length of the desk."""

STAMPS = 1 << 28
"""How many deals a table tells apart; then it is wiped."""
KEY_BITS = 4 * MOST_CARDS + 2


@rule
def slot_of(key: int) -> int:
    """Return where on the desk a position is kept: two products, mixed."""
    mixed = key * 0x9E3779B1 >> 15 ^ key * 0x85EBCA6B >> 28
    return TABLE + ENTRY * (mixed & ((1 << TABLE_BITS) - 1))


@rule
def suit_of(desk: Any, partition: int) -> int:
    """Return the card mask of a partition."""
    return SUIT_MASK[PARTITIONS * (item_at(desk, FORM) - CLUBS) + partition]


@rule
def height(desk: Any, card: int) -> int:
    """Return Φ of a card."""
    return PHI[N_CARDS * (item_at(desk, FORM) - CLUBS) + card]


@rule
def trumps_of(desk: Any) -> int:
    """Return the card mask of the trumps."""
    return suit_of(desk, TRUMPS)


@rule
def worth_of(desk: Any, once: int, twice: int) -> int:
    """Return the points of some cards, by five."""
    return count_points(once, twice, item_at(desk, FIVES), item_at(desk, TENS)) // UNIT


@rule
def held_by_others(desk: Any, seat: int) -> int:
    """Return the cards of the other three hands."""
    found = 0
    for ahead in range(1, 4):
        found |= item_at(desk, HANDS + 2 * (seat + ahead & 3))
    return found


@rule
def number_of(desk: Any, seat: int, once: int, twice: int) -> int:
    """Return what some cards of a seat count in the number of a position."""
    found = 0
    for copies in (once, twice):
        while copies:
            found += 1 << item_at(desk, SHIFTS + N_CARDS * seat + lowest_bit(copies))
            copies &= copies - 1
    return found


@rule
def put_down(desk: Any, ply: int, seat: int, once: int, twice: int) -> None:
    """Write a move of a seat below those listed."""
    at = MOVES + ROW * ply + FIELDS * item_at(desk, COUNTS + ply)
    desk[at + ONCE], desk[at + TWICE] = once, twice
    desk[at + DELTA] = number_of(desk, seat, once, twice)
    desk[at + WORTH] = worth_of(desk, once, twice)
    desk[COUNTS + ply] += 1
