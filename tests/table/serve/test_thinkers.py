"""Players in processes of their own: in time or not at all."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import resource
import signal
import socket
import time
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from pathlib import Path

import pytest

from suitwise.game import load
from suitwise.table.serve.limits import Limits
from suitwise.table.serve.processes import bots as thinking
from suitwise.table.serve.processes.bots import BotWorkers
from tests.table.serve.quick import Killable
from tests.table.serve.servers import HAND, Served, get, serving
from tests.table.serve.test_floods import UPGRADE, frame

GAME = "texas42(match=hand)"
STATE = str(load(GAME).start().rolled(seed=7, stream=0)[0])


@pytest.fixture
def bot_workers() -> Iterator[BotWorkers]:
    made = BotWorkers(late_s=0.05)
    yield made
    made.close()


def test_a_quick_player_is_waited_for(bot_workers: BotWorkers) -> None:
    choice = asyncio.run(bot_workers.choose(GAME, STATE, 1, "rules", 5))
    assert choice.player == "rules"
    assert load(GAME).parse(STATE).why_not(choice.move) is None


def test_a_process_of_each_crew_starts_before_anybody_needs_it(bot_workers: BotWorkers) -> None:
    bot_workers.warm()
    for crew in (bot_workers._quick, bot_workers._deep):
        (worker,) = crew._free
        (process,) = worker._processes()
        assert process.is_alive()


def test_for_a_player_that_is_late_the_quick_one_plays(
    bot_workers: BotWorkers, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        choice = await bot_workers.choose(GAME, STATE, 1, "mc(worlds=10000)", 5)
        assert choice.player == "rules"
        assert bot_workers.n_late == 1
        hint, _ = await bot_workers.hint(GAME, STATE, 1, 5)
        assert load(GAME).parse(STATE).why_not(hint.move) is None

    asyncio.run(work())
    assert "no move in time; rules plays" in caplog.text
    gc.collect()
    assert "never retrieved" not in caplog.text


def test_while_strong_bots_have_too_much_to_do_quick_ones_decide() -> None:
    async def work() -> None:
        jobs = [
            asyncio.create_task(workers.choose(GAME, STATE, 1, "mc(worlds=300)", seed))
            for seed in range(6)
        ]
        await asyncio.sleep(0)
        assert workers.is_full
        by = [(await job).player for job in jobs]
        assert by == ["mc(worlds=300)"] * thinking.MOST_EACH + ["rules"] * 2
        assert (workers.figures.eased, workers.figures.replaced) == (2, 0)
        assert not workers.is_full
        again = await workers.choose(GAME, STATE, 1, "mc(worlds=1)", 5)
        assert again.player == "mc(worlds=1)"

    workers = BotWorkers(late_s=600, most=1)
    with closing(workers):
        asyncio.run(work())


def test_a_hint_that_takes_too_long_is_not_waited_for() -> None:
    hasty = BotWorkers(hint_s=0.001)  # its process has not even started then
    with closing(hasty), pytest.raises(TimeoutError):
        asyncio.run(hasty.hint(GAME, STATE, 1, 5))


def test_a_process_that_dies_is_replaced(bot_workers: BotWorkers) -> None:
    first = asyncio.run(bot_workers.choose(GAME, STATE, 1, "rules", 5))
    (process,) = bot_workers._quick._free[0]._processes()
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    process.join()
    end = time.monotonic() + 60
    while time.monotonic() < end:
        try:
            assert asyncio.run(bot_workers.choose(GAME, STATE, 1, "rules", 5)) == first
            break
        except BrokenProcessPool:  # the one that it was given to was the dead one
            continue


def test_a_bot_may_be_a_level_of_strength(bot_workers: BotWorkers) -> None:
    choice = asyncio.run(bot_workers.choose(GAME, STATE, 1, "medium", 5))
    assert choice == (asyncio.run(bot_workers.choose(GAME, STATE, 1, "rules", 5)).move, "medium")


def test_a_hint_is_the_strongest_players_and_where_it_is_late_the_quick_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def work(bot_workers: BotWorkers) -> tuple[str, str]:
        patient = await bot_workers.hint(GAME, STATE, 1, 5)
        monkeypatch.setattr(thinking, "PATIENCE_S", -0.05)
        hasty = await bot_workers.hint(GAME, STATE, 1, 5)
        assert "likely deals" in str(patient.hint.figure)
        return patient.player, hasty.player

    monkeypatch.setattr(thinking, "PATIENCE_S", 60.0)  # it may have to be compiled
    with closing(BotWorkers(hint_s=120.0, think_s=0.05)) as made:
        assert asyncio.run(work(made)) == ("strong", "rules")


# --- A thousand sockets at once -------------------------------------------------------------------


SOCKETS, OF_A_TABLE = 1000, 63
TOLD = b'"t":"part"'


@pytest.mark.exhaustive
def test_a_thousand_sockets_are_served_at_once_and_moves_are_answered(
    tmp_path: Path, exhaustive: bool
) -> None:
    """A quarter of them; in full all."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 3  # both ends are this process's
    number = min(SOCKETS if exhaustive else SOCKETS // 4, most)
    with serving(tmp_path / "t.db", limits=Limits(hello_s=60, silence_s=60)) as served:
        tables = [served.made(HAND) for _ in range(-(-number // OF_A_TABLE))]
        lines = [looking_on(served, tables[at % len(tables)]["table"]) for at in range(number)]
        seats = [served.line(made["host"]) for made in tables]
        assert sum(len(room.peers) for room in served.registry.rooms.values()) == number + len(
            tables
        )
        for at, seat in enumerate(seats):
            answer = seat.play("k1", seat.until_asked()[0])
            assert answer["t"] == "ack"
            for line in lines[at :: len(tables)]:
                told(line, answer["v"])
        for line in lines:
            line.close()
        end = time.monotonic() + 60
        while any(len(room.peers) > 1 for room in served.registry.rooms.values()):
            assert time.monotonic() < end, "somebody who has left is still there"
            time.sleep(0.01)
        for seat in seats:
            seat.send("ping")
            seat.until("pong")


def looking_on(served: Served, code: str) -> socket.socket:
    """Open a WebSocket of somebody without a seat, who has been shown the table."""
    line = socket.create_connection(("127.0.0.1", served.port), 60)
    hello = json.dumps({"t": "hello", "table": code, "token": None})
    line.sendall(UPGRADE)
    heard = b""
    while b"\r\n\r\n" not in heard:
        heard += line.recv(4096)
    line.sendall(frame(hello.encode()))
    while TOLD not in heard:
        heard += line.recv(65536)
    return line


def told(line: socket.socket, version: int) -> None:
    """Read until a version of the table, or a later one, has come."""
    heard = b""
    while f'"v":{version},'.encode() not in heard:
        part = line.recv(65536)
        assert part, "closed"
        heard += part


# --- A server where nothing has been compiled yet -------------------------------------------------


MAPS = Path("/proc/self/maps")
GAMES = {"texas42": 4, "tractor(match=deal)": 4, "gin": 2, "indian13": 2}


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Killable]:
    monkeypatch.setenv("SUITWISE_CACHE_DIR", str(tmp_path / "cache"))
    made = Killable(tmp_path / "tables.db")
    made.start()
    yield made
    made.kill()


@pytest.mark.skipif(not MAPS.exists(), reason="only Linux tells what a process has loaded")
def test_people_play_every_game_and_the_server_has_loaded_no_compiler(cold: Killable) -> None:
    served = Served(int(cold.url.rpartition(":")[2]), None)
    with served.lines:
        assert get(f"{cold.url}/").status_code == 200
        assert get(f"{cold.url}/api/games").status_code == 200
        for variant, seats in GAMES.items():
            a_move_is_made(served, variant, seats)
    assert "llvm" not in Path(f"/proc/{cold.process.pid}/maps").read_text()


def a_move_is_made(served: Served, variant: str, seats: int) -> None:
    lines = [served.line(link) for link in served.made(variant, ("human",) * seats)["seats"]]
    for line in lines:
        line.send("ready", id="r")
        line.until("ack")
    while (turn := lines[0].parts["head"]["turn"]) not in range(seats):
        lines[0].next()
    asked = lines[turn]
    assert asked.play("k", asked.until_asked()[0])["t"] == "ack"
