"""A WebSocket from its opening to its end: who is there, what it says, what closes it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from suitwise.foundation.text.phrases import phrase
from suitwise.table.rules.commands import BadMessage, Command, Hello, read
from suitwise.table.serve.desk import take
from suitwise.table.serve.door import GUESSED, enter, left, may_guess, note_guess
from suitwise.table.serve.hub import Hub
from suitwise.table.serve.room import Room
from suitwise.table.serve.shown.audiences import Closed
from suitwise.table.serve.shown.outbox import TOO_SLOW
from suitwise.table.serve.shown.peer import Peer
from suitwise.table.serve.shown.rendering import packed, said
from suitwise.table.serve.store import NotKept

SUBPROTOCOL = "suitwise.1"
NORMAL, BAD, NO_HELLO, SILENT, TOO_MANY = 1000, 4400, 4401, 4410, 4429
FAULT = 1011
_BYE_S = 1.0
"""How long a reader may take to hear that its socket is closed."""

_log = logging.getLogger(__name__)


class Wire:
    """One WebSocket.

    Args:
        socket: the socket, not yet accepted.
        hub: the tables.
    """

    def __init__(self, socket: WebSocket, hub: Hub) -> None:
        self._socket, self._hub = socket, hub
        self._limits = hub.limits

    async def serve(self) -> None:
        """Serve it until it ends."""
        offered = self._socket.scope.get("subprotocols", ())
        await self._socket.accept(SUBPROTOCOL if SUBPROTOCOL in offered else None)
        with suppress(WebSocketDisconnect, ConnectionError):
            try:
                await self._seated()
            except Closed as closed:
                await self._close(closed.code, closed)

    async def _seated(self) -> None:
        room, peer = await self._entered(await self._hello())
        try:
            await self._between(room, peer)
        finally:
            await left(room, peer)

    async def _entered(self, hello: Hello) -> tuple[Room, Peer]:
        """Let the socket in; whoever has guessed too often hears nothing more, right or wrong."""
        may = may_guess(self._hub, self._socket)
        if not may and hello.token is None:
            raise Closed(TOO_MANY, GUESSED, hello.lang)
        try:
            room = await self._hub.room(hello.table)
            return room, await enter(room, hello)
        except Closed as closed:
            note_guess(self._hub, self._socket, closed)
            if not may:
                raise Closed(TOO_MANY, GUESSED, hello.lang) from None
            closed.lang = hello.lang
            raise
        except NotKept as error:
            _log.error("table %s: %s", hello.table, error)
            why = phrase("table.not-read", "the server can't read this table now; try again")
            raise Closed(FAULT, why, hello.lang) from None

    async def _hello(self) -> Hello:
        """Return the first message, which says who is there."""
        try:
            text = await asyncio.wait_for(self._socket.receive_text(), self._limits.hello_s)
            command = read(text)
        except (TimeoutError, BadMessage, KeyError):
            raise Closed(NO_HELLO) from None
        if not isinstance(command, Hello):
            raise Closed(NO_HELLO)
        return command

    async def _between(self, room: Room, peer: Peer) -> None:
        """Carry messages both ways until one way ends."""
        reading = asyncio.create_task(self._read(room, peer))
        sending = asyncio.create_task(peer.outbox.drain(self._socket.send_text))
        full = asyncio.create_task(peer.outbox.full.wait())
        tasks = (reading, sending, full)
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if reading.done():  # what is answered to the last messages still goes out
                await asyncio.wait((sending, full), timeout=_BYE_S)
            await self._close(peer.outbox.code or TOO_SLOW)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _read(self, room: Room, peer: Peer) -> None:
        """Take messages until the socket ends or is to be ended."""
        code = NORMAL
        try:
            code = await self._taken(room, peer)
        finally:
            peer.outbox.close(code)

    async def _taken(self, room: Room, peer: Peer) -> int:
        """Take messages; return the code that ends the socket."""
        while True:
            try:
                text = await asyncio.wait_for(self._socket.receive_text(), self._limits.silence_s)
            except TimeoutError:
                return SILENT
            except KeyError:  # bytes, where the protocol is text
                return BAD
            if not peer.takes_message():
                return TOO_MANY
            try:
                command: Command = read(text)
            except BadMessage as error:
                peer.send({"t": "error", "code": error.code, "text": error.reason}, room.said)
                continue
            await take(room, peer, command)

    async def _close(self, code: int, closed: Closed | None = None) -> None:
        """Close the socket; a reader that does not even hear that is cut off."""
        abort: Callable[[], None] | None = self._socket.scope.get("state", {}).get("abort")
        try:
            await asyncio.wait_for(self._farewell(code, closed), _BYE_S)
        except TimeoutError:
            if abort is not None:
                abort()

    async def _farewell(self, code: int, closed: Closed | None) -> None:
        if self._socket.application_state != WebSocketState.CONNECTED:
            return
        with suppress(RuntimeError):  # closed meanwhile
            if closed is not None and closed.why is not None:
                bye = {"t": "bye", "code": closed.why.code, "text": closed.why}
                await self._socket.send_text(packed(said(bye, closed.lang)))
            await self._socket.close(code)
