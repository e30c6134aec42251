"""Records of all moves in files: a refusal names its line."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from suitwise.cli.files import one_line_errors, open_input
from suitwise.foundation.text.lines import refuse_mark

if TYPE_CHECKING:
    from suitwise.game import Record

_LONGEST = 1 << 24
"""A record of a game has fewer bytes."""


def held_text(path: str) -> str | None:
    """Return the text of the record in a file, None where there is no file yet or nothing in it."""
    if not os.path.isfile(path):
        return None
    text = record_text(path)
    with one_line_errors(path):
        refuse_mark(text.encode(errors="replace"))
    return text if text.strip() else None


def record_text(path: str) -> str:
    """Return the text of a record in a file."""
    from suitwise.errors import NotationError

    with open_input(path) as opened, one_line_errors(path):
        read = opened.read(_LONGEST)
        if len(read) >= _LONGEST:
            raise NotationError(f"a record has less than {_LONGEST:,} bytes")
        return read.decode("utf-8", "backslashreplace")


@contextmanager
def replaying(text: str) -> Iterator[Record]:
    """Read a record of all moves; a refusal inside the ``with`` block names its line.

    Raises:
        NotationError: it can't be read, or a move of it is not legal.
    """
    from suitwise.errors import NotationError, SuitwiseError
    from suitwise.game import Record

    record = None
    try:
        record = Record.parse(text)
        yield record
    except SuitwiseError as error:
        line = error.line if isinstance(error, NotationError) else None
        reason = error.reason if isinstance(error, NotationError) else str(error)
        raise NotationError(reason, line=line or _faulty_line(text, record)) from None


def _faulty_line(text: str, record: Record | None) -> int | None:
    """Return the line at which a record can't be replayed, or is found to be of another kind than asked.

    One that can be replayed is of another game, or begins where it may not.
    """
    from suitwise.errors import SuitwiseError
    from suitwise.game import load

    if record is None:
        return _line_of(text, "returns") or len(text.splitlines()) or None
    place = "game", 0
    try:
        start = str(load(record.game).start())
        place = "start", 0
        for done, _ in enumerate(record.states()):
            place = ("moves", done) if done < len(record.moves) else ("returns", 0)
    except SuitwiseError:
        return _line_of(text, *place)
    return _line_of(text, "game" if record.start == start else "start")


def _line_of(text: str, section: str, word: int = 0) -> int | None:
    """Return the line of a section that has its word of this number; else its last, if it has any."""
    found, name = None, ""
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or line.startswith("#"):
            continue
        if not line[0].isspace():
            name = words.pop(0)
        if name == section and word >= 0:
            found = number
            word -= len(words)
    return found
