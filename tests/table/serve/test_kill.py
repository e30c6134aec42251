"""Nothing that was acknowledged is lost when the server is killed, and everybody plays on."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sqlite3
import subprocess
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from suitwise.table import Table
from suitwise.table import client as wire
from suitwise.table.client import Client, at_random, play
from suitwise.table.serve.store import Kept, Store
from tests.table.serve.quick import Killable
from tests.table.serve.servers import HAND, Line, Served, post


class Player(Client):
    """A client that notes which of its moves were acknowledged, and leaves when told to."""

    def __init__(self, link: str) -> None:
        super().__init__(link)
        self.moves: set[str] = set()
        self.acknowledged: set[str] = set()
        self.is_done = False
        self.fault: Exception | None = None

    def command(self, t: str, **values: Any) -> str:
        req = super().command(t, **values)
        if t == "move":
            self.moves.add(req)
        return req

    def messages(self) -> Iterator[dict[str, Any]]:
        for message in super().messages():
            if message["t"] == "ack" and message["id"] in self.moves:
                self.acknowledged.add(message["id"])
            if self.is_done:
                return
            yield message

    def play(self) -> None:
        try:
            play(self, choose=at_random)
        except Exception as error:
            self.fault = error


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let clients wait for nothing for long."""
    monkeypatch.setattr(wire, "RESEND_S", 0.5)
    monkeypatch.setattr(wire, "PING_S", 0.3)
    monkeypatch.setattr(wire, "FIRST_WAIT_S", 0.05)
    monkeypatch.setattr(wire, "LONGEST_WAIT_S", 0.3)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Killable]:
    made = Killable(tmp_path / "tables.db")
    yield made
    made.kill()


def kept_of(path: Path) -> list[Kept]:
    """Return all that a file holds."""

    async def loaded() -> list[Kept]:
        return [kept for row in await store.list() if (kept := await store.load(row.id))]

    store = Store(path)
    found = asyncio.run(loaded())
    store.close()
    return found


@pytest.mark.exhaustive
@pytest.mark.usefixtures("hurried")
def test_no_acknowledged_move_is_lost_and_everybody_plays_on(
    server: Killable, tmp_path: Path, exhaustive: bool
) -> None:
    """2 rounds with 8 sockets; in full 20 with 40."""
    rounds, tables = (20, 10) if exhaustive else (2, 2)
    chance = random.Random(5)
    server.start()
    players = []
    for _ in range(tables):
        asked = {"variant": "texas42", "seats": ["human"] * 4}
        made = post(f"{server.url}/api/tables", json=asked).json()
        players += [Player(server.url + link) for link in made["seats"]]
    threads = [Thread(target=player.play, daemon=True) for player in players]
    for thread in threads:
        thread.start()
    for _ in range(rounds):
        played_on(players)
        time.sleep(chance.uniform(0, 0.5))
        server.kill()
        server.start()
    played_on(players)
    end(players, threads)
    server.kill()
    all_is_there(kept_of(tmp_path / "tables.db"), players)


def played_on(players: list[Player]) -> None:
    """Wait until every player has had a move acknowledged since now."""
    before = [len(player.acknowledged) for player in players]
    end = time.monotonic() + 300
    while any(
        len(player.acknowledged) <= count and player.parts.get("over") is None
        for player, count in zip(players, before, strict=True)
    ):
        assert [player.fault for player in players] == [None] * len(players)
        assert time.monotonic() < end, "somebody does not play on"
        time.sleep(0.02)


def reqs_of(kept: Kept) -> list[str]:
    """Return the ids of the commands by which people moved; the file names the person before each."""
    return [move.req.rpartition(":")[2] for move in kept.moves if move.req]


def end(players: Sequence[Player], threads: Sequence[Thread]) -> None:
    """Let players who play in threads stop, none of whom has met a fault."""
    for player in players:
        player.is_done = True
    for thread in threads:
        thread.join(60)
    assert [player.fault for player in players] == [None] * len(players)


def all_is_there(kept: list[Kept], players: list[Player]) -> None:
    reqs = Counter(req for one in kept for req in reqs_of(one))
    assert max(reqs.values()) == 1
    acknowledged = set().union(*(player.acknowledged for player in players))
    assert acknowledged <= set(reqs)
    for one in kept:
        table = Table.restored(*one, one.table.touched)
        *_, last = table.record().states()
        assert str(last) == str(table.state)


def test_a_move_that_was_kept_but_not_acknowledged_is_made_once(
    server: Killable, tmp_path: Path
) -> None:
    server.start("fatal")
    made = post(
        f"{server.url}/api/tables",
        json={"variant": HAND, "seats": ["human", "rules", "rules", "rules"]},
    ).json()
    served = Served(int(server.url.rpartition(":")[2]), None)
    line = served.line(made["host"])
    move = json.dumps({"t": "move", "id": "fatal", "at": 0, "move": line.until_asked()[0]})
    move = move.replace('"at": 0', f'"at": {line.v}')
    line.socket.send(move)
    server.ended()
    server.start()
    again = served.line(made["host"])
    again.socket.send(move)
    assert again.until("ack", "no")["t"] == "ack"
    served.lines.close()
    server.kill()
    (kept,) = kept_of(tmp_path / "tables.db")
    assert reqs_of(kept).count("fatal") == 1


