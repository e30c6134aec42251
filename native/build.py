"""Build the libraries of machine code that native wheels bring: all entry points, for each system.

    nox -s native-wheel

The jobs of ``suitwise warm`` are run with a compiler that keeps LLVM's modules. Each module is then
turned into an object file for every system, and the linkers of zig make one library of those of a
system. The rules are compiled once, for x86-64-v2: its vectors of 128 bits are what every processor
named here has.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

# numba reads these when it is imported.
os.environ |= {"NUMBA_CPU_NAME": "x86-64-v2", "NUMBA_CPU_FEATURES": ""}

from suitwise.cli.setup import games, jobs_of
from suitwise.foundation.arrays import cost_dispatch
from suitwise.foundation.machine import INDEX, compiler, entries, libraries, machine_code
from suitwise.foundation.machine.entry_points import INTERFACE
from suitwise.foundation.machine.rule_text import Text


class System(NamedTuple):
    """A system that machine code is built for.

    Args:
        triple: its name for LLVM.
        processor: the oldest processor; the oldest of all if it is empty.
        tag: the tag of its wheel.
        library: the name of the library.
    """

    triple: str
    processor: str
    tag: str
    library: str


V2 = "x86-64-v2"
SYSTEMS = {
    name: System(*parts)
    for name, *parts in (
        ("linux-x86_64", "x86_64-unknown-linux-gnu", V2, "manylinux_2_17_x86_64", "suitwise.so"),
        ("linux-aarch64", "aarch64-unknown-linux-gnu", "", "manylinux_2_17_aarch64", "suitwise.so"),
        ("macos-x86_64", "x86_64-apple-macosx10.14", V2, "macosx_10_14_x86_64", "suitwise.dylib"),
        ("macos-arm64", "arm64-apple-macosx11.0", "apple-m1", "macosx_11_0_arm64", "suitwise.dylib"),
        ("windows-x86_64", "x86_64-pc-windows-msvc", V2, "win_amd64", "suitwise.dll"),
    )
}  # fmt: skip


class Piece(NamedTuple):
    """An entry point compiled for one signature.

    Args:
        row: what the index of a library says of it.
        symbol: the name of its function.
        bitcode: LLVM's module.
    """

    row: libraries.Row
    symbol: str
    bitcode: bytes


def all_jobs() -> Iterator[Callable[[], object]]:
    """Yield the jobs of ``suitwise warm``, which call every entry point of the package."""
    for game in sorted(games()):
        for name, job in jobs_of(game).items():
            print(f"compiling {game}: {name}", flush=True)
            yield job


def pieces_of(jobs: Iterable[Callable[[], object]]) -> list[Piece]:
    """Run jobs, and return everything that is compiled for them; nothing is taken from a cache."""
    pieces: list[Piece] = []
    compiled = compiler.compiled

    def kept(function: Any, over_rows: bool, name: str, signature: str) -> Any:
        module = compiled(function, over_rows, name, signature)
        row = libraries.Row(name, signature, Text(function).digest)
        pieces.append(Piece(row, machine_code.symbol_of(name, signature), module.as_bitcode()))
        return module

    with TemporaryDirectory() as empty, cost_dispatch.nothing_plain():
        os.environ["SUITWISE_CACHE_DIR"] = empty
        setattr(entries, "library", lambda: None)  # noqa: B010
        compiler.compiled = kept
        for job in jobs:
            job()
    return pieces


def write_library(system: System, pieces: Sequence[Piece], folder: Path) -> None:
    """Write the library of a system, and its index."""
    folder.mkdir(parents=True, exist_ok=True)
    objects = folder / "objects"
    objects.mkdir(exist_ok=True)
    for piece in pieces:
        (objects / f"{piece.symbol}.o").write_bytes(object_file(system, piece.bitcode))
    library = folder / system.library
    link(system, [piece.symbol for piece in pieces], objects, library)
    index = libraries.index_text(library.read_bytes(), [piece.row for piece in pieces])
    (folder / INDEX).write_text(index, "utf-8")
    (folder / "tag").write_text(system.tag, "utf-8")
    print(f"{library}: {len(pieces)} entry points, {library.stat().st_size / 1e6:.2f} MB")


def object_file(system: System, bitcode: bytes) -> bytes:
    """Return the object file of an entry point for a system."""
    llvm = machine_code.llvm()
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(system.triple)
    machine = target.create_target_machine(system.processor, opt=3, reloc="pic", codemodel="small")
    module = llvm.parse_bitcode(bitcode)
    module.triple, module.data_layout = system.triple, str(machine.target_data)
    module.verify()
    return compiler.object_code(module, machine)


# --- Linking --------------------------------------------------------------------------------------
#
# The functions of Python and ``memset`` are found where the library is opened; on Windows the library
# names the file that has the functions of Python, and brings what the C library has elsewhere.

_FOR_WINDOWS = """
.intel_syntax noprefix
.globl _fltused, memset, __chkstk
.data
_fltused: .long 0
.text
memset:                         # to rcx, value edx, count r8
    mov r9, rdi
    mov r10, rcx
    mov rdi, rcx
    mov eax, edx
    mov rcx, r8
    rep stosb
    mov rdi, r9
    mov rax, r10
    ret
