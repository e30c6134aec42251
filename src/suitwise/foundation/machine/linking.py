"""Link what was compiled for a game into one library, which opens without LLVM.

Loading LLVM takes some 30 ms, once a process; a linked library is open within 2. Linking needs a C
compiler or at least its linker; where there is none, object files are opened one by one as before.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from suitwise.foundation.machine import code_cache, libraries
from suitwise.foundation.machine.entries import game_of, object_key
from suitwise.foundation.machine.libraries import Row
from suitwise.foundation.machine.machine_code import symbol_of

_OPTIONS = ("-shared", "-s", "-z", "noexecstack", "-o")
"""What linkers of Linux understand; the functions of Python are found where the library is opened."""
_LINKERS = ("ld", "ld.lld", "ld.gold")


def link(game: str, used: Iterable[Row]) -> str:
    """Link the object files of a game's entry points into its library, and keep it in the cache.

    Args:
        game: the package of the game, for example ``tractor``.
        used: entry points of any games, as they were opened or compiled.

    Returns:
        Why no library was linked; empty if one was.

    >>> link("tractor", [Row("suitwise.stacks.rules:score", "i64", "5d3f")])
    'nothing of tractor is compiled'
    """
    rows = {row: code for row in used if game_of(row.name) == game and (code := _object_file(row))}
    if not rows:
        return f"nothing of {game} is compiled"
    linker = next(filter(None, map(shutil.which, _LINKERS)), None)
    if linker is None or sys.platform != "linux":
        return "there is no linker (ld)" if sys.platform == "linux" else "only Linux is known here"
    with TemporaryDirectory() as folder:
        library = Path(folder, "library")
        files = []
        for row, code in rows.items():
            files.append(Path(folder, f"{symbol_of(row.name, row.signature)}.o"))
            files[-1].write_bytes(code)
        command = [linker, *_OPTIONS, *map(str, (library, *sorted(files)))]
        done = subprocess.run(command, capture_output=True, check=False)
        if done.returncode != 0:
            return f"{linker} says {done.stderr.decode(errors='replace').strip()[:200]}"
        libraries.keep_linked(game, library.read_bytes(), rows)
    return ""


def _object_file(row: Row) -> bytes | None:
    return code_cache.load(row.name, object_key(row.source), row.signature)
