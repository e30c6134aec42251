"""Every public name has an example in its docstring that the test run finds, and so runs.

Public are the names that a module lists in ``__all__``, all that are defined in the modules of the
contract and the foundation that have no such list, and those that the reference of Python picks out of
a module.
"""

from __future__ import annotations

import ast
import inspect
import re
import runpy
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from doctest import DocTestFinder
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import suitwise
from suitwise.moved import MOVED

PACKAGE = Path(suitwise.__file__).parent
UNLISTED = ("cards", "errors", "fields", "foundation.text.phrases", "seeds")
"""Modules without ``__all__`` whose names are public."""


def modules_with_lists() -> Iterator[str]:
    for path in sorted(PACKAGE.rglob("*.py")):
        if re.search(r"^__all__\b", path.read_text("utf-8"), re.M):
            parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
            yield ".".join(parts).removesuffix(".__init__")


def own_names(module: str) -> list[str]:
    """Return the public names that a module without a list defines."""
    return [
        name
        for name, value in vars(import_module(module)).items()
        if not name.startswith("_") and callable(value) and value.__module__ == module
    ]


LISTED = [
    (module, name)
    for module in modules_with_lists()
    for name in sorted(import_module(module).__all__)
]
OTHERS = [
    (f"suitwise.{module}", name) for module in UNLISTED for name in own_names(f"suitwise.{module}")
]

REFERENCE = Path(__file__).parent.parent / "docs" / "reference.toml"
PICKED = [
    (module, name)
    for room in tomllib.loads(REFERENCE.read_text("utf-8"))["room"]
    for module, names in room["modules"].items()
    if isinstance(names, list)
    for name in names
]


def is_constant(value: Any) -> bool:
    """Tell values and names of types from classes and functions."""
    return not (inspect.isclass(value) or inspect.isroutine(inspect.unwrap(value)))


@cache
def examples_of(module: str) -> dict[str, int]:
    """Return how many lines of example the test run finds under each name of a module."""
    tests = DocTestFinder().find(import_module(module), module)
    return {test.name.replace(".__test__", ""): len(test.examples) for test in tests}


@cache
def described_constants(package: Path) -> set[str]:
    """Return the constants of a package's modules that are followed by their docstring."""
    found = set()
    for path in package.rglob("*.py"):
        for line, after in pairwise(ast.parse(path.read_text("utf-8")).body):
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                found |= {target.id for target in targets_of(line) if isinstance(target, ast.Name)}
    return found


def targets_of(line: ast.stmt) -> list[ast.expr]:
    if isinstance(line, ast.Assign):
        return line.targets
    return [line.target] if isinstance(line, ast.AnnAssign) else []


@pytest.mark.parametrize("module", dict([*LISTED, *OTHERS, *PICKED]))
def test_a_public_name_has_an_example_that_runs_or_says_what_it_is(module: str) -> None:
    listed = [name for where, name in (*LISTED, *OTHERS, *PICKED) if where == module]
    for name in listed:
        value = getattr(import_module(module), name)
        if is_constant(value):
            assert name in described_constants(Path(import_module(module).__file__ or "").parent)
        else:
            full = f"{value.__module__}.{value.__qualname__}"
            assert examples_of(value.__module__).get(full), f"{full} has no example"


def test_the_names_of_every_game_and_of_what_plays_them_are_held_to_it() -> None:
    rooms = ("envs", "game", "players", "rummy", "stacks", "testing", "texas42", "tractor")
    assert {f"suitwise.{room}" for room in rooms} <= {module for module, _ in LISTED}
    assert ("suitwise.game", "State") in LISTED
    assert ("suitwise.cards", "Card") in OTHERS
    assert ("suitwise.arena.run", "run") in PICKED


# --- The reference of Python has a page a module --------------------------------------------------


DOCS = Path(__file__).parent.parent / "docs"
MADE = runpy.run_path(str(DOCS / "reference.py"))
ROOMS = MADE["rooms"]()
PAGES = {page.module: page for room in ROOMS for page in room.pages}
IDENTITY = MADE["identity"]
SHOWN = Counter(IDENTITY(page.module, name) for page in PAGES.values() for name in page.names)
"""On how many pages each name stands, by the place where it is defined."""


