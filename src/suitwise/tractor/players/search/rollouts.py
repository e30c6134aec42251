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

from suitwise.foundation.arrays.compiled import count_bits, item_at, rule
from suitwise.tractor.arrays.packed import (
    ALL_PLAYED,
    BURIED,
    COLUMNS,
    HANDS,
    LANDLORD,
    LARGEST,
    LEADER,
    PLACED,
    PLAYED,
    POINTS,
    RANK,
    SIZE,
    points_in,
    put,
    turn_of,
    unseen_by,
)
from suitwise.tractor.arrays.play import first_by_name, forced_cards, part_forced
from suitwise.tractor.arrays.policy import choose_play
from suitwise.tractor.rules.levels import TWICE, kitty_factor
from suitwise.tractor.rules.throws import STANDS
from suitwise.tractor.solve.solver import HOUSE as NUMBERS
from suitwise.tractor.solve.solver import UNKNOWN, final_points

CANDIDATE = 2
"""The columns of a candidate: its cards, and those played twice."""
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
def try_play(record: Any, candidate: Any, house: Any) -> None:
    """Make a candidate play in a world; of a throw that fails there the part that the house forces."""
    once, twice = item_at(candidate, 0), item_at(candidate, 1)
    if item_at(record, PLACED) == 0:
        forced, chain = item_at(house, FAILED), item_at(house, CHAIN)
        length, top = part_forced(record, once, twice, forced, chain)
        if length != STANDS:
            once, level = forced_cards(record, once, twice, length, top)
            if level:
                once |= first_by_name(record, level)
            twice = once if length else 0
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
        candidates: array (k, 2), see ``CANDIDATE``.
        active: the candidates that are tried.
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
            try_play(record, candidates[candidate], house)
            points[world, candidate] = end_of(record, ending, house, desk)
