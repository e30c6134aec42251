"""Machine code that is opened, without its compiler: object files, called as builtin functions.

An object file is what the cache on disk keeps for an entry point. LLVM's own linker in memory (ORC)
opens it, and mostly refuses a damaged one; that it is not damaged is what its digest is for. See
``libraries`` for all entry points in one file.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import re
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from threading import Lock
from typing import Any

from suitwise.foundation.machine.entry_points import INTERFACE

_FASTCALL = 0x80
"""The flag of a builtin function that takes its arguments as a C array."""


class _Method(ctypes.Structure):
    """Python's ``PyMethodDef``, which describes a builtin function."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("text", ctypes.c_char_p),
    )


_new_builtin = ctypes.pythonapi.PyCFunction_NewEx
_new_builtin.argtypes = ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p
_new_builtin.restype = ctypes.py_object
_methods: list[_Method] = []
"""The descriptions of builtin functions, which Python does not copy."""
OTHER_TYPES = object()
"""What a builtin function returns if its arguments are not of the types that it was compiled for."""
_SELF = (OTHER_TYPES, float)
"""The ``self`` of every builtin function (``entry_points``)."""
_opening = Lock()
_trackers: list[Any] = []
"""What keeps the opened object files in memory: machine code stays until the process ends."""
_numbers = count()
"""Numbers for ORC's libraries; no name may be used twice, not even of one that was not opened."""


@cache
def can_open() -> bool:
    """Return whether object files can be opened here, which needs LLVM and a machine of 64 bits."""
    is_known = sys.maxsize > 1 << 32 and sys.byteorder == "little"
    return is_known and find_spec("llvmlite") is not None


@cache
def llvm() -> Any:
    """Return LLVM's Python module, initialized for this processor."""
    binding: Any = import_module("llvmlite.binding")
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    return binding


@cache
def target() -> tuple[str, str, str]:
    """Return what machine code for this processor depends on: system, processor and its features."""
    return (
        llvm().get_default_triple(),
        llvm().get_host_cpu_name(),
        llvm().get_host_cpu_features().flatten(),
    )


@cache
def target_machine() -> Any:
    """Return LLVM's description of this processor, for code that can be loaded anywhere in memory."""
    triple, processor, features = target()
    return (
        llvm()
        .Target.from_triple(triple)
        .create_target_machine(processor, features, opt=3, reloc="pic", codemodel="small")
    )


@cache
def _linker(is_one_piece: bool) -> Any:
    return llvm().create_lljit_compiler(target_machine(), use_jit_link=is_one_piece)


_MUCH_MEMORY = 1 << 30


def _maps_much() -> bool:
    """Return whether this process maps so much memory that an object file is to lie there in one piece.

    LLVM's older linker, RuntimeDyld, places each section of an object file wherever there is room, and
    ends the process if two that refer to each other are more than 2 GB apart. That can happen where
    torch or JAX are loaded. JITLink places them in one piece, but takes 10 to 40 ms longer for each,
    which a command would wait for. Where the system does not say, RuntimeDyld is used.
    """
    try:
        pages = int(Path("/proc/self/statm").read_bytes().split()[0])
    except OSError:
        return False
    return pages * os.sysconf("SC_PAGE_SIZE") > _MUCH_MEMORY


def symbol_of(name: str, signature: str) -> str:
    """Return the name of the C function of an entry point for a signature.

    >>> symbol_of("suitwise.seeds:below", "i64,i64,i64,i64")
    'suitwise_seeds_below_19bc7764'
    """
    tag = hashlib.sha256(f"{name}({signature})".encode()).hexdigest()[:8]
    return f"{re.sub(r'[^A-Za-z0-9]+', '_', name)}_{tag}"


def opened_object(code: bytes, symbol: str) -> Callable[..., Any]:
    """Return an entry point of an object file, as a builtin function.

    Raises:
        RuntimeError: LLVM can't open the object file, or it has no such entry point.
    """
    builder = llvm().JITLibraryBuilder().add_object_img(code).add_current_process()
    for name in INTERFACE:
        address = ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value
        builder.import_symbol(name, address)
    with _opening:
        tracker = builder.export_symbol(symbol).link(
            _linker(_maps_much()), f"{symbol} {next(_numbers)}"
        )
        _trackers.append(tracker)
    return builtin(symbol, tracker[symbol])


def builtin(symbol: str, address: int) -> Callable[..., Any]:
    """Return the machine code at an address as a builtin function of Python."""
    method = _Method(symbol.encode(), address, _FASTCALL, None)
    _methods.append(method)
    function: Callable[..., Any] = _new_builtin(ctypes.addressof(method), _SELF, None)
    return function
