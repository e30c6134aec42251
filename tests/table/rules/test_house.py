"""The rules of a table: read from JSON, refused in words."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

import pytest

from suitwise.table.rules.house import BOUNDS, CHOICES, BadHouse, House


def test_every_choice_can_be_made_and_comes_back_from_json() -> None:
    for name, choices in CHOICES.items():
        assert getattr(House(), name) == choices[0] or name == "hints"
        for choice in choices:
            house = House.of({name: choice})
            assert House.of(json.loads(json.dumps(house.as_json()))) == house


@pytest.mark.parametrize(
    "plain",
    [
        {"hints": "some"},
        {"hints": ["all"]},
        {"chat": 1},
        {"clock_s": -1},
        {"clock_s": True},
        {"grace_s": 0},
        {"grace_s": 10**9},
        {"speed": None},
        {"nothing": 1},
    ],
)
def test_what_is_no_rule_is_refused_with_what_would_do(plain: dict[str, Any]) -> None:
    with pytest.raises(BadHouse) as error:
        House.of(plain)
    assert next(iter(plain)) in str(error.value.reason)


def test_all_rules_are_choices_numbers_flags_or_a_day() -> None:
    flags = {field.name for field in fields(House)} - set(CHOICES) - set(BOUNDS)
    assert flags == {"chat", "practice", "daily"}
