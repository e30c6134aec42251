"""Crowds and attackers, each a process of its own that goes on until it is told to end.

An attacker has one address. It says so by the head that a proxy would write, so that the server holds it
to what an address may do; the connections themselves are those of the proxy, of which it may have any
number. Frames are written byte for byte: an attacker waits for no library.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import urlsplit

from benchmarks.table.server import Place

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


ADDRESS = "203.0.113.7"
"""Of an attacker: one of those that belong to nobody (RFC 5737)."""
FRAMES, BURST = 10_000, 500
"""How many frames a flood has in a second, and how many are written at once."""
CONNECTIONS = 200
"""How many connections a flood of them opens in a second."""
CHANGES = 15
"""How many messages a second a slow reader sends, fewer than it may, each answered with all parts."""
PING_S = 10.0

Count: TypeAlias = Counter[str]
"""What became of an attack, by its name."""
Attack: TypeAlias = Callable[[Sequence[Place], Count, asyncio.Event], Awaitable[None]]
"""Where, what became of it, and what is set when it is at work."""
Line: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Attacker:
    """A process that attacks, or a crowd that just comes, while the block runs.

    Args:
        attack: what it does.
        places: where.
        settled_s: for how long it is left alone before the block begins.
    """

    def __init__(self, attack: Attack, places: Sequence[Place], settled_s: float) -> None:
        context = multiprocessing.get_context("spawn")
        self._end, other = context.Pipe()
        self._settled_s = settled_s
        self._process = context.Process(target=_attacked, args=(attack, list(places), other))

    async def begin(self) -> None:
        """Let it begin, and wait until it is at work."""
        self._process.start()
        await asyncio.to_thread(self._end.recv)
        await asyncio.sleep(self._settled_s)

    async def end(self) -> Count:
        """Let it end; return what became of it."""
        self._end.send("end")
        count: Count = await asyncio.to_thread(self._end.recv)
        await asyncio.to_thread(self._process.join)
        return count


def _attacked(attack: Attack, places: Sequence[Place], told: Connection) -> None:
    """Attack until told to end; say what became of it."""

    async def run() -> Count:
        count: Count = Counter()
        begun = asyncio.Event()
        work = asyncio.ensure_future(attack(places, count, begun))
        await begun.wait()
        told.send("begun")
        await asyncio.to_thread(told.recv)
        work.cancel()
        await asyncio.wait([work])
        return count

    told.send(asyncio.run(run()))


# --- Attacks --------------------------------------------------------------------------------------


async def flood_of_frames(places: Sequence[Place], count: Count, begun: asyncio.Event) -> None:
    """Send many frames at once; when cut off, come again."""
    begun.set()
    frames = _frame("{}") * BURST
    while True:
        with suppress(OSError, EOFError):
            _, writer = await _hello(places[0], ADDRESS)
            count["lines"] += 1
            while not writer.transport.is_closing():
                writer.write(frames)
                count["frames"] += BURST
                await asyncio.sleep(BURST / FRAMES)
        await asyncio.sleep(BURST / FRAMES)


async def flood_of_connections(places: Sequence[Place], count: Count, begun: asyncio.Event) -> None:
    """Open one WebSocket after the other and say nothing."""
    begun.set()
    tasks = set()
    while True:
        task = asyncio.create_task(_silent(places[0], count))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
        await asyncio.sleep(1 / CONNECTIONS)


async def _silent(place: Place, count: Count) -> None:
    with suppress(OSError, EOFError):
        reader, writer = await _opened(place.url, ADDRESS)
        is_open = b" 101 " in await reader.readuntil(b"\r\n")
        count["opened" if is_open else "refused"] += 1
        await reader.read()
        writer.close()


async def slow_readers(places: Sequence[Place], count: Count, begun: asyncio.Event) -> None:
    """Ask for everything, over and over, and read nothing."""
    begun.set()
    await asyncio.gather(*(_asking(place, count, reads=False) for place in places))


async def quick_readers(places: Sequence[Place], count: Count, begun: asyncio.Event) -> None:
    """Ask for everything, over and over, and read it."""
    begun.set()
    await asyncio.gather(*(_asking(place, count, reads=True) for place in places))


async def _asking(place: Place, count: Count, *, reads: bool) -> None:
    while True:
        with suppress(OSError, EOFError):
            reader, writer = await _hello(place, ADDRESS)
            count["lines"] += 1
            if not reads:
                writer.transport.pause_reading()  # type: ignore[attr-defined]
            reading = asyncio.create_task(_drained(reader))
            try:
                await _asked(writer, count)
            finally:
                reading.cancel()
        await asyncio.sleep(1)


async def _asked(writer: asyncio.StreamWriter, count: Count) -> None:
    while not writer.transport.is_closing():
        for lang in ("zh", "en"):
            writer.write(_frame(json.dumps({"t": "lang", "lang": lang})))
            count["messages"] += 1
            await asyncio.sleep(1 / CHANGES)


async def crowd(places: Sequence[Place], count: Count, begun: asyncio.Event) -> None:
    """Come, look on, and say now and then that one is there."""
    coming = asyncio.gather(*(_looks_on(place, count) for place in places))
    while not coming.done() and count["here"] < len(places):
        await asyncio.sleep(0.1)
    begun.set()
    await coming


async def _looks_on(place: Place, count: Count) -> None:
    with suppress(OSError, EOFError):
        reader, writer = await _hello(place, place.address)
        await reader.readuntil(b'"t":"part"')
        count["here"] += 1
        reading = asyncio.create_task(_drained(reader))
        try:
            while not reading.done():
                writer.write(_frame('{"t":"ping"}'))
                # Not all in step, as they would be that came in the same second.
                await asyncio.wait([reading], timeout=random.uniform(0.2, 1.0) * PING_S)
            count["sent away"] += 1
        finally:
            reading.cancel()


async def _drained(reader: asyncio.StreamReader) -> None:
    while await reader.read(1 << 16):
        pass


# --- The line -------------------------------------------------------------------------------------


async def _hello(place: Place, address: str) -> Line:
    """Open a line and say who is there."""
    reader, writer = await _opened(place.url, address)
    await reader.readuntil(b"\r\n\r\n")
    words: dict[str, Any] = {"t": "hello", "table": place.table, "token": place.token or None}
    writer.write(_frame(json.dumps(words)))
    return reader, writer


async def _opened(url: str, address: str) -> Line:
    where = urlsplit(url)
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    writer.write(
        f"GET /ws HTTP/1.1\r\nHost: {where.netloc}\r\nX-Forwarded-For: {address}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    return reader, writer


def _frame(text: str) -> bytes:
    """Return a frame of a client, its mask nothing but zeros.

    >>> _frame("{}").hex()
    '8182000000007b7d'
    """
    data = text.encode()
    size = len(data)
    sizes = bytes([0x80 | size]) if size < 126 else bytes([0xFE, *size.to_bytes(2, "big")])
    return b"\x81" + sizes + bytes(4) + data
