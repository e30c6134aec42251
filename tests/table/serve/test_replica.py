"""A replica holds what its file does, a moment later, and can be served in its place."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, nullcontext
from io import StringIO
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from suitwise.cli.tables import replica
from suitwise.errors import SuitwiseError
from suitwise.foundation.text import writing
from suitwise.table.rules.messages import AnswerRow, EventRow, Row, TableRow
from suitwise.table.serve.store import Store, health, schema
from suitwise.table.serve.store.replica import Replica, Source, read, receive, send, written
from suitwise.table.serve.store.store import reader
from tests.commands import refusal_of
from tests.fresh import ROOT
from tests.table.serve.quick import Killable
from tests.table.serve.servers import post
from tests.table.serve.test_kill import (
    Player,
    all_is_there,
    end,
    hurried,
    kept_of,
    played_on,
    reqs_of,
)
from tests.table.serve.test_store import CODE, rows_of_a_table

__all__ = ["hurried"]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(tmp_path / "tables.db")
    yield made
    made.close()


class Pair:
    """A source and its replica, with no line between them that could break."""

    def __init__(self, path: Path, copy: Path) -> None:
        self.copy = copy
        self._reading = reader(path)
        self._file = self._reading.__enter__()
        self.replica = Replica(copy)
        self.source = Source(self._file, self.replica.held())

    def carry(self) -> list[dict[str, Any]]:
        """Carry lines over until nothing more comes; return them."""
        lines = []
        for _ in range(5):
            for line in self.source.changes():
                lines.append(line)
                self.source.again(self.replica.take(read(written(line))))
        return lines

    def close(self) -> None:
        self.replica.close()
        self._reading.__exit__(None, None, None)


@pytest.fixture
def pair(store: Store, tmp_path: Path) -> Iterator[Pair]:
    made = Pair(store.path, tmp_path / "copy.db")
    yield made
    made.close()


def content(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows that a replica should have, but for what the owner of a file writes of itself."""
    with closing(sqlite3.connect(path)) as file:
        names = ("tables", "seats", "deals", "moves", "events", "answers", "bans", "served")
        return {name: sorted(file.execute(f"SELECT * FROM {name}"), key=repr) for name in names}


def save(store: Store, *rows: Row) -> None:
    asyncio.run(store.save(rows))


def touched(at: int) -> TableRow:
    """Return the row of a table at which something has happened."""
    (table,) = (row for row in rows_of_a_table(now=at) if isinstance(row, TableRow))
    return table


def event(n: int, kind: str, code: str = CODE, seat: int = 0) -> EventRow:
    return EventRow(code, n, 1, kind, seat, "{}", 5)


def test_all_that_is_kept_is_carried_over_and_then_what_is_new(store: Store, pair: Pair) -> None:
    save(store, *rows_of_a_table(CODE))
    save(store, *rows_of_a_table("OTHER"))
    (first, *_) = pair.carry()
    assert sorted(first["whole"]) == [CODE, "OTHER"]
    assert content(pair.copy) == content(store.path)
    save(
        store,
        touched(1001),
        event(7, "hint"),
        AnswerRow(CODE, 0, "a", "{}"),
    )
    asyncio.run(store.ban("name", "ann", 1 << 50))
    asyncio.run(store.renew(700))
    lines = pair.carry()
    assert all(line["whole"] == [] for line in lines)
    assert "OTHER" not in str(lines)
    assert content(pair.copy) == content(store.path)
    assert pair.carry() == []


def test_a_step_of_the_same_millisecond_is_not_missed(store: Store, pair: Pair) -> None:
    table = touched(1000)
    save(store, *rows_of_a_table())
    for line in pair.source.changes():
        pair.replica.take(read(written(line)))
    save(store, table, AnswerRow(CODE, 0, "late", "{}"))
    pair.carry()
    assert content(pair.copy) == content(store.path)


def test_what_is_removed_goes_and_what_was_forgotten_too(store: Store, pair: Pair) -> None:
    save(store, *rows_of_a_table(CODE), event(7, "chat"), event(8, "hint"))
    save(store, *rows_of_a_table("OTHER"))
    pair.carry()
    asyncio.run(store.forget("OTHER"))
    asyncio.run(store.forget_person(CODE, 0))
    pair.carry()
    assert content(pair.copy) == content(store.path)
    assert len(content(pair.copy)["tables"]) == 1


