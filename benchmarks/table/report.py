"""The table in a browser under load: latency, processor time, memory, bytes, and a crash in mid-play.

Server and players are two processes on the same machine, so the players' own work is in every figure but
the processor time and the memory, which are the server's. Moves are committed to disk before they are
acknowledged, as ``suitwise table serve`` does unless told otherwise.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias, TypeVar

from benchmarks.measuring import Parts, Say, measured, quantiles
from benchmarks.table.load import Load
from benchmarks.table.server import Place, Server, allow_sockets, make_table
from suitwise.foundation.arrays.rows import machine_line
from suitwise.markdown import table
from suitwise.table.rules.house import DRAWS

T = TypeVar("T")
Tables: TypeAlias = list[list[Place]]

GAMES = {"texas42": 0.01, "tractor(match=deal)": 0.2}
"""The games, and how many seconds pass from the beginning of one table to the next one's."""
LOADS = ((50, 50.0), (200, 100.0), (500, 125.0))
"""How many tables of four seats there are, and how many moves are made at all of them in a second."""
CRASHED_GAME, CRASHED = "texas42", 200
"""What is played when the server is killed, and at how many tables."""
DRAWN_GAME, DRAWN = "tractor(match=deal)", (1, 20)
"""What is drawn at the pace of a table, and at how many tables at the same time."""
MOVES_OF_A_TABLE = 0.25
"""How many moves a second are then made at each."""
RULINGS = 300
"""How many rulings are asked for under each load."""
PATIENCE_S = 300.0
"""For how long anything is waited for before the measuring is given up."""


def report(most: int, seconds: int, runs: int, say: Say) -> str:
    """Measure and return a Markdown section.

    Args:
        most: loads of more tables than this are left out.
        seconds: how long each load is measured.
        runs: how often the start is timed; the median is kept.
        say: called with the name of each part before it is measured.
    """
    allow_sockets()
    loads = [(tables, rate) for tables, rate in LOADS if tables <= most]
    parts: Parts = {
        "start": partial(_starts, runs),
        "load": partial(_loads, loads, seconds),
        "draw": partial(_draws, most),
        "bytes": _bytes,
        "crash": partial(_crash, min(most, CRASHED), seconds),
    }
    return "\n\n".join([f"{machine_line()}; {versions()}", *measured(say, parts)])


def versions() -> str:
    """Return the packages that serve, and how busy the machine is."""
    from importlib.metadata import version
    from importlib.util import find_spec

    loop = ["uvloop"] if find_spec("uvloop") else []
    names = ("starlette", "uvicorn", "websockets", *loop)
    packages = ", ".join(f"{name} {version(name)}" for name in names)
    return f"{packages}; load average {os.getloadavg()[0]:.1f} at the beginning"


@contextmanager
def _server() -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            yield server
        finally:
            server.stop()


def _tables(server: Server, variant: str, number: int) -> Tables:
    return [make_table(server.url, variant, at) for at in range(number)]


def _with_load(game: str, tables: Tables, task: Callable[[Load], Awaitable[T]]) -> T:
    """Return what a task returns that is done while the players of some tables are connected."""

    async def run() -> T:
        load = Load(tables)
        try:
            await load.open(GAMES[game], PATIENCE_S)
            return await task(load)
        finally:
            await load.close()

    return asyncio.run(run())


# --- Start ----------------------------------------------------------------------------------------


def _starts(runs: int) -> str:
    """Time the start of a server and look at what it holds before anybody has come."""
    seen = []
    for _ in range(runs):
        with _server() as server:
            seen.append((server.start_s, server.memory_mb))
    took, memory = (statistics.median(one) for one in zip(*seen, strict=True))
    return table(["start to ready, s", "idle server, MB"], [[f"{took:.2f}", f"{memory:.0f}"]])


# --- Load -----------------------------------------------------------------------------------------


def _loads(loads: Sequence[tuple[int, float]], seconds: float) -> str:
    rows = [_load(game, tables, rate, seconds) for tables, rate in loads for game in GAMES]
    head = ["tables × 4 sockets", "moves a second", "move → ack p50, ms", "p99", "refused"]
    more = ["server's ms a move", "MB a table", "ask → ruling p50, ms", "p99"]
    return table(["game", *head, *more], rows)


def _load(game: str, number: int, rate: float, seconds: float) -> list[object]:
    """Play one load; the processor time is the server's for a move and all that is sent of it."""

    async def play(load: Load) -> list[object]:
        await load.under_way(PATIENCE_S)
        used = server.cpu_s
        await load.play(rate, seconds)
        figures = server.cpu_s - used, server.memory_mb - idle_mb
        await load.ask(RULINGS)
        return [*load_row(load, seconds, *figures), *quantiles(load.counts.rulings_ms)]

    with _server() as server:
        idle_mb = server.memory_mb
        return [game, number, *_with_load(game, _tables(server, game, number), play)]


