"""All tables of a server: made, loaded when somebody comes, let go when nobody is there."""

from __future__ import annotations

import asyncio
import logging
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
from suitwise.table.serve.limits import Addresses, Limits
from suitwise.table.serve.processes.boards import Boards, Dailies
from suitwise.table.serve.processes.lanes import LateError, others_game
from suitwise.table.serve.processes.reviews import Replays, Reviews
from suitwise.table.serve.room import SLOW, Room, Services, clock, dated, fresh_key
from suitwise.table.serve.shown.audiences import FAULT, NO_TABLE, Closed, everybody
from suitwise.table.serve.shown.rendering import Ahead
from suitwise.table.serve.store import NotKept, Store
from suitwise.table.serve.thinkers import Thinkers

R = TypeVar("R")

LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""What codes are made of: no two of them are read for each other."""
IDLE_MS = 10 * 60_000
"""A table with nobody at it is let go after this."""
NEVER_BEGUN_MS, UNTOUCHED_MS = 24 * 3_600_000, 90 * 24 * 3_600_000
"""When a table that never began, and any other, is forgotten: after so long a time of serving it."""
_SWEEP_S, _BEAT_S = 60.0, 1.0

_log = logging.getLogger(__name__)


class Hub:
    """The tables.

    Args:
        store: the file they are kept in.
        thinkers: the processes of players.
        limits: how much anybody may ask for.
        pace: how long all tables wait, in place of what their houses say.
        keys: gives the keys of deals, in place of what nobody can guess.
    """

    def __init__(
        self,
        store: Store,
        thinkers: Thinkers,
        limits: Limits | None = None,
        pace: Pace | None = None,
        keys: Callable[[], bytes] | None = None,
    ) -> None:
        self.limits = limits or Limits()
        self.services = Services(store, thinkers, self.limits, keys or fresh_key)
        self.addresses = Addresses(self.limits, time.monotonic)
        is_spared = self.addresses.is_spared
        self.replays = Replays(is_spared=is_spared)
        self.boards = Boards(self.limits.board_s, is_spared)
        self.reviews = Reviews(is_spared=is_spared)
        self.dailies = Dailies(is_spared=is_spared)
        self.rooms: dict[str, Room] = {}
        self.is_lost = store.lost
        self._pace = pace
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def store(self) -> Store:
        """The file."""
        return self.services.store

    async def start(self) -> None:
        """Begin to keep house."""
        self.services.thinkers.warm()
        work = self._sweep(), self._renew(), self._beat()
        self._tasks = [asyncio.create_task(one) for one in work]

    async def close(self) -> None:
        """Let all tables go; the file keeps them."""
        for task in self._tasks:
            task.cancel()
        for room in self.rooms.values():
            room.close()
        self.services.thinkers.close()
        self.replays.close()
        self.boards.close()
        self.reviews.close()
        self.dailies.close()
        await asyncio.to_thread(self.store.close)

    # --- Tables -----------------------------------------------------------------------------------

    async def room(self, code: str) -> Room:
        """Return a table by its code, loaded from the file if need be.

        Raises:
            Closed: there is none of this code, or it can't be played on.
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
            kept = await self.store.load(code)
            if kept is None:
                raise Closed(
                    NO_TABLE, phrase("table.no-table", "there is no table {code}", code=code)
                )
            restored = partial(Table.restored, *kept, now=clock(), pace=self._pace)
            variant = kept.table.variant
            try:
                table, ahead = await self._aside(variant, partial(_with_ahead, variant, restored))
            except Broken as broken:
                raise Closed(NO_TABLE, broken.reason) from None
            except LateError:
                raise Closed(FAULT, SLOW) from None
            return self._opened(table, ahead)
        finally:
            del self._loading[code]

    async def _aside(self, variant: str, work: Callable[[], R]) -> R:
        """Return what some work gives, beside the event loop.

        Raises:
            LateError: its game, which others have written, takes too long.
        """
        game = others_game(variant)
        return await (self.services.aside.done(game, work) if game else asyncio.to_thread(work))

    def _opened(self, table: Table, ahead: Ahead | None) -> Room:
        room = self.rooms[table.code] = Room(table, self.services, ahead)
        room.go_on()
        return room

    async def make(self, variant: str, house: House, chairs: Sequence[Chair]) -> Room:
        """Make a table.

        Raises:
            NotKept: the file did not take it.
            LateError: its game, which others have written, takes too long.
        """
        code = await self._free_code()
        pace = self._pace or Pace.of(house)
        rows: list[Row] = []

        def made() -> Table:
            if house.daily:  # some deals are looked at before the one that suits everybody
                key = daily_of(house.daily, variant).key
            else:
                key = first_key(variant, self.services.keys)
            step = Table.made(code, variant, house, pace, tuple(chairs), key, clock())
            rows.extend(step.rows)
            return step.table

        table, ahead = await self._aside(variant, partial(_with_ahead, variant, made))
        await self.store.save(dated(rows))
        return self._opened(table, ahead)

    async def _free_code(self) -> str:
        while True:
            code = "".join(secrets.choice(LETTERS) for _ in range(5))
            if code not in self.rooms and await self.store.load(code) is None:
                return code

    # --- Keeping house ----------------------------------------------------------------------------

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP_S)
            await self.swept()

    async def swept(self) -> None:
        """Let go of tables with nobody at them, and forget those that are old."""
        self.let_go(clock() - IDLE_MS)
        with suppress(NotKept):
            await self.store.expire(NEVER_BEGUN_MS, UNTOUCHED_MS, set(self.rooms))

    def let_go(self, idle_since: int) -> None:
        """Let go of the tables that have had no socket since a time; the file keeps them."""
        for code, room in list(self.rooms.items()):
            if not room.peers and room.idle_since <= idle_since and not room.lock.locked():
                room.close()
                del self.rooms[code]

    async def _renew(self) -> None:
        """Keep the file for this process, and count for how long it is served."""
        since = clock()
        while not self.is_lost.is_set():
            await asyncio.sleep(self.store.renew_s)
            with suppress(NotKept):  # it is said by the store
                now = clock()
                await self.store.renew(now - since)
                since = now

    async def _beat(self) -> None:
        """Read the clock, which takes nobody for asleep who is read."""
        while True:
            clock()
            await asyncio.sleep(_BEAT_S)


def _with_ahead(variant: str, made: Callable[[], Table]) -> tuple[Table, Ahead | None]:
    """Make a table; return with it what is shown of it, where others have written its game."""
    table = made()
    return table, Ahead.of(table, everybody(table), None) if others_game(variant) else None


def facts_of(room: Room) -> dict[str, Any]:
    """Return what anybody may know of a table."""
    table = room.table
    return {
        "table": table.code,
        "variant": table.variant,
        "kind": table.face.kind,
        "stage": table.stage,
        "house": table.house.as_json(),
        "open": list(table.open_seats),
    }


def metrics(hub: Hub) -> str:
    """Return figures of the server, a line each, in the text format of Prometheus."""
    rooms = hub.rooms.values()
    figures = {
        "suitwise_tables": len(hub.rooms),
        "suitwise_sockets": sum(len(room.peers) for room in rooms),
        "suitwise_commits_total": hub.store.commits,
    }
    return "".join(f"{name} {value}\n" for name, value in figures.items())
