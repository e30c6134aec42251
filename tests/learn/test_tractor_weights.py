"""The search for the weights of Tractor's policy: it comes out again, and the package plays by it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from learn.perturbation import rounded
from learn.tractor_rounds import play_row
from learn.tractor_weights import SEARCH, SEARCHED, duel
from suitwise.foundation.arrays.compiled import over_rows
from suitwise.players import Margin
from suitwise.tractor.arrays import policy_chances as policy_weights
from suitwise.tractor.arrays.batch import deal_rounds, outcomes, step

KEPT = Path(__file__).parents[2] / "learn" / "tractor_weights.json"
FOUND = rounded(np.array(policy_weights.WEIGHTS, float))


def test_the_weights_searched_are_those_of_the_policy_in_their_places() -> None:
    assert [getattr(policy_weights, name) for name in SEARCH.names] == list(
        range(len(SEARCH.names))
    )
    assert len(policy_weights.WEIGHTS) == len(SEARCH.names)


def test_the_weights_of_the_package_are_those_that_the_search_found() -> None:
    kept = json.loads(KEPT.read_text(encoding="utf-8"))["weights"]
    assert rounded(np.array([kept[name] for name in SEARCH.names])).tolist() == FOUND.tolist()


def test_the_weights_of_the_package_beat_those_the_search_started_from() -> None:
    assert Margin.of(duel(FOUND, rounded(SEARCH.start()), 3, 0, 2000).tolist()).low > 0


def test_a_row_against_itself_gains_nothing_in_any_deal() -> None:
    assert not duel(FOUND, FOUND, 3, 0, 20).any()


def test_the_policy_plays_by_the_weights_of_the_package() -> None:
    """Over deals of one side each, what the sides gain is what ``rules`` against ``rules`` gains."""
    rounds = deal_rounds(30, 3, policies=("rules", "rules"))
    after = outcomes(step(rounds, 100, policies=("rules", "rules")))
    over_rows(play_row)(np.stack([FOUND, FOUND]), rounds, 0, len(rounds))
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
