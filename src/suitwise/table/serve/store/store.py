"""The file of all tables: what is kept of each, read and written as the rows of ``table.rules``."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import closing, contextmanager, suppress
from dataclasses import fields
from functools import partial
from itertools import chain
from operator import attrgetter
from pathlib import Path
from queue import SimpleQueue
from secrets import token_hex
from threading import Thread
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
from suitwise.table.serve.store import schema

# --- The writer's thread --------------------------------------------------------------------------
#
# A commit costs the time of the disk whether it holds one step or fifty; so all steps that have come
# since the last commit go into the next one, and whoever sent a step is told when it is on the disk.

R = TypeVar("R")
Work: TypeAlias = Callable[[sqlite3.Connection], R]

_log = logging.getLogger(__name__)
MOST_AT_ONCE = 500
"""The most steps of one commit: the first of them shall not wait for ever."""


class NotKept(SuitwiseError):
    """A step that the file did not take: the disk is full, say, or another program holds the file.

    Args:
        why: the sentence.
        fault: ``conflict``: the file holds something else than what the step was made from; ``lost``:
            it belongs to another process; ``file``: anything else, which may pass.

    >>> writer = Writer(lambda: sqlite3.connect(":memory:", isolation_level=None))
    >>> type(writer.write(lambda file: file.execute("INSERT INTO nothing VALUES (1)")).exception())
    <class 'suitwise.table.serve.store.store.NotKept'>
    >>> writer.close()
    """

    def __init__(self, why: str, fault: Literal["conflict", "lost", "file"] = "file") -> None:
        super().__init__(why)
        self.fault = fault


class _Job(NamedTuple):
    work: Work[Any]
    writes: bool
    done: Future[Any]


class Writer:
    """A connection and the thread that alone uses it.

    Args:
        connect: opens the connection, in the thread.
        is_ours: tells in each transaction that writes whether it may.

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
        self.commits = 0
        opened: Future[None] = Future()
        self._thread = Thread(target=self._run, args=(connect, opened), name="store", daemon=True)
        self._thread.start()
        opened.result()

    def write(self, work: Work[R]) -> Future[R]:
        """Do work in the next transaction; the answer comes when that is committed.

        The answer is ``NotKept`` where the file did not take it; nothing of it is kept then.
        """
        return self._put(work, writes=True)

    def read(self, work: Work[R]) -> Future[R]:
        """Do work outside of a transaction, after all that was asked before it.

        The answer is ``NotKept`` where the file can't be read.
        """
        return self._put(work, writes=False)

    def close(self) -> None:
        """End the thread when all that waits is done."""
        self._jobs.put(None)
        self._thread.join()

    def _put(self, work: Work[R], *, writes: bool) -> Future[R]:
        done: Future[R] = Future()
        self._jobs.put(_Job(work, writes, done))
        return done

    # --- In the thread ----------------------------------------------------------------------------

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
                        _answer(job, file)
        finally:
            file.close()

    def _waiting(self) -> list[_Job] | None:
        """Return all jobs that wait, at least one; None at the end."""
        job = self._jobs.get()
        jobs: list[_Job] = []
        while job is not None:
            jobs.append(job)
            if self._jobs.empty() or len(jobs) == MOST_AT_ONCE:
                return jobs
            job = self._jobs.get()
        self._jobs.put(None)  # the end is found again when these are done
        return jobs or None

    def _commit(self, file: sqlite3.Connection, jobs: list[_Job]) -> None:
        if not jobs:
            return
        try:
            file.execute("BEGIN IMMEDIATE")
            if not self._is_ours(file):
                raise NotKept("another process has taken the file", "lost")
            # One that is alone needs no savepoint: where it fails, all of the transaction does.
            one, *others = jobs
            answers = [_tried(job, file) for job in jobs] if others else [one.work(file)]
            file.execute("COMMIT")
        except Exception as error:
            _roll_back(file)
            answers = [_not_kept(error) for _ in jobs]
        self.commits += 1
        for job, answer in zip(jobs, answers, strict=True):
            if isinstance(answer, BaseException):
                job.done.set_exception(answer)
            else:
                job.done.set_result(answer)