def load_row(load: Load, seconds: float, cpu_s: float, memory_mb: float) -> list[object]:
    """Return what a load came to: moves a second, their waits, refusals, ms a move and MB a table."""
    waits = load.counts.waits_ms
    return [
        f"{len(waits) / seconds:.0f}",
        *quantiles(waits),
        len(load.counts.refused),
        f"{1000 * cpu_s / len(waits):.2f}",
        f"{memory_mb / len(load.tables):.2f}",
    ]


# --- The draw -------------------------------------------------------------------------------------


def _draws(most: int) -> str:
    """Measure how much later than due a drawn card comes to whoever is to see it."""
    rows = [_draw(number) for number in DRAWN if number <= most]
    head = ["cards read of", "late p50, ms", "p99", "most"]
    return table(["tables that draw at once, a card in 120 ms", *head], rows)


def _draw(number: int) -> list[object]:
    with _server() as server:
        tables = [make_table(server.url, DRAWN_GAME, at, "normal") for at in range(number)]
        load = _with_load(DRAWN_GAME, tables, _drawn)
    late = [ms for player in load.players for ms in late_ms(player.drawn, DRAWS["normal"])]
    return [number, len(late), *quantiles(late), f"{max(late):.1f}"]


async def _drawn(load: Load) -> Load:
    await load.under_way(PATIENCE_S)
    return load


def late_ms(drawn: Sequence[tuple[int, float]], tick_ms: float) -> list[float]:
    """Return how much later than due each card came, the earliest one being in time.

    A card that comes later than the next one was due begins a rhythm anew, as the table has it.

    Args:
        drawn: how many cards were left after each, and when it came, in seconds.
        tick_ms: from one card's due time to the next one's.

    >>> late_ms([(99, 5.0), (98, 5.13), (97, 5.25)], 120)
    [0.0, 10.0, 10.0]
    >>> late_ms([(99, 5.0), (98, 6.0), (97, 6.12)], 120)
    [0.0, 880.0, 0.0]
    """
    came = [round(1000 * at + left * tick_ms, 3) for left, at in drawn]
    breaks = [at for at in range(1, len(came)) if came[at] - came[at - 1] >= tick_ms]
    runs = [came[one:two] for one, two in pairwise([0, *breaks, len(came)])]
    late = [[one - min(run) for one in run] for run in runs]
    for before, after, waits in zip(runs, runs[1:], late[1:], strict=False):
        waits[0] = after[0] - min(before)
    return [round(one, 3) for waits in late for one in waits]


# --- Bytes ----------------------------------------------------------------------------------------


def _bytes() -> str:
    """Play a whole deal of each game at one table and count what a seat is sent."""
    rows = []
    for game in GAMES:
        with _server() as server:
            load = _with_load(game, _tables(server, game, 1), _a_deal)
        most = max(player.bytes for player in load.players)
        longest = f"{load.counts.largest / 1000:.1f} KB"
        rows.append([game, f"{most / 1000:.0f} KB", longest])
    return table(["one deal", "sent to the seat that is sent most", "longest message"], rows)


async def _a_deal(load: Load) -> Load:
    """Play as fast as the table lets until its first deal is over."""
    async with asyncio.timeout(PATIENCE_S):
        while not any(player.is_deal_over for player in load.players):
            await load.play(rate=40, seconds=0.5)
    return load


# --- Crash ----------------------------------------------------------------------------------------


def _crash(number: int, seconds: float) -> str:
    """Kill the server in mid-play and start it again; the players come back by themselves."""
    with _server() as server:
        tables = _tables(server, CRASHED_GAME, number)
        rows = _with_load(CRASHED_GAME, tables, partial(_killed, server, seconds))
    head = [f"killed at {number} tables: ready after s", "every seat back after s"]
    return table([*head, "acknowledged moves", "of these lost"], rows)


async def _killed(server: Server, seconds: float, load: Load) -> list[list[object]]:
    await load.under_way(PATIENCE_S)
    rate = MOVES_OF_A_TABLE * len(load.tables)
    playing = asyncio.create_task(load.play(rate, seconds))
    await asyncio.sleep(seconds / 2)
    server.kill()
    began = time.perf_counter()
    await asyncio.to_thread(server.start)
    await load.welcomed(2, PATIENCE_S)
    back = time.perf_counter() - began
    await playing
    lost = sum(player.v < player.acked for player in load.players)
    return [[f"{server.start_s:.2f}", f"{back:.2f}", len(load.counts.waits_ms), lost]]
