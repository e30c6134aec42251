"""Tables over several servers are measured: one is killed, and what grows is told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext

import pytest

from benchmarks.measuring import trend
from benchmarks.table import shards, soak


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def rows_of(text: str) -> list[dict[str, str]]:
    """Return the rows of a Markdown table by its heads."""
    head, _, *rows = (cells(line) for line in text.splitlines() if line.startswith("|"))
    return [dict(zip(head, row, strict=True)) for row in rows]


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[shards.Shards]:
    """Two shards, which are gone afterwards."""
    running = shards.Shards(tmp_path_factory.mktemp("shards"), 2)
    try:
        yield running
    finally:
        running.stop()
    assert running.pids() == {}


def test_people_play_at_shards_and_one_of_them_is_killed(
    serving: shards.Shards, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = shards.Case("texas42", 2, 8)
    monkeypatch.setattr(shards, "cases", lambda most, tables: [case])
    monkeypatch.setattr(shards, "_shards", lambda number: nullcontext(serving))
    said: list[str] = []
    machine, loads, kill = shards.report(2, 8, 3, said.append).split("\n\n")
    assert said == ["load", "kill"]
    assert "3 seconds a load" in machine
    (row,) = rows_of(loads)
    assert (row["game"], row["shards"], row["tables × 4 sockets"]) == ("texas42", "2", "8")
    assert 0 < float(row["move → ack p50, ms"]) <= float(row["p99"])
    assert row["refused"] == "0"
    assert float(row["shards' ms a move"]) > 0
    assert float(row["MB a table"]) < 20
    (killed,) = rows_of(kill)
    ready, back = (
        float(killed[name])
        for name in ("one of 2 shards killed at 8 tables: ready after s", "every seat back")
    )
    assert 0.5 < ready <= back  # a shard that has ended waits half a second before it starts again
    assert int(killed["acknowledged moves"]) > 0
    assert killed["of these lost"] == "0"


def test_a_soak_of_shards_tells_what_has_grown(
    serving: shards.Shards, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shards, "_shards", lambda number: nullcontext(serving))
    monkeypatch.setattr(soak, "MINUTE_S", 3.0)
    said: list[str] = []
    _, seen, told = shards.soak(2, 16, 2, said.append).split("\n\n")
    assert [line.partition(":")[0] for line in said] == ["minute 1", "minute 2"]
    (row,) = rows_of(seen)
    assert row["minute"] == "2"
    assert float(row["memory, MB"]) > 2 * 30  # a server alone holds more
    assert "MB an hour (95 %)" in told


def test_tables_are_spread_over_the_shards(serving: shards.Shards) -> None:
    made = serving.tables("texas42", 5)
    urls = [table[0].url for table in made]
    assert urls == [*serving.urls.values()] * 2 + [serving.urls["s1"]]
    assert len(set(serving.pids().values())) == 2
    assert 0 < serving.cpu_s < 1000


def test_growth_of_what_wanders_has_a_wider_interval_than_that_of_what_jumps() -> None:
    hours = [at / 100 for at in range(100)]
    jumps = trend(hours, [at % 2 for at in range(100)])
    wanders = trend(hours, [at // 10 % 2 for at in range(100)])
    assert abs(jumps[0]) < jumps[1]
    assert wanders[1] > 2 * jumps[1]
