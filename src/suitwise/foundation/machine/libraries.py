"""The library of machine code that a native wheel brings: all entry points of the package, in one file.

Beside the library lies its index: the digest of the library, then a line for each entry point and
signature with the digest of the source that it was compiled from. An entry point whose source is another
one now is not taken from the library.

The library is read once and compared with the digest. On Linux it is opened from memory, so that nothing
can change between the comparison and the opening; elsewhere it is opened from its file. Neither numba
nor LLVM is needed. A clone and a pure wheel have no library.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable, Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from suitwise.errors import SuitwiseError
from suitwise.foundation import machine
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
        folder: where they are.

    Raises:
        SuitwiseError: the library is not the one that the index was written for.
    """

    def __init__(self, folder: Path) -> None:
        digest, *lines = (folder / machine.INDEX).read_text("utf-8").split("\n")
        self._rows = {Row(*line.split("\t")) for line in lines if line.count("\t") == 2}
        self._names = {(row.name, row.source) for row in self._rows}
        path = folder / f"suitwise.{_SUFFIX}"
        content = path.read_bytes()
        if sha256(content).hexdigest() != digest:
            raise SuitwiseError(f"{path} is damaged: install the package again")
        self._library = _opened(path, content)

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
    return Library(machine.FOLDER)


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


def _opened(path: Path, content: bytes) -> Any:
    try:
        file = os.memfd_create(path.name)
    except (AttributeError, OSError):  # another system, or one that forbids files in memory
        return ctypes.PyDLL(str(path))
    try:
        with open(file, "wb", closefd=False) as memory:
            memory.write(content)
        return ctypes.PyDLL(f"/proc/self/fd/{file}")
    except OSError:  # it may not be executed
        return ctypes.PyDLL(str(path))
    finally:
        os.close(file)
