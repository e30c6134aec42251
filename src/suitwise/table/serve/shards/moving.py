"""Moving slots to another shard: nobody serves them meanwhile, and nothing is lost.

1. The map says that the slots are moving. Their shard ends what is under way at these tables, sends
   everybody away, and writes beside its file that it has given them up; clients try again, ever more
   rarely.
2. Their rows are copied into the other shard's file.
3. The map says where they are now. The other shard serves them from then on, and the proxy is told.
4. The rows that stay behind are removed.

Wherever this breaks off, the same command goes on with it: as long as the map says that slots are
moving nobody changes their rows, and copying begins with removing what an earlier try has left. One
command at a time moves slots of a map, and all from one shard. Rows are only ever removed where the map
says that the slots are another shard's, or on their way to it.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from suitwise.errors import SuitwiseError
from suitwise.table.serve.shards.slots import SlotMap, read_map, state_of, write_map
from suitwise.table.serve.store import schema
from suitwise.table.serve.store.store import reader

_POLL_S = 0.1


def move(path: Path, slots: str, to: str, patience_s: float = 60) -> int:
    """Move slots to another shard of this machine; return the number of tables that moved.

    Args:
        path: the file of the map.
        slots: the slots, all of one shard.
        to: the shard; while slots are moving also the one that they come from, which keeps them then.
        patience_s: how long a shard may take to give them up, or to serve them.

    Raises:
        SuitwiseError: there is no such slot or shard, they are of several, a file is not named in the
            map, another command moves slots, or a shard does not follow the map.
        OSError: a file can't be read or written.
    """
    with _alone(path):
        now = read_map(path)
        giver = now.giver(slots, to)
        if giver == to:  # they are there already, or stay where they are
            write_map(path, now.kept(slots))
            _drop_leftovers(path, now, slots, to)
            _wait_until_served(file_of(path, now, to), slots, to, patience_s)
            return 0
        source, target = file_of(path, now, giver), file_of(path, now, to)
        now = now.begun(slots, to)
        write_map(path, now)
        with _given_up(source, slots, giver, patience_s):
            moved = copy_slots(source, target, slots)
            write_map(path, now.settled)
            drop_slots(source, slots)
        _wait_until_served(target, slots, to, patience_s)
    return moved


def take_out(path: Path, slots: str, to: str, bundle: Path, patience_s: float = 60) -> int:
    """Copy slots that are to move to another machine into a new file; return the number of tables.

    Raises:
        SuitwiseError: as for ``move``; or the file is there already.
        OSError: a file can't be read or written.
    """
    if bundle.exists():
        raise SuitwiseError(f"{bundle}: this file is there already; name a new one")
    with _alone(path):
        now = read_map(path)
        giver = now.giver(slots, to)
        if giver == to:
            raise SuitwiseError(f"{path}: {slots} is at {to} already")
        source = file_of(path, now, giver)
        write_map(path, now.begun(slots, to))
        part = bundle.with_name(f"{bundle.name}.part")
        part.unlink(missing_ok=True)
        with _given_up(source, slots, giver, patience_s):
            moved = copy_slots(source, part, slots)
        with reader(part) as file:
            file.execute("CREATE TABLE bundle (slots TEXT, shard TEXT)")
            file.execute("INSERT INTO bundle VALUES (?, ?)", (slots, to))
            file.execute("PRAGMA journal_mode = DELETE")  # one file to carry
        part.replace(bundle)
        for suffix in ("-wal", "-shm", "-lock"):
            part.with_name(part.name + suffix).unlink(missing_ok=True)
    return moved


def put_in(path: Path, slots: str, to: str, bundle: Path, patience_s: float = 60) -> int:
    """Copy slots from such a file into the shard that they go to; it serves them from then on.

    The map is that of the other machine, carried here with the file: it says that the slots are moving.

    Raises:
        SuitwiseError: as for ``move``; or the file or the map is of another move.
        OSError: a file can't be read or written.
    """
    with _alone(path):
        now = read_map(path)
        if (set(now.moving), now.to) != (set(slots), to):
            raise SuitwiseError(
                f"{path} does not say that {slots} is moving to {to}: they are there already, or the "
                "map that was carried here with the file is another one"
            )
        with reader(bundle) as file:
            if file.execute("SELECT slots, shard FROM bundle").fetchall() != [(slots, to)]:
                raise SuitwiseError(f"{bundle}: this is not the move of {slots} to {to}")
        target = file_of(path, now, to)
        moved = copy_slots(bundle, target, slots)
        write_map(path, now.settled)
        _wait_until_served(target, slots, to, patience_s)
    return moved


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Keep other commands from moving slots of a map meanwhile."""
    try:
        lock = schema.Lock(path.with_name(f"{path.name}-moving"))
    except schema.Taken:
        raise SuitwiseError(
            f"{path}: another command moves slots of this map; wait for its end"
        ) from None
    with lock:
        yield


@contextmanager
def _given_up(source: Path, slots: str, name: str, patience_s: float) -> Iterator[None]:
    """Wait until a shard no longer touches slots; one that has ended can't be started meanwhile.

    Raises:
        SuitwiseError: the shard still serves them.
    """
    with ExitStack() as held:

        def is_left() -> bool:
            if set(slots) <= set(state_of(source).given_up):
                return True
            try:
                held.enter_context(schema.Lock(source))
            except schema.Taken:
                return False
            return True

        if not source.exists():
            raise SuitwiseError(f"{source}: there is no such file")
        _wait(
            is_left,
            patience_s,
            f"shard {name} still serves {slots}; once it has given them up, or has ended, give the "
            "command again",
        )
        yield


