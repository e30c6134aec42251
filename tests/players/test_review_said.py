"""A review in phrases says what the figures say, and what is an interval is said to be one."""

from __future__ import annotations

import re

import pytest

from suitwise.catalogue import entries
from suitwise.players.review.decisions import Decision, Hindsight, SeatTotal, Verdict
from suitwise.players.review.reviews import Review, review_of
from suitwise.players.review.said import LEVELS, said_of, total_said
from suitwise.players.review.words import Measure

MEASURE = Measure(LEVELS, 2)


def verdict(cost: float, error: float, **more: object) -> Verdict:
    return Verdict("HA", "leads HK", "leading HA", 100, 9, -0.5, cost, error, **more)  # type: ignore[arg-type]


def decision(found: Verdict | None, **more: object) -> Decision:
    return Decision(31, 1, "trick 3", 2, "HK", found, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(("cost", "error"), [(0.4, 0.1), (1.257, 0.031), (0.05, 0.02)])
def test_a_cost_stands_within_its_interval(cost: float, error: float) -> None:
    told = said_of(decision(verdict(cost, error)), MEASURE)
    assert told.better == "leading HA"
    assert told.cost == f"−{cost:.2f} levels"
    assert told.short == f"−{cost:.2f} ± {1.96 * error:.2f} levels"
    found = re.fullmatch(r"95 % interval: −(\S+) to −(\S+) levels, over 100 deals", str(told.sure))
    assert found is not None
    assert float(found[1]) == pytest.approx(cost - 1.96 * error, abs=0.006)
    assert float(found[2]) == pytest.approx(cost + 1.96 * error, abs=0.006)


def test_what_may_be_luck_is_not_called_a_cost() -> None:
    told = said_of(decision(verdict(0.4, 0.3, chance=0.25, best_chance=0.5)), MEASURE)
    assert (told.better, told.cost) == (None, "nothing is shown to be better")
    assert told.won == "25 % of the deals are won"


def test_what_is_exact_has_no_interval() -> None:
    told = said_of(decision(verdict(0.4, 0.0, is_exact=True)), MEASURE)
    assert told.short == told.cost == "−0.40 levels"
    assert str(told.sure).startswith("exact: over all 100 deals")
    outcome = Measure("deals", 0, is_outcome=True)
    told = said_of(decision(verdict(1.0, 0.0, is_exact=True)), outcome)
    assert (told.cost, told.sure, told.won) == (
        "turned a won deal into a lost one",
        "exact: by the solver",
        None,
    )


def test_hindsight_is_told_beside_what_was_known() -> None:
    seen = Hindsight(10, "points", ("6-6", "5-5", "4-4", "3-3"), is_turning_point=True)
    told = said_of(decision(verdict(0.4, 0.1), hindsight=seen), MEASURE)
    assert told.hindsight == (
        "with all hands seen: −10 points (exact), and it gave the contract away; best was 6-6 5-5 4-4"
    )
    fine = Hindsight(0, "points", ("HK",))
    told = said_of(decision(verdict(0.4, 0.1), hindsight=fine), MEASURE)
    assert told.hindsight == "with all hands seen it cost nothing (exact)"


def test_what_could_not_be_judged_says_why() -> None:
    told = said_of(decision(None, note="no such deal"), MEASURE)
    assert (told.did, told.cost) == ("seat 2: HK", "not judged: no such deal")


def test_a_later_deal_is_named() -> None:
    told = said_of(Decision(99, 2, "trick 3", 2, "HK", verdict(0.4, 0.1)), MEASURE)
    assert told.place == "deal 2, trick 3"


def test_a_total_below_nothing_is_a_gain() -> None:
    assert str(total_said(SeatTotal(0, 5, 0, -0.31, 0.5), MEASURE)).startswith("0.31 ± 0.98 levels")


def test_every_game_of_the_catalogue_that_names_a_review_has_one() -> None:
    named = [entry.name for entry in entries() if entry.review]
    assert {"gin", "indian13", "stacks", "texas42", "tractor"} <= set(named)
    assert all(isinstance(review_of(name), Review) for name in named)
