"""Requests that are made to harm: odd paths, heads, bodies, and tables too large for any server."""

from __future__ import annotations

import json
import resource
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any, Literal

import pytest
from starlette.requests import Request
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from suitwise.foundation.text.phrases import phrase
from suitwise.table.rules.commands import MOST_BYTES
from suitwise.table.serve import admission
from suitwise.table.serve.admission import _warn_unnamed_clients
from suitwise.table.serve.limits import (
    Addresses,
    Descriptors,
    Limits,
    counted_address,
    raise_descriptors,
)
from suitwise.table.serve.processes import boards, reviews
from suitwise.table.serve.processes.workers import MOST_WAITING, TooManyError
from suitwise.table.serve.server import Options
from suitwise.table.serve.web import requests as asked
from tests.table.serve.quick import Killable
from tests.table.serve.servers import Served, get, post, serving

ELSEWHERE: list[bytes] = [
    *(b"/s/../../../../etc/passwd", b"/s/v/..%2f..%2f..%2fetc%2fpasswd"),
    *(b"/s/%00/%2e%2e/%2e%2e/server.py", b"/s/v//etc/passwd", b"/s/v/..\\..\\server.py"),
    *(b"/static/index.html", b"/.git/config", b"/full_state.json"),
    *(b"/api/tables/%2e%2e/record", b"http://evil.example/"),
]
"""Paths of what is no page."""
READ_IN_TWO_WAYS: list[tuple[bytes, bytes]] = [
    (
        b"POST /api/tables HTTP/1.1\nHost: localhost\nContent-Length: 5\nContent-Length: 6",
        b"abcdef",
    ),
    (b"POST /api/tables HTTP/1.1\nHost: localhost\nContent-Length: -5", b"abcdef"),
    (b"POST /api/tables HTTP/1.1\nHost: localhost\nTransfer-Encoding: chunked", b"zz\r\nab"),
    (
        b"POST /api/tables HTTP/1.1\nHost: localhost\nTransfer-Encoding: gzip, chunked",
        b"0\r\n\r\n",
    ),
    (b"GET / HTTP/1.1\nHost: localhost\nHost: 127.0.0.1", b""),
    (b"GET / HTTP/1.1", b""),
    (b"GET / HTTP/1.1\nHost: localhost\nX: " + b"a" * 200_000, b""),
    (b"GET / HTTP/1.1\nHost : localhost", b""),
    (b"GET / HTTP/1.1\nHost: localhost\n folded: y\x00", b""),
    (b"\x16\x03\x01\x02\x00\x01" + b"\xff" * 500, b""),
    (b"DELETE /api/tables HTTP/1.1\nHost: localhost\nConnection: close", b""),
    (b"PUT / HTTP/1.1\nHost: localhost\nConnection: close", b""),
    (b"GET /ws HTTP/1.1\nHost: localhost\nConnection: close", b""),
]
"""Heads and bodies of requests that a proxy may read in another way than a server."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    limits = Limits(address_tables=1000, spares_loopback=False)
    with serving(tmp_path_factory.mktemp("attacks") / "t.db", limits=limits) as running:
        yield running


def said(served: Served, head: bytes, body: bytes = b"") -> bytes:
    """Send a request byte for byte; return all that is answered."""
    return said_to(served.port, head, body)


def said_to(port: int, head: bytes, body: bytes = b"") -> bytes:
    """Send a request byte for byte to a port of this machine; return all that is answered."""
    with closing(socket.create_connection(("127.0.0.1", port), 30)) as line:
        heard = b""
        with suppress(OSError):
            line.sendall(head.replace(b"\n", b"\r\n") + b"\r\n\r\n" + body)
            if b"close" not in head:
                line.shutdown(socket.SHUT_WR)
            while part := line.recv(65536):
                heard += part
    return heard


@pytest.mark.parametrize("path", ELSEWHERE)
def test_no_file_but_the_pages_own_is_sent(served: Served, path: bytes) -> None:
    heard = said(served, b"GET " + path + b" HTTP/1.1\nHost: localhost\nConnection: close")
    assert heard.split(b" ")[1] in (b"404", b"400"), heard[-200:]


@pytest.mark.parametrize(("head", "body"), READ_IN_TWO_WAYS)
def test_a_request_that_can_be_read_in_two_ways_is_refused(
    served: Served, head: bytes, body: bytes
) -> None:
    heard = said(served, head, body)
    assert not heard or heard.split(b" ")[1][:1] == b"4"
    assert heard.count(b"HTTP/1.1 ") <= 1


@pytest.mark.parametrize(
    "host",
    [
        *(b"evil.example", b"evil.example:80", b"localhost.evil.example"),
        *(b"127.0.0.1.evil.example", b"evil.example:127.0.0.1", b"[::1].evil.example"),
        *(b"localhost@evil.example", b"192.0.2.1", b"[2001:db8::1]", b"0x7f.1", b""),
    ],
)
def test_a_request_for_another_name_is_refused_whatever_it_asks_for(
    served: Served, host: bytes
) -> None:
    end = b" HTTP/1.1\nHost: " + host + b"\nConnection: close"
    before = len(served.registry.rooms)
    asked = b'{"variant": "gin"}'
    post = b"POST /api/tables" + end + b"\nContent-Length: %d" % len(asked)
    paths = (b"/", b"/metrics", b"/healthz", b"/api/games", b"/s/")
    heads = [(post, asked), *((b"GET " + path + end, b"") for path in paths)]
    for heard in (said(served, *one) for one in heads):
        head, _, body = heard.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 421 "), heard
        assert json.loads(body)["code"] == "table.foreign-host"
    assert len(served.registry.rooms) == before


def test_a_socket_for_another_name_is_refused(served: Served) -> None:
    key = b"\nSec-WebSocket-Version: 13\nSec-WebSocket-Key: MDEyMzQ1Njc4OTAxMjM0NQ=="
    upgrade = b"\nUpgrade: websocket\nConnection: Upgrade"
    for host, status in ((b"evil.example", b"421"), (b"localhost", b"101")):
        heard = said(served, b"GET /ws HTTP/1.1\nHost: " + host + upgrade + key)
        assert heard.split(b" ")[1] == status
        assert (b"table.foreign-host" in heard) == (status == b"421")


def test_a_request_without_a_name_is_refused(served: Served) -> None:
    assert said(served, b"GET /metrics HTTP/1.0\nConnection: close").split(b" ")[1] == b"421"


def test_a_server_answers_to_its_names_however_they_are_written(tmp_path: Path) -> None:
    names = Options(names=("cards.example", "10.0.0.7", "2001:db8::1"))
    hosts = ("cards.example", "CARDS.example.:443", "10.0.0.7:8042", "[2001:DB8:0::1]:1")
    with serving(tmp_path / "t.db", options=names) as running:
        for host in (*hosts, "localhost", "Localhost:1", "127.0.0.1", "127.1.2.3:4", "[::1]"):
            assert get(f"{running.url}/healthz", headers={"host": host}).status_code == 200, host
        for host in ("sub.cards.example", "example", "10.0.0.8", "[2001:db8::2]"):
            assert get(f"{running.url}/healthz", headers={"host": host}).status_code == 421, host


def test_a_server_that_listens_everywhere_answers_to_the_address_that_it_is_asked_at(
    tmp_path: Path,
) -> None:
    with serving(tmp_path / "t.db", host="0.0.0.0") as running:
        for host, status in (("0.0.0.0", 200), ("127.0.0.1", 200), ("192.0.2.1", 421)):
            answer = get(f"{running.url}/healthz", headers={"host": host})
            assert answer.status_code == status, host


def test_a_host_that_is_no_name_is_not_repeated(served: Served) -> None:
    heard = said(served, b"GET / HTTP/1.1\nHost: x; script-src *\nConnection: close")
    assert b"script-src *" not in heard


def test_who_hangs_up_in_mid_request_leaves_one_line_at_most(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    head = b"POST /api/tables HTTP/1.1\nHost: localhost\nContent-Length: 9999999"
    said(served, head, b"ab")
    assert get(f"{served.url}/healthz").status_code == 200
    assert not any(one.exc_info for one in caplog.records)


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that waits for nobody, and half as long as others for who is told that it is over."""
    limits = Limits(head_s=0.2, body_s=0.2, reader_s=0.2, spares_loopback=False)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(admission, "_BYE_S", 0.5)
        with serving(tmp_path_factory.mktemp("hasty") / "t.db", limits=limits) as running:
            yield running


