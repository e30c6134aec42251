"""Players of many tables over the wire, as many as a load asks for, in one event loop.

They know the protocol alone, as a browser does: a seat whose turn it is plays one of the legal moves
that the table names. What is measured is the time from sending a move to reading its acknowledgement.
"""

from __future__ import annotations

import asyncio
import gc
import json
import random
import time
from collections.abc import Coroutine, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from benchmarks.table.server import Place

BURIED = 8
"""How many cards a landlord of Tractor puts into the kitty, of which the table lists no choices."""
PING_S = 10.0
_LOOK_S = 0.002
"""How often it is looked whether somebody can move."""
_CATCH_UP_S = 2.0
"""How long what has come meanwhile is read before anybody moves."""
ASK_S = 0.15
"""How often a player asks for rulings; one that asks ten times a second waits by the server's will."""


@dataclass
class Counts:
    """What all players have seen together."""

    waits_ms: list[float] = field(default_factory=list)
    """From a move sent to its acknowledgement read."""
    rulings_ms: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    """What was said of moves that were not taken."""
    largest: int = 0
    """The bytes of the longest message."""


class Player:
    """One seat with one socket, which comes back by itself when its line is lost."""

    def __init__(self, place: Place, counts: Counts) -> None:
        self.place, self.counts = place, counts
        self.parts: dict[str, Any] = {}
        self.seat = -1
        self.v = 0
        self.acked = 0
        """The version of the table that its last acknowledged move made."""
        self.welcomes = 0
        self.bytes = 0
        self.is_deal_over = False
        self.drawn: list[tuple[int, float]] = []
        """When a drawn card was read of, in seconds, with how many were left."""
        self._sent: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._number = 0
        self._line: ClientConnection | None = None
        self._ready: asyncio.Task[None] | None = None

    # --- The line ---------------------------------------------------------------------------------

    async def live(self) -> None:
        """Play until cancelled; a lost line is opened again after a moment."""
        while True:
            with suppress(OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
                await self._session()
            self._line = None
            self._drop()
            await asyncio.sleep(random.uniform(0.1, 0.3))

    async def _session(self) -> None:
        address = self.place.url.replace("http", "ws", 1) + "/ws"
        head = {"X-Forwarded-For": self.place.address}
        async with connect(
            address,
            additional_headers=head,
            subprotocols=["suitwise.1"],  # type: ignore[list-item]
            compression=None,
            open_timeout=60,
            ping_interval=None,
        ) as line:
            self._line = line
            hello = {"t": "hello", "table": self.place.table, "token": self.place.token, "since": 0}
            await self._send({**hello, "lang": "en"})
            pings = asyncio.create_task(self._ping())
            try:
                async for frame in line:
                    self._read(str(frame))
            finally:
                pings.cancel()

    async def _ping(self) -> None:
        while True:
            await asyncio.sleep(random.uniform(0.8, 1.0) * PING_S)
            await self._send({"t": "ping"})

    async def _send(self, message: Mapping[str, object]) -> None:
        if self._line is not None:
            with suppress(ConnectionClosed):
                await self._line.send(json.dumps(message))

    def _drop(self) -> None:
        for answer in self._sent.values():
            answer.cancel()
        self._sent.clear()

    # --- What the table says ----------------------------------------------------------------------

    def _read(self, frame: str) -> None:
        self.bytes += len(frame)
        self.counts.largest = max(self.counts.largest, len(frame))
        message = json.loads(frame)
        kind = message["t"]
        if kind == "welcome":
            self.seat, self.v = message["seat"], message["v"]
            self.welcomes += 1
        elif kind == "part":
            self.v = message["v"]
            changed = _changed(self.parts, message)
            self._see_draw(changed)
            self.parts |= changed
            self._be_ready(changed)
        elif kind in ("ack", "no", "ruling"):
            answer = self._sent.pop(str(message.get("id", message.get("q"))), None)
            if answer is not None and not answer.done():
                answer.set_result(message)

    def _see_draw(self, changed: Mapping[str, Any]) -> None:
        """Note the time of a card that is drawn."""
        before, after = (one.get("head", {}).get("undrawn") for one in (self.parts, changed))
        if before is not None and after == before - 1:
            self.drawn.append((after, time.perf_counter()))

    def _be_ready(self, parts: Mapping[str, Any]) -> None:
        """Say so between deals, once each time that the table begins to wait."""
        stage = parts.get("life", {}).get("stage")
        self.is_deal_over = self.is_deal_over or stage in ("between", "over")
        if stage in ("ready", "between"):
            self._number += 1
            said = self._send({"t": "ready", "id": f"r{self._number}"})
            self._ready = asyncio.create_task(said)  # kept, or it would be thrown away unsent

    # --- What the player does ---------------------------------------------------------------------

    @property
    def has_turn(self) -> bool:
        """Whether the table waits for a move of this seat that the draw does not make by itself."""
        head = self.parts.get("head", {})
        playing = self.parts.get("life", {}).get("stage") == "playing"
        return bool(playing and head.get("turn") == self.seat and head.get("phase") != "bid")

    @property
    def is_free(self) -> bool:
        """Whether no move of it is on the way."""
        return self._line is not None and not self._sent

    def choice(self) -> str:
        """Return one of the legal moves that the table names, or the last cards for the kitty."""
        moves = self.parts["ask"].get("moves")
        if moves:
            return str(random.choice(moves[:4]))
        return "".join(self.parts["hand"]["held"][-BURIED:])

    async def move(self) -> None:
        """Send a move and wait for its answer; the time goes into the counts."""
        self._number += 1
        name = f"m{self._number}"
        words = {"t": "move", "id": name, "at": self.v, "move": self.choice()}
        answer = await self._asked(name, words, self.counts.waits_ms)
        if answer is not None and answer["t"] == "ack":
            self.acked = answer["v"]
        elif answer is not None:
            self.counts.refused.append(answer["text"])

    async def ask(self) -> None:
        """Ask for the ruling on a move, which is not made."""
        self._number += 1
        words = {"t": "ask", "q": self._number, "cards": self.choice()}
        await self._asked(str(self._number), words, self.counts.rulings_ms)

    async def _asked(
        self, name: str, words: Mapping[str, object], waits: list[float]
    ) -> dict[str, Any] | None:
        self._sent[name] = answer = asyncio.get_running_loop().create_future()
        start = time.perf_counter()
        await self._send(words)
        try:
            got: dict[str, Any] = await answer
        except asyncio.CancelledError:
            return None  # the line is lost; whether the move was made is seen when it is back
        waits.append(1000 * (time.perf_counter() - start))
        return got


class Load:
    """The players of many tables.

    Args:
        tables: the seats of each table.
    """

    def __init__(self, tables: Sequence[Sequence[Place]]) -> None:
        self.counts = Counts()
        self.tables = [[Player(place, self.counts) for place in table] for table in tables]
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def players(self) -> Iterable[Player]:
        """All seats of all tables."""
        return (player for table in self.tables for player in table)

    async def open(self, gap_s: float, within_s: float) -> None:
        """Open all sockets, a table's after another's, and wait until every seat was welcomed.

        Args:
            gap_s: from one table to the next; where cards are drawn with the clock, not all tables
                should draw at the same time, as they never do.
            within_s: for how long the welcome is waited for.
        """
        for table in self.tables:
            for player in table:
                self._later(player.live())
            await asyncio.sleep(gap_s)
        await self.welcomed(1, within_s)

    async def under_way(self, within_s: float) -> None:
        """Wait until it is somebody's turn at every table, the draw being over.

        From then on no garbage is collected here: thousands of people are no one process that stops for
        a second to look through all that all of them remember. What came in such a second is read first.
        """
        async with asyncio.timeout(within_s):
            while len(list(_able(self.tables))) < len(self.tables):
                await asyncio.sleep(0.1)
        gc.collect()
        gc.disable()
        await asyncio.sleep(_CATCH_UP_S)

    async def welcomed(self, times: int, within_s: float) -> None:
        """Wait until every seat was welcomed so many times."""
        async with asyncio.timeout(within_s):
            while any(player.welcomes < times for player in self.players):
                await asyncio.sleep(0.02)

    async def close(self) -> None:
        """Leave all tables."""
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        gc.enable()

    async def play(self, rate: float, seconds: float) -> None:
        """Play at a rate for a while: each time the table that has waited longest makes a move.

        Times of day are kept to, so a server that is slow for a moment meets more moves at once then.
        Where nobody can move, the next move is made when somebody can.
        """
        waiting = list(self.tables)
        start = time.perf_counter()
        for number in range(round(rate * seconds)):
            await asyncio.sleep(max(0.0, start + number / rate - time.perf_counter()))
            while (able := next(_able(waiting), None)) is None:
                if time.perf_counter() > start + seconds:
                    break
                await asyncio.sleep(_LOOK_S)
            else:
                at, player = able
                waiting.append(waiting.pop(at))
                self._later(player.move())
        await self._answered()

    def _later(self, work: Coroutine[None, None, None]) -> None:
        """Do some work aside, and forget it when it is done."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def ask(self, times: int) -> None:
        """Ask for a ruling so many times, one after the other, no seat as often as is refused."""
        waiting = list(self.tables)
        for _ in range(times):
            at, player = next(_able(waiting), (0, None))
            if player is not None:
                waiting.append(waiting.pop(at))
                await player.ask()
            await asyncio.sleep(ASK_S / len(waiting))

    async def _answered(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(10):
                while any(not player.is_free for player in self.players):
                    await asyncio.sleep(0.01)


def _able(tables: Iterable[Sequence[Player]]) -> Iterator[tuple[int, Player]]:
    """Yield the number of each table at which somebody can move now, and who."""
    for at, table in enumerate(tables):
        for player in table:
            if player.has_turn and player.is_free:
                yield at, player


def _changed(before: Mapping[str, Any], message: Mapping[str, Any]) -> dict[str, Any]:
    """Return in full the parts that a message changes."""
    changed = dict(message["parts"])
    for name, fields in message.get("fields", {}).items():
        old = before[name]
        is_list = isinstance(old, list)
        whole = {str(at): one for at, one in enumerate(old)} | fields if is_list else old | fields
        changed[name] = list(whole.values()) if is_list else whole
    return changed
