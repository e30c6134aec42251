"""Hands in a file, one a line; blank lines and what follows a ``#`` are skipped."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from suitwise.arguments import of_kind, readable
from suitwise.errors import NotationError, SuitwiseError
from suitwise.rummy.hand import Hand
from suitwise.rummy.rules import SEED, Rules

LONGEST_LINE = 4096
"""A line is at most so many bytes."""
_CHUNK_BYTES = 1 << 20


class Readable(Protocol):
    """An input: an open file, a pipe, ``BytesIO``, or anything that hands out bytes."""

    def read(self, size: int, /) -> bytes:
        """Return at most so many bytes of what comes next; none at the end."""
        ...


def read_hands(file: Readable, rules: Rules = SEED) -> Iterator[Hand]:
    """Yield the hands of a file.

    Args:
        file: the input, in binary.
        rules: the rule set that they are held under.

    Raises:
        NotationError: a line is no hand under the rule set, with its number.

    >>> from io import BytesIO
    >>> [str(hand) for hand in read_hands(BytesIO(b"H3 H4  # a comment\\n\\nS10 SJ\\n"))]
    ['H3 H4', 'ST SJ']
    """
    readable(file, "file")
    of_kind(rules, Rules, "rules")
    for number, line in enumerate(_lines(file), 1):
        if len(line) > LONGEST_LINE:
            raise NotationError(f"the line is longer than {LONGEST_LINE:,} bytes", line=number)
        text = line.partition(b"#")[0].decode("utf-8", "backslashreplace")
        if not text.strip():
            continue
        try:
            yield Hand.of(text, rules)
        except SuitwiseError as error:
            raise NotationError(str(error), line=number) from None


def _lines(file: Readable) -> Iterator[bytes]:
    """Yield the lines of a file; of one that is too long so much that this is seen."""
    rest = b""
    while part := file.read(_CHUNK_BYTES):
        *lines, rest = (rest + part).split(b"\n")
        yield from lines
        rest = rest[: LONGEST_LINE + 1]
    if rest:
        yield rest
