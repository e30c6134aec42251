"""What the network of Tractor's player ``net`` reads of decisions, and rounds that it plays."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from learn.network_rules import HIDDEN, sum_decision, worth_of_option
from learn.tractor_returns import NONE
from learn.tractor_rounds import BOTH
from suitwise.foundation.arrays.compiled import item_at, over_rows, rule
from suitwise.foundation.arrays.networks import MOST_ON
from suitwise.seeds import as_seed
from suitwise.tractor.arrays.batch import OUTCOME_COLUMNS, deal_round, outcome_row
from suitwise.tractor.arrays.estimates import HAND_WEIGHTS
from suitwise.tractor.arrays.packed import (
    ALL_PLAYED,
    COLUMNS,
    LANDLORD,
    PLAYED,
    put,
    turn_of,
    unseen_by,
)
from suitwise.tractor.arrays.policy import choose_play
from suitwise.tractor.players.net import DECISION, INPUTS, MOST, options_of, see_decision, see_play


class Seen(NamedTuple):
    """What a network reads of some decisions.

    Args:
        decisions: float32 (n, DECISION).
        options: float32 (m, INPUTS - DECISION).
        points: float32 (m,), the attackers' points that the options came to.
        owner: int64 (m,), the decision of each option.
    """

    decisions: NDArray[np.float32]
    options: NDArray[np.float32]
    points: NDArray[np.float32]
    owner: NDArray[np.int64]


@rule
def seen_row(row: int, given: Any, answer: Any) -> None:
    """Write what a network reads of a decision and of each of its options.

    Args:
        row: the number of the decision.
        given: the records, the points, and where each decision's options begin.
        answer: the arrays of ``Seen``, zeros; then room for the inputs that are on, and for the cards,
            those played twice and the worth of options.
    """
    records, came_to, starts = given
    decisions, options, points, owner, on, onces, twices, worths = answer
    record = records[row]
    unseen, unseen_twice = unseen_by(record, turn_of(record))
    for at in range(see_decision(on, record, unseen, unseen_twice)):
        decisions[row, item_at(on, at)] += 1
    option = starts[row]
    for place in range(options_of(record, unseen, unseen_twice, onces, twices, worths)):
        once, twice = item_at(onces, place), item_at(twices, place)
        behind = item_at(worths, 0) - item_at(worths, place)
        count = see_play(on, record, unseen, unseen_twice, once, twice, behind, place == 0)
        for at in range(count):
            options[option, item_at(on, at) - DECISION] += 1
        points[option], owner[option] = came_to[row, place], row
        option += 1


def seen_in(records: NDArray[np.int64], points: NDArray[np.int16]) -> Seen:
    """Return what a network reads of decisions.

    Args:
        records: int64 (n, COLUMNS).
        points: int16 (n, MOST), ``NONE`` for what is no option.
    """
    ends = np.cumsum((points > NONE).sum(axis=1))
    starts = np.concatenate([[0], ends[:-1]])
    seen = Seen(
        np.zeros((len(records), DECISION), np.float32),
        np.zeros((int(ends[-1]), INPUTS - DECISION), np.float32),
        np.zeros(int(ends[-1]), np.float32),
        np.zeros(int(ends[-1]), np.int64),
    )
    given, room = (records, points, starts), (np.zeros(MOST_ON, np.int64), *_plays())
    over_rows(seen_row)(given, (*seen, *room), 0, len(records))
    return seen


# --- Rounds that a network plays ------------------------------------------------------------------


@rule
def best_place(record: Any, net: Any, margin: float, plays: Any, on: Any, sums: Any) -> int:
    """Return the place of the play that a network finds best, 0 where none is better by a margin.

    Args:
        record: the record.
        net: the five arrays of the network.
        margin: by how much a play must be worth more than the policy's.
        plays: room for the cards, those played twice and the worth of options; filled.
        on: room for the inputs that are on.
        sums: room for sums.
    """
    first, bias, second, other, last = net
    onces, twices, worths = plays
    unseen, unseen_twice = unseen_by(record, turn_of(record))
    options = options_of(record, unseen, unseen_twice, onces, twices, worths)
    if options == 1:
        return 0
    count = see_decision(on, record, unseen, unseen_twice)
    sum_decision(sums, first, bias, on, count)
    chosen, most = 0, 0.0
    for place in range(options):
        once, twice = item_at(onces, place), item_at(twices, place)
        behind = item_at(worths, 0) - item_at(worths, place)
        count = see_play(on, record, unseen, unseen_twice, once, twice, behind, place == 0)
        worth = worth_of_option(sums, first, second, other, last, on, count)
        if place == 0:
            most = worth + margin
        elif worth > most:
            chosen, most = place, worth
    return chosen


@rule
def round_row(row: int, given: Any, answer: Any) -> None:
    """Play a round, one side by a network and the other by the rule-based policy.

    Args:
        row: the row.
        given: the seed, the number of row 0, the network's side, the network, its margin.
        answer: the rounds, then room for options, inputs that are on, and sums.
    """
    seed, first, side, net, margin = given
    rounds, onces, twices, worths, on, sums = answer
    record, number = rounds[row], first + row
    weights = (HAND_WEIGHTS, HAND_WEIGHTS)
    deal_round(record, seed, number, number % 13, number // 13 % 4, BOTH, weights)
    while item_at(record, PLAYED) < ALL_PLAYED:
        if turn_of(record) & 1 == side:
            place = best_place(record, net, margin, (onces, twices, worths), on, sums)
            put(record, item_at(onces, place), item_at(twices, place))
        else:
            unseen, unseen_twice = unseen_by(record, turn_of(record))
            once, twice = choose_play(record, unseen, unseen_twice)
            put(record, once, twice)


def mirrored(
    deals: int, seed: int, net: tuple[NDArray[np.float64], ...], margin: float, first: int = 0
) -> NDArray[np.float64]:
    """Return what a network gains over the rule-based policy, each deal played twice, in levels a deal.

    Args:
        deals: how many deals.
        seed: 64-bit seed.
        net: the network's arrays.
        margin: by how much a play must be worth more to it than the policy's.
        first: the number of the first deal.

    Returns:
        float64 (deals,), the mean of a deal's two plays.
    """
    gained = np.zeros(deals)
    for side in range(2):
        rounds = np.zeros((deals, COLUMNS), np.int64)
        outcomes = np.empty((deals, OUTCOME_COLUMNS), np.int32)
        room = (*_plays(), np.zeros(MOST_ON, np.int64), np.zeros((3, HIDDEN)))
        given = (as_seed(seed), first, side, net, float(margin))
        over_rows(round_row)(given, (rounds, *room), 0, deals)
        over_rows(outcome_row)(rounds, outcomes, 0, deals)
        assert (outcomes[:, 1] == rounds[:, LANDLORD] & 1).all()
        gained += (outcomes[:, 2 + side] - outcomes[:, 3 - side]) / 2
    return gained


def _plays() -> list[NDArray[np.int64]]:
    return [np.zeros(MOST, np.int64) for _ in range(3)]
