"""Rules as machine code of this processor, by themselves and over the rows of an array."""

from __future__ import annotations

import functools
import pickle
import sys
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from importlib import import_module
from importlib.metadata import version
from types import FunctionType
from typing import Any, ParamSpec, TypeVar

from suitwise.foundation.arrays import code_cache
from suitwise.foundation.arrays.code_cache import compiling
from suitwise.foundation.arrays.compiled.translation import (
    PRIMITIVES,
    RowRule,
    Text,
    calling_itself,
    made_once,
    numba_module,
    plain,
    translated,
)

# --- Machine code on disk -------------------------------------------------------------------------


class Kept:
    """The machine code of an entry point on disk, as numba asks for it (``numba.core.caching``).

    numba's own files are found by the path of the source and unpickled unseen; these are found by the
    text of all rules reached and checked first. They are loaded without the declarations that only
    compiling needs, half of the time that a small command takes.
    """

    cache_path = None

    def __init__(self, copy: FunctionType, function: Any, options: Mapping[str, Any]) -> None:
        self._options = options
        text = Text(function)
        self._seconds = text.seconds
        self._module = function.__module__
        self._name = f"{self._module.rpartition('.')[2]}.{function.__name__}"
        self._text = text.digest
        self._qualname = f"{self._module}:{copy.__qualname__}"

    def _key(self, types: Any, context: Any) -> bytes:
        machine_code = context.codegen().magic_tuple()
        releases = *(version(name) for name in ("numba", "llvmlite")), sys.version, self._options
        return repr((self._text, self._qualname, str(types), machine_code, releases)).encode()

    def is_there(self, types: Any, context: Any) -> bool:
        """Tell whether machine code for these types is on the disk."""
        return self._text is not None and code_cache.has(self._name, self._key(types, context))

    def tell(self) -> None:
        """Tell who waits that this is being compiled."""
        compiling(self._module, self._seconds, code_cache.folder().reason)

    def alone_with(self, types: Any, context: Any) -> AbstractContextManager[None]:
        """Keep other processes from compiling the same meanwhile."""
        if self._text is None:
            return nullcontext()
        return code_cache.alone_with(self._key(types, context))

    def load_overload(self, types: Any, context: Any) -> Any:
        """Return what is kept for these types; None if nothing is, or nothing that can be loaded."""
        if self._text is None:
            return None
        numba_module(".core.runtime").rtsys.initialize(context)
        key = self._key(types, context)
        content = code_cache.load(self._name, key)
        if content is None:
            return None
        try:
            result = numba_module(".core.compiler").CompileResult
            return result._rebuild(context, *pickle.loads(content))
        except Exception:  # whatever another release has written: it is compiled anew
            code_cache.forget(self._name, key)
            return None

    def save_overload(self, types: Any, compiled: Any) -> None:
        """Keep what was compiled for these types."""
        if self._text is not None and not compiled.lifted:
            content = numba_module(".core.serialize").dumps(compiled._reduce())
            code_cache.save(self._name, self._key(types, compiled.target_context), content)


# --- Machine code of a rule -----------------------------------------------------------------------

P = ParamSpec("P")
R = TypeVar("R")

# Rules make no arrays, so none is counted either: without numba's reference counts, which it adds
# around every call that passes an array, whole games run up to four times as fast. A rule that made
# an array would be refused when it is compiled.
_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}
# Inner rules are called by compiled ones only: what Python would call them by need not be made.
_INNER_OPTIONS: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


@made_once
def _inner(function: Any) -> Any:
    if function in PRIMITIVES:
        return _machine_primitives()[function]
    copy = translated(function, _inner)
    return calling_itself(copy, function, numba_module().njit(**_OPTIONS, **_INNER_OPTIONS)(copy))


@made_once
def machine(function: Callable[P, R]) -> Callable[P, R]:
    """Return a rule compiled for this processor; the first call compiles or loads it.

    Integers are 64 bits wide and wrap. The compiled rule releases the interpreter lock, so
    threads run it on all cores.

    >>> from suitwise.foundation.arrays.compiled import count_bits, rule
    >>> @rule
    ... def low_three(bits: int) -> int:
    ...     return count_bits(bits & 7)
    >>> machine(low_three)(0b11101)
    2
    """
    assert isinstance(function, FunctionType)
    compiled: Callable[P, R]
    if function in PRIMITIVES:
        compiled = _inner(function)
    else:
        copy = translated(function, _inner)
        compiled = calling_itself(copy, function, _cached(copy, function))
    return compiled


