"""All tables of a server, and who is let in to them."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache, partial
from typing import Any, TypeVar

from starlette.requests import HTTPConnection

from suitwise.foundation.text.phrases import phrase
from suitwise.table.rules.chance import daily_of, first_key
from suitwise.table.rules.commands import Hello
from suitwise.table.rules.house import Chair, House, Pace, digest, seat_with
from suitwise.table.rules.messages import Row
from suitwise.table.rules.running.records import Broken
from suitwise.table.rules.table import Table
from suitwise.table.serve import shown
from suitwise.table.serve.limits import (
    Addresses,
    Limits,
    counted,
    is_among,
    is_loopback,
    plain_address,
)
from suitwise.table.serve.processes.boards import Boards, Dailies
from suitwise.table.serve.processes.lanes import LateError, Thinkers, others_game
from suitwise.table.serve.processes.reviews import Replays, Reviews
from suitwise.table.serve.room import SLOW, Failed, Room, Services, clock, dated, fresh_key
from suitwise.table.serve.shown import Ahead, everybody
from suitwise.table.serve.store import NotKept, Store

R = TypeVar("R")

LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""The characters of codes: no two of them look alike."""
IDLE_MS = 10 * 60_000
"""A table with nobody at it is let go after this."""
NEVER_BEGUN_MS, UNTOUCHED_MS = 24 * 3_600_000, 90 * 24 * 3_600_000
"""The time of serving after which a table that never began, and any other, is forgotten."""
_SWEEP_S, _BEAT_S = 60.0, 1.0

_log = logging.getLogger(__name__)


class Registry:
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
                raise shown.Closed(
                    shown.NO_TABLE, phrase("table.no-table", "there is no table {code}", code=code)
                )
            restored = partial(Table.restored, *kept, now=clock(), pace=self._pace)
            variant = kept.table.variant
            try:
                table, ahead = await self._aside(variant, partial(_with_ahead, variant, restored))
            except Broken as broken:
                raise shown.Closed(shown.NO_TABLE, broken.reason) from None
            except LateError:
                raise shown.Closed(shown.FAULT, SLOW) from None
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
        """Read the clock regularly: it takes a long gap between readings for sleep of the machine."""
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


def metrics(registry: Registry) -> str:
    """Return figures of the server, a line each, in the text format of Prometheus."""
    rooms = registry.rooms.values()
    figures = {
        "suitwise_tables": len(registry.rooms),
        "suitwise_sockets": sum(len(room.peers) for room in rooms),
        "suitwise_commits_total": registry.store.commits,
    }
    return "".join(f"{name} {value}\n" for name, value in figures.items())


# --- Sockets that enter and leave -----------------------------------------------------------------


async def enter(room: Room, hello: Hello, line: shown.Connection | None = None) -> shown.Peer:
    """Let a socket in by what it says of itself.

    Args:
        room: the table.
        hello: what it says.
        line: what it is sent messages over; without one they wait.

    Raises:
        Closed: it may not come in.
    """
    seat = shown.seat_of(room.table, hello.token)
    audience = shown.audience_of(room.table, seat)
    _refuse_crowd(room, seat)
    token = b"" if seat is None else room.table.chairs[seat].token
    peer = shown.Peer(audience, token, hello.lang, hello.since, room.services.limits, line)
    room.peers.append(peer)
    peer.welcome(shown.welcome(room.table, seat, hello.since, clock()), room.said)
    peer.show(room.rendering())
    await present(room, seat, True)
    return peer


async def left(room: Room, peer: shown.Peer) -> None:
    """Note that a socket has ended."""
    room.peers.remove(peer)
    room.idle_since = clock()
    await present(room, peer.seat, False)


async def present(room: Room, seat: int | None, is_here: bool) -> None:
    """Tell the table that a socket of a seat has opened or closed."""
    if seat is not None:
        with suppress(Failed):
            keys = room.services.keys
            await room.run(lambda table, _: table.present(seat, is_here, clock(), keys))


