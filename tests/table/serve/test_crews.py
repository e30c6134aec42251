"""Jobs in worker processes: one that never ends holds up its own table and nobody else's."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from pathlib import Path
from time import monotonic, sleep

import pytest

from suitwise.players import named
from suitwise.table.serve.processes import workers
from suitwise.table.serve.processes.workers import Crew
from tests.table.serve.jobs import dies, hangs, ready
from tests.table.serve.servers import Line, Served, serving

LATE_S = 0.5
"""A time limit that a job which hangs is over, and one that ends at once is not."""
LONG_S = 60.0


class Hanging:
    """Jobs that hang until they are told to end."""

    def __init__(self, folder: Path) -> None:
        self._pids, self._until = folder / "pids", folder / "until"
        self._pids.touch()

    async def begun(self, crew: Crew, table: str, seconds: float) -> asyncio.Task[int]:
        """Start one in a process that is there, and wait until it runs."""
        await crew.run("", LONG_S, ready)
        before = len(self.pids)
        words = hangs, str(self._pids), str(self._until)
        task = asyncio.create_task(crew.run(table, seconds, *words))
        await until(lambda: len(self.pids) > before)
        return task

    @property
    def pids(self) -> list[int]:
        return list(map(int, self._pids.read_text().split()))

    def end(self) -> None:
        self._until.touch()


async def until(is_so: Callable[[], bool]) -> None:
    end = monotonic() + LONG_S
    while not is_so():
        assert monotonic() < end, "it never came to that"
        await asyncio.sleep(0.01)


def has_ended(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.fixture
def hanging(tmp_path: Path) -> Hanging:
    return Hanging(tmp_path)


def run(most: int, work: Callable[[Crew], Awaitable[None]]) -> None:
    async def works() -> None:
        await work(crew)

    with closing(Crew(most)) as crew:
        asyncio.run(works())


# --- Late ones ------------------------------------------------------------------------------------


def test_a_process_that_is_late_leaves_its_place_to_another_at_once(hanging: Hanging) -> None:
    async def work(crew: Crew) -> None:
        first = await hanging.begun(crew, "A", LATE_S)
        with pytest.raises(TimeoutError):
            await first
        await until(lambda: crew.n_late == 1)
        assert await crew.run("B", LONG_S, os.getpid) not in hanging.pids
        (pid,) = hanging.pids
        assert os.getpriority(os.PRIO_PROCESS, pid) == workers.LATE_NICENESS

    run(1, work)


def test_a_process_that_was_late_comes_back_for_the_one_in_its_place(hanging: Hanging) -> None:
    """What it has compiled meanwhile is not lost."""

    async def work(crew: Crew) -> None:
        with pytest.raises(TimeoutError):
            await (await hanging.begun(crew, "A", LATE_S))
        other = await crew.run("B", LONG_S, os.getpid)
        hanging.end()
        await until(lambda: not crew.n_late)
        assert [await crew.run("A", LONG_S, os.getpid) for _ in range(3)] == 3 * hanging.pids
        assert has_ended(other)

    run(1, work)


def test_one_that_comes_back_while_another_works_in_its_place_stays_alone(
    hanging: Hanging, tmp_path: Path
) -> None:
    async def work(crew: Crew) -> None:
        with pytest.raises(TimeoutError):
            await (await hanging.begun(crew, "A", LATE_S))
        (tmp_path / "second").mkdir()
        busy = Hanging(tmp_path / "second")
        working = await busy.begun(crew, "B", LONG_S)
        hanging.end()
        await until(lambda: not crew.n_late)
        assert await crew.run("C", LONG_S, os.getpid) == hanging.pids[0]
        busy.end()
        await until(lambda: has_ended(busy.pids[0]))
        assert await working == busy.pids[0]
        assert await crew.run("C", LONG_S, os.getpid) == hanging.pids[0]

    run(1, work)


def test_who_is_late_for_too_long_is_killed(
    hanging: Hanging, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "ENDLESS_S", 0.1)

    async def work(crew: Crew) -> None:
        with pytest.raises(TimeoutError):
            await (await hanging.begun(crew, "A", LATE_S))
        waiting = asyncio.create_task(crew.run("A", LONG_S, os.getpid))
        await until(lambda: has_ended(hanging.pids[0]))
        assert not crew.n_late
        with pytest.raises(TimeoutError):
            await waiting
        assert await crew.run("B", LONG_S, os.getpid) not in hanging.pids

    run(1, work)


def test_a_table_for_which_a_process_was_killed_has_none_for_a_while(
    hanging: Hanging, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And for twice as long the next time, unless its bot answers in between."""
    monkeypatch.setattr(workers, "ENDLESS_S", 0.0)
    now = 0.0
    monkeypatch.setattr(workers, "monotonic", lambda: now)

    async def is_killed(crew: Crew) -> None:
        with pytest.raises(TimeoutError):
            await (await hanging.begun(crew, "A", LATE_S))
        while not has_ended(hanging.pids[-1]):
            await asyncio.sleep(0.01)

    async def work(crew: Crew) -> None:
        nonlocal now
        for for_s in (workers.SHUT_S, 2 * workers.SHUT_S):
            await is_killed(crew)
            now += for_s - 1
            with pytest.raises(TimeoutError):
                await crew.run("A", LONG_S, abs, -1)
            now += 2
        assert await crew.run("A", LONG_S, abs, -1) == 1
        await is_killed(crew)
        now += workers.SHUT_S + 1
        assert await crew.run("A", LONG_S, abs, -1) == 1

    run(1, work)