def test_every_module_with_a_list_of_its_public_names_has_a_page() -> None:
    assert set(modules_with_lists()) - set(PAGES) == set()
    assert {module for module, _ in OTHERS} - set(PAGES) == set()


@pytest.mark.parametrize("module", sorted(modules_with_lists()))
def test_each_public_name_of_a_module_is_on_one_page(module: str) -> None:
    names = import_module(module).__all__
    assert {name: SHOWN[IDENTITY(module, name)] for name in names} == dict.fromkeys(names, 1)


def test_no_name_stands_on_two_pages() -> None:
    assert [name for name, pages in SHOWN.items() if pages > 1] == []


def test_a_name_of_a_room_stands_on_the_page_of_the_room() -> None:
    assert "Duty" in PAGES["suitwise.tractor"].names
    replay = PAGES["suitwise.texas42.record.judge"]
    assert ("Fault", "suitwise.texas42") in replay.elsewhere
    assert "Fault" not in replay.names


def test_a_page_tells_of_each_name_in_a_line_and_shows_it_in_full() -> None:
    page = MADE["page_text"](PAGES["suitwise.rummy"])
    for name in import_module("suitwise.rummy").__all__:
        assert page.count(f"- :py:obj:`~suitwise.rummy.{name}`: ") == 1
        assert f"suitwise.rummy.{name}\n" in page or f".. py:data:: {name}\n" in page


def test_the_index_has_a_line_for_every_page() -> None:
    index = MADE["index_text"]()
    lines = Counter(line.partition("`: ")[0] for line in index.splitlines() if "`: " in line)
    assert lines == {f"- :doc:`{module} <{module}>": 1 for module in PAGES}


def test_pages_that_are_no_more_are_removed_and_unchanged_ones_are_left(tmp_path: Path) -> None:
    (tmp_path / "suitwise.gone.rst").write_text("gone")
    MADE["write"](tmp_path)
    assert {path.stem for path in tmp_path.iterdir()} == {"index", *PAGES}
    before = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    MADE["write"](tmp_path)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("Deals. They are many.", "Deals."),
        ("Sizes, by R. Putra (2026).\n\nMore.", "Sizes, by R. Putra (2026)."),
        ("One line\nover two", "One line over two"),
    ],
)
def test_the_first_sentence_of_a_docstring_is_its_line(said: str, line: str) -> None:
    assert MADE["first_line"](said) == line


def test_what_python_says_of_a_named_tuples_field_by_itself_is_left_out() -> None:
    clean: Any = MADE["without_aliases"]
    assert clean(["Alias for field number 0", ""]) == [""]
    assert clean(["The cards."]) == ["The cards."]


# --- What has moved is importable under its old name for one release ------------------------------


def test_a_module_that_has_moved_is_the_new_one_under_its_old_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for old, new in MOVED.items():
        monkeypatch.delitem(sys.modules, old, raising=False)
        with pytest.warns(DeprecationWarning, match=f"{old} has moved to {new}$"):
            assert import_module(old) is import_module(new)


def test_an_old_name_takes_the_place_of_nothing_in_the_chapter_below_which_it_lies() -> None:
    for old in MOVED:
        folder, _, name = old.rpartition(".")
        spec = find_spec(folder)
        source = spec.origin if spec else None
        assert source is None or name not in names_bound(Path(source).read_text("utf-8")), old


def names_bound(text: str) -> set[str]:
    """Return the names that a module imports or defines at its top."""
    bound: set[str] = set()
    for line in ast.parse(text).body:
        if isinstance(line, ast.Import | ast.ImportFrom):
            bound |= {one.asname or one.name for one in line.names}
        elif isinstance(line, ast.FunctionDef | ast.ClassDef):
            bound.add(line.name)
    return bound


def test_a_module_that_never_was_is_not_found() -> None:
    with pytest.raises(ModuleNotFoundError):
        import_module("suitwise.players.trees.roots")
