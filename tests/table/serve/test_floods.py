"""Floods, forgeries and odd bytes at a socket: each is refused, and others play on meanwhile."""

from __future__ import annotations

import asyncio
import json
import resource
import socket
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from suitwise.table.serve import admission
from suitwise.table.serve.limits import Limits
from tests.table.serve.servers import HAND, SECRET, Line, Served, code_of, get, post, serving

UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
TEXT, BINARY, MORE, PING = 1, 2, 0, 9


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    limits = Limits(
        hello_s=1.0,
        address_tables=1000,
        address_sockets=300,
        address_connections=400,
        spares_loopback=False,
    )
    with serving(tmp_path_factory.mktemp("floods") / "t.db", limits=limits) as running:
        yield running


@pytest.fixture
def other(served: Served) -> Iterator[Line]:
    """Somebody at another table, who must be answered before and after."""
    line = served.line(served.made("gin", ("human", "rules"))["host"])
    yield line
    line.send("ping")
    assert line.until("pong")
    line.close()


def frame(data: bytes, kind: int = TEXT, *, is_last: bool = True) -> bytes:
    """Return a frame of a client, its mask nothing but zeros."""
    first = (0x80 if is_last else 0) | kind
    size = len(data)
    sizes = bytes([0x80 | size]) if size < 126 else bytes([0xFE, *size.to_bytes(2, "big")])
    return bytes([first]) + sizes + bytes(4) + data


def opened(served: Served) -> socket.socket:
    """Open a WebSocket with which anything can be sent."""
    line = socket.create_connection(("127.0.0.1", served.port), 30)
    line.sendall(UPGRADE)
    while b"\r\n\r\n" not in line.recv(4096):
        pass
    return line


def closed_with(line: socket.socket, *data: bytes) -> int:
    """Send data over and over until the server has closed the line; return its code, 0 if cut off."""
    heard = b""
    with suppress(ConnectionError), closing(line):
        for one in data:
            line.sendall(one)
        while part := line.recv(65536):
            heard += part
    at = heard.rfind(b"\x88")
    return int.from_bytes(heard[at + 2 : at + 4], "big") if at >= 0 else 0


@pytest.mark.parametrize(
    "flood",
    [
        pytest.param(frame(b"", PING), id="pings"),
        pytest.param(frame(b"{}"), id="messages"),
        pytest.param(frame(b"\xff" * 100, BINARY), id="bytes"),
    ],
)
@pytest.mark.usefixtures("other")
def test_thousands_of_frames_at_once_end_their_socket(served: Served, flood: bytes) -> None:
    line = opened(served)
    assert closed_with(line, *[flood * 2000] * 5) in (0, 4401, 4429)


@pytest.mark.usefixtures("other")
def test_a_message_in_endless_parts_is_too_long_or_has_too_many(served: Served) -> None:
    start, part = frame(b"x", is_last=False), frame(b"", MORE, is_last=False)
    assert closed_with(opened(served), start, part * 5000) in (0, 4429)
    part = frame(b"x" * 8000, MORE, is_last=False)
    assert closed_with(opened(served), start, part * 10) in (0, 1009)


@pytest.mark.parametrize(
    ("data", "codes"),
    [
        (frame(b"\xff\xfe"), {1007}),
        (frame(b'"\xed\xa0\x80"'), {1007}),
        (bytes([0xF1, 0x80, 0, 0, 0, 0]), {1002}),  # bits that mean nothing
        (bytes([0x81, 0x01, 0x61]), {1002, 0}),  # not masked
        (bytes([0x83, 0x80, 0, 0, 0, 0]), {1002}),  # no such kind
        (frame(b"", MORE), {1002}),  # goes on with nothing
        (bytes([0x89, 0xFE, 0, 200]) + bytes(204), {1002}),  # a ping that is too long
        (bytes([0x81, 0xFF]) + b"\x7f" + b"\xff" * 7 + bytes(4), {1009, 1002}),
    ],
)
@pytest.mark.usefixtures("other")
def test_what_is_no_frame_of_text_ends_its_socket(
    served: Served, data: bytes, codes: set[int]
) -> None:
    assert closed_with(opened(served), data) in codes | {0}


