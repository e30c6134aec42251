"""The published situations at the table, in which LJ is the little joker and BJ the big one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from suitwise.cards import Card
from suitwise.tractor import Pile, pile_of

Case = dict[str, Any]

_FILE = Path(__file__).parents[1] / "data" / "tractor" / "situations.json"
CASES: list[Case] = json.loads(_FILE.read_text(encoding="utf-8"))["cases"]


def situations(*kinds: str) -> pytest.MarkDecorator:
    """Hand a test every case of some kinds, as ``case``."""
    chosen = [case for case in CASES if case["kind"] in kinds]
    return pytest.mark.parametrize("case", chosen, ids=[case["id"] for case in chosen])


def answer(case: Case) -> Case:
    """Return the right answer, and of the engine's what it leaves standing."""
    return {**case["expected"], **case.get("rules_expected", {})}


def card(text: str) -> Card:
    return Card({"LJ": "BJ", "BJ": "RJ"}.get(text, text))


def pile(texts: list[str]) -> Pile:
    return pile_of([card(text) for text in texts])


def trump_of(case: Case) -> str:
    return f"{case['trump']['suit'] or 'O'}{case['trump']['rank']}"
