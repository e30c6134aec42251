"""Whist, a game of another package, made known to the tests of tables that ask for it."""

from __future__ import annotations

import pytest
from whist import ENTRY

from suitwise import catalogue


@pytest.fixture
def whist(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make whist known."""
    monkeypatch.setitem(catalogue._known, "whist", ENTRY)
