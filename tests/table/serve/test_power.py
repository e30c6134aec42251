"""Power lost at any moment: what was acknowledged is there, what is there was played, nothing is broken.

A disk that loses power has all that it was told to keep: SQLite waits for that at each commit, with
``synchronous = FULL``. Of what was on its way it has any part, in any order: here some sectors of the
write-ahead log, and while the log is brought into the file some pages of the file and not others.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator, Sequence
from itertools import count, pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from suitwise.table import Table
from suitwise.table.rules.messages import MoveRow
from suitwise.table.serve.store import Kept, Store
from tests.table.serve.servers import Served, serving

PAGE, SECTOR, HEAD = 4096, 512, 32
"""The bytes of a page of the file, of what a disk writes as one, and of the head of the log, for which
SQLite waits before it writes anything after it."""

MOVES = 30


class Disk(NamedTuple):
    """The two files as they are right after an acknowledgement, and how many moves there had been."""

    file: bytes
    log: bytes
    moves: int


def disks_of_a_game(path: Path, checkpoint: int) -> list[Disk]:
    """Play gin of two people; return the disk before the first move and after each.

    Args:
        path: the file.
        checkpoint: after how many pages the log is brought into the file.
    """
    keys = count(1)
    with serving(path, keys=lambda: next(keys).to_bytes(32, "big")) as served:
        words = f"PRAGMA wal_autocheckpoint = {checkpoint}"
        served.registry.store._writer.read(lambda file: file.execute(words)).result()
        log = path.with_name(f"{path.name}-wal")
        return [Disk(path.read_bytes(), log.read_bytes(), moves) for moves in acknowledged(served)]


def acknowledged(served: Served) -> Iterator[int]:
    """Play gin; yield how many moves have been acknowledged each time that one was."""
    made = served.made("gin", ("human", "human"))
    lines = [served.line(link) for link in made["seats"]]
    for line in lines:
        line.send("ready", id="r")
        line.until("ack")
    room, chance, moves = served.registry.rooms[made["table"]], random.Random(3), 0
    yield moves
    while moves < MOVES and room.table.stage == "playing":
        line = lines[room.table.turn]
        answer = line.play(f"k{moves}", chance.choice(line.until_asked()))
        assert answer["t"] == "ack", answer
        moves += 1
        yield moves


def found(path: Path, file: bytes, log: bytes) -> tuple[MoveRow, ...] | None:
    """Open the files as a server does that starts; return the moves, None where no table is there."""
    for old in path.parent.glob(f"{path.name}*"):
        old.unlink()
    path.write_bytes(file)
    path.with_name(f"{path.name}-wal").write_bytes(log)
    store = Store(path, lease_s=0.0)  # its owner is gone with the power: nobody is waited for
    try:
        tables = asyncio.run(loaded(store))
    finally:
        store.close()
    for one in tables:
        table = Table.restored(*one, now=one.table.touched)
        *_, last = table.record().states()
        assert str(last) == str(table.state)
    return tables[0].moves if tables else None


async def loaded(store: Store) -> list[Kept]:
    return [kept for row in await store.list() if (kept := await store.load(row.id))]


def torn(old: bytes, new: bytes, chance: random.Random) -> bytes:
    """Return what is on a disk that was told to write something new over something old."""
    size = max(len(old), len(new))
    size = chance.choice([size, chance.randint(min(len(old), len(new)), size)])
    both = [text[:size].ljust(size, b"\0") for text in (old, new)]
    share = chance.random()
    starts = range(0, size, SECTOR)
    return b"".join(both[chance.random() < share][at : at + SECTOR] for at in starts)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file whose copies belong to no process that lives, as after a start of the machine."""
    return tmp_path / "copy" / "tables.db"


@pytest.mark.exhaustive
def test_a_log_that_ends_at_any_byte_holds_what_was_acknowledged_by_then_and_nothing_else(
    path: Path, tmp_path: Path, exhaustive: bool
) -> None:
    disks = disks_of_a_game(tmp_path / "tables.db", checkpoint=4000)
    last = disks[-1]
    path.parent.mkdir()
    whole = found(path, last.file, last.log)
    assert whole is not None
    assert len(whole) == last.moves == MOVES
    assert all(last.log.startswith(one.log) and last.file == one.file for one in disks)
    chance = random.Random(7)
    ends = [len(one.log) for one in disks]
    anywhere = chance.sample(range(len(last.log)), 3000 if exhaustive else 12)
    for end in [*ends, *(end - 1 for end in ends[::4]), *anywhere]:
        moves = found(path, last.file, last.log[:end])
        least = max((one.moves for one in disks if len(one.log) <= end), default=None)
        assert moves == (None if moves is None else whole[: len(moves)])
        assert least is None or (moves is not None and len(moves) >= least), end


@pytest.mark.exhaustive
def test_a_log_or_a_file_written_in_part_in_any_order_holds_what_was_acknowledged(
    path: Path, tmp_path: Path, exhaustive: bool
) -> None:
    disks = disks_of_a_game(tmp_path / "tables.db", checkpoint=12)
    path.parent.mkdir()
    whole = found(path, disks[-1].file, disks[-1].log)
    assert whole is not None
    chance = random.Random(8)
    n_begun = n_brought = 0
    for old, new in pairwise(disks):
        for _ in range(40 if exhaustive else 1):
            moves = found(path, old.file, new.log[:HEAD] + torn(old.log, new.log, chance)[HEAD:])
            assert moves in (whole[: old.moves], whole[: new.moves])
            if old.file != new.file:
                moves = found(path, pages_of(old.file, new.file, chance), new.log)
                assert moves == whole[: new.moves]
        n_begun += old.log[:HEAD] != new.log[:HEAD]
        n_brought += old.file != new.file
    assert n_begun > 1, "the log is begun anew"
    assert n_brought > 1, "the log is brought into the file"


def pages_of(old: bytes, new: bytes, chance: random.Random) -> bytes:
    """Return a file of which some pages are old and others new."""
    size = chance.choice([len(old), len(new)])
    both: Sequence[bytes] = [text[:size].ljust(size, b"\0") for text in (old, new)]
    return b"".join(chance.choice(both)[at : at + PAGE] for at in range(0, size, PAGE))