def trickled(served: Served, start: bytes, drop: bytes) -> bytes:
    """Send a request's beginning, then drop after drop till the server ends it; return the answer."""
    with closing(socket.create_connection(("127.0.0.1", served.port), 0.02)) as line:
        heard, until = b"", time.monotonic() + 60
        with suppress(ConnectionError):
            line.sendall(start.replace(b"\n", b"\r\n"))
            while time.monotonic() < until:
                with suppress(TimeoutError):
                    if not (part := line.recv(65536)):
                        return heard
                    heard += part
                line.sendall(drop)
            raise AssertionError(f"not ended after a minute, heard {heard!r}")
        return heard


POST = b"POST /api/tables HTTP/1.1\nHost: localhost\n"


@pytest.mark.parametrize(
    ("start", "drop", "status"),
    [
        (b"", b"", b""),
        (b"", b"G", b""),
        (b"GET / HTTP/1.1\nX: ", b"x", b""),
        (POST + b"Content-Length: 50\n\n{", b"", b"408"),
        (POST + b"Content-Length: 9000\n\n{", b" ", b"408"),
        (POST + b"Transfer-Encoding: chunked\n\n", b"1\r\n \r\n", b"408"),
        (POST + b"Transfer-Encoding: chunked\n\n", b"0", b"408"),
        (POST.replace(b"tables", b"replay") + b"Content-Length: 9000\n\n{", b" ", b"408"),
        (POST + b"Content-Length: 90000000\n\n" + b" " * 20_000, b" ", b"413"),
        (b"GET / HTTP/1.1\nHost: localhost\nContent-Length: 9000\n\n", b" ", b"200"),
        (POST.replace(b"localhost", b"x") + b"Content-Length: 9000\n\n", b" ", b"421"),
        (b"GET / HTTP/1.1\nHost: localhost\n\n", b"X", b"200"),
    ],
)
def test_a_request_that_does_not_come_is_not_waited_for_however_it_trickles(
    hasty: Served, start: bytes, drop: bytes, status: bytes
) -> None:
    heard = trickled(hasty, start, drop)
    assert heard[9:12] == status
    assert heard.count(b"HTTP/1.1 ") == bool(status)


