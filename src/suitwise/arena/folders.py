"""The folder of a run: one run works in it at a time, its files only grow, its plan stays the same."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.text.writing import faults_named


def refuse_another(
    folder: Path, what: str, there: Mapping[str, object], here: Mapping[str, object]
) -> None:
    """Refuse to continue a folder with another plan than the one it was begun with.

    Args:
        folder: the folder.
        what: what it holds.
        there: all that its content depends on, by name, as the folder has it.
        here: the same as it is asked for.

    Raises:
        SuitwiseError: they differ; the first difference is named.

    >>> refuse_another(Path("deals"), "another data set", {"seed": 1}, {"seed": 2})
    Traceback (most recent call last):
    suitwise.errors.SuitwiseError: deals holds another data set: seed is 1 there and 2 here; \
go on with the same, or write to another folder
    """
    for name in dict.fromkeys((*there, *here)):
        old, new = there.get(name, "missing"), here.get(name, "missing")
        if old != new:
            raise SuitwiseError(
                f"{folder} holds {what}: {name} is {old} there and {new} here; "
                "go on with the same, or write to another folder"
            )


def read_whole(path: Path, most: int) -> bytes:
    """Return the bytes of a small file; a larger one is not read.

    Raises:
        NotationError: it has more than ``most`` bytes.
        OSError: it can't be read.
    """
    with open(path, "rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise NotationError(f"{path}: this has more than {most:,} bytes")
    return data


def append(file: BinaryIO, data: bytes) -> None:
    """Write all bytes at the end of an unbuffered file, which may take fewer at a time."""
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]


def force(folder: Path) -> None:
    """Force the list of a folder's files to the disk, where the file system can do that."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    except OSError as error:
        if error.errno != errno.EINVAL:
            raise
    finally:
        os.close(opened)


def lock(file: BinaryIO, folder: Path) -> None:
    """Keep other runs from writing; the system releases the lock when the program ends, however."""
    try:
        import fcntl
    except ImportError:
        raise SuitwiseError("the arena keeps its results on POSIX systems only") from None
    try:
        with faults_named(folder):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise SuitwiseError(f"another run is at work in {folder}") from None
