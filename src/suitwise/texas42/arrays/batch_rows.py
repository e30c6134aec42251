"""The rules that ``batch`` runs on each row of an array of positions.

Each is a rule over a row, which loops over arrays on the processor and is a thread on a GPU. A hand
numbered n is dealt from stream 2 n of its seed and played out by the numbers of stream 2 n + 1.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import add_at, rule
from suitwise.foundation.seating import NOBODY, side
from suitwise.stepping.streams import opened
from suitwise.texas42.arrays.packed import (
    dealt,
    declaring_of,
    is_sound,
    legal_of,
    played,
    points_of,
    tricks_of,
)
from suitwise.texas42.arrays.policy import owners, play_out_one
from suitwise.texas42.rules.contracts import sits_out
from suitwise.texas42.rules.dominoes import HAND_POINTS, N_DOMINOES

OUTCOME = 3
"""The numbers of an outcome: points of side 0, of side 1, tricks of side 0."""
BINS = HAND_POINTS + 1
"""The numbers of a group's counts: how often 0 to 42 points were taken."""
ILLEGAL = -1
"""The answer for a row that is no position, or whose domino may not be played."""


@rule
def deal_row(row: int, given: Any, states: Any) -> None:
    """Deal a hand.

    Args:
        row: the row.
        given: the seed, the number of row 0, declarations and leaders that are taken in turn, and
            whether three play nello.
        states: the array that is filled.
    """
    seed, first, declarations, leaders, three = given
    number = first + row
    declaration = int(declarations[number % len(declarations)])
    leader = int(leaders[number % len(leaders)])
    lower, upper, _ = owners(opened(seed, 2 * number))
    out = sits_out(leader, declaration) if three else NOBODY
    states[row, 0], states[row, 1] = dealt(lower, upper, declaration, leader, side(leader), out)


@rule
def legal_row(row: int, states: Any, answer: Any) -> None:
    """Find the legal dominoes of a row."""
    where, rest = int(states[row, 0]), int(states[row, 1])
    answer[row] = legal_of(where, rest) if is_sound(where, rest) else ILLEGAL


@rule
def step_row(row: int, given: Any, answer: Any) -> None:
    """Play a domino in a row; ``given`` is the states and the dominoes."""
    states, dominoes = given
    where, rest, domino = int(states[row, 0]), int(states[row, 1]), int(dominoes[row])
    good = is_sound(where, rest) and 0 <= domino < N_DOMINOES
    if good and legal_of(where, rest) >> domino & 1:
        answer[row, 0], answer[row, 1] = played(where, rest, domino)
    else:
        answer[row, 0], answer[row, 1] = ILLEGAL, ILLEGAL


@rule
def play_out_row(row: int, given: Any, answer: Any) -> None:
    """Play a row out.

    Args:
        row: the row.
        given: the states, the seed, the number of row 0, the sides that play by the policy, and the
            points that the declaring sides need, taken in turn.
        answer: the array that is filled with points of side 0, of side 1, and tricks of side 0.
    """
    states, seed, first, rule_based, needs = given
    where, rest = int(states[row, 0]), int(states[row, 1])
    if not is_sound(where, rest):
        for column in range(OUTCOME):
            answer[row, column] = ILLEGAL
        return
    number = first + row
    need = int(needs[number % len(needs)])
    rest = play_out_one(where, rest, rule_based, need, opened(seed, 2 * number + 1))
    answer[row, 0], answer[row, 1] = points_of(rest, 0), points_of(rest, 1)
    answer[row, 2] = tricks_of(rest)


@rule
def tally_row(row: int, given: Any, states: Any) -> None:
    """Play a row out many times and count the points of its declaring side.

    Args:
        row: the row.
        given: the counts, of 43 numbers a group and one for bad rows; the groups of the rows, taken in
            turn; how many playouts; seed, number of row 0, sides and needs as ``play_out_row`` has.
        states: the states; nothing is written to them.
    """
    counts, groups, playouts, seed, first, rule_based, needs = given
    where, rest = int(states[row, 0]), int(states[row, 1])
    if not is_sound(where, rest):
        add_at(counts, len(counts) - 1, 1)
        return
    number = first + row
    need, group = int(needs[number % len(needs)]), int(groups[number % len(groups)])
    for playout in range(playouts):
        stream = opened(seed, 2 * (number * playouts + playout) + 1)
        end = play_out_one(where, rest, rule_based, need, stream)
        add_at(counts, group * BINS + points_of(end, declaring_of(where)), 1)
