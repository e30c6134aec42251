"""Compiles the strongest players ahead of time; quick players play until that is done.

The code of a game's strongest player is compiled once for each installation, which takes up to a minute.
If that has not been done yet, a process in the background does it, so that nobody has to wait. A note in
the code cache records that it is done. The note depends on the files of the package, so an update
invalidates it.
"""

from __future__ import annotations

import multiprocessing
import os
import platform
import signal
import sys
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from subprocess import DEVNULL, Popen
from threading import Thread
from typing import Any

from suitwise.catalogue import STRONGEST, Entry, entries, find
from suitwise.foundation.arrays import cost_dispatch
from suitwise.foundation.machine import code_cache, machine_code
from suitwise.foundation.machine.libraries import library
from suitwise.game import Game, load, play
from suitwise.players.named import Named, named, names_for

ANYBODY = "random"
"""The player that every game has."""
QUICK = ("rules", "expected", "greedy", "beginner", ANYBODY)
"""Players that answer at once, the best first, to replace players that are late."""
_FEW_WORLDS = 2
"""The smallest number of worlds for which a player uses all of its compiled code."""
_NICENESS = 10
"""The niceness of the background process; the maximum is 19."""


def quick_player(game: Game[Any], tried: Collection[str] = ()) -> str:
    """Return the best quick player of a game that was not tried yet; empty if none is left.

    >>> from suitwise.game import load
    >>> [quick_player(load(name)) for name in ("tractor", "stacks")]
    ['rules', 'random']
    >>> quick_player(load("stacks"), ["random"])
    ''
    """
    known = names_for(game)
    return next((name for name in QUICK if name in known and name not in tried), "")


# --- What is compiled -----------------------------------------------------------------------------


def is_to_compile(game: Game[Any]) -> bool:
    """Tell whether a variant's strongest player needs code that is not known to be compiled.

    The strongest player of Stack Management needs no compiled code.

    >>> is_to_compile(load("stacks"))
    False
    """
    entry = find(game.name)
    if entry is None or not hasattr(named(STRONGEST, game).options, "worlds"):
        return False
    return is_uncompiled(entry)


def is_uncompiled(entry: Entry) -> bool:
    """Tell whether a game's strongest player needs code that is to be compiled here first.

    What was noted is looked up first: the game is imported only if nothing is known of it.
    """
    if library() is not None or not machine_code.can_open() or not _has_strongest(entry):
        return False
    return code_cache.load(_name(entry), _key(entry)) is None and _strongest(entry) is not None


def compile_strongest(entry: Entry) -> None:
    """Compile the code of a game's strongest player, by playing a deal with few worlds, and note it.

    Args:
        entry: the catalogue entry; nothing is done if its strongest player needs no compiled code.
    """
    player = _strongest(entry)
    if player is None:
        return
    few = replace(player, options=replace(player.options, worlds=_FEW_WORLDS))
    with cost_dispatch.nothing_plain():
        play(player.game.start(), few.seated(1, 0), seed=1)
    note_compiled(entry)


def note_compiled(entry: Entry) -> None:
    """Record that the code of a game's strongest player is compiled."""
    code_cache.save(_name(entry), _key(entry), b"compiled")


def _strongest(entry: Entry) -> Named | None:
    """Return the strongest player of a game; None if it samples no worlds and so needs no compiler."""
    if not _has_strongest(entry):
        return None
    player = named(entry.levels[STRONGEST], load(entry.episode))
    return player if hasattr(player.options, "worlds") else None


def _has_strongest(entry: Entry) -> bool:
    return bool(entry.warm and entry.episode and entry.levels)


def _name(entry: Entry) -> str:
    return f"strongest.{entry.name}"


def _key(entry: Entry) -> bytes:
    """Return everything on which the machine code depends; computed without importing numba."""
    place = entry.game if isinstance(entry.game, str) else entry.game.__module__
    packages = sorted({"suitwise", place.partition(":")[0].partition(".")[0]})
    files = [part for package in packages for part in _files_of(package)]
    releases = sys.version, version("numba"), version("llvmlite")
    return repr((entry.name, files, releases, platform.machine(), platform.node())).encode()


def _files_of(package: str) -> Iterator[tuple[str, int, int]]:
    """Yield each file of a package with its size and time of writing."""
    file = Path(import_module(package).__file__ or "")
    root = file.parent
    for path in sorted(root.rglob("*.py")) if file.name == "__init__.py" else [file]:
        status = path.stat()
        yield path.relative_to(root).as_posix(), status.st_size, status.st_mtime_ns


# --- In the background ----------------------------------------------------------------------------


def compile_in_background(groups: Iterable[str]) -> Popen[bytes]:
    """Start ``suitwise warm`` in a process of low priority, which goes on when this one ends.

    Args:
        groups: the groups of games, as ``suitwise warm`` names them.
    """
    return Popen(
        [sys.executable, "-m", "suitwise", "warm", *groups],
        stdin=DEVNULL,
        stdout=DEVNULL,
        stderr=DEVNULL,
        start_new_session=True,  # Ctrl-C at the terminal is not for it
        preexec_fn=_stand_back if hasattr(os, "nice") else None,
    )


def _stand_back() -> None:
    """Lower the priority of this process, which has a session of its own.

    Linux shares the processors out among sessions first, and a niceness counts inside one; that of a
    session is set by a file (``sched(7)``, the autogroup feature).
    """
    os.nice(_NICENESS)
    with suppress(OSError):  # another system, or one that does not group by sessions
        Path("/proc/self/autogroup").write_text(str(_NICENESS))


def uncompiled_groups(groups: Collection[str] = ()) -> list[str]:
    """Return the groups with a strongest player whose code is to be compiled; of all, or of some."""
    found = {entry.group for entry in entries() if is_uncompiled(entry)}
    return sorted(found.intersection(groups) if groups else found)


# --- A process that ends with its parent ----------------------------------------------------------


def end_with_parent() -> None:
    """Ignore Ctrl-C in this process, and end it when its parent ends, even if that is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        Thread(target=_end_after, args=(parent,), daemon=True).start()


def _end_after(parent: Any) -> None:
    parent.join()
    os._exit(0)
