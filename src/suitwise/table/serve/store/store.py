"""Saving and loading tables: the writer thread, the ``Store``, and its SQL.

A table is saved as the rows of ``table.rules.messages``, one SQL table for each kind of row.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future
from contextlib import closing, contextmanager, suppress
from dataclasses import fields
from functools import partial
from itertools import chain
from operator import attrgetter
from pathlib import Path
from queue import Empty, SimpleQueue
from secrets import token_hex
from threading import Event, Thread
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

from suitwise.errors import SuitwiseError
from suitwise.table.rules.messages import (
    MOST_ANSWERS,
    MOST_PASSING,
    MOST_ROWS,
    PASSING,
    AnswerRow,
    DealRow,
    EventRow,
    Kept,
    MoveRow,
    Row,
    SeatRow,
    TableRow,
)
from suitwise.table.serve.store import health, schema

# --- The writer thread ----------------------------------------------------------------------------
#
# A commit takes as long for fifty steps as for one. So all steps that have arrived since the last commit
# go into the next one; the sender of a step is told when it is on the disk.

R = TypeVar("R")
Work: TypeAlias = Callable[[sqlite3.Connection], R]

_log = logging.getLogger(__name__)
MOST_AT_ONCE = 500
"""The most steps of one commit, so that the first one does not have to wait for too many."""


class NotKept(SuitwiseError):
    """Raised if the file did not accept a step, for example because the disk is full.

    Args:
        why: the error message.
        fault: ``conflict``: the file's content does not fit the step; ``lost``: another process has
            taken the file; ``busy``: another process is writing to it; ``file``: any other fault, which
            may be temporary.

    >>> writer = Writer(lambda: sqlite3.connect(":memory:", isolation_level=None))
    >>> type(writer.write(lambda file: file.execute("INSERT INTO nothing VALUES (1)")).exception())
    <class 'suitwise.table.serve.store.store.NotKept'>
    >>> writer.close()
    """

    def __init__(
        self, why: str, fault: Literal["conflict", "lost", "busy", "file"] = "file"
    ) -> None:
        super().__init__(why)
        self.fault = fault


class _Job(NamedTuple):
    work: Work[Any]
    writes: bool
    done: Future[Any]


class Writer:
    """A database connection and the one thread that uses it.

    Args:
        connect: opens the connection, in the thread.
        is_ours: called in each transaction: whether this process may write.

    >>> writer = Writer(lambda: sqlite3.connect(":memory:", isolation_level=None))
    >>> writer.write(lambda file: file.execute("CREATE TABLE t (x)")).result().rowcount
    -1
    >>> writer.read(lambda file: file.execute("SELECT count(*) FROM t").fetchone()).result()
    (0,)
    >>> writer.close()
    """

    def __init__(
        self,
        connect: Callable[[], sqlite3.Connection],
        is_ours: Callable[[sqlite3.Connection], bool] = lambda file: True,
    ) -> None:
        self._is_ours = is_ours
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._ended = Event()
        self.commits = 0
        opened: Future[None] = Future()
        self._thread = Thread(target=self._run, args=(connect, opened), name="store", daemon=True)
        self._thread.start()
        opened.result()

    def write(self, work: Work[R]) -> Future[R]:
        """Run a function in the next transaction; the future is done when that is committed.

        If the file does not accept it, or is closed, the future raises ``NotKept``, and nothing of it is
        saved.
        """
        return self._put(work, writes=True)

    def read(self, work: Work[R]) -> Future[R]:
        """Run a function outside of any transaction, after everything queued before it.

        If the file can't be read, or is closed, the future raises ``NotKept``.
        """
        return self._put(work, writes=False)

    def close(self) -> None:
        """End the thread once all queued work is done."""
        self._jobs.put(None)
        self._thread.join()

    def _put(self, work: Work[R], *, writes: bool) -> Future[R]:
        done: Future[R] = Future()
        self._jobs.put(_Job(work, writes, done))
        if self._ended.is_set():
            self._refuse_waiting()
        return done

    def _refuse_waiting(self) -> None:
        """Refuse jobs that were queued after the end, so that nobody waits for them."""
        with suppress(Empty):
            while True:
                job = self._jobs.get_nowait()
                if job is not None and job.done.set_running_or_notify_cancel():
                    job.done.set_exception(NotKept("the file is closed"))

    # --- Methods that run in the thread -----------------------------------------------------------

    def _run(self, connect: Callable[[], sqlite3.Connection], opened: Future[None]) -> None:
        try:
            file = connect()
        except BaseException as error:
            opened.set_exception(error)
            return
        opened.set_result(None)
        try:
            while (waiting := self._waiting()) is not None:
                jobs = [job for job in waiting if job.done.set_running_or_notify_cancel()]
                self._commit(file, [job for job in jobs if job.writes])
                for job in jobs:
                    if not job.writes:
                        _run_read(job, file)
        finally:
            file.close()
            self._ended.set()
            self._refuse_waiting()

    def _waiting(self) -> list[_Job] | None:
        """Return all waiting jobs, at least one; None after ``close``."""
        job = self._jobs.get()
        jobs: list[_Job] = []
        while job is not None:
            jobs.append(job)
            if self._jobs.empty() or len(jobs) == MOST_AT_ONCE:
                return jobs
            job = self._jobs.get()
        self._jobs.put(None)  # for the next call, after these jobs
        return jobs or None

    def _commit(self, file: sqlite3.Connection, jobs: list[_Job]) -> None:
        if not jobs:
            return
        try:
            file.execute("BEGIN IMMEDIATE")
            if not self._is_ours(file):
                raise NotKept("another process has taken the file", "lost")
            # A single job needs no savepoint: if it fails, the whole transaction is rolled back.
            one, *others = jobs
            results = [_run_in_savepoint(job, file) for job in jobs] if others else [one.work(file)]
            file.execute("COMMIT")
        except Exception as error:
            if file.in_transaction:
                file.execute("ROLLBACK")
            results = [_not_kept(error) for _ in jobs]
        self.commits += 1
        for job, result in zip(jobs, results, strict=True):
            if isinstance(result, BaseException):
                job.done.set_exception(result)
            else:
                job.done.set_result(result)


def _run_in_savepoint(job: _Job, file: sqlite3.Connection) -> Any:
    """Return the result of a job, or its error after rolling back what the job wrote."""
    file.execute("SAVEPOINT step")
    try:
        result = job.work(file)
    except Exception as error:
        if not file.in_transaction:  # SQLite rolls back everything if the disk is full
            raise
        file.execute("ROLLBACK TO step")
        result = _not_kept(error)
    file.execute("RELEASE step")
    return result


def _not_kept(error: Exception) -> NotKept:
    """Return an error as ``NotKept``, and log it unless it is one already."""
    if isinstance(error, NotKept):
        return error
    _log.error("not kept: %s", error)
    conflicts = isinstance(error, sqlite3.IntegrityError)
    return NotKept(f"the file did not take it: {error}", "conflict" if conflicts else "file")


def _run_read(job: _Job, file: sqlite3.Connection) -> None:
    try:
        job.done.set_result(job.work(file))
    except sqlite3.Error as error:
        fault: Literal["busy", "file"] = "busy" if "locked" in str(error) else "file"
        job.done.set_exception(NotKept(f"the file can't be read: {error}", fault))
    except Exception as error:
        job.done.set_exception(error)


# --- The store ------------------------------------------------------------------------------------


_TABLES: dict[type, tuple[str, int]] = {
    TableRow: ("tables", 1),
    SeatRow: ("seats", 2),
    DealRow: ("deals", 2),
    MoveRow: ("moves", 0),
    EventRow: ("events", 0),
    AnswerRow: ("answers", 0),
}
"""For each kind of row, in the order of writing: its SQL table, and the number of leading columns that
are the key of the row that it replaces; 0 if rows are only ever added."""
MOST_SEAT_REPORTS, MOST_TABLE_REPORTS, MOST_REPORTS = 5, 12, 500
"""The most reports of talk: by a seat and from a table, beyond which new ones are refused; and in all,
beyond which the oldest are deleted."""
_DELETED_AT_ONCE = 1000
"""The most old rows deleted together with a new one; an older file may have a million of them."""


class Store:
    """The file of all tables, owned by this process while it is open.

    Args:
        path: the file, created if necessary.
        durability: ``power``: saved steps survive a power failure; ``process``: they survive a killed
            process.
        lease_s: how long the file stays with a silent owner, if no system lock tells whether that is
            alive. The owner renews the lease three times in this time.

    Raises:
        SuitwiseError: another process owns it, it is not a file of tables of a known version, or is
            on a network's file system.
        OSError: it can't be opened.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     store = Store(Path(folder, "tables.db"))
    ...     print(asyncio.run(store.list()), asyncio.run(store.load("7KQ2M")))
    ...     store.close()
    () None
    """

    def __init__(
        self, path: Path, durability: str = "power", lease_s: float = schema.LEASE_S
    ) -> None:
        self.path, self.renew_s = path, lease_s / 3
        self.lost = asyncio.Event()
        """Set when another process has taken the file; from then on nothing is saved here."""
        self._name = token_hex(8)
        self._is_damaged, self._ending = False, Event()
        health.check_is_local(path)
        self._lock = schema.Lock(path)
        try:
            is_ours = partial(schema.is_owner, name=self._name)
            self._writer = Writer(partial(schema.opened, path, durability), is_ours)
            self._take(lease_s)
        except BaseException:
            self._lock.release()
            raise

    def _take(self, lease_s: float) -> None:
        work = partial(
            schema.own, path=self.path, name=self._name, lock=self._lock, lease_s=lease_s
        )
        try:
            self._writer.read(work).result()
        except NotKept as error:
            self._writer.close()
            what = f"{error}; name another, or a copy of it"
            if error.fault == "busy":
                what = "another process is writing to it: end that, or try again when it is done"
            raise SuitwiseError(f"{self.path}: {what}") from None
        except BaseException:
            self._writer.close()
            raise
        schema.drop_replica_mark(self.path)
        self._place = health.Place(self.path)
        # a second thread, so that loading a long table does not delay any commit
        self._reader = Writer(partial(schema.connection, self.path))

    @property
    def commits(self) -> int:
        """The number of transactions so far."""
        return self._writer.commits

    async def save(self, rows: Sequence[Row]) -> None:
        """Save rows, all or none; they are on the disk when this returns.

        Raises:
            NotKept: the file did not accept them.
        """
        await self._write(partial(self._save_rows, rows=rows))

    async def _write(self, work: Work[R]) -> R:
        try:
            return await asyncio.wrap_future(self._writer.write(work))
        except NotKept as error:
            if error.fault == "lost":
                self.lost.set()
            raise

    def _save_rows(self, file: sqlite3.Connection, rows: Collection[Row]) -> None:
        save_rows(file, rows)
        self._place.check()

    async def check(self) -> None:
        """Check that the file is in its place, intact, and returns data that are written to it.

        Raises:
            Unready: a check failed, or another process has taken the file.
        """
        if self.is_lost:
            raise health.Unready(health.LOST)
        if self._is_damaged:
            raise health.Unready(health.DAMAGED)
        self._place.check()
        await asyncio.to_thread(self._place.look_through)
        data = health.some_data()
        try:
            await asyncio.wrap_future(self._writer.read(partial(health.write, data=data)))
            await asyncio.to_thread(self._place.look_for, data)
            await asyncio.wrap_future(self._writer.read(partial(health.write, data=b"")))
        except NotKept:
            raise health.Unready(health.FULL) from None

    async def look_through_all(self) -> None:
        """Check all of the file; if it is damaged, ``check`` says so from then on."""
        try:
            await asyncio.to_thread(self._place.look_through_all, self._ending.is_set)
        except health.Unready:
            self._is_damaged = True

    async def load(self, code: str) -> Kept | None:
        """Return all rows of a table; None if there is no table with this code.

        Raises:
            NotKept: the file can't be read.
        """
        return await asyncio.wrap_future(self._reader.read(partial(kept, code=code)))

    async def keys(self, code: str) -> tuple[tuple[int, bytes], ...]:
        """Return the revealed keys of a table's deals, each with the number of its deal."""
        return await asyncio.wrap_future(self._writer.read(partial(_keys, code=code)))

    async def ends(self, code: str) -> tuple[int, int] | None:
        """Return the numbers of a table's last move and event, -1 for none; None for no table."""
        return await asyncio.wrap_future(self._writer.read(partial(_ends, code=code)))

    async def list(self) -> tuple[TableRow, ...]:
        """Return all tables, the most recently used first."""
        return await asyncio.wrap_future(self._writer.read(listed))

    async def count(self) -> int:
        """Return the number of tables; unlike ``list`` this holds up no move."""
        text = "SELECT count(*) FROM tables"
        read = self._reader.read(lambda file: int(file.execute(text).fetchone()[0]))
        return await asyncio.wrap_future(read)

    async def forget(self, code: str) -> bool:
        """Delete a table with all that is kept of it; return whether there was one."""
        return await self._write(partial(forget, code=code))

    async def forget_person(self, code: str, seat: int) -> bool:
        """Delete the name and the talk of a seat's person; return whether there is such a seat."""
        return await self._write(partial(_person_forgotten, code=code, seat=seat))

    async def reports(self) -> Sequence[EventRow]:
        """Return the last reports of talk, the newest first."""
        where = "tab IN (SELECT id FROM tables) AND kind = 'report'"  # by their index
        read = partial(select, kind=EventRow, where=where, values=(), order="at DESC")
        rows = self._reader.read(partial(read, most=MOST_REPORTS))
        found: tuple[EventRow, ...] = await asyncio.wrap_future(rows)
        return found

    async def has_room_for_report(self, code: str, seat: int) -> bool:
        """Return whether one more report of a seat is kept: none of its table goes for it."""
        where = "tab = ?1 AND kind = 'report'"
        text = f"SELECT ifnull(sum(seat = ?2), 0), count(*) FROM events WHERE {where}"
        counted = self._reader.read(lambda file: file.execute(text, (code, seat)).fetchone())
        of_seat, of_table = await asyncio.wrap_future(counted)
        return bool(of_seat < MOST_SEAT_REPORTS and of_table < MOST_TABLE_REPORTS)

    async def bans(self) -> dict[tuple[str, str], int]:
        """Return the end of each ban in ms of Unix time, by kind and by the address or name."""
        text = "SELECT kind, what, until FROM bans"
        read = self._writer.read(lambda file: file.execute(text).fetchall())
        return {(kind, what): until for kind, what, until in await asyncio.wrap_future(read)}

    async def ban(self, kind: str, what: str, until: int) -> None:
        """Save a ban with its end, or delete it if the end is over."""
        await self._write(partial(_banned, kind=kind, what=what, until=until))

    async def expire(self, never_begun: int, untouched: int, spared: Collection[str] = ()) -> int:
        """Delete old tables, and bans that are over; return the number of the tables.

        Age is the time that the file has been served, as reported to ``renew``: setting the system
        clock does not make a table old.

        Args:
            never_begun: the age in milliseconds at which an unstarted table is deleted.
            untouched: the age at which any other table is deleted.
            spared: the codes of tables in use.
        """
        work = partial(_expired, never_begun=never_begun, untouched=untouched, spared=spared)
        return await self._write(work)

    async def export(self, to: Path) -> None:
        """Copy the file."""
        await asyncio.wrap_future(self._writer.read(partial(schema.backup, to=to)))

    async def renew(self, ran_ms: int = 0) -> None:
        """Renew the lease on the file; to be called every ``renew_s`` seconds.

        Args:
            ran_ms: the milliseconds since the last call.

        Raises:
            NotKept: another process has taken the file.
        """
        await self._write(partial(schema.renew, name=self._name, ran_ms=ran_ms))

    @property
    def is_lost(self) -> bool:
        """True if another process has taken the file."""
        return self.lost.is_set()

    def why_lost(self) -> schema.Taken:
        """Return the error to raise when another process has taken the file."""
        return schema.Taken(
            f"{self.path}: another process has taken this file; nothing more is kept here"
        )

    async def setting(self, name: str) -> int:
        """Return an SQLite setting."""
        return await asyncio.wrap_future(self._writer.read(partial(schema.pragma, name=name)))

    def close(self) -> None:
        """Save what is queued, and give up the file; a second call does nothing."""
        if self._ending.is_set():
            return
        self._ending.set()
        self._reader.close()
        with suppress(NotKept):  # another process has it, or will notice that this one is gone
            self._writer.write(partial(schema.disown, name=self._name)).result()
        self._writer.close()
        self._place.close()
        self._lock.release()


