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

An *entry point* is a rule that Python calls as machine code. Its code for the types of a call is looked
for in this process, then in the object files on disk (``code_cache``), and compiled as the last resort
(``compiler``). Object files are kept under a digest of the source of every rule that is reached, so an
edit in any of those files recompiles them, and two checkouts or installations share the cache.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from inspect import unwrap
from types import FunctionType
from typing import Any, cast

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays import code_cache, machine_code
from suitwise.foundation.arrays.code_cache import compiling
from suitwise.foundation.arrays.machine_code import OTHER_TYPES, symbol_of
from suitwise.foundation.arrays.rule_text import (
    PRIMITIVES,
    P,
    R,
    RowRule,
    Text,
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
)
from suitwise.foundation.arrays.signatures import signature_of

__all__ = [
    "PRIMITIVES",
    "RowRule",
    "add_at",
    "byte_at",
    "count_bits",
    "fitted",
    "highest_bit",
    "is_kept",
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


class Entry:
    """A rule as machine code, called like the rule.

    The code for the types of the arguments is opened or compiled at the first call with them. Integers
    have 64 bits and wrap around. The interpreter lock is released meanwhile, so threads use all cores.

    Args:
        function: the rule.
        over_rows: whether this is the loop of a row rule.
    """

    def __init__(self, function: Any, *, over_rows: bool = False) -> None:
        self._function, self._over_rows = function, over_rows
        self.name = f"{function.__module__}:{function.__qualname__}{' over rows' * over_rows}"
        self._arity = 4 if over_rows else function.__code__.co_argcount
        self._forms: dict[str, Callable[..., Any]] = {}
        self._last: Callable[..., Any] = self._first

    def __call__(self, *arguments: Any) -> Any:
        try:
            found = self._last(*arguments)
            if found is OTHER_TYPES:
                self._last = self._form(arguments)
                found = self._last(*arguments)
        except SystemError:
            raise SuitwiseError(
                f"the rule {self.name} raised an error, which plain Python tells"
            ) from None
        return found

    @property
    def is_kept(self) -> bool:
        """Whether its machine code is on disk, for some types of arguments."""
        return self._digest is not None and code_cache.has(self.name, self._key)

    def _first(self, *_: Any) -> Any:
        return OTHER_TYPES

    def _form(self, arguments: tuple[Any, ...]) -> Callable[..., Any]:
        """Return the builtin function for the types of these arguments."""
        if len(arguments) != self._arity:
            raise TypeError(f"{self.name} takes {self._arity} arguments, not {len(arguments)}")
        signature = signature_of(arguments)
        form = self._forms.get(signature)
        if form is None:
            form = self._forms[signature] = self._opened(signature) or self._compiled(signature)
            _loaded.add(self._function)
        return form

    @cached_property
    def _digest(self) -> str | None:
        return Text(self._function).digest

    @cached_property
    def _key(self) -> bytes:
        return repr((self._digest, machine_code.target())).encode()

    def _opened(self, signature: str) -> Callable[..., Any] | None:
        """Return the function that is on disk; None if there is none or it can't be opened."""
        if self._digest is None:
            return None
        code = code_cache.load(self.name, self._key, signature)
        if code is None:
            return None
        try:
            return machine_code.opened_object(code, symbol_of(self.name, signature))
        except RuntimeError:  # LLVM can't open what another release of it has written
            code_cache.forget(self.name, self._key, signature)
            return None

    def _compiled(self, signature: str) -> Callable[..., Any]:
        """Compile the function and keep it on disk; other processes that need the same one wait."""
        seconds = seconds_to_compile(self._function)
        compiling(self._function.__module__, seconds, code_cache.folder().reason)
        with _compiling, code_cache.alone_with(self._key):
            opened = self._opened(signature)  # another process may have been faster
            if opened is not None:
                return opened
            from suitwise.foundation.arrays import compiler

            module = compiler.compiled(self._function, self._over_rows, self.name, signature)
            code = compiler.object_code(module, machine_code.target_machine())
            if self._digest is not None:
                code_cache.save(self.name, self._key, code, signature)
        return machine_code.opened_object(code, symbol_of(self.name, signature))


_compiling = threading.RLock()
_loaded: set[Any] = set()
"""The rules of which this process has loaded or compiled machine code."""


@made_once
def machine(function: Callable[P, R]) -> Callable[P, R]:
    """Return a rule as machine code, which is loaded or compiled at its first call.

    >>> from suitwise.foundation.arrays.compiled import count_bits, rule
    >>> @rule
    ... def low_three(bits: int) -> int:
    ...     return count_bits(bits & 7)
    >>> machine(low_three)(0b11101)
    2
    """
    return cast(Callable[P, R], Entry(function))


@made_once
def over_rows(function: RowRule) -> Callable[[Any, Any, int, int], None]:
    """Return a compiled loop that calls ``function(i, given, answer)`` for start <= i < stop.

    The first axis of ``given`` and of ``answer`` is the row. To use all cores, call the loop from
    several threads with ranges that don't overlap.

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
    return Entry(function, over_rows=True)


def is_loaded(function: Any) -> bool:
    """Return whether this process has an entry point's machine code, for single calls or over rows.

    >>> from suitwise.foundation.arrays.compiled import rule
    >>> @rule
    ... def never_asked(x: int) -> int:
    ...     return x
    >>> is_loaded(never_asked)
    False
    """
    return function in _loaded


def is_kept(function: Any) -> bool:
    """Return whether machine code of a rule is on disk, for single calls or over rows.

    >>> from suitwise.foundation.arrays.compiled import rule
    >>> @rule
    ... def typed_here(x: int) -> int:
    ...     return x
    >>> is_kept(typed_here)
    False
    """
    faces = cast("Sequence[Entry]", (machine(function), over_rows(function)))
    return any(face.is_kept for face in faces)


@cache
def seconds_to_compile(function: Any) -> float:
    """Estimate how long it takes to compile an entry point.

    >>> from suitwise.foundation.arrays.compiled import count_bits
    >>> 0 < seconds_to_compile(count_bits) < 1
    True
    """
    return Text(plain(function)).seconds


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
    pairs = sorted(f"{_full_name(one)}={_full_name(other)}" for one, other in parts.items())
    return hashlib.sha256(" ".join(pairs).encode()).hexdigest()[:12]


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
