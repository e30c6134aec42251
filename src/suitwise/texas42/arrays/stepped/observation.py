"""The array of ``texas42.observation``, written straight from the bits of a flat record."""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import lowest_bit, rule
from suitwise.foundation.seating import left_of, side
from suitwise.texas42.arrays.packed import (
    declaration_of,
    held_by,
    leader_of,
    out_of,
    placed_of,
    points_of,
    table_domino,
)
from suitwise.texas42.arrays.stepped.rows import (
    BIDDER,
    CALL_BITS,
    CALLS,
    DECLARING,
    MADE,
    PHASE,
    REST,
    SHAKER,
    THROWN,
    TURN,
    WHERE,
    marks_of,
    tricks_taken,
)
from suitwise.texas42.observation import (
    BIDDER_AT,
    CALLS_AT,
    DECLARATION_AT,
    HELD_AT,
    LEADER_AT,
    OUT_AT,
    PHASE_AT,
    PLAYED_AT,
    POINTS_AT,
    SCORES_AT,
    SHAKER_AT,
    TABLE_AT,
    TRICKS_AT,
    TURN_AT,
)  # fmt: skip
from suitwise.texas42.rules.auction import MOST_MARKS, N_CALLS, caller
from suitwise.texas42.rules.dominoes import ALL, HAND_POINTS, N_DOMINOES
from suitwise.texas42.rules.tricks import HAND

CALL_MASK = (1 << CALL_BITS) - 1


@rule
def observe(record: Any, options: Any, seat: int, seen: Any) -> None:
    """Write what a seat sees (``observation_fields``) over zeros.

    Args:
        record: the hand.
        options: the variant's numbers.
        seat: the seat.
        seen: 431 zeros, of which only those are written that are something else.
    """
    where, rest, phase = int(record[WHERE]), int(record[REST]), int(record[PHASE])
    dealt = held_by(where, ALL, seat)
    show_set(dealt, 0, seen)
    show_set(dealt & rest, HELD_AT, seen)
    seen[PHASE_AT + phase] = 1
    show_seat(int(record[TURN]), seat, TURN_AT, seen)
    show_seat(int(record[SHAKER]), seat, SHAKER_AT, seen)
    show_seat(int(record[BIDDER]), seat, BIDDER_AT, seen)
    show_calls(record, seat, seen)
    if phase > DECLARING and phase != THROWN:
        show_plays(where, rest, seat, seen)
        show_table(where, rest, seat, seen)
        show_taken(record, seat, seen)


@rule
def show_set(dominoes: int, at: int, seen: Any) -> None:
    """Show a set of dominoes."""
    while dominoes:
        seen[at + lowest_bit(dominoes)] = 1
        dominoes &= dominoes - 1


@rule
def show_seat(shown: int, seat: int, at: int, seen: Any) -> None:
    """Show a seat, counted from the one that looks; nothing for nobody."""
    if shown >= 0:
        seen[at + ((shown - seat) & 3)] = 1


@rule
def show_calls(record: Any, seat: int, seen: Any) -> None:
    """Show the calls made."""
    shaker, calls = int(record[SHAKER]), int(record[CALLS])
    for made in range(int(record[MADE])):
        around = (caller(shaker, made) - seat) & 3
        seen[CALLS_AT + N_CALLS * around + (calls >> CALL_BITS * made & CALL_MASK)] = 1


@rule
def show_plays(where: int, rest: int, seat: int, seen: Any) -> None:
    """Show the dominoes played, by the seats that played them."""
    gone = ALL & ~rest
    while gone:
        domino = lowest_bit(gone)
        gone &= gone - 1
        owner = (where >> domino & 1) + 2 * (where >> (N_DOMINOES + domino) & 1)
        seen[PLAYED_AT + N_DOMINOES * ((owner - seat) & 3) + domino] = 1


@rule
def show_table(where: int, rest: int, seat: int, seen: Any) -> None:
    """Show the declaration, the leader, the seat that sits out, and the trick on the table."""
    leader, out = leader_of(where), out_of(rest)
    seen[DECLARATION_AT + declaration_of(where)] = 1
    show_seat(leader, seat, LEADER_AT, seen)
    show_seat(out, seat, OUT_AT, seen)
    player = leader
    for place in range(placed_of(rest)):
        seen[TABLE_AT + N_DOMINOES * ((player - seat) & 3) + table_domino(rest, place)] = 1
        player = left_of(player, out)


@rule
def show_taken(record: Any, seat: int, seen: Any) -> None:
    """Show the points, tricks and scores of the sides, its own first."""
    where, rest = int(record[WHERE]), int(record[REST])
    for other in range(2):
        of_side = side(seat) ^ other
        seen[POINTS_AT + other] = points_of(rest, of_side) / HAND_POINTS
        seen[TRICKS_AT + other] = tricks_taken(where, rest, of_side) / HAND
        seen[SCORES_AT + other] = marks_of(record, of_side) / MOST_MARKS