def test_a_reader_who_takes_nothing_of_an_answer_is_cut_off(hasty: Served) -> None:
    page = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with closing(socket.socket()) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(60)
        line.connect(("127.0.0.1", hasty.port))
        with pytest.raises(ConnectionError):
            line.sendall(page * 1_000_000)


def test_a_socket_is_no_request_that_is_late(hasty: Served) -> None:
    line = hasty.line(hasty.made()["host"])
    with suppress(TimeoutError):
        while True:
            line.socket.recv(timeout=3 * (0.2 + admission._BYE_S))
    line.send("ping")
    line.until("pong")


@pytest.mark.parametrize(
    "asked",
    [
        {"variant": "stacks(stacks=100000)"},
        {"variant": "stacks(stacks=999,height=100)"},
        {"variant": "gin(" + "to=1," * 90 + "to=1)"},
        {"variant": "tractor(profile=/etc/passwd)"},
        {"variant": "(" * 400},
        {"variant": "texas42", "seats": ["human", "mc(worlds=10000)", "rules", "rules"]},
        {"variant": "gin", "seats": ["human", "rules(look=9999999)"]},
        {"variant": "texas42", "seats": ["human"] * 1000},
        {"variant": "texas42", "house": {"grace_s": 10**30}},
        {"variant": "texas42", "house": {"clock_s": -1}},
        {"variant": "texas42", "house": {"hints": ["all"]}},
        {"variant": "texas42", "house": {"x" * 5000: 1}},
    ],
)
def test_a_table_that_would_take_all_of_the_server_is_not_made(
    served: Served, asked: dict[str, object]
) -> None:
    answer = post(f"{served.url}/api/tables", json=asked)
    assert answer.status_code == 400
    assert len(answer.text) < 1000


def test_a_body_of_another_form_is_refused(served: Served) -> None:
    for body in (
        b"[" * MOST_BYTES,
        b"\xff\xfe",
        b'{"variant":NaN}',
        b'{"variant":1e999}',
        b"9" * 9000,
    ):
        answer = post(f"{served.url}/api/tables", content=body)
        assert answer.status_code == 400


