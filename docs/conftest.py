"""The examples of a page leave no player behind for those of another."""

from __future__ import annotations

import pytest

from suitwise.players import named


@pytest.fixture(autouse=True)
def own_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the players that a page makes known be known there alone."""
    known = {name: dict(kinds) for name, kinds in named._PLAYERS.items()}
    monkeypatch.setattr(named, "_PLAYERS", known)
