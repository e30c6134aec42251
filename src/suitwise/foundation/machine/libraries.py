"""Libraries of machine code: many entry points in one file, opened with neither numba nor LLVM.

A native wheel brings one library for the whole package. Elsewhere ``suitwise warm`` links what it has
compiled for a game into one of its own, if the system has a linker (``linking``), and keeps it in the
cache: loading LLVM, without which object files can't be opened, takes longer than most answers.

A library has an index: the digest of the library, then a line for each entry point and signature with
the digest of the source that it was compiled from. An entry point whose source is another one now is not
taken from the library.

A library is read once and compared with its digest. On Linux it is opened from memory, so that nothing
can change between the comparison and the opening; elsewhere it is opened from its file.
"""

from __future__ import annotations

import ctypes
import os
import platform
import sys
from collections.abc import Callable, Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from suitwise.errors import SuitwiseError
from suitwise.foundation import machine
from suitwise.foundation.machine import code_cache
from suitwise.foundation.machine.machine_code import builtin, symbol_of

_SUFFIX = {"win32": "dll", "darwin": "dylib"}.get(sys.platform, "so")
_NEEDED = {"sse4_2", "popcnt"}
"""What a processor of the level x86-64-v2 has and older ones have not, as Linux names it."""
_WINDOWS_SSE4_2 = 38
"""The number of that feature on Windows."""


class Row(NamedTuple):
    """A line of the index.

    Args:
        name: the entry point.
        signature: the types of its arguments.
        source: the digest of its source; None for a rule without a file.
    """

    name: str
    signature: str
    source: str | None


def index_text(library: bytes, rows: Iterable[Row]) -> str:
    """Return the text of an index.

    >>> print(index_text(b"", [Row("suitwise.seeds:below", "i64,i64", "5d3f")])[:28])
    e3b0c44298fc1c149afbf4c8996f
    """
    lines = [sha256(library).hexdigest(), *("\t".join(map(str, row)) for row in sorted(rows))]
    return "\n".join(lines) + "\n"


class Library:
    """A library and its index.

    Args:
        index: the lines of the index, without that of the digest.
        opened: the library.
    """

    def __init__(self, index: Iterable[str], opened: ctypes.PyDLL) -> None:
        self._rows = {Row(*line.split("\t")) for line in index if line.count("\t") == 2}
        self._names = {(row.name, row.source) for row in self._rows}
        self._library = opened

    def has(self, name: str, source: str | None) -> bool:
        """Return whether the library has an entry point for some types of arguments."""
        return (name, source) in self._names

    def find(self, row: Row) -> Callable[..., Any] | None:
        """Return an entry point as a builtin function; None if the library has none like it."""
        if row not in self._rows:
            return None
        symbol = symbol_of(row.name, row.signature)
        address = ctypes.cast(getattr(self._library, symbol), ctypes.c_void_p).value
        assert address is not None
        return builtin(symbol, address)


@cache
def library() -> Library | None:
    """Return the library of this installation; None if it has none that this processor can run."""
    if not (machine.FOLDER / machine.INDEX).exists() or not _runs_here():
        return None
    return of_wheel(machine.FOLDER)


def of_wheel(folder: Path) -> Library:
    """Return the library of a native wheel.

    Args:
        folder: where it and its index are.

    Raises:
        SuitwiseError: the library is not the one that the index was written for.
    """
    digest, *lines = (folder / machine.INDEX).read_text("utf-8").split("\n")
    path = folder / f"suitwise.{_SUFFIX}"
    content = path.read_bytes()
    if sha256(content).hexdigest() != digest:
        raise SuitwiseError(f"{path} is damaged: install the package again")
    return Library(lines, _opened(path, content))


# --- Linked here ----------------------------------------------------------------------------------


linked_anew = False
"""Set to True in a process of ``suitwise warm``, which opens the object files that are to be linked."""


@cache
def linked(game: str) -> Library | None:
    """Return the library that ``suitwise warm`` has linked for a game; None if there is none.

    >>> linked("bridge") is None
    True
    """
    is_wanted = game and sys.platform == "linux" and not linked_anew
    kept = code_cache.load(_name(game), _processor()) if is_wanted else None
    if kept is None:
        return None
    index, _, content = kept.partition(b"\0")
    try:
        return Library(index.decode().split("\n")[1:], _opened(Path(f"{game}.so"), content))
    except OSError:  # linked for another C library: its object files are opened one by one
        return None


@cache
def is_linked(game: str) -> bool:
    """Return whether a library was linked for a game, without opening it."""
    is_wanted = game and sys.platform == "linux" and not linked_anew
    return bool(is_wanted) and code_cache.has(_name(game), _processor())


def keep_linked(game: str, library: bytes, rows: Iterable[Row]) -> None:
    """Keep a library that was linked for a game, for this processor."""
    index = index_text(library, rows).encode()
    code_cache.save(_name(game), _processor(), index + b"\0" + library)


def _name(game: str) -> str:
    return f"library.{game}"


@cache
def _processor() -> bytes:
    """Return what tells this processor from others that read the same cache."""
    lines = Path("/proc/cpuinfo").read_text("utf-8").partition("\n\n")[0].splitlines()
    kinds = ("model name", "flags", "Features", "CPU implementer", "CPU part")
    known = [line for line in lines if line.startswith(kinds)]
    return repr((platform.machine(), known)).encode()


# --- Opening --------------------------------------------------------------------------------------


def _runs_here() -> bool:
    """Return whether this processor and this Python can run the library."""
    if sys.platform == "win32":
        import sysconfig

        if sysconfig.get_config_var(
            "Py_GIL_DISABLED"
        ):  # that Python has another library of functions
            return False
        return bool(ctypes.windll.kernel32.IsProcessorFeaturePresent(_WINDOWS_SSE4_2))
    try:
        flags = Path("/proc/cpuinfo").read_text("utf-8").partition("flags")[2].partition("\n")[0]
    except OSError:  # macOS, where the tag of the wheel asks for newer processors
        return True
    return not flags or set(flags.split()) >= _NEEDED


_open_files: list[int] = []
"""Files in memory that were opened. The loader knows a library by its path, in which the file's number
stands, so a number that is used again would give the library before."""


def _opened(path: Path, content: bytes) -> ctypes.PyDLL:
    try:
        file = os.memfd_create(path.name)
    except (AttributeError, OSError):  # another system, or one that forbids files in memory
        return ctypes.PyDLL(str(path))
    try:
        with open(file, "wb", closefd=False) as memory:
            memory.write(content)
        opened = ctypes.PyDLL(f"/proc/self/fd/{file}")
    except OSError:  # it may not be executed
        os.close(file)
        return ctypes.PyDLL(str(path))
    _open_files.append(file)
    return opened
