"""The weights of Tractor's policy, of its plays and of its bids: the package goes by what was found."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from learn import tractor_hands, tractor_weights
from learn.perturbation import rounded
from learn.tractor_rounds import hand_row, play_row
from learn.tractor_weights import SEARCH, SEARCHED
from suitwise.foundation.arrays.compiled import over_rows
from suitwise.players import Margin
from suitwise.tractor.arrays import estimates as policy_weights
from suitwise.tractor.arrays.batch import deal_rounds, outcomes, step
from suitwise.tractor.arrays.packed import COLUMNS

LEARN = Path(__file__).parents[2] / "learn"
HANDS = rounded(np.array(policy_weights.HAND_WEIGHTS, float))
PLAYS = rounded(np.array(policy_weights.WEIGHTS, float))
SEARCHES = [(tractor_hands, HANDS, 4000), (tractor_weights, PLAYS, 2000)]
"""Each search, the weights of the package, and over how many deals they beat those it started from."""


@pytest.mark.parametrize(("search", "found", "deals"), SEARCHES)
def test_the_weights_of_the_package_are_those_that_the_search_found_and_better(
    search: Any, found: Any, deals: int
) -> None:
    names = search.SEARCH.names
    assert [getattr(policy_weights, name) for name in names] == list(range(len(found)))
    kept = LEARN / f"{search.__name__.rpartition('.')[2]}.json"
    weights = json.loads(kept.read_text(encoding="utf-8"))["weights"]
    assert rounded(np.array([weights[name] for name in names])).tolist() == found.tolist()
    assert not search.duel(found, found, 3, 0, 20).any()
    start = rounded(search.SEARCH.start())
    assert Margin.of(search.duel(found, start, 3, 0, deals).tolist()).low > 0


def test_the_policy_bids_and_buries_by_the_weights_of_the_package() -> None:
    dealt = deal_rounds(52, 3, policies=("rules", "rules"))
    by_hand = np.empty((52, COLUMNS), np.int64)
    over_rows(hand_row)((3, 0, np.stack([HANDS, HANDS])), by_hand, 0, 52)
    assert np.array_equal(dealt, by_hand)


def test_two_sides_with_weights_of_their_own_do_not_bid_and_bury_alike() -> None:
    start = rounded(tractor_hands.SEARCH.start())
    rows = [np.empty((52, COLUMNS), np.int64) for _ in range(3)]
    for rounds, pair in zip(rows, ([HANDS, HANDS], [HANDS, start], [start, start]), strict=True):
        over_rows(hand_row)((3, 0, np.stack(pair)), rounds, 0, 52)
    changed = [(rows[1] != other).any(axis=1).sum() for other in (rows[0], rows[2])]
    assert min(changed) > 0


def test_the_policy_plays_by_the_weights_of_the_package() -> None:
    """Over deals of one side each, what the sides gain is what ``rules`` against ``rules`` gains."""
    rounds = deal_rounds(30, 3, policies=("rules", "rules"))
    after = outcomes(step(rounds, 100, policies=("rules", "rules")))
    over_rows(play_row)(np.stack([PLAYS, PLAYS]), rounds, 0, len(rounds))
    assert (outcomes(rounds).points == after.points).all()


def test_a_search_that_was_interrupted_finds_what_one_finds_that_was_not(tmp_path: Path) -> None:
    at_once = SEARCH.run(tmp_path / "once.json", 5, 2, 40)
    SEARCH.run(tmp_path / "twice.json", 5, 1, 40)
    assert (SEARCH.run(tmp_path / "twice.json", 5, 2, 40) == at_once).all()
    once, twice = (tmp_path / name for name in ("once.json", "twice.json"))
    assert once.read_text("utf-8") == twice.read_text("utf-8")


def test_a_file_of_another_search_is_refused(tmp_path: Path) -> None:
    SEARCH.run(tmp_path / "one.json", 5, 1, 40)
    with pytest.raises(SystemExit, match="another search"):
        SEARCH.run(tmp_path / "one.json", 6, 1, 40)


def test_every_weight_is_searched_by_a_width_that_can_be_played() -> None:
    assert all(width >= 1 for _, width in SEARCHED.values())
