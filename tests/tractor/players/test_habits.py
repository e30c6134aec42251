"""Habits that cost the rule-based player much: the Monte Carlo player has none of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from suitwise.tractor import Tractor, TractorState
from suitwise.tractor.players.monte_carlo import MonteCarlo

FILE = Path(__file__).parents[2] / "data" / "tractor" / "habits.json"
CASES: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))["cases"]


def position(case: dict[str, Any]) -> TractorState:
    return Tractor(match="deal").parse(case["position"])


@pytest.mark.parametrize("case", CASES, ids=[case["habit"] for case in CASES])
def test_it_has_no_habit_that_costs_much(case: dict[str, Any]) -> None:
    state = position(case)
    assert state.parse_move(case["played"]) in state.moves()
    assert case["played"] not in case["instead"]
    assert str(MonteCarlo(worlds=100)(state)) in case["instead"]