__chkstk:                       # touches each page of the rax bytes below the stack
    push rcx
    push rax
    lea rcx, [rsp + 24]
1:  cmp rax, 4096
    jb 2f
    sub rcx, 4096
    test [rcx], rcx
    sub rax, 4096
    jmp 1b
2:  sub rcx, rax
    test [rcx], rcx
    pop rax
    pop rcx
    ret
"""
"""What compiled code calls there; ``_fltused`` says that it has real numbers."""


def link(system: System, symbols: Sequence[str], objects: Path, library: Path) -> None:
    """Link the object files of entry points into a library."""
    files = [str(objects / f"{symbol}.o") for symbol in sorted(symbols)]
    out = str(library)
    if "linux" in system.triple:
        machine = "elf_x86_64" if "x86_64" in system.triple else "aarch64linux"
        _zig("ld.lld", "-shared", "-s", "-z", "noexecstack", "-m", machine, "-o", out, *files)
    elif "apple" in system.triple:
        target = "x86_64-macos" if "x86_64" in system.triple else "aarch64-macos"
        names = "-nostdlib", "-undefined", "dynamic_lookup"
        _zig("cc", "-shared", "-target", target, *names, "-o", out, *files)
    else:
        own = objects / "own.s"
        own.write_text(_FOR_WINDOWS)
        windows = "-target", "x86_64-windows-gnu", "-o", str(objects / "own.o")
        _zig("cc", "-c", str(own), *windows)
        functions = "\n".join(INTERFACE)
        (objects / "python3.def").write_text(f"LIBRARY python3.dll\nEXPORTS\n{functions}\n")
        python = str(objects / "python3.lib")
        _zig("lib", f"/def:{objects / 'python3.def'}", f"/out:{python}", "/machine:x64")
        exports = [f"/export:{symbol}" for symbol in symbols]
        files += [str(objects / "own.o"), python]
        _zig("lld-link", "/dll", "/noentry", "/noimplib", f"/out:{out}", *exports, *files)


def _zig(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "ziglang", *arguments], check=True)


def main() -> None:
    """Build the libraries of the systems that are named, all unless some are."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="where each system gets a folder")
    parser.add_argument("systems", nargs="*", help=", ".join(SYSTEMS))
    given = parser.parse_args()
    if unknown := set(given.systems) - set(SYSTEMS):
        parser.error(f"{unknown.pop()} is none of {', '.join(SYSTEMS)}")
    if platform.machine().lower() not in ("x86_64", "amd64"):
        parser.error("libraries are built on x86-64")
    pieces = pieces_of(all_jobs())
    for name in given.systems or SYSTEMS:
        write_library(SYSTEMS[name], pieces, given.folder / name)


if __name__ == "__main__":
    main()
