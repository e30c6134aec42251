"""The tables of the file, how it is opened, who owns it, and how an older one becomes a newer one."""

from __future__ import annotations

import errno
import logging
import os
import platform
import shutil
import sqlite3
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from suitwise.errors import SuitwiseError
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.table.rules.messages import MOST_ANSWERS

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_log = logging.getLogger(__name__)

APPLICATION = 0x53575442
"""The application id of a file of tables: "SWTB"."""
LEASE_S = 15.0
"""The lease of a silent process on a file, where no lock tells whether it lives."""

_FIRST = """
CREATE TABLE tables (
  id TEXT PRIMARY KEY, variant TEXT NOT NULL, house TEXT NOT NULL, life TEXT NOT NULL,
  v INTEGER NOT NULL, made INTEGER, touched INTEGER, n INTEGER NOT NULL
);
CREATE TABLE seats (
  tab TEXT REFERENCES tables ON DELETE CASCADE, seat INTEGER, name TEXT,
  controller TEXT NOT NULL, player TEXT, token BLOB UNIQUE, PRIMARY KEY (tab, seat)
);
CREATE TABLE deals (
  tab TEXT REFERENCES tables ON DELETE CASCADE, deal INTEGER, start TEXT NOT NULL,
  key BLOB NOT NULL, opened INTEGER, ply INTEGER NOT NULL, PRIMARY KEY (tab, deal)
);
CREATE TABLE moves (
  tab TEXT REFERENCES tables ON DELETE CASCADE, ply INTEGER, deal INTEGER, seat INTEGER,
  move TEXT NOT NULL, by TEXT NOT NULL, req TEXT, at INTEGER, PRIMARY KEY (tab, ply)
) WITHOUT ROWID;
CREATE UNIQUE INDEX once ON moves (tab, seat, req) WHERE req IS NOT NULL;
CREATE TABLE events (
  tab TEXT REFERENCES tables ON DELETE CASCADE, n INTEGER, v INTEGER, kind TEXT, seat INTEGER,
  body TEXT, at INTEGER, PRIMARY KEY (tab, n)
) WITHOUT ROWID;
CREATE TABLE answers (
  tab TEXT REFERENCES tables ON DELETE CASCADE, seat INTEGER, req TEXT, answer TEXT,
  PRIMARY KEY (tab, seat, req)
);
CREATE TABLE owner (one INTEGER PRIMARY KEY CHECK (one = 1), pid INTEGER, name TEXT, lease INTEGER);
"""
_TOKENS_OF_A_TABLE = """
CREATE TABLE seats_now (
  tab TEXT REFERENCES tables ON DELETE CASCADE, seat INTEGER, name TEXT,
  controller TEXT NOT NULL, player TEXT, token BLOB, PRIMARY KEY (tab, seat), UNIQUE (tab, token)
);
INSERT INTO seats_now SELECT tab, seat, name, controller, player, token FROM seats;
DROP TABLE seats;
ALTER TABLE seats_now RENAME TO seats;
"""
"""Clients make the secrets of seats that they take: one may be sent to several tables."""
_READY = """
CREATE TABLE ready (one INTEGER PRIMARY KEY CHECK (one = 1), data BLOB NOT NULL);
"""
"""The table for data written and read back to check that the file is ready."""
_LAST_ALONE = f"""
DELETE FROM answers WHERE rowid IN (SELECT one FROM (
  SELECT rowid AS one, row_number() OVER (PARTITION BY tab, seat ORDER BY rowid DESC) AS age
  FROM answers) WHERE age > {MOST_ANSWERS});
CREATE INDEX last_answers ON answers (tab, seat);
CREATE INDEX events_by_kind ON events (tab, kind);
"""
"""Older answers are removed; events that pass are by their table's next one."""
_NO_WALL_CLOCK = """
ALTER TABLE owner ADD COLUMN host TEXT NOT NULL DEFAULT '';
ALTER TABLE owner ADD COLUMN place TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN used INTEGER NOT NULL DEFAULT 0;
CREATE TABLE served (one INTEGER PRIMARY KEY CHECK (one = 1), ms INTEGER NOT NULL);
INSERT INTO served VALUES (1, 0);
"""
"""From here on ``lease`` counts: whatever is seen to change is alive. ``served`` is for how long servers
have run on the file, and ``used`` what it was when something last happened at a table."""
MIGRATIONS: tuple[str, ...] = (_FIRST, _TOKENS_OF_A_TABLE, _READY, _LAST_ALONE, _NO_WALL_CLOCK)
"""Scripts from each version of the file to the next; the first starts from an empty file."""


