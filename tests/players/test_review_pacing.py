"""A review that has a time: as many deals a decision as there is time for, and no other deals."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from itertools import islice
from typing import Any

import pytest

from suitwise import rummy
from suitwise.game import load, play
from suitwise.players.named import named
from suitwise.players.review.decisions import Verdict
from suitwise.players.review.pacing import PacedJudge, choices_of


class Clock:
    """A clock that stands still but for the judge."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def judge_of(clock: Clock, deal_s: float, first_s: float = 0.0) -> Callable[[int], Any]:
    """Return a kind of judge that takes so long for a deal, and longer the first time."""
    waits = iter([first_s])

    class Judge:
        def __init__(self, worlds: int) -> None:
            self.worlds = worlds

        def place(self, state: Any, made: Any) -> str:
            return "here"

        def verdict(self, state: Any, move: Any) -> Verdict:
            clock.now += deal_s * self.worlds + next(waits, 0.0)
            return Verdict("a", "a", "a", self.worlds, 2, 0.0)

    return Judge


def counts(deal_s: float, seconds: float, decisions: int = 30, first_s: float = 0.0) -> list[int]:
    clock = Clock()
    made = judge_of(clock, deal_s, first_s)
    judge = PacedJudge(made, decisions, seconds, 6, 40, clock)
    found = [judge.verdict(None, None) for _ in range(decisions)]
    return [one.worlds for one in found if one is not None]


@pytest.mark.parametrize("first_s", [0.0, 60.0])
def test_decisions_have_as_many_deals_as_there_is_time_for_whatever_the_first_had_to_compile(
    first_s: float,
) -> None:
    found = counts(0.03, 20.0, first_s=first_s)
    assert found[:2] == [6, 6]
    assert 0.03 * sum(found[1:]) == pytest.approx(20.0, abs=1.5)
    assert min(found[2:]) >= 20


def test_no_decision_has_more_deals_than_the_most_nor_fewer_than_the_least() -> None:
    assert counts(0.001, 20.0)[2:] == [40] * 28
    assert counts(1.0, 20.0) == [6] * 30
    assert counts(0.0, 20.0)[2:] == [40] * 28, "a clock that does not go on in so short a time"


def test_indian_rummy_in_time_is_judged_in_the_deals_that_a_review_of_so_many_draws(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = load("indian13")
    record = play(game.start(), named("rules", game).seated(1, 0), seed=3)
    reviewing = import_module("suitwise.rummy.review")
    monkeypatch.setattr(reviewing, "INDIAN_WORLDS", 3)
    paced = [*islice(reviewing.INDIAN.decisions(record, 2, 0, seat=0, seconds=60.0), 3)]
    assert [one.verdict and one.verdict.worlds for one in paced] == [2, 2, 3]
    assert paced[:2] == [*islice(rummy.review(record, 2, seat=0), 2)]
    assert paced[2] == next(islice(rummy.review(record, 3, seat=0), 2, 3))
    assert choices_of(record) > choices_of(record, 0) >= 3
