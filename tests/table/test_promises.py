"""The page of promises names tests that exist, and leaves no promise out (docs/table-promises.md)."""

from __future__ import annotations

import re

import pytest

from tests.test_docs import ROOT

PAGE = (ROOT / "docs" / "table-promises.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`([\w/]+\.py)::(\w+)`", PAGE)))
FILES = sorted({path for path, _ in NAMED})
ALL = {"D": 10, "P": 14, "S": 8, "F": 8, "O": 7, "U": 10, "A": 6, "L": 1}
"""How many promises there are of each letter."""


@pytest.mark.parametrize("path", FILES)
def test_a_promise_is_held_by_a_test_that_exists(path: str) -> None:
    text = (ROOT / "tests" / path).read_text(encoding="utf-8")
    there = set(re.findall(r"^\s*(?:async )?def (\w+)\(", text, re.MULTILINE))
    assert {name for file, name in NAMED if file == path} <= there


def test_each_promise_has_a_test_or_is_said_to_have_none() -> None:
    numbered = set(re.findall(r"^\| ([A-Z]\d+) \|", PAGE, re.MULTILINE))
    numbered |= set(re.findall(r"([A-Z]\d+) \([^)]*\)(?=.*not built yet)", PAGE))
    assert numbered == {f"{kind}{at}" for kind, most in ALL.items() for at in range(1, most + 1)}
