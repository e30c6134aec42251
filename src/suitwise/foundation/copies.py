"""Copies of frozen values with other parts, without the checks that a value made anew goes through."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, TypeVar

T = TypeVar("T")
_SAME = object()


def changing(kind: type[T]) -> Callable[..., T]:
    """Return what copies values of a frozen dataclass with slots, but for the fields named.

    What ``dataclasses.replace`` does, three times as fast: neither ``__init__`` nor ``__post_init__``
    is called, and fields that are no arguments of these are copied, too. The function is written out
    as text, as ``dataclass`` writes its own.

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