def test_as_many_are_late_at_once_as_there_are_places(hanging: Hanging) -> None:
    async def work(crew: Crew) -> None:
        for table in ("A", "B", "C"):
            with pytest.raises(TimeoutError):
                await (await hanging.begun(crew, table, LATE_S))
        assert crew.n_late == 1
        first, *others = hanging.pids
        await until(lambda: all(map(has_ended, others)))
        assert not has_ended(first)
        assert await crew.run("D", LONG_S, os.getpid) not in hanging.pids

    run(1, work)


# --- The line -------------------------------------------------------------------------------------


def test_a_table_has_one_job_under_way_and_others_go_before_its_next_one(
    hanging: Hanging,
) -> None:
    async def work(crew: Crew) -> None:
        first = await hanging.begun(crew, "A", LONG_S)
        second = asyncio.create_task(crew.run("A", LONG_S, os.getpid))
        others = [await crew.run("B", LONG_S, os.getpid) for _ in range(3)]
        assert not second.done()
        hanging.end()
        assert await first in hanging.pids
        assert await second in {*hanging.pids, *others}

    run(2, work)


def test_jobs_that_wait_are_begun_in_the_order_in_which_they_came(hanging: Hanging) -> None:
    async def work(crew: Crew) -> None:
        ended: list[str] = []

        async def asked(table: str) -> None:
            await crew.run(table, LONG_S, os.getpid)
            ended.append(table)

        first = await hanging.begun(crew, "A", LONG_S)
        waiting = [asyncio.create_task(asked(table)) for table in ("C", "B", "A", "C", "B")]
        await asyncio.sleep(0)
        hanging.end()
        await asyncio.gather(first, *waiting)
        assert ended == ["C", "B", "A", "C", "B"]

    run(1, work)


def test_who_waits_no_more_takes_no_place(hanging: Hanging) -> None:
    async def work(crew: Crew) -> None:
        first = await hanging.begun(crew, "A", LONG_S)
        with pytest.raises(TimeoutError):
            await crew.run("B", 0.05, os.getpid)  # there is no place
        given_up = asyncio.create_task(crew.run("C", LONG_S, os.getpid))
        await asyncio.sleep(0)
        given_up.cancel()
        hanging.end()
        pid = await first
        assert [await crew.run(table, LONG_S, os.getpid) for table in "BC"] == [pid, pid]

    run(1, work)


@pytest.mark.parametrize("times", [1, 2])
def test_a_job_whose_process_dies_is_tried_once_more(times: int, tmp_path: Path) -> None:
    async def work(crew: Crew) -> None:
        job = crew.run("A", LONG_S, dies, str(tmp_path / "marks"), times)
        if times == 1:
            assert await job == "alive"
        else:
            with pytest.raises(BrokenProcessPool):
                await job
        assert (tmp_path / "marks").read_text() == "++"
        assert await crew.run("A", LONG_S, abs, -1) == 1

    run(1, work)


# --- A bot that hangs at some tables --------------------------------------------------------------

STUCK = """
from dataclasses import dataclass
from time import sleep

from suitwise.players.named import register_player


@dataclass(frozen=True)
class Stuck:
    def __call__(self, state):
        while state.turn == 1:
            sleep(0.1)
        return next(iter(state.moves()))


register_player("stuck", Stuck, "texas42")
"""
MODULE = "my_stuck_players"
SEVEN_TRICKS = "texas42(match=hand,forced=yes,play_out=yes)"


@pytest.fixture
def running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    (tmp_path / f"{MODULE}.py").write_text(STUCK)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(named, "_PLAYERS", {**named._PLAYERS})
    with serving(tmp_path / "tables.db", imports=(MODULE,), bots=2, late_s=600) as served:
        yield served
    sys.modules.pop(MODULE, None)


def played(line: Line) -> list[float]:
    """Play a hand to its end; return how long the others took each time."""
    seconds = []
    while line.parts["life"]["stage"] != "over":
        begun = monotonic()
        while line.parts["life"]["stage"] != "over" and not line.parts["ask"]:
            line.next()
        seconds.append(monotonic() - begun)
        if line.parts["ask"]:
            assert line.play(f"k{len(seconds)}", line.parts["ask"]["moves"][0])["t"] == "ack"
    return seconds


def test_a_bot_that_hangs_at_two_tables_keeps_no_third_waiting(running: Served) -> None:
    """Neither a strong bot there nor the very bot that hangs elsewhere is late once."""
    third = ("human", "rules", "stuck", "strong")
    without = played(running.line(running.made(SEVEN_TRICKS, third)["host"]))
    bot_workers = running.registry.services.bot_workers
    bot_workers._late_s = max(2.0, 4 * max(without))  # however slow this machine is
    for _ in range(2):
        line = running.line(
            running.made(SEVEN_TRICKS, ("human", "stuck", "rules", "rules"))["host"]
        )
        moves = line.until_asked()
        line.play("first", moves[0])
    end = monotonic() + 2 * LONG_S + bot_workers._late_s
    while bot_workers.figures.replaced < 2:
        assert monotonic() < end
        sleep(0.01)

    made = running.made(SEVEN_TRICKS, third)
    beside = played(running.line(made["host"]))
    print(f"a round of bots: {max(without):.2f} s at most, beside some that hang {max(beside):.2f}")
    room = running.registry.rooms[made["table"]]
    assert room.table.exported()["stood_in"] == []
