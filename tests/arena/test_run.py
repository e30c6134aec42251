"""Whole runs: the same file to the byte on any number of workers and after any interruption."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from suitwise.arena import run as run_module
from suitwise.arena.config import Config, Match, Stop
from suitwise.arena.run import met, run
from suitwise.arena.store import Store, read_results
from suitwise.errors import SuitwiseError
from tests.arena.programs import BEYOND, CONFIG, SLOW
from tests.fresh import ROOT


def results_of(folder: Path) -> bytes:
    return (folder / "results.jsonl").read_bytes()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The results of an uninterrupted run by one worker."""
    folder = tmp_path_factory.mktemp("whole")
    run(CONFIG, folder)
    return results_of(folder)


def test_more_workers_write_the_same_bytes(tmp_path: Path, whole: bytes) -> None:
    run(CONFIG, tmp_path, workers=3)
    assert results_of(tmp_path) == whole


@pytest.mark.parametrize("seconds", [1e-9, 0.003, 100.0])
def test_however_the_work_is_cut_the_bytes_are_the_same(
    seconds: float, tmp_path: Path, whole: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_module, "CHUNK_S", seconds)
    run(CONFIG, tmp_path)
    assert results_of(tmp_path) == whole


def test_every_game_of_the_plan_is_there_once(tmp_path: Path) -> None:
    config = Config("x", 3, (Match("kuhn", ("random", "slow(ms=0)", "slow(ms=1)"), 5),))
    run(config, tmp_path)
    there = [(one.pairing, one.deal, one.seats) for one in read_results(tmp_path)]
    assert there == [
        (pair, deal, seats)
        for pair in ((0, 1), (0, 2), (1, 2))
        for deal in range(5)
        for seats in (pair, pair[::-1])
    ]


