"""A bot that plays a seat over the wire, as ``suitwise table join`` does."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from typing import Any

from suitwise.arena.entrants.imported import import_players
from suitwise.arena.entrants.seats import reason_of
from suitwise.errors import NotationError, SuitwiseError
from suitwise.table.client import Client

Choose = Callable[[dict[str, Any]], str]
"""Gives a move's text by the parts that a seat sees when it is on turn."""
STALE = "table.stale"
"""The code of what came too late: the table has gone on, and what has changed is told."""
STOP = "stop"
ON_FAULT = ("substitute:rules", "substitute:random", STOP)
"""What a bot may do where its own answer is none: the first unless it is told otherwise."""
_NOTHING = ("", "")


def play(
    client: Client,
    name: str = "Robin",
    choose: Choose | None = None,
    told: Callable[[str], object] = lambda line: None,
    on_fault: str = ON_FAULT[0],
) -> None:
    """Play a seat to the end of the game; without a token an open seat is taken.

    Args:
        client: the seat.
        name: the name to sit down with.
        choose: gives a move by the parts that the seat sees; None: what the table's hints say.
        told: called with each line that the seat is told.
        on_fault: what is done where ``choose`` raises an error or gives no legal move, one of
            ``ON_FAULT``: the table's hint is played in its place, a listed move at random (where there
            are no hints, too), or the bot stops.

    Raises:
        SuitwiseError: no seat is open, the table gives no hints, or a move failed where that stops it.
    """
    asked, waits, stood_in = "", "", False

    def act() -> tuple[str, str]:
        try:
            return _done(client, name, choose)
        except SuitwiseError as error:
            return instead(str(error))

    def instead(why: str) -> tuple[str, str]:
        nonlocal stood_in
        if choose is None or on_fault == STOP or stood_in:
            raise SuitwiseError(why)
        told(f"{why}; {on_fault}")
        stood_in = True
        is_drawn = on_fault == ON_FAULT[1] or not client.parts["can"]["hint"]
        return _done(client, name, at_random if is_drawn else None)

    for message in client.messages():
        for line in message.get("told", ()):
            told(line["text"])
        is_no, is_answer = message["t"] == "no", message.get("id") == waits
        if message["t"] == "hint" and is_answer:
            asked, waits = _say(client, "move", at=message["v"], move=message["move"])
        elif is_no and client.seat is None:
            raise SuitwiseError(message["text"])
        elif is_no and is_answer and asked == "move" and message["code"] != STALE:
            asked, waits = instead(f"a move was refused: {message['text']}")
        elif not (is_no and message["code"] != STALE) and waits not in client.kept and client.parts:
            if client.parts["life"]["stage"] == "over":
                return
            stood_in = False
            asked, waits = act()


def _done(client: Client, name: str, choose: Choose | None) -> tuple[str, str]:
    """Do what is to be done now; return the kind of the command and its id, empty for none."""
    parts, seat = client.parts, client.seat
    stage, proposal = parts["life"]["stage"], parts["proposal"]
    if seat is None:
        return _say(client, "sit", name=name, token=client.secret)
    if proposal:
        is_asked = seat not in proposal["yes"]
        return _say(client, "answer", k=proposal["k"], yes=True) if is_asked else _NOTHING
    if parts["life"]["needs_ready"]:
        return _NOTHING if parts["people"][seat]["ready"] else _say(client, "ready")
    if stage != "playing" or not parts["ask"] or parts["bar"]:
        return _NOTHING
    if choose is not None:
        return _say(client, "move", at=client.v, move=_chosen(choose, parts))
    if not parts["can"]["hint"]:
        raise SuitwiseError("this table gives no hints: name another player")
    return _say(client, "hint")


def _say(client: Client, t: str, **values: Any) -> tuple[str, str]:
    return t, client.command(t, **values)


def _chosen(choose: Choose, parts: dict[str, Any]) -> str:
    try:
        return str(choose(parts))
    except Exception as error:
        raise SuitwiseError(f"no move was chosen: {reason_of(error, placed=True)}") from error


def choose_of(module: str) -> Choose:
    """Return the function ``choose`` of a module: a bot of one's own.

    Args:
        module: its name, as after ``import``, in this folder or wherever Python finds it.

    Raises:
        NotationError: there is no such module, it fails, or it has no such function.

    >>> choose_of("suitwise.testing")
    Traceback (most recent call last):
    suitwise.errors.NotationError: the module suitwise.testing has no function choose(parts)
    """
    import_players([module])
    choose: Choose | None = getattr(sys.modules[module], "choose", None)
    if not callable(choose):
        raise NotationError(f"the module {module} has no function choose(parts)")
    return choose


def at_random(parts: dict[str, Any]) -> str:
    """Choose one of the moves that are listed."""
    return str(random.choice(parts["ask"]["moves"]))
