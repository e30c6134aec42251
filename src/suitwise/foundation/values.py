"""Small values that games share: unchecked changes, lazy sequences, a clock, the length of a match."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from importlib import import_module
from time import perf_counter
from typing import Any, TypeVar, overload

T = TypeVar("T")
_SAME = object()


def unchecked(kind: type[T]) -> Callable[..., T]:
    """Return a function that makes values of a frozen dataclass with slots from all fields, in order.

    Neither ``__init__`` nor ``__post_init__`` is called, which is most of the cost of a value: what a
    rule makes of a legal value is legal, too.

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


# --- What notebooks show --------------------------------------------------------------------------


def shows(*, svg: str = "", text: str = "") -> Callable[[type[T]], type[T]]:
    """Return a class decorator: notebooks show the objects of a class as a picture or as text.

    Rules and values know nothing of pictures: the function that draws is named, and imported when an
    object is first shown.

    Args:
        svg: the function that draws an object as SVG, or gives None, as ``module:function``.
        text: the function that writes an object as lines of text.

    >>> @shows(text="builtins:str")
    ... class Shout(str): ...
    >>> Shout("Hi")._repr_html_()
    '<pre>Hi</pre>'
    """

    def decorate(kind: type[T]) -> type[T]:
        if svg:
            kind._repr_svg_ = lambda self: _found(svg)(self)  # type: ignore[attr-defined]
        if text:
            kind._repr_html_ = lambda self: _found(_PREFORMATTED)(_found(text)(self))  # type: ignore[attr-defined]
        return kind

    return decorate


_PREFORMATTED = "suitwise.picture.notebook:preformatted"


def _found(named: str) -> Any:
    module, _, name = named.partition(":")
    return getattr(import_module(module), name)


# --- Lazy sequences -------------------------------------------------------------------------------


class Lazy(Sequence[T]):
    """A sequence by its number of items and ``at``, the item at a place.

    >>> class Squares(Lazy[int]):
    ...     def __len__(self):
    ...         return 10
    ...
    ...     def at(self, place):
    ...         return place * place
    >>> Squares()[-1], Squares()[2:4]
    (81, [4, 9])
    """

    __slots__ = ()

    @abstractmethod
    def at(self, place: int) -> T:
        """Return the item at a place, counted from 0, that there is."""

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> list[T]: ...
    def __getitem__(self, place: int | slice) -> T | list[T]:
        """Return the item at a place, or those of a slice.

        Raises:
            IndexError: there are no more than ``place`` items.
        """
        found = range(len(self))[place]
        return self.at(found) if isinstance(found, int) else [self.at(each) for each in found]


# --- The clock ------------------------------------------------------------------------------------
#
# Worlds are drawn and looked at in lots. The first is small, so that a short time is not over before
# any world is looked at; how long a lot took tells how large the next may be.

FIRST = 8
"""The worlds of the first lot where a time is given, and of the smallest, unless fewer are asked for."""
_MOST_LOTS = 64


class Clock:
    """The time for a decision; it runs from when this is made.

    Args:
        seconds: the time; 0 if worlds bound the thinking, not time.
    """

    def __init__(self, seconds: float = 0.0) -> None:
        self._seconds = seconds
        self._end = perf_counter() + seconds

    def is_over(self, left: float = 0.0) -> bool:
        """Return whether a time is given and over, but for a share of it that is left."""
        return self._seconds > 0 and perf_counter() >= self._end - left * self._seconds

    def lots(self, worlds: int) -> Iterator[int]:
        """Yield how many worlds to look at, again and again while there is time; else ``worlds`` once.

        The next lot is asked for when the last one has been looked at; it is at most twice as large, and
        no larger than the time left allows if its worlds take as long as the last. Lots end with the
        time, or where not even a small one is to be expected to fit in.

        Args:
            worlds: the most that are looked at at a time.

        >>> list(Clock().lots(100))
        [100]
        >>> next(Clock(0.01).lots(100))
        8
        """
        if self._seconds <= 0:
            yield worlds
            return
        least = lot = min(FIRST, worlds)
        for _ in range(_MOST_LOTS):
            since = perf_counter()
            yield lot
            now = perf_counter()
            took, left = now - since, self._end - now
            if least * took > lot * left:
                return
            lot = min(worlds, 2 * lot, int(lot * left / took)) if took > 0 else min(worlds, 2 * lot)
            lot = max(lot, least)


# --- The length of a match ------------------------------------------------------------------------
#
# A match to a score need not end: a deal may be void, be thrown in or lift nobody. The rule is this
# package's own.

MOST_DEALS = 100_000
"""The most that an option ``deals`` can be."""
VOID_DEALS = 100
"""The deals in which nobody scores that a match has room for, where its deals are not limited."""


def most_deals(limit: int, scored: int) -> int:
    """Return how many deals a match has at most.

    Args:
        limit: the option ``deals``, 0 where it is not given.
        scored: in how many deals something can be scored before the match is won.

    >>> most_deals(0, scored=13), most_deals(5, scored=13)
    (113, 5)
    """
    return limit or scored + VOID_DEALS


def deals_text(over: int) -> str:
    """Return how the text of a position ends that stands behind some deals of a match.

    >>> deals_text(0), deals_text(3)
    ('', ' deals 3')
    """
    return f" deals {over}" if over else ""


DEALS = r"(?: deals ([1-9][0-9]{0,5}))?"
"""The pattern of that text."""


def ahead(one: int, other: int) -> int:
    """Return the side that is ahead, -1 where both are level.

    >>> ahead(5, 3), ahead(3, 5), ahead(4, 4)
    (0, 1, -1)
    """
    return -1 if one == other else int(other > one)
