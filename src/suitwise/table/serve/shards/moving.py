"""Moving slots to another shard: nobody serves them meanwhile, and nothing is lost.

1. The map says that the slots are moving. Their shard ends what is under way at these tables, sends
   everybody away, and says so at ``/slotz``; clients try again, ever more rarely.
2. Their rows are copied into the other shard's file.
3. The map says where they are now. The other shard serves them from then on, and the proxy is told.

Wherever this breaks off, the same command goes on with it: as long as the map says that slots are moving
nobody changes their rows, and copying begins with removing what an earlier try has left. The rows that
stay behind are removed last.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from suitwise.errors import SuitwiseError
from suitwise.table.serve.shards.slots import CODE_CHARACTERS, SlotMap, read_map, write_map
from suitwise.table.serve.store import schema
from suitwise.table.serve.store.store import reader

_POLL_S = 0.1
_MOST_BYTES = 1 << 16
_ENDED = {"served": "", "given_up": CODE_CHARACTERS}


def move(path: Path, slots: str, to: str, patience_s: float = 60) -> int:
    """Move slots to another shard of this machine; return the number of tables that moved.

    Args:
        path: the file of the map.
        slots: the slots.
        to: the shard.
        patience_s: how long the shards that serve them now may take to give them up.

    Raises:
        SuitwiseError: there is no such slot or shard, a file is not named in the map, or a shard does
            not give the slots up.
        OSError: a file can't be read or written.
    """
    now = hold(path, slots, to, patience_s)
    target = file_of(path, now, to)
    sources = {name: file_of(path, now, name) for name in _givers(now)}
    moved = sum(copy_slots(source, target, slots) for source in sources.values())
    _settle(path, now, patience_s)
    for source in sources.values():
        drop_slots(source, slots)
    return moved


def take_out(path: Path, slots: str, to: str, bundle: Path, patience_s: float = 60) -> int:
    """Copy slots that are to move to another machine into a new file; return the number of tables.

    Raises:
        SuitwiseError: as for ``move``; or the file is there already.
        OSError: a file can't be read or written.
    """
    if bundle.exists():
        raise SuitwiseError(f"{bundle}: this file is there already; name a new one")
    now = hold(path, slots, to, patience_s)
    return sum(copy_slots(file_of(path, now, name), bundle, slots) for name in _givers(now))


def put_in(path: Path, slots: str, to: str, bundle: Path, patience_s: float = 60) -> int:
    """Copy slots from such a file into the shard that they go to; it serves them from then on.

    Raises:
        SuitwiseError: as for ``move``.
        OSError: a file can't be read or written.
    """
    now = read_map(path).begun(slots, to)
    moved = copy_slots(bundle, file_of(path, now, to), slots)
    _settle(path, now, patience_s)
    return moved


def hold(path: Path, slots: str, to: str, patience_s: float) -> SlotMap:
    """Let nobody serve slots that are to move; return the map that says so.

    Raises:
        SuitwiseError: as for ``move``.
    """
    now = read_map(path).begun(slots, to)
    write_map(path, now)
    for name in _givers(now):
        _wait(
            partial(_has_given_up, now, name),
            patience_s,
            f"shard {name} still serves these slots; once it has given them up, or has ended, move them "
            "again",
        )
    return now


def _settle(path: Path, now: SlotMap, patience_s: float) -> None:
    """Let the shard that slots have come to serve them."""
    write_map(path, now.settled)
    _wait(
        partial(_serves, now, now.to),
        patience_s,
        f"{path} says that shard {now.to} has these slots, but it does not serve them yet",
    )


def _givers(now: SlotMap) -> list[str]:
    """Return the shards that slots move away from."""
    return [
        name
        for name, shard in now.shards.items()
        if name != now.to and any(slot in now.moving for slot in shard.slots)
    ]


def _wait(is_done: Callable[[], bool], patience_s: float, fault: str) -> None:
    until = time.monotonic() + patience_s
    while not is_done():
        if time.monotonic() > until:
            raise SuitwiseError(fault)
        time.sleep(_POLL_S)


def _has_given_up(now: SlotMap, name: str) -> bool:
    """Return whether a shard no longer touches the slots that are moving."""
    state = _state_of(now, name)
    leaving = [slot for slot in now.shards[name].slots if slot in now.moving]
    return state is not None and set(leaving) <= set(state["given_up"]) - set(state["served"])


def _serves(now: SlotMap, name: str) -> bool:
    """Return whether a shard serves the slots that were moving, or will once it is started."""
    state = _state_of(now, name)
    return state is _ENDED or (state is not None and set(now.moving) <= set(state["served"]))


def _state_of(now: SlotMap, name: str) -> dict[str, str] | None:
    """Return what a shard says of its slots; None if it does not answer.

    One that has ended serves nothing, and what the map says as soon as it is started again.
    """
    try:
        with urlopen(f"http://{now.shards[name].address}/slotz", timeout=5) as answer:
            plain = json.loads(answer.read(_MOST_BYTES))
        return {key: str(plain[key]) for key in ("served", "given_up")}
    except URLError as error:
        return _ENDED if isinstance(error.reason, ConnectionRefusedError) else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


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

_TABLES = {"seats": "seat", "deals": "deal", "moves": "ply", "events": "n", "answers": "rowid"}
"""The SQL tables with rows of a table, besides ``tables``, each with the order that its rows keep."""


def copy_slots(source: Path, to: Path, slots: str) -> int:
    """Copy the tables of slots from one file into another, in place of what is there of them.

    Each table is copied whole or not at all; the process that owns the other file goes on meanwhile.
    How long ago a table was used is kept.

    Args:
        source: a file of tables.
        to: the other file; a new one is made where there is none.
        slots: the slots.

    Raises:
        SuitwiseError: one of them is not a file of tables of this version.
        OSError: a file can't be read or written.
    """
    if not to.exists():
        with schema.Lock(to):
            schema.opened(to, "power").close()
    with reader(source) as file:
        versions = [schema.pragma(file, "user_version")]
        file.execute("PRAGMA synchronous = FULL")
        file.execute("PRAGMA busy_timeout = 60000")
        file.execute("ATTACH ? AS other", (str(to),))
        versions.append(int(file.execute("PRAGMA other.user_version").fetchone()[0]))
        if set(versions) != {len(schema.MIGRATIONS)}:
            raise SuitwiseError(
                f"{source}, {to}: of versions {versions[0]} and {versions[1]}; serve both once with "
                "this Suitwise, which brings them up to date"
            )
        (before,) = file.execute("SELECT ms FROM main.served").fetchone()
        _drop(file, "other", slots)  # what an earlier move has left there
        codes = _codes(file, "main", slots)
        for code in codes:
            _copy_table(file, code, before)
    return len(codes)


def _codes(file: sqlite3.Connection, which: str, slots: str) -> list[str]:
    marks = ", ".join("?" * len(slots))
    text = f"SELECT id FROM {which}.tables WHERE substr(id, 1, 1) IN ({marks})"
    return [code for (code,) in file.execute(text, (*slots,))]


def _drop(file: sqlite3.Connection, which: str, slots: str) -> int:
    """Delete the tables of slots one by one, so that nobody who writes has to wait for long."""
    codes = _codes(file, which, slots)
    for code in codes:
        file.execute(f"DELETE FROM {which}.tables WHERE id = ?", (code,))
    return len(codes)


def _copy_table(file: sqlite3.Connection, code: str, served_ms: int) -> None:
    file.execute("BEGIN")  # not IMMEDIATE, which would keep the source from being written, too
    try:
        file.execute("INSERT INTO other.tables SELECT * FROM main.tables WHERE id = ?", (code,))
        for name, order in _TABLES.items():
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


def drop_slots(path: Path, slots: str) -> int:
    """Remove the tables of slots from a file whose server no longer serves them.

    Raises:
        SuitwiseError: it is not a file of tables.
    """
    with reader(path) as file:
        file.execute("PRAGMA busy_timeout = 60000")
        return _drop(file, "main", slots)
