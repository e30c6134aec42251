"""A server as a process that can be killed: no pace, keys that are known, and if asked a death at will.

    python -m tests.table.serve.quick FILE PORT LEASE LOOP [REQ]

LEASE is in seconds, LOOP the event loop as ``Setup`` has it. With REQ it kills itself right after the
move with this id is on the disk, before anybody is told.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, cast

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.cost_dispatch import small_stay_plain
from suitwise.table import Setup, server
from suitwise.table.rules.house import Pace
from suitwise.table.rules.messages import MoveRow, Row
from suitwise.table.serve.store import Store
from suitwise.table.serve.store.schema import LEASE_S
from tests.fresh import ROOT


class Killable:
    """The process; ``url`` is where it listens, the same after each start.

    Args:
        path: its file.
        lease_s: how long the file stays with it while it says nothing.
        within: the program and its options that start it.
        loop: its event loop.
    """

    def __init__(
        self,
        path: Path,
        lease_s: float = LEASE_S,
        within: Sequence[str] = (),
        loop: Literal["auto", "asyncio", "uvloop"] = "auto",
    ) -> None:
        self._path, self.port, self.url = path, 0, ""
        self._lease_s, self._within, self._loop = lease_s, within, loop

    def start(self, fatal: str = "") -> None:
        """Start it, on the port of last time, and wait until it listens."""
        self.begin(fatal)
        assert self.process.stdout is not None
        assert select.select([self.process.stdout], [], [], 60)[0]
        self.port = int(self.process.stdout.readline())
        self.url = f"http://127.0.0.1:{self.port}"

    def begin(self, fatal: str = "") -> None:
        """Start it, whatever becomes of it."""
        words = [
            str(self._path),
            str(self.port),
            str(self._lease_s),
            self._loop,
            *([fatal] if fatal else []),
        ]
        self.process = subprocess.Popen(
            [*self._within, sys.executable, "-m", "tests.table.serve.quick", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )

    def refused(self) -> str:
        """Let it end by itself, with a fault; return what it says of that."""
        _, said = self.process.communicate(timeout=600)
        assert self.process.returncode == 1
        return said

    def kill(self) -> None:
        self.process.kill()
        self.ended()

    def ended(self) -> None:
        """Wait for its end."""
        self.process.wait(60)
        for pipe in (self.process.stdout, self.process.stderr):
            assert pipe is not None
            pipe.close()


def die_after(fatal: str) -> None:
    """Let the store kill its process as soon as the move with an id is on the disk."""
    save = Store.save

    async def saved(self: Store, rows: Sequence[Row]) -> None:
        await save(self, rows)
        if any(isinstance(row, MoveRow) and (row.req or "").endswith(fatal) for row in rows):
            os.kill(os.getpid(), signal.SIGKILL)

    Store.save = saved  # type: ignore[method-assign]


if __name__ == "__main__":
    path, port, lease_s, loop, *fatal = sys.argv[1:]
    if fatal:
        die_after(fatal[0])
    setup = Setup(
        Path(path),
        port=int(port),
        pace=Pace.none(),
        lease_s=float(lease_s),
        loop=cast(Literal["auto", "asyncio", "uvloop"], loop),
    )
    with small_stay_plain():
        try:
            server(setup, lambda found: print(found, flush=True)).run()
        except SuitwiseError as error:
            sys.exit(str(error))
