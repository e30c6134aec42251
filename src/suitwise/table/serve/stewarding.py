"""What whoever runs a server does with its tables: look, announce, drain, close, forget, ban.

Each deed is logged, without the names and texts in it. Bans are kept in the file; the rest lasts as long
as the process.
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
"""Told of each deed."""
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
"""The close code of a socket that is banned, upon which a page does not come again."""


class Steward:
    """What whoever runs a server may do.

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
        """Return whether an address is banned; this machine's own never is."""
        return any(kind == "address" and _is_in(address, what) for kind, what in self.bans())

    def bans_name(self, name: str) -> bool:
        """Return whether a name is banned, however it is spaced, in capitals, or with unseen signs."""
        return ("name", _plain_name(name)) in self.bans()

    def bans(self) -> dict[tuple[str, str], int]:
        """Return what is banned, by its kind and itself, each with the end in ms of Unix time."""
        if self._bans:
            now = time.time() * 1000
            self._bans = {key: until for key, until in self._bans.items() if until > now}
        return self._bans

    @contextmanager
    def attending(self, peer: shown.Peer, address: str) -> Iterator[None]:
        """Know the address of a socket while the context is open."""
        self._peers[peer] = address
        try:
            yield
        finally:
            del self._peers[peer]

    async def ban(self, kind: Literal["address", "name"], what: str, hours: float) -> str:
        """Ban an address, a network or a name for a time, 0 hours to end that; return what was done.

        Sockets of the address are closed. Who sits under the name may go on.

        Raises:
            SuitwiseError: there is no such thing, or it is too long.
            NotKept: the file did not accept it.
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
        """Return whether a seat may report what was said: not more than whoever runs it can read.

        Of a table none that is there is lost to a new one. What a seat sends again has its answer.
        """
        key = answer_key(room.table, seat, req)
        is_sent_again = Answers.of(room.table.answers[seat]).get(key) is not None
        return is_sent_again or await self._registry.store.has_room_for_report(
            room.table.code, seat
        )

    # --- The server -------------------------------------------------------------------------------

    def drain(self, is_on: bool) -> str:
        """Make no more tables, or make them again; those that there are go on."""
        self._registry.is_draining = is_on
        return _done("no more tables are made" if is_on else "tables are made again")

    async def announce(self, text: str) -> str:
        """Tell everybody at the tables in memory something; return what was done.

        Raises:
            SuitwiseError: the text is empty or too long.
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
        for at in range(0, len(rooms), _TOLD_AT_ONCE):  # as each commit takes as long for many
            n += sum(await asyncio.gather(*map(told, rooms[at : at + _TOLD_AT_ONCE])))
        return _done(f"told at {n} tables")

    # --- A table ----------------------------------------------------------------------------------

    async def close(self, code: str) -> str:
        """End the game at a table; it is kept, and can be looked at again; return what was done.

        Raises:
            SuitwiseError: no game goes on there.
            Closed: there is no such table.
            Failed: the file did not accept it.
        """
        room = await self._registry.room(code)
        step = await room.run(lambda table, _: table.closed(clock()))
        if not step.rows:
            raise SuitwiseError(f"at {room.table.code} no game goes on; forget it, to remove it")
        return _done(f"the game at {room.table.code} is ended")

    async def forget(self, code: str, seat: int | None = None) -> str:
        """Delete a table, or the name and talk of one seat's person; return what was done.

        Raises:
            SuitwiseError: there is no such seat.
            Closed: there is no such table.
            NotKept: the file did not accept it.
        """
        store, code = self._registry.store, code.upper()
        try:
            room = await self._registry.room(code)
        except shown.Closed as closed:
            is_here = closed.code != RESTART  # else it is on its way to another server
            if seat is None and is_here and await store.forget(code):  # one that can't be replayed
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
        """Return the tables in memory and what holds now, as plain values."""
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
    r"""Return what all names have in common that look like a name.

    >>> _plain_name("Rude  Boy"), _plain_name("\uff32u\u00adde\u200d boy\ufe0f")
    ('rude boy', 'rude boy')
    """
    folded = normalize("NFKC", normalize("NFKC", name).casefold())
    return " ".join("".join(one for one in folded if not _is_unseen(one)).split())


def _is_unseen(sign: str) -> bool:
    return category(sign) in ("Cc", "Cf") or sign == "\u034f" or "\ufe00" <= sign <= "\ufe0f"


def _is_in(address: str, network: str) -> bool:
    """Return whether an address is in a network; this machine's own never is.

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
"""Each request is held against each ban, so networks are read once."""
_MAPPED, _ONE = 96, 64
"""The length of the prefix of IPv4 addresses that are written as IPv6 ones, and of what one IPv6 address
counts as."""


def _network(text: str) -> str:
    """Return the network to ban for what was typed, as limits count addresses.

    >>> _network("203.0.113.7"), _network("::ffff:203.0.113.7"), _network("2001:db8::7")
    ('203.0.113.7/32', '203.0.113.7/32', '2001:db8::/64')

    Raises:
        SuitwiseError: it is none, or too wide.
    """
    try:
        network = ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        raise SuitwiseError(f"{text[:50]!r} is no address, as 192.0.2.7 or 2001:db8::/64") from None
    mapped = getattr(network.network_address, "ipv4_mapped", None)
    if mapped is not None and network.prefixlen >= _MAPPED:  # addresses are compared as plain ones
        network = ipaddress.ip_network((mapped, network.prefixlen - _MAPPED))
    if network.version == 6 and network.prefixlen > _ONE:  # its owner takes another address at will
        network = network.supernet(new_prefix=_ONE)
    if network.prefixlen < (8 if network.version == 4 else 16):
        raise SuitwiseError(f"{network} is too much of the world to ban")
    return str(network)
