"""The tables of the file, how it is opened, who owns it, and how an older one becomes a newer one."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

from suitwise.errors import SuitwiseError
from suitwise.table.rules.rows import MOST_ANSWERS

APPLICATION = 0x53575442
"""What marks a SQLite file as one of tables: "SWTB"."""
LEASE_MS = 15_000
"""How long a file stays with a process that has not said that it lives."""

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
"""What is written and read back where somebody asks whether the file is ready."""
_LAST_ALONE = f"""
DELETE FROM answers WHERE rowid IN (SELECT one FROM (
  SELECT rowid AS one, row_number() OVER (PARTITION BY tab, seat ORDER BY rowid DESC) AS age
  FROM answers) WHERE age > {MOST_ANSWERS});
CREATE INDEX last_answers ON answers (tab, seat);
CREATE INDEX events_by_kind ON events (tab, kind);
"""
"""Older answers are removed; events that pass are by their table's next one."""
MIGRATIONS: tuple[str, ...] = (_FIRST, _TOKENS_OF_A_TABLE, _READY, _LAST_ALONE)
"""What makes of a file of one version one of the next; the first makes it of an empty file."""

_owned: set[str] = set()
"""The names under which this process owns files."""


class Taken(SuitwiseError):
    """A file that another process owns.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "tables.db")
    ...     file = opened(path, "power")
    ...     name = own(file, path)
    ...     try:
    ...         own(file, path)
    ...     except Taken as error:
    ...         print(str(error).partition("; ")[2])
    ...     disown(file, name)
    ...     file.close()
    end it, or name another file
    """


def opened(path: Path, durability: str) -> sqlite3.Connection:
    """Open a file of tables to write to it; make it, or bring it up to date, where need be.

    Args:
        path: the file; its folder is made for its user alone, and so is the file.
        durability: ``power``: what is kept survives a loss of power; ``process``: a killed process.

    Raises:
        SuitwiseError: it is not a file of tables, or one of a newer version.
        OSError: it can't be made.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if path.exists() and not path.is_file():  # a device, a pipe
        raise SuitwiseError(f"{path}: not a file of tables")
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


def own(file: sqlite3.Connection, path: Path) -> str:
    """Take a file for this process; return the name under which it has it.

    Raises:
        Taken: another process that lives has it.
    """
    file.execute("BEGIN IMMEDIATE")
    try:
        held = file.execute("SELECT pid, name, lease FROM owner").fetchone()
        if held is not None and _lives(*held):
            raise Taken(
                f"{path}: process {held[0]} serves these tables; end it, or name another file"
            )
        name = token_hex(8)
        row = (os.getpid(), name, _now() + LEASE_MS)
        file.execute("INSERT OR REPLACE INTO owner VALUES (1, ?, ?, ?)", row)
        file.execute("COMMIT")
    except BaseException:
        if file.in_transaction:
            file.execute("ROLLBACK")
        raise
    _owned.add(name)
    return name


def renew(file: sqlite3.Connection, name: str) -> bool:
    """Say that the owner of a file lives; tell whether it still is the owner."""
    row = (_now() + LEASE_MS, name)
    return file.execute("UPDATE owner SET lease = ? WHERE name = ?", row).rowcount == 1


def disown(file: sqlite3.Connection, name: str) -> None:
    """Leave a file to others."""
    _owned.discard(name)
    file.execute("DELETE FROM owner WHERE name = ?", (name,))


def _lives(pid: int, name: str, lease: int) -> bool:
    """Tell whether an owner lives: a process of its number may be another one, after a start anew."""
    if name in _owned:
        return True
    if pid == os.getpid() or lease < _now():
        return False
    with suppress(PermissionError):  # there is one, of another user
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
    return True


def _now() -> int:
    return time.time_ns() // 1_000_000
