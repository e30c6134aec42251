"""Data sets: right, the same bytes whoever makes them, and whole after any interruption."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from suitwise import testing
from suitwise.arena.data import make_data, read_data
from suitwise.arena.data import shards as shards_module
from suitwise.arena.data.formats import FORMS, ON_PYARROW, Form
from suitwise.arena.data.manifest import MANIFEST, Manifest, Shard, kind_of
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.text.writing import replacing
from suitwise.game import Record
from tests.arena import sitters
from tests.fresh import ROOT

KNOWN = testing.Kuhn, sitters.Slow  # by their names, once they are imported
QUICK = "selfplay(game=stacks(stacks=3,height=3))"
KINDS = (
    "texas42-solved(dominoes=3)",
    "rummy-hands(rules=indian13(wild=7),cards=13)",
    "selfplay(game=gin,players=greedy random)",
)


def bytes_of(folder: Path) -> dict[str, bytes]:
    found = {str(path.relative_to(folder)): path for path in sorted(folder.rglob("*"))}
    return {name: path.read_bytes() for name, path in found.items() if path.is_file()}


def rows_of(kind: str, count: int, seed: int = 5) -> list[dict[str, Any]]:
    return list(kind_of(kind).rows(seed, range(count)))


# --- The same bytes -------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "form"), list(zip([*KINDS, QUICK], FORMS, strict=True)))
def test_any_number_of_workers_writes_the_same_bytes(kind: str, form: Form, tmp_path: Path) -> None:
    """Each kind, and each format, of which any kind is written in the test of formats below."""
    if form in ON_PYARROW:
        pytest.importorskip("pyarrow")
    for workers in (1, 2):
        folder = tmp_path / str(workers)
        make_data(kind, folder, 23, seed=3, shard_size=5, workers=workers, form=form)
    assert bytes_of(tmp_path / "1") == bytes_of(tmp_path / "2")
    assert len(bytes_of(tmp_path / "1")) == 5 + len(("manifest", "card"))


@pytest.mark.parametrize("kind", KINDS)
def test_the_rows_are_the_same_however_they_are_cut(kind: str, tmp_path: Path) -> None:
    for size in (4, 9, 100):
        make_data(kind, tmp_path / str(size), 20, seed=3, shard_size=size)
    four, nine, hundred = (list(read_data(tmp_path / str(size))) for size in (4, 9, 100))
    assert four == nine == hundred == rows_of(kind, 20, seed=3)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("kind", KINDS)
def test_every_format_holds_the_rows_that_the_kind_makes(
    kind: str, form: Form, tmp_path: Path
) -> None:
    if form in ON_PYARROW:
        pytest.importorskip("pyarrow")
    make_data(kind, tmp_path, 12, seed=3, shard_size=5, form=form)
    assert list(read_data(tmp_path)) == rows_of(kind, 12, seed=3)


@pytest.mark.parametrize("kind", KINDS)
def test_a_column_of_parquet_has_a_type_even_where_it_is_empty(kind: str, tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow.parquet")
    make_data(kind, tmp_path, 2, form="parquet")
    types = [str(one.type) for one in arrow.read_schema(tmp_path / "shard-00000.parquet")]
    assert not any("null" in kind for kind in types)


def test_the_manifest_tells_what_was_made_and_of_which_bytes(tmp_path: Path) -> None:
    shards = make_data(QUICK, tmp_path, 7, seed=9, shard_size=3)
    job, *lines = map(json.loads, (tmp_path / MANIFEST).read_text().splitlines())
    assert (
        job["kind"] == f"{QUICK[:-2]},suits=4,singles=1),players=random,on_fault=substitute:random)"
    )
    assert (job["count"], job["seed"], job["shard_size"], job["form"]) == (7, 9, 3, "jsonl")
    assert [Shard(**line) for line in lines] == list(shards)
    assert [shard.rows for shard in shards] == [3, 3, 1]


def test_a_folder_of_parquet_is_one_table_to_those_who_read_folders(tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow.parquet")
    dataset = pytest.importorskip("pyarrow.dataset")
    kind = "selfplay(game=kuhn,players=random)"
    make_data(kind, tmp_path, 7, shard_size=3, form="parquet", arrays=True)
    assert len(list(tmp_path.glob("*.npz"))) == 3
    rows = list(read_data(tmp_path))
    assert arrow.read_table(tmp_path).to_pylist() == rows
    assert dataset.dataset(tmp_path, format="parquet").to_table().to_pylist() == rows
    shown = [file.name for file in tmp_path.iterdir() if not file.name.startswith(("_", "."))]
    assert {name.partition(".")[2] for name in shown} == {"parquet"}, "others hide from readers"
    assert len(shown) == 3


@pytest.mark.parametrize("pattern", ["*.parquet", "**/*.parquet", "shard-*"])
def test_duckdb_reads_a_folder_of_parquet(pattern: str, tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    make_data("selfplay(game=kuhn,players=random)", tmp_path, 7, shard_size=3, form="parquet")
    rows = list(read_data(tmp_path))
    found = duckdb.read_parquet(str(tmp_path / pattern)).order("number")
    assert [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()] == rows


def test_a_folder_with_the_former_manifest_is_read_and_gone_on_with(tmp_path: Path) -> None:
    make_data(QUICK, tmp_path, 7, shard_size=3)
    (tmp_path / MANIFEST).rename(tmp_path / "manifest.jsonl")
    assert len(list(read_data(tmp_path))) == 7
    (tmp_path / "shard-00001.jsonl").unlink()
    make_data(QUICK, tmp_path, 7, shard_size=3)
    assert len(list(read_data(tmp_path))) == 7
    assert not (tmp_path / "manifest.jsonl").exists()


# --- Interrupted ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of an uninterrupted run by one worker."""
    folder = tmp_path_factory.mktemp("whole")
    make_data(QUICK, folder, 50, seed=4, shard_size=4)
    return bytes_of(folder)


