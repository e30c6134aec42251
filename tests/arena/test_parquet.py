"""Results as Parquet: typed columns, every game once, a bounded number of them in memory."""

from __future__ import annotations

import os
import runpy
import sys
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from suitwise.arena import store as parquet
from suitwise.arena.config import Config, Match
from suitwise.arena.store import export, read_results, require_pyarrow
from suitwise.errors import NotationError, SuitwiseError
from suitwise.game import Record
from tests.arena.runs import GAMES, SMALL, played
from tests.arena.sitters import SITTERS
from tests.fresh import ROOT

arrow = pytest.importorskip("pyarrow.parquet")
assert "spending" in SITTERS  # importing them makes the players known


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(tmp_path_factory.mktemp("small"))


@pytest.fixture(scope="module")
def rows(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    out = tmp_path_factory.mktemp("out") / "games.parquet"
    assert export(folder, out) == GAMES
    found: list[dict[str, Any]] = arrow.read_table(out).to_pylist()
    return found


def test_every_game_is_a_row_in_the_order_of_the_results(
    folder: Path, rows: list[dict[str, Any]]
) -> None:
    results = list(read_results(folder))
    assert [row["number"] for row in rows] == list(range(GAMES))
    for row, one in zip(rows, results, strict=True):
        record = Record.from_json(
            {name: row[name] for name in ("game", "start", "moves", "returns")}
        )
        assert record == one.record
        assert (row["match"], row["deal"], row["seating"]) == (one.match, one.deal, one.seating)
        assert row["players"] == [SMALL.matches[one.match].players[seat] for seat in one.seats]


def test_what_each_of_the_two_got_is_the_mean_of_its_seats(rows: list[dict[str, Any]]) -> None:
    for row in rows:
        for who in ("first", "second"):
            seated = zip(row["players"], row["returns"], strict=True)
            got = [value for player, value in seated if player == row[who]]
            assert row[f"{who}_return"] == (fmean(got) if got else None)
    assert any(row["second_return"] is None for row in rows if row["match"] == 1)


def test_kinds_of_faults_and_what_players_spent_are_told_as_in_the_results(tmp_path: Path) -> None:
    match = Match("kuhn", ("spending", "random"), 6, on_fault="substitute:random")
    folder = played(tmp_path / "run", Config("spending", 1, (match,)))
    export(folder, tmp_path / "games.parquet")
    rows = arrow.read_table(tmp_path / "games.parquet").to_pylist()
    results = list(read_results(folder))
    for row, one in zip(rows, results, strict=True):
        assert row["kinds"] == [kind for kinds in one.kinds for kind in kinds]
        assert len(row["kinds"]) == sum(row["faults"])
        for seat, spent in enumerate(one.spent):
            told = (row["calls"][seat], row["refused"][seat], row["seconds"][seat])
            assert told == ((spent.calls, spent.refused, spent.seconds) if spent else (0, 0, 0.0))
    assert {kind for row in rows for kind in row["kinds"]} == {"no-move"}
    assert sum(calls for row in rows for calls in row["calls"]) > 0
    schema = {
        field.name: str(field.type) for field in arrow.read_schema(tmp_path / "games.parquet")
    }
    assert schema["kinds"] == "list<element: string>"
    assert (schema["calls"], schema["seconds"]) == ("list<element: int64>", "list<element: double>")


def test_of_a_run_without_talking_players_nothing_is_spent(rows: list[dict[str, Any]]) -> None:
    for row in rows:
        nothing = [0] * len(row["players"])
        assert row["kinds"] == []
        assert row["calls"] == row["refused"] == row["seconds"] == nothing


def test_the_columns_are_typed(folder: Path, tmp_path: Path) -> None:
    export(folder, tmp_path / "games.parquet")
    schema = arrow.read_schema(tmp_path / "games.parquet")
    types = {field.name: str(field.type) for field in schema}
    assert types["moves"] == "list<element: string>"
    assert types["returns"] == "list<element: double>"
    assert types["first_return"] == "double"
    assert {types[name] for name in ("number", "deal")} == {"int64"}
    assert {types[name] for name in ("game", "first", "second", "start")} == {"string"}


def test_no_more_games_are_in_memory_than_make_a_batch(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet, "BATCH", 50)
    export(folder, tmp_path / "games.parquet")
    file = arrow.ParquetFile(tmp_path / "games.parquet").metadata
    sizes = [file.row_group(n).num_rows for n in range(file.num_row_groups)]
    assert sizes == [50] * (GAMES // 50) + [GAMES % 50]


@pytest.mark.parametrize("name", ["plan.json", "results.jsonl"])
def test_an_export_does_not_replace_the_run_that_it_reads(folder: Path, name: str) -> None:
    before = (folder / name).read_bytes()
    with pytest.raises(SuitwiseError, match="is a file of the run itself"):
        export(folder, folder / name)
    assert (folder / name).read_bytes() == before


def test_an_export_comes_out_the_same_each_time(folder: Path, tmp_path: Path) -> None:
    for name in ("a", "b"):
        export(folder, tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_an_export_that_fails_leaves_what_was_there(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "plan.json").write_bytes((folder / "plan.json").read_bytes())
    lines = (folder / "results.jsonl").read_bytes()
    (tmp_path / "results.jsonl").write_bytes(lines + b"{}\n")
    out = tmp_path / "games.parquet"
    out.write_text("an older one")
    with pytest.raises(NotationError, match=rf"results\.jsonl:{GAMES + 1}: "):
        export(tmp_path, out)
    assert out.read_text() == "an older one"
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "games.parquet",
        "plan.json",
        "results.jsonl",
    ]


def test_an_export_for_which_there_is_no_room_names_its_file(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as error:
        export(folder, tmp_path / "games.parquet")
    assert error.value.filename == str(tmp_path / "games.parquet")
    assert not list(tmp_path.iterdir())


def test_a_run_without_results_has_a_file_without_rows(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "plan.json").write_bytes((folder / "plan.json").read_bytes())
    (tmp_path / "results.jsonl").touch()
    assert export(tmp_path, tmp_path / "games.parquet") == 0
    assert arrow.read_table(tmp_path / "games.parquet").num_rows == 0


def test_without_pyarrow_the_extra_is_named(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(SuitwiseError, match=r"install '\.\[data\]'"):
        require_pyarrow()
    with pytest.raises(SuitwiseError, match=r"install '\.\[data\]'"):
        export(folder, tmp_path / "games.parquet")
    assert not list(tmp_path.iterdir())


# --- DuckDB ---------------------------------------------------------------------------------------


def test_the_example_asks_duckdb_what_the_standings_say(
    folder: Path, rows: list[dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("duckdb")
    runpy.run_path(str(ROOT / "examples" / "arena_duckdb.py"))["main"](folder)
    (folder / "games.parquet").unlink()
    shown = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [f"{GAMES}", "games", "in", "games.parquet"] in shown
    got = [row["first_return"] for row in rows if row["match"] == 2]
    moves = [len(row["moves"]) for row in rows if row["match"] == 2]
    line = ["texas42", "random", "rules", "3", f"{round(fmean(got), 2)}", f"{round(fmean(moves))}"]
    assert line in shown


def test_the_example_makes_results_of_its_own(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("duckdb")
    example = str(ROOT / "examples" / "arena_duckdb.py")
    monkeypatch.setattr(sys, "argv", [example])
    runpy.run_path(example, run_name="__main__")
    shown = capsys.readouterr().out
    assert shown.startswith("160 games in games.parquet")
    assert "== Every player ==" in shown
