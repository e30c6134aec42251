"""Declarers who see only their own hands, against defenders who see all: a lower bound for bids.

Both declarers follow the rule-based policy, each from what he sees. The defenders know the deal and the
policy, and find their best replies by exhaustive search. No defence can do better, so the rate at which
these declarers make a bid is, up to sampling error, a lower bound on what declarers can achieve.

Seats 0 and 2 declare and seat 0 leads.
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Sequence
from typing import Any

from suitwise.arguments import whole_input
from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.compiled import lowest_bit, over_rows, rule
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.arrays.rows import Integers, as_integers, cores, on_threads, zeros
from suitwise.foundation.seating import side
from suitwise.texas42.arrays import packed
from suitwise.texas42.arrays.packed import (
    declaration_of,
    held_by,
    legal_of,
    placed_of,
    played,
    points_of,
    suit_of,
    turn_of,
)
from suitwise.texas42.arrays.policy import higher_than, lacking, policy_domino
from suitwise.texas42.hidden import MOST_HELD
from suitwise.texas42.rules import dominoes
from suitwise.texas42.rules.auction import LEAST_POINTS
from suitwise.texas42.rules.dominoes import ALL, HAND_POINTS, N_DOMINOES, led_suit
from suitwise.texas42.rules.position import Position, as_hands

TOO_FEW = LEAST_POINTS - 1
"""Stands for any number of points below the lowest bid."""
_PIECE = 4
"""The number of deals that a thread solves at a time."""
_ENTRIES = 1 << 16
"""The number of entries of a transposition table.

======  ==================================================================================
column  content
======  ==================================================================================
0, 1    the packed position, ``where`` and ``rest``
2       ``lacks_upper``
3       bits 0 to 55 ``lacks``, bit 56 whether the points are exact, above it the points:
        the value, or a lower bound of it