def made_again(folder: Path) -> list[str]:
    """Make the data set of ``whole`` in a folder; return the shards that had to be made."""
    before = {path.name: path.stat().st_ino for path in folder.iterdir()}
    make_data(QUICK, folder, 50, seed=4, shard_size=4)
    after = {path.name: path.stat().st_ino for path in folder.iterdir()}
    return sorted(name for name, inode in after.items() if before.get(name) != inode)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_that_is_interrupted_again_and_again_ends_the_same(
    workers: int, tmp_path: Path, whole: dict[str, bytes]
) -> None:
    rounds, every = 0, 8 * workers  # two processes take a second to start in each round

    def interrupt(done: int, total: int) -> None:
        nonlocal rounds
        if done >= every * (rounds + 1) and done < total:
            rounds += 1
            raise KeyboardInterrupt

    while rounds < 20:
        try:
            make_data(
                QUICK, tmp_path, 50, seed=4, shard_size=4, workers=workers, progress=interrupt
            )
            break
        except KeyboardInterrupt:
            pass
    assert rounds >= 4 / workers
    assert bytes_of(tmp_path) == whole


def test_what_is_finished_is_not_made_again(tmp_path: Path, whole: dict[str, bytes]) -> None:
    told: list[int] = []
    make_data(QUICK, tmp_path, 50, seed=4, shard_size=4)
    assert made_again(tmp_path) == []
    make_data(QUICK, tmp_path, 50, seed=4, shard_size=4, progress=lambda n, _: told.append(n))
    assert told == [50]
    assert bytes_of(tmp_path) == whole


def test_shards_that_are_lost_or_spoilt_are_made_again(
    tmp_path: Path, whole: dict[str, bytes]
) -> None:
    make_data(QUICK, tmp_path, 50, seed=4, shard_size=4)
    (tmp_path / "shard-00003.jsonl").unlink()
    spoilt = tmp_path / "shard-00007.jsonl"
    spoilt.write_bytes(spoilt.read_bytes().replace(b"r", b"m", 1))
    assert made_again(tmp_path) == ["shard-00003.jsonl", "shard-00007.jsonl"]
    assert bytes_of(tmp_path) == whole


@pytest.mark.parametrize("cut", [1, 30, 200, 400, 700, 1000])
def test_a_torn_manifest_is_gone_on_with(cut: int, tmp_path: Path, whole: dict[str, bytes]) -> None:
    for name, content in whole.items():
        (tmp_path / name).write_bytes(content)
    torn = whole[MANIFEST][:cut]
    (tmp_path / MANIFEST).write_bytes(torn)
    if b"\n" not in torn:
        for path in tmp_path.glob("shard-*"):
            path.unlink()
    make_data(QUICK, tmp_path, 50, seed=4, shard_size=4)
    assert bytes_of(tmp_path) == whole


