"""Health checks of the file of tables: in place, intact, writable, on a local disk with free space.

An open file stays writable after it has been renamed or removed, but then nobody will find the data.
So the checks compare the inode of the open file with that of the path.
"""

from __future__ import annotations

import logging
import os
import re
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from suitwise.errors import SuitwiseError
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.table.serve.store.schema import SQLITE, pragma, transaction

_log = logging.getLogger(__name__)

LEAST_FREE = 1024 * 1024
"""The least number of free bytes on the disk."""
MOST_S = 1.0
"""The most seconds for checking pages; in a large file only the first ones are checked."""
_TEST_BYTES = 16 * 1024
"""The size of the test row: several pages of the file."""

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
    """Raised if tables can't be saved now; ``why`` is the reason as a phrase."""

    def __init__(self, why: Phrase) -> None:
        super().__init__(why)
        self.why = why


class Place:
    """An open file's path and the inodes of it and its write-ahead log.

    Args:
        path: the file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        # It must stay open as long as the database: closing it would release SQLite's locks on the file.
        self._raw = os.open(path, os.O_RDONLY)
        self._inodes = self._current_inodes()

    def close(self) -> None:
        """Close the file, after the database has been closed."""
        os.close(self._raw)

    def check(self) -> None:
        """Check that the file is still at its path.

        Raises:
            Unready: it was renamed or removed.
        """
        if not self._inodes or self._current_inodes() != self._inodes:
            raise Unready(MOVED)

    def _current_inodes(self) -> tuple[tuple[int, int], ...]:
        try:
            stats = [os.stat(path) for path in (self.path, f"{self.path}-wal")]
        except OSError:
            return ()
        return tuple((stat.st_dev, stat.st_ino) for stat in stats)

    def look_through(self, most_s: float = MOST_S) -> None:
        """Check that the file is intact, within a time limit.

        Raises:
            Unready: it is damaged.
        """
        until = time.monotonic() + most_s
        fault = _fault_of(self.path, "quick_check", lambda: time.monotonic() > until)
        os.lseek(self._raw, 0, os.SEEK_SET)
        if fault or os.read(self._raw, len(SQLITE)) != SQLITE:
            raise Unready(DAMAGED)

    def look_through_all(self, is_ending: Callable[[], bool]) -> None:
        """Check all pages and indices of the file without a time limit; log the damage.

        Args:
            is_ending: tells whether to stop early.

        Raises:
            Unready: it is damaged.
        """
        fault = _fault_of(self.path, "integrity_check", is_ending)
        if fault:
            _log.error("%s: damaged: %s; serve a copy", self.path, fault)
            raise Unready(DAMAGED)

    def look_for(self, data: bytes) -> None:
        """Check that the test data written before can be read through a fresh connection.

        Raises:
            Unready: they can't, or there is no room for more.
        """
        try:
            with closing(_for_reading(self.path)) as file:
                row = file.execute("SELECT data FROM ready").fetchone()
            free = shutil.disk_usage(self.path.parent).free
        except (sqlite3.Error, OSError):
            raise Unready(DAMAGED) from None
        if row != (data,):
            raise Unready(MOVED)
        if free < LEAST_FREE:
            raise Unready(FULL)


def write(file: sqlite3.Connection, data: bytes) -> None:
    """Write the test data to the disk, replacing the old ones; empty data only remove those.

    Raises:
        sqlite3.Error: the file does not take them.
    """
    durability = pragma(file, "synchronous")
    file.execute("PRAGMA synchronous = FULL")
    try:
        with transaction(file):
            file.execute("DELETE FROM ready")
            if data:
                file.execute("INSERT INTO ready VALUES (1, ?)", (data,))
    finally:
        file.execute(f"PRAGMA synchronous = {durability}")


def some_data() -> bytes:
    """Return random test data."""
    return os.urandom(_TEST_BYTES)


def _fault_of(path: Path, check: str, is_enough: Callable[[], bool]) -> str:
    """Run a check of SQLite through a fresh connection; return the first fault, or an empty text.

    Args:
        path: the file.
        check: the name of the check's pragma.
        is_enough: tells whether to stop early.
    """
    try:
        with closing(_for_reading(path)) as file:
            file.set_progress_handler(is_enough, 10_000)
            (verdict,) = file.execute(f"PRAGMA {check}(1)").fetchone()
    except sqlite3.DatabaseError as error:
        is_passing = error.sqlite_errorname.split("_")[1] in _PASSING
        return "" if is_passing else str(error)
    return "" if verdict == "ok" else str(verdict)


_PASSING = ("BUSY", "CANTOPEN", "INTERRUPT", "LOCKED", "NOMEM")
"""The errors of SQLite that do not mean that the file's content is damaged."""


def _for_reading(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=2)


# --- The file system ------------------------------------------------------------------------------

_OF_NETWORKS = re.compile(
    r"(afs|beegfs|(fuse\.)?ceph|cifs|davfs|(fuse\.)?glusterfs|gpfs|lustre|nfs4?|orangefs|smb3|smbfs"
    r"|fuse\.(davfs|gcsfuse|geesefs|goofys|rclone|s3fs|sshfs))"
)
"""The names of network file systems in Linux."""
_MOUNTS = Path("/proc/self/mounts")
_OCTAL = re.compile(r"\\([0-7]{3})")


def check_is_local(path: Path) -> None:
    """Refuse a file on a network file system, because a write-ahead log works only within one machine.

    If the system does not tell what is mounted, no file is refused.

    Raises:
        SuitwiseError: the file is on a network file system.
    """
    with suppress(OSError):
        kind = file_system(path.resolve(), _MOUNTS.read_text("utf-8", "surrogateescape"))
        if _OF_NETWORKS.fullmatch(kind):
            raise SuitwiseError(
                f"{path}: this is a file system of a network ({kind}), where tables would be lost: "
                "keep the file on a disk of this machine, and copies elsewhere"
            )


def file_system(path: Path, mounts: str) -> str:
    """Return the kind of file system that a path is on; empty if that is not said.

    Args:
        path: the path, absolute and without links.
        mounts: what is mounted, as in ``/proc/self/mounts``, in the order of mounting.

    >>> mounts = "/dev/vda / ext4 rw 0 0\\nnas:/a /mnt/my\\\\040nas nfs4 rw 0 0\\n"
    >>> file_system(Path("/mnt/my nas/tables.db"), mounts), file_system(Path("/mnt/x.db"), mounts)
    ('nfs4', 'ext4')
    """
    found, depth = "", 0
    for line in mounts.splitlines():
        _, where, kind, *_ = [*line.split(" "), "", "", ""]
        point = Path(_OCTAL.sub(lambda match: chr(int(match[1], 8)), where))
        if path.is_relative_to(point) and len(point.parts) >= depth:
            found, depth = kind, len(point.parts)
    return found