======  ==================================================================================
"""
_LACKS = (1 << 2 * N_DOMINOES) - 1
_RESULT = 2 * N_DOMINOES
"""The bit of column 3 at which the result begins."""


@rule
def place_in(table: Any, where: int, rest: int, lacks: int, lacks_upper: int) -> int:
    """Return the slot of a position in the transposition table."""
    mixed = where * 0x9E3779B1 ^ rest * 0x85EBCA6B ^ lacks * 0xC2B2AE35 ^ lacks_upper * 0x27D4EB2F
    return (mixed >> 20) % len(table)


@rule
def takes_the_rest(hand: int, others: int, declaration: int) -> bool:
    """Return whether a hand on lead takes every trick in any order, as nothing beats any of it."""
    while hand:
        domino = lowest_bit(hand)
        hand &= hand - 1
        if higher_than(domino, led_suit(domino, declaration), declaration) & others:
            return False
    return True


@rule
def known_points(
    where: int, rest: int, lacks: int, lacks_upper: int, bound: int, table: Any
) -> int:
    """Return the value of ``least_points`` if it is known without search, else -1."""
    if points_of(rest, 1) > HAND_POINTS - LEAST_POINTS:
        return TOO_FEW
    if points_of(rest, 0) >= bound:
        return bound
    if not rest & ALL:
        return points_of(rest, 0)
    seat = turn_of(where, rest)
    hand, declaration = held_by(where, rest, seat), declaration_of(where)
    if placed_of(rest) == 0 and takes_the_rest(hand, rest & ALL & ~hand, declaration):
        if side(seat) == 0:
            return min(HAND_POINTS - points_of(rest, 1), bound)
        return max(points_of(rest, 0), TOO_FEW)
    at = place_in(table, where, rest, lacks, lacks_upper)
    if table[at, 0] == where and table[at, 1] == rest and table[at, 2] == lacks_upper:
        result = table[at, 3] >> _RESULT
        if table[at, 3] & _LACKS == lacks and (result & 1 or result >> 1 >= bound):
            return min(int(result >> 1), bound)
    return -1


@rule
def store_points(
    where: int, rest: int, lacks: int, lacks_upper: int, points: int, exact: bool, table: Any
) -> None:
    """Store the result of a position in the transposition table."""
    at = place_in(table, where, rest, lacks, lacks_upper)
    table[at, 0], table[at, 1], table[at, 2] = where, rest, lacks_upper
    table[at, 3] = lacks | (2 * points + exact) << _RESULT


@rule
def least_points(
    where: int, rest: int, lacks: int, lacks_upper: int, aim: int, bound: int, table: Any
) -> int:
    """Return the points to which the defenders can hold the declarers.

    A minimum over the defenders' plays: the declarers have one play each, that of their policy. It
    depends on what the plays have proved, so ``lacks`` is part of a position. Positions are looked up in
    a transposition table, as discards in another order lead to the same one.

    Args:
        where: first integer of the position.
        rest: second one; at least a domino is held, or the hand is over.
        lacks: the dominoes that seats 0 and 1 are proved not to hold; see ``may_hold``.
        lacks_upper: the same for seats 2 and 3.
        aim: the bid that the declarers' policy plays for; the same for all that share a table.
        bound: larger results are not distinguished from this one.
        table: the table, an array (entries, 4), initially zeros.

    Returns:
        The points, at most ``bound``; ``TOO_FEW`` if they make no bid.
    """
    # Forget what was proved about dominoes that are gone, so that more positions are the same.
    held = rest & ALL | (rest & ALL) << N_DOMINOES
    lacks, lacks_upper = lacks & held, lacks_upper & held
    points = known_points(where, rest, lacks, lacks_upper, bound, table)
    if points >= 0:
        return points
    seat, suit, declaration = turn_of(where, rest), suit_of(where, rest), declaration_of(where)
    if side(seat) == 0:
        plays = 1 << policy_domino(where, rest, aim, lacks, lacks_upper)
    else:
        plays = legal_of(where, rest)
    points = bound
    while plays and points > TOO_FEW:
        domino = lowest_bit(plays)
        plays &= plays - 1
        lower, upper = lacking(lacks, lacks_upper, seat, domino, suit, declaration)
        after, left = played(where, rest, domino)
        points = least_points(after, left, lower, upper, aim, points, table)
    store_points(where, rest, lacks, lacks_upper, points, points < bound, table)
    return points


@rule
def blind_row(i: int, given: Any, answer: Any) -> None:
    """Solve deal ``i``; ``given`` holds the aim, the bound, the rows of ``_starts`` and the table."""
    aim, bound, starts, table = given
    where, rest, lacks, lacks_upper = starts[i, 0], starts[i, 1], starts[i, 2], starts[i, 3]
    answer[i] = least_points(where, rest, lacks, lacks_upper, aim, bound, table)


def blind_points(
    declarations: NDArray[np.int64],
    hands: NDArray[np.int64],
    *,
    aim: int = LEAST_POINTS,
    threads: int = 0,
) -> NDArray[np.int64]:
    """Return the points of declarers who see only their own hands, against defenders who see all.

    Args:
        declarations: array (n,) of straight declarations.
        hands: array (n, 4) of sets of bits; seat 0 leads, seats 0 and 2 declare.
        aim: the bid that their policy plays for; the result is a lower bound for other bids too.
        threads: number of threads, at most 1,024; 0 for all cores.

    Returns:
        Array (n,): the points from 30 up; ``TOO_FEW`` for fewer.

    Raises:
        IllegalPosition: a row is not a deal of four hands of seven, or not a straight declaration.
        SuitwiseError: a number is out of range.

    >>> import numpy as np
    >>> from suitwise.texas42.rules.dominoes import as_dominoes, mask_of
    >>> ours = mask_of(as_dominoes("6-6 6-5 6-4 6-3 6-2 6-1 6-0"))  # all the trumps
    >>> hands = np.array([[ours, 0x7F, 0x7F << 7, 0x7F << 14]])
    >>> blind_points(np.array([6]), hands)
    array([42])
    """
    aim = whole_input(aim, "the bid that is played for is", least=LEAST_POINTS, most=HAND_POINTS)
    called, deals = np.asarray(declarations), np.asarray(hands)
    if deals.ndim != 2 or deals.shape[1] != 4 or called.shape != deals.shape[:1]:
        raise IllegalPosition(
            f"as many declarations as deals of four hands, not {called.shape}, {deals.shape}"
        )
    if called.dtype.kind not in "iu" or deals.dtype.kind not in "iu":
        raise IllegalPosition("declarations and hands are integers")
    return as_integers(points_held_to(called.tolist(), deals.tolist(), aim=aim, threads=threads))


def points_held_to(
    declarations: Sequence[int],
    deals: Sequence[Sequence[int]],
    *,
    aim: int = LEAST_POINTS,
    threads: int = 0,
) -> Integers:
    """Return ``blind_points`` of deals that are not in arrays; answers to text need no NumPy."""
    starts = _starts(declarations, deals)
    points = array("q", bytes(8 * len(deals)))
    of_thread = threading.local()

    def work_out(first: int) -> None:
        if not hasattr(of_thread, "table"):
            of_thread.table = zeros(_ENTRIES, 4)
        given = aim, HAND_POINTS, starts, of_thread.table
        over_rows(blind_row)(given, points, first, min(first + _PIECE, len(points)))

    on_threads(work_out, range(0, len(points), _PIECE), cores(threads))
    return points


def _starts(declarations: Sequence[int], deals: Sequence[Sequence[int]]) -> Any:
    """Return the four integers of each deal's first position, validated."""
    starts = zeros(max(len(deals), 1), 4)
    for row, (declaration, deal) in enumerate(zip(declarations, deals, strict=True)):
        one, two, three, four = deal
        whole_hands = [hand.bit_count() for hand in deal] == 4 * [MOST_HELD]
        if not (
            0 <= declaration <= dominoes.NOTRUMP and whole_hands and one | two | three | four == ALL
        ):
            raise IllegalPosition(
                f"row {row} is no straight deal: a declaration 0 to {dominoes.NOTRUMP}, and four hands "
                f"of {MOST_HELD} dominoes, none twice"
            )
        start = packed.packed(Position(declaration, as_hands(deal), 0))
        starts[row, 0], starts[row, 1] = start
    return starts
