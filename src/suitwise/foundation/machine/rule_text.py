"""Rules before they are compiled: the mark ``@rule``, the primitives, and the source of a rule.

A rule is a plain Python function in the subset that numba compiles. ``compiled`` turns it into machine
code or CUDA code. The preparation is here: ``translated`` copies a rule with globals that the compiler
accepts, and ``Text`` computes a digest of all source that its machine code depends on, the key under
which the machine code is cached.
"""

from __future__ import annotations

import functools
import inspect
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, ParamSpec, TypeVar, cast

from suitwise.errors import SuitwiseError

# --- Marks on a rule ------------------------------------------------------------------------------

P = ParamSpec("P")
R = TypeVar("R")

RowRule = Callable[[int, Any, Any], None]
"""A rule ``f(i, given, answer)`` that reads row i of its input and fills row i of its output."""
_MARK = "__suitwise_rule__"


def rule(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a function as a rule, written in the subset of Python that numba and CUDA compile.

    >>> @rule
    ... def double(x: int) -> int:
    ...     return 2 * x
    >>> double(21)
    42
    """
    setattr(function, _MARK, True)
    return function


def remembered(function: Callable[P, R]) -> Callable[P, R]:
    """Cache the last results of a rule when it runs as plain Python; compiled code has no cache.

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
    """Return the function of a rule, without the cache of ``remembered``."""
    return inspect.unwrap(function)


def is_rule(value: object) -> bool:
    """Return whether an object is marked as a rule.

    >>> is_rule(rule(lambda x: x)), is_rule(len)
    (True, False)
    """
    return getattr(value, _MARK, False) is True


LOADED: set[Any] = set()
"""The rules whose machine code this process has loaded or compiled."""

# --- Compiling once -------------------------------------------------------------------------------

_MAKING = threading.RLock()


def made_once(make: Callable[[Any], Any]) -> Any:
    """Cache the result of ``make`` for each rule; it is called only once even if several threads ask.

    Rules may not call each other in a circle: a second request for a rule whose result is being made
    raises SuitwiseError.
    """
    made: dict[Any, Any] = {}
    being_made: set[Any] = set()

    @functools.wraps(make)
    def get(function: Any) -> Any:
        with _MAKING:
            if function not in made:
                if function in being_made:
                    raise SuitwiseError(
                        f"the rule {function.__name__} is reached again from others"
                    )
                being_made.add(function)
                try:
                    made[function] = make(function)
                finally:
                    being_made.remove(function)
            return made[function]

    return get


# --- Primitives -----------------------------------------------------------------------------------


@rule
def count_bits(bits: int) -> int:
    """Return the number of set bits in a non-negative integer below 2**63.

    >>> count_bits(0b1011)
    3
    """
    return int(bits).bit_count()


@rule
def lowest_bit(bits: int) -> int:
    """Return the index of the lowest set bit of an integer other than 0.

    >>> lowest_bit(0b1000)
    3
    """
    return int(bits & -bits).bit_length() - 1


@rule
def highest_bit(bits: int) -> int:
    """Return the index of the highest set bit of a positive integer below 2**63.

    For 0, plain Python returns -1 and compiled code returns an arbitrary number.

    >>> highest_bit(0b1001)
    3
    """
    return int(bits).bit_length() - 1


@rule
def byte_at(text: Any, at: int) -> int:
    """Return the byte at an index that is not negative.

    Compiled code treats the index as unsigned and so skips the test for negative indices, which takes a
    tenth of the time when a text is read.

    >>> byte_at(b"HA", 1)
    65
    """
    return int(text[at])


@rule
def item_at(items: Any, at: int) -> int:
    """Return the item of an array or list at an index that is not negative.

    As with ``byte_at``, compiled code skips the test for negative indices. In plain Python the call
    costs more than plain indexing, so use it in the innermost loops only.

    >>> item_at([7, 8], 1)
    8
    """
    return int(items[at])


@rule
def add_at(items: Any, at: int, amount: Any) -> None:
    """Add to the item of an array at an index that is not negative.

    On CUDA the addition is atomic. On the processor it is not: threads must not add to the same item.

    >>> items = [7, 8]
    >>> add_at(items, 1, 5)
    >>> items
    [7, 13]
    """
    items[at] += amount


PRIMITIVES = (count_bits, lowest_bit, highest_bit, byte_at, item_at, add_at)
"""The rules whose compiled forms are written separately, as single instructions."""


# --- A copy with other globals --------------------------------------------------------------------


def names_of(code: CodeType) -> Iterator[str]:
    """Yield the global and attribute names that a function's code uses, nested functions included."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_of(constant)


@functools.cache
def table_of(values: tuple[int, ...]) -> Any:
    """Return a constant table as a read-only array of the smallest signed type that holds it."""
    import numpy as np

    types = (np.int8, np.int16, np.int32, np.int64)
    fits = (t for t in types if np.iinfo(t).min <= min(values) and max(values) <= np.iinfo(t).max)
    array = np.array(values, dtype=next(fits))
    array.flags.writeable = False
    return array


CONSTANTS = (int, float)
"""The types of constant numbers."""


def is_table(value: object) -> bool:
    """Return whether an object is a constant table, a tuple of one or more integers."""
    return isinstance(value, tuple) and set(map(type, value)) == {int}


def translated(function: FunctionType, other: Callable[[Any], Any]) -> FunctionType:
    """Copy a rule with its globals prepared for compiling.

    Args:
        function: the rule.
        other: compiles a rule that this one calls. Constant tables become arrays, and modules are cut
            down to the constants that the rule reads.

    Raises:
        SuitwiseError: a global is neither a rule nor a constant, or the rule uses a variable of the
            function around it.
    """
    if function.__closure__:
        names = ", ".join(function.__code__.co_freevars)
        raise SuitwiseError(
            f"the rule {function.__name__} uses {names} of the function around it: "
            "pass it as an argument"
        )
    scope: dict[str, Any] = {
        "__name__": function.__module__,
        "__builtins__": function.__globals__["__builtins__"],
    }
    for name in names_of(function.__code__):
        if name not in function.__globals__:
            continue
        value = function.__globals__[name]
        if value is function:  # a recursive rule: ``calling_itself`` fills in its compiled form
            continue
        if is_rule(value):
            value = other(plain(value))
        elif isinstance(value, ModuleType):
            value = _constants_only(value, function)
        elif is_table(value):
            value = table_of(value)
        elif not isinstance(value, CONSTANTS):
            raise SuitwiseError(
                f"the rule {function.__name__} uses {name}, which is no rule, no constant number and "
                "no tuple of integers"
            )
        scope[name] = value
    copy = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
    copy.__qualname__ = function.__qualname__
    return copy


def constants_read(function: FunctionType, module: ModuleType) -> dict[str, Any]:
    """Return the constants of a module that a rule may read as ``module.NAME``."""
    values = {name: getattr(module, name, None) for name in names_of(function.__code__)}
    return {
        name: value
        for name, value in values.items()
        if isinstance(value, CONSTANTS) or is_table(value)
    }


def _constants_only(module: ModuleType, function: FunctionType) -> ModuleType:
    """Return a module with only the constants that a rule reads; tables become arrays."""
    copy = ModuleType(module.__name__)
    for name, value in constants_read(function, module).items():
        setattr(copy, name, table_of(value) if is_table(value) else value)
    return copy


# --- The source that machine code depends on ------------------------------------------------------

_SECONDS_A_BYTE = 1 / 3000
"""The compile time per byte of bytecode, measured on entry points compiled alone. Later ones in the same
process take less, because they share rules with those before."""


class Text:
    """The source that a rule's machine code depends on, and an estimate of its compile time.

    Args:
        function: the rule.
    """

    def __init__(self, function: Any) -> None:
        self._parts = dict(_compiler_files())
        self._codes: dict[str, set[CodeType]] = {}
        self._size = 0
        self._in_files = True
        self._gather(function)

    @property
    def digest(self) -> str | None:
        """A digest of the contents of the files and of the constants, independent of the folders.

        None if some rule was typed at a prompt or in a doctest: no file identifies it.
        """
        from hashlib import sha256  # imported late, since few commands compute a digest

        parts = self._parts
        if not self._in_files:
            return None
        named_parts = sorted(os.path.basename(key).encode() + parts[key] for key in parts)
        return sha256(b"".join(named_parts)).hexdigest()

    @property
    def is_current(self) -> bool:
        """Whether the rules in memory are those in the files, which may have been edited since."""
        return all(codes <= _codes_in(self._parts[path]) for path, codes in self._codes.items())

    @property
    def seconds(self) -> float:
        """The estimated compile time."""
        return self._size * _SECONDS_A_BYTE

    def _gather(self, function: Any) -> None:
        """Add a rule's file and constants, then the rules that it calls."""
        path = function.__code__.co_filename
        key = f"{path}:{function.__qualname__}"
        if key in self._parts:
            return
        where = function.__code__.co_firstlineno, function.__defaults__
        self._parts[key] = repr(where).encode()
        self._size += len(function.__code__.co_code)
        if os.path.exists(path):
            self._parts[path] = self._parts.get(path) or Path(path).read_bytes()
            self._codes.setdefault(path, set()).add(function.__code__)
        self._in_files &= path in self._parts
        for name in names_of(function.__code__):
            value = function.__globals__.get(name)
            if is_rule(value):
                value = plain(value)
                self._parts[f"{key}:{name}"] = f"{value.__module__}.{value.__qualname__}".encode()
                self._gather(value)
            elif isinstance(value, ModuleType):
                constants = sorted(constants_read(function, value).items())
                self._parts[f"{key}:{name}"] = repr((value.__name__, constants)).encode()
            elif isinstance(value, CONSTANTS) or is_table(value):
                self._parts[f"{key}:{name}"] = repr(value).encode()


@functools.cache
def text_of(function: Any) -> Text:
    """Return the source of a rule, cached, since gathering it takes some milliseconds."""
    return Text(function)


@functools.lru_cache(64)
def _codes_in(text: bytes) -> set[CodeType]:
    """Return the code of all functions in a file."""
    try:
        left = [compile(text, "", "exec", dont_inherit=True)]
    except (SyntaxError, ValueError):  # the file is being edited
        return set()
    found = set()
    while left:
        code = left.pop()
        found.add(code)
        left += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return found


@functools.cache
def _compiler_files() -> dict[str, bytes]:
    """Return the contents of the files that define how rules are compiled."""
    foundation = Path(__file__).parents[1]
    return {name: (foundation / name).read_bytes() for name in _FILES}


_FILES = ("machine/rule_text.py", "machine/compiler.py", "machine/entry_points.py")
