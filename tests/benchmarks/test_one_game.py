"""Moves a second of one game at a time are counted as the table says."""

from __future__ import annotations

from itertools import islice

import pytest

from benchmarks import one_game
from benchmarks.one_game_moves import WAYS


@pytest.mark.parametrize("way", ["state", "random", "seat"])
def test_moves_and_games_are_counted(way: str) -> None:
    if way == "seat":
        counted = list(islice(WAYS[way]("stacks"), 50))
        assert {moves for moves, _ in counted} == {1}
        assert 0 < sum(ended for _, ended in counted) < 50
    else:
        dealt = {"state": 0, "random": 3}[way]
        counted = list(islice(WAYS[way]("stacks(stacks=3,height=1,suits=3)"), 5))
        assert counted == [(dealt, 1)] * 5


def test_a_table_counts_the_decisions_of_all_seats() -> None:
    counted = list(islice(WAYS["table"]("texas42(match=hand)"), 200))
    games = sum(ended for _, ended in counted)
    moves = sum(moves for moves, _ in counted)
    assert games >= 3
    assert moves <= 200 - games * 3  # every seat but the last takes leave without a decision


def test_the_rival_stands_beside_what_asks_for_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, str]] = []

    def rates(source: str | None, game: str, way: str) -> tuple[float, float]:
        asked.append((game, way))
        return (300.0 if way == "openspiel" else 600.0 if source is None else 200.0), 2.0

    monkeypatch.setattr(one_game, "_rates", rates)
    monkeypatch.setattr(one_game, "_has_rival", lambda: True)
    measures = (("gin", "state", "state"), ("gin", "rules", "rules"))
    monkeypatch.setattr(one_game, "MEASURES", measures)
    said: list[str] = []
    last = one_game.report(2, "elsewhere", said.append).splitlines()[-2:]
    assert last == [
        "| gin | state | 600 | 2 | 200 | 3.00 | 300 | 2.00 |",
        "| gin | rules | 600 | 2 | 200 | 3.00 | – | – |",
    ]
    assert asked.count(one_game.RIVAL) == 2
    assert said == ["gin, state", "gin, rules"]
