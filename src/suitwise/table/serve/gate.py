"""The connections below requests and WebSockets: none takes more of the server than its share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from suitwise.foundation.text.phrases import phrase
from suitwise.table.rules.messages import LANGUAGES
from suitwise.table.serve.limits import Bucket
from suitwise.table.serve.shown import packed, said

FRAMES, FRAMES_AT_ONCE = 100.0, 400
"""Frames a connection may send, a second and in a burst: several times the messages."""
TOO_MANY = 4429
ENDED = "suitwise.ended"
"""The kind of what is heard where the server itself ends the line."""
_BYTES_AT_ONCE = 4096
"""The bytes read before frames are counted; others wait while they are read."""
_MESSAGES_AT_ONCE = 4
"""The messages of a connection that wait before reading pauses."""

_BYE_S = 1.0
_FULL = phrase(
    "table.full", "the server has as many connections as it can have; come again in a minute"
)


class Porch(H11Protocol):
    """uvicorn's HTTP, which ends a connection on which no whole request comes for a while.

    The head of a request has its time and the body has its own, however they trickle and whether or not
    anybody reads them; so has a reader who takes nothing of an answer. It ends those, too, that an
    address has too many of, and where the process has hardly any descriptors left it answers new ones
    so at once. One that becomes a WebSocket is counted on as long as that lasts.
    """

    _late: asyncio.TimerHandle | None = None
    _awaited = ""
    _is_handed_on = False
    _is_turned_away = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Wait for the first request."""
        super().connection_made(cast(asyncio.Transport, transport))
        fresh = self.transport.get_extra_info("socket").fileno()
        if not self.app_state["addresses"].connects(_address(self.client)):
            self.transport.abort()
        elif self.app_state["descriptors"].are_few(fresh):
            self._turn_away(is_at_once=self.app_state["descriptors"].are_hardly_any(fresh))
        else:
            self._watch()

    def _turn_away(self, *, is_at_once: bool) -> None:
        """Answer that there are too many connections, and end this one.

        Some time for the other side to read that first: what it has sent meanwhile would else make the
        system break the connection off.
        """
        self._is_turned_away = True
        self.transport.write(_turned_away())
        if is_at_once:
            self.transport.close()
        else:
            self.transport.write_eof()
            self.loop.call_later(_BYE_S, self.transport.abort)

    def data_received(self, data: bytes) -> None:
        """Take a part of a request; nothing of one that is answered already."""
        if not self._is_turned_away:
            super().data_received(data)
            self._watch()

    def on_response_complete(self) -> None:
        """Wait for the rest of the request, or for the next one."""
        super().on_response_complete()
        self._watch()

    def pause_writing(self) -> None:
        """Wait for the reader."""
        super().pause_writing()
        self._watch()

    def resume_writing(self) -> None:
        """Wait for the reader no more."""
        super().resume_writing()
        self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Leave the connection to a WebSocket."""
        self._is_handed_on = True
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing more."""
        self._is_handed_on = True
        super().connection_lost(exc)
        self.app_state["addresses"].hangs_up(_address(self.client))
        self._watch()

    def _watch(self) -> None:
        """End the connection after a while, unless what is awaited has come by then."""
        awaited = "" if self._is_handed_on or self.transport.is_closing() else self._waits_for()
        if awaited == self._awaited:
            return
        if self._late is not None:
            self._late.cancel()
        self._awaited, self._late = awaited, None
        if awaited:
            limits = self.app_state["limits"]
            # who is late with a body is told so first
            most_s = {"head": limits.head_s, "body": limits.body_s + _BYE_S}
            after_s = most_s.get(awaited, limits.reader_s)
            self._late = self.loop.call_later(after_s, self.transport.abort)

    def _waits_for(self) -> str:
        if self.flow.write_paused:
            return "reader"
        return {h11.IDLE: "head", h11.SEND_BODY: "body"}.get(self.conn.their_state, "")


class Gate(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, which the server can cut off, and which ends when too many frames come.

    Once it is open, messages are sent and heard here, not through the layers above: several in one
    piece, and none waits for a task of its own.

    Messages are counted where they are answered. Here every frame is counted, pings and parts of
    messages, too: each takes time to be read, whatever is in it, and whether or not anybody has said
    hello.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._frames = Bucket(FRAMES, FRAMES_AT_ONCE)
        self.when_room: Callable[[], None] | None = None
        self.app_state = {**self.app_state, "line": self}

    # --- Messages ---------------------------------------------------------------------------------

    def has_room(self) -> bool:
        """Return whether what is sent now goes out, instead of waiting for the reader."""
        return self.writable.is_set()

    def tell(self, messages: Sequence[str]) -> None:
        """Send messages in one piece; nothing where the line is closed."""
        if not (self.close_sent or self.transport.is_closing()):
            self.transport.write(b"".join(map(framed, messages)))

    def resume_writing(self) -> None:
        """Send what has waited for the reader, before anything that comes now."""
        super().resume_writing()
        if self.when_room is not None:
            self.when_room()

    async def heard(self) -> Mapping[str, Any]:
        """Return what comes next: a message, the other side's end, or ``ENDED``."""
        return cast(Mapping[str, Any], await self.receive())

    def end(self) -> None:
        """Have ``heard`` say that the server itself ends the line."""
        self.queue.put_nowait(cast(Any, {"type": ENDED}))

    def abort(self) -> None:
        """Cut the line off."""
        self.transport.abort()

    # --- Frames -----------------------------------------------------------------------------------

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection no more."""
        super().connection_lost(exc)
        self.app_state["addresses"].hangs_up(_address(self.client))

    def data_received(self, data: bytes) -> None:
        """Read a little at a time; of whoever has sent too much the rest is not read."""
        for at in range(0, len(data), _BYTES_AT_ONCE):
            if self.transport.is_closing():
                return
            super().data_received(data[at : at + _BYTES_AT_ONCE])

    def handle_ping(self) -> None:
        """Answer a ping."""
        if self._may():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Take the answer to a ping."""
        if self._may():
            super().handle_pong(event)

    def handle_text(self, event: Frame) -> None:
        """Take a message, or its beginning."""
        if self._may():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Take a message that is no text, or its beginning."""
        if self._may():
            super().handle_bytes(event)

    def send_receive_event_to_app(self) -> None:
        """Let a message wait to be heard; where several wait already no more are read."""
        goes_on = not self.read_paused and self.queue.qsize() < _MESSAGES_AT_ONCE
        self.read_paused = self.read_paused or goes_on  # else uvicorn stops reading at each message
        super().send_receive_event_to_app()
        self.read_paused = self.read_paused and not goes_on

    def handle_cont(self, event: Frame) -> None:
        """Take a further part of a message."""
        if self._may():
            super().handle_cont(event)

    def _may(self) -> bool:
        """Count a frame; tell whether it is taken, which none is of a connection that is closed."""
        if self.transport.is_closing():
            return False
        if self._frames.take(self.loop.time()):
            return True
        self.conn.fail(TOO_MANY)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()
        self.loop.call_later(_BYE_S, self.transport.abort)  # it may not even hear that
        return False


def framed(message: str) -> bytes:
    """Return a message as a frame of text from a server, whole and without a mask (RFC 6455, 5.2).

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
    """Return the answer to a request that is not read, in all languages: it has not said its own."""
    text = " / ".join(said(_FULL, lang) for lang in LANGUAGES)
    body = packed({"t": "error", "code": _FULL.code, "text": text}).encode()
    head = (
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nRetry-After: 60\r\n"
        f"Connection: close\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body