class Taken(SuitwiseError):
    """A file that another process owns, or has taken.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "tables.db")
    ...     lock, file = Lock(path), opened(path, "power")
    ...     own(file, path, "a", lock)
    ...     try:
    ...         Lock(path)
    ...     except Taken as error:
    ...         print(str(error).partition("; ")[2])
    ...     disown(file, "a")
    ...     file.close()
    ...     lock.release()
    end it, or name another file
    """


def opened(path: Path, durability: str) -> sqlite3.Connection:
    """Open a file of tables to write to it; make it, or bring it up to date, where need be.

    Args:
        path: the file, whose ``Lock`` is held; it is made for its user alone.
        durability: ``power``: what is kept survives a loss of power; ``process``: a killed process.

    Raises:
        SuitwiseError: it is not a file of tables, or one of a newer version.
        OSError: it can't be made.
    """
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    file = connection(path)
    try:
        file.execute(f"PRAGMA synchronous = {'FULL' if durability == 'power' else 'NORMAL'}")
        file.execute("PRAGMA wal_autocheckpoint = 4000")
        _bring_up_to_date(file, path)
    except sqlite3.DatabaseError as error:
        file.close()
        raise SuitwiseError(f"{path}: {error}") from None
    except BaseException:
        file.close()
        raise
    return file


def connection(path: Path) -> sqlite3.Connection:
    """Open a file, whose write-ahead log lies beside it."""
    file = sqlite3.connect(path, timeout=2, isolation_level=None, check_same_thread=False)
    try:
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("PRAGMA foreign_keys = ON")
    except sqlite3.OperationalError as error:  # the disk is full, another program holds the file
        file.close()
        raise SuitwiseError(f"{path}: {error}") from None
    except sqlite3.DatabaseError:
        file.close()
        raise SuitwiseError(f"{path}: not a file of tables") from None
    return file


def pragma(file: sqlite3.Connection, name: str) -> int:
    """Return the value of one of SQLite's settings."""
    return int(file.execute(f"PRAGMA {name}").fetchone()[0])


# --- Versions -------------------------------------------------------------------------------------


def _bring_up_to_date(file: sqlite3.Connection, path: Path) -> None:
    version = pragma(file, "user_version")
    is_empty = not file.execute("SELECT 1 FROM sqlite_master").fetchone()
    if not is_empty and pragma(file, "application_id") != APPLICATION:
        raise SuitwiseError(f"{path}: a database, but not one of tables")
    if version > len(MIGRATIONS):
        raise SuitwiseError(
            f"{path}: kept by a newer Suitwise (version {version} of the file, "
            f"known here up to {len(MIGRATIONS)}); install that one"
        )
    if 0 < version < len(MIGRATIONS):
        backup(file, path.with_name(f"{path.name}.version-{version}"))
    for number, script in enumerate(MIGRATIONS[version:], version + 1):
        file.executescript(
            f"BEGIN IMMEDIATE; {script} PRAGMA user_version = {number};"
            f"PRAGMA application_id = {APPLICATION}; COMMIT;"
        )


def backup(file: sqlite3.Connection, to: Path) -> None:
    """Copy a file as it stands, while it may be written to; nobody owns the copy."""
    os.close(os.open(to, os.O_RDWR | os.O_CREAT, 0o600))
    copy = sqlite3.connect(to)
    try:
        file.backup(copy)
        copy.execute("DELETE FROM owner")
        copy.commit()
    finally:
        copy.close()


# --- One process owns a file ----------------------------------------------------------------------

# Two things keep others away. The system's lock on a file beside it tells at once whether its holder
# lives, in whatever container, and however it ended. Where that is lost (its file removed, a network's
# file system without locks) the owner's row decides: whoever wants the file looks for a whole lease
# whether the owner still counts there. Either way no one writes who is not named in that row.


