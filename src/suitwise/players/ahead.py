"""The strongest players compiled ahead, and the quick ones who play until that is done.

What the strongest player of a game needs is compiled once for an installation, in up to a minute. Where
that has not been done a process of its own does it, so that nobody waits. A note among the machine code
says that it has been done; it holds for the files of the package as they are, so that after an update
the rules are asked anew.
"""

from __future__ import annotations

import multiprocessing
import os
import platform
import signal
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from threading import Thread
from typing import Any

from suitwise.catalogue import STRONGEST, Entry, find
from suitwise.foundation.arrays import code_cache, cost_dispatch
from suitwise.foundation.arrays import code_cache as notices
from suitwise.game import Game, load, play
from suitwise.players.named import Named, named, names_for

ANYBODY = "random"
"""The player that every game has."""
QUICK = ("rules", "expected", "greedy", "beginner", ANYBODY)
"""The players that answer at once; the first that a game has plays where another is late."""
_FEW_WORLDS = 2
"""As many worlds as need all that is compiled."""
_NICENESS = 10
"""How much the process that compiles stands back for others: half of the most."""


def quick_player(game: Game[Any], tried: Collection[str] = ()) -> str:
    """Return the best quick player that a game has, of those not tried; empty where none is left.

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
    """Tell whether a game's strongest player needs rules that are not known to be compiled.

    The strongest player of Stack Management needs none.

    >>> is_to_compile(load("stacks"))
    False
    """
    entry = find(game.name)
    if entry is None or not hasattr(named(STRONGEST, game).options, "worlds"):
        return False
    return is_uncompiled(entry)


def is_uncompiled(entry: Entry) -> bool:
    """Tell whether the strongest of some variant of a game needs rules not known to be compiled."""
    if _strongest(entry) is None:
        return False
    return code_cache.load(_name(entry), _key(entry)) is None


def compile_strongest(entry: Entry) -> None:
    """Let a game's strongest player play a deal in a few worlds, which compiles what it needs.

    Args:
        entry: the game; where its strongest player needs no compiler nothing is done.
    """
    player = _strongest(entry)
    if player is None:
        return
    few = replace(player, options=replace(player.options, worlds=_FEW_WORLDS))
    with cost_dispatch.nothing_plain():
        play(player.game.start(), few.seated(1, 0), seed=1)
    note_compiled(entry)


def note_compiled(entry: Entry) -> None:
    """Note that all that a game's strongest player needs has been compiled."""
    if _strongest(entry) is not None:
        code_cache.save(_name(entry), _key(entry), b"compiled")


def _strongest(entry: Entry) -> Named | None:
    """Return the strongest player of a game, None where it needs no compiler: it plays out no worlds."""
    if not (entry.warm and entry.episode and entry.levels):
        return None
    player = named(entry.levels[STRONGEST], load(entry.episode))
    return player if hasattr(player.options, "worlds") else None


def _name(entry: Entry) -> str:
    return f"strongest.{entry.name}"


def _key(entry: Entry) -> bytes:
    """Return all that the machine code of a game's strongest player depends on, found without numba."""
    kind = entry.loaded(entry.game)
    packages = sorted({"suitwise", kind.__module__.partition(".")[0]})
    files = [part for package in packages for part in _files_of(package)]
    releases = sys.version, version("numba"), version("llvmlite")
    return repr((entry.name, files, releases, platform.machine(), platform.node())).encode()


def _files_of(package: str) -> Iterator[tuple[str, int, int]]:
    """Yield each file of a package with its size and when it was written."""
    file = Path(import_module(package).__file__ or "")
    root = file.parent
    for path in sorted(root.rglob("*.py")) if file.name == "__init__.py" else [file]:
        status = path.stat()
        yield path.relative_to(root).as_posix(), status.st_size, status.st_mtime_ns


# --- A process of its own -------------------------------------------------------------------------


class Compiling:
    """A process that compiles what a game's strongest player needs, and stands back for all others.

    It ends with the process that has started it, however that is. What it has compiled by then is kept.

    Args:
        game: the game's name.
    """

    def __init__(self, game: str) -> None:
        context = multiprocessing.get_context("spawn")
        self._process = context.Process(target=_compile, args=(game,), daemon=True)
        with _deaf_to_ctrl_c():
            self._process.start()

    @property
    def is_under_way(self) -> bool:
        """Whether it still compiles."""
        return self._process.is_alive()

    def end(self) -> None:
        """End it, in the middle of its work if need be."""
        self._process.kill()
        self._process.join()


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Let a process that is started meanwhile ignore Ctrl-C, which is its parent's, from the first."""
    try:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # not in the main thread, which alone may say so
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _compile(game: str) -> None:
    end_with_parent()
    with suppress(AttributeError):  # Windows has no niceness
        os.nice(_NICENESS)
    notices.silent = True
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # the terminal is the game's
    entry = find(game)
    assert entry is not None
    compile_strongest(entry)


def end_with_parent() -> None:
    """Leave Ctrl-C to the process that has started this one, and end when it ends, however that is."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        Thread(target=_end_after, args=(parent,), daemon=True).start()


def _end_after(parent: Any) -> None:
    parent.join()
    os._exit(0)
