"""Whatever is sent to it, the server lives and others play on."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from time import sleep

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from suitwise.table.client import Client
from suitwise.table.serve.limits import Limits
from tests.table.serve.servers import HAND, Served, code_of, serving, token_of


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that has little patience."""
    limits = Limits(hello_s=2.0, silence_s=4.0, seat_sockets=3, spectators=2)
    with serving(tmp_path_factory.mktemp("hostile") / "t.db", limits=limits) as running:
        yield running


@pytest.fixture(autouse=True)
def others_play_on(served: Served) -> Iterator[None]:
    yield
    served.lines.close()
    client = Client(served.url + served.made("gin", ("human", "rules"))["host"])
    for _ in client.messages():
        if client.parts.get("ask"):
            break


def hello(made: dict[str, str]) -> str:
    return json.dumps({"t": "hello", "table": made["table"], "token": token_of(made)})


def test_a_socket_of_another_sites_page_is_not_opened(served: Served) -> None:
    with pytest.raises(InvalidStatus, match="403"):
        served.raw(Origin="http://evil.example")
    served.raw(Origin=served.url).close()


@pytest.mark.parametrize(
    "first",
    [None, "", "{", "[]", '{"t":"ping"}', '{"t":"hello"}', '{"t":"hello","table":7}', b"\0"],
)
def test_a_socket_that_does_not_say_who_it_is_is_closed(
    served: Served, first: str | bytes | None
) -> None:
    line = served.raw()
    if first is not None:
        line.send(first)
    assert code_of(line) == 4401


def test_a_message_that_is_too_long_ends_its_socket(served: Served) -> None:
    line = served.line(served.made()["host"])
    line.socket.send("x" * (17 * 1024))
    assert code_of(line.socket) == 1009


@pytest.mark.parametrize(
    "message",
    [
        "{",
        "[" * 8000,
        '{"t":"say","id":"a","text":' + '{"a":' * 1000 + "1" + "}" * 1001,
        '{"t":"sudo"}',
        '{"t":"move","id":7,"at":1,"move":"pass"}',
        '{"t":"move","id":"a","at":-1,"move":"pass"}',
        '{"t":"move","id":"%s","at":1,"move":"pass"}' % ("a" * 33),
        '{"t":"say","id":"a","text":"\\ud800"}',
        '{"t":"propose","id":"a","what":"claim","p":{"a":{"b":{"c":{"d":{}}}}}}',
        "\u0000" * 100,
    ],
)
def test_a_message_that_is_none_is_answered_with_the_word_for_it(
    served: Served, message: str
) -> None:
    line = served.line(served.made()["host"])
    line.socket.send(message)
    answer = line.until("error")
    assert answer["code"].startswith("table.")
    line.until_asked()  # and the socket goes on


def test_bytes_end_a_socket(served: Served) -> None:
    line = served.line(served.made()["host"])
    line.socket.send(b"\xff\xfe")
    assert code_of(line.socket) == 4400


def test_too_many_messages_end_a_socket(served: Served) -> None:
    line = served.line(served.made()["host"])
    with suppress(ConnectionClosed):  # it may be closed before the last of them is sent
        for _ in range(60):
            line.send("ping")
    assert code_of(line.socket) == 4429


def test_a_silent_socket_is_closed_and_one_that_pings_is_not(served: Served) -> None:
    silent, alive = served.line(served.made()["host"]), served.line(served.made()["host"])
    with ThreadPoolExecutor(1) as pool:
        closed = pool.submit(code_of, silent.socket)
        while not closed.done():
            alive.send("ping")
            alive.until("pong")
            sleep(0.1)
    assert closed.result() == 4410
    alive.send("ping")
    alive.until("pong")


def test_a_reader_that_does_not_read_is_cut_off(tmp_path: Path) -> None:
    patient = Limits(rate=1e6, burst=10**6)
    with serving(tmp_path / "t.db", limits=patient) as served:
        made = served.made(HAND, ("human", "human", "rules", "rules"))
        quick, slow = served.line(made["host"]), slow_reader(served, made["seats"][1])
        room = served.registry.rooms[made["table"]]
        with suppress(ConnectionError):  # it is cut off while it sends
            for number in range(100_000):
                slow.sendall(masked(json.dumps({"t": "lang", "lang": ("zh", "en")[number % 2]})))
        while len(room.peers) > 1:
            quick.send("ping")
            quick.until("pong")
        slow.close()


def slow_reader(served: Served, link: str) -> socket.socket:
    """Open a WebSocket by hand that reads nothing after the handshake."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", served.port))
    line.sendall(
        b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    path, _, token = link.partition("#")
    line.sendall(
        masked(json.dumps({"t": "hello", "table": path.rpartition("/")[2], "token": token}))
    )
    return line


def masked(text: str) -> bytes:
    """Return a text as a frame of a client, its mask nothing but zeros."""
    data = text.encode()
    return bytes([0x81, 0x80 | 126, *len(data).to_bytes(2, "big"), 0, 0, 0, 0]) + data


def test_a_seat_has_so_many_sockets_and_a_table_so_many_spectators(served: Served) -> None:
    made = served.made()
    lines = [served.line(made["host"]) for _ in range(3)]
    fourth = served.raw()
    fourth.send(hello(made))
    assert code_of(fourth) == 4429
    lines += [served.line(made["join"]) for _ in range(2)]
    third = served.raw()
    third.send(json.dumps({"t": "hello", "table": made["table"]}))
    assert code_of(third) == 4429


def test_one_seat_can_not_act_for_another(served: Served) -> None:
    made = served.made(HAND, ("human", "human", "rules", "rules"))
    first, second = (served.line(link) for link in made["seats"][:2])
    for line in (first, second):
        line.send("ready", id="r")
        line.until("ack")
    asked, other = (first, second) if first.parts["ask"] else (second, first)
    while not asked.parts["ask"]:
        asked, other = other, asked
        asked.next()
    other.send("move", id="k1", at=asked.v, move=asked.parts["ask"]["moves"][0])
    no = other.until("no")
    assert no["code"] in ("any.not-your-turn", "table.stale")
