"""Compile a rule for the processor or for CUDA; the same source also runs as plain Python.

A *rule* is a small module-level function over integers and arrays, marked ``@rule``. Called directly,
it is ordinary Python, which is how rules are explained and tested. Two functions compile it:

* ``machine(f)`` compiles ``f`` for this processor with numba;
* ``device(f)`` compiles it as a CUDA device function.

A *row rule* has the form ``f(i, given, answer)``: it reads row i of its input and fills row i of its
output. ``over_rows(f)`` runs it for many rows in a compiled loop, ``grid(f)`` as a CUDA kernel.

Compiling starts from a copy of ``f`` in which some global names are bound to something else: another
rule to that rule's compiled copy, a tuple of integers (a constant table) to a read-only array of the
smallest type that holds it, and a primitive (``PRIMITIVES``) to a single instruction. The body is not
changed, so what you read is what runs. Import other rules by name: a rule reached as ``module.rule``
is not found. Constants may be read as ``module.NAME``.

numba is imported only when compiled code is first needed, so small commands start fast. The machine
code of entry points is cached on disk (``code_cache``) under a digest of the source of every rule they
reach. An edit in any of those files, in this one or in ``rule_text`` therefore recompiles them, and two
checkouts or installations of the same source share the cache.

This is the only module that uses numba. ``rule_text`` has the marks, the primitives and the copies.
"""

from __future__ import annotations

import functools
import hashlib
import sys
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from importlib import import_module
from inspect import unwrap
from types import FunctionType
from typing import Any

from suitwise.errors import SuitwiseError, extra_of
from suitwise.foundation.arrays import code_cache
from suitwise.foundation.arrays.code_cache import compiling
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
    translated,
)

__all__ = [
    "PRIMITIVES",
    "RowRule",
    "add_at",
    "byte_at",
    "count_bits",
    "cuda_available",
    "cuda_line",
    "device",
    "device_copy",
    "device_empty",
    "device_view",
    "fitted",
    "grid",
    "highest_bit",
    "is_kept",
    "is_loaded",
    "is_rule",
    "item_at",
    "lowest_bit",
    "machine",
    "on_device",
    "over_rows",
    "remembered",
    "require_cuda",
    "rule",
    "seconds_to_compile",
]


# --- numba, imported late -------------------------------------------------------------------------


def release(package: str) -> str:
    """Return the release of an installed package."""
    from importlib.metadata import version  # which imports the parser of e-mail

    return version(package)


def numba_module(module: str = "") -> Any:
    """Import numba or one of its modules when needed; untyped, as its stubs differ between releases."""
    return import_module("numba" + module)


# --- Machine code on disk -------------------------------------------------------------------------


class CodeOnDisk:
    """The cached machine code of one entry point, with the interface that numba expects of a cache.

    It replaces ``numba.core.caching``, which finds files by the path of the source and unpickles them
    without a check. This cache finds them by the source of all rules reached and checks them first. It
    also skips the type declarations that only the compiler needs; they would take half of the time of a
    small command.
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
        releases = release("numba"), release("llvmlite"), sys.version, self._options
        return repr((self._text, self._qualname, str(types), machine_code, releases)).encode()

    def is_there(self, types: Any, context: Any) -> bool:
        """Return whether machine code for these types is on the disk."""
        return self._text is not None and code_cache.has(self._name, self._key(types, context))

    def announce(self) -> None:
        """Tell the user that this is being compiled."""
        compiling(self._module, self._seconds, code_cache.folder().reason)

    def lock(self, types: Any, context: Any) -> AbstractContextManager[None]:
        """Keep other processes from compiling the same code at the same time."""
        if self._text is None:
            return nullcontext()
        return code_cache.alone_with(self._key(types, context))

    def load_overload(self, types: Any, context: Any) -> Any:
        """Load the machine code for these types; None if there is none or it can't be loaded."""
        if self._text is None:
            return None
        numba_module(".core.runtime").rtsys.initialize(context)
        key = self._key(types, context)
        content = code_cache.load(self._name, key)
        if content is None:
            return None
        import pickle

        try:
            result = numba_module(".core.compiler").CompileResult
            return result._rebuild(context, *pickle.loads(content))
        except Exception:  # another release may have written anything: compile again
            code_cache.forget(self._name, key)
            return None

    def save_overload(self, types: Any, compiled: Any) -> None:
        """Write the machine code for these types to the disk."""
        if self._text is not None and not compiled.lifted:
            content = numba_module(".core.serialize").dumps(compiled._reduce())
            code_cache.save(self._name, self._key(types, compiled.target_context), content)


