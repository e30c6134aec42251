"""The lines of an input that is never trusted: none may be longer than its format has room for.

A line that is too long is refused once that is known, and nothing more is read of it: it may have no
end.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterator
from typing import Protocol

from suitwise.errors import NotationError

_CHUNK_BYTES = 1 << 16


class Readable(Protocol):
    """An input: an open file, a pipe, ``BytesIO``, or anything that hands out bytes."""

    def read(self, size: int, /) -> bytes:
        """Return the next bytes, at most ``size``; none at the end."""
        ...


def numbered_lines(file: Readable, longest: int) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of an input, without their line feeds, and their numbers from 1.

    Args:
        file: the input, in binary.
        longest: the most bytes that a line may have.

    Raises:
        NotationError: a line is longer.

    >>> from io import BytesIO
    >>> list(numbered_lines(BytesIO(b"S2\\n\\nH3"), 80))
    [(1, b'S2'), (2, b''), (3, b'H3')]
    """
    done, rest = 0, b""
    while part := file.read(_CHUNK_BYTES):
        *lines, rest = (rest + part).split(b"\n")
        for number, line in enumerate(lines, done + 1):
            if len(line) > longest:
                raise _too_long(longest, number)
            yield number, line
        done += len(lines)
        if len(rest) > longest:
            raise _too_long(longest, done + 1)
    if rest:
        yield done + 1, rest


def _too_long(longest: int, number: int) -> NotationError:
    return NotationError(f"the line is longer than {longest:,} bytes", line=number)


def refuse_mark(read: bytes) -> None:
    """Refuse an input that begins with a byte order mark, as some editors write it.

    Args:
        read: its first bytes.

    Raises:
        NotationError: it begins so.

    >>> refuse_mark(b"\\xef\\xbb\\xbf5 0")
    Traceback (most recent call last):
    suitwise.errors.NotationError: line 1: the input begins with a byte order mark; save it without one
    """
    if read.startswith(BOM_UTF8):
        raise NotationError("the input begins with a byte order mark; save it without one", line=1)
