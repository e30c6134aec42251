"""Plays rolled out in many worlds: each to the end of the deal, by the compiled policy in all seats.

A world is a record (``arrays.packed``) with all hands; a candidate is a play of the seat on turn. The
seats that play on see what they would see: ``policy`` reads of the other hands no more than which cards
are unseen. All candidates are tried in the same worlds, so that luck is the same for all.

A throw is held against the hands of the world first, and leads the part that would be forced where it
fails. Later throws there are none, for the policy makes none; a throw on the table is taken by the
higher honour. In what the policy plays the kitty's factor is the house's, all else that of the
standard house; an ending is solved by the house's own rules.

Where few cards are left, the end is not played but solved (``solve.worth``): the policy has no plan for
the last tricks and the kitty, and best play of all four in the world is nearer to what good players do.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, item_at, lowest_bit, rule
from suitwise.tractor.arrays.packed import (
    ACE,
    ALL_PLAYED,
    BURIED,
    CLUBS,
    COLUMNS,
    HANDS,
    LANDLORD,
    LARGEST,
    LEADER,
    PARTITION,
    PARTITIONS,
    PLAYED,
    POINTS,
    RANK,
    SIZE,
    SUIT_MASK,
    form_in,
    points_in,
    put,
    turn_of,
    unseen_by,
)
from suitwise.tractor.arrays.policy import choose_play
from suitwise.tractor.rules.blocks import highest_block
from suitwise.tractor.rules.kitty import TWICE, kitty_factor
from suitwise.tractor.solve.worth import HOUSE as NUMBERS
from suitwise.tractor.solve.worth import UNKNOWN, final_points

FORCED = ("beaten", "largest", "first", "lowest", "never")
"""What a failed throw leads, by its number in a house's row."""
_FIRST, _LOWEST, _NEVER = 2, 3, 4
_NOBODY = 4
"""Behind the places of the other seats."""
CANDIDATE = 4
"""The columns of a candidate: its cards, those played twice, the first of its parts and their number."""
PART = 4
"""The columns of a part: its pairs, its top Φ, its cards, those there twice."""
CHAIN, KITTY_KIND, KITTY_FACTOR, FAILED, PENALTY = 0, 4, 5, NUMBERS, NUMBERS + 1
"""Of a house the Φ that join tractors and what the kitty pays, as in ``solve.houses``; behind those
numbers what a failed throw leads and costs."""
MOST_SEARCHED = 2000
"""The positions searched for an ending; the policy plays one on that takes more."""


@rule
def play_on(record: Any) -> None:
    """Make the policy's play of the seat on turn."""
    unseen, unseen_twice = unseen_by(record, turn_of(record))
    once, twice = choose_play(record, unseen, unseen_twice)
    put(record, once, twice)


@rule
def play_out(record: Any, house: Any) -> int:
    """Play a deal to its end by the policy; return the attackers' points.

    Bids and burials are tried so: their endings are far off, and machine code without the search of
    endings is compiled sooner.

    Args:
        record: the record; it is played on.
        house: the house.
    """
    while item_at(record, PLAYED) < ALL_PLAYED:
        play_on(record)
    return points_at_end(record, house)


@rule
def end_of(record: Any, ending: int, house: Any, desk: Any) -> int:
    """Play a deal on by the policy until an ending is left, or to its end; return the attackers' points.

    Args:
        record: the record; it is played on.
        ending: the cards a hand from which on the end is solved; 0 to play all.
        house: the house.
        desk: the desk of the search (``solve.desk``).
    """
    solves = ending > 0
    while item_at(record, PLAYED) < ALL_PLAYED:
        seat = turn_of(record)
        if solves and count_bits(item_at(record, HANDS + 2 * seat)) <= ending:
            held = count_bits(item_at(record, HANDS + 2 * seat + 1))
            if count_bits(item_at(record, HANDS + 2 * seat)) + held <= ending:
                found = final_points(desk, record, house)
                if found != UNKNOWN:
                    return found
                solves = False
        play_on(record)
    return points_at_end(record, house)


