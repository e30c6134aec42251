"""What a record is worth: the search asked until its bounds meet. For compiled code and for arrays.

``final_points(desk, record, house)`` is a rule, for rules of players to call at the leaves of what they
try: ``desk`` an array of ``DESK`` integers that a thread keeps from call to call, zeros at first;
``record`` one of ``arrays.packed`` with at most ``MOST_CARDS`` cards a hand, between tricks or within
one, a throw on the table included; ``house`` the numbers of ``houses.house_numbers``.
"""

from __future__ import annotations

from typing import Any

from suitwise.cards import N_CARDS
from suitwise.foundation.arrays.compiled import count_bits, item_at, lowest_bit, rule
from suitwise.tractor.arrays import packed
from suitwise.tractor.arrays.packed import FIVES_OF, TENS_OF, form_of
from suitwise.tractor.rules.levels import gains
from suitwise.tractor.solve.bounds import most_for_kitty
from suitwise.tractor.solve.desk import (
    BURIED,
    CHAIN,
    DESK,
    FIVES,
    FORM,
    FRAMES,
    HANDS,
    LANDLORD,
    LIMIT,
    MOVES,
    NODES,
    RECENT,
    SHIFTS,
    STAMP,
    STAMPS,
    TABLE,
    TENS,
    UNIT,
    number_of,
    worth_of,
)
from suitwise.tractor.solve.search import gain
from suitwise.tractor.solve.tricks import honour_of, keep_standing, kitty_for, note_lead

RECORD_HANDS, RECORD_BURIED, RECORD_TABLE = packed.HANDS, packed.BURIED, packed.TABLE
RECORD_MAIN, RECORD_RANK, RECORD_LANDLORD = packed.MAIN, packed.RANK, packed.LANDLORD
RECORD_LEADER, RECORD_PLACED, RECORD_POINTS = packed.LEADER, packed.PLACED, packed.POINTS

HOUSE = 7
"""The numbers of a house: chain, duty, whether throws fail, comparison, kitty, its fixed factor, what is
to be beaten."""
UNKNOWN = -(1 << 40)
"""The answer where the search would take more positions than are allowed."""


@rule
def lay_deal(desk: Any, record: Any, house: Any) -> None:
    """Put a record and its house on the desk; what the table holds of other deals is void."""
    stamp = item_at(desk, STAMP) + 1
    if stamp == STAMPS:
        for at in range(TABLE, DESK):
            desk[at] = 0
        stamp = 1
    desk[STAMP], desk[NODES] = stamp, 0
    for at in range(RECENT, MOVES):
        desk[at] = 0
    for at in range(HOUSE):
        desk[CHAIN + at] = house[at]
    cr = item_at(record, RECORD_RANK)
    desk[FORM] = form_of(item_at(record, RECORD_MAIN))
    desk[FIVES], desk[TENS] = FIVES_OF[cr], TENS_OF[cr]
    desk[LANDLORD] = item_at(record, RECORD_LANDLORD)
    buried = item_at(record, RECORD_BURIED), item_at(record, RECORD_BURIED + 1)
    desk[BURIED] = worth_of(desk, *buried)
    shift = 0
    for seat in range(4):
        once = item_at(record, RECORD_HANDS + 2 * seat)
        twice = item_at(record, RECORD_HANDS + 2 * seat + 1)
        desk[HANDS + 2 * seat], desk[HANDS + 2 * seat + 1] = once, twice
        while once:
            card = lowest_bit(once)
            once &= once - 1
            desk[SHIFTS + N_CARDS * seat + card] = shift
            shift += 1 + (twice >> card & 1)


@rule
def lay_trick(desk: Any, record: Any) -> tuple[int, int, int, int, int, int]:
    """Note what lies on the table of a record.

    Returns:
        Who wins so far, the honour, the cards and the pairs of its play; all cards that lie there; their
        points.
    """
    leader = item_at(record, RECORD_LEADER)
    winner, best, best_once, best_twice, laid, points = leader, 0, 0, 0, 0, 0
    first = 0
    for place in range(item_at(record, RECORD_PLACED)):
        once = item_at(record, RECORD_TABLE + 2 * place)
        twice = item_at(record, RECORD_TABLE + 2 * place + 1)
        if place == 0:
            honour = note_lead(desk, first, once, twice)
        else:
            honour = honour_of(desk, place, place, once, twice, best, best_once, best_twice)
            keep_standing(desk, place, place, honour > 0, (once, twice), (best_once, best_twice))
        if place == 0 or honour > 0:
            winner, best, best_once, best_twice = leader + place & 3, honour, once, twice
        laid |= once
        points += worth_of(desk, once, twice)
    return winner, best, best_once, best_twice, laid, points


@rule
def cards_of(record: Any, seat: int) -> int:
    """Return how many cards a seat of a record holds."""
    hand = RECORD_HANDS + 2 * seat
    return count_bits(item_at(record, hand)) + count_bits(item_at(record, hand + 1))


@rule
def least_and_most(desk: Any, record: Any, points: int) -> tuple[int, int, int]:
    """Return the position's number, the points left and on the table, and the most to gain."""
    key, rest = 0, points
    for seat in range(4):
        once, twice = item_at(desk, HANDS + 2 * seat), item_at(desk, HANDS + 2 * seat + 1)
        key += number_of(desk, seat, once, twice)
        rest += worth_of(desk, once, twice)
    kitty = most_for_kitty(desk)
    if item_at(record, RECORD_PLACED):
        kitty = max(kitty, kitty_for(desk, FRAMES))
    return key, rest, rest + kitty


@rule
def final_between(
    desk: Any, record: Any, house: Any, need: int, by_levels: bool
) -> tuple[int, int]:
    """Return bounds on the attackers' final points: equal, or as close as the question asks.

    Args:
        desk: the desk; it is changed.
        record: the record.
        house: the numbers of its house.
        need: the final points that are asked about; ``UNKNOWN`` for all.
        by_levels: whether it is enough to know the ranks that the points are worth.
    """
    lay_deal(desk, record, house)
    winner, best, best_once, best_twice, laid, points = lay_trick(desk, record)
    leader, placed = item_at(record, RECORD_LEADER), item_at(record, RECORD_PLACED)
    cards = cards_of(record, leader + placed & 3)
    key, rest, high = least_and_most(desk, record, points)
    taken, low = item_at(record, RECORD_POINTS), 0
    while low < high:
        wanted = (low + high + 1) >> 1
        if need != UNKNOWN:
            wanted = -((taken - need) // UNIT)
            if wanted <= low or wanted > high:
                break
        if by_levels and gains(taken + UNIT * low) == gains(taken + UNIT * high):
            break
        bound = gain(
            desk,
            placed,
            leader,
            placed,
            winner,
            best,
            best_once,
            best_twice,
            laid,
            points,
            key,
            cards,
            rest,
            wanted,
        )
        if item_at(desk, NODES) >= item_at(desk, LIMIT):
            break
        if bound >= wanted:
            low = bound
        else:
            high = bound
    return taken + UNIT * low, taken + UNIT * high


@rule
def final_points(desk: Any, record: Any, house: Any) -> int:
    """Return the attackers' final points by best play of all; ``UNKNOWN`` beyond the limit.

    Args:
        desk: the desk; ``LIMIT`` holds the most positions to be searched.
        record: the record.
        house: the numbers of its house.
    """
    low, high = final_between(desk, record, house, UNKNOWN, False)
    return low if low == high else UNKNOWN