CROWD = phrase("table.crowded", "too many look at this at once")
"""The refusal where a seat, or the spectators, have as many sockets as they may."""


def is_crowded(room: Room, token: str) -> bool:
    """Return whether a seat has as many sockets as it may have."""
    seat = seat_with(room.table.chairs, digest(token))
    return seat is not None and _is_full(room, seat)


def _refuse_crowd(room: Room, seat: int | None) -> None:
    if _is_full(room, seat):
        raise shown.Closed(shown.CROWDED, CROWD)


def _is_full(room: Room, seat: int | None) -> bool:
    limits = room.services.limits
    most = limits.spectators if seat is None else limits.seat_sockets
    return sum(peer.seat == seat for peer in room.peers) >= most


# --- Guesses --------------------------------------------------------------------------------------

# Codes are short, so that people can read them out; so nobody may try many of them.
GUESSED = phrase("table.guessed", "too many tables were asked for that are none; wait a minute")
"""The refusal after too many wrong codes."""


def address_of(asked: HTTPConnection) -> str:
    """Return the address under which the limits of a request are counted.

    From a trusted proxy it is the client's address that the proxy forwards. Requests by a proxy that
    forwards none, or is not trusted, count together as ``NAMELESS``. A connection from this machine is
    taken for such a proxy if it has forwarding headers or its Host is not this machine's own name.
    """
    host = asked.client.host if asked.client else ""
    proxies = asked.scope.get("state", {"limits": Limits()})["limits"].proxies
    if is_among(host, proxies):
        is_nameless = "x-forwarded-for" not in asked.headers
    else:
        is_nameless = is_loopback(host) and _is_passed_on(asked)
    if is_nameless:
        _say_nameless()
        return NAMELESS
    return counted(host)


def _is_passed_on(asked: HTTPConnection) -> bool:
    is_said = "x-forwarded-for" in asked.headers or "forwarded" in asked.headers
    return is_said or not is_machine(name_of(asked.headers.get("host", "")))


NAMELESS = "a proxy"
"""The address under which all count who come by a proxy that does not name them."""


@cache
def _say_nameless() -> None:
    """Say it, once."""
    _log.warning(
        "a proxy passes requests on, and who asks is not known: all count as one, with one's limits; "
        "name it by --trusted-proxy, and let it send X-Forwarded-For"
    )


def may_guess(registry: Registry, asked: HTTPConnection) -> bool:
    """Return whether whoever asks has not guessed too often lately."""
    return registry.addresses.may_guess(address_of(asked))


def note_guess(registry: Registry, asked: HTTPConnection, closed: shown.Closed) -> None:
    """Count a wrong code, or a wrong token."""
    if closed.code in (shown.NO_TABLE, shown.BAD_TOKEN):
        registry.addresses.has_guessed(address_of(asked))


# --- Names ----------------------------------------------------------------------------------------

HOST = re.compile(
    r"(?:\[([0-9A-Fa-f:.]{2,45})\]|([\w.-]{1,253}))(?::\d{0,5})?|([0-9A-Fa-f:.]{2,45})", re.A
)
"""A name or an address, perhaps with a port; the address of the server itself has no brackets."""


def name_of(host: str) -> str:
    """Return the name or address in a ``Host``, always written alike; empty where it is none.

    >>> name_of("Cards.Example.:443"), name_of("[2001:DB8:0::1]:80"), name_of("::ffff:192.0.2.1")
    ('cards.example', '2001:db8::1', '192.0.2.1')
    """
    found = HOST.fullmatch(host)
    if found is None:
        return ""
    name = (found[1] or found[2] or found[3]).lower().removesuffix(".")
    return plain_address(name)


def is_machine(name: str) -> bool:
    """Return whether a name or an address is what a machine calls itself.

    >>> is_machine("localhost"), is_machine("127.0.0.1"), is_machine("a.example")
    (True, True, False)
    """
    return name == "localhost" or is_loopback(name)
