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

    def show(self, parts: Parts, names: tuple[str, ...], pack: Pack) -> None:
        """Show other parts; where nothing is other, nothing happens.

        Args:
            parts: all that the audience is shown.
            names: the players' names, which stand in the sentences.
            pack: packs what has changed.
        """
        if parts == self._parts and names == self._names:
            return
        if names == self._names:
            self._last = packed_changes(self._parts, parts, pack)
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


def packed_changes(before: Parts, after: Parts, pack: Pack) -> str:
    """Return as JSON what has changed from parts to others of the same names."""
    whole, some = {}, {}
    for name, part in after.items():
        old = before.get(name, _NOTHING)
        if old is part or old == part:
            continue
        if is_like(old, part):
            some[name] = _object(
                {
                    str(field): pack(f"{name}.{field}", part[field])
                    for field in (part if isinstance(part, dict) else range(len(part)))
                    if old[field] != part[field]
                }
            )
        else:
            whole[name] = pack(name, part)
    return _body(whole, some)


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
