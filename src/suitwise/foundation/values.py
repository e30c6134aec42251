"""Values made where nothing need be checked: what follows from a value by a rule is one, too.

Neither ``__init__`` nor ``__post_init__`` is called, which is most of what making a value costs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from operator import attrgetter
from typing import Any, TypeVar

T = TypeVar("T")


def unchecked(kind: type[T]) -> Callable[..., T]:
    """Return what makes values of a frozen dataclass with slots from all its fields, in order.

    >>> from suitwise.texas42.rules.contracts import Contract
    >>> unchecked(Contract)(1, 2, 3) == Contract(1, 2, 3)
    True
    """
    new = object.__new__
    setters = tuple(_setters(kind).values())

    def make(*values: Any) -> T:
        value = new(kind)
        for put, part in zip(setters, values, strict=True):
            put(value, part)
        return value

    return make


def changing(kind: type[T]) -> Callable[..., T]:
    """Return what copies values of a frozen dataclass with slots, but for the fields named.

    >>> from suitwise.texas42.rules.contracts import Contract
    >>> changing(Contract)(Contract(1, 2, 3), bidder=0)
    Contract(bidder=0, call=2, declaration=3)
    """
    new = object.__new__
    setters = _setters(kind)
    parts_of, in_order = attrgetter(*setters), tuple(setters.values())

    def change(value: T, **changes: Any) -> T:
        changed = new(kind)
        for put, part in zip(in_order, parts_of(value), strict=True):
            put(changed, part)
        for name, part in changes.items():
            setters[name](changed, part)
        return changed

    return change


def _setters(kind: Any) -> dict[str, Callable[[Any, Any], None]]:
    """Return what writes each field into its slot."""
    return {field.name: getattr(kind, field.name).__set__ for field in fields(kind)}
