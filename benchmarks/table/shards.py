"""Tables over several servers, the shards that ``suitwise table run`` starts: how much more they take.

Shards and players are processes on the same machine, and the players ask the shards themselves, not a
proxy before them. Beside what the shards use of the cores stands what the players use.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar
from urllib.request import urlopen

from benchmarks.measuring import Parts, Say, measured, quantiles
from benchmarks.table.load import Load
from benchmarks.table.report import (
    GAMES,
    MOVES_OF_A_TABLE,
    PATIENCE_S,
    Tables,
    load_row,
    versions,
)
from benchmarks.table.server import allow_sockets, cpu_s, make_table, memory_mb, sizes_mb
from benchmarks.table.soak import VARIANT, soaked
from suitwise.foundation.arrays.rows import machine_line
from suitwise.markdown import table
from suitwise.table.serve.shards.running import MAP, is_ready
from suitwise.table.serve.shards.slots import read_map

T = TypeVar("T")

STEADY_GAME = "texas42"
"""What is played where the number of shards is what differs, and when one is killed."""
_POLL_S = 0.05


# --- Shards ---------------------------------------------------------------------------------------


class Shards:
    """``suitwise table run`` as a process, with the shards that it has started and starts again.

    Args:
        folder: where their files lie.
        number: how many they are.
    """

    def __init__(self, folder: Path, number: int) -> None:
        port = _free_ports(number)
        words = ["--shards", str(number), "--folder", str(folder), "--port", str(port)]
        command = [sys.executable, "-m", "suitwise", "table", "run", *words]
        self._log = folder / "log"
        with self._log.open("w") as log:
            self._process = subprocess.Popen(
                [*command, "--", "--trusted-proxy", "127.0.0.1"], stdout=log, stderr=log
            )
        self._map = folder / MAP
        _wait_until(self._are_ready)
        shards = read_map(self._map).shards
        self._files = [folder / shard.file for shard in shards.values()]
        self.urls = {name: f"http://{shard.address}" for name, shard in shards.items()}
        for url in self.urls.values():
            with urlopen(url + "/api/games") as known:  # they go on to import the games meanwhile
                known.read()

    def _are_ready(self) -> bool:
        if self._process.poll() is not None:
            raise RuntimeError(f"the shards ended before they were ready: {self._log.read_text()}")
        return self._map.exists() and all(
            is_ready(shard.address) for shard in read_map(self._map).shards.values()
        )

    def pids(self) -> dict[str, int]:
        """Return the processes of the shards that run now, by their names."""
        found = {}
        for folder in Path("/proc").iterdir():
            with suppress(OSError, ValueError):
                words = (folder / "cmdline").read_text().split("\0")
                parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
                if int(parent) == self._process.pid and "--shard" in words:
                    found[words[words.index("--shard") + 1]] = int(folder.name)
        return found

    @property
    def cpu_s(self) -> float:
        """How many seconds of a core those that run now have used."""
        return sum(map(cpu_s, self.pids().values()))

    @property
    def memory_mb(self) -> float:
        """How much memory they hold, in MB of 10⁶ bytes."""
        return sum(map(memory_mb, self.pids().values()))

    @property
    def sizes_mb(self) -> tuple[float, float]:
        """How large their files are, and the write-ahead logs beside them."""
        whole, ahead = zip(*map(sizes_mb, self._files), strict=True)
        return sum(whole), sum(ahead)

    def kill(self, name: str) -> None:
        """End a shard at once, as by a power cut to its process alone; it is started again."""
        os.kill(self.pids()[name], signal.SIGKILL)

    async def is_back(self, name: str) -> None:
        """Wait until a killed shard is another process, and ready."""
        address = self.urls[name].removeprefix("http://")
        await asyncio.to_thread(_wait_until, lambda: name in self.pids() and is_ready(address))

    def tables(self, variant: str, number: int) -> Tables:
        """Make tables of four people, as many at one shard as at any other."""
        urls = list(self.urls.values())
        return [make_table(urls[at % len(urls)], variant, at) for at in range(number)]

    def stop(self) -> None:
        """End them in good order."""
        self._process.terminate()
        self._process.wait()


def _wait_until(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE_S
    while not holds():
        if time.monotonic() > until:
            raise TimeoutError("a shard is not ready")
        time.sleep(_POLL_S)


def _free_ports(number: int) -> int:
    """Return the first of some ports in a row that nobody listens at."""
    for first in range(20_000 + os.getpid() % 10_000, 60_000, number):
        with suppress(OSError):
            for port in range(first, first + number):
                socket.create_server(("127.0.0.1", port)).close()
            return first
    raise RuntimeError("no ports are free")


@contextmanager
def _shards(number: int) -> Iterator[Shards]:
    with tempfile.TemporaryDirectory() as folder:
        shards = Shards(Path(folder), number)
        try:
            yield shards
        finally:
            shards.stop()


# --- The report -----------------------------------------------------------------------------------


def report(shards: int, tables: int, seconds: int, say: Say) -> str:
    """Measure and return a Markdown section.

    Args:
        shards: how many there are at most.
        tables: at how many tables people play at most.
        seconds: how long each load is measured.
        say: called with the name of each part before it is measured.
    """
    allow_sockets()
    parts: Parts = {
        "load": partial(_loads, shards, tables, seconds),
        "kill": partial(_kill, shards, tables, seconds),
    }
    load_s = f"{seconds} seconds a load, {MOVES_OF_A_TABLE:g} moves a second at each table"
    return "\n\n".join([f"{machine_line()}; {versions()}; {load_s}", *measured(say, parts)])


def soak(shards: int, tables: int, minutes: int, say: Say) -> str:
    """Play at tables for a long time and return what all shards held together.

    Args:
        shards: how many there are.
        tables: at how many tables people play.
        minutes: how long.
        say: called with a line after each minute.
    """
    allow_sockets()
    with _shards(shards) as serving:
        made = serving.tables(VARIANT, tables)
        return soaked(serving, made, MOVES_OF_A_TABLE * tables, minutes, say)


# --- Load -----------------------------------------------------------------------------------------


class Case(NamedTuple):
    """A load."""

    game: str
    shards: int
    tables: int


def cases(shards: int, tables: int) -> list[Case]:
    """Return the loads: half of the tables at more and more shards, and all at all of them.

    >>> [tuple(case) for case in cases(4, 200)][:3]
    [('texas42', 1, 100), ('texas42', 2, 100), ('texas42', 4, 100)]
    >>> [tuple(case) for case in cases(4, 200)][3:]
    [('texas42', 4, 200), ('tractor(match=deal)', 4, 100), ('tractor(match=deal)', 4, 200)]
    """
    fewer = [2**power for power in range(shards.bit_length()) if 2**power < shards]
    half = (tables + 1) // 2
    growing = [Case(STEADY_GAME, number, half) for number in [*fewer, shards]]
    others = [game for game in GAMES if game != STEADY_GAME]
    heavier = [Case(game, shards, number) for game in others for number in (half, tables)]
    return [*growing, Case(STEADY_GAME, shards, tables), *heavier]


def _loads(shards: int, tables: int, seconds: int) -> str:
    head = ["game", "shards", "tables × 4 sockets", "moves a second", "move → ack p50, ms", "p99"]
    more = ["refused", "shards' ms a move", "MB a table", "shards' cores", "players' core", "load"]
    rows = [_load(case, seconds) for case in cases(shards, tables)]
    return table([*head, *more], rows)


def _load(case: Case, seconds: float) -> list[object]:
    """Play one load; processor times are those of the seconds of play alone."""

    async def play(load: Load) -> list[object]:
        await load.under_way(PATIENCE_S)
        used, own, began = serving.cpu_s, time.process_time(), time.perf_counter()
        await load.play(MOVES_OF_A_TABLE * case.tables, seconds)
        took = time.perf_counter() - began
        used, own = serving.cpu_s - used, time.process_time() - own
        return [
            *load_row(load, took, used, serving.memory_mb - idle_mb),
            f"{used / took:.2f}",
            f"{own / took:.2f}",
            f"{os.getloadavg()[0]:.1f}",
        ]

    with _shards(case.shards) as serving:
        idle_mb = serving.memory_mb
        made = serving.tables(case.game, case.tables)
        gap_s = GAMES[case.game] / case.shards
        return [*case, *asyncio.run(_with_loads([made], gap_s, lambda loads: play(loads[0])))]


async def _with_loads(
    parts: Sequence[Tables], gap_s: float, task: Callable[[list[Load]], Awaitable[T]]
) -> T:
    """Return what a task returns that is done while the players of some tables are connected."""
    loads = [Load(tables) for tables in parts]
    try:
        for load in loads:
            await load.open(gap_s, PATIENCE_S)
        return await task(loads)
    finally:
        for load in loads:
            await load.close()


# --- A shard is killed ----------------------------------------------------------------------------


def _kill(shards: int, tables: int, seconds: int) -> str:
    """Kill one shard in mid-play; those who play at it come back by themselves once it is there again.

    People move at their own pace at the others meanwhile, and at its tables as soon as they can.
    """
    with _shards(shards) as serving:
        name, url = next(iter(serving.urls.items()))
        made = serving.tables(STEADY_GAME, tables)
        struck = [one for one in made if one[0].url == url]
        spared = [one for one in made if one[0].url != url]
        played = partial(_killed, serving, name, seconds)
        gap_s = GAMES[STEADY_GAME] / shards
        row = asyncio.run(_with_loads([struck, spared], gap_s, played))
    head = [f"one of {shards} shards killed at {tables} tables: ready after s", "every seat back"]
    more = [
        "acknowledged moves",
        "of these lost",
        "all: p50, ms",
        "p99",
        "at the others: p50",
        "p99",
    ]
    return table([*head, *more], [row])


async def _killed(
    serving: Shards, name: str, seconds: float, loads: Sequence[Load]
) -> list[object]:
    for load in loads:
        await load.under_way(PATIENCE_S)
    playing = [
        asyncio.create_task(load.play(MOVES_OF_A_TABLE * len(load.tables), seconds))
        for load in loads
    ]
    await asyncio.sleep(seconds / 2)
    began = time.perf_counter()
    serving.kill(name)
    await serving.is_back(name)
    ready = time.perf_counter() - began
    await loads[0].welcomed(2, PATIENCE_S)
    back = time.perf_counter() - began
    await asyncio.gather(*playing)
    lost = sum(player.v < player.acked for load in loads for player in load.players)
    waits = [ms for load in loads for ms in load.counts.waits_ms]
    others = quantiles(loads[1].counts.waits_ms) if loads[1].tables else ["–", "–"]
    return [f"{ready:.2f}", f"{back:.2f}", len(waits), lost, *quantiles(waits), *others]