def test_a_line_that_waits_for_long_says_that_it_is_there() -> None:
    class Slow:
        """A socket on which something comes late, after what answers two pings, one of the test's."""

        def __init__(self) -> None:
            late: list[Any] = [TimeoutError, '{"t":"pong"}', '{"t":"pong"}', '{"t":"ack"}']
            self.comes, self.sent = iter(late), list[str]()

        def send(self, text: str) -> None:
            self.sent.append(text)

        def recv(self, timeout: float) -> str:
            message = next(self.comes)
            if message is TimeoutError:
                raise TimeoutError
            return str(message)

    socket: Any = Slow()
    line = Line(socket)
    line.send("ping")
    assert line.next()["t"] == "pong"
    assert socket.sent == ['{"t": "ping"}', '{"t":"ping"}']
    assert line.next()["t"] == "ack"


# --- Two servers of one file ----------------------------------------------------------------------


def container() -> list[str]:
    """Return what runs a program where it sees no process of others, as far as the system lets us."""
    words = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"]
    for may in (words, [*words[:1], "--user", "--map-root-user", *words[1:]]):
        try:
            if subprocess.run([*may, "true"], capture_output=True).returncode == 0:
                return may
        except FileNotFoundError:
            break
    return []


def played(line: Line, req: str) -> str:
    """Play the first legal move; return the kind of the answer."""
    moves = line.until_asked()
    return str(line.play(req, moves[0])["t"])


def test_two_servers_in_containers_of_their_own_do_not_take_a_file_from_each_other(
    server: Killable, tmp_path: Path
) -> None:
    first, second = (Killable(tmp_path / "tables.db", within=container()) for _ in range(2))
    first.start()
    try:
        made = post(f"{first.url}/api/tables", json=ONE_PERSON).json()
        second.begin()
        said = second.refused()
        assert said.endswith("serves these tables; end it, or name another file\n")
        assert said.count("\n") == 1
        served = Served(first.port, None)
        with served.lines:
            assert played(served.line(made["host"]), "k1") == "ack"
    finally:
        first.kill()
    server.start()  # at once, in no container
    served = Served(server.port, None)
    with served.lines:
        assert played(served.line(made["host"]), "k2") == "ack"


def test_a_server_that_stood_still_for_longer_than_a_lease_has_the_file_while_its_lock_is_there(
    tmp_path: Path,
) -> None:
    first, second = (Killable(tmp_path / "tables.db", lease_s=0.3) for _ in range(2))
    first.start()
    try:
        made = post(f"{first.url}/api/tables", json=ONE_PERSON).json()
        served = Served(first.port, None)
        with served.lines:
            line = served.line(made["host"])
            first.process.send_signal(signal.SIGSTOP)
            second.begin()
            assert "serves these tables" in second.refused()
            first.process.send_signal(signal.SIGCONT)
            assert played(line, "k1") == "ack"
    finally:
        first.kill()


def stop_between_writes(server: Killable, path: Path) -> None:
    """Stop a server where it stands, but not within a write: the file would be locked for others."""
    while True:
        server.process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, server.process.pid, os.WSTOPPED | os.WNOWAIT)
        file = sqlite3.connect(path, timeout=0, isolation_level=None)
        with suppress(sqlite3.OperationalError), closing(file):
            file.execute("BEGIN IMMEDIATE")
            return
        server.process.send_signal(signal.SIGCONT)


def test_a_server_that_has_lost_the_file_keeps_nothing_more_and_ends_with_a_fault(
    tmp_path: Path,
) -> None:
    """Its lock's file is removed while it stands still, so that only the lease tells."""
    path = tmp_path / "tables.db"
    first, second = (Killable(path, lease_s=0.3) for _ in range(2))
    first.start()
    try:
        made = post(f"{first.url}/api/tables", json=ONE_PERSON).json()
        served, other = Served(first.port, None), None
        with served.lines:
            line = served.line(made["host"])
            assert played(line, "k1") == "ack"
            moves = line.until_asked()
            stop_between_writes(first, path)
            Path(f"{path}-lock").unlink()
            second.start()
            other = Served(second.port, None)
            line.send("move", id="k2", at=line.v, move=moves[0])  # is there when it wakes
            with other.lines:
                assert played(other.line(made["host"]), "k3") == "ack"
                first.process.send_signal(signal.SIGCONT)
                said = first.refused()
                assert played(other.line(made["host"]), "k4") == "ack"
    finally:
        second.kill()
        first.process.kill()
    assert said == f"{path}: another process has taken this file; nothing more is kept here\n"
    (kept,) = kept_of(path)
    assert reqs_of(kept) == ["k1", "k3", "k4"]


ONE_PERSON = {
    "variant": "texas42(match=hand,forced=yes,play_out=yes)",
    "seats": ["human", "rules", "rules", "rules"],
}  # asked again, whatever is dealt
