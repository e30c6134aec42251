"""Choose between plain Python and machine code by the expected time of a call.

Opening machine code that is on disk takes some hundredths of a second, once per process; compiling a
rule takes seconds, once per machine. So a process opens what is there once it has spent that time on a
rule in plain Python, and compiles what is not there after a second. More calls are likely to come then.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ParamSpec, TypeVar

from suitwise.foundation.arrays.compiled import (
    is_kept,
    is_linked,
    is_loaded,
    machine,
    over_rows,
    seconds_to_compile,
)
from suitwise.foundation.machine import has_library
from suitwise.foundation.machine.rule_text import RowRule

P = ParamSpec("P")
R = TypeVar("R")

PLAIN_S = 1.0
"""The time that a process spends on a rule in plain Python before it compiles it."""
_spent: dict[Any, float] = {}
"""The time spent in plain Python so far, by rule."""
_adds_up = True
"""Whether the time already spent counts for compiling."""


def quickest(function: Callable[P, R], seconds: float) -> Callable[P, R]:
    """Return the faster form of a rule for a call: plain Python or machine code.

    Args:
        function: the rule.
        seconds: the estimated time of the call in plain Python.

    >>> from suitwise.foundation.arrays.compiled import count_bits
    >>> quickest(count_bits, 0.001) is count_bits, quickest(count_bits, 2.0) is count_bits
    (True, False)
    """
    return function if is_plain_quicker(function, seconds) else machine(function)


def quickest_rows(function: RowRule, seconds: float) -> Callable[[Any, Any, int, int], None]:
    """Return the faster loop of a row rule, plain or compiled, to be called like ``over_rows``.

    Args:
        function: a rule of the form ``function(i, given, answer)``.
        seconds: the estimated time for all rows in plain Python.
    """
    return _plain_rows(function) if is_plain_quicker(function, seconds) else over_rows(function)


def is_plain_quicker(function: Any, seconds: float) -> bool:
    """Return whether a call of a rule is left to plain Python; its time counts as spent then.

    Args:
        function: the rule.
        seconds: the estimated time of the call in plain Python.
    """
    if is_loaded(function):
        return False
    is_cheap = (_after(function, seconds) if _adds_up else seconds) <= PLAIN_S
    return is_cheap and not _opens(function, seconds)


def repays(function: Any, seconds: float) -> bool:
    """Return whether a caller that has spent some more time without machine code should switch to it.

    The caller should open machine code that is on disk once it has spent as much time as opening takes.
    If it is not there, it should compile once it has spent as much time as compiling takes.

    Args:
        function: the rule.
        seconds: the time spent without machine code since the last call of ``repays``.

    >>> from suitwise.seeds import philox
    >>> repays(philox, 0.001), philox in _spent
    (False, True)
    """
    if is_loaded(function) or PLAIN_S == 0 or _opens(function, seconds):
        return True
    return (_spent[function] if _adds_up else seconds) > seconds_to_compile(function)


LIBRARY_S = 0.01
"""About how long it takes to open the library that was linked for a game."""


def opening_s() -> float:
    """Return about how long it takes to open an object file: LLVM has to be loaded first."""
    return 0.002 if has_library() or "llvmlite.binding" in sys.modules else 0.04


def _after(function: Any, seconds: float) -> float:
    return _spent.get(function, 0.0) + seconds


def _opens(function: Any, seconds: float) -> bool:
    """Add to the time spent on a rule; return whether its machine code is to be opened.

    Looking on the disk takes time, so it is done only now and then. A server opens nothing for small
    calls but libraries: LLVM would take memory in each of its processes.
    """
    before, after = _spent.get(function, 0.0), _after(function, seconds)
    _spent[function] = after

    def is_time(opening: float) -> bool:
        return after // opening > before // opening

    in_library = has_library() or (is_time(LIBRARY_S) and is_linked(function))
    is_due = is_time(min(opening_s(), LIBRARY_S) if in_library else opening_s())
    return is_due and (_adds_up or in_library) and is_kept(function)


@contextmanager
def nothing_plain() -> Iterator[None]:
    """Use machine code for all calls in the block, for example to compile rules ahead with small calls.

    >>> from suitwise.foundation.arrays.compiled import count_bits
    >>> with nothing_plain():
    ...     quickest(count_bits, 0.001) is count_bits
    False
    """
    global PLAIN_S
    before, PLAIN_S = PLAIN_S, 0.0
    try:
        yield
    finally:
        PLAIN_S = before


@contextmanager
def small_stay_plain() -> Iterator[None]:
    """Compile nothing for small calls in the block, however much time they have taken together.

    It is for servers: while a process compiles, it serves nobody.

    >>> from suitwise.foundation.arrays.compiled import count_bits
    >>> with small_stay_plain():
    ...     {quickest(count_bits, 0.4) is count_bits for _ in range(10)}
    {True}
    """
    global _adds_up
    before, _adds_up = _adds_up, False
    try:
        yield
    finally:
        _adds_up = before


def _plain_rows(function: RowRule) -> Callable[[Any, Any, int, int], None]:
    def rows(given: Any, answer: Any, start: int, stop: int) -> None:
        for i in range(start, stop):
            function(i, given, answer)

    return rows
