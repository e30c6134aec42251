"""A client of the table's protocol, and a bot that plays a seat with it (``suitwise table join``).

It is the reference for other clients. It says hello, merges the changes that it is sent into ``parts``,
gives each command an id and repeats it, byte for byte, until it is answered; it sends pings and
reconnects.
"""

from __future__ import annotations

import json
import random
import secrets
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from suitwise.arena.seats import import_players, reason_of
from suitwise.errors import NotationError, SuitwiseError

RESEND_S, PING_S, SILENT_S = 2.5, 10.0, 25.0
"""The seconds until a command is repeated, between pings, and of silence until it reconnects."""
FIRST_WAIT_S, LONGEST_WAIT_S = 0.3, 10.0
"""The seconds between attempts to connect: at first, and at most."""
FINAL = {4403: "this link is for no seat of the table", 4404: "there is no such table"}
"""The close codes after which reconnecting is useless."""


class Client:
    """A seat at a table: ``parts`` is its current view, ``kept`` the commands not yet answered.

    When it takes a seat, ``secret`` becomes the token of the seat.

    Args:
        link: the table's link, ``http://HOST/t/CODE#TOKEN``; without a token it is a spectator.
        lang: the language of its messages.
    """

    def __init__(self, link: str, lang: str = "en") -> None:
        url = urlsplit(link)
        self._at = f"{'wss' if url.scheme == 'https' else 'ws'}://{url.netloc}/ws"
        self.code, self.token, self.lang = url.path.rpartition("/")[2], url.fragment or None, lang
        self.secret = secrets.token_urlsafe(24)
        self.parts: dict[str, Any] = {}
        self.seat: int | None = None
        self.v = self.n = self._s = 0
        self.kept: dict[str, tuple[str, float]] = {}

    def command(self, t: str, **values: Any) -> str:
        """Send a command until it is answered; return its id."""
        req = f"{random.getrandbits(64):x}"
        self.kept[req] = json.dumps({"t": t, "id": req, **values}), 0.0
        return req

    def messages(self) -> Iterator[dict[str, Any]]:
        """Yield the server's messages, already merged into ``parts``; reconnect when necessary.

        Raises:
            SuitwiseError: the server refuses the client for good.
        """
        wait = FIRST_WAIT_S
        while True:
            try:
                ours = [Subprotocol("suitwise.1")]
                with connect(self._at, subprotocols=ours, compression=None) as line:
                    for message in self._heard(line):
                        wait = FIRST_WAIT_S
                        yield message
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code in FINAL:
                    raise SuitwiseError(FINAL[closed.rcvd.code]) from None
            except (OSError, WebSocketException):
                pass  # the server is unreachable, or has been silent for too long
            time.sleep(wait * random.uniform(0.7, 1.3))
            wait = min(LONGEST_WAIT_S, 2 * wait)

    def _heard(self, line: ClientConnection) -> Iterator[dict[str, Any]]:
        """Yield the messages of one connection until it is silent for too long; send pings meanwhile."""
        hello = {"table": self.code, "token": self.token, "since": self.n, "lang": self.lang}
        line.send(json.dumps({"t": "hello", **hello}))
        heard = pinged = time.monotonic()
        is_greeted = False
        while (now := time.monotonic()) < heard + SILENT_S:
            if is_greeted:
                self._send_kept(line, now)
            if now > pinged + PING_S:
                line.send('{"t":"ping"}')
                pinged = now
            with suppress(TimeoutError):
                message = json.loads(line.recv(timeout=min(0.5, RESEND_S)))
                heard = time.monotonic()
                if not is_greeted:
                    self._expect(message["t"] in ("welcome", "bye"))
                    is_greeted = True
                    self.kept = {req: (text, 0.0) for req, (text, _) in self.kept.items()}
                self._merge(message)
                yield message

    def _send_kept(self, line: ClientConnection, now: float) -> None:
        """Send the commands that are new, or have gone unanswered for so long that they may be lost."""
        for req, (text, sent) in self.kept.items():
            if now > sent + RESEND_S:
                line.send(text)
                self.kept[req] = text, now

    def _merge(self, message: dict[str, Any]) -> None:
        """Merge a message into the client's state, and forget the command that it answers."""
        self.kept.pop(message.get("id", ""), None)
        if message["t"] == "welcome":
            self.seat, self._s = message["seat"], message["s"]
        elif message["t"] == "seated":
            self.seat, self.token = message["seat"], self.secret
        elif message["t"] == "pong":
            self._expect(message["s"] <= self._s)
        elif message["t"] == "part":
            self._expect(message["s"] <= self._s + 1)
            told = [line for line in message["told"] if line["n"] > self.n]
            if message["s"] > self._s:
                self._s, self.v = message["s"], message["v"]
                self.parts |= changed_parts(self.parts, message)
            message["told"] = told
            self.n = max([self.n, *(line["n"] for line in told)])

    def _expect(self, is_consistent: bool) -> None:
        """Reconnect if a message must have been lost; the server then sends the whole view again."""
        if not is_consistent:
            raise OSError


