"""Servers under load for a long time: whether their memory and write-ahead logs stay bounded."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from benchmarks.measuring import Say, trend
from benchmarks.table.load import Load
from benchmarks.table.server import Place, Server, make_table
from suitwise.foundation.arrays.rows import machine_line
from suitwise.markdown import table

VARIANT = "texas42(marks=1000)"
"""A match that does not end before the measuring does."""
TABLES, RATE = 50, 80.0
"""How many tables of four people there are, and how many moves are made at all of them in a second."""
PATIENCE_S, GAP_S = 300.0, 0.05
SHOWN_MIN = 10
"""A row of the table stands for so many minutes."""
WARM_MIN = 5
"""After how many minutes the memory is what that at the end is held against; half of a shorter soak."""
MINUTE_S, SAMPLES = 60.0, 6
"""How long a minute is, and how often in one it is looked."""


class Serving(Protocol):
    """One server, or several that serve tables together."""

    @property
    def memory_mb(self) -> float:
        """How much memory they hold, in MB of 10⁶ bytes."""
        ...

    @property
    def sizes_mb(self) -> tuple[float, float]:
        """How large their files are, and the write-ahead logs beside them."""
        ...


class Sample(NamedTuple):
    """What is seen at a time."""

    minute: float
    moves: int
    memory_mb: float
    file_mb: float
    log_mb: float


def soak(minutes: int, say: Say) -> str:
    """Play at fifty tables and return a Markdown table of what the server held, every ten minutes.

    Args:
        minutes: how long.
        say: called with a line after each minute.
    """
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            tables = [make_table(server.url, VARIANT, at) for at in range(TABLES)]
            return soaked(server, tables, RATE, minutes, say)
        finally:
            server.stop()


def soaked(
    serving: Serving, tables: Sequence[Sequence[Place]], rate: float, minutes: int, say: Say
) -> str:
    """Play at tables for a while and return what those held who serve them.

    Args:
        serving: who serves the tables.
        tables: the seats of each table.
        rate: how many moves are made at all of them in a second.
        minutes: how long.
        say: called with a line after each minute.
    """
    machine = f"{machine_line()}; load average {os.getloadavg()[0]:.1f} at the beginning"
    samples = asyncio.run(_played(serving, tables, rate, minutes, say))
    rows = [
        [round(one.minute), one.moves, *(f"{mb:.1f}" for mb in one[2:])]
        for one in samples
        if one.minute in {WARM_MIN, *range(SHOWN_MIN, minutes, SHOWN_MIN), minutes}
    ]
    head = ["minute", "moves", "memory, MB", "file, MB", "write-ahead log, MB"]
    return "\n\n".join([machine, table(head, rows), summary(samples)])


def summary(samples: Sequence[Sample]) -> str:
    """Return in a few lines what is asked of a soak: how much was played, and what has grown.

    >>> seen = [Sample(at, 100 * at, 80.0 + at / 60, 0.7, 16.5) for at in range(1, 31)]
    >>> print(summary(seen))
    3,000 moves; memory at the end 1.01 of that at minute 5; write-ahead log at most 16.5 MB.
    From then on memory grew by 1.0 ± 0.0 MB an hour (95 %), which is 167 bytes a move.
    """
    last = samples[-1]
    begun = min(WARM_MIN, last.minute / 2)
    warm = [one for one in samples if one.minute >= begun]
    growth, half = trend([one.minute / 60 for one in warm], [one.memory_mb for one in warm])
    hourly = 60 * (last.moves - warm[0].moves) / (last.minute - warm[0].minute)
    return (
        f"{last.moves:,} moves; memory at the end {last.memory_mb / warm[0].memory_mb:.2f} of that at "
        f"minute {warm[0].minute:g}; write-ahead log at most {max(one.log_mb for one in samples):.1f} "
        f"MB.\nFrom then on memory grew by {growth:.1f} ± {half:.1f} MB an hour (95 %), which is "
        f"{1e6 * growth / hourly:.0f} bytes a move."
    )


async def _played(
    serving: Serving, tables: Sequence[Sequence[Place]], rate: float, minutes: int, say: Say
) -> list[Sample]:
    load = Load(tables)
    try:
        await load.open(GAP_S, PATIENCE_S)
        await load.under_way(PATIENCE_S)
        samples: list[Sample] = []
        for number in range(1, SAMPLES * minutes + 1):
            await load.play(rate, MINUTE_S / SAMPLES)
            moves, seen = len(load.counts.waits_ms), (serving.memory_mb, *serving.sizes_mb)
            samples.append(Sample(number / SAMPLES, moves, *seen))
            if number % SAMPLES == 0:
                say(f"minute {number // SAMPLES}: {moves} moves, {seen[0]:.1f} MB")
        return samples
    finally:
        await load.close()