def test_what_a_killed_run_was_writing_is_cleared_away(
    tmp_path: Path, whole: dict[str, bytes]
) -> None:
    with replacing(tmp_path / "shard-00002.jsonl") as file:
        file.write(b"half a sha")
        file.flush()
        (part,) = tmp_path.iterdir()
        half = part.read_bytes()
    (tmp_path / "shard-00002.jsonl").unlink()
    part.write_bytes(half)
    make_data(QUICK, tmp_path, 50, seed=4, shard_size=4)
    assert bytes_of(tmp_path) == whole


KILLED = """
import sys
from pathlib import Path
from suitwise.arena.data import make_data
from suitwise import testing
from tests.arena import sitters

if __name__ == "__main__":
    folder, workers = Path(sys.argv[1]), int(sys.argv[2])
    make_data(sys.argv[3], folder, 120, seed=4, shard_size=4, workers=workers)
"""
SLOW = "selfplay(game=kuhn,players=slow(ms=2))"


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("workers", "how"), [(1, signal.SIGKILL), (2, signal.SIGKILL), (2, signal.SIGINT)]
)
def test_a_run_that_is_killed_at_random_moments_ends_the_same(
    workers: int, how: signal.Signals, tmp_path: Path, exhaustive: bool
) -> None:
    make_data(SLOW, tmp_path / "whole", 120, seed=4, shard_size=4)
    whole = bytes_of(tmp_path / "whole")
    script, folder = tmp_path / "script.py", tmp_path / "data"
    script.write_text(KILLED)
    command = [sys.executable, str(script), str(folder), str(workers), SLOW]
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'src'}"}
    chance, kept, kills = random.Random(workers), 0, 0
    for _ in range(4 if exhaustive else 1):  # three times over all, each at another moment
        program = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.DEVNULL)
        while program.poll() is None and lines_of(folder) <= kept:
            time.sleep(0.002)  # until it has finished a new shard
        try:
            program.wait(chance.uniform(0, 0.1))
        except subprocess.TimeoutExpired:
            program.send_signal(how)
            kills += 1
        program.wait(60)
        kept = lines_of(folder)
        for line in islice((folder / MANIFEST).read_text().splitlines(), 1, None):
            shard = Shard(**json.loads(line))
            assert (folder / shard.shard).read_bytes() == whole[shard.shard]
    assert kills >= (3 if exhaustive else 1)
    assert subprocess.run(command, cwd=ROOT, env=environment, timeout=600).returncode == 0
    assert bytes_of(folder) == whole


def lines_of(folder: Path) -> int:
    path = folder / MANIFEST
    return path.read_bytes().count(b"\n") if path.exists() else 0


# --- Refused --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"kind": "texas42-solved"}, r"kind is selfplay\(.*\) there and texas42-solved"),
        ({"count": 51}, "count is 50 there and 51 here"),
        ({"seed": 5}, "seed is 4 there and 5 here"),
        ({"shard_size": 5}, "shard_size is 4 there and 5 here"),
        ({"form": "parquet"}, "form is jsonl there and parquet here"),
    ],
)
def test_a_folder_that_holds_another_data_set_is_left_alone(
    changed: dict[str, Any], why: str, tmp_path: Path, whole: dict[str, bytes]
) -> None:
    if "form" in changed:
        pytest.importorskip("pyarrow")
    for name, content in whole.items():
        (tmp_path / name).write_bytes(content)
    asked: dict[str, Any] = {"kind": QUICK, "count": 50, "seed": 4, "shard_size": 4} | changed
    with pytest.raises(SuitwiseError, match=why):
        make_data(asked.pop("kind"), tmp_path, asked.pop("count"), **asked)
    assert bytes_of(tmp_path) == whole


def test_a_data_set_of_another_version_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_data(QUICK, tmp_path, 5)
    monkeypatch.setattr(shards_module, "__version__", "99.0")
    with pytest.raises(SuitwiseError, match=r"suitwise is .* there and 99\.0 here"):
        make_data(QUICK, tmp_path, 5)


def test_shards_without_a_manifest_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "shard-00000.jsonl").write_text("somebody's\n")
    with pytest.raises(SuitwiseError, match="no _manifest"):
        make_data(QUICK, tmp_path, 5)
    assert (tmp_path / "shard-00000.jsonl").read_text() == "somebody's\n"


