"""Small helpers that all games share.

These are fast copies of frozen dataclasses, pictures in notebooks, sequences that compute their items on
access, the clock of a thinking player, and the length of a match.
"""

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
    """Return a fast constructor of a frozen dataclass with slots, which takes all fields in order.

    It skips ``__init__`` and ``__post_init__``, which take most of the time and validate the fields. Use
    it only for values that are known to be legal.

    >>> from suitwise.texas42.rules.contracts import Contract
    >>> unchecked(Contract)(1, 2, 3) == Contract(1, 2, 3)
    True
    """
    new = object.__new__
    setters = tuple(getattr(kind, field.name).__set__ for field in fields(kind))  # type: ignore[arg-type]

    def make(*values: Any) -> T:
        value = new(kind)
        for set_field, part in zip(setters, values, strict=True):
            set_field(value, part)
        return value

    return make


def changing(kind: type[T]) -> Callable[..., T]:
    """Return a faster ``dataclasses.replace`` for one frozen dataclass with slots.

    It is three times as fast because it skips ``__init__``. Unlike ``replace`` it also copies fields
    that are not arguments of ``__init__``. The function is generated as source text, like the methods
    of dataclasses.

    >>> from suitwise.rummy.rules.melds import Set
    >>> changing(Set)(Set(3, (0, 1, 2)), rank=4)
    Set(rank=4, suits=(0, 1, 2), wilds=0)
    """
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    scope: dict[str, Any] = {f"set_{name}": getattr(kind, name).__set__ for name in names}
    scope |= {"new": object.__new__, "kind": kind, "SAME": _SAME}
    body = "".join(f" set_{n}(copy, value.{n} if {n} is SAME else {n})\n" for n in names)
    parameters = ", ".join(f"{name}=SAME" for name in names)
    exec(f"def change(value, *, {parameters}):\n copy = new(kind)\n{body} return copy", scope)
    change: Callable[..., T] = scope["change"]
    return change


def replaced(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """Return a tuple with one item replaced.

    >>> replaced((1, 2, 3), 1, 7)
    (1, 7, 3)
    """
    return (*items[:at], item, *items[at + 1 :])


# --- What notebooks show --------------------------------------------------------------------------


def shows(*, svg: str = "", text: str = "") -> Callable[[type[T]], type[T]]:
    """Return a class decorator that makes notebooks show the objects of a class.

    The drawing functions are given as text, ``module:function``, and imported when an object is first
    shown. So the rules don't depend on the code that draws.

    Args:
        svg: a function that returns an object as SVG, or None for no picture.
        text: a function that returns an object as lines of text.

    >>> @shows(text="builtins:str")
    ... class Shout(str): ...
    >>> Shout("Hi")._repr_html_()
    '<pre>Hi</pre>'
    """

    def decorate(kind: type[T]) -> type[T]:
        if svg:
            kind._repr_svg_ = lambda self: _imported(svg)(self)  # type: ignore[attr-defined]
        if text:
            kind._repr_html_ = lambda self: _imported(_PREFORMATTED)(_imported(text)(self))  # type: ignore[attr-defined]
        return kind

    return decorate


_PREFORMATTED = "suitwise.picture.notebook:preformatted"


def _imported(place: str) -> Any:
    """Import and return the function at a place such as ``module:function``."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


# --- Lazy sequences -------------------------------------------------------------------------------


class Lazy(Sequence[T]):
    """A sequence that computes its items on access; subclasses define ``__len__`` and ``at``.

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
        """Return the item at an index from 0 to the length minus one."""

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> list[T]: ...
    def __getitem__(self, place: int | slice) -> T | list[T]:
        """Return the item at an index, or the items of a slice.

        Raises:
            IndexError: the index is out of range.
        """
        index = range(len(self))[place]
        return self.at(index) if isinstance(index, int) else [self.at(i) for i in index]


# --- The clock ------------------------------------------------------------------------------------
#
# A player with a time limit samples and evaluates worlds in batches. The first batch is small, so that
# it fits into a short time; the time that it takes then determines the size of the next one.

FIRST = 8
"""The size of the first and smallest batch under a time limit, unless fewer worlds are asked for."""
_MOST_LOTS = 64
"""The most batches of a decision, in case the clock does not advance."""


class Clock:
    """The time limit of a decision, which starts when the clock is created.

    Args:
        seconds: the time; 0 for no time limit.
    """

    def __init__(self, seconds: float = 0.0) -> None:
        self._seconds = seconds
        self._end = perf_counter() + seconds

    def is_over(self, left: float = 0.0) -> bool:
        """Return whether the time is over, or at most the share ``left`` of it remains."""
        return self._seconds > 0 and perf_counter() >= self._end - left * self._seconds

    def lots(self, worlds: int) -> Iterator[int]:
        """Yield the sizes of batches of worlds until the time is over; without a limit, ``worlds`` once.

        The caller evaluates a batch before it asks for the next. A batch is at most twice as large as
        the last, and no larger than the remaining time allows at the speed of the last. The batches end
        when even the smallest is not expected to finish in time.

        Args:
            worlds: the most worlds in a batch.

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
            if least * took > lot * left:  # not even the smallest batch would finish in time
                return
            lot = min(worlds, 2 * lot, int(lot * left / took)) if took > 0 else min(worlds, 2 * lot)
            lot = max(lot, least)


# --- The length of a match ------------------------------------------------------------------------
#
# A match to a given score might never end, because a deal may pass without a score (void or thrown in).
# So the number of deals is limited.

MOST_DEALS = 100_000
"""The largest value of the option ``deals``."""
VOID_DEALS = 100
"""The number of deals without a score that a match has room for if the option ``deals`` is not set."""


def most_deals(limit: int, scored: int) -> int:
    """Return the most deals of a match.

    Args:
        limit: the option ``deals``; 0 if it is not set.
        scored: the most deals with a score that the match can have.

    >>> most_deals(0, scored=13), most_deals(5, scored=13)
    (113, 5)
    """
    return limit or scored + VOID_DEALS


def deals_text(over: int) -> str:
    """Return the last part of a position's text, which gives the number of finished deals of the match.

    >>> deals_text(0), deals_text(3)
    ('', ' deals 3')
    """
    return f" deals {over}" if over else ""


DEALS = r"(?: deals ([1-9][0-9]{0,5}))?"
"""The regular expression for ``deals_text``."""


def ahead(one: int, other: int) -> int:
    """Return the side with the higher score, 0 or 1; -1 if they are equal.

    >>> ahead(5, 3), ahead(3, 5), ahead(4, 4)
    (0, 1, -1)
    """
    return -1 if one == other else int(other > one)
