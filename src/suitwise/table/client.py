"""A seat at a table over the wire: the reference client of the protocol, and a bot that plays by it.

A client says hello, merges the parts that it is sent, gives each command an id and sends it again, the
same bytes, until it is answered; it pings, and connects anew when the line breaks.
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
FIRST_WAIT_S, LONGEST_WAIT_S = 0.3, 10.0
FINAL = {4403: "this link is for no seat of the table", 4404: "there is no such table"}
"""The codes after which it is no use to connect again."""


class Client:
    """A table over the wire: ``parts`` is what the seat sees now, ``kept`` what waits for an answer.

    A seat is taken with ``secret``, by which it is this client's from then on.

    Args:
        link: the table's link, ``http://HOST/t/CODE#TOKEN``; without a token it looks on.
        lang: the language in which it is told things.
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
        """Yield what the server says, merged into ``parts`` already; the line is kept up meanwhile.

        Raises:
            SuitwiseError: the server has closed the line for good.
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
                pass  # the server is not there now, or silent for too long
            time.sleep(wait * random.uniform(0.7, 1.3))
            wait = min(LONGEST_WAIT_S, 2 * wait)

    def _heard(self, line: ClientConnection) -> Iterator[dict[str, Any]]:
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
        """Send what has not been answered for so long that it may be lost."""
        for req, (text, sent) in self.kept.items():
            if now > sent + RESEND_S:
                line.send(text)
                self.kept[req] = text, now

    def _merge(self, message: dict[str, Any]) -> None:
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

    def _expect(self, is_so: bool) -> None:
        """Connect anew where a message must have been lost: all that is shown is sent again then."""
        if not is_so:
            raise OSError


def changed_parts(before: dict[str, Any], message: dict[str, Any]) -> dict[str, Any]:
    """Return in full the parts that a message changes.

    Args:
        before: the parts before it.
        message: a ``part`` with whole ``parts``, and ``fields`` of others, or items by their places.

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


# --- A bot at a seat (``suitwise table join``) ----------------------------------------------------

Choose = Callable[[dict[str, Any]], str]
"""Gives a move's text by the parts that a seat sees when it is on turn."""
STALE = "table.stale"
"""The code of what came too late: the table has gone on, and what has changed is told."""
STOP = "stop"
ON_FAULT = ("substitute:rules", "substitute:random", STOP)
"""Fallbacks of a bot whose own answer is no legal move; the first is the default."""
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
