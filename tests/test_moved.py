"""What has moved is importable under its old name for one release."""

from __future__ import annotations

import ast
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from suitwise.moved import MOVED


@pytest.mark.parametrize("old", MOVED)
def test_a_module_that_has_moved_is_the_new_one_under_its_old_name(
    old: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, old, raising=False)
    with pytest.warns(DeprecationWarning, match=f"{old} has moved to {MOVED[old]}$"):
        assert import_module(old) is import_module(MOVED[old])


@pytest.mark.parametrize("old", MOVED)
def test_an_old_name_takes_the_place_of_nothing_in_the_chapter_below_which_it_lies(
    old: str,
) -> None:
    folder, _, name = old.rpartition(".")
    spec = find_spec(folder)
    source = spec.origin if spec else None
    assert source is None or name not in names_bound(Path(source).read_text("utf-8"))


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
