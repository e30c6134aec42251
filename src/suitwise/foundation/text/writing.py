"""Replace files atomically, and print text that every terminal can show.

``replacing`` writes a new file under a temporary name in the same folder, flushes it to disk and renames
it. If anything fails before that (an error, a full disk, Ctrl-C), the old file stays and the temporary
one is deleted. Only a killed program leaves temporary files behind; ``parts`` finds them.
"""

from __future__ import annotations

import codecs
import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO
from unicodedata import east_asian_width

from suitwise.errors import SuitwiseError

_PART = ".part"
_NAME_CHARACTERS = 40
"""The most characters of a file's name in the name of its temporary file."""
_unfinished: list[Path] = []


@contextmanager
def replacing(name: str | Path) -> Iterator[BinaryIO]:
    """Open a new file for writing and reading; it gets its name at the end of the ``with`` statement.

    Links are followed, and a replaced file keeps its mode. Devices and pipes are written to directly.

    Args:
        name: the file's name.

    Raises:
        SuitwiseError: the name is empty.
        OSError: the file can't be written; the error gives its name.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "a.txt")
    ...     with replacing(path) as file:
    ...         _ = file.write(b"text")
    ...         path.exists()
    ...     path.read_bytes()
    False
    b'text'
    """
    if not os.fspath(name):
        raise SuitwiseError("a file to write to needs a name")
    if os.path.exists(name) and not os.path.isfile(name):
        with faults_named(name), open(name, "wb") as file:
            yield file
    else:
        path = Path(os.path.realpath(name))
        part = path.with_name(f".{path.name[:_NAME_CHARACTERS]}.{os.urandom(8).hex()}{_PART}")
        with faults_named(name, part), _deleted_at_end(part):
            yield from _written(part, path)


def _written(part: Path, path: Path) -> Iterator[BinaryIO]:
    """Open a temporary file, then flush it to disk and rename it."""
    with open(part, "x+b") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())
        if path.exists():
            part.chmod(stat.S_IMODE(path.stat().st_mode))
    os.replace(part, path)


def sync_folder(folder: Path) -> None:
    """Make what was made, renamed or removed in a folder last even if the power goes.

    Some file systems can't promise that of a folder; there nothing is done.
    """
    if os.name != "posix":
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    except OSError as error:
        if error.errno != errno.EINVAL:
            raise
    finally:
        os.close(opened)


@contextmanager
def _deleted_at_end(part: Path) -> Iterator[None]:
    """Delete a temporary file at the end, unless it has been renamed."""
    _unfinished.append(part)
    try:
        yield
    finally:
        part.unlink(missing_ok=True)
        _unfinished.remove(part)


@contextmanager
def faults_named(name: str | Path, part: Path | None = None) -> Iterator[None]:
    """Re-raise an OSError so that it names the file being written.

    Some errors have no file name (a full disk), others have that of the temporary file. Errors about any
    other file pass unchanged.

    Args:
        name: the file's name.
        part: the temporary file, if any.

    >>> with faults_named("a.txt"):
    ...     raise OSError(28, "No space left on device")
    Traceback (most recent call last):
    OSError: [Errno 28] No space left on device: 'a.txt'
    """
    try:
        yield
    except OSError as error:
        if error.filename is not None and str(error.filename) != str(part):
            raise
        raise OSError(error.errno, error.strerror or str(error), str(name)) from error


def parts(folder: Path, prefix: str) -> Iterator[Path]:
    """Yield the temporary files in a folder, of programs that were killed or are still running.

    Args:
        folder: the folder.
        prefix: the beginning of the names that the files would have got, at most 40 characters.
    """
    return folder.glob(f".{prefix}*{_PART}")


def drop_unfinished() -> None:
    """Delete this program's temporary files; called just before it exits without unwinding."""
    for part in tuple(_unfinished):
        with suppress(OSError):
            part.unlink()


# --- Characters that a terminal can't show --------------------------------------------------------

PLAIN = "suitwise.plain"
"""An error handler for encoders: box lines, pips and ± become similar ASCII characters, and all others
that can't be encoded become backslash escapes."""
_ASCII = {"│": "|", "─": "-", "●": "o", "±": "+-", "…": "...", "–": "-", "·": "."} | dict.fromkeys(
    "┌┐└┘┬┴├┤┼", "+"
)


def printable(text: str) -> str:
    r"""Escape all characters of a text that a terminal would not print, or would execute.

    >>> print(printable("红桃\x1b[2J"))
    红桃\x1b[2J
    """
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


def cells(text: str) -> int:
    """Return the width of a text at a terminal in columns; a Chinese character takes two.

    >>> cells("trump"), cells("主牌")
    (5, 4)
    """
    return sum(1 + (east_asian_width(sign) in "WF") for sign in text)


def _encode_plain(error: UnicodeError) -> tuple[str, int]:
    """Return a replacement for the characters that can't be encoded, and the index after them."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    characters = error.object[error.start : error.end]
    replaced = (_ASCII.get(c, c).encode("ascii", "backslashreplace") for c in characters)
    return b"".join(replaced).decode("ascii"), error.end


codecs.register_error(PLAIN, _encode_plain)
