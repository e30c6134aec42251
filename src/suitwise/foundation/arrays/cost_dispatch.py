"""Plain Python for small questions: nobody waits for a compiler longer than for the answer.

Compiling a rule takes seconds, once; loading its machine code takes half a second, once a process.
A question that plain Python answers sooner is left to it, until a process has spent a second on a
rule: then more questions are likely to come, and machine code is the quicker way for all of them.
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
"""About the time to load the machine code of a rule."""
PLAIN_S = 1.0
"""About the time a process spends on a rule in plain Python."""
_spent: dict[Any, float] = {}
_adds_up = True
"""True if time already spent counts."""


def quickest(function: Callable[P, R], seconds: float) -> Callable[P, R]:
    """Return the face of a rule that answers soonest: the rule itself, or its machine code.

    Args:
        function: the rule.
        seconds: about how long plain Python takes for the question.

    >>> from suitwise.foundation.arrays.compiled import count_bits
    >>> quickest(count_bits, 0.001) is count_bits, quickest(count_bits, 2.0) is count_bits
    (True, False)
    """
    return function if _is_plain_quicker(function, seconds) else machine(function)


def quickest_rows(function: RowRule, seconds: float) -> Callable[[Any, Any, int, int], None]:
    """Return the loop of a rule over rows that answers soonest, of the form of ``over_rows``.

    Args:
        function: a rule of the form ``function(i, given, answer)``.
        seconds: about how long plain Python takes for all rows.
    """
    return _plain_rows(function) if _is_plain_quicker(function, seconds) else over_rows(function)


def repays(function: Any, seconds: float, arguments: Callable[[], tuple[Any, ...]]) -> bool:
    """Return whether machine code is worth its while where so much more has been done without it.

    For what is asked again and again: it is loaded once loading would have taken no longer than what was
    done without it, and where nobody has compiled it yet, compiled once that holds of compiling.

    Args:
        function: the rule.
        seconds: about how long was spent without it since this was asked last.
        arguments: gives such as the rule is called with.

    >>> from suitwise.seeds import philox
    >>> repays(philox, LOADED_S / 2, lambda: (0,) * 6), philox in _spent
    (False, True)
    """
    if is_loaded(function) or PLAIN_S == 0:
        return True
    before = _spent.get(function, 0.0) if _adds_up else 0.0
    spent = _spent[function] = before + seconds
    if spent // LOADED_S == before // LOADED_S:  # to ask takes some time, too
        return False
    return spent > seconds_to_compile(function) or is_kept(function, arguments())


@contextmanager
def nothing_plain() -> Iterator[None]:
    """Leave nothing to plain Python meanwhile: whoever gets ready for larger questions asks small ones.

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
    """Leave every small question to plain Python meanwhile, however many have come before it.

    For a process that serves many at once: while it loads machine code nobody is served.

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
