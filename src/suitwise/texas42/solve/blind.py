"""What a declaring side makes that sees only its own hands, against defenders who see all four.

Rules page, Solvers and players. The two declarers follow the rule-based policy, each by what he sees;
the defenders, who know the deal and what the policy will do, find their best replies by trying all of
them. No defence can do better, so how often such declarers make a bid is a lower bound on how often
declarers can, the chance of the sample aside.

Seats 0 and 2 declare and seat 0 leads.
"""

from __future__ import annotations

import threading
from typing import Any

from suitwise.arguments import whole_input
from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.compiled import lowest_bit, over_rows, rule
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.arrays.parallel import in_order
from suitwise.foundation.arrays.rows import cores
from suitwise.foundation.seating import side
from suitwise.texas42.arrays.packed import (
    declaration_of,
    held_by,
    legal_of,
    packed,
    placed_of,
    played,
    points_of,
    suit_of,
    turn_of,
)
from suitwise.texas42.arrays.playouts import lacking, policy_domino
from suitwise.texas42.arrays.policy import higher_than
from suitwise.texas42.hidden.knowledge import MOST_HELD
from suitwise.texas42.rules.auction import LEAST_POINTS
from suitwise.texas42.rules.dominoes import ALL, HAND_POINTS, N_DOMINOES
from suitwise.texas42.rules.position import Position
from suitwise.texas42.rules.suits import NOTRUMP
from suitwise.texas42.rules.tricks import led_suit

TOO_FEW = LEAST_POINTS - 1
"""Fewer points make no bid, so they are not told apart."""
_PIECE = 4
_ENTRIES = 1 << 16
_LACKS = (1 << 2 * N_DOMINOES) - 1
_KNOWN = 2 * N_DOMINOES
"""An entry is where, rest, lacks_upper, and lacks with the points, and a bit if exact, above them."""


@rule
def place_in(found: Any, where: int, rest: int, lacks: int, lacks_upper: int) -> int:
    """Return where a table keeps the bounds of a position."""
    mixed = where * 0x9E3779B1 ^ rest * 0x85EBCA6B ^ lacks * 0xC2B2AE35 ^ lacks_upper * 0x27D4EB2F
    return (mixed >> 20) % len(found)


@rule
def takes_the_rest(hand: int, others: int, declaration: int) -> bool:
    """Tell whether a hand takes every trick when led from in any order: nothing beats any of it."""
    while hand:
        domino = lowest_bit(hand)
        hand &= hand - 1
        if higher_than(domino, led_suit(domino, declaration), declaration) & others:
            return False
    return True


@rule
def known_points(
    where: int, rest: int, lacks: int, lacks_upper: int, bound: int, found: Any
) -> int:
    """Return the points known before any reply is tried, as ``least_points`` does; -1 for none."""
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
    at = place_in(found, where, rest, lacks, lacks_upper)
    if found[at, 0] == where and found[at, 1] == rest and found[at, 2] == lacks_upper:
        known = found[at, 3] >> _KNOWN
        if found[at, 3] & _LACKS == lacks and (known & 1 or known >> 1 >= bound):
            return min(int(known >> 1), bound)
    return -1


@rule
def keep_points(
    where: int, rest: int, lacks: int, lacks_upper: int, points: int, exact: bool, found: Any
) -> None:
    """Write down what was found of a position."""
    at = place_in(found, where, rest, lacks, lacks_upper)
    found[at, 0], found[at, 1], found[at, 2] = where, rest, lacks_upper
    found[at, 3] = lacks | (2 * points + exact) << _KNOWN


@rule
def least_points(
    where: int, rest: int, lacks: int, lacks_upper: int, aim: int, bound: int, found: Any
) -> int:
    """Return the points to which the defenders can hold the declarers.

    Discards in another order lead to the same position, so positions are looked up.

    Args:
        where: first integer of the position.
        rest: second one; at least a domino is held, or the hand is over.
        lacks: what seats 0 and 1 have proved not to hold; see ``may_hold``.
        lacks_upper: the same for seats 2 and 3.
        aim: the bid that the declarers' policy plays for; one for all that shares a table.
        bound: from this number of points on they are not told apart.
        found: array (entries, 4) of positions, zeros at first.

    Returns:
        The points, ``bound`` for more, ``TOO_FEW`` for fewer than make a bid.
    """
    held = rest & ALL | (rest & ALL) << N_DOMINOES
    lacks, lacks_upper = lacks & held, lacks_upper & held
    points = known_points(where, rest, lacks, lacks_upper, bound, found)
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
        known, known_upper = lacking(lacks, lacks_upper, seat, domino, suit, declaration)
        after, left = played(where, rest, domino)
        points = least_points(after, left, known, known_upper, aim, points, found)
    keep_points(where, rest, lacks, lacks_upper, points, points < bound, found)
    return points


