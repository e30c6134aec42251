"""Compile a rule for the processor; the same source also runs as plain Python and on CUDA.

A *rule* is a small module-level function over integers and arrays, marked ``@rule``. Called directly,
it is ordinary Python, which is how rules are explained and tested. ``machine(f)`` is the same rule as
machine code; ``cuda.device(f)`` is a CUDA device function.

A *row rule* has the form ``f(i, given, answer)``: it reads row i of its input and fills row i of its
output. ``over_rows(f)`` runs it for many rows in a compiled loop, ``cuda.grid(f)`` as a CUDA kernel.

Compiling starts from a copy of ``f`` in which some global names are bound to something else: another
rule to that rule's compiled copy, a tuple of integers (a constant table) to a read-only array of the
smallest type that holds it, and a primitive (``PRIMITIVES``) to a single instruction. The body is not
changed, so what you read is what runs. Import other rules by name: a rule reached as ``module.rule``
is not found. Constants may be read as ``module.NAME``.

An *entry point* is a rule that Python calls as machine code (``entries``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import unwrap
from types import FunctionType
from typing import Any, cast

from suitwise.errors import SuitwiseError
from suitwise.foundation.machine.rule_text import (
    LOADED,
    PRIMITIVES,
    P,
    R,
    RowRule,
    add_at,
    byte_at,
    count_bits,
    highest_bit,
    is_rule,
    item_at,
    lowest_bit,
    made_once,
    names_of,
    plain,
    remembered,
    rule,
    text_of,
)

__all__ = [
    "add_at",
    "byte_at",
    "count_bits",
    "fitted",
    "for_types_of",
    "highest_bit",
    "is_kept",
    "is_linked",
    "is_loaded",
    "is_rule",
    "item_at",
    "lowest_bit",
    "machine",
    "over_rows",
    "remembered",
    "rule",
    "seconds_to_compile",
]


# --- Entry points ---------------------------------------------------------------------------------


@made_once
def machine(function: Callable[P, R]) -> Callable[P, R]:
    """Return a rule as machine code, which is opened or compiled at its first call.

    All arguments are given in order, defaults and names are left to plain Python.

    >>> from suitwise.foundation.arrays.compiled import count_bits, rule
    >>> @rule
    ... def low_three(bits: int) -> int:
    ...     return count_bits(bits & 7)
    >>> machine(low_three)(0b11101)
    2
    """
    from suitwise.foundation.machine.entries import Entry  # most commands need none

    return cast(Callable[P, R], Entry(function))


@made_once
def over_rows(function: RowRule) -> Callable[[Any, Any, int, int], None]:
    """Return a compiled loop that calls ``function(i, given, answer)`` for start <= i < stop.

    The first axis of ``given`` and of ``answer`` is the row; no row is checked to be there. To use all
    cores, call the loop from several threads with ranges that don't overlap.

    >>> import numpy as np
    >>> from suitwise.foundation.arrays.compiled import rule
    >>> @rule
    ... def double_row(i, given, answer):
    ...     answer[i] = 2 * given[i]
    >>> answer = np.zeros(3, np.int64)
    >>> over_rows(double_row)(np.arange(3), answer, 1, 3)
    >>> answer.tolist()
    [0, 2, 4]
    """
    from suitwise.foundation.machine.entries import Entry  # most commands need none

    return Entry(function, over_rows=True)


def for_types_of(function: Any, *arguments: Any) -> Callable[..., Any]:
    """Return machine code of a rule for calls with the types of these arguments, and no others.

    It saves a seventh of a microsecond a call.

    >>> from suitwise.foundation.arrays.compiled import rule
    >>> @rule
    ... def triple(x: int) -> int:
    ...     return 3 * x
    >>> for_types_of(triple, 0)(14)
    42
    """
    face: Any = machine(function)
    builtin: Callable[..., Any] = face.for_types_of(*arguments)
    return builtin


def is_loaded(function: Any) -> bool:
    """Return whether this process has an entry point's machine code, for single calls or over rows.

    >>> from suitwise.foundation.arrays.compiled import rule
    >>> @rule
    ... def never_asked(x: int) -> int:
    ...     return x
    >>> is_loaded(never_asked)
    False
    """
    return function in LOADED


def is_kept(function: Any) -> bool:
    """Return whether machine code of a rule is on disk, for single calls or over rows.

    >>> from suitwise.foundation.arrays.compiled import rule
    >>> @rule
    ... def typed_here(x: int) -> int:
    ...     return x
    >>> is_kept(typed_here)
    False
    """
    faces: tuple[Any, ...] = machine(function), over_rows(function)
    return any(face.is_kept for face in faces)


def is_linked(function: Any) -> bool:
    """Return whether a library was linked for the game of a rule, in which it may be.

    >>> from suitwise.foundation.arrays.compiled import rule
    >>> @rule
    ... def linked_here(x: int) -> int:
    ...     return x
    >>> is_linked(linked_here)
    False
    """
    from suitwise.foundation.machine import entries, libraries

    return libraries.is_linked(entries.game_of(plain(function).__module__))


def seconds_to_compile(function: Any) -> float:
    """Estimate how long it takes to compile an entry point.

    >>> from suitwise.foundation.arrays.compiled import count_bits
    >>> 0 < seconds_to_compile(count_bits) < 1
    True
    """
    return text_of(plain(function)).seconds


# --- Templates ------------------------------------------------------------------------------------
#
# A template is a rule that calls placeholder rules. ``fitted`` copies it for one game, with the game's
# own rules in place of the placeholders. The copy is an ordinary rule and compiles like any other.


def fitted(template: Callable[P, R], parts: Mapping[Any, Any]) -> Callable[P, R]:
    """Return a copy of a rule with some of the rules that it calls, directly or not, replaced.

    Args:
        template: the rule.
        parts: maps each rule to be replaced to its replacement, which takes the same parameters.

    Raises:
        SuitwiseError: the template does not reach one of the rules to be replaced.

    >>> from suitwise.foundation.arrays.compiled import machine
    >>> @rule
    ... def step(x: int) -> int:
    ...     raise NotImplementedError
    >>> @rule
    ... def twice(x: int) -> int:
    ...     return step(step(x))
    >>> @rule
    ... def triple(x: int) -> int:
    ...     return 3 * x
    >>> fitted(twice, {step: triple})(1), machine(fitted(twice, {step: triple}))(1)
    (9, 9)
    """
    reached = _reached(template, set())
    for missing in parts.keys() - reached:
        raise SuitwiseError(f"{template.__name__} does not reach the rule {missing.__name__}")
    tag, replacements = _tag(parts), dict(parts)

    def fit(function: Any) -> Any:
        if function not in replacements:
            changes = parts.keys() & _reached(function, set())
            replacements[function] = _named_copy(function, tag) if changes else function
            if changes:  # after the copy is registered, as the rule may call itself
                used = {name: fit(value) for name, value in _rules_used(function).items()}
                replacements[function].__globals__.update(used)
        return replacements[function]

    fit_template: Callable[P, R] = fit(template)
    return fit_template


def _tag(parts: Mapping[Any, Any]) -> str:
    """Return a tag for the names of copies with these replacements.

    Machine code finds functions by name, so copies with different replacements need different names.
    """
    from hashlib import sha256

    pairs = sorted(f"{_full_name(one)}={_full_name(other)}" for one, other in parts.items())
    return sha256(" ".join(pairs).encode()).hexdigest()[:12]


def _full_name(function: Any) -> str:
    return f"{function.__module__}.{function.__qualname__}"


def _rules_used(function: Any) -> dict[str, Any]:
    """Return the rules that a rule calls, by their names in its code; primitives call none."""
    if function in PRIMITIVES:
        return {}
    function = unwrap(function)  # a rule may be wrapped in a cache (``remembered``)
    used = {name: function.__globals__.get(name) for name in names_of(function.__code__)}
    return {name: value for name, value in used.items() if is_rule(value)}


def _reached(function: Any, seen: set[Any]) -> set[Any]:
    """Return a rule and all rules that it calls, directly or indirectly; ``seen`` collects them."""
    if function not in seen:
        seen.add(function)
        for used in _rules_used(function).values():
            _reached(used, seen)
    return seen


def _named_copy(function: Any, tag: str) -> Any:
    """Copy a rule, with the tag added to its name and with its own globals."""
    function = unwrap(function)
    name = f"{function.__name__}_{tag}"
    scope = dict(function.__globals__)
    copy = FunctionType(function.__code__, scope, name, function.__defaults__, function.__closure__)
    copy.__qualname__, copy.__doc__ = name, function.__doc__
    return rule(copy)
