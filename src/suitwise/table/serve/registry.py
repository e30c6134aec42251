"""The registry of a server's tables: it creates, loads, caches and expires them.

Every table lives in the store's file. ``Registry`` keeps the ones in use in memory as ``Room`` objects,
drops those that nobody has watched for a while, and forgets very old ones. It also holds the services
that all tables share, such as the worker processes.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from suitwise.foundation.text.phrases import phrase
from suitwise.table.rules.chance import daily_of, first_key
from suitwise.table.rules.house import Chair, House, Pace
from suitwise.table.rules.messages import Row
from suitwise.table.rules.running.records import Broken
from suitwise.table.rules.table import Table
from suitwise.table.serve import shown
from suitwise.table.serve.limits import Addresses, Limits
from suitwise.table.serve.processes.boards import Boards, Dailies
from suitwise.table.serve.processes.reviews import Replays, Reviews
from suitwise.table.serve.processes.workers import BotWorkers, LateError, third_party_game
from suitwise.table.serve.room import SLOW, Room, Services, clock, dated, fresh_key
from suitwise.table.serve.shown import Precomputed, all_audiences
from suitwise.table.serve.store import NotKept, Store

R = TypeVar("R")

LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""The characters of table codes; no two of them look alike."""
IDLE_MS = 10 * 60_000
"""A table that no socket has watched for this long is dropped from memory."""
NEVER_BEGUN_MS, UNTOUCHED_MS = 24 * 3_600_000, 90 * 24 * 3_600_000
"""The serving time after which a table is deleted: one that never began, and any other."""
_SWEEP_S, _BEAT_S = 60.0, 1.0


