"""A server under load for a long time: whether its memory and its write-ahead log stay bounded."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.measuring import Say
from benchmarks.table.load import Load
from benchmarks.table.server import Server, make_table
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
"""After how many minutes the memory is what that at the end is held against."""


class Sample(NamedTuple):
    """What is seen at the end of a minute."""

    minute: int
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
            samples = asyncio.run(_played(server, minutes, say))
        finally:
            server.stop()
    rows = [
        [one.minute, one.moves, *(f"{mb:.1f}" for mb in (one.memory_mb, one.file_mb, one.log_mb))]
        for one in samples
        if one.minute % SHOWN_MIN == 0 or one.minute == WARM_MIN or one is samples[-1]
    ]
    head = ["minute", "moves", "memory, MB", "file, MB", "write-ahead log, MB"]
    return "\n\n".join([machine_line(), table(head, rows), summary(samples)])


def summary(samples: Sequence[Sample]) -> str:
    """Return in a line what is asked of a soak: how much was played, and what has grown.

    >>> one, two = Sample(1, 3840, 80.0, 0.7, 16.5), Sample(2, 7680, 84.0, 1.5, 16.4)
    >>> summary([one, two])
    '7,680 moves; memory at the end 1.00 of that at minute 2; write-ahead log at most 16.5 MB.'
    """
    warm, last = samples[min(WARM_MIN, len(samples)) - 1], samples[-1]
    return (
        f"{last.moves:,} moves; memory at the end {last.memory_mb / warm.memory_mb:.2f} of that at "
        f"minute {warm.minute}; write-ahead log at most {max(one.log_mb for one in samples):.1f} MB."
    )


async def _played(server: Server, minutes: int, say: Say) -> list[Sample]:
    load = Load([make_table(server.url, VARIANT, at) for at in range(TABLES)])
    try:
        await load.open(GAP_S, PATIENCE_S)
        await load.under_way(PATIENCE_S)
        samples: list[Sample] = []
        for minute in range(1, minutes + 1):
            await load.play(RATE, 60)
            samples.append(_sample(server, minute, len(load.counts.waits_ms)))
            say(f"minute {minute}: {samples[-1].moves} moves, {samples[-1].memory_mb:.1f} MB")
        return samples
    finally:
        await load.close()


def _sample(server: Server, minute: int, moves: int) -> Sample:
    return Sample(minute, moves, server.memory_mb, *server.sizes_mb)