def test_players_who_have_met_often_enough_stop_where_they_should(
    tmp_path: Path, whole: bytes
) -> None:
    run(CONFIG, tmp_path)
    deals = Counter(one.pairing for one in read_results(tmp_path) if one.match == 0)
    assert all(10 <= count // 2 < 400 for count in deals.values()), "they stopped early"
    assert all((count // 2 - 10) % 7 == 0 for count in deals.values()), "at a look"


def test_the_standings_are_of_all_that_is_there(tmp_path: Path) -> None:
    standings = run(CONFIG, tmp_path)
    assert [len(match.pairs) for match in standings.matches] == [3, 1, 1]
    assert standings.games == len(list(read_results(tmp_path)))


def test_progress_grows_to_the_number_of_games_that_were_needed(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    run(CONFIG, tmp_path, progress=lambda done, total: told.append((done, total)))
    games = len(list(read_results(tmp_path)))
    assert told[0] == (0, 2 * (3 * 400 + 30 + 2))
    assert told[-1] == (games, games)
    assert told == sorted(told, key=lambda one: (one[0], -one[1]))


def test_a_slow_player_shows_progress_deal_by_deal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_module, "CHUNK_S", 0.02)
    config = Config("x", 1, (Match("kuhn", ("slow(ms=15)", "slow(ms=16)"), 4),))
    told: list[int] = []
    run(config, tmp_path, progress=lambda done, total: told.append(done))
    assert told == [0, 2, 4, 6, 8]


def test_a_quick_game_is_not_told_of_deal_by_deal(tmp_path: Path) -> None:
    config = Config("x", 1, (Match("kuhn", ("slow(ms=0)", "random"), 600),))
    told: list[int] = []
    run(config, tmp_path, progress=lambda done, total: told.append(done))
    assert len(told) < 60


# --- Interrupted ------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_that_is_interrupted_again_and_again_ends_the_same(
    workers: int, tmp_path: Path, whole: bytes
) -> None:
    rounds, every = 0, 60 * workers  # two processes take a second to start in each round

    def interrupt(done: int, total: int) -> None:
        nonlocal rounds
        if done > every * rounds and done < total:
            rounds += 1
            raise KeyboardInterrupt

    while rounds < 20:
        try:
            run(CONFIG, tmp_path, workers, progress=interrupt)
            break
        except KeyboardInterrupt:
            assert whole.startswith(results_of(tmp_path))
    assert rounds >= 4 / workers
    assert results_of(tmp_path) == whole


KILLED = """
import sys
from pathlib import Path
from suitwise.arena import run
from tests.arena.programs import SLOW

if __name__ == "__main__":
    run.CHUNK_S = 0.02
    run.run(SLOW, Path(sys.argv[1]), int(sys.argv[2]))
"""


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The results of an uninterrupted run of players that take their time."""
    folder = tmp_path_factory.mktemp("slow")
    run(SLOW, folder, workers=4)
    return results_of(folder)


@pytest.mark.exhaustive
@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_that_is_killed_at_random_moments_ends_the_same(
    workers: int, tmp_path: Path, slow: bytes, exhaustive: bool
) -> None:
    script, folder = tmp_path / "script.py", tmp_path / "results"
    script.write_text(KILLED)
    command = [sys.executable, str(script), str(folder), str(workers)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    chance, kept, kills = random.Random(workers), 0, 0
    for _ in range(5 if exhaustive else 1):
        program = subprocess.Popen(command, cwd=ROOT, env=environment)
        while program.poll() is None and size_of(folder) <= kept:
            time.sleep(0.002)  # until it has written a new result
        try:
            program.wait(chance.uniform(0, 0.15))
        except subprocess.TimeoutExpired:
            program.send_signal(signal.SIGKILL)
            kills += 1
        program.wait()
        kept = size_of(folder)
        assert slow.startswith(results_of(folder))
    assert kills >= (3 if exhaustive else 1)
    assert subprocess.run(command, cwd=ROOT, env=environment, timeout=600).returncode == 0
    assert results_of(folder) == slow


def size_of(folder: Path) -> int:
    try:
        return (folder / "results.jsonl").stat().st_size
    except FileNotFoundError:
        return 0


def test_work_goes_on_when_workers_are_killed(tmp_path: Path) -> None:
    pids, one, other = (tmp_path / name for name in ("pids", "one", "other"))
    pids.mkdir()
    config = Config("x", 1, (Match("kuhn", (f"noted(folder={pids})", "random"), 150),))
    run(config, other)
    for pid in pids.iterdir():
        pid.unlink()  # of processes that are gone: one that watched the player
    killed: set[str] = set()

    def kill(done: int, total: int) -> None:
        there = set(os.listdir(pids)) - killed - {str(os.getpid())}
        if done > 40 * len(killed) and there and len(killed) < 3:
            killed.add(victim := there.pop())
            os.kill(int(victim), signal.SIGKILL)

    run(config, one, workers=2, progress=kill)
    assert len(killed) == 3
    assert results_of(one) == results_of(other)


# --- Faults -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 2])
def test_a_player_that_fails_is_named_and_what_was_played_is_kept(
    workers: int, tmp_path: Path
) -> None:
    players = ("random", "slow(ms=0)", "failing")
    config = Config("x", 1, (Match("kuhn", players, 6, on_fault="stop"),))
    with pytest.raises(
        SuitwiseError, match=r"^failing\(least=0\) in seat 1 failed at kuhn, deal 0, "
    ):
        run(config, tmp_path, workers)
    assert [one.pairing for one in read_results(tmp_path)] == [(0, 1)] * 12


@pytest.mark.parametrize("workers", [1, 2])
def test_a_player_fails_at_the_same_deal_whoever_plays(workers: int, tmp_path: Path) -> None:
    match = Match("kuhn", ("random", "failing(least=950)"), 400, on_fault="stop")
    config = Config("x", 1, (match,))
    with pytest.raises(SuitwiseError, match=r"failed at kuhn, deal 23, seating 1"):
        run(config, tmp_path, workers)
    assert len(list(read_results(tmp_path))) == 46


def test_a_fault_in_a_deal_that_is_not_needed_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_module, "CHUNK_S", 100.0)
    enough = Stop(width=9.0, least=23, every=1)
    players = ("random", "failing(least=950)")
    run(Config("x", 1, (Match("kuhn", players, 400, enough),)), tmp_path)
    assert len(list(read_results(tmp_path))) == 46


def test_a_crash_in_a_deal_that_is_not_needed_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_module, "CHUNK_S", 1e-9)
    run(BEYOND, tmp_path, workers=2)
    there = Counter(one.match for one in read_results(tmp_path))
    assert there == {0: 4, 1: 18}


def test_a_crash_in_a_deal_that_is_needed_is_named(tmp_path: Path) -> None:
    plain = BEYOND.as_json()
    plain["match"][0]["stop"]["least"] = 3
    with pytest.raises(SuitwiseError, match=r"3 processes died, .* at kuhn, deals? .*2"):
        run(Config.from_json(plain), tmp_path, workers=2)


def test_a_run_does_not_wait_for_deals_that_are_not_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_module, "CHUNK_S", 1e-9)
    enough = Stop(width=9.0, least=4, every=1)
    config = Config("x", 1, (Match("kuhn", ("random", "dawdling(least=900)"), 400, enough),))
    monkeypatch.setenv("DAWDLED", str(tmp_path / "dawdled"))
    run(config, tmp_path / "run", workers=2)
    assert len(list(read_results(tmp_path / "run"))) == 8, (
        "deal 4 is the one that takes half a minute"
    )
    assert not (tmp_path / "dawdled").exists(), "it was waited for"


@pytest.mark.parametrize("workers", [0, 1025])
def test_a_number_of_workers_that_is_none_is_refused_before_anything_is_written(
    workers: int, tmp_path: Path
) -> None:
    with pytest.raises(SuitwiseError, match="the workers are 1 to 1,024"):
        run(CONFIG, tmp_path / "new", workers)
    assert not (tmp_path / "new").exists()


def test_a_player_that_kills_its_processes_is_named(tmp_path: Path) -> None:
    file = tmp_path / "deadly"
    file.mkdir()  # what lies in a file would be part of the plan
    config = Config("x", 1, (Match("kuhn", (f"deadly(file={file})", "random"), 6),))
    with pytest.raises(
        SuitwiseError, match=r"3 processes died, .* on deadly\(.*\) against random at"
    ):
        run(config, tmp_path / "results", workers=2)
    file.rmdir()
    run(config, tmp_path / "results", workers=2)
    assert len(list(read_results(tmp_path / "results"))) == 12


def test_a_folder_is_free_again_after_a_fault(tmp_path: Path) -> None:
    config = Config("x", 1, (Match("kuhn", ("failing", "random"), 6, on_fault="stop"),))
    with pytest.raises(SuitwiseError):
        run(config, tmp_path)
    with Store(tmp_path, config) as store:
        assert store.course.done == 0


def test_a_player_meets_others_as_in_a_run_of_the_same_deals(tmp_path: Path) -> None:
    player, others = "mccfr(iterations=9)", ("random", "mccfr(iterations=20)")
    found = met(player, others, "kuhn", 6, seed=4)
    matches = tuple(Match("kuhn", (player, other), 6) for other in others)
    standings = run(Config("x", 4, matches), tmp_path)
    assert [*found.items()] == [
        (other, match.pairs[0].paired)
        for other, match in zip(others, standings.matches, strict=True)
    ]
    assert found["random"].deals == 6
    with pytest.raises(SuitwiseError, match="no player of kuhn"):
        met("nobody", ["random"], "kuhn", 2)
