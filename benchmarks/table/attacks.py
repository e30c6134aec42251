"""People who play while somebody attacks the server, or while a thousand look on."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from benchmarks.measuring import Say, quantiles
from benchmarks.table.attackers import (
    Attack,
    Attacker,
    crowd,
    flood_of_connections,
    flood_of_frames,
    quick_readers,
    slow_readers,
)
from benchmarks.table.load import Load
from benchmarks.table.server import Place, Server, allow_sockets, make_table
from benchmarks.table.soak import VARIANT
from suitwise.foundation.arrays.rows import machine_line
from suitwise.markdown import table

TABLES, RATE = 50, 50.0
"""How many tables of four people there are, and how many moves are made at all of them in a second."""
CROWD = 1000
"""How many look on, or sit at tables where nothing happens."""
OF_A_TABLE = 60
"""How many of them are at one table, its four seats among them."""
LINES_OF_A_SEAT, LOOKING = 8, 60
"""How many lines an attacker has at each seat of the table that it has made, and without a seat."""
PATIENCE_S, GAP_S, SETTLED_S = 300.0, 0.05, 3.0


class Case(NamedTuple):
    """What goes on while people play."""

    name: str
    attack: Attack
    places: Sequence[Place]


def report(seconds: int, say: Say) -> str:
    """Measure and return a Markdown section.

    Args:
        seconds: how long each attack is measured.
        say: called with the name of each before it begins.
    """
    allow_sockets()
    load_average = f"load average {os.getloadavg()[0]:.1f} at the beginning"
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            rows = asyncio.run(_played(server, seconds, say))
        finally:
            server.stop()
    head = ["meanwhile", "moves a second", "move → ack p50, ms", "p99", "alone p50", "p99"]
    more = ["server's core", "memory, MB", "what became of it"]
    return f"{machine_line()}; {load_average}\n\n{table([*head, *more], rows)}"


async def _played(server: Server, seconds: int, say: Say) -> list[list[object]]:
    tables = [make_table(server.url, VARIANT, at) for at in range(TABLES)]
    load, rows = Load(tables), []
    try:
        await load.open(GAP_S, PATIENCE_S)
        await load.under_way(PATIENCE_S)
        for case in _cases(server.url, tables):
            say(case.name)
            rows.append(await _row(server, load, case, seconds))
        return rows
    finally:
        await load.close()


def _cases(url: str, tables: Sequence[Sequence[Place]]) -> Iterator[Case]:
    own, other = (make_table(url, VARIANT, TABLES + at) for at in range(2))
    lines = [*own * LINES_OF_A_SEAT, *[replace(own[0], token="")] * LOOKING]
    others = [*other * LINES_OF_A_SEAT, *[replace(other[0], token="")] * LOOKING]
    yield Case("a flood of frames", flood_of_frames, own)
    yield Case("a flood of connections", flood_of_connections, own)
    yield Case("slow readers", slow_readers, own * LINES_OF_A_SEAT)
    yield Case("as much as one may", quick_readers, [*lines, *others])
    yield Case(f"{CROWD:,} at idle tables", crowd, list(_idle(url)))
    yield Case(f"{CROWD:,} look on", crowd, list(_onlookers(tables)))


def _idle(url: str) -> Iterator[Place]:
    """Make tables where nothing happens, and yield who sits there and looks on."""
    for at in range(CROWD // OF_A_TABLE + 1):
        seats = make_table(url, VARIANT, TABLES + 2 + at)
        spectator = replace(seats[0], token="")
        most = min(OF_A_TABLE, CROWD - at * OF_A_TABLE)
        yield from [*seats, *[spectator] * (most - len(seats))][:most]


def _onlookers(tables: Sequence[Sequence[Place]]) -> Iterator[Place]:
    for at in range(CROWD):
        yield replace(tables[at % len(tables)][0], token="")


async def _row(server: Server, load: Load, case: Case, seconds: int) -> list[object]:
    """Play alone and then while something goes on, one right after the other."""
    alone, _ = await _waits(server, load, seconds)
    attacker = Attacker(case.attack, case.places, SETTLED_S)
    await attacker.begin()
    waits, used_s = await _waits(server, load, seconds)
    memory_mb, count = server.memory_mb, await attacker.end()
    became = ", ".join(f"{name} {number:,}" for name, number in sorted(count.items()))
    times = [*quantiles(waits), *quantiles(alone)]
    used = f"{100 * used_s / seconds:.0f} %"
    return [case.name, f"{len(waits) / seconds:.0f}", *times, used, f"{memory_mb:.0f}", became]


async def _waits(server: Server, load: Load, seconds: int) -> tuple[list[float], float]:
    """Play for a while; return how long each move waited, and the server's time of a core."""
    before, used_s = len(load.counts.waits_ms), server.cpu_s
    await load.play(RATE, seconds)
    return load.counts.waits_ms[before:], server.cpu_s - used_s