def _tried(job: _Job, file: sqlite3.Connection) -> Any:
    """Return the answer of a job or its error; of a job with an error nothing is left."""
    file.execute("SAVEPOINT step")
    try:
        answer = job.work(file)
    except Exception as error:
        if not file.in_transaction:  # a full disk has rolled back all of it
            raise
        file.execute("ROLLBACK TO step")
        answer = _not_kept(error)
    file.execute("RELEASE step")
    return answer


def _not_kept(error: Exception) -> NotKept:
    """Return what is told of an error, which is logged where it is not the end of all anyway."""
    if isinstance(error, NotKept):
        return error
    _log.error("not kept: %s", error)
    conflicts = isinstance(error, sqlite3.IntegrityError)
    return NotKept(f"the file did not take it: {error}", "conflict" if conflicts else "file")


def _answer(job: _Job, file: sqlite3.Connection) -> None:
    try:
        job.done.set_result(job.work(file))
    except sqlite3.Error as error:
        job.done.set_exception(NotKept(f"the file can't be read: {error}"))
    except Exception as error:
        job.done.set_exception(error)


def _roll_back(file: sqlite3.Connection) -> None:
    if file.in_transaction:
        file.execute("ROLLBACK")


# --- The store ------------------------------------------------------------------------------------


_TABLES: dict[type, tuple[str, int]] = {
    TableRow: ("tables", 1),
    SeatRow: ("seats", 2),
    DealRow: ("deals", 2),
    MoveRow: ("moves", 0),
    EventRow: ("events", 0),
    AnswerRow: ("answers", 0),
}
"""For each kind of row, in the order of writing: its table, and how many columns are the key of what it
takes the place of; 0 where rows are only added."""
_FOLDED_AT_ONCE = 1000
"""The most old rows removed with a new one: there may be a million."""


class Store:
    """The file of all tables, owned by this process while it is open.

    Args:
        path: the file; made where there is none.
        durability: ``power``: what is kept survives a loss of power; ``process``: a killed process.
        lease_s: how many seconds it stays with a process that says nothing, where no lock of the
            system tells whether that lives; it is to say so three times meanwhile.

    Raises:
        SuitwiseError: another process owns it, or it is not a file of tables that is known here.
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
        """Set when another process has taken the file: this one keeps nothing from then on."""
        self._name = token_hex(8)
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
            raise SuitwiseError(f"{self.path}: {error}; name another, or a copy of it") from None
        except BaseException:
            self._writer.close()
            raise
        self._place = schema.Place(self.path)
        self._reader = Writer(
            partial(schema.connection, self.path)
        )  # what is long to read keeps nobody waiting

    @property
    def commits(self) -> int:
        """The number of transactions so far."""
        return self._writer.commits

    async def save(self, rows: Sequence[Row]) -> None:
        """Keep rows, all or none; they are on the disk when this returns.

        Raises:
            NotKept: the file did not take them.
        """
        await self._written(partial(self._saved, rows=rows))

    async def _written(self, work: Work[R]) -> R:
        try:
            return await asyncio.wrap_future(self._writer.write(work))
        except NotKept as error:
            if error.fault == "lost":
                self.lost.set()
            raise

    def _saved(self, file: sqlite3.Connection, rows: Iterable[Row]) -> None:
        _saved(file, rows)
        self._place.check()

    async def check(self) -> None:
        """Look whether the file is in its place and whole, takes a row and gives it back.

        Raises:
            Unready: it is not, does not, or belongs to another process.
        """
        if self.is_lost:
            raise schema.Unready(schema.LOST)
        self._place.check()
        await asyncio.to_thread(self._place.look_through)
        data = schema.some_data()
        try:
            await asyncio.wrap_future(self._writer.read(partial(schema.write, data=data)))
            await asyncio.to_thread(self._place.look_for, data)
            await asyncio.wrap_future(self._writer.read(partial(schema.write, data=b"")))
        except NotKept:
            raise schema.Unready(schema.FULL) from None

    async def load(self, code: str) -> Kept | None:
        """Return all that is kept of a table, None where there is none of this code.

        Raises:
            NotKept: the file can't be read.
        """
        return await asyncio.wrap_future(self._reader.read(partial(kept, code=code)))

    async def keys(self, code: str) -> tuple[tuple[int, bytes], ...]:
        """Return the keys of a table's deals that have been opened, each with its deal."""
        return await asyncio.wrap_future(self._writer.read(partial(_keys, code=code)))

    async def ends(self, code: str) -> tuple[int, int] | None:
        """Return the numbers of a table's last move and event, -1 for none; None without a table."""
        return await asyncio.wrap_future(self._writer.read(partial(_ends, code=code)))

    async def list(self) -> tuple[TableRow, ...]:
        """Return all tables, the last touched first."""
        return await asyncio.wrap_future(self._writer.read(listed))

    async def expire(self, never_begun: int, untouched: int, spared: Collection[str] = ()) -> int:
        """Forget old tables; return how many.

        Only the time counts for which the file was served, as ``renew`` is told: no clock that is set
        to another day makes a table old.

        Args:
            never_begun: after how many milliseconds in which nothing happened those are forgotten that
                never began.
            untouched: after how many all others are.
            spared: the codes of those that are in use.
        """
        work = partial(_expired, never_begun=never_begun, untouched=untouched, spared=spared)
        return await self._written(work)

    async def export(self, to: Path) -> None:
        """Copy the file as it stands."""
        await asyncio.wrap_future(self._writer.read(partial(schema.backup, to=to)))

    async def renew(self, ran_ms: int = 0) -> None:
        """Say that this process lives and keeps the file, every ``renew_s`` seconds.

        Args:
            ran_ms: for how many milliseconds it has run since it last said so.

        Raises:
            NotKept: another process has taken the file.
        """
        await self._written(partial(schema.renew, name=self._name, ran_ms=ran_ms))

    @property
    def is_lost(self) -> bool:
        """Set when another process has taken the file."""
        return self.lost.is_set()

    def why_lost(self) -> schema.Taken:
        """Return what is to be said where another process has taken the file."""
        return schema.Taken(
            f"{self.path}: another process has taken this file; nothing more is kept here"
        )

    async def setting(self, name: str) -> int:
        """Return one of SQLite's settings as it is."""
        return await asyncio.wrap_future(self._writer.read(partial(schema.pragma, name=name)))

    def close(self) -> None:
        """Keep what waits, and leave the file to others."""
        self._reader.close()
        with suppress(NotKept):  # it belongs to another, or the next one sees that we are gone
            self._writer.write(partial(schema.disown, name=self._name)).result()
        self._writer.close()
        self._place.close()
        self._lock.release()


