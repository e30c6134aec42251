"""Whist, a game of another package, made known to the tests of tables that ask for it."""

from __future__ import annotations

import pytest

from suitwise import catalogue
from whist import ENTRY


@pytest.fixture
def whist(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make whist known."""
    monkeypatch.setitem(catalogue._known, "whist", ENTRY)