class Registry:
    """The tables of a server.

    Args:
        store: the file they are kept in.
        bot_workers: the worker processes for bots.
        limits: the limits on clients.
        pace: waiting times for every table, in place of those of its house rules.
        keys: returns the secret keys of deals; by default they are random.
    """

    def __init__(
        self,
        store: Store,
        bot_workers: BotWorkers,
        limits: Limits | None = None,
        pace: Pace | None = None,
        keys: Callable[[], bytes] | None = None,
    ) -> None:
        self.limits = limits or Limits()
        self.services = Services(store, bot_workers, self.limits, keys or fresh_key)
        self.addresses = Addresses(self.limits, time.monotonic)
        is_exempt = self.addresses.is_exempt
        self.replays = Replays(is_exempt=is_exempt)
        self.boards = Boards(self.limits.board_s, is_exempt)
        self.reviews = Reviews(is_exempt=is_exempt)
        self.dailies = Dailies(is_exempt=is_exempt)
        self.rooms: dict[str, Room] = {}
        self.is_lost = store.lost
        self._pace = pace
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def store(self) -> Store:
        """The file of tables."""
        return self.services.store

    async def start(self) -> None:
        """Start the worker processes and the periodic tasks."""
        self.services.bot_workers.warm()
        loops = self._sweep_forever(), self._renew(), self._beat()
        self._tasks = [asyncio.create_task(loop) for loop in loops]

    async def close(self) -> None:
        """Close all tables, worker processes and the file."""
        for task in self._tasks:
            task.cancel()
        for room in self.rooms.values():
            room.close()
        self.services.bot_workers.close()
        self.replays.close()
        self.boards.close()
        self.reviews.close()
        self.dailies.close()
        await asyncio.to_thread(self.store.close)

    async def room(self, code: str) -> Room:
        """Return the table with this code, loading it from the file if necessary.

        Raises:
            Closed: there is no such table, or its rows can't be replayed.
        """
        code = code.upper()
        if code in self.rooms and self.rooms[code].is_stale:
            del self.rooms[code]
        if code not in self.rooms:
            if code not in self._loading:
                self._loading[code] = asyncio.create_task(self._loaded(code))
            await asyncio.shield(self._loading[code])
        return self.rooms[code]

    async def _loaded(self, code: str) -> Room:
        try:
            saved = await self.store.load(code)
            if saved is None:
                raise shown.Closed(
                    shown.NO_TABLE, phrase("table.no-table", "there is no table {code}", code=code)
                )
            restore = partial(Table.restored, *saved, now=clock(), pace=self._pace)
            variant = saved.table.variant
            try:
                table, precomputed = await self._in_thread(
                    variant, partial(_with_view, variant, restore)
                )
            except Broken as broken:
                raise shown.Closed(shown.NO_TABLE, broken.reason) from None
            except LateError:
                raise shown.Closed(shown.FAULT, SLOW) from None
            return self._opened(table, precomputed)
        finally:
            del self._loading[code]

    async def _in_thread(self, variant: str, work: Callable[[], R]) -> R:
        """Run a function in a thread; for a third-party game in that game's own bounded threads.

        Raises:
            LateError: a third-party game takes too long.
        """
        game = third_party_game(variant)
        return await (
            self.services.third_party_rules.run(game, work) if game else asyncio.to_thread(work)
        )

    def _opened(self, table: Table, precomputed: Precomputed | None) -> Room:
        room = self.rooms[table.code] = Room(table, self.services, precomputed)
        room.go_on()
        return room

    async def make(self, variant: str, house: House, chairs: Sequence[Chair]) -> Room:
        """Create a table.

        Raises:
            NotKept: the file did not accept it.
            LateError: a third-party game takes too long.
        """
        code = await self._free_code()
        pace = self._pace or Pace.of(house)
        rows: list[Row] = []

        def new_table() -> Table:
            if house.daily:  # finding the day's deal may take a while: it tries several
                key = daily_of(house.daily, variant).key
            else:
                key = first_key(variant, self.services.keys)
            step = Table.made(code, variant, house, pace, tuple(chairs), key, clock())
            rows.extend(step.rows)
            return step.table

        table, precomputed = await self._in_thread(variant, partial(_with_view, variant, new_table))
        await self.store.save(dated(rows))
        return self._opened(table, precomputed)

    async def _free_code(self) -> str:
        while True:
            code = "".join(secrets.choice(LETTERS) for _ in range(5))
            if code not in self.rooms and await self.store.load(code) is None:
                return code

    # --- Periodic tasks ---------------------------------------------------------------------------

    async def _sweep_forever(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP_S)
            await self.sweep()

    async def sweep(self) -> None:
        """Drop idle tables from memory and delete old ones from the file."""
        self.drop_idle(clock() - IDLE_MS)
        with suppress(NotKept):
            await self.store.expire(NEVER_BEGUN_MS, UNTOUCHED_MS, set(self.rooms))

    def drop_idle(self, idle_since: int) -> None:
        """Drop from memory the tables that have had no socket since a given time."""
        for code, room in list(self.rooms.items()):
            if not room.peers and room.idle_since <= idle_since and not room.lock.locked():
                room.close()
                del self.rooms[code]

    async def _renew(self) -> None:
        """Renew this process's claim on the file, and add up the time that the file is served."""
        since = clock()
        while not self.is_lost.is_set():
            await asyncio.sleep(self.store.renew_s)
            with suppress(NotKept):  # the store logs it
                now = clock()
                await self.store.renew(now - since)
                since = now

    async def _beat(self) -> None:
        """Read the clock every second: it treats a long gap between readings as machine sleep."""
        while True:
            clock()
            await asyncio.sleep(_BEAT_S)


def _with_view(variant: str, make: Callable[[], Table]) -> tuple[Table, Precomputed | None]:
    """Make a table; for a third-party game also compute its first view here, off the event loop."""
    table = make()
    return table, Precomputed.of(table, all_audiences(table), None) if third_party_game(
        variant
    ) else None


def facts_of(room: Room) -> dict[str, Any]:
    """Return the facts about a table that anybody may know."""
    table = room.table
    return {
        "table": table.code,
        "variant": table.variant,
        "kind": table.face.kind,
        "stage": table.stage,
        "house": table.house.as_json(),
        "open": list(table.open_seats),
    }


def metrics(registry: Registry) -> str:
    """Return the server's metrics in the Prometheus text format."""
    rooms = registry.rooms.values()
    figures = {
        "suitwise_tables": len(registry.rooms),
        "suitwise_sockets": sum(len(room.peers) for room in rooms),
        "suitwise_commits_total": registry.store.commits,
    }
    return "".join(f"{name} {value}\n" for name, value in figures.items())