def _wait_until_served(target: Path, slots: str, name: str, patience_s: float) -> None:
    """Wait until a shard serves slots that have come to it; one that has ended does when it starts."""

    def is_served() -> bool:
        if set(slots) <= set(state_of(target).served):
            return True
        with suppress(schema.Taken), schema.Lock(target):
            return True
        return False

    _wait(
        is_served,
        patience_s,
        f"{slots} is at {name} now, which does not serve them yet: see its log",
    )


def _wait(is_done: Callable[[], bool], patience_s: float, fault: str) -> None:
    until = time.monotonic() + patience_s
    while not is_done():
        if time.monotonic() > until:
            raise SuitwiseError(fault)
        time.sleep(_POLL_S)


def _drop_leftovers(path: Path, now: SlotMap, slots: str, home: str) -> None:
    """Remove the tables of slots that an interrupted move has left in other files of this machine."""
    for name, shard in now.shards.items():
        if name != home and shard.file and file_of(path, now, name).exists():
            drop_slots(file_of(path, now, name), slots)


def file_of(path: Path, slots: SlotMap, name: str) -> Path:
    """Return the file of a shard's tables.

    Raises:
        SuitwiseError: the map does not name it.
    """
    file = slots.shards[name].file
    if not file:
        raise SuitwiseError(f'{path}: shard {name} has no file; add file = "…" to it')
    return path.parent / file


# --- Rows -----------------------------------------------------------------------------------------

ORDERS = {"seats": "seat", "deals": "deal", "moves": "ply", "events": "n", "answers": "rowid"}
"""The SQL tables, other than ``tables``, that hold rows of a table, each with the order of its rows."""


def copy_slots(source: Path, to: Path, slots: str) -> int:
    """Copy the tables of slots from one file to another, and replace any copies that are there.

    Each table is copied in one transaction, while the process that owns the other file goes on. The
    times since tables were last used are preserved.

    Args:
        source: a file of tables.
        to: another file; it is created if necessary.
        slots: the slots.

    Returns:
        The number of tables copied.

    Raises:
        SuitwiseError: one of them is not a file of tables of this version, or they are the same.
        OSError: a file can't be read or written.
    """
    if not to.exists():
        with schema.Lock(to):
            schema.opened(to, "power").close()
    if os.path.samefile(source, to):
        raise SuitwiseError(f"{source} and {to} are the same file")
    with reader(source) as file:
        file.execute("PRAGMA busy_timeout = 60000")
        file.execute("ATTACH ? AS other", (str(to),))
        file.execute("PRAGMA other.synchronous = FULL")
        marks = [
            tuple(file.execute(f"PRAGMA {which}.{name}").fetchone()[0] for name in _MARKS)
            for which in ("main", "other")
        ]
        if set(marks) != {(schema.APPLICATION, len(schema.MIGRATIONS))}:
            raise SuitwiseError(
                f"{source}, {to}: no files of tables of version {len(schema.MIGRATIONS)}; serve both "
                "once with this Suitwise, which brings them up to date"
            )
        (served_ms,) = file.execute("SELECT ms FROM main.served").fetchone()
        _drop(file, "other", slots)  # left there by an earlier attempt
        codes = _codes(file, "main", slots)
        for code in codes:
            _copy_table(file, code, served_ms)
    return len(codes)


_MARKS = ("application_id", "user_version")


def _codes(file: sqlite3.Connection, which: str, slots: str) -> list[str]:
    marks = ", ".join("?" * len(slots))
    text = f"SELECT id FROM {which}.tables WHERE substr(id, 1, 1) IN ({marks})"
    return [code for (code,) in file.execute(text, (*slots,))]


def _drop(file: sqlite3.Connection, which: str, slots: str) -> None:
    """Delete the tables of slots one by one, so that other writers never wait for long."""
    for code in _codes(file, which, slots):
        file.execute(f"DELETE FROM {which}.tables WHERE id = ?", (code,))


def _copy_table(file: sqlite3.Connection, code: str, served_ms: int) -> None:
    file.execute("BEGIN")  # not IMMEDIATE, which would lock the source against writers, too
    try:
        file.execute("INSERT INTO other.tables SELECT * FROM main.tables WHERE id = ?", (code,))
        for name, order in ORDERS.items():
            file.execute(
                f"INSERT INTO other.{name} SELECT * FROM main.{name} WHERE tab = ? ORDER BY {order}",
                (code,),
            )
        file.execute(
            "UPDATE other.tables SET used = used - ? + (SELECT ms FROM other.served) WHERE id = ?",
            (served_ms, code),
        )
        file.execute("COMMIT")
    finally:
        if file.in_transaction:
            file.execute("ROLLBACK")


def drop_slots(path: Path, slots: str) -> None:
    """Remove the tables of slots from a file whose shard no longer has them.

    Raises:
        SuitwiseError: it is not a file of tables.
    """
    with reader(path) as file:
        file.execute("PRAGMA busy_timeout = 60000")
        _drop(file, "main", slots)
