"""Files written whole or not at all: a new one takes the place of an old one when it is finished.

It is written beside the old one under another name, forced to the disk and renamed. Whatever happens
before that, a fault, a full disk, Ctrl-C, the old file stays and the half of the new one goes; only a
program that is killed leaves it, under a name of which ``parts`` tells.
"""

from __future__ import annotations

import codecs
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO
from unicodedata import east_asian_width

from suitwise.errors import SuitwiseError

_PART = ".part"
_KEPT = 40
"""The characters of a file's name kept in the name of its part."""
_unfinished: list[Path] = []


@contextmanager
def replacing(name: str | Path) -> Iterator[BinaryIO]:
    """Open a file to be written and read, which takes its name at the end of the ``with`` statement.

    A link is followed, and a file that is replaced keeps its mode. A device or a pipe is written to as
    it stands.

    Args:
        name: its name.

    Raises:
        SuitwiseError: the name is empty.
        OSError: it can't be written; the error names it.

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
        part = path.with_name(f".{path.name[:_KEPT]}.{os.urandom(8).hex()}{_PART}")
        with faults_named(name, part), _dropped(part):
            yield from _written(part, path)


def _written(part: Path, path: Path) -> Iterator[BinaryIO]:
    """Open a part, force it to the disk and give it the name."""
    with open(part, "x+b") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())
        if path.exists():
            part.chmod(stat.S_IMODE(path.stat().st_mode))
    os.replace(part, path)


@contextmanager
def _dropped(part: Path) -> Iterator[None]:
    """Take a part away in the end, if it still has that name."""
    _unfinished.append(part)
    try:
        yield
    finally:
        part.unlink(missing_ok=True)
        _unfinished.remove(part)


@contextmanager
def faults_named(name: str | Path, part: Path | None = None) -> Iterator[None]:
    """Re-raise an OSError so that it names the file being written.

    Some errors have no file name (a full disk), others that of the temporary file. Errors about any
    other file pass unchanged.

    Args:
        name: the file to name.
        part: the temporary file that is written in its place, if any.

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
    """Yield the files half written in a folder by programs that were killed, or are at work.

    Args:
        folder: the folder.
        prefix: how the names begin that the files were to have, at most 40 characters.
    """
    return folder.glob(f".{prefix}*{_PART}")


def drop_unfinished() -> None:
    """Take away files half written: for a program that ends without any way back."""
    for part in tuple(_unfinished):
        with suppress(OSError):
            part.unlink()


# --- Signs that a terminal lacks ------------------------------------------------------------------
#
# Lines of boxes, pips and ± have such a sign; the rest is written as backslash escapes.

PLAIN = "suitwise.plain"
"""The name under which the encoders of Python know this way to handle errors."""
_ALIKE = {"│": "|", "─": "-", "●": "o", "±": "+-", "…": "...", "–": "-", "·": "."} | dict.fromkeys(
    "┌┐└┘┬┴├┤┼", "+"
)


def printable(text: str) -> str:
    r"""Return a text with escapes for all signs that terminals don't print, or obey.

    >>> print(printable("红桃\x1b[2J"))
    红桃\x1b[2J
    """
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


def cells(text: str) -> int:
    """Return how many columns a text takes at a terminal, where a Chinese sign takes two.

    >>> cells("trump"), cells("主牌")
    (5, 4)
    """
    return sum(1 + (east_asian_width(sign) in "WF") for sign in text)


def _plain(error: UnicodeError) -> tuple[str, int]:
    """Return what stands for the signs that can't be encoded, and where to go on."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    alike = (_ALIKE.get(one, one).encode("ascii", "backslashreplace") for one in signs)
    return b"".join(alike).decode("ascii"), error.end


codecs.register_error(PLAIN, _plain)
