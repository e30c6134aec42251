"""``suitwise arena extend``, and limits of time: what a run does beyond its first plan."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from suitwise import testing
from suitwise.arena.config import read_config
from suitwise.arena.data import read_data
from suitwise.arena.report import standings
from suitwise.arena.results import Result
from suitwise.arena.run import run
from suitwise.arena.store import check, decisions, read_results
from suitwise.arena.store import read_config as planned_config
from suitwise.game import Record, load
from tests.arena import sitters
from tests.commands import refusal_of, run_command
from tests.fresh import ROOT

KNOWN = testing.Kuhn, sitters.Slow  # by their names, once they are imported
STACKS = "stacks(stacks=3,height=3)"
CONFIG = f"""
seed = 3
[[match]]
game = "{STACKS}"
players = ["random", "solver", "slow(ms=0)"]
deals = 2
[[match]]
game = "gin"
players = ["random", "greedy"]
deals = 4
[[match]]
game = "kuhn"
players = ["random", "mccfr(iterations=9)"]
deals = 300
stop = {{width = 1.0, least = 20, every = 5}}
"""


def lines_of(folder: Path) -> list[bytes]:
    return (folder / "results.jsonl").read_bytes().splitlines(keepends=True)


def extended(folder: Path, deals: int, workers: int = 1) -> str:
    words = ("arena", "extend", folder, "--deals", deals, "--workers", workers)
    status, told, error = run_command(*words)
    assert (status, error) == (0, "")
    return told


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    run(read_config(CONFIG.encode()), tmp_path / "run")
    return tmp_path / "run"


def test_an_extended_run_keeps_what_it_has_and_ends_as_one_that_was_longer_from_the_first(
    folder: Path, tmp_path: Path
) -> None:
    before = lines_of(folder)
    extended(folder, 4)
    told = extended(folder, 6)
    after = lines_of(folder)
    assert after[: len(before)] == before
    longer = CONFIG.replace("deals = 2", "deals = 6").replace("deals = 4", "deals = 6")
    run(read_config(longer.encode()), tmp_path / "longer")
    assert sorted(after) == sorted(lines_of(tmp_path / "longer"))
    assert standings(folder).matches == standings(tmp_path / "longer").matches
    assert told.count("6") > 3
    assert check(folder) == len(after)
    deals = [(one.match, one.deal) for one in read_results(folder)]
    places = [deals.index(place) for place in ((2, 0), (0, 2), (0, 4), (1, 4))]
    assert places == sorted(places), "a round after another"


def test_an_extension_that_was_torn_goes_on_to_the_same_bytes(folder: Path) -> None:
    begun = len(b"".join(lines_of(folder)))
    extended(folder, 6)
    file = folder / "results.jsonl"
    whole = file.read_bytes()
    for end in range(begun, len(whole), 4001):
        file.write_bytes(whole[:end])
        extended(folder, 6)
        assert file.read_bytes() == whole
    file.write_bytes(whole[:begun])
    extended(folder, 6, workers=2)
    assert file.read_bytes() == whole


def test_a_run_that_has_as_many_deals_is_only_gone_on_with(folder: Path) -> None:
    before, config = lines_of(folder), planned_config(folder)
    extended(folder, 2)
    assert (lines_of(folder), planned_config(folder)) == (before, config)


def test_two_who_have_met_often_enough_do_not_meet_again(folder: Path) -> None:
    met = sum(one.match == 2 for one in read_results(folder))
    assert 40 <= met < 600
    extended(folder, 400)
    assert sum(one.match == 2 for one in read_results(folder)) == met


def test_what_cannot_be_extended_is_refused_in_one_line(folder: Path) -> None:
    assert "there is no plan.json in it" in refusal_of("arena", "extend", "tests", "--deals", "5")
    plan = json.loads((folder / "plan.json").read_text())
    plan["suitwise"] = "0.0.1"
    (folder / "plan.json").write_text(json.dumps(plan))
    assert "suitwise is 0.0.1 there and" in refusal_of("arena", "extend", folder, "--deals", "9")


# --- A limit of time ------------------------------------------------------------------------------

LATE = f"""
seed = 3
[[match]]
game = "{STACKS}"
players = ["random", "slow(ms={{ms}})"]
deals = 2
limit = {{{{seconds = {{seconds}}, then = "solver"}}}}
"""


def limited(folder: Path, ms: int, seconds: float) -> list[dict[str, Any]]:
    config = folder / "late.toml"
    config.write_text(LATE.format(ms=ms, seconds=seconds))
    out = folder / f"out{ms}"
    status, told, error = run_command("arena", "run", config, "--out", out, "--workers", "1")
    assert (status, error) == (0, "")
    assert f"at most {seconds:g} s a move" in " ".join(told.split())  # its lines end where they may
    return list(map(json.loads, lines_of(out)))


def test_a_move_that_is_late_is_made_by_another_and_the_result_says_which(tmp_path: Path) -> None:
    games = limited(tmp_path, ms=30, seconds=0.02)
    slow = [Result.from_json(game) for game in games if game["seats"] == [1]]
    plain = read_config(LATE.format(ms=0, seconds=9).replace("random", "solver").encode())
    run(plain, tmp_path / "solver")
    solved = [one for one in read_results(tmp_path / "solver") if one.seats == (0,)]
    assert [one.record for one in slow] == [one.record for one in solved]
    counts = [len(list(decisions(one.record))) for one in slow]
    assert [one.late for one in slow] == [
        (tuple(range(count)),) if count else () for count in counts
    ]
    told = standings(tmp_path / "out30").matches[0]
    assert dict(told.late)["slow(ms=30)"] == sum(counts) > 0
    assert check(tmp_path / "out30") == 4


def test_nobody_is_late_who_has_time_enough(tmp_path: Path) -> None:
    assert not any("late" in game for game in limited(tmp_path, ms=0, seconds=30))


@pytest.mark.parametrize(
    ("late", "reason"),
    [
        ([[5000]], "the decisions of late are told once each, in order, as far as there are"),
        ([[1, 0]], "the decisions of late are told once each, in order, as far as there are"),
        ([[]], "late tells for each seat which of its decisions were"),
        ([[-1]], "the late of a result is in whole numbers from 0"),
    ],
)
def test_late_moves_that_cannot_be_are_refused_with_the_line(
    late: list[list[int]], reason: str, tmp_path: Path
) -> None:
    games = limited(tmp_path, ms=0, seconds=30)
    games[1]["late"] = late
    out = tmp_path / "out0"
    (out / "results.jsonl").write_text("".join(json.dumps(game) + "\n" for game in games))
    assert f"results.jsonl:2: {reason}" in refusal_of("arena", "show", out)


def test_a_late_move_where_there_is_no_limit_is_refused(folder: Path) -> None:
    first, *more = map(json.loads, lines_of(folder))
    games = [first | {"late": [[0]]}, *more]
    (folder / "results.jsonl").write_text("".join(json.dumps(game) + "\n" for game in games))
    assert "results.jsonl:1: a move was late, and the match has no limit" in refusal_of(
        "arena", "show", folder
    )


@pytest.mark.parametrize(
    ("limit", "reason"),
    [
        ("{seconds = 0}", "the seconds of a limit are above 0, not 0"),
        ("{then = 'random'}", "limit needs seconds"),
        ("{seconds = 1, then = 'winner'}", "'winner' is no player of stacks"),
        ("5", "limit is a table in braces"),
    ],
)
def test_a_limit_that_is_none_is_refused(limit: str, reason: str, tmp_path: Path) -> None:
    config = tmp_path / "late.toml"
    given = LATE.format(ms=1, seconds=1).rpartition("limit")[0]
    config.write_text(f"{given}limit = {limit}\n")
    assert f"match 1: {reason}" in refusal_of("arena", "run", config, "--out", tmp_path / "out")


# --- ``suitwise arena data --arrays`` -------------------------------------------------------------


KIND = "selfplay(game=gin,players=greedy random)"


def made(arrays_run: Path, *words: str | int, kind: str = KIND, count: int = 7) -> str:
    given = ("arena", "data", kind, "--count", count, "--shard-size", 3, "--out", arrays_run)
    status, told, error = run_command(*given, "--arrays", *words)
    assert (status, error) == (0, "")
    return told


def bytes_of(arrays_run: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(arrays_run.iterdir())}


def loaded(arrays_run: Path) -> dict[str, Any]:
    shards = [np.load(path) for path in sorted(arrays_run.glob("*.npz"))]
    return {name: np.concatenate([shard[name] for shard in shards]) for name in shards[0].files}


@pytest.fixture(scope="module")
def arrays_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("arrays") / "one"
    made(out, "--workers", 1)
    return out


def test_the_same_bytes_come_of_any_number_of_workers_and_size_says_only_where_to_cut(
    arrays_run: Path, tmp_path: Path
) -> None:
    made(tmp_path / "two", "--workers", 2)
    assert bytes_of(tmp_path / "two") == bytes_of(arrays_run)
    assert len(bytes_of(arrays_run)) == 2 * 3 + len(("manifest", "card"))
    made(tmp_path / "large", "--shard-size", 100, "--workers", 1)
    for name, whole in loaded(tmp_path / "large").items():
        assert np.array_equal(loaded(arrays_run)[name], whole), name


def test_the_arrays_tell_the_decisions_of_the_text_beside_them(arrays_run: Path) -> None:
    game, arrays, at = load("gin"), loaded(arrays_run), 0
    for row in read_data(arrays_run):
        record = Record.from_json({one: row[one] for one in ("game", "start", "moves", "returns")})
        for state, text in zip(record.states(), record.moves, strict=False):
            seat = state.turn
            if seat < 0:
                continue
            assert np.array_equal(arrays["observation"][at], state.observe(seat).ravel())
            legal = sorted(game.move_number(move) for move in state.moves())
            assert np.flatnonzero(arrays["mask"][at]).tolist() == legal
            assert arrays["action"][at] == game.move_number(state.parse_move(text))
            assert arrays["seat"][at] == seat
            assert arrays["return"][at] == row["returns"][seat]
            assert arrays["number"][at] == row["number"]
            at += 1
    assert {len(array) for array in arrays.values()} == {at}
    kinds = {name: str(array.dtype) for name, array in arrays.items()}
    assert kinds == {
        "observation": "float32",
        "mask": "bool",
        "action": "int32",
        "seat": "int8",
        "return": "float64",
        "number": "int64",
    }


def test_a_file_of_arrays_that_is_lost_or_spoilt_is_made_again(
    arrays_run: Path, tmp_path: Path
) -> None:
    made(tmp_path / "again", "--workers", 1)
    (tmp_path / "again/shard-00000.npz").unlink()
    spoilt = tmp_path / "again/shard-00001.npz"
    spoilt.write_bytes(spoilt.read_bytes()[:-1])
    told = made(tmp_path / "again", "--workers", 1)
    assert bytes_of(tmp_path / "again") == bytes_of(arrays_run)
    assert [line.split()[0] for line in told.splitlines()[:3]] == [
        "shard-00000.jsonl",
        "shard-00000.npz",
        "shard-00001.jsonl",
    ]


def test_a_kill_at_any_moment_loses_no_shard_that_was_done(tmp_path: Path) -> None:
    words = ["arena", "data", KIND, "--count", "60", "--shard-size", "3", "--arrays"]
    out = tmp_path / "killed"
    command = [sys.executable, "-m", "suitwise", *words, "--out", str(out), "--workers", "2"]
    program = subprocess.Popen(command, cwd=ROOT, start_new_session=True)
    end = time.monotonic() + 100
    while len(list(out.glob("*.npz"))) < 3 and time.monotonic() < end:
        time.sleep(0.01)
    os.killpg(program.pid, signal.SIGKILL)
    program.wait()
    assert len(list(out.glob("*.npz"))) >= 3
    for place in (out, tmp_path / "whole"):
        assert run_command(*words, "--out", place, "--workers", "1")[0] == 0
    assert bytes_of(out) == bytes_of(tmp_path / "whole")


def test_text_alone_is_another_data_set(arrays_run: Path, tmp_path: Path) -> None:
    words = ("arena", "data", KIND, "--count", 7, "--shard-size", 3, "--workers", 1)
    assert "holds another data set: arrays is numpy" in refusal_of(*words, "--out", arrays_run)
    assert run_command(*words, "--out", tmp_path)[0] == 0
    assert not list(tmp_path.glob("*.npz"))
    assert "arrays" not in json.loads((tmp_path / "_manifest.jsonl").read_text().splitlines()[0])
    for shard in tmp_path.glob("*.jsonl"):
        if shard.name != "_manifest.jsonl":
            assert shard.read_bytes() == (arrays_run / shard.name).read_bytes()


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("rummy-hands", "rummy-hands has no decisions: arrays are made of selfplay"),
        ("selfplay(game=tractor)", "tractor does not number its moves: it has no arrays"),
    ],
)
def test_what_has_no_arrays_is_refused(kind: str, reason: str, tmp_path: Path) -> None:
    words = ("arena", "data", kind, "--count", "5", "--out", tmp_path / "none", "--arrays")
    assert reason in refusal_of(*words)