@rule
def blind_row(i: int, given: Any, answer: Any) -> None:
    """Work out one deal: ``given`` is the aim, the bound, starts of four integers each, a table."""
    aim, bound, starts, found = given
    where, rest, lacks, lacks_upper = starts[i, 0], starts[i, 1], starts[i, 2], starts[i, 3]
    answer[i] = least_points(where, rest, lacks, lacks_upper, aim, bound, found)


def blind_points(
    declarations: NDArray[np.int64],
    hands: NDArray[np.int64],
    *,
    aim: int = LEAST_POINTS,
    threads: int = 0,
) -> NDArray[np.int64]:
    """Return what declarers who do not see take against defenders who do, in many deals.

    Args:
        declarations: array (n,) of straight declarations.
        hands: array (n, 4) of sets of bits; seat 0 leads, seats 0 and 2 declare.
        aim: the bid that their policy plays for; it makes the result no less of a bound for others.
        threads: how many threads, at most 1,024; 0 for all cores.

    Returns:
        Array (n,): points from 30 on; ``TOO_FEW`` for less.

    Raises:
        IllegalPosition: a row is no deal of seven dominoes each, or its declaration not straight.
        SuitwiseError: a number is out of range.

    >>> import numpy as np
    >>> from suitwise.texas42.rules.dominoes import as_dominoes, mask_of
    >>> ours = mask_of(as_dominoes("6-6 6-5 6-4 6-3 6-2 6-1 6-0"))  # all the trumps
    >>> hands = np.array([[ours, 0x7F, 0x7F << 7, 0x7F << 14]])
    >>> blind_points(np.array([6]), hands)
    array([42])
    """
    aim = whole_input(aim, HAND_POINTS, "the bid that is played for is", LEAST_POINTS)
    starts = _starts(np.asarray(declarations), np.asarray(hands))
    points = np.empty(len(starts), np.int64)
    firsts = range(0, len(points), _PIECE)
    of_thread = threading.local()

    def work_out(first: int) -> None:
        if not hasattr(of_thread, "found"):
            of_thread.found = np.zeros((_ENTRIES, 4), np.int64)
        given = aim, HAND_POINTS, starts, of_thread.found
        over_rows(blind_row)(given, points, first, min(first + _PIECE, len(points)))

    for _ in in_order(work_out, firsts, min(cores(threads), len(firsts))):
        pass
    return points


def _starts(declarations: Any, hands: Any) -> NDArray[np.int64]:
    """Return the four integers that each deal starts from."""
    if hands.ndim != 2 or hands.shape[1] != 4 or declarations.shape != hands.shape[:1]:
        raise IllegalPosition(
            f"as many declarations as deals of four hands, not {declarations.shape}, {hands.shape}"
        )
    if declarations.dtype.kind not in "iu" or hands.dtype.kind not in "iu":
        raise IllegalPosition("declarations and hands are integers")
    starts = np.zeros((len(hands), 4), np.int64)
    rows = zip(declarations.tolist(), hands.tolist(), strict=True)
    for row, (declaration, deal) in enumerate(rows):
        one, two, three, four = deal
        whole_hands = [hand.bit_count() for hand in deal] == 4 * [MOST_HELD]
        if not (0 <= declaration <= NOTRUMP and whole_hands and one | two | three | four == ALL):
            raise IllegalPosition(
                f"row {row} is no straight deal: a declaration 0 to {NOTRUMP}, and four hands of "
                f"{MOST_HELD} dominoes, none twice"
            )
        starts[row, :2] = packed(Position(declaration, (one, two, three, four), 0))
    return starts
