"""The file: what is kept, in which order, by whom, and what happens where it can't be."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Awaitable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict
from functools import partial
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from suitwise.errors import SuitwiseError
from suitwise.table import Table
from suitwise.table.rules import messages
from suitwise.table.rules.house import Chair, House, Pace, digest
from suitwise.table.serve.store import Kept, NotKept, Store, Taken, Unready, health, schema
from suitwise.table.serve.store.store import Writer, forgotten, kept, reader
from tests.fresh import ROOT
from tests.table.serve.servers import HAND

CODE = "7KQ2M"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(tmp_path / "kept" / "tables.db")
    yield made
    made.close()


def rows_of_a_table(code: str = CODE, now: int = 1000) -> tuple[messages.Row, ...]:
    chairs = [Chair("human", "Ann", token=digest(code)), *[Chair("bot", "Bo", "rules")] * 3]
    return Table.made(code, HAND, House(), Pace.none(), chairs, bytes(32), now).rows


def of_kind(kind: type[Any], rows: Sequence[messages.Row]) -> list[Any]:
    return [row for row in rows if isinstance(row, kind)]


def run(*works: Awaitable[Any]) -> list[Any]:
    """Do some work with a store, all at once."""

    async def all_of_it() -> list[Any]:
        return await asyncio.gather(*works, return_exceptions=True)

    return asyncio.run(all_of_it())


# --- What is kept ---------------------------------------------------------------------------------


def test_a_table_is_loaded_as_it_was_saved(store: Store) -> None:
    run(store.save(rows_of_a_table()))
    kept: Kept = run(store.load(CODE))[0]
    assert {*kept.seats, *kept.deals, *kept.events, kept.table} == set(rows_of_a_table())
    assert Table.restored(*kept, 2000).code == CODE
    assert run(store.load("OTHER")) == [None]


def test_the_file_survives_a_loss_of_power_unless_told_otherwise(tmp_path: Path) -> None:
    for durability, synchronous in (("power", 2), ("process", 1)):
        store = Store(tmp_path / durability, durability)
        settings = [run(store.setting(name))[0] for name in ("synchronous", "foreign_keys")]
        assert settings == [synchronous, 1]
        assert run(store.setting("wal_autocheckpoint")) == [4000]
        store.close()


def test_the_file_is_for_its_user_alone(store: Store) -> None:
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(store.path.parent.stat().st_mode) == 0o700


def test_steps_that_wait_together_are_committed_together(store: Store) -> None:
    before = store.commits
    run(*(store.save(rows_of_a_table(f"T{number:04}")) for number in range(100)))
    assert len(run(store.list())[0]) == 100
    assert store.commits - before < 50


def test_a_step_that_is_refused_spoils_no_other_of_its_commit(store: Store) -> None:
    run(store.save(rows_of_a_table()))
    move = messages.MoveRow(CODE, 1, 0, 0, "pass", "human", "k1", 5)
    orphan = messages.MoveRow("GHOST", 1, 0, 0, "pass", "human", "k1", 5)
    answers = run(store.save([move]), store.save([orphan]), store.save([move]))
    assert [type(one) for one in answers] == [type(None), NotKept, NotKept]
    (kept,) = run(store.load(CODE))
    assert kept.moves == (move,)


def test_two_seats_change_places_in_one_step(store: Store) -> None:
    run(store.save(rows_of_a_table()))
    first = messages.SeatRow(CODE, 0, "Bob", "human", "", digest("other"))
    second = messages.SeatRow(CODE, 1, "Ann", "human", "", digest(CODE))
    assert run(store.save([first, second])) == [None]
    (kept,) = run(store.load(CODE))
    assert kept.seats[:2] == (first, second)


def test_of_each_seats_answers_the_last_are_known(store: Store) -> None:
    run(store.save(rows_of_a_table()))
    answers = [messages.AnswerRow(CODE, 0, f"k{number}", "{}") for number in range(300)]
    run(store.save(answers))
    (kept,) = run(store.load(CODE))
    assert kept.answers == tuple(answers[-256:])


def count(store: Store, table: str) -> int:
    work = f"SELECT count(*) FROM {table}"
    return int(store._writer.read(lambda file: file.execute(work).fetchone()[0]).result())


def test_of_answers_and_of_what_passes_the_last_alone_are_kept(store: Store) -> None:
    run(store.save(rows_of_a_table()))
    lasting = count(store, "events")
    for n in range(0, 3000, 100):
        steps = range(n, n + 100)
        answers = [messages.AnswerRow(CODE, one % 2, f"k{one}", "{}") for one in steps]
        body = json.dumps({"ply": 0, "deal": 0, "keep": 0})
        kinds = {0: "pause", 1: "chat", 50: "takeback"}
        events = [
            messages.EventRow(CODE, 1 + one, 1, kinds.get(one % 100, kinds[one % 2]), 0, body, 1)
            for one in steps
        ]
        assert run(store.save([*answers, *events])) == [None]
        assert count(store, "answers") <= 2 * messages.MOST_ANSWERS
        assert count(store, "events") <= lasting + 2 * messages.MOST_PASSING + 30
    (kept,) = run(store.load(CODE))
    assert [row.req for row in kept.answers if row.seat == 1][-1] == "k2999"
    assert sum(row.kind == "takeback" for row in kept.events) == 30
    assert [row.n for row in kept.events if row.kind == "chat"][-2:] == [2998, 3000]
    assert [row.n for row in kept.events] == sorted(row.n for row in kept.events)


def with_many(writer: Writer, many: int) -> None:
    """Put many answers and events into a file at once, as an older server may have left them."""
    numbers = f"WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < {many})"
    body = '{"ply": 0, "deal": 0}'
    for work in (
        f"{numbers} INSERT INTO answers SELECT '{CODE}', 0, 'k' || n, 'x' FROM t",
        f"{numbers} INSERT INTO events SELECT '{CODE}', n, 1, 'pause', 0, '{body}', 1 FROM t",
    ):
        writer.write(lambda file, work=work: file.execute(work)).result()  # type: ignore[misc]


def test_a_table_with_very_many_answers_is_read_in_bounds_and_folded_bit_by_bit(
    store: Store,
) -> None:
    run(store.save(rows_of_a_table()))
    with_many(store._writer, many := 30_000)
    (kept,) = run(store.load(CODE))
    assert len(kept.answers) == messages.MOST_ANSWERS
    assert len(kept.events) <= messages.MOST_PASSING + 1
    assert kept.answers[-1].req == f"k{many}"
    assert run(store.save([messages.AnswerRow(CODE, 0, "new", "{}")])) == [None]
    assert many - 1500 < count(store, "answers") < many
    rows = "EXPLAIN QUERY PLAN SELECT rowid FROM answers WHERE tab = ? AND seat = ? ORDER BY rowid"
    (plan,) = store._writer.read(lambda file: file.execute(rows, (CODE, 0)).fetchall()).result()
    assert "last_answers" in str(plan)


def test_a_file_of_an_older_version_is_folded_when_it_is_brought_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tables.db"
    with monkeypatch.context() as older:
        older.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:2])
        writer = Writer(partial(schema.opened, path, "power"))
    row = of_kind(messages.TableRow, rows_of_a_table())[0]
    names, values = ", ".join(asdict(row)), tuple(asdict(row).values())
    marks = ", ".join("?" * len(values))
    insert = f"INSERT INTO tables ({names}) VALUES ({marks})"
    writer.write(lambda file: file.execute(insert, values)).result()
    with_many(writer, 1000)
    writer.close()
    store = Store(path)
    assert count(store, "answers") == messages.MOST_ANSWERS
    store.close()


def test_a_table_that_is_read_keeps_nobody_waiting(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(store.save(rows_of_a_table()))
    is_read, goes_on = Event(), Event()

    def slow(file: sqlite3.Connection, code: str) -> Kept | None:
        is_read.set()
        assert goes_on.wait(60)
        return kept(file, code)

    monkeypatch.setattr("suitwise.table.serve.store.store.kept", slow)

    async def work() -> None:
        loading = asyncio.create_task(store.load(CODE))
        await asyncio.to_thread(is_read.wait, 60)
        await store.save(rows_of_a_table("OTHER"))
        assert not loading.done()
        goes_on.set()
        assert await loading

    asyncio.run(work())


def test_old_tables_are_forgotten_and_those_in_use_are_not(store: Store) -> None:
    for code in ("OLD22", "USED2"):
        run(store.save(rows_of_a_table(code, now=1)))
    run(store.renew(ran_ms=60))
    run(store.save(rows_of_a_table("NEW22", now=100)))
    assert run(store.expire(50, 50, {"USED2"})) == [1]
    assert [row.id for row in run(store.list())[0]] == ["NEW22", "USED2"]


def test_only_the_time_for_which_a_file_is_served_makes_its_tables_old(tmp_path: Path) -> None:
    path, new = tmp_path / "tables.db", rows_of_a_table("NEW22")
    rows: Sequence[messages.Row] = [*rows_of_a_table(), *new]
    for _ in range(3):  # served three times, for 20 ms, whenever that was
        store = Store(path)
        run(store.save(rows))
        run(store.renew(ran_ms=20))
        assert run(store.expire(60, 60)) == [0]
        store.close()
        rows = of_kind(messages.TableRow, new)
    store = Store(path)
    run(store.renew(ran_ms=1))
    assert run(store.expire(60, 60)) == [1]
    assert [row.id for row in run(store.list())[0]] == ["NEW22"]
    store.close()


def test_when_a_table_was_made_stays_as_it_was_first_said(store: Store) -> None:
    run(store.save(rows_of_a_table(now=1)))
    run(store.save(of_kind(messages.TableRow, rows_of_a_table(now=9))))
    (kept,) = run(store.load(CODE))
    assert (kept.table.made, kept.table.touched) == (1, 9)


def test_a_copy_is_made_while_the_file_is_written_to(store: Store, tmp_path: Path) -> None:
    run(store.save(rows_of_a_table()))
    run(store.export(tmp_path / "copy.db"), store.save(rows_of_a_table("OTHER")))
    copy = Store(tmp_path / "copy.db")
    assert run(copy.load(CODE))[0].table.id == CODE
    copy.close()


# --- What can't be kept ---------------------------------------------------------------------------


def test_a_full_disk_keeps_nothing_and_says_so(store: Store) -> None:
    run(store.save(rows_of_a_table()))
    (pages,) = run(store.setting("page_count"))
    store._writer.read(lambda file: file.execute(f"PRAGMA max_page_count = {pages}")).result()
    many = [messages.AnswerRow(CODE, 0, f"k{number}", "x" * 100) for number in range(1000)]
    (answer,) = run(store.save(many))
    assert isinstance(answer, NotKept)
    store._writer.read(lambda file: file.execute("PRAGMA max_page_count = 100000")).result()
    assert run(store.save(many[:3])) == [None]
    assert run(store.load(CODE))[0].answers == tuple(many[:3])


def test_what_comes_after_the_end_is_refused_and_not_waited_for() -> None:
    writer = Writer(lambda: sqlite3.connect(":memory:", isolation_level=None))
    writer.close()
    for asked in (writer.write, writer.read):
        with pytest.raises(NotKept, match="closed"):
            asked(lambda file: None).result(timeout=5)
    writer.close()


def test_a_store_is_closed_twice(tmp_path: Path) -> None:
    store = Store(tmp_path / "tables.db")
    store.close()
    store.close()
    Store(store.path).close()


def test_a_step_whose_asker_has_gone_does_not_stop_the_writer() -> None:
    writer = Writer(lambda: sqlite3.connect(":memory:", isolation_level=None))
    writer.write(lambda file: file.execute("CREATE TABLE t (x)")).cancel()
    assert writer.read(lambda file: 7).result() == 7
    writer.close()


def test_a_step_alone_in_its_commit_that_fails_leaves_nothing_and_stops_no_other() -> None:
    writer = Writer(lambda: sqlite3.connect(":memory:", isolation_level=None))
    writer.write(lambda file: file.execute("CREATE TABLE t (x)")).result()

    def half(file: sqlite3.Connection) -> None:
        file.execute("INSERT INTO t VALUES (1)")
        raise ValueError("no fault of the file's")

    assert isinstance(writer.write(half).exception(), NotKept)
    assert writer.read(lambda file: file.execute("SELECT * FROM t").fetchall()).result() == []
    assert (
        writer.write(lambda file: file.execute("INSERT INTO t VALUES (2)")).result().rowcount == 1
    )
    writer.close()


# --- Whose it is ----------------------------------------------------------------------------------


def test_a_second_store_of_a_file_is_refused(store: Store) -> None:
    with pytest.raises(Taken, match="end it, or name another file"):
        Store(store.path)
    with pytest.raises(Taken):
        forgotten(store.path, CODE)


def test_a_file_that_another_process_writes_to_is_refused_with_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    Store(path).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(SuitwiseError, match=r"is writing to it: end that, or try again"):
            Store(path)
        other.execute("ROLLBACK")
    Store(path).close()


def test_a_file_left_by_a_process_that_was_killed_is_taken_over_at_once(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    code = (
        "import os, signal; from pathlib import Path; "
        "from suitwise.table.serve.store import Store; "
        f"store = Store(Path({str(path)!r})); os.kill(os.getpid(), signal.SIGKILL)"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, timeout=600)
    Store(path).close()


def test_whose_process_can_not_be_seen_keeps_the_file_while_it_lives(
    store: Store, tmp_path: Path
) -> None:
    """As in containers, where one process has no number that the other knows."""
    with closing(schema.connection(store.path)) as file:
        file.execute("UPDATE owner SET pid = ?", (2**22 + 1,))
    with pytest.raises(Taken, match=f"process {2**22 + 1} on .* serves these tables"):
        Store(store.path, lease_s=0.01)
    link = tmp_path / "other name.db"
    link.symlink_to(store.path)
    with pytest.raises(Taken):
        Store(link)
    assert run(store.save(rows_of_a_table())) == [None]


@pytest.mark.parametrize("lost", ["its file was removed", "there are none here"])
def test_where_no_lock_tells_who_lives_whoever_says_nothing_for_a_lease_has_lost_the_file(
    tmp_path: Path, lost: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(tmp_path / "tables.db")
    if lost == "there are none here":

        def fails(handle: int) -> None:
            raise OSError(errno.ENOLCK, "no locks")

        monkeypatch.setattr(schema, "_lock", fails)
    Path(f"{store.path}-lock").unlink()
    other = Store(store.path, lease_s=0.05)
    assert run(other.save(rows_of_a_table())) == [None]
    (answer,) = run(store.save(rows_of_a_table("OTHER")))
    assert isinstance(answer, NotKept)
    assert answer.fault == "lost"
    assert store.is_lost
    assert not other.is_lost
    assert [row.id for row in run(other.list())[0]] == [CODE]
    store.close()
    assert run(other.renew()) == [None]
    other.close()


def test_where_no_lock_tells_who_lives_whoever_says_so_keeps_the_file(store: Store) -> None:
    Path(f"{store.path}-lock").unlink()
    renewed = Event()

    def renewing() -> None:
        while not renewed.wait(0.001):
            run(store.renew())

    thread = Thread(target=renewing)
    thread.start()
    try:
        with pytest.raises(Taken, match="end it, or name another file"):
            Store(store.path, lease_s=600)  # it is seen long before
    finally:
        renewed.set()
        thread.join()
    assert run(store.save(rows_of_a_table())) == [None]


def test_the_lock_of_a_file_lies_beside_it_for_its_user_alone(store: Store) -> None:
    assert stat.S_IMODE(Path(f"{store.path}-lock").stat().st_mode) == 0o600


def test_a_table_is_removed_with_all_that_was_kept_of_it(tmp_path: Path) -> None:
    store = Store(tmp_path / "tables.db")
    run(store.save([*rows_of_a_table(), messages.AnswerRow(CODE, 0, "k", "{}")]))
    store.close()
    assert forgotten(tmp_path / "tables.db", CODE)
    assert not forgotten(tmp_path / "tables.db", CODE)
    with closing(sqlite3.connect(tmp_path / "tables.db")) as file:
        for table in ("tables", "seats", "deals", "moves", "events", "answers"):
            assert file.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)


# --- Which version it is --------------------------------------------------------------------------


def test_an_older_file_is_copied_and_brought_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tables.db"
    Store(path).close()
    now = len(schema.MIGRATIONS)
    newer = (*schema.MIGRATIONS, "CREATE TABLE notes (text TEXT);")
    monkeypatch.setattr(schema, "MIGRATIONS", newer)
    store = Store(path)
    assert run(store.setting("user_version")) == [len(newer)]
    store.close()
    with closing(sqlite3.connect(f"{path}.version-{now}")) as copy:
        assert copy.execute("PRAGMA user_version").fetchone() == (now,)


def test_a_copy_of_an_older_version_is_served_by_the_suitwise_that_knows_no_newer_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, copy = tmp_path / "tables.db", tmp_path / "older.db"
    now = len(schema.MIGRATIONS)
    store = Store(path)
    run(store.save(rows_of_a_table()), store.ban("name", "ann", 1 << 50))
    schema.backup(store._writer.read(lambda file: file).result(), copy, now - 1)
    with pytest.raises(SuitwiseError, match="no way leads to 1"):
        schema.backup(store._writer.read(lambda file: file).result(), tmp_path / "first.db", 1)
    with pytest.raises(SuitwiseError, match=f"no way leads to {now + 1}"):
        schema.backup(store._writer.read(lambda file: file).result(), copy, now + 1)
    store.close()
    assert not (tmp_path / "first.db").exists()
    with monkeypatch.context() as older:
        older.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:-1])
        store = Store(copy)
        assert run(store.setting("user_version")) == [now - 1]
        assert {*run(store.load(CODE))[0].deals} == {*of_kind(messages.DealRow, rows_of_a_table())}
        store.close()
    Store(copy).close()  # and brought up to date again


def test_each_way_back_leads_to_what_the_upgrade_came_from(tmp_path: Path) -> None:
    for number in schema.WAYS_BACK:
        with closing(sqlite3.connect(":memory:")) as file:
            for script in schema.MIGRATIONS[: number - 1]:
                file.executescript(script)
            before = [*file.iterdump()]
            file.executescript(schema.MIGRATIONS[number - 1] + schema.WAYS_BACK[number])
            assert [*file.iterdump()] == before
    assert max(schema.WAYS_BACK) == len(schema.MIGRATIONS)


def test_the_seats_of_the_first_version_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tables.db"
    rows = rows_of_a_table()
    with monkeypatch.context() as older, closing(schema.connection(path)) as file:
        older.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:1])
        schema.opened(path, "power").close()
        for name, kind in (
            ("tables", messages.TableRow),
            ("seats", messages.SeatRow),
            ("deals", messages.DealRow),
        ):
            for row in map(asdict, of_kind(kind, rows)):
                marks = ", ".join("?" * len(row))
                text = f"INSERT INTO {name} ({', '.join(row)}) VALUES ({marks})"
                file.execute(text, tuple(row.values()))
    store = Store(path)
    kept = run(store.load(CODE))[0]
    assert kept is not None
    assert of_kind(messages.SeatRow, rows) == list(kept.seats)
    store.close()


def test_a_newer_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    Store(path).close()
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA user_version = 99")
    with pytest.raises(SuitwiseError, match="a newer Suitwise"):
        Store(path)


@pytest.mark.parametrize("content", ["database", "text"])
def test_a_file_of_something_else_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "other"
    if content == "text":
        path.write_text("not a database at all, but a text of some length " * 50)
    else:
        with closing(sqlite3.connect(path)) as file:
            file.execute("CREATE TABLE recipes (x)")
            file.commit()
    with pytest.raises(SuitwiseError, match=r"not (a file|one) of tables"):
        Store(path)
    assert content == "database" or sorted(tmp_path.iterdir()) == [path]


# --- Whether it is ready --------------------------------------------------------------------------


def fault_of(store: Store) -> str:
    (fault,) = run(store.check())
    assert fault is None or isinstance(fault, Unready)
    return "" if fault is None else fault.why.code


@pytest.fixture
def filled(store: Store) -> Store:
    """A file of some pages, which do not lie in the write-ahead log any more."""
    many = [messages.AnswerRow(CODE, n // 100, f"k{n}", "x" * 100) for n in range(1000)]
    assert run(store.save([*rows_of_a_table(), *many])) == [None]
    settle(store)
    assert fault_of(store) == ""
    return store


def settle(store: Store) -> None:
    work = "PRAGMA wal_checkpoint(TRUNCATE)"
    assert store._writer.read(lambda file: file.execute(work).fetchone()).result()[0] == 0


@pytest.mark.parametrize("suffix", ["", "-wal"])
@pytest.mark.parametrize("becomes", ["renamed", "removed", "another"])
def test_nothing_is_kept_in_a_file_that_is_not_where_it_was(
    filled: Store, suffix: str, becomes: str
) -> None:
    path = filled.path.with_name(filled.path.name + suffix)
    aside = path.with_name("aside")
    path.rename(aside)
    if becomes == "removed":
        aside.unlink()
    if becomes == "another":
        path.write_bytes(aside.read_bytes())
    row = messages.AnswerRow(CODE, 0, "new", "{}")
    (answer,) = run(filled.save([row]))
    assert isinstance(answer, NotKept)
    assert fault_of(filled) == "table.file-moved"
    if becomes != "removed":
        aside.rename(path)
        assert fault_of(filled) == ""
        assert run(filled.save([row])) == [None]
        assert row in run(filled.load(CODE))[0].answers


@pytest.mark.parametrize("at", ["head", "middle", "end"])
def test_a_damaged_file_is_not_ready(filled: Store, at: str) -> None:
    settle(filled)
    size = filled.path.stat().st_size
    if at == "end":
        os.truncate(filled.path, size // 2)
    else:
        file = os.open(filled.path, os.O_WRONLY)  # not closed: SQLite's locks would end with it
        os.pwrite(file, b"\xa5" * 4096, 0 if at == "head" else size // 8192 * 4096)
    assert fault_of(filled) == "table.file-damaged"


def test_a_full_disk_is_not_ready(filled: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    (free,) = run(filled.setting("freelist_count"))
    row = messages.AnswerRow(CODE, 0, "long", "x" * 4096 * (free + 1))
    assert run(filled.save([row])) == [None]
    (pages,) = run(filled.setting("page_count"))
    filled._writer.read(lambda file: file.execute(f"PRAGMA max_page_count = {pages}")).result()
    assert fault_of(filled) == "table.file-full"
    filled._writer.read(lambda file: file.execute("PRAGMA max_page_count = 100000")).result()
    assert fault_of(filled) == ""
    monkeypatch.setattr(health, "LEAST_FREE", 1 << 62)
    assert fault_of(filled) == "table.file-full"


def test_a_large_file_is_looked_through_for_a_while_only(filled: Store) -> None:
    filled._place.look_through(most_s=-1)


def test_what_the_short_look_does_not_find_the_whole_one_at_the_start_does(filled: Store) -> None:
    """An index that lacks an entry is no broken page."""
    with closing(sqlite3.connect(filled.path)) as file:
        file.execute("PRAGMA writable_schema = ON")
        file.execute(
            "UPDATE sqlite_master SET sql = replace(sql, '(tab, seat)', '(seat, tab)') "
            "WHERE name = 'last_answers'"
        )
        file.commit()
    filled._place.look_through()
    run(filled.look_through_all())
    assert fault_of(filled) == "table.file-damaged"


def test_a_copy_does_not_replace_a_file_that_is_served(filled: Store, tmp_path: Path) -> None:
    other = Store(tmp_path / "other.db")
    with reader(other.path) as file, pytest.raises(schema.Taken):
        schema.backup(file, filled.path)
    assert run(filled.list())[0][0].id == CODE
    copy = tmp_path / "copy.db"
    with reader(other.path) as file:
        schema.backup(file, copy)
        schema.backup(file, copy)  # an older copy makes way
    other.close()


def test_nothing_of_a_forgotten_table_is_left_in_the_file(filled: Store) -> None:
    said = messages.EventRow(CODE, 500, 1, "chat", 0, '{"text": "my number is 5550100"}', 5)
    run(filled.save([said]), filled.forget(CODE))
    assert run(filled.setting("secure_delete")) == [1]
    filled.close()
    assert b"5550100" not in filled.path.read_bytes()


def test_a_file_that_was_not_in_its_place_for_a_moment_is_not_damaged(filled: Store) -> None:
    aside = filled.path.rename(filled.path.with_name("aside.db"))
    run(filled.look_through_all())
    assert fault_of(filled) == "table.file-moved"
    aside.rename(filled.path)
    assert fault_of(filled) == ""


def test_the_whole_look_ends_with_the_store(filled: Store) -> None:
    filled._place.look_through_all(lambda: True)


@pytest.mark.parametrize(
    ("kind", "is_refused"),
    [("nfs4", True), ("cifs", True), ("fuse.sshfs", True), ("ext4", False), ("fuse.ext4", False)],
)
def test_a_file_on_a_file_system_of_a_network_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, is_refused: bool
) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(f"/dev/vda / ext4 rw 0 0\nnas:/ {tmp_path}/far {kind} rw 0 0\n")
    monkeypatch.setattr(health, "_MOUNTS", mounts)
    (tmp_path / "link").symlink_to(tmp_path / "far")
    for name in ("far", "link"):
        if is_refused:
            with pytest.raises(SuitwiseError, match="a file system of a network"):
                Store(tmp_path / name / "tables.db")
            assert not (tmp_path / "far").exists()
        else:
            Store(tmp_path / name / "tables.db").close()


def test_what_is_written_to_see_whether_a_file_is_ready_is_on_the_disk_and_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(tmp_path / "tables.db", "process")
    seen = []
    look_for = health.Place.look_for

    def looked(place: health.Place, data: bytes) -> None:
        with closing(sqlite3.connect(store.path)) as file:
            seen.append(file.execute("SELECT count(*) FROM ready").fetchone())
        look_for(place, data)

    monkeypatch.setattr(health.Place, "look_for", looked)
    assert fault_of(store) == ""
    assert seen == [(1,)]
    count = "SELECT count(*) FROM ready"
    assert store._writer.read(lambda file: file.execute(count).fetchone()).result() == (0,)
    assert run(store.setting("synchronous")) == [1]
    store.close()
