"""Admission control: limits on connections, frames and guesses, and a check of host names.

``LimitedHttp`` and ``LimitedWebSocket`` are uvicorn's two protocols with time limits and counters, so
that no client can take more than its share. The functions below them determine the address under which a
client is counted, whether it has guessed too many table codes, and whether a host name is the server's
own.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, cast

import h11
from starlette.requests import HTTPConnection
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from suitwise.foundation.text.phrases import phrase
from suitwise.table.rules.messages import LANGUAGES
from suitwise.table.serve.limits import (
    Addresses,
    Bucket,
    Limits,
    counted_address,
    is_among,
    is_loopback,
    plain_address,
)
from suitwise.table.serve.shown import BAD_TOKEN, NO_TABLE, Closed, localised, to_json

_log = logging.getLogger(__name__)

FRAMES, FRAMES_AT_ONCE = 100.0, 400
"""The frames that a connection may send per second and in a burst, several times the message limit."""
TOO_MANY = 4429
"""The WebSocket close code for a client that sends too much."""
ENDED = "suitwise.ended"
"""The type of the event that ``receive_event`` returns when the server itself ends the connection."""
_BYTES_AT_ONCE = 4096
"""Input is parsed in pieces of this many bytes; the frames in a piece are counted after it is parsed."""
_MESSAGES_AT_ONCE = 4
"""Reading pauses while this many messages of a connection are waiting."""

_BYE_S = 1.0
"""The seconds that a refused client has to read the refusal before its connection is cut."""
_FULL = phrase(
    "table.full", "the server has as many connections as it can have; come again in a minute"
)


# --- HTTP connections -----------------------------------------------------------------------------


class LimitedHttp(H11Protocol):
    """uvicorn's HTTP protocol with time limits: a connection is cut when it keeps the server waiting.

    There is one limit for the head of a request, one for its body, and one for a client that does not
    read the answer. Sending a few bytes at a time does not extend them. A connection is also cut if its
    address has too many, and refused if the process is running out of file descriptors. A connection
    that becomes a WebSocket is counted until that closes.
    """

    _late: asyncio.TimerHandle | None = None
    _awaited = ""
    _is_handed_on = False
    _is_turned_away = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection and start waiting for the first request."""
        super().connection_made(cast(asyncio.Transport, transport))
        fresh = self.transport.get_extra_info("socket").fileno()
        if not self.app_state["addresses"].connects(_address(self.client)):
            self.transport.abort()
        elif self.app_state["descriptors"].are_few(fresh):
            self._turn_away(is_at_once=self.app_state["descriptors"].are_hardly_any(fresh))
        else:
            self._watch()

    def _turn_away(self, *, is_at_once: bool) -> None:
        """Answer that the server is full, and end this connection.

        Normally the client gets a moment to read the answer. If the connection were closed at once while
        there is unread input, the system would reset it, and the answer would be lost.
        """
        self._is_turned_away = True
        self.transport.write(_turned_away())
        if is_at_once:
            self.transport.close()
        else:
            self.transport.write_eof()
            self.loop.call_later(_BYE_S, self.transport.abort)

    def data_received(self, data: bytes) -> None:
        """Parse input, unless the connection has been refused already."""
        if not self._is_turned_away:
            super().data_received(data)
            self._watch()

    def on_response_complete(self) -> None:
        """Wait for the rest of the request, or for the next one."""
        super().on_response_complete()
        self._watch()

    def pause_writing(self) -> None:
        """Start waiting for a slow reader."""
        super().pause_writing()
        self._watch()

    def resume_writing(self) -> None:
        """Stop waiting for a slow reader."""
        super().resume_writing()
        self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Stop timing the connection: the WebSocket protocol takes over."""
        self._is_handed_on = True
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop timing and counting the connection."""
        self._is_handed_on = True
        super().connection_lost(exc)
        self.app_state["addresses"].disconnects(_address(self.client))
        self._watch()

    def _watch(self) -> None:
        """Restart the timeout if the connection now waits for something else."""
        awaited = "" if self._is_handed_on or self.transport.is_closing() else self._waits_for()
        if awaited == self._awaited:
            return
        if self._late is not None:
            self._late.cancel()
        self._awaited, self._late = awaited, None
        if awaited:
            limits = self.app_state["limits"]
            # the request handler answers a late body itself, and needs a moment for that
            most_s = {"head": limits.head_s, "body": limits.body_s + _BYE_S}
            after_s = most_s.get(awaited, limits.reader_s)
            self._late = self.loop.call_later(after_s, self.transport.abort)

    def _waits_for(self) -> str:
        """Return what the client owes: a request's ``head`` or ``body``, or reading (``reader``)."""
        if self.flow.write_paused:
            return "reader"
        return {h11.IDLE: "head", h11.SEND_BODY: "body"}.get(self.conn.their_state, "")


class LimitedWebSocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol with a limit on frames, and with a direct way to send and receive.

    Once a WebSocket is open, its handler sends and receives through this class instead of through the
    ASGI layers: several messages go out in one write, and none needs a task of its own.

    The message limit applies where messages are handled. Here every frame is counted, including pings
    and fragments, because parsing each costs time, even before the client has said hello.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._frames = Bucket(FRAMES, FRAMES_AT_ONCE)
        self.when_room: Callable[[], None] | None = None
        self.app_state = {**self.app_state, "line": self}

    # --- Messages ---------------------------------------------------------------------------------

    def has_room(self) -> bool:
        """Return whether a message would go out now instead of waiting for a slow reader."""
        return self.writable.is_set()

    def send_texts(self, messages: Sequence[str]) -> None:
        """Send messages in one write; do nothing if the connection is closed."""
        if not (self.close_sent or self.transport.is_closing()):
            self.transport.write(b"".join(map(framed, messages)))

    def resume_writing(self) -> None:
        """Call ``when_room``, which sends the messages that waited for a slow reader."""
        super().resume_writing()
        if self.when_room is not None:
            self.when_room()

    async def receive_event(self) -> Mapping[str, Any]:
        """Return the next ASGI event: a message, the client's disconnect, or one of type ``ENDED``."""
        return cast(Mapping[str, Any], await self.receive())

    def end(self) -> None:
        """Make ``receive_event`` return ``ENDED``, because the server ends the connection."""
        self.queue.put_nowait(cast(Any, {"type": ENDED}))

    def abort(self) -> None:
        """Cut the connection."""
        self.transport.abort()

    # --- Frames -----------------------------------------------------------------------------------

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        super().connection_lost(exc)
        self.app_state["addresses"].disconnects(_address(self.client))

    def data_received(self, data: bytes) -> None:
        """Parse input in small pieces; once a client exceeds the frame limit, ignore the rest."""
        for at in range(0, len(data), _BYTES_AT_ONCE):
            if self.transport.is_closing():
                return
            super().data_received(data[at : at + _BYTES_AT_ONCE])

    def handle_ping(self) -> None:
        """Answer a ping."""
        if self._accepts_frame():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Accept a pong."""
        if self._accepts_frame():
            super().handle_pong(event)

    def handle_text(self, event: Frame) -> None:
        """Accept a text message or its first fragment."""
        if self._accepts_frame():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Accept a binary message or its first fragment."""
        if self._accepts_frame():
            super().handle_bytes(event)

    def send_receive_event_to_app(self) -> None:
        """Queue a complete message; pause reading once several are queued."""
        keeps_reading = not self.read_paused and self.queue.qsize() < _MESSAGES_AT_ONCE
        # uvicorn pauses reading after each message unless it believes that reading is paused already
        self.read_paused = self.read_paused or keeps_reading
        super().send_receive_event_to_app()
        self.read_paused = self.read_paused and not keeps_reading

    def handle_cont(self, event: Frame) -> None:
        """Accept a further fragment of a message."""
        if self._accepts_frame():
            super().handle_cont(event)

    def _accepts_frame(self) -> bool:
        """Count a frame and return whether to accept it; after too many, close the connection."""
        if self.transport.is_closing():
            return False
        if self._frames.take(self.loop.time()):
            return True
        self.conn.fail(TOO_MANY)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()
        self.loop.call_later(_BYE_S, self.transport.abort)  # in case the client ignores the close
        return False


def framed(message: str) -> bytes:
    """Return a message as an unfragmented, unmasked text frame (RFC 6455, section 5.2).

    >>> framed("ab"), framed("a" * 126)[:4], len(framed("a" * 65536))
    (b'\\x81\\x02ab', b'\\x81~\\x00~', 65546)
    """
    data = message.encode()
    size = len(data)
    if size < 126:
        return b"\x81" + bytes((size,)) + data
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + data
    return b"\x81\x7f" + size.to_bytes(8, "big") + data


