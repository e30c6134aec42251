"""Plays rolled out in many worlds: each until the hand is decided, by the compiled policy in all seats.

A seat that plays on sees what it would see: its own hand, what is unseen, and what the plays have proved
of the others. So nothing is found out that could not be; but the policy's faults are in it.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import item_at, rule
from suitwise.foundation.seating import side
from suitwise.texas42.arrays.packed import (
    declaration_of,
    declaring_of,
    played,
    points_of,
    suit_of,
    turn_of,
)
from suitwise.texas42.arrays.playouts import lacking, policy_domino
from suitwise.texas42.players.search.outcomes import after_plays, result_in
from suitwise.texas42.rules.contracts import OPEN, bid_of, scoring_side


@rule
def roll_out(
    where: int, rest: int, lacks: int, lacks_upper: int, call: int
) -> tuple[int, int, int]:
    """Play a hand by the policy until it is decided.

    Args:
        where: the first integer of a packed position.
        rest: the second.
        lacks: what seats 0 and 1 have proved not to hold (``may_hold``).
        lacks_upper: the same of seats 2 and 3.
        call: the call that won the auction.

    Returns:
        The side that prevails, and the points of sides 0 and 1 by then.
    """
    need, declaration = bid_of(call), declaration_of(where)
    result = result_in(where, rest, call)
    while result == OPEN:
        suit, seat = suit_of(where, rest), turn_of(where, rest)
        domino = policy_domino(where, rest, need, lacks, lacks_upper)
        lacks, lacks_upper = lacking(lacks, lacks_upper, seat, domino, suit, declaration)
        where, rest = played(where, rest, domino)
        result = result_in(where, rest, call)
    return scoring_side(declaring_of(where), result), points_of(rest, 0), points_of(rest, 1)


@rule
def roll_plays(
    owners: Any,
    start: int,
    rest: int,
    call: int,
    plays: Any,
    options: Any,
    points: Any,
) -> None:
    """Roll plays of the seat on turn out in many worlds.

    Args:
        owners: array (n,), the seat that was dealt each domino: the low 56 bits of ``where``.
        start: the other bits of ``where``, before the first lead.
        rest: the second integer of that position.
        call: the call that won the auction.
        plays: the dominoes played so far.
        options: array (m,), plays of the seat on turn.
        points: array (n, m), filled: by how many points the side on turn is ahead when the hand is
            decided.
    """
    start, rest, lacks, lacks_upper = after_plays(start, rest, plays)
    for world in range(len(owners)):
        where = start | item_at(owners, world)
        seat, suit = turn_of(where, rest), suit_of(where, rest)
        for at in range(len(options)):
            domino = item_at(options, at)
            known, upper = lacking(lacks, lacks_upper, seat, domino, suit, declaration_of(where))
            then, left = played(where, rest, domino)
            _, first, second = roll_out(then, left, known, upper, call)
            points[world, at] = second - first if side(seat) else first - second
