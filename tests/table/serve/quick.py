"""A server as a process that can be killed: no pace, keys that are known, and if asked a death at will.

    python -m tests.table.serve.quick FILE PORT [REQ]

With REQ it kills itself right after the move with this id is on the disk, before anybody is told.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from suitwise.foundation.arrays.quick import small_stay_plain
from suitwise.table.rules.pace import Pace
from suitwise.table.rules.rows import MoveRow, Row
from suitwise.table.serve.running import Setup, server
from suitwise.table.serve.store import Store
from tests.fresh import ROOT


class Killable:
    """The process; ``url`` is where it listens, the same after each start.

    Args:
        path: its file.
    """

    def __init__(self, path: Path) -> None:
        self._path, self._port, self.url = path, 0, ""

    def start(self, fatal: str = "") -> None:
        """Start it, on the port of last time, and wait until it listens."""
        words = [str(self._path), str(self._port), *([fatal] if fatal else [])]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.table.serve.quick", *words],
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        assert self.process.stdout is not None
        assert select.select([self.process.stdout], [], [], 60)[0]
        self._port = int(self.process.stdout.readline())
        self.url = f"http://127.0.0.1:{self._port}"

    def kill(self) -> None:
        self.process.kill()
        self.ended()

    def ended(self) -> None:
        """Wait for its end."""
        self.process.wait(60)
        assert self.process.stdout is not None
        self.process.stdout.close()


def die_after(fatal: str) -> None:
    """Let the store kill its process as soon as the move with an id is on the disk."""
    save = Store.save

    async def saved(self: Store, rows: Sequence[Row]) -> None:
        await save(self, rows)
        if any(isinstance(row, MoveRow) and (row.req or "").endswith(fatal) for row in rows):
            os.kill(os.getpid(), signal.SIGKILL)

    Store.save = saved  # type: ignore[method-assign]


if __name__ == "__main__":
    path, port, *fatal = sys.argv[1:]
    if fatal:
        die_after(fatal[0])
    setup = Setup(Path(path), port=int(port), pace=Pace.none())
    with small_stay_plain():
        server(setup, lambda found: print(found, flush=True)).run()