# --- Machine code of a rule -----------------------------------------------------------------------


# Rules make no arrays, so the reference counting that numba adds around every call with an array is
# switched off (``_nrt``). Whole games then run up to four times as fast. A rule that did make an array
# would fail to compile.
_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}
# Inner rules are called only by compiled ones, so they need no wrapper for calls from Python.
_INNER_OPTIONS: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


@made_once
def _inner(function: Any) -> Any:
    """Compile a rule for calls from other compiled rules."""
    if function in PRIMITIVES:
        return _machine_primitives()[function]
    copy = translated(function, _inner)
    return calling_itself(copy, function, numba_module().njit(**_OPTIONS, **_INNER_OPTIONS)(copy))


@made_once
def machine(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a rule for this processor; the work is done, or loaded from disk, at its first call.

    Integers have 64 bits and wrap around. The compiled rule releases the interpreter lock, so threads
    can run it on all cores.

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
    """Compile the copy of an entry point, with its machine code cached on disk."""
    compiled = numba_module().njit(**_OPTIONS)(copy)
    on_disk = CodeOnDisk(copy, function, _OPTIONS)
    compiled._cache = on_disk
    compile_for = compiled.compile

    def compile_or_load(types: Any) -> Any:
        if types in compiled.overloads or on_disk.is_there(types, compiled.targetctx):
            entry = compile_for(types)
        else:
            on_disk.announce()
            with on_disk.lock(types, compiled.targetctx):
                entry = compile_for(types)
        _loaded.add(function)
        return entry

    compiled.compile = compile_or_load
    return compiled


_loaded: set[Any] = set()
"""The entry points whose machine code this process has loaded or compiled."""


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


def is_kept(function: Any, arguments: tuple[Any, ...]) -> bool:
    """Return whether the machine code for a call of an entry point is in memory or on disk.

    Args:
        function: the rule.
        arguments: arguments of the types that the call would have.

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
    """Estimate how long it takes to compile an entry point.

    >>> from suitwise.foundation.arrays.compiled import count_bits
    >>> 0 < seconds_to_compile(count_bits) < 1
    True
    """
    return Text(plain(function)).seconds


def calling_itself(copy: FunctionType, function: Any, face: Any) -> Any:
    """Make the copy of a recursive rule call its own compiled form.

    numba compiles a separate function for every combination of constant arguments. If such functions
    call each other, they are not found again when loaded from disk, and the process crashes. So constant
    arguments are compiled as variables. A rule must still not call itself with a constant: numba would
    never finish compiling it.

    Args:
        copy: the copy, whose globals are changed.
        function: the rule it was copied from.
        face: the compiled form of the copy.
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


# --- Rows -----------------------------------------------------------------------------------------


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
    """Return the compiled form of each primitive; it is inlined as one instruction."""
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


# --- Rules as CUDA code, and arrays that lie on a GPU ---------------------------------------------


def cuda_available() -> bool:
    """Return whether CUDA kernels can run here: a GPU, or numba-cuda's simulator.

    >>> isinstance(cuda_available(), bool)
    True
    """
    try:
        return bool(numba_module(".cuda").is_available())
    except ImportError:
        return False


def require_cuda() -> None:
    """Raise an error unless CUDA kernels can run here.

    Raises:
        SuitwiseError: there is neither a GPU nor the simulator.

    >>> try:
    ...     require_cuda()
    ... except SuitwiseError as error:
    ...     assert "on a machine with an NVIDIA GPU" in str(error)
    """
    if not cuda_available():
        raise SuitwiseError(
            f"there is no CUDA device here: {extra_of('cuda')}, on a machine with an NVIDIA "
            "GPU, or set NUMBA_ENABLE_CUDASIM=1 for the simulator"
        )


def cuda_line() -> str:
    """Return a line with the name of the GPU and the version of numba-cuda.

    >>> not cuda_available() or "numba-cuda" in cuda_line()
    True
    """
    require_cuda()
    if numba_module(".core.config").ENABLE_CUDASIM:
        return "numba-cuda's simulator"
    name = numba_module(".cuda").get_current_device().name
    return (
        f"{name.decode() if isinstance(name, bytes) else name}, numba-cuda {release('numba-cuda')}"
    )


def on_device(array: object) -> bool:
    """Return whether an array is in GPU memory, from any library; the simulator's arrays count too.

    >>> on_device([1, 2])
    False
    """
    return hasattr(array, "__cuda_array_interface__") or hasattr(array, "__cuda_ndarray__")


def device_view(array: Any) -> Any:
    """Wrap a GPU array of any library so that kernels accept it, without copying.

    >>> not cuda_available() or on_device(device_view(device_empty((2,), "int8")))
    True
    """
    ours = hasattr(array, "__cuda_ndarray__")
    return array if ours else numba_module(".cuda").as_cuda_array(array)


def device_copy(array: Any) -> Any:
    """Copy a NumPy array to the GPU.

    >>> import numpy as np
    >>> not cuda_available() or on_device(device_copy(np.arange(3)))
    True
    """
    require_cuda()
    return numba_module(".cuda").to_device(array)


def device_empty(shape: tuple[int, ...], dtype: Any) -> Any:
    """Return a new array on the GPU, not initialized.

    >>> not cuda_available() or device_empty((2, 3), "int8").shape == (2, 3)
    True
    """
    require_cuda()
    return numba_module(".cuda").device_array(shape, dtype)


@made_once
def device(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a rule as a CUDA device function; the simulator takes the plain rule itself.

    >>> from suitwise.foundation.arrays.compiled import count_bits
    >>> not cuda_available() or device(count_bits) is not None
    True
    """
    assert isinstance(function, FunctionType)
    if numba_module(".core.config").ENABLE_CUDASIM:
        return function
    if function in PRIMITIVES:
        face: Callable[P, R] = _device_primitives()[function]
        return face
    copy = translated(function, device)
    compiled: Callable[P, R] = numba_module(".cuda").jit(device=True)(copy)
    calling_itself(copy, function, compiled)
    return compiled


@made_once
def grid(function: RowRule) -> Callable[[Any, Any], None]:
    """Return a function that runs ``function(i, given, answer)`` on CUDA for every row i of ``answer``.

    ``given`` is an array, or a tuple of arrays and numbers. NumPy arrays are copied to the GPU and back;
    device arrays stay where they are.

    >>> import numpy as np
    >>> from suitwise.foundation.arrays.compiled import rule
    >>> @rule
    ... def double_row(i, given, answer):
    ...     answer[i] = 2 * given[i]
    >>> answer = np.zeros(3, np.int64)
    >>> if cuda_available():
    ...     grid(double_row)(np.arange(3), answer)
    ...     assert answer.tolist() == [0, 2, 4]
    """
    cuda = numba_module(".cuda")
    if not numba_module(".core.config").ENABLE_CUDASIM:
        unkept = "code for a GPU is not kept"
        compiling(function.__module__, Text(function).seconds, unkept)
    # The kernel's globals must hold the module `cuda`: the simulator looks for it there.
    scope = {"__name__": function.__module__, "cuda": cuda, "body": device(function)}
    kernel = cuda.jit(FunctionType(_row_kernel.__code__, scope))
    threads = 128

    def launch(given: Any, answer: Any) -> None:
        if answer.shape[0] == 0:  # CUDA can't launch an empty grid
            return
        kernel[(answer.shape[0] + threads - 1) // threads, threads](given, answer)

    return launch


def _row_kernel(given: Any, answer: Any) -> None:
    i = cuda.grid(1)  # type: ignore[name-defined]  # noqa: F821
    if i < answer.shape[0]:
        body(i, given, answer)  # type: ignore[name-defined]  # noqa: F821


@functools.cache
def _device_primitives() -> dict[Any, Any]:
    cuda = numba_module(".cuda")

    def add(items: Any, at: Any, amount: Any) -> None:
        cuda.atomic.add(items, at, amount)

    faces: tuple[Callable[..., Any], ...] = (
        lambda bits: cuda.popc(bits),
        lambda bits: cuda.ffs(bits) - 1,
        lambda bits: 63 - cuda.clz(bits),
        lambda text, at: text[at],
        lambda items, at: items[at],
        add,
    )
    return {
        plain: cuda.jit(device=True)(face) for plain, face in zip(PRIMITIVES, faces, strict=True)
    }


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
