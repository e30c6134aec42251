"""Recorded games in files, in every form that Suitwise writes them, read and replayed."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from suitwise.cli.files import one_line_errors
from suitwise.cli.records import record_text, replaying

if TYPE_CHECKING:
    from suitwise.game import Record

Reader = Callable[[str], "Record"]
"""Reads a game's own form of text, in which there are no lines of all moves."""


def recorded(path: str, of_text: Reader | None = None) -> Record:
    """Return the record of a file whose every move has been checked.

    Its moves stand there as text, or as JSON: by itself, or as a table exports it.

    Args:
        path: the file.
        of_text: reads the game's own form, if there is one.

    Raises:
        ClickException: it holds no record, or one that breaks a rule, with its line.
    """
    text = record_text(path)
    with one_line_errors(path):
        if text.lstrip().startswith("{"):
            return _of_json(text)
        if of_text is not None and not has_moves(text):
            return of_text(text)
        with replaying(text) as record:
            _replay(record)
            return record


def has_moves(text: str) -> bool:
    """Tell whether a text is a record of all moves, and none of a game's own form.

    >>> has_moves("game gin\\nstart -\\nmoves stock"), has_moves("game tractor\\ndeal 1:")
    (True, False)
    """
    return any(line.startswith("moves") for line in text.splitlines())


def _of_json(text: str) -> Record:
    from suitwise.errors import NotationError, SuitwiseError

    try:
        plain = json.loads(text)
    except (ValueError, RecursionError):
        raise NotationError("it begins as JSON and is none") from None
    record = record_of_json(plain)
    try:
        _replay(record)
    except SuitwiseError as error:
        raise NotationError(str(error)) from None
    return record


def record_of_json(plain: Any) -> Record:
    """Return the record that a JSON object is, or that a table's export holds."""
    from suitwise.game import Record

    return Record.from_json(plain.get("record", plain) if isinstance(plain, dict) else plain)


def _replay(record: Record) -> None:
    for _ in record.states():
        pass
