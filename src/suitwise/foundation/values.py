"""Values made or changed unchecked: a value that a rule makes of a legal one is legal, too.

Neither ``__init__`` nor ``__post_init__`` is called, which is most of the cost of a value.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, TypeVar

T = TypeVar("T")
_SAME = object()


def unchecked(kind: type[T]) -> Callable[..., T]:
    """Return a function that makes values of a frozen dataclass with slots from all fields, in order.

    >>> from suitwise.texas42.rules.contracts import Contract
    >>> unchecked(Contract)(1, 2, 3) == Contract(1, 2, 3)
    True
    """
    new = object.__new__
    setters = tuple(getattr(kind, field.name).__set__ for field in fields(kind))  # type: ignore[arg-type]

    def make(*values: Any) -> T:
        value = new(kind)
        for put, part in zip(setters, values, strict=True):
            put(value, part)
        return value

    return make


def changing(kind: type[T]) -> Callable[..., T]:
    """Return a function that copies values of a frozen dataclass with slots, but for the fields named.

    It is ``dataclasses.replace``, three times as fast; fields that are no arguments of
    ``__init__`` are copied, too. The function is written out as text, as ``dataclass`` writes its own.

    >>> from suitwise.rummy.rules.melds import Set
    >>> changing(Set)(Set(3, (0, 1, 2)), rank=4)
    Set(rank=4, suits=(0, 1, 2), wilds=0)
    """
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    scope: dict[str, Any] = {f"set_{name}": getattr(kind, name).__set__ for name in names}
    scope |= {"new": object.__new__, "kind": kind, "SAME": _SAME}
    put = "".join(f" set_{n}(copy, value.{n} if {n} is SAME else {n})\n" for n in names)
    asked = ", ".join(f"{name}=SAME" for name in names)
    exec(f"def change(value, *, {asked}):\n copy = new(kind)\n{put} return copy", scope)
    change: Callable[..., T] = scope["change"]
    return change
