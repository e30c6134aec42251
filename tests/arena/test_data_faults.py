"""Data sets that can't be: too many rows, no room on the disk, shards that are not what was made."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from suitwise.arena.data import make_data, read_data
from suitwise.arena.data.manifest import MANIFEST, Form
from suitwise.errors import NotationError, SuitwiseError
from tests.fresh import ROOT

QUICK = "selfplay(game=stacks(stacks=3,height=3))"

# --- Numbers --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"count": 0}, "the number of rows is from 1 to"),
        ({"shard_size": 0}, "the number of rows of a shard is from 1 to"),
        ({"count": 10**20, "shard_size": 10**20}, "the number of rows is from 1 to"),
        ({"count": 10**20, "shard_size": 1}, "the number of rows is from 1 to"),
        ({"shard_size": 10**20}, "the number of rows of a shard is from 1 to"),
        ({"count": 5.0}, "the number of rows is from 1 to"),
        ({"count": 10**6, "shard_size": 1}, "at most 100,000 shards"),
        ({"form": "csv"}, "jsonl or parquet, not 'csv'"),
        ({"seed": 2**64}, "a seed has 64 bits"),
    ],
)
def test_numbers_out_of_range_are_refused(
    options: dict[str, Any], why: str, tmp_path: Path
) -> None:
    asked: dict[str, Any] = {"count": 5} | options
    with pytest.raises(SuitwiseError, match=why):
        make_data(QUICK, tmp_path / "new", asked.pop("count"), **asked)
    assert not (tmp_path / "new").exists()


# --- No room --------------------------------------------------------------------------------------


LIMITED = """
import resource, sys
from pathlib import Path
from suitwise.arena.data import make_data

if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]),) * 2)
    try:
        make_data(sys.argv[4], Path(sys.argv[1]), 400, workers=int(sys.argv[2]), form=sys.argv[5])
    except Exception as error:
        print(repr(error), error.filename)
"""


def fault_with(limit: int, workers: int, form: str, folder: Path) -> str:
    """Return what comes of a data set where no file may be larger."""
    script = folder / "script.py"
    script.write_text(LIMITED)
    arguments = [str(folder / "data"), str(workers), str(limit), QUICK, form]
    done = subprocess.run(
        [sys.executable, str(script), *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
@pytest.mark.parametrize("workers", [1, 2])
def test_a_shard_for_which_there_is_no_room_is_named_whoever_makes_it(
    workers: int, form: str, tmp_path: Path
) -> None:
    if form == "parquet":
        pytest.importorskip("pyarrow")
    shard = tmp_path / "data" / f"shard-00000.{form}"
    told = fault_with(1000, workers, form, tmp_path)
    assert told == f"OSError(27, 'File too large') {shard}\n"
    assert os.listdir(tmp_path / "data") == [MANIFEST]


def test_a_manifest_for_which_there_is_no_room_is_named(tmp_path: Path) -> None:
    told = fault_with(10, 1, "jsonl", tmp_path)
    assert told == f"OSError(27, 'File too large') {tmp_path / 'data' / MANIFEST}\n"


# --- Read -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_a_shard_that_is_spoilt_is_not_read(form: Form, tmp_path: Path) -> None:
    if form == "parquet":
        pytest.importorskip("pyarrow")
    make_data(QUICK, tmp_path, 8, shard_size=4, form=form)
    path = tmp_path / f"shard-00001.{form}"
    path.write_bytes(path.read_bytes().replace(b"r", b"m", 1))
    rows = read_data(tmp_path)
    assert [next(rows)["number"] for _ in range(4)] == [0, 1, 2, 3]
    with pytest.raises(NotationError, match=rf"{path}: these are not the bytes"):
        next(rows)


def told_as_whole(folder: Path, shard: str, content: bytes) -> None:
    """Put something else in the place of a shard, and let the manifest tell of it."""
    path = folder / MANIFEST
    old = hashlib.sha256((folder / shard).read_bytes()).hexdigest()
    path.write_text(path.read_text().replace(old, hashlib.sha256(content).hexdigest()))
    (folder / shard).write_bytes(content)


@pytest.mark.parametrize("line", [b"{", b"\xff", b"[]", b"7", b"[" * 100_000])
def test_a_line_that_is_no_row_is_refused_by_its_number(line: bytes, tmp_path: Path) -> None:
    make_data(QUICK, tmp_path, 2)
    told_as_whole(tmp_path, "shard-00000.jsonl", b'{"number": 0}\n' + line + b"\n")
    with pytest.raises(NotationError, match=r"shard-00000\.jsonl:2: this is no row"):
        list(read_data(tmp_path))


@pytest.mark.parametrize("rows", [1, 3])
def test_a_shard_of_more_or_fewer_rows_than_told_is_refused(rows: int, tmp_path: Path) -> None:
    make_data(QUICK, tmp_path, 2)
    told_as_whole(tmp_path, "shard-00000.jsonl", b'{"number": 0}\n' * rows)
    with pytest.raises(NotationError, match=f"tells of 2 rows, and here are {rows}"):
        list(read_data(tmp_path))


def test_what_is_no_parquet_file_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    make_data(QUICK, tmp_path, 2, form="parquet")
    told_as_whole(tmp_path, "shard-00000.parquet", b"PAR1 or so")
    with pytest.raises(NotationError, match=r"shard-00000\.parquet: this is no Parquet file"):
        list(read_data(tmp_path))


def test_a_shard_that_is_lost_is_named(tmp_path: Path) -> None:
    make_data(QUICK, tmp_path, 2)
    (tmp_path / "shard-00000.jsonl").unlink()
    with pytest.raises(FileNotFoundError, match=r"shard-00000\.jsonl"):
        list(read_data(tmp_path))
