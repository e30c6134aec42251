"""Work on processes: in order, a little ahead, done again when a process dies, and ended with us."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from suitwise.arena.workers import AHEAD, MOST_DEATHS, MOST_WORKERS, answer_to, in_order
from suitwise.errors import SuitwiseError
from tests.arena.tasks import (
    breaking,
    dying,
    dying_at_first,
    dying_once,
    failing,
    ignoring,
    made,
    squared,
    unreadable,
    unsendable,
)
from tests.fresh import ROOT


def children() -> set[int | None]:
    return {child.pid for child in multiprocessing.active_children()}


@pytest.mark.parametrize("workers", [1, 3])
def test_results_come_in_the_order_of_the_pieces(workers: int) -> None:
    assert list(in_order(squared, range(20), workers)) == [n * n for n in range(20)]
    assert not children(), "no process is left"


@pytest.mark.parametrize("workers", [1, 2])
def test_no_pieces_are_no_results(workers: int) -> None:
    assert list(in_order(squared, [], workers)) == []


@pytest.mark.parametrize("workers", [1, 2])
def test_work_ahead_is_bounded_and_pieces_may_depend_on_results(workers: int) -> None:
    taken = 0
    ahead = []

    def pieces() -> Iterator[int]:
        for number in range(30):
            ahead.append(number - taken)
            yield number

    for _ in in_order(squared, pieces(), workers):
        taken += 1
    assert max(ahead) <= (AHEAD * workers - 1 if workers > 1 else 1)


def test_no_more_processes_start_than_there_are_pieces() -> None:
    results = in_order(squared, [1], 8)
    assert next(results) == 1
    assert len(children()) == 1
    results.close()
    assert not children()


def test_answers_are_taken_before_all_processes_stand(tmp_path: Path) -> None:
    files = [tmp_path / str(number) for number in range(60)]
    began = []

    def pieces() -> Iterator[Path]:
        for file in files:
            began.append(file)
            yield file
            while not files[0].exists():  # the first is at work, however slow the machine
                time.sleep(0.002)

    results = in_order(made, pieces(), 60)
    assert next(results) == files[0]
    assert len(began) < 60
    results.close()


LITTLE = """
import resource
from suitwise.arena.workers import in_order

if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_NOFILE, (20, 20))
    list(in_order(abs, range(30), 30))