def _address(client: tuple[str, int] | None) -> str:
    return client[0] if client else ""


@cache
def _turned_away() -> bytes:
    """Return the 503 answer to a request that was not read; in all languages, as none is known."""
    text = " / ".join(localised(_FULL, lang) for lang in LANGUAGES)
    body = to_json({"t": "error", "code": _FULL.code, "text": text}).encode()
    head = (
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nRetry-After: 60\r\n"
        f"Connection: close\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


# --- Client addresses -----------------------------------------------------------------------------


def address_of(request: HTTPConnection) -> str:
    """Return the address under which a request counts toward the limits.

    For a request through a trusted proxy it is the client's address that the proxy forwards. Requests
    through a proxy that forwards no address, or is not trusted, all count together as
    ``UNNAMED_CLIENTS``. A connection from this machine is taken for such a proxy if it has forwarding
    headers or a foreign Host.
    """
    host = request.client.host if request.client else ""
    proxies = request.scope.get("state", {"limits": Limits()})["limits"].proxies
    if is_among(host, proxies):
        is_unnamed = "x-forwarded-for" not in request.headers
    else:
        is_unnamed = is_loopback(host) and _is_forwarded(request)
    if is_unnamed:
        is_health_check = is_own_name(name_of(request.headers.get("host", "")))
        if not is_health_check:
            _warn_unnamed_clients()
        return UNNAMED_CLIENTS
    return counted_address(host)


def _is_forwarded(request: HTTPConnection) -> bool:
    has_header = "x-forwarded-for" in request.headers or "forwarded" in request.headers
    return has_header or not is_own_name(name_of(request.headers.get("host", "")))


def is_from_here(request: HTTPConnection) -> bool:
    """Return whether a request comes from this machine and through no proxy."""
    host = request.client.host if request.client else ""
    return is_loopback(host) and not _is_forwarded(request)


UNNAMED_CLIENTS = "a proxy"
"""The common address of all clients behind a proxy that does not forward their addresses."""


@cache
def _warn_unnamed_clients() -> None:
    """Log a warning, once."""
    _log.warning(
        "a proxy passes requests on, and who asks is not known: all count as one, with one's limits; "
        "name it by --trusted-proxy, and let it send X-Forwarded-For"
    )


# --- Guessed codes --------------------------------------------------------------------------------

# Table codes are short so that people can read them out; so the number of wrong ones is limited.
GUESSED = phrase("table.guessed", "too many tables were asked for that are none; wait a minute")
"""The refusal after too many wrong codes."""


def may_guess(addresses: Addresses, request: HTTPConnection) -> bool:
    """Return whether a client may try another table code: it has not guessed wrong too often lately."""
    return addresses.may_guess(address_of(request))


def note_guess(addresses: Addresses, request: HTTPConnection, closed: Closed) -> None:
    """Count a refusal as a wrong guess if it was for a wrong code or token."""
    if closed.code in (NO_TABLE, BAD_TOKEN):
        addresses.note_guess(address_of(request))


# --- Host names -----------------------------------------------------------------------------------

HOST = re.compile(
    r"(?:\[([0-9A-Fa-f:.]{2,45})\]|([\w.-]{1,253}))(?::\d{0,5})?|([0-9A-Fa-f:.]{2,45})", re.A
)
"""A Host header: name, IPv4 or bracketed IPv6 address, with an optional port; or a bare IPv6 address."""


def name_of(host: str) -> str:
    """Return the normalised name or address in a Host header; empty if the header is malformed.

    >>> name_of("Cards.Example.:443"), name_of("[2001:DB8:0::1]:80"), name_of("::ffff:192.0.2.1")
    ('cards.example', '2001:db8::1', '192.0.2.1')
    """
    match = HOST.fullmatch(host)
    if match is None:
        return ""
    name = (match[1] or match[2] or match[3]).lower().removesuffix(".")
    return plain_address(name)


def is_own_name(name: str) -> bool:
    """Return whether a name is ``localhost`` or an address is a loopback address.

    >>> is_own_name("localhost"), is_own_name("127.0.0.1"), is_own_name("a.example")
    (True, True, False)
    """
    return name == "localhost" or is_loopback(name)
