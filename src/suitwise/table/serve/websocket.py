"""A WebSocket from its opening to its end: who is there, what it says, what closes it."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from suitwise.foundation.text.phrases import phrase
from suitwise.table.rules import commands
from suitwise.table.rules.messages import No, Seated
from suitwise.table.rules.table import Step, Table
from suitwise.table.serve.gate import Gate
from suitwise.table.serve.registry import (
    CROWD,
    GUESSED,
    Registry,
    address_of,
    enter,
    is_crowded,
    left,
    may_guess,
    note_guess,
    present,
)
from suitwise.table.serve.room import Failed, Room, clock
from suitwise.table.serve.shown import FAULT, Closed, Outbox, Peer, packed, said
from suitwise.table.serve.store import NotKept

# --- What a socket at a table asks for, and how it is answered ------------------------------------

_log = logging.getLogger(__name__)


async def take(room: Room, peer: Peer, command: commands.Command) -> None:
    """Do what a socket asks for."""
    match command:
        case commands.Ping():
            peer.send({"t": "pong", "now": clock(), "s": peer.s}, room.said)
        case commands.Lang(lang):
            peer.moved(peer.audience, lang)
            peer.show(room.rendering())
        case commands.Hello():
            text = phrase("table.second-hello", "hello is said once, at the beginning")
            peer.send({"t": "error", "code": text.code, "text": text}, room.said)
        case commands.Ask():
            _ask(room, peer, command)
        case commands.Hint():
            await _hint(room, peer, command)
        case commands.Sit(token=token) if peer.seat is None and token and is_crowded(room, token):
            peer.send(No(command.id, room.table.v, CROWD).plain(), room.said)
        case _:
            await _do(room, peer, command)


async def _do(
    room: Room, peer: Peer, command: commands.Command, *, is_answered: bool = True
) -> Step | None:
    """Let the table do what is asked; None where it did not happen, which the socket is told."""
    seat = peer.seat

    def change(table: Table, at_once: bool) -> Step:
        return table.do(peer.seat, command, clock(), room.services.keys, at_once=at_once)

    try:
        step = await room.run(change, peer if is_answered else None)
    except Failed as failed:
        no = No(getattr(command, "id", ""), room.table.v, failed.why)
        peer.send(no.plain(), room.said)
        return None
    if seat is None and isinstance(step.reply, Seated):
        await present(room, peer.seat, True)
    return step


def _ask(room: Room, peer: Peer, command: commands.Ask) -> None:
    """Rule on what is chosen; of questions that come too fast the latest is answered."""
    is_waiting, peer.question = peer.question is not None, command
    if not is_waiting:
        room.spawn(_rule(room, peer))


async def _rule(room: Room, peer: Peer) -> None:
    while not peer.asks.take(time.monotonic()):
        await asyncio.sleep(1 / room.services.limits.asks)
    command, peer.question = peer.question, None
    if command is not None:
        await _do(room, peer, command)


async def _hint(room: Room, peer: Peer, command: commands.Hint) -> None:
    """Let a player think for a seat, one hint at a time."""
    if peer.is_advised:
        return
    step = await _do(room, peer, command, is_answered=False)
    if step is None or isinstance(step.reply, No):
        if step is not None and step.reply is not None:
            peer.send(step.reply.plain(), room.said)
        return
    peer.is_advised = True
    room.spawn(_advise(room, peer, command))


async def _advise(room: Room, peer: Peer, command: commands.Hint) -> None:
    table, seat = room.table, peer.seat
    assert seat is not None  # the table advises seats alone
    try:
        position = await room.position(table)
        hint, by = await room.services.thinkers.hint(
            table.variant, position, seat, secrets.randbits(64)
        )
    except Failed as failed:
        peer.send(No(command.id, table.v, failed.why).plain(), room.said)
        return
    except TimeoutError:
        why = phrase("table.late-hint", "a hint takes too long here: decide without, or ask again")
        peer.send(No(command.id, table.v, why).plain(), room.said)
        return
    except Exception as error:
        _log.error("table %s: no hint: %s", table.code, type(error).__name__)
        why = phrase("table.no-hint", "there is no hint now; try again")
        peer.send(No(command.id, table.v, why).plain(), room.said)
        return
    finally:
        peer.is_advised = False
    said = {"t": "hint", "id": command.id, "v": table.v, "move": hint.move}
    peer.send({**said, "text": hint.text, "by": by}, room.said)


# --- A WebSocket ----------------------------------------------------------------------------------

SUBPROTOCOL = "suitwise.1"
NORMAL, BAD, NO_HELLO, SILENT, TOO_MANY = 1000, 4400, 4401, 4410, 4429
_BYE_S = 1.0
"""The wait for a reader to take the closing message."""


class Silence:
    """Ends a socket that has said nothing for a while, with one timer that is seldom set anew.

    Args:
        most_s: how many seconds it may say nothing.
        outbox: what ends it.
    """

    def __init__(self, most_s: float, outbox: Outbox) -> None:
        self._most_s, self._outbox = most_s, outbox
        self._loop = asyncio.get_running_loop()
        self._since = self._loop.time()
        self._timer = self._loop.call_later(most_s, self._look)

    def broken(self) -> None:
        """Note that it has said something."""
        self._since = self._loop.time()

    def stop(self) -> None:
        """Look no more."""
        self._timer.cancel()

    def _look(self) -> None:
        left_s = self._since + self._most_s - self._loop.time()
        if left_s <= 0:
            self._outbox.close(SILENT)
        else:
            self._timer = self._loop.call_later(left_s, self._look)


class Wire:
    """One WebSocket.

    Args:
        socket: the socket, not yet accepted.
        registry: the tables.
    """

    def __init__(self, socket: WebSocket, registry: Registry) -> None:
        self._socket, self._registry = socket, registry
        self._limits = registry.limits
        self._line: Gate = socket.scope["state"]["line"]
        self._address = address_of(socket)

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

    async def _entered(self, hello: commands.Hello) -> tuple[Room, Peer]:
        """Let the socket in; whoever has guessed too often hears nothing more, right or wrong."""
        may = may_guess(self._registry, self._socket)
        if not may and hello.token is None:
            raise Closed(TOO_MANY, GUESSED, hello.lang)
        try:
            room = await self._registry.room(hello.table)
            return room, await enter(room, hello, self._line)
        except Closed as closed:
            note_guess(self._registry, self._socket, closed)
            if not may:
                raise Closed(TOO_MANY, GUESSED, hello.lang) from None
            closed.lang = hello.lang
            raise
        except NotKept as error:
            _log.error("table %s: %s", hello.table, error)
            why = phrase("table.not-read", "the server can't read this table now; try again")
            raise Closed(FAULT, why, hello.lang) from None

    async def _hello(self) -> commands.Hello:
        """Return the first message, which says who is there."""
        try:
            text = await asyncio.wait_for(self._socket.receive_text(), self._limits.hello_s)
            command = commands.read(text)
        except (TimeoutError, commands.BadMessage, KeyError):
            raise Closed(NO_HELLO) from None
        if not isinstance(command, commands.Hello):
            raise Closed(NO_HELLO)
        return command

    async def _between(self, room: Room, peer: Peer) -> None:
        """Carry messages both ways until the socket ends or is to be ended."""
        box, silence = peer.outbox, Silence(self._limits.silence_s, peer.outbox)
        self._line.when_room = box.send
        try:
            box.close(await self._taken(room, peer, silence))
        except Exception as error:
            # Not the error's text: it may name cards of a hand.
            _log.error("table %s: %s at a socket", room.table.code, type(error).__name__)
            box.close(FAULT)
        finally:
            silence.stop()
        box.send()  # what is answered to the last messages
        await self._close(NORMAL if box.code is None else box.code)

    async def _taken(self, room: Room, peer: Peer, silence: Silence) -> int:
        """Take messages; return the code that ends the socket."""
        while peer.outbox.code is None:
            message = await self._line.heard()
            if message["type"] != "websocket.receive":
                return NORMAL
            silence.broken()
            text = message.get("text")
            if text is None:  # bytes, where the protocol is text
                return BAD
            if not peer.takes_message():
                return TOO_MANY
            if wait_s := self._registry.addresses.wait(self._address):
                await asyncio.sleep(wait_s)
            await self._take(room, peer, text)
        return NORMAL

    async def _take(self, room: Room, peer: Peer, text: str) -> None:
        try:
            command: commands.Command = commands.read(text)
        except commands.BadMessage as error:
            peer.send({"t": "error", "code": error.code, "text": error.reason}, room.said)
        else:
            await take(room, peer, command)

    async def _close(self, code: int, closed: Closed | None = None) -> None:
        """Close the socket; a reader that does not even hear that is cut off."""
        try:
            await asyncio.wait_for(self._farewell(code, closed), _BYE_S)
        except TimeoutError:
            self._line.abort()

    async def _farewell(self, code: int, closed: Closed | None) -> None:
        if self._socket.application_state != WebSocketState.CONNECTED:
            return
        with suppress(RuntimeError):  # closed meanwhile
            if closed is not None and closed.why is not None:
                bye = {"t": "bye", "code": closed.why.code, "text": closed.why}
                await self._socket.send_text(packed(said(bye, closed.lang)))
            await self._socket.close(code)
