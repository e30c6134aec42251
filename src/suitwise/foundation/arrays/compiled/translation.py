"""The copy of a rule whose global names mean something else: other faces of rules, tables as arrays."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType
from typing import Any

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled.late_numba import numba_module
from suitwise.foundation.arrays.compiled.marks import is_rule, plain


def names_of(code: CodeType) -> Iterator[str]:
    """Yield the names that a function's code looks up, those of functions inside it, too."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_of(constant)


@functools.cache
def table_of(values: tuple[int, ...]) -> Any:
    """Return a constant table as a read-only array of the smallest signed type."""
    import numpy as np

    types = (np.int8, np.int16, np.int32, np.int64)
    fits = (t for t in types if np.iinfo(t).min <= min(values) and max(values) <= np.iinfo(t).max)
    array = np.array(values, dtype=next(fits))
    array.flags.writeable = False
    return array


CONSTANTS = (int, float)
"""The types of constant numbers."""


def is_table(value: object) -> bool:
    """Tell whether something is a constant table: a tuple of integers that is not empty."""
    return isinstance(value, tuple) and len(value) > 0 and all(type(v) is int for v in value)


def translated(function: FunctionType, other: Callable[[Any], Any]) -> FunctionType:
    """Copy a rule so that its rules and tables are those of another face."""
    scope: dict[str, Any] = {
        "__name__": function.__module__,
        "__builtins__": function.__globals__["__builtins__"],
    }
    for name in names_of(function.__code__):
        if name not in function.__globals__:
            continue
        value = function.__globals__[name]
        if value is function:  # it calls itself: `calling_itself` puts its face there
            continue
        if is_rule(value):
            value = other(plain(value))
        elif is_table(value):
            value = table_of(value)
        elif not isinstance(value, CONSTANTS):
            raise SuitwiseError(
                f"the rule {function.__name__} uses {name}, which is no rule, no constant number and "
                "no tuple of integers"
            )
        scope[name] = value
    copy = FunctionType(
        function.__code__, scope, function.__name__, function.__defaults__, function.__closure__
    )
    copy.__qualname__ = function.__qualname__
    return copy


def calling_itself(copy: FunctionType, function: Any, face: Any) -> Any:
    """Let the copy of a rule that calls itself call its own face.

    numba would make a function of its own for a call with constants. Two that call each other are not
    found again when they are loaded from the disk: that crashes. So there is one, for variables. A rule
    must not call itself with a constant: then numba never comes to an end of making it.
    """
    names = [name for name in names_of(function.__code__) if _is_itself(function, name)]
    if names:
        copy.__globals__.update(dict.fromkeys(names, face))
        compile_for = face.compile
        unliteral = numba_module().types.unliteral
        face.compile = lambda types: compile_for(tuple(map(unliteral, types)))
    return face


def _is_itself(function: Any, name: str) -> bool:
    return function.__globals__.get(name) is function
