"""Duels of Tractor players: the same cards for both, and the same figures whoever counts them."""

from __future__ import annotations

import pytest

from benchmarks.tractor import players
from benchmarks.tractor.players import (
    Deal,
    Duel,
    Maker,
    at_random,
    duel,
    duel_on_cores,
    report,
    rule_based,
    without_throws,
)
from suitwise.game import Chooser


def test_a_player_against_itself_rises_no_further() -> None:
    found = duel(rule_based, rule_based, range(2), seed=3)
    assert (found.margin.mean, found.margin.error) == (0, 0)
    assert found.landlords(0) == found.landlords(1)


def test_the_sides_are_exchanged_and_the_cards_are_the_same() -> None:
    asked: list[tuple[int, str]] = []

    def noting(player: int) -> Chooser:
        def choose(state: object) -> object:
            asked.append((player, str(state)))
            return rule_based(0)(state)  # type: ignore[arg-type]

        return choose

    duel(lambda deal: noting(0), lambda deal: noting(1), range(2), seed=3)
    half = len({text for _, text in asked})
    assert len(asked) == 2 * half
    assert {(1 - player, text) for player, text in asked} == set(asked)


def test_the_margin_is_over_the_pairs_of_deals() -> None:
    duel = Duel(
        (Deal(3, 0, 0, True), Deal(-1, 1, 60, True), Deal(0, 1, 90, False), Deal(0, 0, 90, False))
    )
    assert duel.margin.mean == 0.5
    assert duel.margin.deals == 2
    assert (duel.landlords(0), duel.landlords(1)) == ((2, 1), (2, 1))


@pytest.mark.exhaustive
def test_many_cores_count_what_one_counts(exhaustive: bool) -> None:
    deals = 40 if exhaustive else 2
    one, many = (
        duel(rule_based, at_random, range(deals)),
        duel_on_cores(rule_based, at_random, deals),
    )
    assert [deal.levels for deal in one.deals] == [deal.levels for deal in many.deals]
    assert one.decision_ms > 0


@pytest.mark.exhaustive
def test_throwing_what_stands_does_no_harm(exhaustive: bool) -> None:
    deals = 400 if exhaustive else 12
    margin = duel(rule_based, without_throws, range(deals), seed=2).margin
    assert margin.mean > (-0.05 if exhaustive else -0.25)


def test_the_report_has_a_line_for_each_duel(monkeypatch: pytest.MonkeyPatch) -> None:
    def at_once(first: Maker, second: Maker, deals: int) -> Duel:
        return duel(first, second, range(deals))

    monkeypatch.setattr(players, "duel_on_cores", at_once)
    said: list[str] = []
    told = report(2, said.append)
    assert [line.split(" | ")[0].removeprefix("| ") for line in told.splitlines()[-2:]] == said