def changed_parts(before: dict[str, Any], message: dict[str, Any]) -> dict[str, Any]:
    """Return the new value of each part that a message changes.

    Args:
        before: the parts before the message.
        message: a ``part`` message with whole ``parts``, and with ``fields``: changed fields of parts,
            or changed items of lists by index.

    >>> before = {"head": {"turn": 0, "points": 5}, "seats": [7, 7]}
    >>> fields = {"head": {"turn": 1}, "seats": {"1": 6}}
    >>> changed_parts(before, {"parts": {"clock": None}, "fields": fields})
    {'clock': None, 'head': {'turn': 1, 'points': 5}, 'seats': [7, 6]}
    """
    changed = dict(message["parts"])
    for name, fields in message.get("fields", {}).items():
        old = before[name]
        if isinstance(old, dict):
            changed[name] = {**old, **fields}
        else:
            changed[name] = [fields.get(str(at), one) for at, one in enumerate(old)]
    return changed


# --- A bot at a seat ------------------------------------------------------------------------------

Choose = Callable[[dict[str, Any]], str]
"""Returns the text of a move, given the view of the seat to move."""
STALE = "table.stale"
"""The refusal code of a command that came too late, because the table has moved on."""
STOP = "stop"
ON_FAULT = ("substitute:rules", "substitute:random", STOP)
"""The fallbacks for a bot that fails to give a legal move; the first is the default."""
_NOTHING = ("", "")


def play(
    client: Client,
    name: str = "Robin",
    choose: Choose | None = None,
    told: Callable[[str], object] = lambda line: None,
    on_fault: str = ON_FAULT[0],
) -> None:
    """Play a seat until the end of the game; without a token, take an open seat.

    Args:
        client: the seat.
        name: the name to sit down with.
        choose: returns a move, given the view of the seat; None plays the table's hints.
        told: called with each line that the seat is told.
        on_fault: one of ``ON_FAULT``, for when ``choose`` raises an error or returns no legal move:
            play the table's hint, play a random move (also if there are no hints), or stop.

    Raises:
        SuitwiseError: no seat is open, the table gives no hints, or the bot stopped after a failure.
    """
    kind, command_id, has_substituted = "", "", False  # of the last command; of this decision

    def act() -> tuple[str, str]:
        try:
            return _act(client, name, choose)
        except SuitwiseError as error:
            return substitute(str(error))

    def substitute(why: str) -> tuple[str, str]:
        nonlocal has_substituted
        if choose is None or on_fault == STOP or has_substituted:
            raise SuitwiseError(why)
        told(f"{why}; {on_fault}")
        has_substituted = True
        is_random = on_fault == ON_FAULT[1] or not client.parts["can"]["hint"]
        return _act(client, name, at_random if is_random else None)

    for message in client.messages():
        for line in message.get("told", ()):
            told(line["text"])
        is_no, is_answer = message["t"] == "no", message.get("id") == command_id
        if message["t"] == "hint" and is_answer:
            kind, command_id = _send(client, "move", at=message["v"], move=message["move"])
        elif is_no and client.seat is None:
            raise SuitwiseError(message["text"])
        elif is_no and is_answer and kind == "move" and message["code"] != STALE:
            kind, command_id = substitute(f"a move was refused: {message['text']}")
        elif (
            not (is_no and message["code"] != STALE)
            and command_id not in client.kept
            and client.parts
        ):
            if client.parts["life"]["stage"] == "over":
                return
            has_substituted = False
            kind, command_id = act()


def _act(client: Client, name: str, choose: Choose | None) -> tuple[str, str]:
    """Send the command that is due now, if any; return its kind and id, both empty for none."""
    parts, seat = client.parts, client.seat
    stage, proposal = parts["life"]["stage"], parts["proposal"]
    if seat is None:
        return _send(client, "sit", name=name, token=client.secret)
    if proposal:
        is_asked = seat not in proposal["yes"]
        return _send(client, "answer", k=proposal["k"], yes=True) if is_asked else _NOTHING
    if parts["life"]["needs_ready"]:
        return _NOTHING if parts["people"][seat]["ready"] else _send(client, "ready")
    if stage != "playing" or not parts["ask"] or parts["bar"]:
        return _NOTHING
    if choose is not None:
        return _send(client, "move", at=client.v, move=_chosen(choose, parts))
    if not parts["can"]["hint"]:
        raise SuitwiseError("this table gives no hints: name another player")
    return _send(client, "hint")


def _send(client: Client, t: str, **values: Any) -> tuple[str, str]:
    return t, client.command(t, **values)


def _chosen(choose: Choose, parts: dict[str, Any]) -> str:
    try:
        return str(choose(parts))
    except Exception as error:
        raise SuitwiseError(f"no move was chosen: {reason_of(error, placed=True)}") from error


def choose_of(module: str) -> Choose:
    """Return the function ``choose`` of a user's module.

    Args:
        module: its name as for ``import``, found in the current folder or on Python's path.

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
    """Return a random listed move."""
    return str(random.choice(parts["ask"]["moves"]))
