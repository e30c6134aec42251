"""What was compiled for a game, linked into one library: opened without LLVM, and never stale."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from suitwise.foundation.machine import libraries, linking
from suitwise.foundation.machine.libraries import Row, keep_linked, linked
from tests.fresh import ROOT, fresh_python

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("ld") is None, reason="linked on Linux, with ld"
)
RULES = """
from suitwise.foundation.arrays.compiled import rule

@rule
def ways_down(stairs: int) -> int:
    return 1 if stairs < 2 else ways_down(stairs - 1) + ways_down(stairs - 2)

@rule
def half(number: int) -> float:
    return number / 2
"""
START = """
import sys
from suitwise.foundation.machine import entries, libraries, linking
entries.game_of = linking.game_of = lambda name: "stairs"
import my_rules
from suitwise.foundation.arrays.compiled import is_kept, machine
"""
LINK = """
libraries.linked_anew = True
machine(my_rules.ways_down)(3), machine(my_rules.half)(3)
print(linking.link("stairs", entries.used))
"""
BLOCKED = """
for blocked in ("numba", "llvmlite", "numpy"):
    sys.modules[blocked] = None
"""


class Stairs:
    """Programs with rules of a game of their own, and a cache in which they were linked."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "my_rules.py").write_text(RULES)

    @property
    def library(self) -> Path:
        (found,) = (self.folder / "cache").glob("library.stairs-*.code")
        return found

    def run(self, code: str, rules: Path | None = None, **more: str) -> str:
        """Run some code beside the rules; return what it prints."""
        path = os.pathsep.join(map(str, (rules or self.folder, ROOT, ROOT / "src")))
        cache = self.folder / "cache"
        return fresh_python(START + dedent(code), PYTHONPATH=path, SUITWISE_CACHE_DIR=cache, **more)


@pytest.fixture
def stairs(tmp_path: Path) -> Stairs:
    found = Stairs(tmp_path)
    assert found.run(LINK) == "\n"
    return found


def test_a_linked_library_answers_where_there_is_no_compiler(
    stairs: Stairs, tmp_path: Path
) -> None:
    calls = (
        "print(machine(my_rules.ways_down)(10), machine(my_rules.half)(3), is_kept(my_rules.half))"
    )
    assert stairs.run(BLOCKED + calls) == "89 1.5 True\n"
    edited = tmp_path / "edited"
    edited.mkdir()
    (edited / "my_rules.py").write_text(RULES.replace("stairs < 2", "stairs < 3"))
    assert stairs.run(BLOCKED + "print(is_kept(my_rules.ways_down))", edited) == "False\n"


def test_two_libraries_are_open_in_one_process(stairs: Stairs) -> None:
    both = """
    entries.game_of = linking.game_of = lambda name: name.rpartition(":")[2]
    libraries.linked_anew = True
    machine(my_rules.ways_down)(3), machine(my_rules.half)(3)
    print(*(linking.link(game, entries.used) for game in ("ways_down", "half")))
    """
    assert stairs.run(both) == " \n"
    calls = """
    entries.game_of = lambda name: name.rpartition(":")[2]
    print(machine(my_rules.ways_down)(10), machine(my_rules.half)(3))
    """
    assert stairs.run(BLOCKED + dedent(calls)) == "89 1.5\n"


def test_a_damaged_library_is_deleted_and_the_object_files_are_opened(stairs: Stairs) -> None:
    content = bytearray(stairs.library.read_bytes())
    content[-100] ^= 1
    stairs.library.write_bytes(content)
    call = (
        "print(machine(my_rules.ways_down)(10), 'llvmlite' in sys.modules, 'numba' in sys.modules)"
    )
    assert stairs.run(call) == "89 True False\n"
    assert not list(stairs.folder.glob("cache/library*"))


def test_a_library_that_is_none_is_not_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SUITWISE_CACHE_DIR", str(tmp_path))
    keep_linked("no-stairs", b"no library", [Row("suitwise.no-stairs:a", "i64", "5d3f")])
    assert libraries.is_linked("no-stairs")
    assert linked("no-stairs") is None


def test_without_a_linker_it_says_so(stairs: Stairs) -> None:
    code = "linking.shutil.which = lambda name: None\n" + LINK
    assert stairs.run(code) == "there is no linker (ld)\n"


def test_what_the_linker_says_is_told(stairs: Stairs) -> None:
    code = "linking._object_file = lambda row: b'no object file'\n" + LINK
    assert stairs.run(code).startswith(f"{shutil.which('ld')} says ")


def test_another_processor_has_its_own_library(stairs: Stairs) -> None:
    other = "libraries._processor = lambda: b'older'\nprint(libraries.linked('stairs'))"
    assert stairs.run(other) == "None\n"


def test_code_that_was_thrown_away_is_not_linked() -> None:
    row = Row("suitwise.tractor.rules:never", "i64", "5d3f")
    assert linking.link("tractor", [row]) == "nothing of tractor is compiled"