def test_hundreds_of_sockets_are_opened_and_no_more_than_that(tmp_path: Path) -> None:
    number = min(320, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 3)
    limits = Limits(address_sockets=300, address_connections=400, spares_loopback=False, hello_s=60)
    with serving(tmp_path / "t.db", limits=limits) as served:
        lines = []
        for _ in range(number):
            line = socket.create_connection(("127.0.0.1", served.port), 30)
            line.sendall(UPGRADE)
            lines.append(line)
        answers = [line.recv(4096).partition(b"\r\n")[0] for line in lines]
        for line in lines:
            line.close()
        taken = sum(b" 101 " in answer for answer in answers)
        assert taken + sum(b" 403 " in answer for answer in answers) == number
        assert taken <= 300
        while True:  # their places are free again
            with suppress(InvalidStatus), served.raw():
                break


def test_no_more_is_kept_of_a_table_however_much_is_said_at_it(served: Served) -> None:
    line = served.line(served.made()["host"])
    line.until_asked()
    for number in range(12):
        line.send("propose", id=f"p{number}", what="claim", p={"with": number})
        line.send("intend", id=f"i{number}", move="x" * 600)
        line.send("ping")
        line.until("pong")
    table = served.registry.rooms[line.welcome["table"]].table
    assert len(json.dumps([reply.plain() for _, reply in table.answers[0]])) < 25_000


# --- Tokens and codes -----------------------------------------------------------------------------


@pytest.mark.usefixtures("other")
def test_guessed_tokens_open_no_seat(served: Served) -> None:
    made = served.made(HAND, ("human", "human", "rules", "rules"))
    tokens = [link.partition("#")[2] for link in made["seats"][:2]]
    another = served.made()["host"].partition("#")[2]
    swapped = tokens[0][:-1] + ("A" if tokens[0][-1] != "A" else "B")
    for guess in (
        "x",
        " ",
        tokens[0][:-1],
        swapped,
        tokens[0].swapcase(),
        tokens[0] + "=",
        another,
    ):
        raw = served.raw()
        raw.send(json.dumps({"t": "hello", "table": made["table"], "token": guess}))
        assert '"code":"table.bad-token"' in str(raw.recv(timeout=30))
        assert code_of(raw) == 4403


def test_an_address_has_so_many_connections_and_no_more_whatever_it_asks_for(
    tmp_path: Path,
) -> None:
    with serving(
        tmp_path / "t.db", limits=Limits(address_connections=3, spares_loopback=False)
    ) as served:
        lines = [opened(served), *(connected(served) for _ in range(2))]
        with suppress(ConnectionError), closing(connected(served)) as one_more:
            assert one_more.recv(1) == b""  # hung up on
        assert all(map(is_answered, lines[1:]))
        for line in lines:
            line.close()
        end = time.monotonic() + 30
        while not answers(served):
            assert time.monotonic() < end, "their places are not free again"


def connected(served: Served) -> socket.socket:
    """Open a connection that asks for nothing."""
    return socket.create_connection(("127.0.0.1", served.port), 30)


def is_answered(line: socket.socket) -> bool:
    line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return line.recv(4096).startswith(b"HTTP/1.1 200")


def answers(served: Served) -> bool:
    with suppress(ConnectionError), closing(connected(served)) as line:
        return is_answered(line)
    return False


def test_codes_are_not_found_by_trying(tmp_path: Path) -> None:
    with serving(
        tmp_path / "t.db", limits=Limits(address_guesses=3, spares_loopback=False)
    ) as served:
        made = served.made()
        urls = [f"{served.url}/api/tables/{code}" for code in ("Z2", "Z3", "Z4", "Z5")]
        assert [get(url).status_code for url in urls] == [404, 404, 404, 429]
        assert get(f"{served.url}/api/tables/{made['table']}").status_code == 429
        for code in ("Z6", made["table"]):  # right or wrong, the answer is the same
            for token in (None, "x"):
                raw = served.raw()
                raw.send(json.dumps({"t": "hello", "table": code, "token": token}))
                assert '"code":"table.guessed"' in str(raw.recv(timeout=30))
        served.line(made["host"])  # who has a seat is let in