def test_half_a_character_in_a_refusal_is_sent_as_json_writes_it() -> None:
    request = Request({"type": "http", "headers": []})
    sent = asked.refusal(400, phrase("any.refused", "{text}", text="\ud800 红桃"), request)
    assert json.loads(bytes(sent.body))["text"] == "\ud800 红桃"
    assert "红桃".encode() in bytes(sent.body)


def test_addresses_of_one_network_of_64_bits_count_as_one() -> None:
    addresses = Addresses(Limits(address_connections=2), clock=lambda: 0.0)
    one, same, other = "2001:db8::1", "2001:db8::ffff:2", "2001:db8:0:1::1"
    assert [addresses.connects(at) for at in (one, same, one, other)] == [True, True, False, True]
    addresses.disconnects(same)
    addresses.disconnects(one)
    assert addresses.connects(same)


def of_48(n: int) -> str:
    """Return an address in one of many networks of 64 bits, all within one of 48."""
    return f"2001:db8:0:{n:x}::1"


def test_a_network_of_48_bits_has_sixteen_times_the_connections_of_an_address() -> None:
    addresses = Addresses(Limits(address_connections=2), clock=lambda: 0.0)
    may = [addresses.connects(of_48(n)) for n in range(40)]
    assert may == [True] * 32 + [False] * 8
    assert addresses.connects("2001:db8:1::1"), "another network of 48 bits"
    assert addresses.connects("192.0.2.1")
    for n in range(40):
        addresses.disconnects(of_48(n))
    assert addresses.connects(of_48(0))


def test_a_network_of_48_bits_has_sixteen_times_the_sockets_of_an_address() -> None:
    addresses = Addresses(Limits(address_sockets=2), clock=lambda: 0.0)
    with ExitStack() as open_ones:
        may = [
            open_ones.enter_context(addresses.socket(counted_address(of_48(n)))) for n in range(40)
        ]
        assert may == [True] * 32 + [False] * 8
    with addresses.socket(of_48(0)) as one:
        assert one


def test_a_network_of_48_bits_makes_and_guesses_sixteen_times_as_much() -> None:
    limits = Limits(address_tables=2, address_guesses=2)
    times = [0.0]
    addresses = Addresses(limits, clock=lambda: times[0])
    assert [addresses.may_make(of_48(n)) for n in range(40)] == [True] * 32 + [False] * 8
    guessed = []
    for n in range(40):
        guessed.append(addresses.may_guess(of_48(n)))
        addresses.note_guess(of_48(n))
    assert guessed == [True] * 32 + [False] * 8
    assert addresses.may_make("2001:db8:1::1")
    assert addresses.may_guess("2001:db8:1::1")
    times[0] = 3601.0
    assert addresses.may_make(of_48(0))
    assert addresses.may_guess(of_48(0))


def test_what_a_network_of_48_bits_says_waits_where_it_is_too_much() -> None:
    addresses = Addresses(Limits(address_rate=1, address_burst=1), clock=lambda: 0.0)
    with ExitStack() as open_ones:
        for n in range(40):
            open_ones.enter_context(addresses.socket(of_48(n)))
        waits = [addresses.wait(of_48(n)) for n in range(40)]
        assert waits[:16] == [0.0] * 16
        assert waits[16:] == [n / 16 for n in range(1, 25)]
    with addresses.socket(of_48(0)):
        assert addresses.wait(of_48(0)) == 0.0, "nobody else is here, and all is forgotten"


