"""A bot that plays a seat over the wire, as ``suitwise table join`` does."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from suitwise.errors import SuitwiseError
from suitwise.table.client import Client

Choose = Callable[[dict[str, Any]], str]


def play(
    client: Client,
    name: str = "Robin",
    choose: Choose | None = None,
    told: Callable[[str], object] = lambda line: None,
) -> None:
    """Play a seat to the end of the game; without a token an open seat is taken.

    Args:
        client: the seat.
        name: the name to sit down with.
        choose: gives a move by the parts that the seat sees; None: what the table's hints say.
        told: called with each line that the seat is told.

    Raises:
        SuitwiseError: no seat is open, or the table gives no hints.
    """
    waits = ""
    for message in client.messages():
        for line in message.get("told", ()):
            told(line["text"])
        if message["t"] == "hint" and message["id"] == waits:
            waits = client.command("move", at=message["v"], move=message["move"])
        elif message["t"] == "no" and client.seat is None:
            raise SuitwiseError(message["text"])
        elif message["t"] != "no" and waits not in client.kept and client.parts:
            if client.parts["life"]["stage"] == "over":
                return
            waits = _done(client, name, choose)


def _done(client: Client, name: str, choose: Choose | None) -> str:
    """Do what is to be done now; return the id of the command, empty for none."""
    parts, seat = client.parts, client.seat
    stage, proposal = parts["life"]["stage"], parts["proposal"]
    if seat is None:
        return client.command("sit", name=name, token=client.secret)
    if proposal:
        is_asked = seat not in proposal["yes"]
        return client.command("answer", k=proposal["k"], yes=True) if is_asked else ""
    if parts["life"]["needs_ready"]:
        return "" if parts["people"][seat]["ready"] else client.command("ready")
    if stage != "playing" or not parts["ask"] or parts["bar"]:
        return ""
    if choose is not None:
        return client.command("move", at=client.v, move=choose(parts))
    if not parts["can"]["hint"]:
        raise SuitwiseError("this table gives no hints: name another player")
    return client.command("hint")


def at_random(parts: dict[str, Any]) -> str:
    """Choose one of the moves that are listed."""
    return str(random.choice(parts["ask"]["moves"]))
