"""Administration of a server: list tables, announce, drain, close and forget tables, ban addresses.

Each action is logged, without the names and texts that it contains. Bans are saved in the file of
tables; everything else lasts only as long as the process.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import Any, Literal
from unicodedata import category, normalize

from suitwise.errors import SuitwiseError
from suitwise.foundation.text.phrases import phrase
from suitwise.table.rules.commands import why_no_name
from suitwise.table.rules.messages import EventRow
from suitwise.table.rules.running.handlers import answer_key
from suitwise.table.rules.running.history import Answers
from suitwise.table.serve import shown
from suitwise.table.serve.limits import plain_address
from suitwise.table.serve.registry import Registry
from suitwise.table.serve.room import RESTART, Failed, Room, clock

DEEDS = logging.getLogger("suitwise.admin")
"""The log of actions."""
BANNED = phrase("table.banned", "you can't play on this server now")
BANNED_NAME = phrase("table.banned-name", "this name can't be used here: take another")
MANY_REPORTS = phrase(
    "table.many-reports",
    "there are as many reports as are kept, by your seat or from this table: what was reported before "
    "will be read",
)
MOST_TEXT, MOST_HOURS = 500, 24 * 366
_TOLD_AT_ONCE = 50
BANNED_CODE = 4403
"""The close code for a banned client, after which a page does not reconnect."""


class Steward:
    """The actions of the administrator of a server.

    Args:
        registry: the tables.
    """

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._bans: dict[tuple[str, str], int] = {}
        self._peers: dict[shown.Peer, str] = {}

    async def start(self) -> None:
        """Read the bans from the file."""
        self._bans = await self._registry.store.bans()

    # --- Bans -------------------------------------------------------------------------------------

    def bans_address(self, address: str) -> bool:
        """Return whether an address is banned; a loopback address never is."""
        return any(kind == "address" and _is_in(address, what) for kind, what in self.bans())

    def bans_name(self, name: str) -> bool:
        """Return whether a name is banned, ignoring case, spacing and invisible characters."""
        return ("name", _plain_name(name)) in self.bans()

    def bans(self) -> dict[tuple[str, str], int]:
        """Return the end of each ban in ms of Unix time, by kind and by the address or name."""
        if self._bans:
            now = time.time() * 1000
            self._bans = {key: until for key, until in self._bans.items() if until > now}
        return self._bans

    @contextmanager
    def attending(self, peer: shown.Peer, address: str) -> Iterator[None]:
        """Register a socket with its address while the context is open."""
        self._peers[peer] = address
        try:
            yield
        finally:
            del self._peers[peer]

    async def ban(self, kind: Literal["address", "name"], what: str, hours: float) -> str:
        """Ban an address, a network or a name, or lift a ban; return a report of it.

        The sockets of a banned address are closed. People who already use a banned name may go on.

        Args:
            kind: ``address`` for an address or a network, or ``name``.
            what: the address, network or name.
            hours: the length of the ban; 0 lifts it.

        Raises:
            SuitwiseError: the address, name or time is invalid.
            NotKept: the file did not accept the ban.
        """
        if not 0 <= hours <= MOST_HOURS:
            raise SuitwiseError(f"a ban lasts 0 to {MOST_HOURS} hours")
        plain = _plain_name(what) if kind == "name" else _network(what)
        if not plain or why_no_name(plain) is not None:
            raise SuitwiseError("this is no name that somebody could have")
        until = int((time.time() + 3600 * hours) * 1000)
        await self._registry.store.ban(kind, plain, until)
        self._bans[kind, plain] = until
        for peer, address in list(self._peers.items()):
            if kind == "address" and hours and _is_in(address, plain):
                bye = {"t": "bye", "code": BANNED.code, "text": BANNED}
                peer.send(bye, lambda plain, lang, _: shown.localised(plain, lang))
                peer.outbox.close(BANNED_CODE)
        said = plain if kind == "address" else "a name"
        return _done(
            f"{said} is banned for {hours:g} hours" if hours else f"{said} is banned no more"
        )

    # --- Reports ----------------------------------------------------------------------------------

    async def may_report(self, room: Room, seat: int, req: str) -> bool:
        """Return whether a seat may report what was said at a table.

        The number of reports is limited to what an administrator can read, for each seat and each
        table; a new report never replaces an old one of the same table. A request that is sent again is
        allowed, since it was answered before.
        """
        key = answer_key(room.table, seat, req)
        is_sent_again = Answers.of(room.table.answers[seat]).get(key) is not None
        return is_sent_again or await self._registry.store.has_room_for_report(
            room.table.code, seat
        )

    # --- The server -------------------------------------------------------------------------------

    def drain(self, is_on: bool) -> str:
        """Stop or resume making new tables; existing ones go on. Return a report of it."""
        self._registry.is_draining = is_on
        return _done("no more tables are made" if is_on else "tables are made again")

    async def announce(self, text: str) -> str:
        """Send an announcement to all tables in memory; return a report of it.

        Raises:
            SuitwiseError: the text is empty, too long or not printable.
        """
        plain = " ".join(text.split())
        if not plain or len(plain) > MOST_TEXT or not plain.isprintable():
            raise SuitwiseError(f"an announcement has 1 to {MOST_TEXT} signs on a line")

        async def told(room: Room) -> bool:
            with suppress(Failed):
                await room.run(lambda table, _: table.announced(plain, clock()))
                return True
            return False

        n, rooms = 0, list(self._registry.rooms.values())
        # A commit takes as long for many tables as for one, so they are told in batches.
        for at in range(0, len(rooms), _TOLD_AT_ONCE):
            n += sum(await asyncio.gather(*map(told, rooms[at : at + _TOLD_AT_ONCE])))
        return _done(f"told at {n} tables")

    # --- A table ----------------------------------------------------------------------------------

    async def close(self, code: str) -> str:
        """End the game at a table; return a report of it. The table remains and can be viewed.

        Raises:
            SuitwiseError: no game is in progress there.
            Closed: there is no such table.
            Failed: the file did not accept the change.
        """
        room = await self._registry.room(code)
        step = await room.run(lambda table, _: table.closed(clock()))
        if not step.rows:
            raise SuitwiseError(f"at {room.table.code} no game goes on; forget it, to remove it")
        return _done(f"the game at {room.table.code} is ended")

    async def forget(self, code: str, seat: int | None = None) -> str:
        """Delete a table, or the name and talk of the person at a seat; return a report of it.

        Raises:
            SuitwiseError: there is no such seat.
            Closed: there is no such table.
            NotKept: the file did not accept the change.
        """
        store, code = self._registry.store, code.upper()
        try:
            room = await self._registry.room(code)
        except shown.Closed as closed:
            is_here = closed.code != RESTART  # otherwise it is moving to another server
            # A table that can't be replayed can't be opened either, but it can be deleted.
            if seat is None and is_here and await store.forget(code):
                return _done(f"table {code} is forgotten")
            raise
        if seat is None:
            await room.rewrite(lambda: store.forget(code))
            return _done(f"table {code} is forgotten")
        if not 0 <= seat < len(room.table.chairs):
            raise SuitwiseError(f"table {code} has seats 0 to {len(room.table.chairs) - 1}")
        await room.rewrite(lambda: store.forget_person(code, seat))
        return _done(f"at {code} the person of seat {seat} is forgotten")

    # --- Looking ----------------------------------------------------------------------------------

    async def state(self) -> dict[str, Any]:
        """Return the state of the server as plain values: tables in memory, bans and reports."""
        return {
            "kept": await self._registry.store.count(),
            "draining": self._registry.is_draining,
            "bans": [
                {"kind": kind, "what": what, "until": until // 1000}
                for (kind, what), until in self.bans().items()
            ],
            "reports": [_report_of(row) for row in await self._registry.store.reports()],
            "tables": [
                _row_of(room) for room in self._registry.rooms.values() if not room.is_stale
            ],
        }


def _done(what: str) -> str:
    """Log an action and return its report."""
    DEEDS.info("admin: %s", what)
    return what


def _report_of(row: EventRow) -> dict[str, Any]:
    lines = json.loads(row.body)["lines"]
    return {"table": row.tab, "at": row.at // 1000, "by": row.seat, "lines": lines}


def _row_of(room: Room) -> dict[str, Any]:
    table = room.table
    seats = [chair.name if chair.control != "bot" else "" for chair in table.chairs]
    return {
        "table": table.code,
        "game": table.game.name,
        "stage": table.stage,
        "deal": table.deal + 1,
        "names": seats,
        "here": sum(chair.is_here for chair in table.chairs),
        "watching": sum(peer.seat is None for peer in room.peers),
    }


def _plain_name(name: str) -> str:
    r"""Return a form of a name that is the same for all names that look like it.

    >>> _plain_name("Rude  Boy"), _plain_name("\uff32u\u00adde\u200d boy\ufe0f")
    ('rude boy', 'rude boy')
    """
    folded = normalize("NFKC", normalize("NFKC", name).casefold())
    return " ".join("".join(one for one in folded if not _is_unseen(one)).split())


def _is_unseen(sign: str) -> bool:
    return category(sign) in ("Cc", "Cf") or sign == "\u034f" or "\ufe00" <= sign <= "\ufe0f"


def _is_in(address: str, network: str) -> bool:
    """Return whether an address is in a network; a loopback address never is.

    >>> _is_in("::ffff:203.0.113.7", "203.0.113.0/24"), _is_in("127.0.0.1", "127.0.0.0/8")
    (True, False)
    """
    plain = _address(address)
    return plain is not None and not plain.is_loopback and plain in _parsed(network)


@lru_cache(1024)
def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(plain_address(text))
    except ValueError:
        return None


_parsed = lru_cache(4096)(ipaddress.ip_network)
"""Returns the network of a text. Cached, because each request is compared with each ban."""
_MAPPED, _ONE = 96, 64
"""The prefix length of IPv4 addresses written as IPv6 ones, and of the network that stands for one IPv6
client."""


def _network(text: str) -> str:
    """Return the network to ban for a typed address or network, in the way that limits count clients.

    >>> _network("203.0.113.7"), _network("::ffff:203.0.113.7"), _network("2001:db8::7")
    ('203.0.113.7/32', '203.0.113.7/32', '2001:db8::/64')

    Raises:
        SuitwiseError: the text is not a network, or the network is too large.
    """
    try:
        network = ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        raise SuitwiseError(f"{text[:50]!r} is no address, as 192.0.2.7 or 2001:db8::/64") from None
    mapped = getattr(network.network_address, "ipv4_mapped", None)
    if mapped is not None and network.prefixlen >= _MAPPED:  # clients are compared by IPv4 address
        network = ipaddress.ip_network((mapped, network.prefixlen - _MAPPED))
    if network.version == 6 and network.prefixlen > _ONE:  # a client can use any address of a /64
        network = network.supernet(new_prefix=_ONE)
    if network.prefixlen < (8 if network.version == 4 else 16):
        raise SuitwiseError(f"{network} is too much of the world to ban")
    return str(network)