# --- Access without owning the file ---------------------------------------------------------------


@contextmanager
def reader(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a file that another process may own, for reading or copying.

    Raises:
        SuitwiseError: there is no such file, or it is not a file of tables, or it is damaged.
    """
    if not path.is_file():
        raise SuitwiseError(f"{path}: there is no such file")
    with closing(schema.connection(path)) as file:
        try:
            yield file
        except sqlite3.DatabaseError as error:
            raise SuitwiseError(f"{path}: {error}") from None


def kept(file: sqlite3.Connection, code: str) -> Kept | None:
    """Return all rows of a table; None if there is no table with this code."""
    with snapshot(file):
        tables = select(file, TableRow, "id = ?", (code,))
        return _kept(file, tables[0], code) if tables else None


def _kept(file: sqlite3.Connection, table: TableRow, code: str) -> Kept:
    rows_of_table = partial(select, file, where="tab = ?", values=(code,), most=MOST_ROWS + 1)
    seats = rows_of_table(SeatRow, order="seat")
    answers = [
        _last(file, AnswerRow, "seat", (code, seat.seat), "rowid", MOST_ANSWERS) for seat in seats
    ]
    not_passing = f"tab = ? AND kind NOT IN ({', '.join('?' * len(PASSING))})"
    events = [
        *select(file, EventRow, not_passing, (code, *PASSING), "n", MOST_ROWS + 1),
        *chain.from_iterable(
            _last(file, EventRow, "kind", (code, kind), "n", MOST_PASSING) for kind in PASSING
        ),
    ]
    return Kept(
        table,
        seats,
        rows_of_table(DealRow, order="deal"),
        rows_of_table(MoveRow, order="ply"),
        tuple(sorted(events, key=attrgetter("n"))),
        tuple(chain.from_iterable(answers)),
    )


@contextmanager
def snapshot(file: sqlite3.Connection) -> Iterator[None]:
    """Read a consistent state of the file, whatever is written meanwhile."""
    file.execute("BEGIN")
    try:
        yield
    finally:
        file.execute("ROLLBACK")


def listed(file: sqlite3.Connection) -> tuple[TableRow, ...]:
    """Return all tables, the most recently used first."""
    return select(file, TableRow, "1", (), "touched DESC")


def forgotten(path: Path, code: str) -> bool:
    """Delete a table from a file that nobody serves; return whether there was one.

    Raises:
        Taken: a living process owns the file.
    """
    with reader(path) as file, schema.Lock(path) as lock:
        name = token_hex(8)
        schema.own(file, path, name, lock)
        try:
            return forget(file, code)
        finally:
            schema.disown(file, name)


def forget(file: sqlite3.Connection, code: str) -> bool:
    """Delete a table with all its rows; return whether there was one."""
    return file.execute("DELETE FROM tables WHERE id = ?", (code,)).rowcount == 1


def _person_forgotten(file: sqlite3.Connection, code: str, seat: int) -> bool:
    file.execute("DELETE FROM events WHERE tab = ? AND seat = ? AND kind = 'chat'", (code, seat))
    spoke = "SELECT 1 FROM json_each(body, '$.lines') WHERE json_extract(value, '$[0]') = ?"
    file.execute(
        f"DELETE FROM events WHERE tab = ? AND kind = 'report' AND EXISTS ({spoke})", (code, seat)
    )
    file.execute("UPDATE tables SET touched = touched + 1 WHERE id = ?", (code,))  # for replicas
    named = "UPDATE seats SET name = '' WHERE tab = ? AND seat = ?"
    return file.execute(named, (code, seat)).rowcount == 1


def _banned(file: sqlite3.Connection, kind: str, what: str, until: int) -> None:
    file.execute("INSERT OR REPLACE INTO bans VALUES (?, ?, ?)", (kind, what, until))
    _drop_bans(file)


def _drop_bans(file: sqlite3.Connection) -> None:
    """Delete the bans that are over: they name people."""
    file.execute("DELETE FROM bans WHERE until <= ?", (int(time.time() * 1000),))


# --- SQL of the writer thread ---------------------------------------------------------------------


def insert_rows(file: sqlite3.Connection, rows: Collection[Row]) -> None:
    """Write rows in the order of foreign keys."""
    for kind in _TABLES:
        of_kind = [row for row in rows if type(row) is kind]
        if (
            kind is SeatRow
        ):  # two seats may swap tokens, which must stay unique after each statement
            file.executemany(
                "UPDATE seats SET token = NULL WHERE tab = ? AND seat = ?",
                [(row.tab, row.seat) for row in of_kind if isinstance(row, SeatRow)],
            )
        if of_kind:
            file.executemany(_INSERT[kind], map(_VALUES[kind], of_kind))
        if kind is TableRow:
            file.executemany(
                "UPDATE tables SET used = (SELECT ms FROM served) WHERE id = ?",
                [(row.id,) for row in of_kind if isinstance(row, TableRow)],
            )


def save_rows(file: sqlite3.Connection, rows: Collection[Row]) -> None:
    """Write rows, and delete old answers and passing events."""
    insert_rows(file, rows)
    seats_answered = {(row.tab, row.seat) for row in rows if isinstance(row, AnswerRow)}
    kinds_passed = {
        (row.tab, row.kind) for row in rows if isinstance(row, EventRow) and row.kind in PASSING
    }
    file.executemany(_DELETE_OLD_ANSWERS, seats_answered)
    if any(isinstance(row, EventRow) and row.kind == "report" for row in rows):
        file.execute(_DELETE_OLD_REPORTS, (MOST_REPORTS,))
    file.executemany(_DELETE_OLD_EVENTS, [(tab, tab, kind) for tab, kind in kinds_passed])


_DELETE_OLD_ANSWERS = f"""
DELETE FROM answers WHERE rowid IN (SELECT rowid FROM answers WHERE tab = ? AND seat = ?
  ORDER BY rowid DESC LIMIT {_DELETED_AT_ONCE} OFFSET {MOST_ANSWERS})
"""
_DELETE_OLD_REPORTS = """
DELETE FROM events WHERE (tab, n) IN (SELECT tab, n FROM events
  WHERE tab IN (SELECT id FROM tables) AND kind = 'report'
  ORDER BY at DESC, tab, n DESC LIMIT -1 OFFSET ?)
"""  # by the index of the tables' events
_DELETE_OLD_EVENTS = f"""
DELETE FROM events WHERE tab = ? AND n IN (SELECT n FROM events WHERE tab = ? AND kind = ?
  ORDER BY n DESC LIMIT {_DELETED_AT_ONCE} OFFSET {MOST_PASSING})
"""


def _insert(kind: type[Any]) -> str:
    """Return the SQL statement that writes a row of this kind."""
    table, n_key = _TABLES[kind]
    names = [field.name for field in fields(kind)]
    text = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"
    if not n_key:
        return text
    changed = ", ".join(f"{name} = excluded.{name}" for name in names[n_key:] if name != "made")
    return f"{text} ON CONFLICT ({', '.join(names[:n_key])}) DO UPDATE SET {changed}"


_INSERT = {kind: _insert(kind) for kind in _TABLES}
_VALUES = {kind: attrgetter(*(field.name for field in fields(kind))) for kind in _TABLES}
"""Functions that return a row's columns; ``astuple`` copies each value and takes ten times as long."""


def select(
    file: sqlite3.Connection,
    kind: type[Any],
    where: str,
    values: tuple[Any, ...],
    order: str = "1",
    most: int = -1,
) -> tuple[Any, ...]:
    """Return rows of a kind.

    Args:
        file: the file.
        kind: the kind.
        where: the condition in SQL.
        values: what the condition's marks stand for.
        order: the order in SQL.
        most: the most rows; all for -1.
    """
    names = ", ".join(field.name for field in fields(kind))
    text = f"SELECT {names} FROM {_TABLES[kind][0]} WHERE {where} ORDER BY {order} LIMIT {most}"
    return tuple(kind(*row) for row in file.execute(text, values))


def _last(
    file: sqlite3.Connection,
    kind: type[Any],
    group: str,
    values: tuple[Any, ...],
    order: str,
    most: int,
) -> tuple[Any, ...]:
    """Return the last rows of a group of a table, oldest first."""
    return select(file, kind, f"tab = ? AND {group} = ?", values, f"{order} DESC", most)[::-1]


def _keys(file: sqlite3.Connection, code: str) -> tuple[tuple[int, bytes], ...]:
    deals = select(file, DealRow, "tab = ? AND opened IS NOT NULL", (code,), "deal")
    return tuple((deal.deal, deal.key) for deal in deals)


def _ends(file: sqlite3.Connection, code: str) -> tuple[int, int] | None:
    text = (
        "SELECT (SELECT ifnull(max(ply), -1) FROM moves WHERE tab = id), "
        "(SELECT ifnull(max(n), -1) FROM events WHERE tab = id) FROM tables WHERE id = ?"
    )
    row: tuple[int, int] | None = file.execute(text, (code,)).fetchone()
    return row


def _expired(
    file: sqlite3.Connection, never_begun: int, untouched: int, spared: Collection[str]
) -> int:
    old = file.execute(
        "SELECT id FROM tables, served WHERE used + ? < ms "
        "OR (life IN ('made', 'ready') AND used + ? < ms)",
        (untouched, never_begun),
    )
    _drop_bans(file)
    return sum(forget(file, code) for (code,) in old.fetchall() if code not in spared)
