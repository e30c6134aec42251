"""People who play while somebody attacks the server, or while a thousand look on."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from suitwise.benchmarks import Say, quantiles
from suitwise.benchmarks.table.attackers import (
    Attack,
    Attacker,
    crowd,
    flood_of_connections,
    flood_of_frames,
    slow_readers,
)
from suitwise.benchmarks.table.load import Load
from suitwise.benchmarks.table.server import Place, Server, allow_sockets, make_table
from suitwise.benchmarks.table.soak import VARIANT
from suitwise.foundation.arrays.cores import machine_line
from suitwise.markdown import table

TABLES, RATE = 50, 50.0
"""How many tables of four people there are, and how many moves are made at all of them in a second."""
CROWD = 1000
"""How many look on, or sit at tables where nothing happens."""
OF_A_TABLE = 60
"""How many of them are at one table, its four seats among them."""
SLOW_OF_A_SEAT = 8
"""How many slow readers there are at each seat of the table that the attacker has made."""
PATIENCE_S, GAP_S, SETTLED_S = 300.0, 0.05, 3.0


class Case(NamedTuple):
    """What goes on while people play."""

    name: str
    attack: Attack | None
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
    head = [
        "meanwhile",
        "moves a second",
        "move → ack p50, ms",
        "p99",
        "server's core",
        "memory, MB",
    ]
    return f"{machine_line()}; {load_average}\n\n{table([*head, 'what became of it'], rows)}"


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
    own = make_table(url, VARIANT, TABLES)
    yield Case("nothing", None, ())
    yield Case("a flood of frames", flood_of_frames, own)
    yield Case("a flood of connections", flood_of_connections, own)
    yield Case("slow readers", slow_readers, own * SLOW_OF_A_SEAT)
    yield Case(f"{CROWD:,} at idle tables", crowd, list(_idle(url)))
    yield Case(f"{CROWD:,} look on", crowd, list(_onlookers(tables)))
    yield Case("nothing again", None, ())


def _idle(url: str) -> Iterator[Place]:
    """Make tables where nothing happens, and yield who sits there and looks on."""
    for at in range(CROWD // OF_A_TABLE + 1):
        seats = make_table(url, VARIANT, TABLES + 1 + at)
        spectator = replace(seats[0], token="")
        most = min(OF_A_TABLE, CROWD - at * OF_A_TABLE)
        yield from [*seats, *[spectator] * (most - len(seats))][:most]


def _onlookers(tables: Sequence[Sequence[Place]]) -> Iterator[Place]:
    for at in range(CROWD):
        yield replace(tables[at % len(tables)][0], token="")


async def _row(server: Server, load: Load, case: Case, seconds: int) -> list[object]:
    """Play while something goes on."""
    attacker = None if case.attack is None else Attacker(case.attack, case.places, SETTLED_S)
    if attacker is not None:
        await attacker.begin()
    before, used = len(load.counts.waits_ms), server.cpu_s
    await load.play(RATE, seconds)
    waits, used = load.counts.waits_ms[before:], server.cpu_s - used
    memory = server.memory_mb
    count = {} if attacker is None else await attacker.end()
    became = ", ".join(f"{name} {number:,}" for name, number in sorted(count.items()))
    rate = f"{len(waits) / seconds:.0f}"
    figures = [f"{100 * used / seconds:.0f} %", f"{memory:.0f}", became]
    return [case.name, rate, *quantiles(waits), *figures]
