"""Compile rules into object files with numba: one C function for each signature of an entry point.

numba compiles the rule; ``entry_points`` adds the function that Python calls; LLVM drops everything that
is not reached from it. What is left depends on nothing but the C library's ``memset`` and the stable C
interface of Python, and can be kept on disk and opened without numba.

This module and ``cuda`` are the only ones that use numba, which is imported when something is compiled.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from types import FunctionType
from typing import Any

from suitwise.errors import SuitwiseError, missing
from suitwise.foundation.machine.entry_points import EntryPoint
from suitwise.foundation.machine.machine_code import llvm, symbol_of
from suitwise.foundation.machine.rule_text import PRIMITIVES, made_once, names_of, translated
from suitwise.foundation.machine.signatures import Array, Kind, kinds_of


def numba_module(module: str = "") -> Any:
    """Import numba or one of its modules when needed; untyped, as its stubs differ between releases.

    Raises:
        SuitwiseError: numba is not installed.
    """
    try:
        return import_module("numba" + module)
    except ModuleNotFoundError as error:
        raise (missing(error, "compile") if error.name == "numba" else error) from None


# --- Rules that are called by compiled rules ------------------------------------------------------


# Rules make no arrays, so the reference counting that numba adds around every call with an array is
# switched off (``_nrt``). Whole games then run up to four times as fast. A rule that did make an array
# would fail to compile. No rule is called through numba, so none needs its wrappers.
_OPTIONS: dict[str, Any] = {
    "nogil": True,
    "error_model": "numpy",
    "_nrt": False,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}


@made_once
def inner(function: Any) -> Any:
    """Return a rule as numba compiles it for calls from other compiled rules."""
    if function in PRIMITIVES:
        return _machine_primitives()[function]
    copy = translated(function, inner)
    face = _taking_variables(numba_module().njit(**_OPTIONS)(copy))
    return calling_itself(copy, function, face)


def _taking_variables(face: Any) -> Any:
    """Make a compiled rule take constant arguments as variables.

    numba compiles a separate function for every combination of constant arguments, which takes up to
    a quarter of the time. LLVM inserts the constants all the same, as rules are optimized together.
    """
    compile_for = face.compile
    unliteral = numba_module().types.unliteral
    face.compile = lambda types: compile_for(tuple(map(unliteral, types)))
    return face


def calling_itself(copy: FunctionType, function: Any, face: Any) -> Any:
    """Make the copy of a recursive rule call its own compiled form, with constants as variables.

    A rule must still not call itself with a constant: numba would never finish compiling it.

    Args:
        copy: the copy, whose globals are changed.
        function: the rule it was copied from.
        face: the compiled form of the copy.
    """
    names = [name for name in names_of(function.__code__) if _is_itself(function, name)]
    if names:
        copy.__globals__.update(dict.fromkeys(names, face))
        _taking_variables(face)
    return face


def _is_itself(function: Any, name: str) -> bool:
    return function.__globals__.get(name) is function


def _row_loop(given: Any, answer: Any, start: int, stop: int) -> None:
    for i in range(start, stop):
        body(i, given, answer)  # type: ignore[name-defined]  # noqa: F821


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


# --- Entry points ---------------------------------------------------------------------------------


def compiled(function: Any, over_rows: bool, name: str, signature: str) -> Any:
    """Compile an entry point for a signature into LLVM's module, not yet for a processor.

    Args:
        function: the rule.
        over_rows: whether the entry point is the loop of a row rule.
        name: the name of the entry point.
        signature: the types of its arguments.

    Returns:
        The module; nothing but the entry point's function can be reached from outside.

    Raises:
        SuitwiseError: numba is not installed, or the rule uses what can't be compiled.
    """
    numba = numba_module()
    if over_rows:
        scope = {"__name__": function.__module__, "body": inner(function)}
        face = numba.njit(**_OPTIONS)(FunctionType(_row_loop.__code__, scope))
    else:
        face = inner(function)
    kinds = kinds_of(signature)
    types = tuple(map(_numba_type, kinds))
    with _optimizing_once() as optimize:
        try:
            face.compile(types)
        except numba.core.errors.NumbaError as error:
            reason = str(error).partition("\n\n")[0].strip()
            raise SuitwiseError(f"{name} can't be compiled for {signature}: {reason}") from error
        optimize(face.overloads[types].library)
    return _with_entry(face.overloads[types], kinds, symbol_of(name, signature))


@contextmanager
def _optimizing_once() -> Iterator[Callable[[Any], None]]:
    """Let numba neither optimize nor load the rules that it compiles in this block.

    Otherwise it does both for each rule together with all rules that it calls, though nothing but the
    entry point, into which all are linked, is ever used: half of the time that compiling takes.

    Yields:
        Optimizes the library of the entry point.
    """
    codegen = numba_module(".core.codegen")
    library, engine = codegen.JITCodeLibrary, codegen.JITCPUCodegen
    optimize = library._optimize_final_module
    left_out = (
        (library, "_optimize_final_module"),
        (library, "_finalize_specific"),
        (engine, "_add_module"),
        (engine, "set_env"),
    )
    with ExitStack() as stack:
        # Nobody else compiles with numba meanwhile.
        stack.enter_context(numba_module(".core.compiler_lock").global_compiler_lock)
        for owner, name in left_out:
            stack.enter_context(_doing_nothing(owner, name))
        yield optimize


@contextmanager
def _doing_nothing(owner: type, name: str) -> Iterator[None]:
    before = vars(owner).get(name)
    setattr(owner, name, lambda *_: None)
    try:
        yield
    finally:
        if before is None:  # it was inherited
            delattr(owner, name)
        else:
            setattr(owner, name, before)


def object_code(module: Any, target_machine: Any) -> bytes:
    """Return the object file of an entry point for a processor."""
    _drop_unreached(module, target_machine)
    code: bytes = target_machine.emit_object(module)
    return code


def _numba_type(kind: Kind) -> Any:
    types = numba_module().types
    if isinstance(kind, Array):
        layout = "A" if "s" in kind.marks else "C"
        return types.Array(_number(kind.element), kind.axes, layout, readonly="r" in kind.marks)
    if isinstance(kind, tuple):
        return types.BaseTuple.from_types(tuple(map(_numba_type, kind)))
    return _number(kind)


def _number(element: str) -> Any:
    words = {"b": "boolean", "i": f"int{element[1:]}", "u": f"uint{element[1:]}"}
    return getattr(numba_module().types, words.get(element[0], f"float{element[1:]}"))


def _with_entry(compiled: Any, kinds: tuple[Kind, ...], symbol: str) -> Any:
    """Add the function for Python to the module that numba has compiled; hide everything else."""
    ir: Any = import_module("llvmlite.ir")
    whole = llvm().parse_assembly(compiled.library.get_llvm_str())
    block = ir.Module(symbol)
    block.triple, block.data_layout = whole.triple, whole.data_layout
    EntryPoint(block, symbol, compiled.target_context).write(kinds, compiled)
    _define_recursive(block, whole, ir)
    module = llvm().parse_assembly(str(block))
    module.link_in(whole)
    for part in (*module.functions, *module.global_variables):
        if not part.is_declaration and part.name != symbol:
            part.linkage = "internal"
    module.verify()
    return module


_RECURSIVE = ".numba.unresolved$"
"""The prefix of the variables through which numba's recursive functions call themselves."""


def _define_recursive(block: Any, whole: Any, ir: Any) -> None:
    """Give the variables of recursive functions their values, which numba sets only in memory."""
    pointer = ir.IntType(8).as_pointer()
    for variable in whole.global_variables:
        if variable.name.startswith(_RECURSIVE) and variable.is_declaration:
            name = variable.name.removeprefix(_RECURSIVE)
            function = ir.Function(block, ir.FunctionType(ir.VoidType(), []), name)
            defined = ir.GlobalVariable(block, pointer, variable.name)
            defined.initializer, defined.global_constant = function.bitcast(pointer), True


def _drop_unreached(module: Any, target_machine: Any) -> None:
    """Delete what the entry point does not reach; numba's own passes have done the rest."""
    if hasattr(llvm(), "create_module_pass_manager"):  # llvmlite before 0.45
        passes = llvm().create_module_pass_manager()
        passes.add_global_dce_pass()
        passes.run(module)
        return
    passes = llvm().create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    options = llvm().create_pipeline_tuning_options()
    passes.run(module, llvm().create_pass_builder(target_machine, options))
