"""Whether the file of tables is where it is looked for, is whole, takes a row and gives it back.

A program holds a file though it is renamed or removed meanwhile: what is written then is kept where
nobody finds it. So a file is known by its number on the disk, and is looked for by its name.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from suitwise.errors import SuitwiseError
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.table.serve.store.schema import pragma

LEAST_FREE = 1024 * 1024
"""With fewer bytes left on its disk a file is not ready."""
MOST_S = 1.0
"""For so long pages are looked through; of a large file the first ones."""
_BYTES = 16 * 1024
_BEGIN = b"SQLite format 3\0"

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
    """Where a file lies that is open, and by what it and its write-ahead log are known there.

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
        if found != "ok" or os.read(self._raw, len(_BEGIN)) != _BEGIN:
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
        file.execute("BEGIN IMMEDIATE")
        file.execute("DELETE FROM ready")
        if data:
            file.execute("INSERT INTO ready VALUES (1, ?)", (data,))
        file.execute("COMMIT")
    finally:
        if file.in_transaction:
            file.execute("ROLLBACK")
        file.execute(f"PRAGMA synchronous = {durability}")


def some_data() -> bytes:
    """Return data that nobody has written before, for several pages of a file."""
    return os.urandom(_BYTES)


def _for_reading(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=2)
