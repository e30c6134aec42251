"""A seat at a table over the wire: the protocol's reference client, and a bot that plays by it.

All that a client has to do is here: say hello, merge the parts it is sent, give each command an id and
send it again, the same bytes, until it is answered, ping, and connect anew when the line breaks.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from suitwise.errors import SuitwiseError, missing

try:
    from websockets.exceptions import ConnectionClosed, WebSocketException
    from websockets.sync.client import ClientConnection, connect
except ModuleNotFoundError as error:
    raise missing(error, "table") from None

RESEND_S, PING_S, SILENT_S, LONGEST_WAIT_S = 2.5, 10.0, 25.0, 10.0
FINAL = {4403: "this link is for no seat of the table", 4404: "there is no such table"}
"""The codes after which it is no use to connect again."""


class Client:
    """A table seen over the wire: ``parts`` is what the seat sees now, ``story`` what it was told.

    Args:
        link: the table's link, ``http://HOST/t/CODE#TOKEN``; without a token it looks on.
        lang: the language in which it is told things.
    """

    def __init__(self, link: str, lang: str = "en") -> None:
        url = urlsplit(link)
        self._at = f"{'wss' if url.scheme == 'https' else 'ws'}://{url.netloc}/ws"
        self.code, self.token, self.lang = url.path.rpartition("/")[2], url.fragment or None, lang
        self.parts: dict[str, Any] = {}
        self.story: list[dict[str, Any]] = []
        self.seat: int | None = None
        self.v = self.n = 0
        self._line: ClientConnection | None = None
        self._kept: dict[str, tuple[str, float]] = {}
        self._pinged = self._heard = 0.0

    def command(self, t: str, **values: Any) -> str:
        """Send a command until it is answered; return its id."""
        req = f"{random.getrandbits(64):x}"
        self._kept[req] = (json.dumps({"t": t, "id": req, **values}), 0.0)
        self._resend()
        return req

    def messages(self) -> Iterator[dict[str, Any]]:
        """Yield what the server says, merged into ``parts`` already; the line is kept up meanwhile.

        Raises:
            SuitwiseError: the server has closed the line for good.
        """
        tries = 0
        while True:
            try:
                with connect(self._at, subprotocols=["suitwise.1"], compression=None) as line:  # type: ignore[list-item]
                    for message in self._heard_on(line):
                        tries = 0
                        yield message
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd else 0
                if code in FINAL:
                    raise SuitwiseError(FINAL[code]) from None
            except (OSError, TimeoutError, WebSocketException):
                pass  # the server is not there now
            finally:
                self._line = None
            time.sleep(min(LONGEST_WAIT_S, 0.3 * 2**tries) * random.uniform(0.7, 1.3))
            tries += 1

    def _heard_on(self, line: ClientConnection) -> Iterator[dict[str, Any]]:
        hello = {"t": "hello", "table": self.code, "token": self.token, "since": self.n}
        line.send(json.dumps({**hello, "lang": self.lang}))
        self._heard = self._pinged = time.monotonic()
        while True:
            with suppress(TimeoutError):
                message = json.loads(line.recv(timeout=0.5))
                self._heard = time.monotonic()
                self._merge(message)
                if message["t"] == "welcome":
                    self._line = line
                    self._kept = {req: (text, 0.0) for req, (text, _) in self._kept.items()}
                yield message
            self._keep_up(line)

    def _keep_up(self, line: ClientConnection) -> None:
        now = time.monotonic()
        if now - self._heard > SILENT_S:
            raise TimeoutError
        if now - self._pinged > PING_S:
            self._pinged = now
            line.send('{"t":"ping"}')
        self._resend()

    def _resend(self) -> None:
        now = time.monotonic()
        for req, (text, sent) in self._kept.items():
            if self._line is not None and now - sent > RESEND_S:
                self._kept[req] = text, now
                self._line.send(text)

    def _merge(self, message: dict[str, Any]) -> None:
        self._kept.pop(message.get("id", ""), None)
        if message["t"] == "welcome":
            self.seat, self.v = message["seat"], 0
        elif message["t"] == "seated":
            self.seat, self.token = message["seat"], message["token"]
        elif message["t"] == "part" and message["v"] >= self.v:
            self.v = message["v"]
            self.parts |= message["parts"]
            fresh = [line for line in message["told"] if line["n"] > self.n]
            self.story += fresh
            self.n = max([self.n, *(line["n"] for line in fresh)])


def play(
    client: Client, choose: Callable[[dict[str, Any]], str] | None = None, name: str = "bot"
) -> None:
    """Play a seat to the end of the game; without a token an open seat is taken.

    Args:
        client: the seat.
        choose: gives a move by the parts that the seat sees; None: what the table's hints say.
        name: the name to sit down with.

    Raises:
        SuitwiseError: the table gives no hints, or no seat is open.
    """
    asked = 0  # the version in which the seat has done what it is to do
    for message in client.messages():
        if message["t"] == "no" and client.seat is None:
            raise SuitwiseError(message["text"])
        if message["t"] == "welcome" and client.token is None:
            client.command("sit", name=name)
        if message["t"] == "hint":
            client.command("move", at=client.v, move=message["move"])
        elif message["t"] == "no":
            asked = 0
        if message["t"] in ("part", "no") and client.v > asked and client.seat is not None:
            asked = client.v
            if _done(client, choose):
                return


def _done(client: Client, choose: Callable[[dict[str, Any]], str] | None) -> bool:
    """Do what the seat is to do now; tell whether the game is over."""
    parts, seat = client.parts, client.seat
    stage, proposal = parts["life"]["stage"], parts["proposal"]
    if proposal and seat not in proposal["yes"]:
        client.command("answer", k=proposal["k"], yes=True)
    elif stage in ("ready", "between") and not parts["people"][seat]["ready"]:
        client.command("ready")
    elif stage == "playing" and parts["ask"] and not parts["bar"] and not proposal:
        if choose is not None:
            client.command("move", at=client.v, move=choose(parts))
        elif parts["can"]["hint"]:
            client.command("hint")
        else:
            raise SuitwiseError("this table gives no hints: name another player")
    return bool(stage == "over")


def at_random(parts: dict[str, Any]) -> str:
    """Choose one of the moves that are listed.

    >>> at_random({"ask": {"moves": ["pass"]}})
    'pass'
    """
    return str(random.choice(parts["ask"]["moves"]))