def test_a_network_of_48_bits_has_half_of_the_work_that_may_wait(served: Served) -> None:
    registry = served.registry
    for work, most in (
        (registry.boards, boards.MOST_WAITING),
        (registry.replays, MOST_WAITING),
        (registry.dailies, MOST_WAITING),
        (registry.reviews, reviews.MOST_WAITING),
    ):
        with ExitStack() as waiting:
            for n in range(most // 2):
                waiting.enter_context(work._slots.admitted(of_48(n)))
            with pytest.raises(TooManyError):
                waiting.enter_context(work._slots.admitted(of_48(most)))
            for n in range(most // 2):
                waiting.enter_context(work._slots.admitted(f"192.0.2.{n}"))
        assert len(work._slots) == 0


@pytest.mark.parametrize(
    ("proxy", "headers", "is_limited"),
    [
        ("", {}, False),
        ("", {"host": "localhost"}, False),
        ("", {"host": "[::1]:8042"}, False),
        ("", {"host": "cards.example"}, True),
        ("", {"x-forwarded-for": "192.0.2.1"}, True),
        ("", {"forwarded": "for=192.0.2.1"}, True),
        ("127.0.0.1", {}, True),
        ("127.0.0.1", {"x-forwarded-for": "192.0.2.1"}, True),
        ("127.0.0.1", {"host": "cards.example", "x-forwarded-for": "127.0.0.1"}, False),
        ("192.0.2.7", {"host": "cards.example"}, True),
        ("192.0.2.7", {"x-forwarded-for": "192.0.2.1"}, True),
    ],
)
def test_who_comes_by_a_proxy_is_limited_whether_or_not_it_says_who_it_is(
    tmp_path: Path, proxy: str, headers: dict[str, str], is_limited: bool
) -> None:
    limits = Limits(address_tables=1)
    names = Options(names=("cards.example",))
    with serving(tmp_path / "t.db", limits=limits, options=names, trusted_proxy=proxy) as running:
        asked = {"variant": "gin"}
        made = [post(f"{running.url}/api/tables", json=asked, headers=headers) for _ in range(2)]
    assert [one.status_code for one in made] == [201, 429 if is_limited else 201]


@pytest.mark.parametrize(
    ("proxy", "ours", "theirs"),
    [
        ("127.0.0.1", b"X-Forwarded-For: 192.0.2.1", b"X-Forwarded-For: 192.0.2.2"),
        ("", b"Forwarded: for=192.0.2.1", b"Accept: */*"),  # not trusted: one of all who come so
    ],
)
def test_who_comes_by_a_proxy_has_so_many_requests_at_a_time_whoever_brings_them(
    tmp_path: Path, proxy: str, ours: bytes, theirs: bytes
) -> None:
    """Each is a connection of the proxy, which has as many as it wants."""
    ask = b"GET /livez HTTP/1.1\nHost: localhost\nConnection: close\n"
    late = b"POST /api/tables HTTP/1.1\nHost: localhost\nContent-Length: 9\n" + ours
    limits = Limits(address_connections=3, body_s=600)
    with ExitStack() as lines, serving(tmp_path / "t.db", limits=limits, trusted_proxy=proxy) as on:

        def begun() -> socket.socket:
            line = socket.create_connection(("127.0.0.1", on.port), 60)
            lines.enter_context(closing(line))
            line.sendall(late.replace(b"\n", b"\r\n") + b"\r\n\r\n")
            return line

        for _ in range(3):
            begun()
        while b" 429 " not in (heard := said(on, ask + ours)):
            time.sleep(0.01)  # until all of them are read
        assert json.loads(heard.partition(b"\r\n\r\n")[2])["code"] == "table.too-many-requests"
        one_more, heard = begun(), b""
        while part := one_more.recv(65536):  # it is ended although the rest of it does not come
            heard += part
        assert b" 429 " in heard
        assert b" 200 " in said(on, ask + theirs)
        lines.close()
        while b" 200 " not in said(on, ask + ours):
            time.sleep(0.01)


def test_a_server_has_as_many_descriptors_as_it_may_have(tmp_path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
        with serving(tmp_path / "t.db"):
            assert resource.getrlimit(resource.RLIMIT_NOFILE) == (before[1], before[1])
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def sought(served: Served, name: str) -> ClientConnection:
    """Open a WebSocket as one asks for a name."""
    line = socket.create_connection(("127.0.0.1", served.port), 60)
    return connect(f"ws://{name}/ws", sock=line, subprotocols=[Subprotocol("suitwise.1")])


def test_who_comes_under_a_name_by_a_proxy_that_says_nothing_is_one_of_all_and_it_is_said_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    _warn_unnamed_clients.cache_clear()
    names = Options(names=("cards.example",))
    here = {"host": "localhost"}
    passed_on = {"host": "cards.example"}
    limits = Limits(address_sockets=1, address_guesses=2)
    with serving(tmp_path / "t.db", limits=limits, options=names) as running:
        guesses = [
            get(f"{running.url}/api/tables/NONE{n}", headers=passed_on).status_code
            for n in range(4)
        ]
        assert guesses == [404, 404, 429, 429]
        assert get(f"{running.url}/api/tables/NONE9", headers=here).status_code == 404
        assert get(f"{running.url}/metrics", headers=passed_on).status_code == 403
        assert get(f"{running.url}/metrics", headers=here).status_code == 200
        with sought(running, "cards.example"), pytest.raises(InvalidStatus, match="403"):
            sought(running, "cards.example")
        with sought(running, "localhost"), sought(running, "localhost"):
            pass
    said_of_it = [one for one in caplog.records if "--trusted-proxy" in one.getMessage()]
    assert len(said_of_it) == 1


# --- Descriptors ----------------------------------------------------------------------------------


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Callable[..., Killable]]:
    """Start servers as processes, which end with the test."""
    servers: list[Killable] = []

    def start(**options: Any) -> Killable:
        servers.append(Killable(tmp_path / "t.db", **options))
        servers[-1].start()
        return servers[-1]

    yield start
    for server in servers:
        server.kill()


@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
def test_where_descriptors_run_out_new_connections_are_answered_so_and_games_go_on(
    started: Callable[..., Killable], loop: Literal["asyncio", "uvloop"]
) -> None:
    if loop == "uvloop":
        pytest.importorskip("uvloop")
    few = ("sh", "-c", 'ulimit -n 256 && exec "$@"', "sh")
    server = started(within=few, loop=loop)
    served = Served(server.port, None)
    since = time.monotonic()
    with served.lines, ExitStack() as flood:
        forced = "texas42(match=hand,forced=yes)"  # else all may pass, and that is the end
        line = served.line(served.made(forced)["host"])
        lines = [flood.enter_context(_idle(server.port)) for _ in range(400)]
        answer = get(f"{server.url}/livez")
        assert (answer.status_code, answer.json()["code"]) == (503, "table.full")
        assert "connections" in answer.json()["text"]
        assert line.play("during", line.until_asked()[0])["t"] == "ack"
        assert any(_heard(one).startswith(b"HTTP/1.1 503 ") for one in lines)
        flood.close()
        while get(f"{server.url}/livez").status_code == 503:
            time.sleep(0.05)
        assert line.play("after", line.until_asked()[0])["t"] == "ack"
        served.made()
    server.process.kill()
    _, logged = server.process.communicate(timeout=600)
    minutes = (time.monotonic() - since) // 60
    assert 1 <= logged.count("new connections are answered 503") <= 1 + minutes
    assert "Traceback" not in logged


def _idle(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), 60)


def _heard(line: socket.socket) -> bytes:
    """Return what a connection that has asked for nothing has been told by now."""
    line.setblocking(
        False
    )  # else Python waits for as long as the socket may take, whatever the flags
    with suppress(BlockingIOError):
        return line.recv(4096)
    return b""


def test_few_descriptors_are_said_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    times = iter([0.0, 1.0, 59.0, 60.0, 61.0])
    descriptors = Descriptors(1000, clock=times.__next__)
    for most_said in (1, 1, 1, 2, 2):
        assert not descriptors.are_few(935)
        assert descriptors.are_few(936)
        assert len(caplog.records) == most_said


def test_of_few_descriptors_a_quarter_is_kept() -> None:
    descriptors = Descriptors(100, clock=lambda: 0.0)
    assert [descriptors.are_few(fresh) for fresh in (74, 75)] == [False, True]
    assert [descriptors.are_hardly_any(fresh) for fresh in (87, 88)] == [False, True]


@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
def test_a_server_that_could_accept_nothing_accepts_again(
    started: Callable[..., Killable], loop: Literal["asyncio", "uvloop"]
) -> None:
    if loop == "uvloop":
        pytest.importorskip("uvloop")
    if not hasattr(resource, "prlimit"):
        pytest.skip("the limits of another process can't be set here")
    server = started(loop=loop)
    assert get(f"{server.url}/api/games").status_code == 200  # all is imported
    was = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
    resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (3, was[1]))
    with ExitStack() as lines:
        waiting = [lines.enter_context(_idle(server.port)) for _ in range(8)]
        waiting[0].sendall(b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n")
        waiting[0].settimeout(0.5)
        with pytest.raises(TimeoutError):
            waiting[0].recv(1)
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, was)
        assert get(f"{server.url}/livez").status_code == 200


def test_where_any_number_is_allowed_a_number_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []
    endless = resource.RLIM_INFINITY
    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, endless))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: asked.append(limits))
    raise_descriptors()
    assert asked == [(65_536, endless)]
