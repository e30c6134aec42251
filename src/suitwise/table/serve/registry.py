"""The registry of a server's tables: it creates, loads, caches and expires them.

Every table is saved in the file of the store. ``Registry`` keeps those in use in memory, each as a
``Room``: a table with the sockets (peers) of its players and onlookers. It drops a room from memory when
it has had no socket for a while, and deletes old tables from the file. It also holds the services that
all tables share, such as the worker processes.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from suitwise.foundation.text.phrases import phrase
from suitwise.table.rules.chance import daily_of, first_key
from suitwise.table.rules.house import Chair, House, Pace
from suitwise.table.rules.messages import Row
from suitwise.table.rules.running.records import Broken
from suitwise.table.rules.running.state import PAUSED, PLAYING
from suitwise.table.rules.table import Table
from suitwise.table.serve import shown
from suitwise.table.serve.limits import Addresses, Limits, most_descriptors
from suitwise.table.serve.metrics import memory_bytes, open_descriptors, written
from suitwise.table.serve.processes.boards import Boards, Dailies
from suitwise.table.serve.processes.bots import BotWorkers
from suitwise.table.serve.processes.reviews import Replays, Reviews
from suitwise.table.serve.processes.workers import LateError, third_party_game
from suitwise.table.serve.room import RESTART, SLOW, Room, Services, clock, dated, fresh_key
from suitwise.table.serve.shards.slots import CODE_CHARACTERS, OwnSlots
from suitwise.table.serve.shown import Precomputed, all_audiences
from suitwise.table.serve.store import NotKept, Store

IDLE_MS = 10 * 60_000
"""A table that has had no socket for this long is dropped from memory."""
HOUR_MS = 3_600_000


@dataclass(frozen=True, slots=True)
class Retention:
    """How long tables are kept.

    Age is counted from the last use of the table, and not in wall-clock time: it grows only while a
    server runs with the file.

    Args:
        begun_days: the days after which a table that was played at is deleted.
        other_hours: the hours after which one that never began is.
    """

    begun_days: float = 90
    other_hours: float = 24


_log = logging.getLogger(__name__)
_SWEEP_S, _CLOCK_S, _SLOTS_S = 60.0, 1.0, 0.25
"""The intervals of the periodic tasks ``_sweep_forever``, ``_watch_clock`` and ``_watch_slots``."""
DRAINING = phrase("table.draining", "this server makes no more tables; try again, another one may")
_ELSEWHERE = phrase(
    "table.elsewhere", "this table moves to another server; it goes on there in a moment"
)


class Registry:
    """The tables of a server.

    Attributes:
        is_draining: whether no more tables are made.
        rooms: the tables in memory, by code.
        file_taken: set when another process has taken the file; nothing is saved from then on.

    Args:
        store: the file of tables.
        bot_workers: the worker processes for bots.
        limits: the limits on clients.
        pace: waiting times for every table, in place of those of its house rules.
        keys: returns the secret keys of deals; by default they are random.
        slots: the slots of codes that this server serves; None for all.
        retention: how long tables are kept.
    """

    def __init__(
        self,
        store: Store,
        bot_workers: BotWorkers,
        limits: Limits | None = None,
        pace: Pace | None = None,
        keys: Callable[[], bytes] | None = None,
        slots: OwnSlots | None = None,
        retention: Retention = Retention(),
    ) -> None:
        self.limits = limits or Limits()
        self.services = Services(store, bot_workers, self.limits, keys or fresh_key)
        self.addresses = Addresses(self.limits, time.monotonic)
        is_exempt = self.addresses.is_exempt
        imports = bot_workers.imports
        self.replays = Replays(is_exempt=is_exempt, imports=imports)
        self.boards = Boards(self.limits.board_s, is_exempt, imports)
        self.reviews = Reviews(is_exempt=is_exempt, imports=imports)
        self.dailies = Dailies(is_exempt=is_exempt, imports=imports)
        self.is_draining = False
        self.rooms: dict[str, Room] = {}
        self.file_taken = store.lost
        self.slots = slots
        self._pace, self._retention = pace, retention
        self._making: Counter[str] = Counter()
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def store(self) -> Store:
        """The file of tables."""
        return self.services.store

    async def start(self) -> None:
        """Start the worker processes and the periodic tasks."""
        self.services.bot_workers.warm()
        loops = [
            self._sweep_forever(),
            self._renew(),
            self._watch_clock(),
            self.store.look_through_all(),
        ]
        if self.slots is not None:
            loops.append(self._watch_slots(self.slots))
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
        """Return the room of the table with this code, loading the table from the file if necessary.

        Raises:
            Closed: there is no such table, its rows can't be replayed, or another server keeps it.
        """
        code = code.upper()
        if not self.serves(code):
            raise shown.Closed(RESTART, _ELSEWHERE)
        if code in self.rooms and self.rooms[code].is_stale:
            del self.rooms[code]
        if code in self.rooms:
            return self.rooms[code]
        if code not in self._loading:
            self._loading[code] = asyncio.create_task(self._loaded(code))
        room = await asyncio.shield(self._loading[code])
        if room.is_stale:
            raise shown.Closed(RESTART, _ELSEWHERE)
        return room

    async def _loaded(self, code: str) -> Room:
        try:
            saved = await self.store.load(code)
            if saved is None:
                raise _no_table(code)
            now = clock()

            def restored_table() -> Table:
                return Table.restored(*saved, now=now, pace=self._pace)

            try:
                table, precomputed = await self._computed(saved.table.variant, restored_table)
            except Broken as broken:
                raise shown.Closed(shown.NO_TABLE, broken.reason) from None
            except LateError:
                raise shown.Closed(shown.FAULT, SLOW) from None
            return self._opened(table, precomputed)
        finally:
            del self._loading[code]

    async def _computed(
        self, variant: str, compute: Callable[[], Table]
    ) -> tuple[Table, Precomputed | None]:
        """Compute a table in a thread, since replaying or dealing a game may take long.

        A third-party game has its own few threads, because its rules may never return. Its first view is
        computed there, too, and is returned; for our own games that is None.

        Raises:
            LateError: a third-party game takes too long.
        """
        game = third_party_game(variant)
        if not game:
            return await asyncio.to_thread(compute), None

        def compute_with_view() -> tuple[Table, Precomputed]:
            table = compute()
            return table, Precomputed.of(table, all_audiences(table), None)

        return await self.services.third_party_rules.run(game, compute_with_view)

    @property
    def has_no_slots(self) -> bool:
        """Whether other servers keep all tables."""
        return self.slots is not None and not self.slots.served

    def serves(self, code: str) -> bool:
        """Return whether this server answers for a code: one of its slots, or none that there can be."""
        is_code = code[:1] in CODE_CHARACTERS
        return self.slots is None or not is_code or code[:1] in self.slots.served

    def _opened(self, table: Table, precomputed: Precomputed | None) -> Room:
        room = self.rooms[table.code] = Room(table, self.services, precomputed)
        room.go_on()
        return room

    async def make(
        self, variant: str, house: House, chairs: Sequence[Chair], slot: str = ""
    ) -> Room:
        """Create a table, save it and return its room.

        Args:
            variant: the game variant as text.
            house: the house rules.
            chairs: the players and bots at the seats.
            slot: the first character of its code; by default any.

        Raises:
            NotKept: the table could not be saved.
            LateError: a third-party game takes too long.
            Closed: this server makes no tables, or has not this slot, or no code begins so.
        """
        if slot not in ("", *CODE_CHARACTERS):
            raise _no_table(slot)
        if self.is_draining:
            raise shown.Closed(RESTART, DRAINING)
        if slot and not self.serves(slot):
            raise shown.Closed(RESTART, _ELSEWHERE)
        slot = slot or self._any_slot()
        self._making[slot] += 1  # until it is saved the slot is not given up
        try:
            return await self._make(slot, variant, house, chairs)
        finally:
            self._making[slot] -= 1

    async def _make(self, slot: str, variant: str, house: House, chairs: Sequence[Chair]) -> Room:
        code = await self._free_code(slot)
        pace = self._pace or Pace.of(house)
        rows: list[Row] = []

        def new_table() -> Table:
            if house.daily:  # slow: it tries several deals until one fits
                key = daily_of(house.daily, variant).key
            else:
                key = first_key(variant, self.services.keys)
            step = Table.made(code, variant, house, pace, tuple(chairs), key, clock())
            rows.extend(step.rows)
            return step.table

        table, precomputed = await self._computed(variant, new_table)
        await self.store.save(dated(rows))
        return self._opened(table, precomputed)

    def _any_slot(self) -> str:
        served = CODE_CHARACTERS if self.slots is None else self.slots.served
        if not served:
            raise shown.Closed(RESTART, _ELSEWHERE)
        return secrets.choice(served)

    async def _free_code(self, slot: str) -> str:
        while True:
            code = slot + "".join(secrets.choice(CODE_CHARACTERS) for _ in range(4))
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
        begun_ms = int(24 * HOUR_MS * self._retention.begun_days)
        other_ms = int(HOUR_MS * self._retention.other_hours)
        with suppress(NotKept):
            await self.store.expire(other_ms, begun_ms, set(self.rooms))

    def drop_idle(self, idle_since: int) -> None:
        """Drop tables from memory that have had no socket since a given time, in ms of ``clock``."""
        for code, room in list(self.rooms.items()):
            if not room.peers and room.idle_since <= idle_since and not room.lock.locked():
                room.close()
                del self.rooms[code]

    async def _watch_slots(self, slots: OwnSlots) -> None:
        """Follow the map of slots: give up what moves to another server."""
        while True:
            await asyncio.sleep(_SLOTS_S)
            try:
                lost = await asyncio.to_thread(slots.refresh)
                if lost:
                    await self._give_up(lost)
                    await asyncio.to_thread(slots.say)
            except Exception:
                _log.exception("the slots that this server gives up")

    async def _give_up(self, slots: str) -> None:
        """Send everybody away from the tables of slots; nothing is saved about them afterwards."""
        while any(self._making[slot] for slot in slots):
            await asyncio.sleep(0.01)
        for code, loading in list(self._loading.items()):
            if code[0] in slots:
                await asyncio.wait([loading])
        for code, room in list(self.rooms.items()):
            if code[0] in slots:
                await room.send_away()
                if self.rooms.get(code) is room:
                    del self.rooms[code]

    async def _renew(self) -> None:
        """Renew this process's lease on the file regularly, and report the time since the last renewal.

        The store adds this time to the age of the tables. If a renewal fails, the next one reports it.
        """
        last = clock()
        while not self.file_taken.is_set():
            await asyncio.sleep(self.store.renew_s)
            with suppress(NotKept):  # the store logs it
                now = clock()
                await self.store.renew(now - last)
                last = now

    async def _watch_clock(self) -> None:
        """Read the clock every second: it takes a long gap between two readings for sleep.

        Of such a gap it counts only ``MAX_STEP_MS``, so that nobody's time runs out meanwhile.
        """
        while True:
            clock()
            due = time.perf_counter() + _CLOCK_S
            await asyncio.sleep(_CLOCK_S)
            self.services.figures.late.note(max(0.0, time.perf_counter() - due))


def _no_table(code: str) -> shown.Closed:
    why = phrase("table.no-table", "there is no table {code}", code=code)
    return shown.Closed(shown.NO_TABLE, why)


def facts_of(room: Room, seat: int | None) -> dict[str, Any]:
    """Return the facts about a table that anybody with its code may know, as plain values.

    Whoever has a seat is told, too, who else sits there and whose turn it is.
    """
    table = room.table
    facts = {
        "table": table.code,
        "variant": table.variant,
        "kind": table.face.kind,
        "stage": table.stage,
        "house": table.house.as_json(),
        "private": bool(table.house.lock),
        "open": list(table.open_seats),
    }
    if seat is None:
        return facts
    turn = table.state.turn if table.stage in (PLAYING, PAUSED) else -1
    return {
        **facts,
        "seat": seat,
        "turn": None if turn < 0 else turn,
        "names": list(shown.names_of(table)),
        "bots": [chair.shown_name for chair in table.chairs if chair.control == "bot"],
    }


def metrics(registry: Registry) -> str:
    """Return the server's figures in the text format of Prometheus."""
    rooms = registry.rooms.values()
    bots = registry.services.bot_workers.figures
    workers = registry.services.bot_workers
    gauges = {
        "suitwise_tables": ("tables in memory", len(registry.rooms)),
        "suitwise_sockets": ("sockets at tables", sum(len(room.peers) for room in rooms)),
        "suitwise_bots_waiting": ("decisions and hints under way", bots.waiting),
        "suitwise_bots_late": ("processes of bots that are over their time", workers.n_late),
        "suitwise_bots_elsewhere": ("bots that can think at once elsewhere", workers.n_elsewhere),
        "suitwise_memory_bytes": ("memory in use by the server itself", memory_bytes()),
        "suitwise_descriptors": ("open descriptors", open_descriptors()),
        "suitwise_descriptors_most": ("as many descriptors it may have", most_descriptors()),
        "suitwise_file_lost": ("1 if another process has taken the file", registry.store.is_lost),
    }
    counters = {
        "suitwise_commits_total": ("transactions of the file", registry.store.commits),
        "suitwise_bots_replaced_total": ("bots that were late or failed", bots.replaced),
        "suitwise_bots_returned_total": (
            "decisions that other machines did not make",
            bots.returned,
        ),
        "suitwise_bots_eased_total": ("decisions of quick bots for strong ones", bots.eased),
    }
    return written(gauges, counters, registry.services.figures, bots)