@rule
def beaten_by(record: Any, part: Any, chain: int) -> int:
    """Return the first place after the turn that beats a part of its throw in a world; 4 for none."""
    form, seat = form_in(record), turn_of(record)
    led = PARTITION[54 * (form - CLUBS) + lowest_bit(item_at(part, 2))]
    suit = SUIT_MASK[PARTITIONS * (form - CLUBS) + led]
    for ahead in range(1, 4):
        hand = HANDS + 2 * (seat + ahead & 3)
        once, twice = item_at(record, hand) & suit, item_at(record, hand + 1) & suit
        if highest_block(once, twice, led, form, ACE, item_at(part, 0), chain) > item_at(part, 1):
            return ahead
    return _NOBODY


@rule
def forced_part(record: Any, first: int, number: int, parts: Any, house: Any) -> int:
    """Return the part that a throw leads instead of itself; -1 where it stands.

    Args:
        record: the world.
        first: the first of its parts, in the order in which they are forced.
        number: how many there are.
        parts: all parts.
        house: the house.
    """
    forced = item_at(house, FAILED)
    if number < 2 or forced == _NEVER:
        return -1
    found, least = -1, _NOBODY
    for at in range(first, first + number):
        by = beaten_by(record, parts[at], item_at(house, CHAIN))
        if by < least and forced == _FIRST:
            found, least = at, by
        elif by < _NOBODY and forced != _FIRST:
            return first if forced == _LOWEST else at
    return found


@rule
def try_play(record: Any, candidate: Any, parts: Any, house: Any) -> None:
    """Make a candidate play in a world, as far as it stands."""
    once, twice = item_at(candidate, 0), item_at(candidate, 1)
    at = forced_part(record, item_at(candidate, 2), item_at(candidate, 3), parts, house)
    if at >= 0:
        once, twice = item_at(parts[at], 2), item_at(parts[at], 3)
        attacks = (turn_of(record) ^ item_at(record, LANDLORD)) & 1
        record[POINTS] += -item_at(house, PENALTY) if attacks else item_at(house, PENALTY)
    put(record, once, twice)


@rule
def points_at_end(record: Any, house: Any) -> int:
    """Return the attackers' points of a deal that is over, with the kitty's by the house's factor."""
    points = item_at(record, POINTS)
    if (item_at(record, LEADER) ^ item_at(record, LANDLORD)) & 1:
        largest, led = item_at(record, LARGEST), item_at(record, SIZE)
        kind, fixed = item_at(house, KITTY_KIND), item_at(house, KITTY_FACTOR)
        factor = kitty_factor(largest, led, kind, fixed)
        buried = points_in(
            item_at(record, BURIED), item_at(record, BURIED + 1), item_at(record, RANK)
        )
        points += (factor - kitty_factor(largest, led, TWICE, 0)) * buried
    return points


@rule
def roll_out(
    worlds: Any,
    first: int,
    last: int,
    candidates: Any,
    active: Any,
    parts: Any,
    ending: int,
    house: Any,
    desk: Any,
    record: Any,
    points: Any,
) -> None:
    """Roll candidates out in some of the worlds.

    Args:
        worlds: array (n, 36), the records of the worlds.
        first: the first world.
        last: the world after the last one.
        candidates: array (k, 4), see ``CANDIDATE``.
        active: the candidates that are tried.
        parts: array (p, 4), see ``PART``.
        ending: see ``end_of``.
        house: see ``judging.house_of``.
        desk: the desk of the search.
        record: array (36,), room for a record.
        points: array (n, k), filled: the attackers' points at the end.
    """
    for world in range(first, last):
        for place in range(len(active)):
            candidate = active[place]
            for column in range(COLUMNS):
                record[column] = worlds[world, column]
            try_play(record, candidates[candidate], parts, house)
            points[world, candidate] = end_of(record, ending, house, desk)
