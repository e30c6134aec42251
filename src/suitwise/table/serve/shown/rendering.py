"""A table as its sockets are shown it: each part packed once for all who see the same."""

from __future__ import annotations

import json
from typing import Any

from suitwise.foundation.text.phrases import Drawing, Phrase, Seat
from suitwise.table.rules.running.audience import Audience
from suitwise.table.rules.table import Table
from suitwise.table.rules.words import say


class Rendering:
    """A table at one version.

    Args:
        table: the table.
        now: the time that its clocks are told at.
        over: parts that stand in place of the table's own.
    """

    def __init__(self, table: Table, now: int, over: dict[str, Any] | None = None) -> None:
        self.table, self.now, self.v = table, now, table.v
        self._over = over or {}
        self._parts: dict[tuple[Audience, str], dict[str, str]] = {}
        self._seen: dict[Audience, dict[str, Any]] = {}

    def parts(self, audience: Audience, lang: str) -> dict[str, str]:
        """Return the parts that an audience is shown, as JSON."""
        if (audience, lang) not in self._parts:
            if audience not in self._seen:
                self._seen[audience] = {**self.table.parts(audience), **self._over}
            parts = self.said(self._seen[audience], lang)
            self._parts[audience, lang] = {name: packed(part) for name, part in parts.items()}
        return self._parts[audience, lang]

    def lines(self, audience: Audience, lang: str, since: int) -> list[tuple[int, str]]:
        """Return the lines told to an audience after one of them, each with its number."""
        return [
            (line.n, packed(self.said(line.plain(), lang)))
            for line in self.table.lines(audience, since)
        ]

    def said(self, value: Any, lang: str) -> Any:
        """Return a value for JSON with its phrases in a language."""
        return said(value, lang, names_of(self.table))


def names_of(table: Table) -> tuple[str, ...]:
    """Return the players' names by seat."""
    return tuple(chair.name for chair in table.chairs)


def said(value: Any, lang: str, names: tuple[str, ...] = ()) -> Any:
    """Return a value for JSON with the phrases and drawings in it said in a language.

    Args:
        value: dicts, lists and what is in them.
        lang: the language.
        names: the players' names by seat.
    """
    if isinstance(value, (Phrase, Drawing)):
        return say(value, lang, names)
    if isinstance(value, Seat):
        return int(value)
    if isinstance(value, dict):
        return {name: said(one, lang, names) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [said(one, lang, names) for one in value]
    return value


def packed(message: Any) -> str:
    """Return a message as JSON without spaces.

    >>> packed({"t": "pong", "now": 5})
    '{"t":"pong","now":5}'
    """
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))
