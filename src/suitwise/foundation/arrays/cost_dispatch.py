"""Choose between plain Python and machine code by the expected time of a call.

Compiling a rule takes seconds, once per machine; loading its machine code takes half a second, once per
process. Until a process has spent a second on a rule in plain Python, small calls stay in plain Python.
After that more calls are likely to come, and machine code is loaded for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ParamSpec, TypeVar

from suitwise.foundation.arrays.compiled import (
    RowRule,
    is_kept,
    is_loaded,
    machine,
    over_rows,
    seconds_to_compile,
)

P = ParamSpec("P")
R = TypeVar("R")

LOADED_S = 0.5
"""The approximate time to load the machine code of a rule."""
PLAIN_S = 1.0
"""The time that a process spends on a rule in plain Python before it loads machine code."""
_spent: dict[Any, float] = {}
"""The time spent in plain Python so far, by rule."""
_adds_up = True
"""Whether the time already spent counts."""


def quickest(function: Callable[P, R], seconds: float) -> Callable[P, R]:
    """Return the faster form of a rule for a call: plain Python or machine code.

    Args:
        function: the rule.
        seconds: the estimated time of the call in plain Python.

    >>> from suitwise.foundation.arrays.compiled import count_bits
    >>> quickest(count_bits, 0.001) is count_bits, quickest(count_bits, 2.0) is count_bits
    (True, False)
    """
    return function if _is_plain_quicker(function, seconds) else machine(function)


def quickest_rows(function: RowRule, seconds: float) -> Callable[[Any, Any, int, int], None]:
    """Return the faster loop of a row rule, plain or compiled, to be called like ``over_rows``.

    Args:
        function: a rule of the form ``function(i, given, answer)``.
        seconds: the estimated time for all rows in plain Python.
    """
    return _plain_rows(function) if _is_plain_quicker(function, seconds) else over_rows(function)


def repays(function: Any, seconds: float, arguments: Callable[[], tuple[Any, ...]]) -> bool:
    """Return whether a caller that has spent some more time without machine code should switch to it.

    The caller should load cached machine code once it has spent as much time as loading takes. If the
    code is not cached, it should compile once it has spent as much time as compiling takes.

    Args:
        function: the rule.
        seconds: the time spent without machine code since the last call of ``repays``.
        arguments: returns arguments of the types that the rule would be called with.

    >>> from suitwise.seeds import philox
    >>> repays(philox, LOADED_S / 2, lambda: (0,) * 6), philox in _spent
    (False, True)
    """
    if is_loaded(function) or PLAIN_S == 0:
        return True
    before = _spent.get(function, 0.0) if _adds_up else 0.0
    spent = _spent[function] = before + seconds
    if (
        spent // LOADED_S == before // LOADED_S
    ):  # looking for cached code takes time, so do it rarely
        return False
    return spent > seconds_to_compile(function) or is_kept(function, arguments())


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
    """Keep small calls in plain Python in the block, however much time they have taken together.

    It is for servers: while a process loads machine code, it serves nobody.

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


def _is_plain_quicker(function: Any, seconds: float) -> bool:
    if is_loaded(function):
        return False
    spent = _spent.get(function, 0.0) if _adds_up else 0.0
    if spent + seconds > PLAIN_S:
        return False
    _spent[function] = spent + seconds
    return True


def _plain_rows(function: RowRule) -> Callable[[Any, Any, int, int], None]:
    def rows(given: Any, answer: Any, start: int, stop: int) -> None:
        for i in range(start, stop):
            function(i, given, answer)

    return rows
