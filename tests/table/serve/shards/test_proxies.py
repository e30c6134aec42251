"""Shards behind nginx, HAProxy and Caddy as they come: people play on whatever is moved and restarted.

Where a proxy is not installed its tests are left out; ``SUITWISE_PROXY=required`` makes that a failure.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from shutil import which
from threading import Thread
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from suitwise.table.rules.commands import MOST_BYTES
from suitwise.table.serve.shards import moving
from suitwise.table.serve.shards.proxy import PROXIES
from suitwise.table.serve.shards.slots import read_map
from tests.commands import run_command
from tests.table.serve.servers import get, post
from tests.table.serve.test_http_attacks import ELSEWHERE, READ_IN_TWO_WAYS, said_to
from tests.table.serve.test_kill import Player, all_is_there, hurried, kept_of, played_on

__all__ = ["hurried"]
N_SHARDS = 2
FOUR = {"variant": "texas42", "seats": ["human"] * 4}
"""A table that is asked for, for four people."""


def free_ports(n: int) -> int:
    """Return the first of some ports in a row that nobody listens at."""
    for first in range(20_000 + os.getpid() % 10_000, 60_000, n):
        with suppress(OSError):
            for port in range(first, first + n):
                socket.create_server(("127.0.0.1", port)).close()
            return first
    raise AssertionError("no port is free")


class Fleet:
    """``suitwise table run`` as a process, with its proxy and below its path if it has them."""

    def __init__(self, folder: Path, kind: str, base: str = "") -> None:
        first = free_ports(N_SHARDS + 1)
        self.folder, self.listen = folder, f"127.0.0.1:{first + N_SHARDS}"
        self.origin = f"http://{self.listen}"
        self.base, self.url = base, self.origin + base
        self.lines = f"ws://{self.listen}{base}/ws"
        command = [sys.executable, "-m", "suitwise", "table", "run", "--shards", str(N_SHARDS)]
        where = ["--folder", str(folder), "--port", str(first)]
        proxy = ["--proxy", kind, "--listen", self.listen] if kind else []
        proxy += ["--base", base] if base else []
        home = {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}  # Caddy's
        with (folder / "log").open("wb") as log:
            self.process = subprocess.Popen(
                [*command, *where, *proxy], env=os.environ | home, stderr=log
            )
        self.wait_for("all shards are ready")
        if kind:
            self.until(lambda: get(f"{self.url}/api/games").status_code == 200)

    def until(self, is_so: Callable[[], bool]) -> None:
        end = time.monotonic() + 120
        while time.monotonic() < end:
            with suppress(httpx.HTTPError):
                if is_so():
                    return
            time.sleep(0.1)
        raise AssertionError((self.folder / "log").read_text())

    def wait_for(self, line: str) -> None:
        """Wait until a line has been written once more."""
        before = self._count(line)
        self.until(lambda: self._count(line) > before)

    def _count(self, line: str) -> int:
        return (self.folder / "log").read_text().count(line)

    def made(self, slot: str = "") -> dict[str, Any]:
        """Make a table, at a slot if one is named."""
        answer = post(f"{self.url}/api/tables{slot and '/' + slot}", json=FOUR)
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def end(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(60) == 0


BASES = {"nginx": "/my-cards", "haproxy": "", "caddy": "/my-cards"}
"""Below which path each proxy has its shards: so by default, at the root as well under --exhaustive."""
assert set(BASES) == set(PROXIES)


@pytest.fixture(params=PROXIES)
def kind(request: pytest.FixtureRequest) -> str:
    path = os.environ.get("PATH", "") + os.pathsep + "/usr/sbin"
    if which(request.param, path=path) is None:
        if os.environ.get("SUITWISE_PROXY") == "required":
            pytest.fail(f"{request.param} is not installed")
        pytest.skip(f"proxy tests need {request.param}")
    kind: str = request.param
    return kind


def ended(running: Fleet) -> Iterator[Fleet]:
    try:
        yield running
    finally:
        running.end()


@pytest.mark.exhaustive
@pytest.mark.usefixtures("hurried")
def test_requests_come_where_they_belong_and_people_play_on_until_the_fleet_is_drained(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, exhaustive: bool
) -> None:
    """A fleet for each proxy plays all scenes, in full one at the root and one below a path."""
    monkeypatch.setenv("SUITWISE_ADMIN_SECRET", "a secret of some length")
    for base in ("", "/my-cards") if exhaustive else (BASES[kind],):
        folder = tmp_path / f"at{base.replace('/', '-')}"
        folder.mkdir()
        for fleet in ended(Fleet(folder, kind, base)):
            made = made_where_it_belongs(fleet)
            is_attacked(fleet, made["table"])
            players = who_play_on(fleet)
            is_drained(fleet)
        files = [folder / f"s{number}.db" for number in range(1, N_SHARDS + 1)]
        all_is_there([one for file in files for one in kept_of(file)], players)


def made_where_it_belongs(fleet: Fleet) -> dict[str, Any]:
    """Return a table, after every shard has made one and each request has come to the right shard."""
    slots = read_map(fleet.folder / "slots.toml")
    made: list[dict[str, Any]] = []

    def have_all_made_one() -> bool:
        """Make another one: a proxy may find out only now that a shard is there."""
        made.append(fleet.made())
        time.sleep(1)
        return len({slots.shard_of(one["table"]) for one in made}) == N_SHARDS

    fleet.until(have_all_made_one)
    for shard in slots.shards.values():
        at_slot = fleet.made(shard.slots[0])
        assert at_slot["table"][0] == shard.slots[0]
        with connect(f"{fleet.lines}/{shard.slots[0]}") as line:
            line.send(json.dumps({"t": "hello", "table": at_slot["table"], "lang": "en"}))
            assert json.loads(line.recv())["t"] == "welcome"
    for one in made:
        for address in (one["table"], one["table"].lower()):
            assert get(f"{fleet.url}/api/tables/{address}").status_code == 200
    assert made[0]["join"] == f"{fleet.base}/t/{made[0]['table']}"
    page = get(f"{fleet.origin}{made[0]['join']}")
    assert (page.status_code, page.headers["x-content-type-options"]) == (200, "nosniff")
    assert get(f"{fleet.url}/metrics").status_code == 403
    for address in ("/admin", "/admin/"):  # what the page itself says behind a proxy without TLS
        assert get(f"{fleet.url}{address}").text == "only over TLS, or on this machine"
    return made[0]


def is_attacked(fleet: Fleet, code: str) -> None:
    """Send what is made to harm: none of it is done, no shard has a fault, and people can play on."""
    port = int(fleet.listen.rpartition(":")[2])
    end = b" HTTP/1.1\nHost: localhost\nConnection: close"
    paths = [fleet.base.encode() + path for path in ELSEWHERE if path.startswith(b"/")]
    for head, body in [*((b"GET " + path + end, b"") for path in paths), *READ_IN_TWO_WAYS]:
        heard = said_to(port, head, body)
        answer = heard.partition(b"\r\n\r\n")[
            2
        ]  # Caddy says 200 and nothing where it has no way on
        assert not answer or heard.split(b" ")[1] >= b"300", (head, heard[:200])
    address = f"{fleet.lines}/{code}"
    for frame in ("", "{", "[]", "[" * 10_000, b"\xff", '{"t":"hello"}', "x" * (MOST_BYTES + 1)):
        assert is_shut_out(address, frame)
    with pytest.raises(InvalidStatus), connect(address, origin=Origin("https://evil.example")):
        pass
    with connect(address) as line:
        line.send(json.dumps({"t": "hello", "table": code, "lang": "en"}))
        assert json.loads(line.recv())["t"] == "welcome"
    assert "Traceback" not in (fleet.folder / "log").read_text()


def is_shut_out(address: str, frame: str | bytes) -> bool:
    """Return whether a first frame ends the line."""
    with connect(address) as line, suppress(ConnectionClosed):
        line.send(frame)
        for _ in range(10):
            line.recv(timeout=30)
    return line.close_code is not None


def who_play_on(fleet: Fleet) -> list[Player]:
    """Return 8 people, 4 at each shard, who have played through a move of a slot and a restart."""
    slots = fleet.folder / "slots.toml"
    before = read_map(slots)
    made = [fleet.made(shard.slots[0]) for shard in before.shards.values()]
    players = [Player(fleet.origin + link) for one in made for link in one["seats"]]
    threads = [Thread(target=player.play, daemon=True) for player in players]
    for thread in threads:
        thread.start()
    played_on(players)

    going = made[0]["table"][0]
    to = next(name for name in before.shards if name != before.shard_of(going))
    assert moving.move(slots, going, to) >= 1
    played_on(players)

    fleet.process.send_signal(signal.SIGHUP)
    fleet.wait_for("all shards have been restarted")
    played_on(players)

    for player in players:
        player.is_done = True
    for thread in threads:
        thread.join(60)
    assert [player.fault for player in players] == [None] * len(players)
    return players


def is_drained(fleet: Fleet) -> None:
    """Drain a fleet: it makes no more tables, and still has the page of a game that goes on."""
    page = fleet.origin + fleet.made()["join"]
    slots = fleet.folder / "slots.toml"
    assert run_command("table", "admin", "--slots", slots, "drain")[0] == 0
    for _ in range(5):  # the slowest proxy looks at a shard every two seconds
        time.sleep(1)
        refused = post(f"{fleet.url}/api/tables", json=FOUR)
        assert (refused.status_code, refused.json()["code"]) == (503, "table.draining")
        assert get(page).status_code == 200


def test_a_fleet_lives_through_what_becomes_of_its_map(tmp_path: Path) -> None:
    """A map that is gone, broken or names one shard more or less ends nothing; addresses are kept to."""
    fleet = Fleet(tmp_path, "")
    try:
        path = tmp_path / "slots.toml"
        text = path.read_text()
        path.rename(tmp_path / "away.toml")
        path.write_text("what?")
        fleet.wait_for("the map of slots: nothing changes")
        path.write_text(
            text.replace('"s1.db"', '"s1.db"\n[shards.far]\naddress = "192.0.2.7:8101"')
        )
        time.sleep(0.5)
        path.write_text(text)
        time.sleep(0.5)
        gone = f'[shards.gone]\naddress = "{fleet.listen}"\nfile = "gone.db"'
        path.write_text(text.replace('"s1.db"', f'"s1.db"\n{gone}'))
        fleet.until((tmp_path / "gone.db").exists)
        fleet.process.send_signal(signal.SIGHUP)
        fleet.wait_for("shard s1 is restarted")
        path.write_text(text)  # the one that is gone is not restarted
        fleet.wait_for("all shards have been restarted")
        assert fleet.process.poll() is None
        host, port = fleet.listen.split(":")
        other = f"{host}:{int(port) - 1}"  # that of the last shard
        path.write_text(text.replace(other, fleet.listen))
        fleet.until(lambda: get(f"http://{fleet.listen}/healthz").status_code == 200)
        assert "shard s2 has another address or file" in (tmp_path / "log").read_text()
        with pytest.raises(httpx.ConnectError):
            get(f"http://{other}/healthz")
        path.write_text(text.replace(other, fleet.listen).replace('file = "s2.db"', ""))
        fleet.wait_for("shard s2 is no longer in the map, or has no file there")
    finally:
        fleet.end()
