"""Rules with parts to be filled in: the rules that several games share are written once.

A template calls rules that stand in the place of those that each game gives; ``fitted`` makes the copy
in which they do. The copy is a rule as any other, in all its faces.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from inspect import unwrap
from types import FunctionType
from typing import Any, ParamSpec, TypeVar

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import PRIMITIVES, is_rule, rule
from suitwise.foundation.arrays.compiled.translation import names_of

P = ParamSpec("P")
R = TypeVar("R")


def fitted(template: Callable[P, R], parts: Mapping[Any, Any]) -> Callable[P, R]:
    """Return a copy of a rule in which other rules stand in for some that it reaches.

    Args:
        template: the rule.
        parts: the rules to be replaced, each with the rule of the same parameters in its place.

    Raises:
        SuitwiseError: one of the rules to be replaced is not reached.

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
    tag, made = _tag(parts), dict(parts)

    def fit(function: Any) -> Any:
        if function not in made:
            changes = parts.keys() & _reached(function, set())
            made[function] = _named_copy(function, tag) if changes else function
            if changes:  # only now are its own rules looked at: one of them may be itself
                used = {name: fit(value) for name, value in _rules_used(function).items()}
                made[function].__globals__.update(used)
        return made[function]

    fit_template: Callable[P, R] = fit(template)
    return fit_template


def _tag(parts: Mapping[Any, Any]) -> str:
    """Return a tag that tells copies with other parts, or the same in other places, from these.

    Machine code finds functions by their names, so that each copy has a name of its own.
    """
    named = sorted(f"{_full_name(one)}={_full_name(other)}" for one, other in parts.items())
    return hashlib.sha256(" ".join(named).encode()).hexdigest()[:12]


def _full_name(function: Any) -> str:
    return f"{function.__module__}.{function.__qualname__}"


def _rules_used(function: Any) -> dict[str, Any]:
    """Return the rules that a rule calls, by the names it has for them; primitives call none."""
    if function in PRIMITIVES:
        return {}
    text = unwrap(function)  # of one that remembers its answers, too
    found = {name: text.__globals__.get(name) for name in names_of(text.__code__)}
    return {name: value for name, value in found.items() if is_rule(value)}


def _reached(function: Any, seen: set[Any]) -> set[Any]:
    """Return a rule, the rules that it calls, and those that they call."""
    if function not in seen:
        seen.add(function)
        for used in _rules_used(function).values():
            _reached(used, seen)
    return seen


def _named_copy(function: Any, tag: str) -> Any:
    """Return a copy of a rule under a name with a tag, and with globals of its own."""
    function = unwrap(function)
    name = f"{function.__name__}_{tag}"
    scope = dict(function.__globals__)
    copy = FunctionType(function.__code__, scope, name, function.__defaults__, function.__closure__)
    copy.__qualname__, copy.__doc__ = name, function.__doc__
    return rule(copy)
