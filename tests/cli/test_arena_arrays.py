"""``suitwise arena data --arrays``: the decisions of games as arrays, beside their text."""

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

from suitwise.arena.data import read_data
from suitwise.game import Record, load
from tests.commands import refusal_of, run_command
from tests.fresh import ROOT

KIND = "selfplay(game=gin,players=greedy random)"


def made(folder: Path, *words: str | int, kind: str = KIND, count: int = 7) -> str:
    given = ("arena", "data", kind, "--count", count, "--shard-size", 3, "--out", folder)
    status, told, error = run_command(*given, "--arrays", *words)
    assert (status, error) == (0, "")
    return told


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def loaded(folder: Path) -> dict[str, Any]:
    shards = [np.load(path) for path in sorted(folder.glob("*.npz"))]
    return {name: np.concatenate([shard[name] for shard in shards]) for name in shards[0].files}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("arrays") / "one"
    made(out, "--workers", 1)
    return out


def test_the_same_bytes_come_of_any_number_of_workers_and_size_says_only_where_to_cut(
    folder: Path, tmp_path: Path
) -> None:
    made(tmp_path / "two", "--workers", 2)
    assert bytes_of(tmp_path / "two") == bytes_of(folder)
    assert len(bytes_of(folder)) == 7
    made(tmp_path / "large", "--shard-size", 100, "--workers", 1)
    for name, whole in loaded(tmp_path / "large").items():
        assert np.array_equal(loaded(folder)[name], whole), name


def test_the_arrays_tell_the_decisions_of_the_text_beside_them(folder: Path) -> None:
    game, arrays, at = load("gin"), loaded(folder), 0
    for row in read_data(folder):
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
    folder: Path, tmp_path: Path
) -> None:
    made(tmp_path / "again", "--workers", 1)
    (tmp_path / "again/shard-00000.npz").unlink()
    spoilt = tmp_path / "again/shard-00001.npz"
    spoilt.write_bytes(spoilt.read_bytes()[:-1])
    told = made(tmp_path / "again", "--workers", 1)
    assert bytes_of(tmp_path / "again") == bytes_of(folder)
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


def test_text_alone_is_another_data_set(folder: Path, tmp_path: Path) -> None:
    words = ("arena", "data", KIND, "--count", 7, "--shard-size", 3, "--workers", 1)
    assert "holds another data set: arrays is numpy" in refusal_of(*words, "--out", folder)
    assert run_command(*words, "--out", tmp_path)[0] == 0
    assert not list(tmp_path.glob("*.npz"))
    assert "arrays" not in json.loads((tmp_path / "_manifest.jsonl").read_text().splitlines()[0])
    for shard in tmp_path.glob("*.jsonl"):
        if shard.name != "_manifest.jsonl":
            assert shard.read_bytes() == (folder / shard.name).read_bytes()


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