def test_what_has_taken_the_number_of_what_was_forgotten_is_carried_over(
    store: Store, pair: Pair
) -> None:
    save(store, *rows_of_a_table(), event(7, "hint"), event(8, "chat"))
    pair.carry()
    asyncio.run(store.forget_person(CODE, 0))
    save(store, touched(1001), EventRow(CODE, 8, 2, "hint", 1, "{}", 6))
    pair.carry()
    assert content(pair.copy) == content(store.path)


def test_no_snapshot_is_held_while_a_line_is_under_way(store: Store, pair: Pair) -> None:
    """With one, a line that hangs would keep the server's write-ahead log from ever beginning anew."""
    for n in range(60):
        save(store, *rows_of_a_table(f"T{n:04}"))
    lines = pair.source.changes()
    for line in lines:
        assert not pair._file.in_transaction
        asyncio.run(store.forget("T0059"))  # while the first of two lines is under way
        pair.replica.take(read(written(line)))
    pair.carry()
    assert content(pair.copy) == content(store.path)


def test_a_disk_that_is_full_is_said_in_a_line(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(store, *rows_of_a_table())
    lines = StringIO(written({"served": 1}))

    def take(*_: object) -> list[str]:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(Replica, "take", take)
    with pytest.raises(SuitwiseError, match=r"copy.db: database or disk is full"):
        receive(tmp_path / "copy.db", lines, StringIO(), lambda _: None)


def test_events_that_are_folded_are_folded_there(store: Store, pair: Pair) -> None:
    save(store, *rows_of_a_table())
    pair.carry()
    for n in range(0, 600, 150):
        table = touched(2000 + n)
        save(store, table, *(event(100 + n + more, "chat") for more in range(150)))
        assert all(line["whole"] == [] for line in pair.carry())
    assert content(pair.copy) == content(store.path)


def test_a_replica_that_was_away_is_sent_what_differs_alone(
    store: Store, pair: Pair, tmp_path: Path
) -> None:
    for code in (CODE, "OTHER", "THIRD"):
        save(store, *rows_of_a_table(code))
    pair.carry()
    pair.close()
    save(store, touched(1001), event(7, "hint"))
    asyncio.run(store.forget("THIRD"))
    again = Pair(store.path, pair.copy)
    (first, *_) = again.carry()
    assert (first["whole"], first["gone"]) == ([CODE], ["THIRD"])
    assert content(pair.copy) == content(store.path)
    pair.replica, pair._reading = again.replica, again._reading  # closed with the fixture


def test_a_file_that_is_served_or_was_is_no_replica(
    store: Store, pair: Pair, tmp_path: Path
) -> None:
    with pytest.raises(SuitwiseError, match="no replica, or served since"):
        Replica(store.path)
    with pytest.raises(schema.Taken):
        Store(pair.copy)
    other = tmp_path / "other.db"
    Replica(other).close()
    Store(other).close()
    with pytest.raises(SuitwiseError, match="no replica, or served since"):
        Replica(other)


def test_a_copy_that_was_served_by_another_name_is_no_replica(tmp_path: Path) -> None:
    path, link = tmp_path / "real.db", tmp_path / "link.db"
    link.symlink_to(path)
    Replica(link).close()
    Store(path).close()
    with pytest.raises(SuitwiseError, match="no replica, or served since"):
        Replica(link)


def test_a_replica_is_not_made_where_nobody_could_serve_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(f"nas:/a {tmp_path} nfs4 rw 0 0\n")
    monkeypatch.setattr(health, "_MOUNTS", mounts)
    with pytest.raises(SuitwiseError, match="file system of a network"):
        Replica(tmp_path / "copy.db")
    assert not (tmp_path / "copy.db-replica").exists()


def test_both_machines_have_the_same_suitwise(store: Store) -> None:
    for version, is_other in ((1, True), (len(schema.MIGRATIONS), False)):
        incoming = StringIO(json.dumps({"version": version, "tables": {}}) + "\n")
        with pytest.raises(SuitwiseError, match="the same Suitwise") if is_other else nullcontext():
            send(store.path, incoming, StringIO())


def test_a_source_whose_file_was_replaced_ends(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the replica would look alive and follow a file that nobody serves."""
    restored = tmp_path / "restored.db"
    restored.touch()

    def changes(_: Source) -> Iterator[dict[str, Any]]:
        restored.replace(store.path)
        return iter(())

    monkeypatch.setattr(Source, "changes", changes)
    said = json.dumps({"version": len(schema.MIGRATIONS), "tables": {}})
    with pytest.raises(SuitwiseError, match="another file is there now"):
        send(store.path, StringIO(f"{said}\n[]\n"), StringIO())


@pytest.mark.parametrize("said", ["what?", "[]", "7", '{"rows": [["Shoe"]]}', '{"served": 1}'])
def test_what_is_no_line_of_a_source_is_refused(tmp_path: Path, said: str) -> None:
    command = [sys.executable, "-c", f"print({said!r}, flush=True); input(); input()"]
    told = refusal_of("table", "replica", "--into", tmp_path / "copy.db", "--", *command)
    assert "no source of tables" in told


def test_a_source_is_ended_for_the_time_alone_in_which_it_is_waited_for(tmp_path: Path) -> None:
    """Not for the time in which the replica keeps a line itself, while the source may say nothing."""
    now = 0.0
    command = [sys.executable, "-c", "print('a', flush=True); input()"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as source:
        line = replica._Line(source, tmp_path / "copy.db", lambda: now)
        assert line.readline() == "a\n"
        now += 10 * replica.SILENT_S  # on a slow disk
        line.end_if_silent()
        with pytest.raises(subprocess.TimeoutExpired):
            source.wait(0.2)
        line.heard(has_all=False)
        now += replica.SILENT_S
        line.end_if_silent()
        with pytest.raises(subprocess.TimeoutExpired):
            source.wait(0.2)
        now += 1
        line.end_if_silent()
        assert source.wait(10) == -signal.SIGKILL


def test_a_mark_is_made_and_removed_so_that_it_lasts_when_the_power_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If it came back, its source would overwrite what was served since."""
    path, seen = tmp_path / "copy.db", list[tuple[Path, bool]]()

    def sync_folder(folder: Path) -> None:
        seen.append((folder, schema.replica_mark(path).exists()))
        writing.sync_folder(folder)

    monkeypatch.setattr(schema, "sync_folder", sync_folder)
    Replica(path).close()
    assert seen == [(tmp_path, True)]
    Store(path).close()
    assert seen[1:] == [(tmp_path, False)]


def test_how_the_command_is_given(tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    for words in ("", f"--into {copy}", f"--into {copy} --file {ROOT / 'Makefile'} -- x"):
        assert "name --into COPY and behind" in refusal_of("table", "replica", *words.split())
    ended = refusal_of("table", "replica", "--into", copy, "--", sys.executable, "-c", "")
    assert ended == f"error: nothing has come for {copy}\n"


# --- A machine dies -------------------------------------------------------------------------------


class Following:
    """``suitwise table replica`` as a process; the command that it runs stands for the other machine."""

    def __init__(self, path: Path, copy: Path) -> None:
        own = [sys.executable, "-m", "suitwise", "table", "replica"]
        self._pid = copy.with_name("pid")
        shell = f'echo $$ > "{self._pid}"; exec "$0" "$@"'
        source = ["sh", "-c", shell, *own, "--file", str(path)]
        self.process = subprocess.Popen(
            [*own, "--into", str(copy), "--", *source],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == f"ready: {copy} has caught up\n"

    def source_dies(self) -> str:
        """Kill the command that it runs; return what it says of that."""
        os.kill(int(self._pid.read_text()), signal.SIGKILL)
        _, said = self.process.communicate(timeout=60)
        assert self.process.returncode == 2
        return said


@pytest.mark.usefixtures("hurried")
def test_a_machine_dies_and_another_takes_its_tables_up(tmp_path: Path, exhaustive: bool) -> None:
    """What was acknowledged more than a moment before is there, and people play on; 2 tables or 10."""
    path, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    server, standby = Killable(path), Killable(copy)
    server.start()
    following = Following(path, copy)
    players = []
    for _ in range(10 if exhaustive else 2):
        asked = {"variant": "texas42", "seats": ["human"] * 4}
        made = post(f"{server.url}/api/tables", json=asked).json()
        players += [Player(server.url + link) for link in made["seats"]]
    threads = [Thread(target=player.play, daemon=True) for player in players]
    for thread in threads:
        thread.start()
    played_on(players)
    played_on(players)
    settled = set().union(*(player.acknowledged for player in players))
    time.sleep(MOMENT_S)
    server.process.send_signal(signal.SIGKILL)
    said = following.source_dies()
    server.ended()
    assert re.search(r"nothing more comes; .*copy.db holds what there was at 20", said)
    held = {req for one in kept_of(copy) for req in reqs_of(one)}
    assert settled <= held
    for player in players:
        player.acknowledged &= held
    standby.port = server.port
    standby.start()
    played_on(players)
    end(players, threads)
    standby.kill()
    all_is_there(kept_of(copy), players)


MOMENT_S = 1.0
"""As long as a move may take to a replica beside, on a machine that does much else."""
