"""What a socket at a table asks for, and how it is answered."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time

from suitwise.foundation.text.phrases import phrase
from suitwise.table.rules.commands import (
    Ask,
    Command,
    Hello,
    Hint,
    Lang,
    Ping,
    Sit,
)
from suitwise.table.rules.messages import No, Seated
from suitwise.table.rules.table import Step, Table
from suitwise.table.serve.door import CROWD, is_crowded, present
from suitwise.table.serve.room import Failed, Room, clock
from suitwise.table.serve.shown.peer import Peer

_log = logging.getLogger(__name__)


async def take(room: Room, peer: Peer, command: Command) -> None:
    """Do what a socket asks for."""
    match command:
        case Ping():
            peer.send({"t": "pong", "now": clock(), "s": peer.s}, room.said)
        case Lang(lang):
            peer.moved(peer.audience, lang)
            peer.show(room.rendering())
        case Hello():
            text = phrase("table.second-hello", "hello is said once, at the beginning")
            peer.send({"t": "error", "code": text.code, "text": text}, room.said)
        case Ask():
            _ask(room, peer, command)
        case Hint():
            await _hint(room, peer, command)
        case Sit(token=token) if peer.seat is None and token and is_crowded(room, token):
            peer.send(No(command.id, room.table.v, CROWD).plain(), room.said)
        case _:
            await _do(room, peer, command)


async def _do(room: Room, peer: Peer, command: Command, *, is_answered: bool = True) -> Step | None:
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


def _ask(room: Room, peer: Peer, command: Ask) -> None:
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


async def _hint(room: Room, peer: Peer, command: Hint) -> None:
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


async def _advise(room: Room, peer: Peer, command: Hint) -> None:
    table, seat = room.table, peer.seat
    assert seat is not None  # the table advises seats alone
    try:
        hint, by = await room.services.thinkers.hint(
            table.variant, str(table.state), seat, secrets.randbits(64)
        )
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
