"""The disk cache of machine code: a safe folder, checked files, and a lock between processes.

Files of the cache are loaded and run, so the folder needs the same care as installed code:

* The folder is used only if its path is absolute, it belongs to the user, and nobody else can write to
  it or replace a folder above it. Otherwise there is no cache, and every process compiles for itself.
* Every file begins with a digest of its key and its content. A file whose digest is wrong is deleted and
  never opened.
* A file is written under a temporary name, flushed to disk and renamed, so no reader sees half a file.
* Writing is best effort: with a full disk, code is compiled again next time.
* Files unused for a month are deleted.

The folder is ``$SUITWISE_CACHE_DIR`` or else ``suitwise`` in ``$XDG_CACHE_HOME`` or ``~/.cache``.
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
"""Set to True to suppress notices while a progress bar is shown."""
_ESTIMATES_S = (1, 2, 3, 5, 10, 15, 20, 30, 45, 60)


def compiling(module: str, seconds: float, unkept: str = "") -> None:
    """Print on a terminal that rules are being compiled, and about how long it takes.

    Args:
        module: the module of the rule.
        seconds: the estimated time; nothing is printed below half a second.
        unkept: the reason why the machine code can't be cached; empty if it can.
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
    """Return the name of the game that a module belongs to.

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
    """Round an estimated time to a number that does not look precise.

    >>> [rounded(s) for s in (0.2, 1.2, 7, 26, 300)]
    [1, 2, 10, 30, 300]
    """
    return next((step for step in _ESTIMATES_S if seconds <= step), round(seconds))


def _on_terminal() -> bool:
    try:
        return sys.stderr is not None and sys.stderr.isatty()
    except ValueError:  # standard error is closed
        return False


# --- The folder -----------------------------------------------------------------------------------

_HEAD = b"suitwise machine code 2\n"
_SUFFIX = ".code"
_DIGEST_BYTES = 32
_DAY_S = 24 * 3600.0
_UNUSED_S = 30 * _DAY_S
_LOCKS = 16
"""The number of lock files; the rule's key selects one."""
_PATIENCE_S = 120.0
"""The longest wait for another process that compiles the same rule."""
_NAME_CHARACTERS = 60
_OTHERS_MAY_WRITE = stat.S_IWGRP | stat.S_IWOTH


@dataclass(frozen=True, slots=True)
class Folder:
    """The folder of the cache.

    Args:
        path: the folder; None if there is no cache.
        reason: the reason why there is no cache, in words; empty if there is one.
    """

    path: Path | None
    reason: str = ""


def folder() -> Folder:
    """Return the folder of the cache, created if necessary, or the reason why there is none."""
    return _folder_at(_chosen_path())


def _chosen_path() -> str:
    named = os.environ.get("SUITWISE_CACHE_DIR")
    if named:
        return named
    xdg = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(xdg):  # the XDG Base Directory Specification ignores a relative path
        return os.path.join(xdg, "suitwise")
    homeless = os.environ.get("HOME") == ""  # Python would expand ~ to the root folder
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
    """Create a folder and its parents, accessible to the user alone whatever the umask."""
    if not path.is_dir():
        if not path.parent.exists():
            _make(path.parent)
        with suppress(FileExistsError):
            path.mkdir(mode=0o700)


def _fault_of(path: Path) -> str:
    """Return the reason why a folder is not safe to load code from; empty if it is safe."""
    if not hasattr(os, "getuid"):  # Windows: by default others can't write a user's folders
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


def load(name: str, key: bytes, variant: str = "") -> bytes | None:
    """Return the content stored under a key; None if there is none or it is damaged.

    Args:
        name: a readable name, part of the file's name.
        key: everything that the content depends on, but for the variant.
        variant: which of several contents under the same key.
    """
    path = _path(name, key, variant)
    if path is None:
        return None
    try:
        stored = path.read_bytes()
    except OSError:
        return None
    head = len(_HEAD) + _DIGEST_BYTES
    content = stored[head:]
    if stored[:head] != _HEAD + _digest(key, variant, content):
        forget(name, key, variant)
        return None
    _mark_used(path)
    return content


def save(name: str, key: bytes, content: bytes, variant: str = "") -> None:
    """Store a content under a key if there is a cache and the disk has room."""
    path = _path(name, key, variant)
    if path is None:
        return
    with suppress(OSError):
        with replacing(path) as file:
            file.write(_HEAD + _digest(key, variant, content) + content)
        _prune(path.parent)


def forget(name: str, key: bytes, variant: str = "") -> None:
    """Delete the content stored under a key."""
    path = _path(name, key, variant)
    if path is not None:
        with suppress(OSError):
            path.unlink()


def has(name: str, key: bytes) -> bool:
    """Return whether there is a file for some variant of a key, without checking its content."""
    root = folder().path
    return root is not None and any(root.glob(f"{_stem(name, key)}-*{_SUFFIX}"))


def clear() -> int:
    """Delete all machine code of the cache and return the number of its files."""
    path = folder().path
    files = list(_files(path)) if path else []
    for file in files:
        file.unlink(missing_ok=True)
    return sum(file.suffix == _SUFFIX for file in files)


def _path(name: str, key: bytes, variant: str) -> Path | None:
    root = folder().path
    tag = hashlib.sha256(variant.encode()).hexdigest()[:12]
    return root and root / f"{_stem(name, key)}-{tag}{_SUFFIX}"


def _stem(name: str, key: bytes) -> str:
    readable = "".join(c if c.isalnum() or c in "._" else "-" for c in name)[-_NAME_CHARACTERS:]
    return f"{readable}-{hashlib.sha256(key).hexdigest()[:16]}"


def _digest(*parts: str | bytes) -> bytes:
    """Return a digest of a key, a variant and a content; the lengths keep them apart."""
    encoded = [part.encode() if isinstance(part, str) else part for part in parts]
    lengths = b"".join(len(part).to_bytes(8, "big") for part in encoded)
    return hashlib.sha256(lengths + b"".join(encoded)).digest()


def _files(root: Path) -> Iterator[Path]:
    yield from root.glob(f"*{_SUFFIX}")
    yield from parts(root, "")


def _mark_used(path: Path) -> None:
    with suppress(OSError):
        if time.time() - path.stat().st_mtime > _DAY_S:
            os.utime(path)


def _prune(root: Path) -> None:
    """Delete files unused for a month, at most once a day.

    The month is measured at the time of the last deletion if that is earlier, so that a clock set wrong
    once deletes nothing.
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
    """Lock a key against other processes, if the system has file locks.

    After two minutes of waiting the process goes on without the lock: the same code is then compiled
    twice, which costs only time.
    """
    root = folder().path
    locked = _lock_file(root / f"lock{hashlib.sha256(key).digest()[0] % _LOCKS}") if root else None
    try:
        yield
    finally:
        if locked is not None:
            _unlock(locked)


def _lock_file(path: Path) -> int | None:
    """Open and lock a file; closing it releases the lock. None if it can't be opened."""
    try:
        import fcntl
    except ImportError:  # not a POSIX system
        return None
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError:
        return None
    until = time.monotonic() + _PATIENCE_S
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                break
            time.sleep(0.05)
        except OSError:  # a file system without locks
            break
        else:
            break
    return file


def _unlock(file: int) -> None:
    """Release a lock, which a process forked meanwhile would keep, and close its file."""
    import fcntl

    with suppress(OSError):
        fcntl.flock(file, fcntl.LOCK_UN)
    os.close(file)
