"""What searched burials are worth alone: the same cards, all else by rule."""

from __future__ import annotations

import pytest

from benchmarks import duels
from benchmarks.tractor import parts
from benchmarks.tractor.parts import Difference, measured
from suitwise.tractor.players.rule_based import TractorPlayer


def test_a_deal_differs_the_same_again() -> None:
    found = measured(4, range(4))
    assert found == measured(4, range(4))
    assert any(one.is_other for one in found)
    assert all(one.is_other or one.levels == 0 for one in found)


def test_what_the_rules_would_do_too_is_worth_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "MonteCarlo", lambda worlds: TractorPlayer())
    assert measured(4, range(4)) == [Difference(0, False)] * 4


def test_the_report_has_a_line_for_the_burial(monkeypatch: pytest.MonkeyPatch) -> None:
    def in_one(play: object, deals: int) -> list[list[Difference]]:
        return [[Difference(one % 2, bool(one % 2)) for one in range(deals)]]

    monkeypatch.setattr(duels, "on_cores", in_one)
    said: list[str] = []
    told = parts.report(2, 7, said.append)
    assert said == ["burial"]
    assert "| burial | 2 | 50% | +0.500 ± 0.980 |" in told
