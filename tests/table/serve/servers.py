"""The real server in a thread of the tests, on a free port with a file of its own."""

from __future__ import annotations

import json
import ssl
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread
from typing import Any
from unittest.mock import patch

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from suitwise.table import Setup, server
from suitwise.table.client import changed_parts
from suitwise.table.rules.house import Pace
from suitwise.table.serve.processes.workers import Crew

SECRET = "Bobs-own-secret-of-32-characters"
HAND = "texas42(match=hand)"
BOTS = ("human", "rules", "rules", "rules")
NOBODY = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Whom a request trusts: none goes by TLS, and reading who is trusted takes longer than most answers."""


def get(url: str, **options: Any) -> httpx.Response:
    """Ask for something over HTTP, and wait as long as a busy machine may need."""
    return httpx.get(url, timeout=600, verify=NOBODY, **options)


def post(url: str, **options: Any) -> httpx.Response:
    """Bring something over HTTP, and wait as long as a busy machine may need."""
    return httpx.post(url, timeout=600, verify=NOBODY, **options)


class Served:
    """A server that runs.

    Args:
        port: its port.
        process: the server itself.
    """

    def __init__(self, port: int, process: Any) -> None:
        self.port, self.process = port, process
        self.lines = ExitStack()
        self.url = f"http://127.0.0.1:{port}"

    @property
    def registry(self) -> Any:
        return self.process.registry

    def made(
        self, variant: str = HAND, seats: tuple[str, ...] = BOTS, **house: Any
    ) -> dict[str, Any]:
        asked = {"variant": variant, "seats": seats, "name": "Ann", "house": house}
        answer = post(f"{self.url}/api/tables", json=asked)
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def raw(self, **headers: str) -> ClientConnection:
        """Open a WebSocket that has said nothing yet."""
        opened = connect(
            f"ws://127.0.0.1:{self.port}/ws",
            subprotocols=[Subprotocol("suitwise.1")],
            compression=None,
            additional_headers=headers,
            max_size=None,
        )
        return self.lines.enter_context(opened)

    def line(self, link: str, lang: str = "en", since: int = 0) -> Line:
        """Open a line to a table, by a seat's link or the plain one."""
        path, _, token = link.partition("#")
        line = Line(self.raw())
        code = path.rpartition("/")[2]
        line.send("hello", table=code, token=token or None, lang=lang, since=since)
        line.until("part")
        return line


def token_of(made: dict[str, Any]) -> str:
    """Return the secret of the host's seat."""
    token: str = made["host"].partition("#")[2]
    return token


def bearer(made: dict[str, Any]) -> dict[str, str]:
    """Return the head that says who asks."""
    return {"authorization": f"Bearer {token_of(made)}"}


def code_of(line: ClientConnection) -> int:
    """Return the code that a socket is closed with."""
    with suppress(TimeoutError):
        try:
            while True:
                line.recv(timeout=30)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 0
    raise AssertionError("the socket is open")


PING_S, MOST_PINGS = 5.0, 24
"""After how many seconds of waiting a line says that it is there, and how often."""


class Line:
    """A WebSocket whose messages are merged: ``parts`` is what is seen.

    While it waits for a message it pings, as clients do: on a busy machine that takes longer than the
    server lets a socket say nothing.
    """

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self._pings: deque[bool] = deque()
        """Of the pings that wait for an answer, which are asked for by the test."""
        self.parts: dict[str, Any] = {}
        self.told: list[dict[str, Any]] = []
        self.welcome: dict[str, Any] = {}
        self.v = 0

    def send(self, t: str, **values: Any) -> None:
        if t == "ping":
            self._pings.append(True)
        self.socket.send(json.dumps({"t": t, **values}))

    def next(self) -> dict[str, Any]:
        return self._merged(self._heard())

    def catch_up(self) -> None:
        """Merge what has come so far."""
        with suppress(TimeoutError):
            while True:
                self._merged(json.loads(self.socket.recv(timeout=0.05)))

    def _merged(self, message: dict[str, Any]) -> dict[str, Any]:
        if message["t"] == "welcome":
            self.welcome = message
        if message["t"] == "part":
            self.v = message["v"]
            self.parts |= changed_parts(self.parts, message)
            self.told += message["told"]
        return message

    def _heard(self) -> dict[str, Any]:
        """Return the next message, but for the answers to pings of its own."""
        for _ in range(MOST_PINGS):
            try:
                message: dict[str, Any] = json.loads(self.socket.recv(timeout=PING_S))
            except TimeoutError:
                self._pings.append(False)
                self.socket.send('{"t":"ping"}')
            else:
                if message["t"] != "pong" or not self._pings or self._pings.popleft():
                    return message
        raise TimeoutError("nothing comes")

    def until(self, *kinds: str) -> dict[str, Any]:
        """Return the next message of a kind."""
        while (message := self.next())["t"] not in kinds:
            pass
        return message

    def until_asked(self) -> list[str]:
        """Wait for one's turn; return the moves."""
        while not self.parts["ask"]:
            self.next()
        moves: list[str] = self.parts["ask"]["moves"]
        return moves

    def play(self, req: str, move: str) -> dict[str, Any]:
        self.send("move", id=req, at=self.v, move=move)
        return self.until("ack", "no")

    def close(self) -> None:
        self.socket.close()


@contextmanager
def serving(path: Path, **changes: Any) -> Iterator[Served]:
    """Serve a file while the block runs; a process of its bots starts when one is asked."""
    setup = replace(Setup(path, port=0, pace=Pace.none()), **changes)
    ready, ports = Event(), []

    def listens(port: int) -> None:
        ports.append(port)
        ready.set()

    process = server(setup, listens)
    thread = Thread(target=process.run)
    try:
        with patch.object(Crew, "warm"):  # most tests ask no bot
            thread.start()
            assert ready.wait(60)
        served = Served(ports[0], process)
        with served.lines:
            yield served
    finally:
        process.should_exit = True
        thread.join()