"""


def test_a_process_that_cannot_be_started_is_told(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(LITTLE)
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, cwd=ROOT)
    told = done.stderr.splitlines()[-1]
    assert "SuitwiseError: worker " in told
    assert told.endswith(" can't be started: Too many open files")


def test_a_piece_whose_process_dies_is_done_again(tmp_path: Path) -> None:
    files = [tmp_path / str(number) for number in range(6)]
    files[1].touch()
    files[4].touch()
    texts = [str(file) for file in files]
    assert list(in_order(dying_once, texts, 2)) == texts
    assert not files[1].exists()


def test_processes_killed_from_outside_are_replaced() -> None:
    results, killed = [], 0
    for result in in_order(squared, range(40), 2):
        results.append(result)
        if len(results) in (5, 20, 21):
            for child in multiprocessing.active_children():
                child.kill()
                killed += 1
    assert killed >= 5
    assert results == [n * n for n in range(40)]


def test_a_process_that_died_before_it_had_work_is_no_death_on_a_piece(tmp_path: Path) -> None:
    dead, fresh = tmp_path / "dead", tmp_path / "fresh"
    for folder in (dead, fresh):
        folder.mkdir()
    for death in range(MOST_DEATHS - 1):
        (dead / str(death)).touch()

    def pieces() -> Iterator[str]:
        yield from [str(dead)] * 2
        for child in multiprocessing.active_children():
            child.kill()
            child.join()
        yield str(fresh)

    assert list(in_order(dying_at_first, pieces(), 2)) == [MOST_DEATHS - 1] * 3


def test_a_piece_on_which_processes_always_die_is_named() -> None:
    with pytest.raises(SuitwiseError, match=f"{MOST_DEATHS} processes died, .* code -9, on 2"):
        list(in_order(dying, range(5), 2))
    assert not children()


def test_a_piece_on_which_processes_always_die_may_be_let_go() -> None:
    results = list(in_order(dying, range(5), 2, lambda piece, reason: -piece))
    assert results == [0, 1, -2, 3, 4]
    assert not children()


@pytest.mark.parametrize("workers", [1, 2])
def test_a_task_that_fails_may_be_let_go(workers: int) -> None:
    reasons = []

    def failed(piece: int, reason: str) -> int:
        reasons.append(reason)
        return -piece

    assert list(in_order(failing, range(7), workers, failed)) == [0, 1, 2, 3, 4, -5, 6]
    assert list(in_order(breaking, [2, 3], workers, failed)) == [1, -3]
    assert reasons[0] == "five is too much"
    assert reasons[1].startswith("ZeroDivisionError on 3: ")


@pytest.mark.parametrize("workers", [1, 2])
def test_a_task_that_fails_ends_the_work_with_its_reason(workers: int) -> None:
    done: list[int] = []
    with pytest.raises(SuitwiseError, match=r"^five is too much$"):
        done.extend(in_order(failing, range(50), workers))
    assert done == [0, 1, 2, 3, 4]
    assert not children()


@pytest.mark.parametrize("workers", [-1, 0, MOST_WORKERS + 1, 10**20])
def test_a_number_of_workers_that_is_none_is_refused(workers: int) -> None:
    with pytest.raises(SuitwiseError, match=f"the workers are 1 to 1,024, not {workers}"):
        list(in_order(abs, [1], workers))


@pytest.mark.parametrize("workers", [1, 2])
def test_what_a_task_gets_wrong_is_told_with_the_piece(workers: int) -> None:
    with pytest.raises(SuitwiseError, match=r"^ZeroDivisionError on 3: "):
        list(in_order(breaking, range(9), workers))
    assert answer_to(breaking, 3)[1] == "ZeroDivisionError on 3: integer division or modulo by zero"


def test_a_result_that_cannot_be_sent_is_told() -> None:
    with pytest.raises(SuitwiseError, match="the result of 1 can't be sent: "):
        list(in_order(unsendable, [1, 2], 2))


def test_a_result_that_cannot_be_read_is_told() -> None:
    results = list(in_order(unreadable, [0, 1, 2], 2, lambda piece, reason: reason))
    assert results[::2] == [0, 2]
    assert str(results[1]).startswith("the result of 1 can't be read: ")


def test_a_piece_that_cannot_be_sent_is_told_after_the_results_before_it() -> None:
    done: list[str] = []
    with pytest.raises(SuitwiseError, match="can't be sent to a process: "):
        done.extend(in_order(repr, [1, 2, unsendable(1), 3], 2))
    assert done == ["1", "2"]
    assert not children()


def test_a_piece_that_cannot_be_sent_may_be_let_go() -> None:
    pieces = [1, unsendable(1), 3]
    assert list(in_order(repr, pieces, 2, lambda piece, reason: "none")) == ["1", "none", "3"]


def test_a_piece_that_a_process_does_not_know_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    class Here(int):
        __module__ = "suitwise"
        __qualname__ = "Here"

    monkeypatch.setattr("suitwise.Here", Here, raising=False)
    with pytest.raises(SuitwiseError, match=r"a process can't read its work: .*Here"):
        list(in_order(squared, [Here(1)], 2))


def test_a_ctrl_c_at_the_terminal_goes_past_the_processes() -> None:
    assert len(set(in_order(ignoring, range(10), 2))) == 2, "nobody had to be replaced"


ORPHANS = """
import sys, time
from suitwise.arena.workers import in_order

def slow(number):
    open(f"{sys.argv[1]}/{number}-{__import__('os').getpid()}", "w").close()
    time.sleep(60)

if __name__ == "__main__":
    list(in_order(slow, range(4), 2))
"""


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return (
        Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z" if os.path.isdir("/proc") else True
    )


def test_processes_end_when_the_program_that_started_them_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(ORPHANS)
    (tmp_path / "pids").mkdir()
    program = subprocess.Popen([sys.executable, str(script), str(tmp_path / "pids")], cwd=ROOT)
    end = time.monotonic() + 60
    while len(started := os.listdir(tmp_path / "pids")) < 2 and time.monotonic() < end:
        time.sleep(0.05)
    pids = [int(name.split("-")[1]) for name in started]
    assert len(pids) == 2
    assert all(map(is_alive, pids))
    program.kill()
    program.wait()
    while any(map(is_alive, pids)) and time.monotonic() < end:
        time.sleep(0.05)
    assert not any(map(is_alive, pids))
