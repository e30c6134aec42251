"""Rounds of Tractor in which the sides bid, bury and play by weights of their own, for the searches.

Two rows of weights play the same deals, each once on either side, so that luck with the cards falls out;
what one gains over the other is told in levels a deal. Landlord and rank are given, in turn; each seat
bids once with all its cards, as in the batches (``tractor.arrays.batch``).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from suitwise.foundation.arrays.compiled import item_at, over_rows, rule
from suitwise.tractor.arrays.batch import OUTCOME_COLUMNS, deal_round, outcome_row
from suitwise.tractor.arrays.packed import (
    ALL_PLAYED,
    COLUMNS,
    LANDLORD,
    PLAYED,
    put,
    turn_of,
    unseen_by,
)
from suitwise.tractor.arrays.policy import weighed_play

BOTH = 3
"""Both sides bid and bury by the rules."""
PIECE = 2000
"""The deals dealt at a time: they stay in the processor's cache."""
Rows = NDArray[np.int64]
"""int64 (2, weights): a row of weights for each side."""


@rule
def hand_row(row: int, given: Any, rounds: Any) -> None:
    """Deal a round in which the sides bid and bury by two rows of weights.

    Args:
        row: the row.
        given: the seed, the number of row 0, and the weights by side.
        rounds: the array that is filled.
    """
    seed, first, weights = given
    number = first + row
    deal_round(rounds[row], seed, number, number % 13, number % 4, BOTH, weights)


@rule
def play_row(row: int, weights: Any, rounds: Any) -> None:
    """Play a round to its end, sides 0 and 1 by the two rows of weights."""
    record = rounds[row]
    while item_at(record, PLAYED) < ALL_PLAYED:
        seat = turn_of(record)
        unseen, unseen_twice = unseen_by(record, seat)
        once, twice = weighed_play(record, unseen, unseen_twice, weights[seat & 1])
        put(record, once, twice)


def mirrored(hands: Rows, plays: Rows, seed: int, first: int, deals: int) -> NDArray[np.float64]:
    """Return what the first rows gain over the second ones in mirrored deals, in levels a deal.

    Args:
        hands: what the sides bid and bury by.
        plays: what they play by.
        seed: the seed of the deals.
        first: the number of the first deal.
        deals: how many; each is played twice.

    Returns:
        float64 (deals,), the mean of a deal's two plays.
    """
    found = []
    for start in range(0, deals, PIECE):
        count = min(PIECE, deals - start)
        gained = _gained(hands, plays, seed, first + start, count)
        found.append(
            (gained - _gained(hands[::-1].copy(), plays[::-1].copy(), seed, first + start, count))
            / 2
        )
    return np.concatenate(found)


def _gained(hands: Rows, plays: Rows, seed: int, first: int, count: int) -> NDArray[np.float64]:
    """Return the levels by which side 0 gains more than side 1."""
    rounds = np.empty((count, COLUMNS), np.int64)
    outcomes = np.empty((count, OUTCOME_COLUMNS), np.int32)
    over_rows(hand_row)((seed, first, hands), rounds, 0, count)
    over_rows(play_row)(plays, rounds, 0, count)
    over_rows(outcome_row)(rounds, outcomes, 0, count)
    assert (outcomes[:, 1] == rounds[:, LANDLORD] & 1).all()
    return (outcomes[:, 2] - outcomes[:, 3]).astype(float)
