"""The WebSocket endpoint: the life of one socket, from its hello to its close.

``Connection`` reads messages off the wire and enforces the message limits; ``take`` carries out one
command at the socket's table; ``enter`` and ``leave`` attach a socket to a table and detach it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from contextlib import suppress
from dataclasses import replace

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from suitwise.foundation.text.phrases import phrase
from suitwise.table.rules import commands
from suitwise.table.rules.commands import why_no_name
from suitwise.table.rules.house import digest, opens, seat_with
from suitwise.table.rules.messages import Ack, No, Seated
from suitwise.table.rules.running.seating import HOST_ONLY
from suitwise.table.rules.table import Step, Table
from suitwise.table.serve import admission, shown
from suitwise.table.serve.registry import Registry
from suitwise.table.serve.room import Failed, Room, clock
from suitwise.table.serve.shown import FAULT, Closed, Outbox, Peer, localised, to_json
from suitwise.table.serve.stewarding import BANNED, BANNED_CODE, BANNED_NAME, MANY_REPORTS, Steward
from suitwise.table.serve.store import NotKept

_log = logging.getLogger(__name__)

# --- Entering and leaving a table -----------------------------------------------------------------


async def enter(
    room: Room,
    hello: commands.Hello,
    line: shown.Sender | None = None,
    *,
    knows_phrase: bool = False,
) -> Peer:
    """Attach a socket to a table.

    Args:
        room: the table.
        hello: the socket's first message, with the token of its seat.
        line: the connection that messages are sent over; without one they stay queued.
        knows_phrase: whether it has said the table's pass phrase.

    Raises:
        Closed: the token is wrong, there are too many sockets, or spectators are not allowed.
    """
    seat = shown.seat_of(room.table, hello.token)
    audience = shown.audience_of(room.table, seat, knows_phrase=knows_phrase)
    if _is_full(room, seat):
        raise Closed(shown.CROWDED, CROWD)
    token = b"" if seat is None else room.table.chairs[seat].token
    limits = room.services.limits
    peer = Peer(audience, token, hello.lang, hello.since, limits, line, knows_phrase=knows_phrase)
    peer.name = "" if why_no_name(hello.name) else " ".join(hello.name.split())
    room.peers.append(peer)
    peer.welcome(shown.welcome(room.table, seat, hello.since, clock()), room.localised)
    peer.show(room.rendering())
    room.tell_onlookers()
    await _set_present(room, peer, True)
    return peer


async def leave(room: Room, peer: Peer) -> None:
    """Detach a socket from its table."""
    room.peers.remove(peer)
    room.idle_since = clock()
    room.tell_onlookers()
    await _set_present(room, peer, False)


async def _set_present(room: Room, peer: Peer, is_here: bool) -> None:
    """Tell the table that a socket of a seat has opened or closed.

    It counts for the seat that its secret has by then: none if the seat has got a new one meanwhile.
    """

    def present(table: Table, _: bool) -> Step:
        seat = seat_with(table.chairs, peer.token)
        return table.present(seat, is_here, clock(), room.services.keys)

    if peer.seat is not None:
        with suppress(Failed):
            await room.run(present)


CROWD = phrase("table.crowded", "too many look at this at once")
"""The refusal when a seat, or the spectators together, have as many sockets as allowed."""


def _is_full(room: Room, seat: int | None) -> bool:
    """Return whether a seat, or the spectators for None, have as many sockets as allowed."""
    limits = room.services.limits
    most = limits.spectators if seat is None else limits.seat_sockets
    return sum(peer.seat == seat for peer in room.peers) >= most


def _is_token_of_full_seat(room: Room, token: str) -> bool:
    seat = seat_with(room.table.chairs, digest(token))
    return seat is not None and _is_full(room, seat)


# --- Commands -------------------------------------------------------------------------------------


async def take(room: Room, peer: Peer, command: commands.Command) -> None:
    """Carry out one command of a socket."""
    match command:
        case commands.Ping():
            peer.send({"t": "pong", "now": clock(), "s": peer.s}, room.localised)
        case commands.Lang(lang):
            peer.switch_view(peer.audience, lang)
            peer.show(room.rendering())
        case commands.Hello():
            text = phrase("table.second-hello", "hello is said once, at the beginning")
            peer.send({"t": "error", "code": text.code, "text": text}, room.localised)
        case commands.Ask():
            _ask(room, peer, command)
        case commands.Hint():
            await _hint(room, peer, command)
        case commands.Dismiss():
            _dismiss(room, peer, command)
        case commands.Sit(token=token) if (
            peer.seat is None and token and _is_token_of_full_seat(room, token)
        ):
            peer.send(No(command.id, room.table.v, CROWD).plain(), room.localised)
        case _:
            await _do(room, peer, command)


async def _do(
    room: Room, peer: Peer, command: commands.Command, *, is_answered: bool = True
) -> Step | None:
    """Pass a command to the table; on failure tell the socket why and return None."""
    seat, begun, figures = peer.seat, time.perf_counter(), room.services.figures

    def change(table: Table, at_once: bool) -> Step:
        return table.do(peer.seat, command, clock(), room.services.keys, at_once=at_once)

    try:
        step = await room.run(change, peer if is_answered else None)
    except Failed as failed:
        no = No(getattr(command, "id", ""), room.table.v, failed.why)
        figures.note_refusal(failed.why.code)
        peer.send(no.plain(), room.localised)
        return None
    if isinstance(step.reply, No):
        figures.note_refusal(step.reply.reason.code)
    elif isinstance(command, commands.Move):
        figures.moves.note(time.perf_counter() - begun)
    if seat is None and isinstance(step.reply, Seated):
        await _set_present(room, peer, True)
    return step


def _dismiss(room: Room, peer: Peer, command: commands.Dismiss) -> None:
    """Send one onlooker away, as the host wants; one who has gone already is as good as sent away."""
    fault = None
    if peer.seat is None or peer.seat != room.table.host:
        fault = HOST_ONLY
    elif not 1 <= command.onlooker <= room.onlookers:
        fault = phrase("table.no-onlooker", "nobody has looked on by this number")
    if fault is not None:
        room.services.figures.note_refusal(fault.code)
        peer.send(No(command.id, room.table.v, fault).plain(), room.localised)
        return
    for one in room.peers:
        if one.seat is None and one.number == command.onlooker:
            why = phrase("table.sent-away", "the host has sent you away")
            one.send({"t": "bye", "code": why.code, "text": why}, room.localised)
            one.outbox.close(SENT_AWAY)
    if command.id:  # without one nobody waits for an answer
        peer.send(Ack(command.id, room.table.v).plain(), room.localised)
    room.tell_onlookers()


def _ask(room: Room, peer: Peer, command: commands.Ask) -> None:
    """Rule on selected cards, one selection at a time; of others that wait, only on the latest."""
    peer.question = command
    if not peer.is_ruled:
        peer.is_ruled = True
        room.spawn(_rule(room, peer))


async def _rule(room: Room, peer: Peer) -> None:
    try:
        while peer.question is not None:
            while not peer.asks.take(time.monotonic()):
                await asyncio.sleep(1 / room.services.limits.asks)
            command, peer.question = peer.question, None
            await _do(room, peer, command)
    finally:
        peer.is_ruled = False


async def _hint(room: Room, peer: Peer, command: commands.Hint) -> None:
    """Check that a hint is allowed and start computing it; only one at a time per seat."""
    if any(one.is_advised for one in room.peers if one.seat == peer.seat):
        return
    step = await _do(room, peer, command, is_answered=False)
    if step is None or isinstance(step.reply, No):
        if step is not None and step.reply is not None:
            peer.send(step.reply.plain(), room.localised)
        return
    peer.is_advised = True
    room.spawn(_advise(room, peer, command))


async def _advise(room: Room, peer: Peer, command: commands.Hint) -> None:
    """Compute a hint and send it, or the reason why there is none."""
    table, seat = room.table, peer.seat
    assert seat is not None  # the table has accepted the hint command, so it came from a seat
    try:
        position = await room.position(table)
        hint, by = await room.services.bot_workers.hint(
            table.variant, position, seat, secrets.randbits(64), table=table.code
        )
    except Failed as failed:
        peer.send(No(command.id, table.v, failed.why).plain(), room.localised)
        return
    except TimeoutError:
        why = phrase("table.late-hint", "a hint takes too long here: decide without, or ask again")
        peer.send(No(command.id, table.v, why).plain(), room.localised)
        return
    except Exception as error:
        _log.error("table %s: no hint: %s", table.code, type(error).__name__)
        why = phrase("table.no-hint", "there is no hint now; try again")
        peer.send(No(command.id, table.v, why).plain(), room.localised)
        return
    finally:
        peer.is_advised = False
    message = {"t": "hint", "id": command.id, "v": table.v, "move": hint.move}
    said = {"text": hint.text, "figure": hint.figure, "by": by}
    peer.send({**message, **said}, room.localised)


# --- Connections ----------------------------------------------------------------------------------

SUBPROTOCOL = "suitwise.1"
_WRONG_PHRASE = phrase("table.wrong-phrase", "this is not the pass phrase of the table")
_GUESSED_PHRASE = phrase("table.guessed-phrase", "too many wrong pass phrases; wait a minute")
_TWO_TABLES = phrase("table.two-tables", "the address of this connection is that of another table")
NORMAL, BAD, NO_HELLO, SENT_AWAY, SILENT, TOO_MANY = 1000, 4400, 4401, 4406, 4410, 4429
"""Close codes of WebSockets; those from 4000 on are our own."""
_BYE_S = 1.0
"""The time a client gets to receive the closing message."""


class IdleTimeout:
    """Closes a socket that has been silent for too long.

    Each message only stores the time; the timer is set again when it fires, which is far less often.

    Args:
        timeout_s: the allowed silence in seconds.
        outbox: the outbox of the socket to close.
    """

    def __init__(self, timeout_s: float, outbox: Outbox) -> None:
        self._timeout_s, self._outbox = timeout_s, outbox
        self._loop = asyncio.get_running_loop()
        self._heard_at = self._loop.time()
        self._timer = self._loop.call_later(timeout_s, self._check)

    def restart(self) -> None:
        """Count the silence from now."""
        self._heard_at = self._loop.time()

    def cancel(self) -> None:
        """Stop watching the socket."""
        self._timer.cancel()

    def _check(self) -> None:
        left_s = self._heard_at + self._timeout_s - self._loop.time()
        if left_s <= 0:
            self._outbox.close(SILENT)
        else:
            self._timer = self._loop.call_later(left_s, self._check)


class Connection:
    """One WebSocket connection.

    Args:
        socket: the WebSocket, not yet accepted; its address may name the table, or the first character
            of its code where it is still to be made, for a proxy to route by.
        registry: the tables.
    """

    def __init__(self, socket: WebSocket, registry: Registry) -> None:
        self._socket, self._registry = socket, registry
        self._code: str | None = socket.path_params.get("code")
        self._limits = registry.limits
        self._line: admission.LimitedWebSocket = socket.scope["state"]["line"]
        self._steward: Steward = socket.scope["state"]["steward"]
        self._address = admission.address_of(socket)
        self._host = socket.client.host if socket.client else ""

    async def serve(self) -> None:
        """Serve the connection until it ends."""
        offered = self._socket.scope.get("subprotocols", ())
        await self._socket.accept(SUBPROTOCOL if SUBPROTOCOL in offered else None)
        with suppress(WebSocketDisconnect, ConnectionError):
            try:
                room, peer = await self._enter(await self._hello())
                try:
                    with self._steward.attending(peer, self._host):
                        await self._serve_table(room, peer)
                finally:
                    await leave(room, peer)
            except Closed as closed:
                await self._close(closed.code, closed)

    async def _enter(self, hello: commands.Hello) -> tuple[Room, Peer]:
        """Attach the socket to its table.

        A client that has guessed too many codes gets the same refusal for a right and a wrong one; only
        a valid token still lets it in.
        """
        addresses = self._registry.addresses
        if self._steward.bans_address(self._host):  # since the socket was opened
            raise Closed(BANNED_CODE, BANNED, hello.lang)
        may_try = admission.may_guess(addresses, self._socket)
        if not may_try and hello.token is None:
            raise Closed(TOO_MANY, admission.GUESSED, hello.lang)
        try:
            code = hello.table.upper()
            if self._code is not None and self._code.upper() not in (code, code[:1]):
                raise Closed(shown.NO_TABLE, _TWO_TABLES)
            room = await self._registry.room(hello.table)
            if self._steward.bans_name(hello.name):
                hello = replace(hello, name="")
            knows_phrase = await self._knows_phrase(room, hello)
            return room, await enter(room, hello, self._line, knows_phrase=knows_phrase)
        except Closed as closed:
            admission.note_guess(addresses, self._socket, closed)
            if not may_try:
                raise Closed(TOO_MANY, admission.GUESSED, hello.lang) from None
            closed.lang = hello.lang
            raise
        except NotKept as error:
            _log.error("table %s: %s", hello.table, error)
            why = phrase("table.not-read", "the server can't read this table now; try again")
            raise Closed(FAULT, why, hello.lang) from None

    async def _knows_phrase(self, room: Room, hello: commands.Hello) -> bool:
        """Return whether the socket says the pass phrase of a private table.

        Whoever has a seat there, or says none, is not held against it. After too many wrong ones of an
        address its right one is refused, too.

        Raises:
            Closed: it says a wrong one, or there were too many.
        """
        lock, said = room.table.house.lock, hello.phrase
        if not lock or said is None or shown.seat_of(room.table, hello.token) is not None:
            return False
        addresses = self._registry.addresses
        async with room.phrase_lock:
            if not addresses.may_try_phrase(self._address):
                raise Closed(TOO_MANY, _GUESSED_PHRASE)
            if await asyncio.to_thread(opens, lock, said):
                return True
            addresses.note_wrong_phrase(self._address)
        raise Closed(shown.LOCKED, _WRONG_PHRASE)

    async def _hello(self) -> commands.Hello:
        """Return the client's first message, which names its table and seat."""
        try:
            text = await asyncio.wait_for(self._socket.receive_text(), self._limits.hello_s)
            command = commands.read(text)
        except (TimeoutError, commands.BadMessage, KeyError):
            raise Closed(NO_HELLO) from None
        if not isinstance(command, commands.Hello):
            raise Closed(NO_HELLO)
        return command

    async def _serve_table(self, room: Room, peer: Peer) -> None:
        """Carry messages both ways until one side ends the connection."""
        box, idle = peer.outbox, IdleTimeout(self._limits.silence_s, peer.outbox)
        self._line.when_room = box.send
        try:
            box.close(await self._take_messages(room, peer, idle))
        except Exception as error:
            # Not the error's text: it may name cards of a hand.
            _log.error("table %s: %s at a socket", room.table.code, type(error).__name__)
            box.close(FAULT)
        finally:
            idle.cancel()
        box.send()  # the answers to the last messages
        await self._close(NORMAL if box.code is None else box.code)

    async def _take_messages(self, room: Room, peer: Peer, idle: IdleTimeout) -> int:
        """Handle messages one by one; return the close code."""
        while peer.outbox.code is None:
            message = await self._line.receive_event()
            if message["type"] != "websocket.receive":
                return NORMAL
            idle.restart()
            text = message.get("text")
            if text is None:  # a binary message; the protocol has only text
                return BAD
            if not peer.count_message():
                return TOO_MANY
            if wait_s := self._registry.addresses.wait(self._address):
                await asyncio.sleep(wait_s)
            await self._take(room, peer, text)
        return NORMAL

    async def _take(self, room: Room, peer: Peer, text: str) -> None:
        try:
            command: commands.Command = commands.read(text)
        except commands.BadMessage as error:
            peer.send({"t": "error", "code": error.code, "text": error.reason}, room.localised)
        else:
            if isinstance(command, commands.Sit) and self._steward.bans_name(command.name):
                peer.send(No(command.id, room.table.v, BANNED_NAME).plain(), room.localised)
            elif (
                isinstance(command, commands.Report)
                and peer.seat is not None
                and not await self._steward.may_report(room, peer.seat, command.id)
            ):
                peer.send(No(command.id, room.table.v, MANY_REPORTS).plain(), room.localised)
            else:
                await take(room, peer, command)

    async def _close(self, code: int, closed: Closed | None = None) -> None:
        """Close the socket; cut the connection if the client ignores the closing handshake."""
        try:
            await asyncio.wait_for(self._farewell(code, closed), _BYE_S)
        except TimeoutError:
            self._line.abort()

    async def _farewell(self, code: int, closed: Closed | None) -> None:
        """Send the reason for closing, if there is one, and close the socket."""
        if self._socket.application_state != WebSocketState.CONNECTED:
            return
        with suppress(RuntimeError):  # the client has closed it meanwhile
            if closed is not None and closed.why is not None:
                bye = {"t": "bye", "code": closed.why.code, "text": closed.why}
                await self._socket.send_text(to_json(localised(bye, closed.lang)))
            await self._socket.close(code)
