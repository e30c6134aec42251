"""Lines that drop, double, delay and reorder what they carry, break, or fall silent one way: the game
comes out the same."""

from __future__ import annotations

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from suitwise.table import client as wire
from suitwise.table.client import Client, play
from suitwise.table.serve.limits import Limits
from tests.table.serve.servers import HAND, Served, serving

SUBPROTOCOL = Subprotocol("suitwise.1")


class BadLine:
    """A proxy for WebSockets; what befalls each frame is drawn from a seed.

    Args:
        port: the server's port.
        seed: the seed; one line in eight falls silent one way, once.
    """

    def __init__(self, port: int, seed: int) -> None:
        self._to, self._chance = f"ws://127.0.0.1:{port}/ws", random.Random(seed)
        self.befallen = self._carried_so_far = 0
        self._silent_at = 30 if seed % 8 == 0 else 0
        self.port = 0
        self._listens, self._loop = Event(), asyncio.new_event_loop()
        self._end = asyncio.Event()
        self._thread = Thread(target=self._loop.run_until_complete, args=(self._run(),))

    def __enter__(self) -> BadLine:
        self._thread.start()
        assert self._listens.wait(60)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join()
        self._loop.close()

    async def _run(self) -> None:
        async with serve(
            self._carry, "127.0.0.1", 0, subprotocols=[SUBPROTOCOL], compression=None
        ) as proxy:
            self.port = next(iter(proxy.sockets)).getsockname()[1]
            self._listens.set()
            await self._end.wait()

    async def _carry(self, client: Any) -> None:
        async with connect(self._to, subprotocols=[SUBPROTOCOL], compression=None) as server:
            ways = [
                asyncio.create_task(self._one_way(client, server)),
                asyncio.create_task(self._one_way(server, client)),
            ]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)

    async def _one_way(self, source: Any, sink: Any) -> None:
        """Carry frames one way until the line breaks."""
        delayed: set[asyncio.Task[None]] = set()
        try:
            await self._carried(source, sink, delayed)
        finally:
            for task in delayed:
                task.cancel()
            await asyncio.gather(*delayed, return_exceptions=True)

    async def _carried(self, source: Any, sink: Any, delayed: set[asyncio.Task[None]]) -> None:
        with suppress(ConnectionClosed):
            async for frame in source:
                fate = self._chance.random()
                self.befallen += fate < 0.22
                self._carried_so_far += 1
                if self._carried_so_far == self._silent_at:
                    await asyncio.Event().wait()  # nothing more comes this way, and nobody is told
                if fate < 0.01:
                    return
                if fate < 0.06:
                    continue
                copies = 2 if fate < 0.12 else 1
                delay = self._chance.uniform(0, 0.03) if fate < 0.22 else 0
                for _ in range(copies):
                    task = asyncio.create_task(_late(sink, frame, delay))
                    delayed.add(task)
                    task.add_done_callback(delayed.discard)


async def _late(sink: Any, frame: Any, delay: float) -> None:
    await asyncio.sleep(delay)
    with suppress(ConnectionClosed):
        await sink.send(frame)


def first_listed(parts: dict[str, Any]) -> str:
    """Choose the first of the moves that are listed, so that the same deal is played alike."""
    move: str = parts["ask"]["moves"][0]
    return move


def record_of(served: Served, port: int) -> Any:
    """Sit down and play a hand over the line at a port; return its record."""
    made = served.made(HAND, ("open", "rules", "rules", "rules"))
    play(Client(f"http://127.0.0.1:{port}{made['join']}"), choose=first_listed)
    return served.registry.rooms[made["table"]].table.record()


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seconds in {
        "RESEND_S": 0.1,
        "PING_S": 0.25,
        "SILENT_S": 2.0,
        "FIRST_WAIT_S": 0.02,
        "LONGEST_WAIT_S": 0.1,
    }.items():
        monkeypatch.setattr(wire, name, seconds)


@pytest.mark.exhaustive
@pytest.mark.usefixtures("hurried")
def test_a_deal_over_a_bad_line_is_played_as_over_a_good_one(
    tmp_path: Path, exhaustive: bool
) -> None:
    """4 deals, in full 1,000, each with another line; the cards are the same for all."""
    deals = 1000 if exhaustive else 4
    key = sha256(b"bad lines").digest()
    limits = Limits(hello_s=1.0, burst=1000)
    with serving(tmp_path / "t.db", limits=limits, keys=lambda: key) as served:
        good = record_of(served, served.port)

        def over_a_bad_line(seed: int) -> tuple[Any, int]:
            with BadLine(served.port, seed) as line:
                return record_of(served, line.port), line.befallen

        with ThreadPoolExecutor(10) as pool:
            played = list(pool.map(over_a_bad_line, range(deals)))
    assert [record == good for record, _ in played] == [True] * deals
    assert sum(befallen for _, befallen in played) > 5 * deals