class Lock:
    """The system's lock for a file of tables, held until it is released or the process ends.

    Args:
        path: the file of tables; its folder is made for its user alone. The lock is a file beside it,
            named ``-lock``, which stays.

    Raises:
        Taken: another process has it.
        SuitwiseError: it is no file of tables.
        OSError: the file of the lock can't be made.
    """

    def __init__(self, path: Path) -> None:
        if path.exists() and not _may_be_tables(path):
            raise SuitwiseError(f"{path}: not a file of tables")
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        whole = path.resolve()
        beside = whole.with_name(f"{whole.name}-lock")
        self._handle = os.open(beside, os.O_RDWR | os.O_CREAT, 0o600)
        self.place = f"{_machine()}:{os.fstat(self._handle).st_ino}"
        """Names it among all locks; empty where the system has none here."""
        try:
            _lock(self._handle)
        except OSError as error:
            if error.errno in (errno.EACCES, errno.EAGAIN, errno.EDEADLK):
                os.close(self._handle)
                raise Taken(_told(path)) from None
            self.place = ""

    def __enter__(self) -> Lock:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def release(self) -> None:
        """Let others have it."""
        os.close(self._handle)


def _may_be_tables(path: Path) -> bool:
    """Return whether what is there is a database, or will be one, and no device, pipe or other file."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(_SQLITE)) in (b"", _SQLITE)


_SQLITE = b"SQLite format 3\0"


def _lock(handle: int) -> None:
    if sys.platform == "win32":
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _machine() -> str:
    """Return what names this machine since its start, the same in all its containers."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    except OSError:
        return str(uuid.getnode())


class Owner(NamedTuple):
    """The owner of a file.

    Args:
        pid: the number of its process, in its container.
        host: the name of its machine or container.
        name: its own name, which no other owner has had.
        place: the place of its lock.
        lease: how often it has said that it lives.
    """

    pid: int
    host: str
    name: str
    place: str
    lease: int


def owner(file: sqlite3.Connection) -> Owner | None:
    """Return who has a file, None where nobody has."""
    found = file.execute("SELECT pid, host, name, place, lease FROM owner").fetchone()
    return found and Owner(*found)


def _told(path: Path) -> str:
    """Return the sentence on who has a file, as far as that can be read."""
    held = None
    with suppress(SuitwiseError, sqlite3.Error):
        if path.exists():
            with closing(connection(path)) as file:
                held = owner(file)
    return taken_by(path, held)


def taken_by(path: Path, held: Owner | None) -> str:
    """Return the sentence that tells whose a file is.

    >>> taken_by(Path("tables.db"), Owner(7, "attic", "a", "", 1))
    'tables.db: process 7 on attic serves these tables; end it, or name another file'
    """
    who = "another process" if held is None else f"process {held.pid}"
    where = f" on {held.host}" if held and held.host else ""
    return f"{path}: {who}{where} serves these tables; end it, or name another file"


def own(
    file: sqlite3.Connection, path: Path, name: str, lock: Lock, lease_s: float = LEASE_S
) -> None:
    """Take a file, whose lock is held, for this process.

    Args:
        file: the file.
        path: its path.
        name: what this owner is called, as no other ever was.
        lock: its lock.
        lease_s: for how many seconds an owner is looked at of whom the lock tells nothing.

    Raises:
        Taken: another process that lives has it.
    """
    held = owner(file)
    if held is not None and (not lock.place or held.place != lock.place):
        _log.warning("%s: is process %d on %s at work here?", path, held.pid, held.host)
        _wait_for_sign(lambda: owner(file) == held, lease_s)
    with _transaction(file):
        now = owner(file)
        if now is not None and now != held:
            raise Taken(taken_by(path, now))
        row = (os.getpid(), platform.node(), name, lock.place)
        file.execute(
            "INSERT OR REPLACE INTO owner (one, pid, host, name, place, lease) "
            "VALUES (1, ?, ?, ?, ?, 0)",
            row,
        )


@contextmanager
def _transaction(file: sqlite3.Connection) -> Iterator[None]:
    """Commit the writes of the ``with`` statement together, or none where it raises an error."""
    file.execute("BEGIN IMMEDIATE")
    try:
        yield
        file.execute("COMMIT")
    finally:
        if file.in_transaction:
            file.execute("ROLLBACK")


def _wait_for_sign(is_still: Callable[[], bool], lease_s: float) -> None:
    """Wait for a lease, or until an owner shows that it lives."""
    until = time.monotonic() + lease_s
    while is_still() and time.monotonic() < until:
        time.sleep(min(0.1, lease_s / 10))


def is_owner(file: sqlite3.Connection, name: str) -> bool:
    """Return whether a file still belongs to who has this name."""
    return file.execute("SELECT 1 FROM owner WHERE name = ?", (name,)).fetchone() is not None


