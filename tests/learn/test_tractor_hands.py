"""The weights of Tractor's bids and burials: the package bids and buries by what the search found."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from learn.perturbation import rounded
from learn.tractor_hands import SEARCH, duel
from learn.tractor_rounds import hand_row
from suitwise.foundation.arrays.compiled import over_rows
from suitwise.players import Margin
from suitwise.tractor.arrays import policy_chances as policy_weights
from suitwise.tractor.arrays.batch import deal_rounds
from suitwise.tractor.arrays.packed import COLUMNS

KEPT = Path(__file__).parents[2] / "learn" / "tractor_hands.json"
FOUND = rounded(np.array(policy_weights.HAND_WEIGHTS, float))


def test_the_weights_searched_are_those_of_the_policy_in_their_places() -> None:
    places = [getattr(policy_weights, name) for name in SEARCH.names]
    assert places == list(range(len(policy_weights.HAND_WEIGHTS)))


def test_the_weights_of_the_package_are_those_that_the_search_found() -> None:
    assert SEARCH.kept(KEPT).tolist() == FOUND.tolist()


def test_the_weights_of_the_package_beat_those_the_search_started_from() -> None:
    assert Margin.of(duel(FOUND, rounded(SEARCH.start()), 3, 0, 4000).tolist()).low > 0


def test_a_row_against_itself_gains_nothing_in_any_deal() -> None:
    assert not duel(FOUND, FOUND, 3, 0, 20).any()


def test_the_policy_bids_and_buries_by_the_weights_of_the_package() -> None:
    dealt = deal_rounds(52, 3, policies=("rules", "rules"))
    by_hand = np.empty((52, COLUMNS), np.int64)
    over_rows(hand_row)((3, 0, np.stack([FOUND, FOUND])), by_hand, 0, 52)
    assert np.array_equal(dealt, by_hand)


def test_two_sides_with_weights_of_their_own_do_not_bid_and_bury_alike() -> None:
    start = rounded(SEARCH.start())
    rows = [np.empty((52, COLUMNS), np.int64) for _ in range(3)]
    for rounds, pair in zip(rows, ([FOUND, FOUND], [FOUND, start], [start, start]), strict=True):
        over_rows(hand_row)((3, 0, np.stack(pair)), rounds, 0, 52)
    changed = [(rows[1] != other).any(axis=1).sum() for other in (rows[0], rows[2])]
    assert min(changed) > 0
