"""How a socket comes to a table and leaves it, and who may knock."""

from __future__ import annotations

import logging
import re
from contextlib import suppress
from functools import cache

from starlette.requests import HTTPConnection

from suitwise.foundation.text.phrases import phrase
from suitwise.table.rules.commands import Hello
from suitwise.table.rules.house import digest, seat_with
from suitwise.table.serve.hub import Hub
from suitwise.table.serve.limits import Limits, counted, is_among, is_loopback, plain_address
from suitwise.table.serve.room import Failed, Room, clock
from suitwise.table.serve.shown.audiences import (
    BAD_TOKEN,
    CROWDED,
    NO_TABLE,
    Closed,
    audience_of,
    seat_of,
    welcome,
)
from suitwise.table.serve.shown.peer import Line, Peer

_log = logging.getLogger(__name__)


async def enter(room: Room, hello: Hello, line: Line | None = None) -> Peer:
    """Let a socket in by what it says of itself.

    Args:
        room: the table.
        hello: what it says.
        line: what it is sent messages over; without one they wait.

    Raises:
        Closed: it may not come in.
    """
    seat = seat_of(room.table, hello.token)
    audience = audience_of(room.table, seat)
    _refuse_crowd(room, seat)
    token = b"" if seat is None else room.table.chairs[seat].token
    peer = Peer(audience, token, hello.lang, hello.since, room.services.limits, line)
    room.peers.append(peer)
    peer.welcome(welcome(room.table, seat, hello.since, clock()), room.said)
    peer.show(room.rendering())
    await present(room, seat, True)
    return peer


async def left(room: Room, peer: Peer) -> None:
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
"""What is told to whoever comes to a seat, or looks on, where as many as may be are there."""


def is_crowded(room: Room, token: str) -> bool:
    """Tell whether a seat has as many sockets as it may have."""
    seat = seat_with(room.table.chairs, digest(token))
    return seat is not None and _is_full(room, seat)


def _refuse_crowd(room: Room, seat: int | None) -> None:
    if _is_full(room, seat):
        raise Closed(CROWDED, CROWD)


def _is_full(room: Room, seat: int | None) -> bool:
    limits = room.services.limits
    most = limits.spectators if seat is None else limits.seat_sockets
    return sum(peer.seat == seat for peer in room.peers) >= most


# --- Guesses --------------------------------------------------------------------------------------

# Codes are short, so that people can read them out; so nobody may try many of them.
GUESSED = phrase("table.guessed", "too many tables were asked for that are none; wait a minute")
"""What is told to whoever has tried too many."""


def address_of(asked: HTTPConnection) -> str:
    """Return under what address whoever asks is counted; a trusted proxy has put it in place of its own.

    All who come by a proxy that does not say who they are, or is not trusted to, count as one. A proxy
    on this machine shows itself by what it adds, or by a name that people ask for and it passes on:
    somebody at this machine asks for the machine itself.
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
"""Under what all are counted who come by a proxy that does not say who they are."""


@cache
def _say_nameless() -> None:
    """Say it, once."""
    _log.warning(
        "a proxy passes requests on, and who asks is not known: all count as one, with one's limits; "
        "name it by --trusted-proxy, and let it send X-Forwarded-For"
    )


def may_guess(hub: Hub, asked: HTTPConnection) -> bool:
    """Tell whether whoever asks has not guessed too often lately."""
    return hub.addresses.may_guess(address_of(asked))


def note_guess(hub: Hub, asked: HTTPConnection, closed: Closed) -> None:
    """Count a wrong code, or a wrong token."""
    if closed.code in (NO_TABLE, BAD_TOKEN):
        hub.addresses.has_guessed(address_of(asked))


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
    """Tell whether a name or an address is what a machine calls itself.

    >>> is_machine("localhost"), is_machine("127.0.0.1"), is_machine("a.example")
    (True, True, False)
    """
    return name == "localhost" or is_loopback(name)
