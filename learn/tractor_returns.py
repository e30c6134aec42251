"""Decisions of Tractor's play and what each option came to, for ``learn.tractor_net``.

Rounds are played by the rule-based policy, which now and then does something else. At some of its
decisions every option (``players.net.options_of``) is tried, the rest of the deal played by the policy
in all seats to its end. Averaged over the deals that lead to the same view, what the options came to is
what each is worth against this policy, the hidden hands as likely as its way of playing makes them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from learn.tractor_rounds import BOTH
from suitwise.foundation.arrays.compiled import item_at, over_rows, rule
from suitwise.seeds import as_seed
from suitwise.stepping.loop import drawn
from suitwise.tractor.arrays.batch import deal_round
from suitwise.tractor.arrays.estimates import HAND_WEIGHTS
from suitwise.tractor.arrays.packed import (
    ALL_PLAYED,
    COLUMNS,
    PLAYED,
    POINTS,
    STREAM,
    put,
    turn_of,
    unseen_by,
)
from suitwise.tractor.arrays.policy import choose_play
from suitwise.tractor.players.net import MOST, options_of

KEPT = 12
"""The most decisions of a round that are kept."""
OFTEN = 8
"""One in so many decisions is kept."""
SLIP = 12
"""One in so many plays is one of the options, each as likely."""
NONE = -1000
"""The points of what is no option."""


@rule
def points_of(record: Any) -> int:
    """Play a round to its end by the policy, and return the attackers' points."""
    while item_at(record, PLAYED) < ALL_PLAYED:
        unseen, unseen_twice = unseen_by(record, turn_of(record))
        once, twice = choose_play(record, unseen, unseen_twice)
        put(record, once, twice)
    return item_at(record, POINTS)


@rule
def explore_row(row: int, given: Any, answer: Any) -> None:
    """Play the round of a row, and keep some of its decisions with what their options came to.

    Args:
        row: the row.
        given: the seed, the number of row 0.
        answer: the decisions (rounds, KEPT, COLUMNS); the points (rounds, KEPT, MOST), filled with
            ``NONE``; then room for two records, and for the cards, those played twice and the worth of
            the options.
    """
    seed, first = given
    decisions, points, game, trial, onces, twices, worths = answer
    number = first + row
    deal_round(
        game, seed, number, number % 13, number // 13 % 4, BOTH, (HAND_WEIGHTS, HAND_WEIGHTS)
    )
    stream, kept = item_at(game, STREAM), 0
    while item_at(game, PLAYED) < ALL_PLAYED:
        unseen, unseen_twice = unseen_by(game, turn_of(game))
        count = options_of(game, unseen, unseen_twice, onces, twices, worths)
        lot, stream = drawn(OFTEN, stream)
        if count > 1 and kept < KEPT and lot == 0:
            for column in range(COLUMNS):
                decisions[row, kept, column] = game[column]
            for place in range(count):
                for column in range(COLUMNS):
                    trial[column] = game[column]
                put(trial, item_at(onces, place), item_at(twices, place))
                points[row, kept, place] = points_of(trial)
            kept += 1
        slip, stream = drawn(SLIP, stream)
        place = 0
        if slip == 0:
            place, stream = drawn(count, stream)
        put(game, item_at(onces, place), item_at(twices, place))


def explored(rounds: int, seed: int, first: int = 0) -> tuple[NDArray[np.int64], NDArray[np.int16]]:
    """Return decisions of rounds, and the attackers' points that each of their options came to.

    Args:
        rounds: how many rounds are played.
        seed: 64-bit seed; the same seed and numbers, the same decisions.
        first: the number of the first round.

    Returns:
        int64 (n, COLUMNS), the records; int16 (n, MOST), the points, ``NONE`` for no option.
    """
    decisions = np.zeros((rounds, KEPT, COLUMNS), np.int64)
    points = np.full((rounds, KEPT, MOST), NONE, np.int16)
    records = [np.zeros(COLUMNS, np.int64) for _ in range(2)]
    plays = [np.zeros(MOST, np.int64) for _ in range(3)]
    given = (as_seed(seed), first)
    over_rows(explore_row)(given, (decisions, points, *records, *plays), 0, rounds)
    kept = points[:, :, 0] > NONE
    return decisions[kept], points[kept]
