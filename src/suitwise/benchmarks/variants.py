"""A rule with others in the place of some it uses: what an improvement is worth, by leaving it out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any

from suitwise.compiled import is_rule, rule

Rule = Callable[..., Any]


def with_rules(function: Rule, replaced: Mapping[Rule, Rule]) -> Rule:
    """Return a copy of a rule in which all it reaches uses other rules in the place of some.

    Args:
        function: the rule.
        replaced: what stands for what, with the same arguments.

    >>> from suitwise.texas42.tricks import partner, side
    >>> @rule
    ... def same(seat: int) -> int:
    ...     return seat
    >>> with_rules(partner, {side: same})(3)
    1
    """
    copies: dict[Rule, Rule] = dict(replaced)
    names = "_".join(sorted(other.__name__ for other in replaced.values()))

    def copy(one: Rule) -> Rule:
        if one not in copies:
            copies[one] = _copy(one, names) if replaced.keys() & _reached(one, set()) else one
            if copies[one] is not one:
                scope = copies[one].__globals__
                scope.update({name: copy(used) for name, used in _used(one).items()})
        return copies[one]

    return copy(function)


def _used(function: Rule) -> dict[str, Rule]:
    """Return the rules that a rule calls, by name."""
    assert isinstance(function, FunctionType)
    found = {name: function.__globals__.get(name) for name in function.__code__.co_names}
    return {name: value for name, value in found.items() if value is not None and is_rule(value)}


def _reached(function: Rule, seen: set[Rule]) -> set[Rule]:
    """Return the rules that a rule calls, and those that they call."""
    if function not in seen:
        seen.add(function)
        for used in _used(function).values():
            _reached(used, seen)
    return seen


def _copy(function: Rule, names: str) -> Rule:
    """Return a copy with a name of its own: code loaded from the disk is found by its name."""
    assert isinstance(function, FunctionType)
    made = FunctionType(function.__code__, dict(function.__globals__))
    made.__name__ = made.__qualname__ = f"{function.__name__}_with_{names}"
    return rule(made)
