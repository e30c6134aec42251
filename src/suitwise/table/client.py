"""A seat at a table over the wire: the reference client of the protocol.

A client says hello, merges the parts that it is sent, gives each command an id and sends it again, the
same bytes, until it is answered; it pings, and connects anew when the line breaks.
"""

from __future__ import annotations

import json
import random
import secrets
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from suitwise.errors import SuitwiseError

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
