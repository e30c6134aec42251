"""Formats of data sets: rows come back, other programs load them, cards say what is there."""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import subprocess
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.arena.data import formats, make_data, pack, read_data
from suitwise.arena.data.card import BIBTEX, card_text
from suitwise.arena.data.formats import (
    FORMS,
    ON_PYARROW,
    Form,
    Row,
    card_name,
    read_rows,
    write_rows,
)
from suitwise.arena.data.manifest import KINDS, MANIFEST, Job, kind_of
from suitwise.arena.data.selfplay import Selfplay, decision_arrays
from suitwise.errors import NotationError, SuitwiseError
from suitwise.fields import width
from suitwise.game import load
from tests.arena.sitters import SITTERS
from tests.commands import run_command
from tests.fresh import ROOT

SOLVED = "texas42-solved(dominoes=2)"
GAMES = "selfplay(game=gin,players=greedy random)"
assert "spending" in SITTERS  # importing them makes the players known


def need(form: Form) -> None:
    """Skip a test of a format whose library is missing."""
    if form in ON_PYARROW:
        pytest.importorskip("pyarrow.parquet")


def made(folder: Path, form: Form, kind: str = SOLVED, arrays: bool = False) -> Path:
    """Make a data set of seven rows in three shards."""
    need(form)
    make_data(kind, folder, 7, seed=3, shard_size=3, form=form, arrays=arrays)
    return folder


@pytest.mark.parametrize("form", FORMS)
def test_games_tell_kinds_of_faults_and_what_players_spent(form: Form, tmp_path: Path) -> None:
    kind = "selfplay(game=kuhn,players=spending random)"
    rows = list(read_data(made(tmp_path, form, kind)))
    assert rows == list(kind_of(kind).rows(3, range(7)))
    for row in rows:
        fails = row["number"] % 2 == 1
        calls = row["calls"][0]
        assert row["kinds"] == ["no-move"] * (row["faults"][0] + row["faults"][1])
        assert (row["faults"][0] > 0) is fails
        assert (row["calls"][1], row["refused"][1], row["seconds"][1]) == (0, 0, 0.0)
        assert row["refused"][0] == (calls if fails else 0)
        assert row["seconds"][0] == calls / 4 > 0


# --- Rows come back -------------------------------------------------------------------------------

CELLS: dict[str, st.SearchStrategy[Any]] = {
    "int": st.integers(-(2**63), 2**63 - 1),
    "float": st.floats(allow_nan=False),
    # Rows are made of text that people read; NumPy's texts can't end on a NUL.
    "str": st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])),
}
CELLS |= {f"list of {name}": st.lists(cell, max_size=5) for name, cell in CELLS.items()}


@st.composite
def tables(draw: st.DrawFn) -> tuple[dict[str, str], list[Row]]:
    """Draw columns of any types, and rows of them."""
    kinds = draw(st.lists(st.sampled_from(sorted(CELLS)), min_size=1, max_size=6))
    columns = {f"column{place}": kind for place, kind in enumerate(kinds)}
    row = st.fixed_dictionaries({name: CELLS[kind] for name, kind in columns.items()})
    return columns, draw(st.lists(row, min_size=1, max_size=9))


@pytest.mark.parametrize("form", FORMS)
@given(table=tables())
def test_rows_of_any_columns_come_back(form: Form, table: tuple[dict[str, str], list[Row]]) -> None:
    need(form)
    columns, rows = table
    file = BytesIO()
    write_rows(file, form, columns, rows)
    file.seek(0)
    assert list(read_rows(file, form, Path("x"))) == rows


def test_no_more_rows_are_in_memory_than_make_a_row_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrow = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr(formats, "BATCH", 20)
    asked: list[int] = []

    def rows() -> Any:
        for number in range(50):
            asked.append(number)
            yield {"number": number}

    written: list[int] = []

    class Watched(BytesIO):
        def write(self, data: Any) -> int:
            written.append(len(asked))
            return super().write(data)

    file = Watched()
    write_rows(file, "parquet", {"number": "int"}, rows())
    assert {20, 40} <= set(written), "a row group is written before the next rows are asked for"
    metadata = arrow.read_metadata(BytesIO(file.getvalue()))
    assert [metadata.row_group(n).num_rows for n in range(metadata.num_row_groups)] == [20, 20, 10]