# --- Without owning the file ----------------------------------------------------------------------


@contextmanager
def reader(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a file that another process may own, to look at it or copy it, while the block runs.

    Raises:
        SuitwiseError: there is no such file, or it is not one of tables, or it is damaged.
    """
    if not path.is_file():
        raise SuitwiseError(f"{path}: there is no such file")
    with closing(schema.connection(path)) as file:
        try:
            yield file
        except sqlite3.DatabaseError as error:
            raise SuitwiseError(f"{path}: {error}") from None


def kept(file: sqlite3.Connection, code: str) -> Kept | None:
    """Return all that is kept of a table, None where there is none of this code."""
    with _at_one_time(file):
        tables = _rows(file, TableRow, "id = ?", (code,))
        return _kept(file, tables[0], code) if tables else None


def _kept(file: sqlite3.Connection, table: TableRow, code: str) -> Kept:
    of_table = partial(_rows, file, where="tab = ?", values=(code,), most=MOST_ROWS + 1)
    seats = of_table(SeatRow, order="seat")
    answers = [
        _last(file, AnswerRow, "seat", (code, seat.seat), "rowid", MOST_ANSWERS) for seat in seats
    ]
    lasts = f"tab = ? AND kind NOT IN ({', '.join('?' * len(PASSING))})"
    events = [
        *_rows(file, EventRow, lasts, (code, *PASSING), "n", MOST_ROWS + 1),
        *chain.from_iterable(
            _last(file, EventRow, "kind", (code, kind), "n", MOST_PASSING) for kind in PASSING
        ),
    ]
    return Kept(
        table,
        seats,
        of_table(DealRow, order="deal"),
        of_table(MoveRow, order="ply"),
        tuple(sorted(events, key=attrgetter("n"))),
        tuple(chain.from_iterable(answers)),
    )


@contextmanager
def _at_one_time(file: sqlite3.Connection) -> Iterator[None]:
    """Read the file as it stands now, whatever is written meanwhile."""
    file.execute("BEGIN")
    try:
        yield
    finally:
        file.execute("ROLLBACK")


def listed(file: sqlite3.Connection) -> tuple[TableRow, ...]:
    """Return all tables, the last touched first."""
    return _rows(file, TableRow, "1", (), "touched DESC")


def forgotten(path: Path, code: str) -> bool:
    """Remove a table from a file that nobody serves; tell whether there was one.

    Raises:
        Taken: a process that lives owns the file.
    """
    with reader(path) as file, schema.Lock(path) as lock:
        name = token_hex(8)
        schema.own(file, path, name, lock)
        try:
            return forget(file, code)
        finally:
            schema.disown(file, name)


def forget(file: sqlite3.Connection, code: str) -> bool:
    """Remove a table with all that was kept of it; tell whether there was one."""
    return file.execute("DELETE FROM tables WHERE id = ?", (code,)).rowcount == 1


# --- In the writer's thread -----------------------------------------------------------------------


def _saved(file: sqlite3.Connection, rows: Iterable[Row]) -> None:
    for kind in _TABLES:
        of_kind = [row for row in rows if type(row) is kind]
        if kind is SeatRow:  # two seats may change places: no token may stand twice meanwhile
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
    answered = {(row.tab, row.seat) for row in rows if isinstance(row, AnswerRow)}
    passed = {
        (row.tab, row.kind) for row in rows if isinstance(row, EventRow) and row.kind in PASSING
    }
    file.executemany(_FOLD_ANSWERS, answered)
    file.executemany(_FOLD_EVENTS, [(tab, tab, kind) for tab, kind in passed])


_FOLD_ANSWERS = f"""
DELETE FROM answers WHERE rowid IN (SELECT rowid FROM answers WHERE tab = ? AND seat = ?
  ORDER BY rowid DESC LIMIT {_FOLDED_AT_ONCE} OFFSET {MOST_ANSWERS})
"""
_FOLD_EVENTS = f"""
DELETE FROM events WHERE tab = ? AND n IN (SELECT n FROM events WHERE tab = ? AND kind = ?
  ORDER BY n DESC LIMIT {_FOLDED_AT_ONCE} OFFSET {MOST_PASSING})
"""


def _insert(kind: type[Any]) -> str:
    """Return the statement that writes a row of a kind."""
    table, n_key = _TABLES[kind]
    names = [field.name for field in fields(kind)]
    text = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"
    if not n_key:
        return text
    changed = ", ".join(f"{name} = excluded.{name}" for name in names[n_key:] if name != "made")
    return f"{text} ON CONFLICT ({', '.join(names[:n_key])}) DO UPDATE SET {changed}"


_INSERT = {kind: _insert(kind) for kind in _TABLES}
_VALUES = {kind: attrgetter(*(field.name for field in fields(kind))) for kind in _TABLES}
"""Getters of the columns of a row; ``astuple`` copies each value and takes ten times as long."""


def _rows(
    file: sqlite3.Connection,
    kind: type[Any],
    where: str,
    values: tuple[Any, ...],
    order: str = "1",
    most: int = -1,
) -> tuple[Any, ...]:
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
    """Return the last rows of a group of a table, the oldest first."""
    return _rows(file, kind, f"tab = ? AND {group} = ?", values, f"{order} DESC", most)[::-1]


def _keys(file: sqlite3.Connection, code: str) -> tuple[tuple[int, bytes], ...]:
    deals = _rows(file, DealRow, "tab = ? AND opened IS NOT NULL", (code,), "deal")
    return tuple((deal.deal, deal.key) for deal in deals)


def _ends(file: sqlite3.Connection, code: str) -> tuple[int, int] | None:
    text = (
        "SELECT (SELECT ifnull(max(ply), -1) FROM moves WHERE tab = id), "
        "(SELECT ifnull(max(n), -1) FROM events WHERE tab = id) FROM tables WHERE id = ?"
    )
    found: tuple[int, int] | None = file.execute(text, (code,)).fetchone()
    return found


def _expired(
    file: sqlite3.Connection, never_begun: int, untouched: int, spared: Collection[str]
) -> int:
    found = file.execute(
        "SELECT id FROM tables, served WHERE used + ? < ms "
        "OR (life IN ('made', 'ready') AND used + ? < ms)",
        (untouched, never_begun),
    )
    return sum(forget(file, code) for (code,) in found.fetchall() if code not in spared)
