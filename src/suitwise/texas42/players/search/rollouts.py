"""Plays rolled out in many worlds: each to the end of the hand, by the compiled policy in all seats.

A seat that plays on sees what it would see: its own hand, what is unseen, and what the plays before
have proved of the others. So nothing is found out that could not be; the policy's own faults stay in.
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
from suitwise.texas42.players.search.outcomes import prevails


@rule
def roll_out(
    where: int, rest: int, lacks: int, lacks_upper: int, call: int, need: int, of_side: int
) -> tuple[int, int]:
    """Play a hand out by the policy; return whether a side prevails, and the points it has taken then.

    Args:
        where: the first integer of a packed position.
        rest: the second.
        lacks: what seats 0 and 1 have proved not to hold (``may_hold``).
        lacks_upper: the same of seats 2 and 3.
        call: the call that won the auction.
        need: the points that it needs.
        of_side: the side.
    """
    found = prevails(where, rest, call, of_side)
    while found < 0:
        suit, seat = suit_of(where, rest), turn_of(where, rest)
        domino = policy_domino(where, rest, need, lacks, lacks_upper)
        lacks, lacks_upper = lacking(lacks, lacks_upper, seat, domino, suit, declaration_of(where))
        where, rest = played(where, rest, domino)
        found = prevails(where, rest, call, of_side)
    return found, points_of(rest, of_side)


@rule
def roll_plays(
    owners: Any,
    public: int,
    rest: int,
    lacks: int,
    lacks_upper: int,
    call: int,
    need: int,
    plays: Any,
    won: Any,
    points: Any,
) -> None:
    """Roll the plays of the seat on turn out in many worlds.

    Args:
        owners: array (n,), the seat of each domino in each world, the low 56 bits of ``where``.
        public: all else of ``where``.
        rest: the second integer of the position.
        lacks: as for ``roll_out``.
        lacks_upper: as for ``roll_out``.
        call: as for ``roll_out``.
        need: as for ``roll_out``.
        plays: array (m,), the plays.
        won: array (n, m), filled: 1 where the side on turn prevails.
        points: array (n, m), filled: the points that it has taken then.
    """
    for world in range(len(owners)):
        where = public | item_at(owners, world)
        seat, suit = turn_of(where, rest), suit_of(where, rest)
        for at in range(len(plays)):
            domino = item_at(plays, at)
            known, upper = lacking(lacks, lacks_upper, seat, domino, suit, declaration_of(where))
            then, left = played(where, rest, domino)
            found, taken = roll_out(then, left, known, upper, call, need, side(seat))
            won[world, at], points[world, at] = found, taken