@pytest.mark.parametrize("content", [b"", b"PK", b"\x93NUMPY", b"{}\n"])
def test_what_holds_no_columns_is_refused(content: bytes) -> None:
    with pytest.raises(NotationError, match="x: these are no columns of rows"):
        list(read_rows(BytesIO(content), "npz", Path("x")))


def test_columns_of_other_lengths_are_refused() -> None:
    file = BytesIO()
    np.savez(file, one=np.zeros(2), other=np.zeros(3))
    file.seek(0)
    with pytest.raises(NotationError, match="x: these are no columns of rows"):
        list(read_rows(file, "npz", Path("x")))


def test_no_objects_are_unpickled() -> None:
    file = BytesIO()
    np.savez(file, one=np.array([{}], object))
    file.seek(0)
    with pytest.raises(NotationError, match="x: these are no columns of rows"):
        list(read_rows(file, "npz", Path("x")))


# --- Decisions ------------------------------------------------------------------------------------


def test_decisions_in_parquet_are_those_in_numpy(tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow.parquet")
    made(tmp_path / "hf", "hf", GAMES, arrays=True)
    made(tmp_path / "npz", "npz", GAMES, arrays=True)
    shards = [np.load(path) for path in sorted((tmp_path / "npz").glob("_shard-*.npz"))]
    table = arrow.read_table(tmp_path / "hf" / "decisions")
    for name in shards[0].files:
        expected = np.concatenate([shard[name] for shard in shards])
        found = np.array(table[name].to_pylist())
        assert np.array_equal(found, expected), name
    assert str(table.schema.field("observation").type) == "fixed_size_list<element: float>[381]"
    assert str(table.schema.field("seat").type) == "int8"


def test_decisions_are_written_some_games_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrow = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr("suitwise.arena.data.selfplay._GAMES", 2)
    make_data(GAMES, tmp_path, 5, seed=3, form="hf", arrays=True)
    (path,) = (tmp_path / "decisions").iterdir()
    metadata = arrow.read_metadata(path)
    rows = list(read_data(tmp_path))
    sizes = [
        len(decision_arrays(load("gin"), rows[at : at + 2])["action"])
        for at in range(0, len(rows), 2)
    ]
    assert [metadata.row_group(n).num_rows for n in range(metadata.num_row_groups)] == sizes


# --- Interrupted ----------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
def test_a_file_gets_its_name_when_it_is_whole_and_the_same_call_goes_on(
    form: Form, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = files_of(made(tmp_path / "whole", form, GAMES, arrays=True))
    rows, at = Selfplay.rows, 0

    def torn(*asked: Any) -> Any:
        nonlocal at
        for row in rows(*asked):
            at += 1
            if at == 5:
                raise KeyboardInterrupt
            yield row

    with monkeypatch.context() as patched:
        patched.setattr(Selfplay, "rows", torn)
        with pytest.raises(KeyboardInterrupt):
            made(tmp_path / "torn", form, GAMES, arrays=True)
    left = files_of(tmp_path / "torn")
    first = [name for name in whole if "00000" in name.replace("-of-00003", "")]
    assert sorted(left) == sorted([*first, MANIFEST])
    assert all(left[name] == whole[name] for name in first)
    assert files_of(made(tmp_path / "torn", form, GAMES, arrays=True)) == whole


def files_of(folder: Path) -> dict[str, bytes]:
    """Return the content of every file, by its path in the folder."""
    found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*")}
    return {name: path.read_bytes() for name, path in found.items() if path.is_file()}


# --- Loaded by others -----------------------------------------------------------------------------


def plain(value: Any) -> Any:
    """Return arrays of pandas as lists, so that rows can be compared."""
    return value.tolist() if isinstance(value, np.ndarray) else value


@pytest.mark.parametrize("form", ["parquet", "hf"])
@pytest.mark.parametrize("kind", [SOLVED, GAMES])
def test_pandas_reads_a_folder(kind: str, form: Form, tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    made(tmp_path, form, kind)
    table = pandas.read_parquet(tmp_path / "data" if form == "hf" else tmp_path)
    rows = [{name: plain(value) for name, value in row.items()} for row in table.to_dict("records")]
    assert rows == list(read_data(tmp_path))


@pytest.mark.parametrize("kind", [SOLVED, GAMES])
def test_duckdb_reads_every_format_of_text_and_tables(kind: str, tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    made(tmp_path / "jsonl", "jsonl", kind)
    made(tmp_path / "parquet", "parquet", kind)
    made(tmp_path / "hf", "hf", kind)
    for asked in (
        f"read_json_auto('{tmp_path}/jsonl/shard-*.jsonl')",
        f"'{tmp_path}/parquet/*.parquet'",
        f"'{tmp_path}/hf/data/*.parquet'",
    ):
        found = duckdb.sql(f"SELECT * FROM {asked} ORDER BY number")
        rows = [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]
        assert rows == list(read_data(tmp_path / "parquet"))


# --- Cards ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_a_card_says_what_every_column_means(kind: str) -> None:
    asked = kind_of("selfplay(game=gin)" if kind == "selfplay" else kind)
    assert set(asked.meanings()) == set(asked.columns())
    assert all(asked.meanings().values())
    text = card_text(Job(kind, 5, 0, 5, "jsonl", "1.0", ""), asked)
    for name, type_ in asked.columns().items():
        assert f"| `{name}` | {type_} | " in text


@pytest.mark.parametrize("form", FORMS)
def test_the_command_on_a_card_makes_the_same_bytes(form: Form, tmp_path: Path) -> None:
    whole = files_of(made(tmp_path / "one", form, GAMES, arrays=True))
    card = whole[card_name(form)].decode()
    (command,) = re.findall(r"\| made by \| `suitwise (.*) --out DIR` \|", card)
    words: list[str | Path] = [*shlex.split(command), "--workers", "1", "--out", tmp_path / "two"]
    assert run_command(*words)[0] == 0
    assert files_of(tmp_path / "two") == whole


@pytest.mark.parametrize("form", ["jsonl", "parquet", "npz"])
def test_the_python_on_a_card_loads_the_rows(form: Form, tmp_path: Path) -> None:
    if form != "npz":
        pytest.importorskip("duckdb")
        pytest.importorskip("pandas")
    made(tmp_path, form, GAMES, arrays=True)
    names = loaded_as_told(tmp_path, form)
    rows = list(read_data(tmp_path))
    if form == "npz":
        at = names["first"]["moves_offsets"]
        assert names["first"]["moves"][at[1] : at[2]].tolist() == rows[1]["moves"]
    else:
        assert len(names["rows"].fetchall()) == 7
        tables = {"jsonl": ("first", 3), "parquet": ("table", 7)}
        name, count = tables[form]
        assert names[name]["number"].tolist() == list(range(count))
    first = decision_arrays(load("gin"), rows[:3])
    assert np.array_equal(names["decisions"]["observation"], first["observation"])


def loaded_as_told(folder: Path, form: Form) -> dict[str, Any]:
    """Run the Python of a card, and return what it names."""
    (code,) = re.findall(
        r"```python\n(.*?)```", (folder / card_name(form)).read_text("utf-8"), re.S
    )
    names: dict[str, Any] = {}
    exec(code.replace("DIR", str(folder)), names)
    return names


def test_a_card_says_how_decisions_are_laid_out(tmp_path: Path) -> None:
    made(tmp_path, "npz", GAMES, arrays=True)
    card = (tmp_path / "README.md").read_text("utf-8")
    arrays = np.load(tmp_path / "_shard-00000.npz")
    for name in arrays.files:
        assert f"| `{name}` | {arrays[name].dtype} | " in card
    last = re.findall(r"^\| (?:\d+–)?(\d+) \| \w+ \| ", card, re.M)[-1]
    assert (
        int(last) + 1 == width(load("gin").observation_fields()) == arrays["observation"].shape[1]
    )
    assert "in points" in card


def test_a_card_and_the_citation_name_the_same_work() -> None:
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    told = dict(re.findall(r"^  (\w+) = \{+(.*?)\}+,?$", BIBTEX, re.M))
    assert f'title: "{told["title"]}"' in citation
    assert f"version: {told['version']}\n" in citation
    assert f"date-released: {told['year']}-" in citation
    assert f"license: {told['license']}\n" in citation
    assert f'name: "{told["author"]}"' in citation
    assert BIBTEX in (ROOT / "docs" / "citing.md").read_text("utf-8")


def test_a_player_from_elsewhere_is_on_the_card() -> None:
    job = Job(SOLVED, 5, 0, 5, "jsonl", "1.0", "", fingerprints={"mine at gin": {"module": "0"}})
    assert "| players from elsewhere | `mine at gin`;" in card_text(job, kind_of(SOLVED))


@pytest.mark.parametrize(
    ("count", "size"),
    [(999, "n<1K"), (1000, "1K<n<10K"), (99_999, "10K<n<100K"), (10**12, "n>1T")],
)
def test_the_size_is_one_of_hugging_faces(count: int, size: str) -> None:
    job = Job(SOLVED, count, 0, 10**9, "hf", "1.0", "")
    assert f"size_categories: [{size}]" in card_text(job, kind_of(SOLVED))


# --- One file -------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
def test_a_packed_set_is_the_same_to_the_byte_and_loads_again(form: Form, tmp_path: Path) -> None:
    digests = set()
    for at in (1, 2):
        folder = made(tmp_path / str(at), form)
        for path in folder.rglob("*"):
            os.utime(path, (at * 10**9, at * 10**9))
        digests.add(pack(folder, folder / "solved.zip"))
        content = (folder / "solved.zip").read_bytes()
        assert hashlib.sha256(content).hexdigest() in digests
    assert len(digests) == 1
    with zipfile.ZipFile(tmp_path / "1" / "solved.zip") as archive:
        assert archive.testzip() is None
        archive.extractall(tmp_path / "out")
    (tmp_path / "1" / "solved.zip").unlink()
    assert files_of(tmp_path / "out" / "solved") == files_of(tmp_path / "1")
    assert list(read_data(tmp_path / "out" / "solved")) == list(read_data(tmp_path / "1"))


def test_the_commands_of_make_make_the_set_of_a_release(tmp_path: Path) -> None:
    need("hf")
    digests = set()
    for part in ("one", "two"):
        folder = tmp_path / part / "solved"
        words = [
            "make",
            "-n",
            "-o",
            ".venv/data.stamp",
            "data-set",
            "DEALS=6",
            f"DATA_SET={folder}",
        ]
        told = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        make, packed = re.findall(r"^\.venv/bin/suitwise (arena .*)$", told, re.M)
        assert packed.partition("$(")[0] == f"arena pack {folder} {folder}-"
        assert run_command(*shlex.split(make), "--workers", "1")[0] == 0
        digests.add(pack(folder, folder.with_name("solved-1.zip")))
    assert len(digests) == 1
    assert [row["number"] for row in read_data(folder)] == list(range(6))
    assert "license: mit" in (folder / "README.md").read_text("utf-8")


def test_a_set_that_is_not_whole_is_not_packed(tmp_path: Path) -> None:
    folder, out = made(tmp_path / "data", "jsonl"), tmp_path / "out.zip"
    manifest = (folder / MANIFEST).read_bytes()
    (folder / MANIFEST).write_bytes(b"".join(manifest.splitlines(keepends=True)[:-1]))
    with pytest.raises(SuitwiseError, match="lacks 1 of 3 shards"):
        pack(folder, out)
    (folder / MANIFEST).write_bytes(manifest)
    shard = folder / "shard-00001.jsonl"
    shard.write_bytes(shard.read_bytes().replace(b"4", b"5", 1))
    with pytest.raises(SuitwiseError, match=r"shard-00001\.jsonl: these are not the bytes"):
        pack(folder, out)
    made(folder, "jsonl")
    (folder / "README.md").unlink()
    with pytest.raises(FileNotFoundError, match=r"README\.md"):
        pack(folder, out)
    assert not out.exists()
    with pytest.raises(SuitwiseError, match="is a file of the data set itself"):
        pack(folder, shard)


def test_a_set_is_packed_by_its_command(tmp_path: Path) -> None:
    folder, out = made(tmp_path / "data", "npz"), tmp_path / "solved.zip"
    status, told, error = run_command("arena", "pack", folder, out)
    assert (status, error) == (0, "")
    assert told == f"{out} {hashlib.sha256(out.read_bytes()).hexdigest()}\n"
    assert run_command("arena", "pack", tmp_path, out)[0] == 2


def test_parquet_by_its_older_option_is_the_same(tmp_path: Path) -> None:
    need("parquet")
    words = ("arena", "data", SOLVED, "--count", "3", "--workers", "1", "--out")
    assert run_command(*words, tmp_path / "one", "--parquet")[0] == 0
    assert run_command(*words, tmp_path / "two", "--format", "parquet")[0] == 0
    assert files_of(tmp_path / "one") == files_of(tmp_path / "two")
    status, _, error = run_command(*words, tmp_path / "three", "--parquet", "--format", "npz")
    assert (status, "--parquet is --format parquet, not npz" in error) == (2, True)