def _cached(copy: FunctionType, function: Any) -> Any:
    """Compile the copy of an entry point, and keep its machine code under the text of the rule."""
    compiled = numba_module().njit(**_OPTIONS)(copy)
    kept = Kept(copy, function, _OPTIONS)
    compiled._cache = kept
    compile_for = compiled.compile

    def compile_alone(types: Any) -> Any:
        if types in compiled.overloads or kept.is_there(types, compiled.targetctx):
            entry = compile_for(types)
        else:
            kept.tell()
            with kept.alone_with(types, compiled.targetctx):
                entry = compile_for(types)
        _loaded.add(function)
        return entry

    compiled.compile = compile_alone
    return compiled


_loaded: set[Any] = set()


def is_loaded(function: Any) -> bool:
    """Tell whether this process has the machine code of an entry point, by itself or over rows.

    >>> from suitwise.foundation.arrays.compiled import rule
    >>> @rule
    ... def never_asked(x: int) -> int:
    ...     return x
    >>> is_loaded(never_asked)
    False
    """
    return function in _loaded


def is_kept(function: Any, arguments: tuple[Any, ...]) -> bool:
    """Tell whether nothing has to be compiled to call an entry point with such arguments.

    Args:
        function: the rule.
        arguments: those of a call.

    >>> from suitwise.foundation.arrays.compiled import rule
    >>> @rule
    ... def typed_here(x: int) -> int:
    ...     return x
    >>> is_kept(typed_here, (1,))
    False
    """
    face: Any = machine(function)
    types = tuple(map(numba_module().typeof, arguments))
    return types in face.overloads or face._cache.is_there(types, face.targetctx)


@functools.cache
def seconds_to_compile(function: Any) -> float:
    """Return about how long it takes to compile an entry point.

    >>> from suitwise.foundation.arrays.compiled import count_bits
    >>> 0 < seconds_to_compile(count_bits) < 1
    True
    """
    return Text(plain(function)).seconds


# --- Rows -----------------------------------------------------------------------------------------


@made_once
def over_rows(function: RowRule) -> Callable[[Any, Any, int, int], None]:
    """Return a compiled loop: ``function(i, given, answer)`` for start <= i < stop.

    ``given`` and ``answer`` are arrays whose first axis is the row; call it from several threads
    with ranges that don't overlap to use all cores.

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
    scope = {"__name__": function.__module__, "body": _inner(function)}
    loop = FunctionType(_row_loop.__code__, scope)
    loop.__qualname__ = f"{function.__module__}.{function.__name__}.rows"  # names its cache file
    compiled: Callable[[Any, Any, int, int], None] = _cached(loop, function)
    return compiled


def _row_loop(given: Any, answer: Any, start: int, stop: int) -> None:
    for i in range(start, stop):
        body(i, given, answer)  # type: ignore[name-defined]  # noqa: F821


# --- Primitives -----------------------------------------------------------------------------------


@functools.cache
def _machine_primitives() -> dict[Any, Any]:
    numba = numba_module()
    int64 = numba.types.int64
    uintp = numba.types.uintp
    ir: Any = import_module("llvmlite.ir")
    undefined_at_zero = ir.Constant(ir.IntType(1), 1)

    def instruction(emit: Callable[[Any, Any], Any]) -> Any:
        def one(typing_context: Any, bits: Any) -> Any:
            def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
                return emit(builder, args[0])

            return int64(int64), code

        return numba_module(".extending").intrinsic(one)

    ctpop = instruction(lambda builder, x: builder.ctpop(x))
    cttz = instruction(lambda builder, x: builder.cttz(x, undefined_at_zero))
    ctlz = instruction(lambda builder, x: builder.ctlz(x, undefined_at_zero))
    faces = (
        numba.njit(lambda bits: ctpop(bits)),
        numba.njit(lambda bits: cttz(bits)),
        numba.njit(lambda bits: 63 - ctlz(bits)),
        numba.njit(lambda text, at: text[uintp(at)]),
        numba.njit(lambda items, at: int64(items[uintp(at)])),
        numba.njit(_add_at_machine(uintp)),
    )
    return dict(zip(PRIMITIVES, faces, strict=True))


def _add_at_machine(uintp: Any) -> Callable[[Any, Any, Any], None]:
    def add(items: Any, at: Any, amount: Any) -> None:
        items[uintp(at)] += amount

    return add
