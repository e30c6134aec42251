"""The machine code kept on disk: where, whose, and whether it is undamaged.

The files here are loaded and run, so the folder is code and is treated as such:

* it is used only by an absolute path, owned by the user, that nobody else may write, below folders
  that nobody else may replace; elsewhere nothing is kept and each process compiles anew;
* every file begins with a digest of its key and its content, and nothing of it is unpickled or loaded
  unless both agree; a file that does not fit is thrown away;
* a file is written beside its place, forced to the disk and renamed, so half a file is never seen;
* keeping is best effort: a full disk costs the time of compiling again, never an answer;
* a file that nobody has used for a month is thrown away.

``SUITWISE_CACHE_DIR`` names the folder; without it it is ``suitwise`` in ``$XDG_CACHE_HOME`` or in
``~/.cache``.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from suitwise.foundation.text.writing import parts, replacing

# --- Notices of long compilation ------------------------------------------------------------------

silent = False
"""True if no notice is given, because a bar shows the progress."""
_STEPS_S = (1, 2, 3, 5, 10, 15, 20, 30, 45, 60)


def compiling(module: str, seconds: float, unkept: str = "") -> None:
    """Tell that rules are being compiled, and how long that takes about.

    Args:
        module: the module of the rule to be compiled.
        seconds: an estimate; nothing is told of less than half a second.
        unkept: why the machine code can't be kept; empty where it is.
    """
    if silent or seconds < 0.5 or not _on_terminal():
        return
    what = f"compiling the rules of {title_of(module)}"
    how_long = f"about {rounded(seconds)} s …"
    line = (
        f"{what} for this run alone ({unkept}): {how_long}"
        if unkept
        else f"{what}, once: {how_long}"
    )
    with suppress(OSError, ValueError):
        print(line, file=sys.stderr, flush=True)


def title_of(module: str) -> str:
    """Return what people call the game whose package a module lies in.

    >>> import suitwise.texas42
    >>> title_of("suitwise.texas42.solve.search"), title_of("suitwise.seeds")
    ('Texas 42', 'all games')
    """
    while module:
        title = getattr(sys.modules.get(module), "TITLE", None)
        if isinstance(title, str):
            return title
        module = module.rpartition(".")[0]
    return "all games"


def rounded(seconds: float) -> int:
    """Return a time rounded as an estimate.

    >>> [rounded(s) for s in (0.2, 1.2, 7, 26, 300)]
    [1, 2, 10, 30, 300]
    """
    return next((step for step in _STEPS_S if seconds <= step), round(seconds))


def _on_terminal() -> bool:
    try:
        return sys.stderr is not None and sys.stderr.isatty()
    except ValueError:  # it is closed
        return False


# --- The cache ------------------------------------------------------------------------------------

_HEAD = b"suitwise machine code 1\n"
_SUFFIX = ".code"
_DIGEST_BYTES = 32
_DAY_S = 24 * 3600.0
_UNUSED_S = 30 * _DAY_S
_LOCKS = 16
"""The number of lock files between compiling processes; the rule's key selects one."""
_PATIENCE_S = 120.0
"""The wait for another process that compiles the same rule."""
_READABLE = 60
_OTHERS_MAY_WRITE = stat.S_IWGRP | stat.S_IWOTH


@dataclass(frozen=True, slots=True)
class Folder:
    """The folder of machine code.

    Args:
        path: the folder; None where none is used.
        reason: why none is used, for people; empty where one is.
    """

    path: Path | None
    reason: str = ""


def folder() -> Folder:
    """Return the folder that machine code is kept in, made if need be, or why none is used."""
    return _folder_at(_chosen_path())


def _chosen_path() -> str:
    named = os.environ.get("SUITWISE_CACHE_DIR")
    if named:
        return named
    xdg = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(xdg):  # the XDG Base Directory Specification ignores a relative path
        return os.path.join(xdg, "suitwise")
    homeless = os.environ.get("HOME") == ""  # which Python takes for the root of all files
    return "~/.cache/suitwise" if homeless else os.path.expanduser("~/.cache/suitwise")


@cache
def _folder_at(name: str) -> Folder:
    if not os.path.isabs(name):
        return Folder(None, f"{name} is no absolute path")
    path = Path(os.path.realpath(name))
    try:
        _make(path)
        fault = _fault_of(path)
    except OSError as error:
        return Folder(None, f"{path}: {error.strerror or error}")
    return Folder(None, fault) if fault else Folder(path)


def _make(path: Path) -> None:
    """Make a folder and those above it for the user alone, whatever the umask allows."""
    if not path.is_dir():
        if not path.parent.exists():
            _make(path.parent)
        with suppress(FileExistsError):
            path.mkdir(mode=0o700)


