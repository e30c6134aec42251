"""The connections below requests and WebSockets: none takes more of the server than its share."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from suitwise.table.serve.limits import Bucket

FRAMES, FRAMES_AT_ONCE = 100.0, 400
"""How many frames a connection may send a second, for long and at once: several times the messages."""
TOO_MANY = 4429
_BYTES_AT_ONCE = 4096
"""How much is read before frames are counted: what others wait for while it is read."""

_BYE_S = 1.0
HEAD_S = 10.0
"""How long the head of a request may take to come."""


class Porch(H11Protocol):
    """uvicorn's HTTP, which ends a connection on which no whole request comes for a while.

    It ends those, too, that an address has too many of. One that becomes a WebSocket is counted on as
    long as that lasts.
    """

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Wait for the first request."""
        super().connection_made(cast(asyncio.Transport, transport))
        if self.app_state["addresses"].connects(_address(self.client)):
            self._watch()
        else:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Take a part of a request."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing more."""
        super().connection_lost(exc)
        self.app_state["addresses"].hangs_up(_address(self.client))
        self._rest()

    def _watch(self) -> None:
        waits = self.conn.their_state is h11.IDLE and not self.transport.is_closing()
        if not waits:
            self._rest()
        elif self._late is None:
            self._late = self.loop.call_later(HEAD_S, self.transport.abort)

    def _rest(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


class Gate(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, which the server can cut off, and which ends when too many frames come.

    Messages are counted where they are answered. Here every frame is counted, pings and parts of
    messages, too: each takes time to be read, whatever is in it, and whether or not anybody has said
    hello.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._frames = Bucket(FRAMES, FRAMES_AT_ONCE)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Note how the connection is cut."""
        super().connection_made(transport)
        abort = cast(asyncio.Transport, transport).abort
        self.app_state = {**self.app_state, "abort": abort}

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


def _address(client: tuple[str, int] | None) -> str:
    return client[0] if client else ""
