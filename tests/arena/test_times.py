"""Times of decisions: kept as counts, right to a percent, and those of the player that thought."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import pytest

from suitwise import testing
from suitwise.arena.config import Config, Match
from suitwise.arena.run import Played, run
from suitwise.arena.statistics import Times
from suitwise.arena.store import read_results
from suitwise.errors import NotationError
from tests.arena.sitters import SITTERS

assert testing.Kuhn.name == "kuhn"
assert "slow" in SITTERS


@pytest.mark.parametrize("share", [0.01, 0.5, 0.95, 1.0])
def test_a_quantile_is_that_of_the_sorted_times_to_a_percent(share: float) -> None:
    rng = random.Random(7)
    seconds = [10 ** rng.uniform(-7, 2) for _ in range(1000)]
    exact = sorted(seconds)[round(share * 1000) - 1]
    assert Times(seconds).quantile(share) == pytest.approx(exact, rel=0.012)


def test_times_told_in_parts_are_those_told_at_once() -> None:
    parts = Times([0.5, 1e-6])
    parts.add(Times([0.25, 0.0]))
    assert parts.as_json() == Times([0.25, 0.0, 0.5, 1e-6]).as_json()
    assert len(parts) == 4


def test_times_come_back_from_json_as_they_were() -> None:
    plain = Times([0.001, 0.002, 0.002, 5.0]).as_json()
    assert Times.from_json(json.loads(json.dumps(plain))).as_json() == plain


@pytest.mark.parametrize("plain", [[], {"x": 1}, {"-1": 1}, {"5": 0}, {"5": True}, {"99999": 1}])
def test_what_holds_no_counts_is_refused(plain: object) -> None:
    with pytest.raises(NotationError, match="times are counts"):
        Times.from_json(plain)


def test_of_no_times_there_is_no_median() -> None:
    with pytest.raises(ValueError, match="no times"):
        Times().quantile(0.5)


def test_a_run_tells_each_player_s_own_times_of_decisions_with_a_choice(tmp_path: Path) -> None:
    heard: list[Played] = []

    def hear(played: Played) -> bool:
        heard.append(played)
        return True

    config = Config("x", 3, (Match("stacks", ("slow(ms=3)", "random"), 3),))
    run(config, tmp_path, goes_on=hear)
    slow, quick = Times(), Times()
    for played in heard:
        slow.add(played.times[0])
        quick.add(played.times[1])
    assert slow.quantile(0.01) >= 0.0029 > quick.quantile(0.5)
    choices = Counter(
        one.seats[0]
        for one in read_results(tmp_path)
        for state in one.record.states()
        if state.turn == 0 and len(list(state.moves())) > 1
    )
    assert (len(slow), len(quick)) == (choices[0], choices[1])


def test_a_run_that_is_told_to_end_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    config = Config("x", 3, (Match("stacks", ("random", "solver"), 30),))
    run(config, tmp_path / "whole")
    ended = run(config, tmp_path / "cut", goes_on=lambda played: False)
    assert ended.deals == 1
    run(config, tmp_path / "cut")
    there = [(tmp_path / name / "results.jsonl").read_bytes() for name in ("whole", "cut")]
    assert there[0] == there[1]