def _fault_of(path: Path) -> str:
    """Return why a folder is not safe to load code from; nothing if it is."""
    if not hasattr(os, "getuid"):  # Windows: the user's own folders are the user's by default
        return ""
    user = os.getuid()
    if path.stat().st_uid != user:
        return f"{path} belongs to somebody else"
    if path.stat().st_mode & _OTHERS_MAY_WRITE:
        return f"{path} may be written by others"
    if not os.access(path, os.W_OK | os.X_OK):
        return f"{path} can't be written"
    for above in path.parents:
        status = above.stat()
        if status.st_uid not in (0, user):
            return f"{above} belongs to somebody else"
        if status.st_mode & _OTHERS_MAY_WRITE and not status.st_mode & stat.S_ISVTX:
            return f"{above} may be written by others"
    return ""


# --- Files ----------------------------------------------------------------------------------------


def load(name: str, key: bytes) -> bytes | None:
    """Return the content kept under a key; None if there is none, or it is damaged.

    Args:
        name: its name, for people who look into the folder.
        key: all that its content depends on.
    """
    path = _path(name, key)
    if path is None:
        return None
    try:
        kept = path.read_bytes()
    except OSError:
        return None
    head = len(_HEAD) + _DIGEST_BYTES
    content = kept[head:]
    if kept[:head] != _HEAD + _digest(key, content):
        forget(name, key)
        return None
    _mark_used(path)
    return content


def save(name: str, key: bytes, content: bytes) -> None:
    """Keep something under a key, if it can be kept."""
    path = _path(name, key)
    if path is None:
        return
    with suppress(OSError):
        with replacing(path) as file:
            file.write(_HEAD + _digest(key, content) + content)
        _prune(path.parent)


def forget(name: str, key: bytes) -> None:
    """Throw away the content kept under a key."""
    path = _path(name, key)
    if path is not None:
        with suppress(OSError):
            path.unlink()


def has(name: str, key: bytes) -> bool:
    """Return whether something is kept under a key; it has not been checked."""
    path = _path(name, key)
    return path is not None and path.exists()


def clear() -> int:
    """Throw away all machine code that is kept, and return how many files that were."""
    path = folder().path
    files = list(_files(path)) if path else []
    for file in files:
        file.unlink(missing_ok=True)
    return sum(file.suffix == _SUFFIX for file in files)


def _path(name: str, key: bytes) -> Path | None:
    root = folder().path
    readable = "".join(c if c.isalnum() or c in "._" else "-" for c in name)[-_READABLE:]
    return root and root / f"{readable}-{hashlib.sha256(key).hexdigest()[:24]}{_SUFFIX}"


def _digest(key: bytes, content: bytes) -> bytes:
    return hashlib.sha256(len(key).to_bytes(8, "big") + key + content).digest()


def _files(root: Path) -> Iterator[Path]:
    yield from root.glob(f"*{_SUFFIX}")
    yield from parts(root, "")


def _mark_used(path: Path) -> None:
    with suppress(OSError):
        if time.time() - path.stat().st_mtime > _DAY_S:
            os.utime(path)


def _prune(root: Path) -> None:
    """Delete files unused for a month, at most once a day.

    The month is counted from the last time files were deleted, so that one wrong setting of the clock
    deletes nothing.
    """
    stamp = root / "pruned"
    now = time.time()
    last = stamp.stat().st_mtime if stamp.exists() else now
    if stamp.exists() and 0 <= now - last < _DAY_S:
        return
    stamp.touch()
    os.utime(stamp, (now, now))
    for file in _files(root):
        with suppress(OSError):
            if min(now, last) - file.stat().st_mtime > _UNUSED_S:
                file.unlink()


# --- The lock -------------------------------------------------------------------------------------


@contextmanager
def alone_with(key: bytes) -> Iterator[None]:
    """Keep other processes from compiling the same meanwhile, where the system can.

    A process that has waited for two minutes goes on as if it were alone: it loses time, no answer.
    """
    root = folder().path
    locked = _locked(root / f"lock{hashlib.sha256(key).digest()[0] % _LOCKS}") if root else None
    try:
        yield
    finally:
        if locked is not None:
            os.close(locked)


def _locked(path: Path) -> int | None:
    try:
        import fcntl
    except ImportError:  # no POSIX system
        return None
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError:
        return None
    until = time.monotonic() + _PATIENCE_S
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            if time.monotonic() > until:
                break
            time.sleep(0.05)
        else:
            break
    return file
