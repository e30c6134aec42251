"""The SQLite file of tables: schema, migrations and ownership."""

from __future__ import annotations

import errno
import logging
import os
import platform
import sqlite3
import sys
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import NamedTuple

from suitwise.errors import SuitwiseError
from suitwise.foundation.text.writing import sync_folder
from suitwise.table.rules.messages import MOST_ANSWERS

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_log = logging.getLogger(__name__)

APPLICATION = 0x53575442
"""SQLite's application id of a file of tables: "SWTB"."""
LEASE_S = 15.0
"""An owner silent for this long has lost the file, if no system lock tells whether it lives."""

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
"""Makes tokens unique within a table only: clients create them, and may use one at several tables."""
_READY = """
CREATE TABLE ready (one INTEGER PRIMARY KEY CHECK (one = 1), data BLOB NOT NULL);
"""
"""The row that is written and read back to check the file."""
_LAST_ALONE = f"""
DELETE FROM answers WHERE rowid IN (SELECT one FROM (
  SELECT rowid AS one, row_number() OVER (PARTITION BY tab, seat ORDER BY rowid DESC) AS age
  FROM answers) WHERE age > {MOST_ANSWERS});
CREATE INDEX last_answers ON answers (tab, seat);
CREATE INDEX events_by_kind ON events (tab, kind);
"""
"""Deletes old answers, and adds indices for deleting old answers and passing events from now on."""
_NO_WALL_CLOCK = """
ALTER TABLE owner ADD COLUMN host TEXT NOT NULL DEFAULT '';
ALTER TABLE owner ADD COLUMN place TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN used INTEGER NOT NULL DEFAULT 0;
CREATE TABLE served (one INTEGER PRIMARY KEY CHECK (one = 1), ms INTEGER NOT NULL);
INSERT INTO served VALUES (1, 0);
"""
"""From here on ``lease`` is a counter: an owner whose counter changes is alive. ``served`` is the total
time that the file has been served, and ``used`` its value when something last happened at a table."""
_BANS = """
CREATE TABLE bans (
  kind TEXT NOT NULL, what TEXT NOT NULL, until INTEGER NOT NULL, PRIMARY KEY (kind, what)
);
"""
"""Addresses and names that are refused until a time, in milliseconds of Unix time."""
MIGRATIONS: tuple[str, ...] = (
    *(_FIRST, _TOKENS_OF_A_TABLE, _READY, _LAST_ALONE, _NO_WALL_CLOCK, _BANS),
)
"""The scripts that upgrade the file by one version each; the first one starts from an empty file."""


WAYS_BACK: Mapping[int, str] = {6: "DROP TABLE bans;"}
"""The scripts that undo the last upgrades, by the version that they lead from: nobody's tables are lost
who goes back to an older Suitwise."""


