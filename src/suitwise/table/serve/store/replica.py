"""A replica of a file of tables on another machine, some hundredths of a second behind.

The machine with the replica starts a command on the server's machine, for example through ``ssh``. The
command reads the file and writes the changes as lines of JSON. Each line is a consistent state of some
tables. The replica applies it in one transaction and answers it, and then the next line follows. So the
connection may break at any moment: the replica then has every table as it was at some moment.

Only rows that were added to a table since the last line are sent. Both sides compare the number of
moves and a checksum of the events of a table. If they differ, for example after a person was forgotten,
the whole table is sent again. No snapshot is held while a line is in transit, because the server's
write-ahead log would grow without bound if the connection hung.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import astuple
from pathlib import Path
from typing import IO, Any, NamedTuple, Protocol

from suitwise.errors import SuitwiseError
from suitwise.table.rules.messages import (
    AnswerRow,
    DealRow,
    EventRow,
    MoveRow,
    Row,
    SeatRow,
    TableRow,
)
from suitwise.table.serve.store import schema, store
from suitwise.table.serve.store.health import check_is_local

POLL_S, BEAT_S = 0.05, 1.0
"""The seconds between two looks at the file, and the most seconds between two lines."""
_TABLES_A_LINE = 50
_KINDS = {
    kind.__name__: kind for kind in (TableRow, SeatRow, DealRow, MoveRow, EventRow, AnswerRow)
}
_COUNTS = (
    "SELECT (SELECT count(*) FROM moves WHERE tab = id), (SELECT count(*) FROM events WHERE tab = id), "
    "(SELECT ifnull(sum(n + at), 0) FROM events WHERE tab = id) FROM tables WHERE id = ?"
)
"""The values that both sides compare. The number of events would not be enough: after a person was
forgotten, new events may have taken the numbers of the deleted ones."""


class _Cursor(NamedTuple):
    """The state of a table on the other side: its last change, and its last row of each kind."""

    mark: tuple[int, int] = (-1, -1)
    deal: int = -1
    ply: int = -1
    n: int = -1
    answer: int = -1


# --- The source -----------------------------------------------------------------------------------


class Source:
    """Reads the changes of a file that another process may be writing to.

    Args:
        file: the open file.
        held: the state of the replica from its first line: for each table the two parts of its mark, and
            the values compared (``_COUNTS``).
    """

    def __init__(self, file: sqlite3.Connection, held: dict[str, list[int]]) -> None:
        self._file = file
        self._version = -1
        self._served = -1
        self._bans: list[list[Any]] | None = None
        self._known: dict[str, _Cursor] = dict.fromkeys(held, _Cursor())
        self._settling = set(held)
        with store.snapshot(file):
            for code, (v, touched, *counts) in held.items():
                if [*(file.execute(_COUNTS, (code,)).fetchone() or ())] == counts:
                    end = _end_of(file, code)
                    self._known[code] = end if end.mark == (v, touched) else _Cursor()

    def again(self, codes: Iterable[str]) -> None:
        """Send whole tables again with the next lines."""
        for code in codes:
            if code in self._known:
                self._known[code] = _Cursor()
        self._version = -1

    def changes(self) -> Iterator[dict[str, Any]]:
        """Yield the changes since the last call as lines, each for a limited number of tables."""
        version = schema.pragma(self._file, "data_version")
        if version == self._version and not self._settling:
            return
        self._version = version
        with store.snapshot(self._file):
            found = {
                code: (v, touched)
                for code, v, touched in self._file.execute("SELECT id, v, touched FROM tables")
            }
            gone = [code for code in self._known if code not in found]
            for code in gone:
                del self._known[code]
            changed = {
                code
                for code, mark in found.items()
                if self._known.get(code, _Cursor()).mark != mark
            }
            # A table may have changed again within the same millisecond, so look at it once more.
            due = sorted(changed | (self._settling & found.keys()))
            self._settling = changed
            (served,) = self._file.execute("SELECT ms FROM served").fetchone()
            bans = [
                list(row) for row in self._file.execute("SELECT * FROM bans ORDER BY kind, what")
            ]
        if gone or due or (served, bans) != (self._served, self._bans):
            self._served, self._bans = served, bans
            for at in range(0, max(1, len(due)), _TABLES_A_LINE):
                with store.snapshot(self._file):
                    part = self._part(due[at : at + _TABLES_A_LINE])
                yield {"served": served, "bans": bans, "gone": gone if not at else [], **part}

    def _part(self, codes: list[str]) -> dict[str, Any]:
        rows: list[list[Any]] = []
        whole, counts, used = [], {}, {}
        for code in codes:
            counts_now = self._file.execute(_COUNTS, (code,)).fetchone()
            if counts_now is None:  # removed meanwhile: the next look sees that
                continue
            known = self._known.get(code, _Cursor())
            if known.n < 0:
                whole.append(code)
            for row in _rows_after(self._file, code, known):
                rows.append([type(row).__name__, *astuple(row)])
            self._known[code] = _end_of(self._file, code)
            counts[code] = counts_now
            (used[code],) = self._file.execute(
                "SELECT used FROM tables WHERE id = ?", (code,)
            ).fetchone()
        return {"whole": whole, "rows": rows, "counts": counts, "used": used}


def _end_of(file: sqlite3.Connection, code: str) -> _Cursor:
    """Return the cursor of a side that has the whole table."""
    text = (
        "SELECT v, touched, (SELECT ifnull(max(deal), -1) FROM deals WHERE tab = id), "
        "(SELECT ifnull(max(ply), -1) FROM moves WHERE tab = id), "
        "(SELECT ifnull(max(n), -1) FROM events WHERE tab = id), "
        "(SELECT ifnull(max(rowid), -1) FROM answers WHERE tab = id) FROM tables WHERE id = ?"
    )
    v, touched, *ends = file.execute(text, (code,)).fetchone()
    return _Cursor((v, touched), *ends)


def _rows_after(file: sqlite3.Connection, code: str, known: _Cursor) -> Iterator[Row]:
    yield from store.select(file, TableRow, "id = ?", (code,))
    yield from store.select(file, SeatRow, "tab = ?", (code,), "seat")
    yield from store.select(file, DealRow, "tab = ? AND deal >= ?", (code, known.deal), "deal")
    yield from store.select(file, MoveRow, "tab = ? AND ply > ?", (code, known.ply), "ply")
    yield from store.select(file, EventRow, "tab = ? AND n > ?", (code, known.n), "n")
    yield from store.select(file, AnswerRow, "tab = ? AND rowid > ?", (code, known.answer), "rowid")


def send(path: Path, incoming: IO[str], outgoing: IO[str]) -> None:
    """Send a file's changes to a replica until it disconnects.

    Args:
        path: the file.
        incoming: the replica's state, then its answer to each line.
        outgoing: receives the lines.

    Raises:
        SuitwiseError: the file or the replica is not of this version, or another file has taken the
            place of this one.
    """
    with store.reader(path) as file:
        if schema.pragma(file, "user_version") != len(schema.MIGRATIONS):
            raise SuitwiseError(f"{path}: of another version; serve it once with this Suitwise")
        first = incoming.readline()
        if not first:
            return
        held = json.loads(first)
        if held["version"] != len(schema.MIGRATIONS):
            raise SuitwiseError(
                f"the replica is of version {held['version']}, {path} of {len(schema.MIGRATIONS)}: "
                "the same Suitwise belongs on both machines"
            )
        source = Source(file, held["tables"])
        sent_at, begun = -BEAT_S, path.stat()
        while True:
            if not (path.exists() and os.path.samestat(path.stat(), begun)):
                raise SuitwiseError(f"{path}: another file is there now, or none")
            for line in source.changes():
                if not _exchanged(source, line, incoming, outgoing):
                    return
                sent_at = time.monotonic()
            if time.monotonic() - sent_at > BEAT_S:
                if not _exchanged(source, {}, incoming, outgoing):
                    return
                sent_at = time.monotonic()
            time.sleep(POLL_S)


def _exchanged(source: Source, line: dict[str, Any], incoming: IO[str], outgoing: IO[str]) -> bool:
    """Send a line and process the answer; return whether there was one."""
    try:
        outgoing.write(written(line))
        outgoing.flush()
        answer = incoming.readline()
    except BrokenPipeError:
        return False
    if answer:
        source.again(json.loads(answer))
    return bool(answer)


# --- The replica ----------------------------------------------------------------------------------


class Replica:
    """A file that follows another one; it can't be served meanwhile.

    Args:
        path: the file; it is created if necessary.

    Raises:
        SuitwiseError: the file exists and is not a replica, or has been served since it was one, so it
            may contain tables that the other file does not; or it is on a network file system, where it
            could not be served.
        Taken: another process uses it.
        OSError: it can't be created.
    """

    def __init__(self, path: Path) -> None:
        if path.exists() and not schema.replica_mark(path).exists():
            raise SuitwiseError(
                f"{path}: no replica, or served since it was one: it may hold what the other file does "
                "not; name a new file"
            )
        check_is_local(path)
        self._mark = schema.replica_mark(path)
        self._lock = schema.Lock(path)
        try:
            schema.mark_replica(path)
            self._file = schema.opened(path, "power")
        except BaseException:
            self._lock.release()
            raise

    def close(self) -> None:
        """Close the file, so that it can be served."""
        self._file.close()
        self._lock.release()

    def held(self) -> dict[str, list[int]]:
        """Return the state of all tables, for the source."""
        codes = self._file.execute("SELECT id, v, touched FROM tables").fetchall()
        return {
            code: [v, touched, *self._file.execute(_COUNTS, (code,)).fetchone()]
            for code, v, touched in codes
        }

    def take(self, line: dict[str, Any]) -> list[str]:
        """Apply a line; return the tables that the source must send whole."""
        self._mark.touch()
        if not line:
            return []
        rows: list[Row] = [_KINDS[kind](*values) for kind, *values in line["rows"]]
        file = self._file
        with schema.transaction(file):
            file.execute("UPDATE served SET ms = ?", (line["served"],))
            file.execute("DELETE FROM bans")
            file.executemany("INSERT INTO bans VALUES (?, ?, ?)", line["bans"])
            for code in (*line["gone"], *line["whole"]):
                store.forget(file, code)
            whole = set(line["whole"])
            store.insert_rows(file, [row for row in rows if _code_of(row) in whole])
            store.save_rows(file, [row for row in rows if _code_of(row) not in whole])
            file.executemany(
                "UPDATE tables SET used = ? WHERE id = ?",
                [(used, code) for code, used in line["used"].items()],
            )
        other = [
            code
            for code, counts in line["counts"].items()
            if [*file.execute(_COUNTS, (code,)).fetchone()] != counts
        ]
        if whole & set(other):
            raise SuitwiseError(f"table {other[0]} is not as it was sent")
        return other


class Lines(Protocol):
    """A source of lines, such as an open file."""

    def readline(self) -> str:
        """Return the next line; empty at the end."""


def receive(path: Path, incoming: Lines, outgoing: IO[str], heard: Callable[[bool], None]) -> None:
    """Follow another file until its source disconnects.

    Args:
        path: the replica.
        incoming: the lines of the source.
        outgoing: receives the answers.
        heard: called after each line, with whether the replica is up to date.

    Raises:
        SuitwiseError: as for ``Replica``; or a line is malformed or can't be saved.
    """
    with closing(Replica(path)) as replica:
        said: Any = {"version": len(schema.MIGRATIONS), "tables": replica.held()}
        try:
            while True:
                outgoing.write(f"{json.dumps(said)}\n")
                outgoing.flush()
                text = incoming.readline()
                if not text.endswith("\n"):  # nothing, or cut off
                    return
                line = read(text)
                said = replica.take(line)
                heard(not line)
        except BrokenPipeError:
            return
        except sqlite3.OperationalError as error:  # a full disk
            raise SuitwiseError(f"{path}: {error}") from None
        except (ValueError, KeyError, TypeError, sqlite3.Error) as error:
            raise SuitwiseError(f"no source of tables: {type(error).__name__}: {error}") from None


# --- Lines ----------------------------------------------------------------------------------------


def written(line: dict[str, Any]) -> str:
    r"""Return a line as text.

    >>> written({"rows": [["SeatRow", b"\x01"]]}), read(written({"rows": [["SeatRow", b"\x01"]]}))
    ('{"rows": [["SeatRow", {"hex": "01"}]]}\n', {'rows': [['SeatRow', b'\x01']]})
    """
    return json.dumps(line, default=lambda data: {"hex": data.hex()}) + "\n"


def read(text: str) -> dict[str, Any]:
    """Return the line that a text is.

    Raises:
        ValueError: it is none.
    """
    line: dict[str, Any] = json.loads(text, object_hook=_with_bytes)
    if not isinstance(line, dict):
        raise ValueError("no object")
    return line


def _with_bytes(plain: dict[str, Any]) -> Any:
    return bytes.fromhex(plain["hex"]) if plain.keys() == {"hex"} else plain


def _code_of(row: Row) -> str:
    return row.id if isinstance(row, TableRow) else row.tab
