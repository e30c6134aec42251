"""A replica of a file of tables on another machine, some hundredths of a second behind.

The machine with the replica starts a command there, as through ``ssh``, that reads the file beside the
server and writes what has changed, a line of JSON at a time. Each line is a consistent state of some
tables; it is applied as one transaction and answered by a line, upon which the next one follows. So a
replica may be broken off at any moment: it holds every table as it was at some moment.

Only what was added to a table since the last line is sent. Both sides compare how many moves and which
events a table has: where that differs, as when a person was forgotten, the table is sent whole. No
snapshot is held while a line is under way: if that hangs, the server's write-ahead log would only grow.
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
from suitwise.table.serve.store import schema
from suitwise.table.serve.store.health import check_is_local
from suitwise.table.serve.store.store import (
    forget,
    insert_rows,
    reader,
    save_rows,
    select,
    snapshot,
)

POLL_S, BEAT_S = 0.05, 1.0
"""The pause between two looks at the file, and the longest without a line."""
_TABLES_A_LINE = 50
_KINDS = {
    kind.__name__: kind for kind in (TableRow, SeatRow, DealRow, MoveRow, EventRow, AnswerRow)
}
_COUNTS = (
    "SELECT (SELECT count(*) FROM moves WHERE tab = id), (SELECT count(*) FROM events WHERE tab = id), "
    "(SELECT ifnull(sum(n + at), 0) FROM events WHERE tab = id) FROM tables WHERE id = ?"
)
"""What both sides compare. Not the number of events alone: after a person was forgotten, others may have
taken the numbers of those that are gone."""


class _Cursor(NamedTuple):
    """What the other side has of a table: when it last changed, and the last row of each kind."""

    mark: tuple[int, int] = (-1, -1)
    deal: int = -1
    ply: int = -1
    n: int = -1
    answer: int = -1


# --- The source -----------------------------------------------------------------------------------


class Source:
    """Reads what has changed in a file that another process may be writing to.

    Args:
        file: the open file.
        held: what the replica has, as its first line says: by code the two parts of a table's mark and
            what is compared of its moves and events.
    """

    def __init__(self, file: sqlite3.Connection, held: dict[str, list[int]]) -> None:
        self._file = file
        self._version = -1
        self._served = -1
        self._bans: list[list[Any]] | None = None
        self._known: dict[str, _Cursor] = dict.fromkeys(held, _Cursor())
        self._settling = set(held)
        with snapshot(file):
            for code, (v, touched, *counts) in held.items():
                if [*(file.execute(_COUNTS, (code,)).fetchone() or ())] == counts:
                    end = _end_of(file, code)
                    self._known[code] = end if end.mark == (v, touched) else _Cursor()

    def again(self, codes: Iterable[str]) -> None:
        """Send tables whole, with the next lines."""
        for code in codes:
            if code in self._known:
                self._known[code] = _Cursor()
        self._version = -1

    def changes(self) -> Iterator[dict[str, Any]]:
        """Yield what has changed since the last call, in lines of some tables each."""
        version = schema.pragma(self._file, "data_version")
        if version == self._version and not self._settling:
            return
        self._version = version
        with snapshot(self._file):
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
            # A step within the same millisecond may have come after the last look.
            due = sorted(changed | (self._settling & found.keys()))
            self._settling = changed
            (served,) = self._file.execute("SELECT ms FROM served").fetchone()
            bans = [
                list(row) for row in self._file.execute("SELECT * FROM bans ORDER BY kind, what")
            ]
        if gone or due or (served, bans) != (self._served, self._bans):
            self._served, self._bans = served, bans
            for at in range(0, max(1, len(due)), _TABLES_A_LINE):
                with snapshot(self._file):
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
    """Return the cursor of who has all of a table."""
    text = (
        "SELECT v, touched, (SELECT ifnull(max(deal), -1) FROM deals WHERE tab = id), "
        "(SELECT ifnull(max(ply), -1) FROM moves WHERE tab = id), "
        "(SELECT ifnull(max(n), -1) FROM events WHERE tab = id), "
        "(SELECT ifnull(max(rowid), -1) FROM answers WHERE tab = id) FROM tables WHERE id = ?"
    )
    v, touched, *ends = file.execute(text, (code,)).fetchone()
    return _Cursor((v, touched), *ends)


def _rows_after(file: sqlite3.Connection, code: str, known: _Cursor) -> Iterator[Row]:
    yield from select(file, TableRow, "id = ?", (code,))
    yield from select(file, SeatRow, "tab = ?", (code,), "seat")
    yield from select(file, DealRow, "tab = ? AND deal >= ?", (code, known.deal), "deal")
    yield from select(file, MoveRow, "tab = ? AND ply > ?", (code, known.ply), "ply")
    yield from select(file, EventRow, "tab = ? AND n > ?", (code, known.n), "n")
    yield from select(file, AnswerRow, "tab = ? AND rowid > ?", (code, known.answer), "rowid")


def send(path: Path, incoming: IO[str], outgoing: IO[str]) -> None:
    """Send a file's changes to a replica until it goes away.

    Args:
        path: the file.
        incoming: where the replica says what it has, and then answers each line.
        outgoing: where the lines go.

    Raises:
        SuitwiseError: it is not a file of tables of this version, or the replica is not; or another file
            has taken its place.
    """
    with reader(path) as file:
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
    """Send a line and take the answer to it; return whether there was one."""
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
    """A file that follows another one; nobody can serve it meanwhile.

    Args:
        path: the file, made where there is none.

    Raises:
        SuitwiseError: it is there and no replica, or has been served since: it may hold what the other
            file does not; or it is on a network's file system, where nobody could serve it.
        Taken: another process has it.
        OSError: it can't be made.
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
        """Close the file, for somebody to serve."""
        self._file.close()
        self._lock.release()

    def held(self) -> dict[str, list[int]]:
        """Return what it has, for its source."""
        codes = self._file.execute("SELECT id, v, touched FROM tables").fetchall()
        return {
            code: [v, touched, *self._file.execute(_COUNTS, (code,)).fetchone()]
            for code, v, touched in codes
        }

    def take(self, line: dict[str, Any]) -> list[str]:
        """Apply a line; return the tables that must come again, whole."""
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
                forget(file, code)
            whole = set(line["whole"])
            insert_rows(file, [row for row in rows if _code_of(row) in whole])
            save_rows(file, [row for row in rows if _code_of(row) not in whole])
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
    """Where lines come from, such as an open file."""

    def readline(self) -> str:
        """Return the next line; empty at the end."""


def receive(path: Path, incoming: Lines, outgoing: IO[str], heard: Callable[[bool], None]) -> None:
    """Follow another file until its source goes away.

    Args:
        path: the replica.
        incoming: the lines of the source.
        outgoing: where they are answered.
        heard: called after each line; whether the replica had all that there was.

    Raises:
        SuitwiseError: as ``Replica`` does; or what comes is no line of a source, or can't be kept.
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