def renew(file: sqlite3.Connection, name: str, ran_ms: int) -> None:
    """Say that the owner of a file lives, and how long it has run since it last said so."""
    file.execute("UPDATE owner SET lease = lease + 1 WHERE name = ?", (name,))
    file.execute("UPDATE served SET ms = ms + ?", (ran_ms,))


def disown(file: sqlite3.Connection, name: str) -> None:
    """Leave a file to others."""
    file.execute("DELETE FROM owner WHERE name = ?", (name,))


# --- Checking the file ----------------------------------------------------------------------------
#
# A program holds a file though it is renamed or removed meanwhile: what is written then is kept where
# nobody finds it. So a file is known by its number on the disk, and is looked for by its name.

LEAST_FREE = 1024 * 1024
"""With fewer bytes left on its disk a file is not ready."""
MOST_S = 1.0
"""For so long pages are looked through; of a large file the first ones."""
_BYTES = 16 * 1024

MOVED = phrase(
    "table.file-moved",
    "the file of tables is not where it was, so nothing is kept: put it back, or start the server anew",
)
FULL = phrase("table.file-full", "the file of tables takes no more: make room on its disk")
DAMAGED = phrase(
    "table.file-damaged", "the file of tables is damaged: end the server, serve a copy"
)
LOST = phrase("table.file-lost", "another server has taken the file of tables: end this one")


class Unready(SuitwiseError):
    """A file that tables can't be kept in now; ``why`` is the sentence as a phrase."""

    def __init__(self, why: Phrase) -> None:
        super().__init__(why)
        self.why = why


class Place:
    """The place of an open file, with the inodes of it and its write-ahead log.

    Args:
        path: the file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        # Open as long as the file is: to close it would end the locks that SQLite has on it.
        self._raw = os.open(path, os.O_RDONLY)
        self._known = self._found()

    def close(self) -> None:
        """Leave the file, after it was closed."""
        os.close(self._raw)

    def check(self) -> None:
        """Do nothing where the file is in its place.

        Raises:
            Unready: it was renamed or removed.
        """
        if not self._known or self._found() != self._known:
            raise Unready(MOVED)

    def _found(self) -> tuple[tuple[int, int], ...]:
        try:
            found = [os.stat(one) for one in (self.path, f"{self.path}-wal")]
        except OSError:
            return ()
        return tuple((one.st_dev, one.st_ino) for one in found)

    def look_through(self, most_s: float = MOST_S) -> None:
        """Look whether the file is whole, as somebody reads it who opens it now.

        Raises:
            Unready: it is damaged.
        """
        until, found = time.monotonic() + most_s, "ok"
        try:
            with closing(_for_reading(self.path)) as file:
                file.set_progress_handler(lambda: time.monotonic() > until, 10_000)
                (found,) = file.execute("PRAGMA quick_check(1)").fetchone()
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorname != "SQLITE_INTERRUPT":
                raise Unready(DAMAGED) from None
        os.lseek(self._raw, 0, os.SEEK_SET)
        if found != "ok" or os.read(self._raw, len(_SQLITE)) != _SQLITE:
            raise Unready(DAMAGED)

    def look_for(self, data: bytes) -> None:
        """Look whether data that were written are read by somebody who opens the file now.

        Raises:
            Unready: they are not, or there is no room for more.
        """
        try:
            with closing(_for_reading(self.path)) as file:
                found = file.execute("SELECT data FROM ready").fetchone()
            free = shutil.disk_usage(self.path.parent).free
        except (sqlite3.Error, OSError):
            raise Unready(DAMAGED) from None
        if found != (data,):
            raise Unready(MOVED)
        if free < LEAST_FREE:
            raise Unready(FULL)


def write(file: sqlite3.Connection, data: bytes) -> None:
    """Write data and have them on the disk when this returns; none in place of what was there.

    Raises:
        sqlite3.Error: the file does not take them.
    """
    durability = pragma(file, "synchronous")
    file.execute("PRAGMA synchronous = FULL")
    try:
        with _transaction(file):
            file.execute("DELETE FROM ready")
            if data:
                file.execute("INSERT INTO ready VALUES (1, ?)", (data,))
    finally:
        file.execute(f"PRAGMA synchronous = {durability}")


def some_data() -> bytes:
    """Return data that nobody has written before, for several pages of a file."""
    return os.urandom(_BYTES)


def _for_reading(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=2)
