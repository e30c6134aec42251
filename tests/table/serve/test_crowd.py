"""A thousand sockets at once: who plays is answered, who looks on is told, and all leave no trace."""

from __future__ import annotations

import json
import resource
import socket
import time
from pathlib import Path

import pytest

from suitwise.table.serve.limits import Limits
from tests.table.serve.servers import HAND, Served, serving
from tests.table.serve.test_floods import UPGRADE, frame

SOCKETS, OF_A_TABLE = 1000, 63
TOLD = b'"t":"part"'


@pytest.mark.exhaustive
def test_a_thousand_sockets_are_served_at_once_and_moves_are_answered(
    tmp_path: Path, exhaustive: bool
) -> None:
    """A quarter of them; in full all."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 3  # both ends are this process's
    number = min(SOCKETS if exhaustive else SOCKETS // 4, most)
    with serving(tmp_path / "t.db", limits=Limits(hello_s=60, silence_s=60)) as served:
        tables = [served.made(HAND) for _ in range(-(-number // OF_A_TABLE))]
        lines = [looking_on(served, tables[at % len(tables)]["table"]) for at in range(number)]
        seats = [served.line(made["host"]) for made in tables]
        assert sum(len(room.peers) for room in served.hub.rooms.values()) == number + len(tables)
        for at, seat in enumerate(seats):
            answer = seat.play("k1", seat.until_asked()[0])
            assert answer["t"] == "ack"
            for line in lines[at :: len(tables)]:
                told(line, answer["v"])
        for line in lines:
            line.close()
        end = time.monotonic() + 60
        while any(len(room.peers) > 1 for room in served.hub.rooms.values()):
            assert time.monotonic() < end, "somebody who has left is still there"
            time.sleep(0.01)
        for seat in seats:
            seat.send("ping")
            seat.until("pong")


def looking_on(served: Served, code: str) -> socket.socket:
    """Open a WebSocket of somebody without a seat, who has been shown the table."""
    line = socket.create_connection(("127.0.0.1", served.port), 60)
    hello = json.dumps({"t": "hello", "table": code, "token": None})
    line.sendall(UPGRADE)
    heard = b""
    while b"\r\n\r\n" not in heard:
        heard += line.recv(4096)
    line.sendall(frame(hello.encode()))
    while TOLD not in heard:
        heard += line.recv(65536)
    return line


def told(line: socket.socket, version: int) -> None:
    """Read until a version of the table, or a later one, has come."""
    heard = b""
    while f'"v":{version},'.encode() not in heard:
        part = line.recv(65536)
        assert part, "closed"
        heard += part
