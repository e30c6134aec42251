"""What is a rule: the marks on its function, and its text behind them."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")

RowRule = Callable[[int, Any, Any], None]
"""A rule of the form ``f(i, given, answer)``, which runs for every row of an array."""
_MARK = "__suitwise_rule__"


def rule(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a function as a rule: the subset of Python that all three faces share.

    >>> @rule
    ... def double(x: int) -> int:
    ...     return 2 * x
    >>> double(21)
    42
    """
    setattr(function, _MARK, True)
    return function


def remembered(function: Callable[P, R]) -> Callable[P, R]:
    """Let the plain face of a rule remember its last answers; the compiled ones find them again.

    >>> from suitwise.foundation.arrays.compiled import machine
    >>> @remembered
    ... @rule
    ... def square(x: int) -> int:
    ...     return x * x
    >>> square(12), square(12), is_rule(square), machine(plain(square))(12)
    (144, 144, True, 144)
    """
    return cast(Callable[P, R], functools.lru_cache(_REMEMBERED, typed=True)(function))


_REMEMBERED = 64


def plain(function: Any) -> Any:
    """Return the text of a rule, of one that remembers its answers, too."""
    return inspect.unwrap(function)


def is_rule(value: object) -> bool:
    """Tell whether something is marked as a rule.

    >>> is_rule(rule(lambda x: x)), is_rule(len)
    (True, False)
    """
    return getattr(value, _MARK, False) is True
