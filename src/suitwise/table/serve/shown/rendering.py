"""A table as its sockets are shown it: each part packed once for all who see the same."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from suitwise.foundation.text.phrases import Drawing, Phrase, Seat
from suitwise.table.rules.messages import Line
from suitwise.table.rules.running.audience import Audience, Common
from suitwise.table.rules.running.state import Thought
from suitwise.table.rules.table import Table
from suitwise.table.rules.words import addressed, say, to_you

# --------------------------------------------------------------------------------------------------
# What those who see the same of a table have before their eyes, and what of it has changed last
#
# A part that is new, or has other fields than before, is sent whole; of any other the fields that have
# changed, or of a list the items, by their places.
# What is the same for several seats is said and packed once.

Parts: TypeAlias = dict[str, Any]
Pack: TypeAlias = Callable[[str, Any], str]
"""Says a value and packs it as JSON; the name is that of its part and field."""
Known: TypeAlias = dict[tuple[str, int, int], tuple[Any, Any, bool, str]]
"""Packed changes of parts that several audiences share, by the parts themselves before and after, which
are kept so that no other part can be taken for them; with whether the whole part is sent."""

_NOTHING = object()


class Screen:
    """What sockets of an audience have before their eyes in a language.

    >>> screen = Screen()
    >>> from json import dumps
    >>> pack = lambda name, value: dumps(value)
    >>> screen.show({"head": {"turn": 0, "points": 5}, "clock": 7}, (), pack)
    >>> screen.show({"head": {"turn": 1, "points": 5}, "clock": 7}, (), pack)
    >>> screen.number, screen.since(1, pack)
    (2, '"parts":{},"fields":{"head":{"turn":1}}')
    >>> screen.since(0, pack)
    '"parts":{"head":{"turn": 1, "points": 5},"clock":7}'
    >>> screen.since(2, pack)
    ''
    """

    def __init__(self) -> None:
        self.number = 0
        self._parts: Parts = {}
        self._names: tuple[str, ...] = ()
        self._last = ""

    def show(
        self, parts: Parts, names: tuple[str, ...], pack: Pack, known: Known | None = None
    ) -> None:
        """Show other parts; where nothing is other, nothing happens.

        Args:
            parts: all that the audience is shown.
            names: the players' names, which stand in the sentences.
            pack: packs what has changed.
            known: what has been packed already for other audiences in this language.
        """
        if names == self._names:
            last = packed_changes(self._parts, parts, pack, {} if known is None else known)
            if not last:
                return
            self._last = last
            self.number += 1
        else:  # any sentence may be another: nobody has seen the one before this
            self.number += 2
        self._parts, self._names = parts, names

    def since(self, number: int, pack: Pack) -> str:
        """Return as JSON what has changed since a number; empty where nothing has."""
        if number == self.number:
            return ""
        if number == self.number - 1 and number:
            return self._last
        return _body({name: pack(name, part) for name, part in self._parts.items()}, {})


def packed_changes(before: Parts, after: Parts, pack: Pack, known: Known) -> str:
    """Return as JSON what has changed from parts to others of the same names; empty for nothing."""
    whole: dict[str, str] = {}
    some: dict[str, str] = {}
    for name, part in after.items():
        old = before.get(name, _NOTHING)
        if old is part:
            continue
        key = name, id(old), id(part)
        change = known.get(key)
        if change is None:  # two that are known to differ are not compared again
            if old == part:
                continue
            is_whole = not is_like(old, part)
            text = pack(name, part) if is_whole else _fields(name, old, part, pack)
            change = known[key] = old, part, is_whole, text
        (whole if change[2] else some)[name] = change[3]
    return _body(whole, some) if whole or some else ""


def _fields(name: str, old: Any, new: Any, pack: Pack) -> str:
    """Return as JSON the fields of a part, or the items of a list, that are others than before."""
    return _object(
        {
            str(field): pack(f"{name}.{field}", new[field])
            for field in (new if isinstance(new, dict) else range(len(new)))
            if old[field] is not new[field] and old[field] != new[field]
        }
    )


def is_like(old: Any, new: Any) -> bool:
    """Tell whether a part has the fields, or as many items, as before.

    >>> is_like({"a": 1}, {"a": 2}), is_like([1, 2], [1]), is_like(None, {"a": 1})
    (True, False, False)
    """
    if isinstance(new, dict):
        return isinstance(old, dict) and old.keys() == new.keys()
    return isinstance(new, list) and isinstance(old, list) and len(old) == len(new)


def _body(whole: dict[str, str], some: dict[str, str]) -> str:
    fields = f',"fields":{_object(some)}' if some else ""
    return f'"parts":{_object(whole)}{fields}'


def _object(packed: dict[str, str]) -> str:
    return "{" + ",".join([f'"{name}":{text}' for name, text in packed.items()]) + "}"


# --- A table as its sockets are shown it: each part packed once for all who see the same ----------

Screens: TypeAlias = defaultdict[tuple[Audience, str], Screen]


@dataclass(frozen=True)
class Ahead:
    """What was worked out of a table before it is shown and goes on, where that may take long.

    Args:
        table: the table.
        common: what all are shown.
        seen: the parts that audiences are shown.
        due: when it has something to do by itself.
        thought: the decision that is wanted from a player.
    """

    table: Table
    common: Common
    seen: Mapping[Audience, Mapping[str, Any]]
    due: int | None
    thought: Thought | None

    @staticmethod
    def of(table: Table, audiences: Iterable[Audience], before: Common | None) -> Ahead:
        """Work out what audiences are shown of a table; all were shown ``before`` the time before."""
        common = table.common(before)
        seen = {one: table.parts(one, common) for one in audiences}
        return Ahead(table, common, seen, table.due, table.thought)


class Rendering:
    """A table at one version.

    Args:
        table: the table.
        now: the time that its clocks are told at.
        screens: what its sockets have before their eyes, by audience and language.
        over: parts that stand in place of the table's own.
        before: what all were shown before, where that is known.
        ahead: what was worked out of the table already.
    """

    def __init__(
        self,
        table: Table,
        now: int,
        screens: Screens,
        over: dict[str, Any] | None = None,
        before: Common | None = None,
        ahead: Ahead | None = None,
    ) -> None:
        self.table, self.now, self.v = table, now, table.v
        self._names = names_of(table)
        self.common = table.common(before) if ahead is None else ahead.common
        self._known = {} if ahead is None else ahead.seen
        self._screens, self._over = screens, over or {}
        self._shown: dict[tuple[Audience, str], Screen] = {}
        self._seen: dict[Audience, dict[str, Any]] = {}
        self._lines: dict[tuple[Audience, str, int], list[tuple[int, str]]] = {}
        self._changed: dict[str, Known] = {}
        self._told: dict[tuple[str, int], tuple[Line, str, str]] = {}
        self._packed: dict[tuple[str, str], list[tuple[Any, str]]] = {}

    def parts(self, audience: Audience) -> dict[str, Any]:
        """Return the parts that an audience is shown, with phrases inside."""
        if audience not in self._seen:
            known = self._known.get(audience)
            parts = self.table.parts(audience, self.common) if known is None else known
            shown = {**parts, **self._over}
            if audience.seat is not None:
                _address(shown, audience.seat)
            self._seen[audience] = shown
        return self._seen[audience]

    def changes(self, audience: Audience, lang: str, since: int) -> tuple[int, str]:
        """Return the number of an audience's screen, and as JSON what has changed since one."""
        pack = partial(self._pack, lang)
        screen = self._shown.get((audience, lang))
        if screen is None:
            screen = self._shown[audience, lang] = self._screens[audience, lang]
            known = self._changed.setdefault(lang, {})
            screen.show(self.parts(audience), self._names, pack, known)
        return screen.number, screen.since(since, pack)

    def lines(self, audience: Audience, lang: str, since: int) -> list[tuple[int, str]]:
        """Return the lines told to an audience after one of them, each with its number."""
        key = (audience, lang, since)
        if key not in self._lines:
            lines = self.table.lines(audience, since)
            self._lines[key] = [(line.n, self._line(line, lang, audience.seat)) for line in lines]
        return self._lines[key]

    def _line(self, line: Line, lang: str, you: int | None) -> str:
        """Return a line as JSON; its text alone is another for the seat that it names."""
        key = lang, id(line.text)
        if key not in self._told:
            rest = line.plain()
            del rest["n"], rest["text"]
            text = packed(say(line.text, lang, self._names))
            self._told[key] = line, packed(said(rest, lang, self._names))[1:], text
        _, others, text = self._told[key]
        if you is not None and to_you(line.text, you):
            text = packed(say(line.text, lang, self._names, you))
        return f'{{"n":{line.n},"text":{text},{others}'

    def _pack(self, lang: str, name: str, value: Any) -> str:
        """Return a value as JSON, packed once for all audiences that see the same."""
        if type(value) in _PLAIN:
            return packed(value)
        known = self._packed.setdefault((name, lang), [])
        for same, text in known:
            if same is value or same == value:
                return text
        text = packed(said(value, lang, self._names))
        known.append((value, text))
        return text