def test_an_id_of_another_seat_gives_no_answer_of_its(served: Served) -> None:
    made = served.made(HAND, ("human", "human", "rules", "rules"))
    first, second = (served.line(link) for link in made["seats"][:2])
    first.send("say", id="k1", text="mine")
    assert first.until("ack", "no")["t"] == "ack"
    second.send("intend", id="k1", move="30")
    assert second.until("ack", "no")["code"] == "table.nothing-to-intend"


# --- Names and talk -------------------------------------------------------------------------------

SHOWN = (
    "<img onerror=alert(1)>",
    "{{7*7}} {0} %s",
    "👩‍👩‍👧‍👦" * 3,
    "‏שלום",
    "'; DROP TABLE seats;--",
)
TURNING = ("a\u202eb", "a\u2066b", "a\u2028b")
UNSHOWN = (*TURNING, "a\u0085b", "a\u0000b", "a\x1b[31m", "x" * 25)


@pytest.mark.parametrize("name", SHOWN)
def test_a_name_of_signs_that_are_shown_is_kept_as_it_is(served: Served, name: str) -> None:
    made = served.made(HAND, ("human", "open", "rules", "rules"))
    guest = served.line(made["join"], lang="zh")
    guest.send("sit", id="s", seat=1, name=name, token=SECRET)
    guest.until("seated")
    assert guest.parts["people"][1]["name"] == name
    guest.send("say", id="t", text=name)
    guest.until("ack")
    assert guest.told[-1]["p"]["text"] == name
    assert guest.told[-1]["text"].endswith(name)


@pytest.mark.parametrize("name", UNSHOWN)
def test_a_name_that_would_change_what_stands_beside_it_is_refused(
    served: Served, name: str
) -> None:
    made = served.made(HAND, ("human", "open", "rules", "rules"))
    guest = served.line(made["join"])
    guest.send("sit", id="s", seat=1, name=name, token=SECRET)
    is_text = name in TURNING
    told = guest.until("no" if is_text else "error")
    assert told["code"] == ("table.unseen-name" if is_text else "table.bad-part")
    asked = {"variant": HAND, "name": name}
    answer = post(f"{served.url}/api/tables", json=asked)
    assert answer.json()["code"] == ("table.unseen-name" if is_text else "table.bad-name")


def test_what_all_sockets_of_an_address_say_waits_where_it_is_too_much_and_is_answered(
    tmp_path: Path,
) -> None:
    limits = Limits(address_rate=20, address_burst=10, spares_loopback=False)
    with serving(tmp_path / "t.db", limits=limits) as served:
        made = served.made()
        lines = [served.line(made["host"]) for _ in range(3)]
        began = time.monotonic()
        for line in lines:
            for _ in range(8):
                line.send("ping")
        for line in lines:
            for _ in range(8):
                line.until("pong")
        assert time.monotonic() - began >= (24 - 10) / 20 - 0.1


def test_who_pauses_and_goes_on_for_ever_fills_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admission, "FRAMES_AT_ONCE", 10**6)
    limits = Limits(rate=1e6, burst=10**6)
    with serving(tmp_path / "t.db", limits=limits, durability="process") as served:
        made = served.made()
        line = served.line(made["host"])
        sizes = []
        for n in range(600):
            line.send("propose", id=f"p{n}", what="pause", p={})
            assert line.until("ack", "no")["t"] == "ack"
            line.send("ready", id=f"r{n}")
            assert line.until("ack", "no")["t"] == "ack"
            if n % 300 == 299:
                kept = asyncio.run(served.registry.store.load(made["table"]))
                with closing(sqlite3.connect(tmp_path / "t.db")) as file:
                    rows = [
                        file.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
                        for table in ("answers", "events", "deals", "seats", "tables")
                    ]
                sizes.append((rows, len(kept.answers), len(kept.events)))
        assert sizes[0] == sizes[1]
