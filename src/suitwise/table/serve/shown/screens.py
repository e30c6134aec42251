"""What those who see the same of a table have before their eyes, and what of it has changed last.

A part that is new, or has other fields than before, is sent whole; of any other the fields that have
changed, or of a list the items, by their places.
What is the same for several seats is said and packed once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

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