_PLAIN = frozenset({str, int, float, bool, type(None)})
"""The kinds of what is said as it stands; most values are of them."""


def _address(shown: dict[str, Any], you: int) -> None:
    """Put in place of the sentences about a seat those that are said to it."""
    head, over = shown["head"], shown["over"]
    text = addressed(head["text"], you)
    if text is not head["text"]:
        shown["head"] = {**head, "text": text}
    if over is not None:
        lines = [addressed(line, you) for line in over["lines"]]
        following = over["next"] and addressed(over["next"], you)
        text = addressed(over["text"], you)
        shown["over"] = {**over, "text": text, "lines": lines, "next": following}


def names_of(table: Table) -> tuple[str, ...]:
    """Return the players' names by seat."""
    return tuple(chair.name for chair in table.chairs)


def said(value: Any, lang: str, names: tuple[str, ...] = (), you: int | None = None) -> Any:
    """Return a value for JSON with the phrases and drawings in it said in a language.

    Args:
        value: dicts, lists and what is in them.
        lang: the language.
        names: the players' names by seat.
        you: the seat of whoever is told it; None for those without one.
    """
    if type(value) in _PLAIN:
        return value
    if isinstance(value, (Phrase, Drawing)):
        return say(value, lang, names, you)
    if isinstance(value, Seat):
        return int(value)
    if isinstance(value, dict):
        return {
            name: one if type(one) in _PLAIN else said(one, lang, names, you)
            for name, one in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [one if type(one) in _PLAIN else said(one, lang, names, you) for one in value]
    return value


def packed(message: Any) -> str:
    """Return a message as JSON without spaces.

    >>> packed({"t": "pong", "now": 5})
    '{"t":"pong","now":5}'
    """
    return _ENCODE(message)


def _encode() -> Callable[[Any], str]:
    """Return what packs a value.

    ``JSONEncoder`` makes the encoder that is written in C anew for each value, which takes longer than
    to pack most of them; so it is made once here, where Python has it.
    """
    python = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False)
    make = getattr(json.encoder, "c_make_encoder", None)
    if make is None:
        return python.encode
    text = json.encoder.encode_basestring
    pieces = make(None, python.default, text, None, ":", ",", False, False, True)
    return lambda value: "".join(pieces(value, 0))


_ENCODE = _encode()