@pytest.mark.parametrize(
    "content", ["[]\n", "{}\n", "somebody's notes", '{"kind": 1}\n', "[" * 100_000 + "\n"]
)
def test_a_file_that_is_no_manifest_is_left_alone(content: str, tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_text(content)
    with pytest.raises(NotationError, match="no manifest of a data set"):
        make_data(QUICK, tmp_path, 5)
    with pytest.raises(NotationError, match="no manifest of a data set"):
        list(read_data(tmp_path))
    assert (tmp_path / MANIFEST).read_text() == content


@pytest.mark.parametrize(
    "wrong", ['"rows": 3', '"shard": "../secret"', '"shard": "shard-00009.jsonl"']
)
def test_a_manifest_of_shards_that_are_none_of_the_job_is_refused(
    wrong: str, tmp_path: Path
) -> None:
    make_data(QUICK, tmp_path, 8, shard_size=4)
    path = tmp_path / MANIFEST
    name = wrong.split(":")[0]
    path.write_text(re.sub(rf"{name}: [^,]+", wrong, path.read_text(), count=1))
    with pytest.raises(NotationError, match="no manifest of a data set"):
        list(read_data(tmp_path))


@pytest.mark.parametrize("wrong", ['"count": 1' + 20 * "0", '"shard_size": 0', '"form": "csv"'])
def test_a_manifest_of_a_job_that_cannot_be_done_is_refused(wrong: str, tmp_path: Path) -> None:
    make_data(QUICK, tmp_path, 8, shard_size=4)
    path = tmp_path / MANIFEST
    name = wrong.split(":")[0]
    path.write_text(re.sub(rf"{name}: [^,]+", wrong, path.read_text(), count=1))
    with pytest.raises(NotationError, match="no manifest of a data set"):
        list(read_data(tmp_path))


def test_only_one_run_is_at_work_in_a_folder(tmp_path: Path) -> None:
    job = shards_module.job_of(QUICK, 5, seed=0, shard_size=1000, form="jsonl")
    with Manifest(tmp_path, job), pytest.raises(SuitwiseError, match="another run is at work"):
        make_data(QUICK, tmp_path, 5)
    make_data(QUICK, tmp_path, 5)


def test_a_shard_that_comes_out_otherwise_than_before_is_told_of(tmp_path: Path) -> None:
    make_data(QUICK, tmp_path, 8, shard_size=4)
    path = tmp_path / MANIFEST
    text = path.read_text()
    digest = json.loads(text.splitlines()[1])["sha256"]
    path.write_text(text.replace(digest, "0" * 64))
    with pytest.raises(SuitwiseError, match="came out otherwise than"):
        make_data(QUICK, tmp_path, 8, shard_size=4)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_player_that_fails_is_told_of_and_leaves_no_half_shard(
    workers: int, tmp_path: Path
) -> None:
    with pytest.raises(SuitwiseError, match=r"game 0 of selfplay\(game=kuhn.*KeyError"):
        make_data("selfplay(game=kuhn,players=failing,on_fault=stop)", tmp_path, 5, workers=workers)
    assert list(bytes_of(tmp_path)) == [MANIFEST]


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_a_player_that_fails_is_counted_and_the_set_is_whole(form: Form, tmp_path: Path) -> None:
    kind = "selfplay(game=kuhn,players=failing random,on_fault=substitute:random)"
    make_data(kind, tmp_path, 5, form=form, arrays=True)
    rows = list(read_data(tmp_path))
    assert all(row["faults"][0] >= 1 and row["faults"][1] == 0 for row in rows)
    for row in rows:
        plain = {name: row[name] for name in ("game", "start", "moves", "returns")}
        assert len(list(Record.from_json(plain).states())) == len(row["moves"]) + 1
    with pytest.raises(NotationError, match="a data set holds whole games"):
        make_data("selfplay(game=kuhn,on_fault=forfeit)", tmp_path / "new", 5)


def test_without_pyarrow_the_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(SuitwiseError, match=r"install '\.\[data\]' in a clone"):
        make_data(QUICK, tmp_path / "new", 5, form="parquet")
    assert not (tmp_path / "new").exists()
    make_data(QUICK, tmp_path / "lines", 5)