class Taken(SuitwiseError):
    """Raised if another process owns a file, or has taken it over.

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
    """Open a file of tables for writing; create or upgrade it if necessary.

    Args:
        path: the file, whose ``Lock`` must be held; a new file is readable by its user only.
        durability: ``power``: commits survive a power failure; ``process``: they survive a killed
            process.

    Raises:
        SuitwiseError: it is not a file of tables, or one of a newer version.
        OSError: it can't be created.
    """
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    file = connection(path)
    try:
        file.execute(f"PRAGMA synchronous = {'FULL' if durability == 'power' else 'NORMAL'}")
        file.execute("PRAGMA wal_autocheckpoint = 4000")
        _upgrade(file, path)
    except sqlite3.DatabaseError as error:
        file.close()
        raise SuitwiseError(f"{path}: {error}") from None
    except BaseException:
        file.close()
        raise
    return file


def connection(path: Path) -> sqlite3.Connection:
    """Open a file in write-ahead mode, without any checks."""
    file = sqlite3.connect(path, timeout=2, isolation_level=None, check_same_thread=False)
    try:
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("PRAGMA foreign_keys = ON")
        file.execute("PRAGMA secure_delete = ON")  # what is forgotten is overwritten
    except sqlite3.OperationalError as error:  # a full disk, or a file locked by another program
        file.close()
        raise SuitwiseError(f"{path}: {error}") from None
    except sqlite3.DatabaseError:
        file.close()
        raise SuitwiseError(f"{path}: not a file of tables") from None
    return file


def pragma(file: sqlite3.Connection, name: str) -> int:
    """Return the value of an SQLite setting."""
    return int(file.execute(f"PRAGMA {name}").fetchone()[0])


# --- Versions -------------------------------------------------------------------------------------


def _upgrade(file: sqlite3.Connection, path: Path) -> None:
    """Check that a file is ours and run the missing migrations, after making a copy."""
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


def backup(file: sqlite3.Connection, to: Path, version: int | None = None) -> None:
    """Copy a file, even while it is being written to; the copy has no owner.

    Args:
        file: the file.
        to: the copy.
        version: an older version of the file, for the copy to be of; by default it is as it was.

    Raises:
        SuitwiseError: there is no way back to this version, or the copy would replace the file itself,
            or one that somebody serves.
    """
    (own,) = (row[2] for row in file.execute("PRAGMA database_list") if row[1] == "main")
    if own and to.exists() and os.path.samefile(own, to):
        raise SuitwiseError(f"{to}: this is the file itself; name another one for the copy")
    is_of = pragma(file, "user_version")
    back = range(is_of, is_of if version is None else version, -1)
    if (version or 0) > is_of or not WAYS_BACK.keys() >= set(back):
        raise SuitwiseError(
            f"{to}: the file is of version {is_of}, from which no way leads to {version}"
        )
    with Lock(to) if to.exists() else nullcontext():
        _copy(file, to, back)


def _copy(file: sqlite3.Connection, to: Path, back: range) -> None:
    os.close(os.open(to, os.O_RDWR | os.O_CREAT, 0o600))
    copy = sqlite3.connect(to)
    try:
        file.backup(copy)
        copy.execute("DELETE FROM owner")
        copy.commit()
        for number in back:
            copy.executescript(
                f"BEGIN; {WAYS_BACK[number]} PRAGMA user_version = {number - 1}; COMMIT;"
            )
    finally:
        copy.close()


def replica_mark(path: Path) -> Path:
    """Return the mark beside a file that is a replica, as old as what it last took.

    A link to the file has the same mark, so that a copy that was served is known by any of its names.
    """
    resolved = path.resolve()
    return resolved.with_name(f"{resolved.name}-replica")


def mark_replica(path: Path) -> None:
    """Make a file a replica, so that this lasts even if the power goes: without its mark it is none."""
    mark = replica_mark(path)
    mark.touch(0o600)
    sync_folder(mark.parent)


def drop_replica_mark(path: Path) -> None:
    """Make a replica a file of its own, so that this lasts even if the power goes.

    If the mark came back, its source would overwrite what was served since.
    """
    mark = replica_mark(path)
    if mark.exists():
        mark.unlink()
        sync_folder(mark.parent)


# --- Ownership ------------------------------------------------------------------------------------
#
# One process owns a file at a time. Two mechanisms ensure that:
# - A system lock on a second file next to it. It tells at once whether its holder is alive, across
#   containers and after any kind of crash.
# - The owner's row in the file, for when there is no lock (its file was removed, or a network file
#   system does not support locks). Another process watches for one lease whether the counter in that
#   row still changes, before it takes the file.
# In both cases, only the process named in the row may write.


class Lock:
    """The system lock for a file of tables, held until it is released or the process ends.

    Args:
        path: the file of tables; its folder is created if necessary. The lock is a file next to it with
            the suffix ``-lock``, which is never removed.

    Raises:
        Taken: another process holds the lock.
        SuitwiseError: the path is not a file of tables.
        OSError: the lock file can't be created.
    """

    def __init__(self, path: Path) -> None:
        if path.exists() and not _may_be_tables(path):
            raise SuitwiseError(f"{path}: not a file of tables")
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        resolved = path.resolve()
        lock_path = resolved.with_name(f"{resolved.name}-lock")
        self._handle = os.open(lock_path, os.O_RDWR | os.O_CREAT, 0o600)
        self.place = f"{_machine()}:{os.fstat(self._handle).st_ino}"
        """A unique name of the lock; empty if the file system does not support locks."""
        try:
            _lock(self._handle)
        except OSError as error:
            if error.errno in (errno.EACCES, errno.EAGAIN, errno.EDEADLK):
                os.close(self._handle)
                raise Taken(_taken_by_owner(path)) from None
            self.place = ""

    def __enter__(self) -> Lock:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def release(self) -> None:
        """Release the lock."""
        os.close(self._handle)


def _may_be_tables(path: Path) -> bool:
    """Return whether a path is an SQLite database or an empty file, and not a device or another file."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(SQLITE)) in (b"", SQLITE)


