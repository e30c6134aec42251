"""The text of a rule: its marks, the primitives, a copy with other globals, and a digest.

``compiled`` turns this text into machine code and CUDA. A copy of a rule's function whose global names
mean something else is all the translation there is; ``Text`` is what the machine code depends on.
"""

from __future__ import annotations

import functools
import hashlib
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
    """Return whether something is marked as a rule.

    >>> is_rule(rule(lambda x: x)), is_rule(len)
    (True, False)
    """
    return getattr(value, _MARK, False) is True


# --- Making a face once ---------------------------------------------------------------------------

_MAKING = threading.RLock()


def made_once(make: Callable[[Any], Any]) -> Any:
    """Keep what is made for a function; threads that ask at once get the same."""
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
    """Return how many bits are set in a non-negative integer below 2**63.

    >>> count_bits(0b1011)
    3
    """
    return int(bits).bit_count()


@rule
def lowest_bit(bits: int) -> int:
    """Return the index of the lowest set bit of any integer but 0.

    >>> lowest_bit(0b1000)
    3
    """
    return int(bits & -bits).bit_length() - 1


@rule
def highest_bit(bits: int) -> int:
    """Return the index of the highest set bit of a positive integer below 2**63.

    Of 0 plain Python says -1, compiled code anything.

    >>> highest_bit(0b1001)
    3
    """
    return int(bits).bit_length() - 1


@rule
def byte_at(text: Any, at: int) -> int:
    """Return the byte at a place that is not negative.

    Compiled code takes the place as unsigned, which saves the test for counting from the end: a
    tenth of the time of reading a text.

    >>> byte_at(b"HA", 1)
    65
    """
    return int(text[at])


@rule
def item_at(items: Any, at: int) -> int:
    """Return the item of an array or list at a place that is not negative.

    As with ``byte_at``, compiled code spares the test for counting from the end. In plain Python the
    call costs more than the test, so it is for the innermost loops only.

    >>> item_at([7, 8], 1)
    8
    """
    return int(items[at])


@rule
def add_at(items: Any, at: int, amount: Any) -> None:
    """Add to an item of an array at a place that is not negative.

    On CUDA no addition is lost when many threads add at once; on the processor threads that share an
    array must not add to the same item.

    >>> items = [7, 8]
    >>> add_at(items, 1, 5)
    >>> items
    [7, 13]
    """
    items[at] += amount


PRIMITIVES = (count_bits, lowest_bit, highest_bit, byte_at, item_at, add_at)
"""The rules that have a text of their own per face."""


# --- A copy with other globals --------------------------------------------------------------------


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
    """Return whether something is a constant table: a tuple of integers that is not empty."""
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
    copy = FunctionType(
        function.__code__, scope, function.__name__, function.__defaults__, function.__closure__
    )
    copy.__qualname__ = function.__qualname__
    return copy


def constants_read(function: FunctionType, module: ModuleType) -> dict[str, Any]:
    """Return the constant numbers and tables of a module that a rule may read as its attributes."""
    found = {name: getattr(module, name, None) for name in names_of(function.__code__)}
    return {
        name: value
        for name, value in found.items()
        if isinstance(value, CONSTANTS) or is_table(value)
    }


def _constants_only(module: ModuleType, function: FunctionType) -> ModuleType:
    """Return a module that has nothing but the constants that a rule reads, its tables as arrays."""
    copy = ModuleType(module.__name__)
    for name, value in constants_read(function, module).items():
        setattr(copy, name, table_of(value) if is_table(value) else value)
    return copy


# --- The text of a rule ---------------------------------------------------------------------------

_SECONDS_A_BYTE = 1 / 1500
"""Compile time a byte of Python's own code, measured on all entry points of the package."""


class Text:
    """The text that a rule's machine code depends on, and how long that takes to compile.

    Args:
        function: the rule.
    """

    def __init__(self, function: Any) -> None:
        self._parts = dict(_room())
        self._size = 0
        self._in_files = True
        self._gather(function)

    @property
    def digest(self) -> str | None:
        """A digest of the files and constants, wherever the files lie.

        None of what was typed at a prompt or in a doctest: no file tells it apart from others.
        """
        parts = self._parts
        if not self._in_files:
            return None
        named = (os.path.basename(key).encode() + parts[key] for key in sorted(parts))
        return hashlib.sha256(b"".join(named)).hexdigest()

    @property
    def seconds(self) -> float:
        """The estimated compile time."""
        return self._size * _SECONDS_A_BYTE

    def _gather(self, function: Any) -> None:
        path = function.__code__.co_filename
        key = f"{path}:{function.__qualname__}"
        if key in self._parts:
            return
        self._parts[key] = b""
        self._size += len(function.__code__.co_code)
        if os.path.exists(path):
            self._parts[path] = self._parts.get(path) or Path(path).read_bytes()
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
def _room() -> dict[str, bytes]:
    """Return this file and ``compiled``: how a rule is compiled stands there."""
    return {str(path): path.read_bytes() for path in map(Path(__file__).with_name, _FILES)}


_FILES = ("rule_text.py", "compiled.py")
