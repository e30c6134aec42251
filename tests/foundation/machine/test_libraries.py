"""A native wheel's library: linked for every system, opened without a compiler, and never stale."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from suitwise.errors import SuitwiseError
from suitwise.foundation import machine
from suitwise.foundation.machine import libraries
from suitwise.foundation.machine.libraries import Row, of_wheel
from tests.fresh import ROOT, fresh_python

RULES = """
from suitwise.foundation.arrays.compiled import rule

TABLE = (5, 70000, -3)

@rule
def ways_down(stairs: int) -> int:
    return 1 if stairs < 2 else ways_down(stairs - 1) + ways_down(stairs - 2)

@rule
def look_up(numbers, answer) -> float:
    room = len(answer)
    for i in range(room):
        answer[i] = 0
    for i in range(len(numbers)):
        answer[i % room] += TABLE[numbers[i] % 3] + ways_down(i)
    return answer[0] / 2
"""
BUILD = """
import sys
from pathlib import Path
import my_rules
from native.build import SYSTEMS, pieces_of, write_library
from suitwise.foundation.arrays.compiled import machine
jobs = (
    lambda: machine(my_rules.ways_down)(3),
    lambda: machine(my_rules.look_up)(b"HA", bytearray(2)),
)
pieces = pieces_of(jobs)
for name, system in SYSTEMS.items():
    write_library(system, pieces, Path(sys.argv[1]) / name)
"""
USE = """
import sys
for blocked in ("numba", "llvmlite", "numpy"):
    sys.modules[blocked] = None
from array import array
from pathlib import Path
from suitwise.foundation import machine
from suitwise.foundation.machine import libraries, machine_code
machine.FOLDER = Path({folder!r})
machine_code.can_open = lambda: False
import my_rules
from suitwise.foundation.arrays.compiled import is_kept, machine
"""
HERE = {"linux": "linux", "darwin": "macos", "win32": "windows"}[sys.platform]
MACHINE = {"amd64": "x86_64", "aarch64": "aarch64"}.get(os.uname().machine, os.uname().machine)
SYSTEM = f"{HERE}-{MACHINE}"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Libraries of two rules for all systems, in a folder each, and the module of the rules."""
    folder = tmp_path_factory.mktemp("native")
    (folder / "my_rules.py").write_text(RULES)
    path = os.pathsep.join(map(str, (folder, ROOT, ROOT / "src")))
    code = BUILD.replace("sys.argv[1]", repr(str(folder)))
    fresh_python(code, PYTHONPATH=path, SUITWISE_CACHE_DIR=folder / "cache")
    return folder


def use(built: Path, code: str, rules: Path | None = None) -> str:
    """Run some code with this system's library and no compiler; return what it prints."""
    path = os.pathsep.join(map(str, (rules or built, ROOT / "src")))
    start = USE.format(folder=str(built / SYSTEM))
    return fresh_python(start + dedent(code), PYTHONPATH=path, SUITWISE_CACHE_DIR=built / "none")


BEGINS = {
    "linux-x86_64": b"\x7fELF\x02\x01",
    "linux-aarch64": b"\x7fELF\x02\x01",
    "macos-x86_64": b"\xcf\xfa\xed\xfe",
    "macos-arm64": b"\xcf\xfa\xed\xfe",
    "windows-x86_64": b"MZ",
}


@pytest.mark.parametrize("system", BEGINS)
def test_there_is_a_library_for_every_system(system: str, built: Path) -> None:
    (library,) = (built / system).glob("suitwise.*")
    assert library.read_bytes().startswith(BEGINS[system])
    index = (built / system / machine.INDEX).read_text().splitlines()
    assert [line.split("\t")[:2] for line in index[1:]] == [
        ["my_rules:look_up", "u8[1]r,u8[1]"],
        ["my_rules:ways_down", "i64"],
    ]


def test_its_code_is_called_where_there_is_neither_compiler_nor_numpy(built: Path) -> None:
    code = """
    buffer = bytearray(3)
    plain = bytearray(3)
    print(machine(my_rules.ways_down)(10), machine(my_rules.look_up)(b"ABCDE", buffer))
    print(list(buffer), is_kept(my_rules.ways_down), "numpy" in sys.modules and sys.modules["numpy"])
    """
    plain = [0, 0, 0]
    namespace: dict[str, object] = {}
    exec(RULES, namespace)
    look_up = namespace["look_up"]
    assert callable(look_up)
    half = look_up(b"ABCDE", plain)
    told = [number & 255 for number in plain]
    assert use(built, code) == f"89 {(half * 2 % 256) / 2}\n{told} True None\n"


def test_a_call_that_it_has_no_code_for_says_what_to_install(built: Path) -> None:
    code = """
    try:
        machine(my_rules.look_up)(array("q", [1]), array("q", [0]))
    except ValueError as error:
        print(error)
    """
    assert use(built, code).startswith("this needs numba: python -m pip install '.[compile]'")


def test_a_rule_that_was_edited_is_not_taken_from_it(built: Path, tmp_path: Path) -> None:
    (tmp_path / "my_rules.py").write_text(RULES.replace("stairs < 2", "stairs < 3"))
    assert use(built, "print(is_kept(my_rules.ways_down))", tmp_path) == "False\n"
    assert use(built, "print(is_kept(my_rules.ways_down))") == "True\n"


def test_a_damaged_library_is_refused_in_a_sentence(built: Path, tmp_path: Path) -> None:
    for file in (built / SYSTEM).glob("*.*"):
        content = file.read_bytes()
        (tmp_path / file.name).write_bytes(content if file.suffix == ".txt" else content[:-1])
    with pytest.raises(SuitwiseError, match="is damaged: install the package again"):
        of_wheel(tmp_path)


@pytest.mark.skipif(not hasattr(os, "memfd_create"), reason="opened from a file there")
def test_what_happens_to_the_file_after_it_was_read_changes_nothing(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for file in (built / SYSTEM).glob("*.*"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    (path,) = tmp_path.glob("suitwise.*")
    opened = libraries._opened

    def swapped(name: Path, content: bytes) -> object:
        path.write_bytes(b"no library at all")
        return opened(name, content)

    monkeypatch.setattr(libraries, "_opened", swapped)
    library = of_wheel(tmp_path)
    (row,) = (row for row in library._rows if row.name.endswith("ways_down"))
    found = library.find(row)
    assert found is not None
    assert found(10) == 89
    assert library.find(Row(row.name, "f64", row.source)) is None


def test_an_old_processor_uses_no_library(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "FOLDER", built / SYSTEM)
    monkeypatch.setattr(libraries, "_NEEDED", {"a flag that no processor has"})
    assert libraries.library.__wrapped__() is None