SQLITE = b"SQLite format 3\0"


def _lock(handle: int) -> None:
    if sys.platform == "win32":
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _machine() -> str:
    """Return an identifier of this machine since its start, the same in all its containers."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    except OSError:
        return str(uuid.getnode())


class Owner(NamedTuple):
    """The owner of a file, as stored in it.

    Args:
        pid: its process id, in its container.
        host: the name of its machine or container.
        name: its unique name, drawn at random.
        place: the name of its lock.
        lease: a counter that it increases while it lives.
    """

    pid: int
    host: str
    name: str
    place: str
    lease: int


def owner(file: sqlite3.Connection) -> Owner | None:
    """Return the owner of a file; None if it has none."""
    row = file.execute("SELECT pid, host, name, place, lease FROM owner").fetchone()
    return row and Owner(*row)


def _taken_by_owner(path: Path) -> str:
    """Return the error message that names the owner of a file, if it can be read."""
    current = None
    with suppress(SuitwiseError, sqlite3.Error):
        if path.exists():
            with closing(connection(path)) as file:
                current = owner(file)
    return taken_by(path, current)


def taken_by(path: Path, current: Owner | None) -> str:
    """Return the error message that names the owner of a file.

    >>> taken_by(Path("tables.db"), Owner(7, "attic", "a", "", 1))
    'tables.db: process 7 on attic serves these tables; end it, or name another file'
    """
    who = "another process" if current is None else f"process {current.pid}"
    where = f" on {current.host}" if current and current.host else ""
    return f"{path}: {who}{where} serves these tables; end it, or name another file"


def own(
    file: sqlite3.Connection, path: Path, name: str, lock: Lock, lease_s: float = LEASE_S
) -> None:
    """Make this process the owner of a file.

    Args:
        file: the file.
        path: its path.
        name: a unique name for this owner.
        lock: the file's lock, which is held.
        lease_s: the seconds to watch the current owner if the lock tells nothing about it.

    Raises:
        Taken: another living process owns it.
    """
    before = owner(file)
    if before is not None and (not lock.place or before.place != lock.place):
        _log.warning("%s: is process %d on %s at work here?", path, before.pid, before.host)
        _watch_lease(lambda: owner(file) == before, lease_s)
    with transaction(file):
        now = owner(file)
        if now is not None and now != before:
            raise Taken(taken_by(path, now))
        row = (os.getpid(), platform.node(), name, lock.place)
        file.execute(
            "INSERT OR REPLACE INTO owner (one, pid, host, name, place, lease) "
            "VALUES (1, ?, ?, ?, ?, 0)",
            row,
        )


@contextmanager
def transaction(file: sqlite3.Connection) -> Iterator[None]:
    """Commit all writes of the ``with`` block together; roll all back if it raises an error."""
    file.execute("BEGIN IMMEDIATE")
    try:
        yield
        file.execute("COMMIT")
    finally:
        if file.in_transaction:
            file.execute("ROLLBACK")


def _watch_lease(is_unchanged: Callable[[], bool], lease_s: float) -> None:
    """Wait until the owner's row changes, but at most for one lease."""
    until = time.monotonic() + lease_s
    while is_unchanged() and time.monotonic() < until:
        time.sleep(min(0.1, lease_s / 10))


def is_owner(file: sqlite3.Connection, name: str) -> bool:
    """Return whether the owner of a file has this name."""
    return file.execute("SELECT 1 FROM owner WHERE name = ?", (name,)).fetchone() is not None


def renew(file: sqlite3.Connection, name: str, ran_ms: int) -> None:
    """Increase the owner's counter, and add the time since the last call to the time served."""
    file.execute("UPDATE owner SET lease = lease + 1 WHERE name = ?", (name,))
    file.execute("UPDATE served SET ms = ms + ?", (ran_ms,))


def disown(file: sqlite3.Connection, name: str) -> None:
    """Give up a file."""
    file.execute("DELETE FROM owner WHERE name = ?", (name,))
