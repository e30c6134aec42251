"""The reference of Python has a page a module, and each public name stands on one page alone."""

from __future__ import annotations

import runpy
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.test_public_names import OTHERS, modules_with_lists

DOCS = Path(__file__).parent.parent / "docs"
REFERENCE = runpy.run_path(str(DOCS / "reference.py"))
ROOMS = REFERENCE["rooms"]()
PAGES = {page.module: page for room in ROOMS for page in room.pages}
IDENTITY = REFERENCE["identity"]
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
    page = REFERENCE["page_text"](PAGES["suitwise.rummy"])
    for name in import_module("suitwise.rummy").__all__:
        assert page.count(f"- :py:obj:`~suitwise.rummy.{name}`: ") == 1
        assert f"suitwise.rummy.{name}\n" in page or f".. py:data:: {name}\n" in page


def test_the_index_has_a_line_for_every_page() -> None:
    index = REFERENCE["index_text"]()
    lines = Counter(line.partition("`: ")[0] for line in index.splitlines() if "`: " in line)
    assert lines == {f"- :doc:`{module} <{module}>": 1 for module in PAGES}


def test_pages_that_are_no_more_are_removed_and_unchanged_ones_are_left(tmp_path: Path) -> None:
    (tmp_path / "suitwise.gone.rst").write_text("gone")
    REFERENCE["write"](tmp_path)
    assert {path.stem for path in tmp_path.iterdir()} == {"index", *PAGES}
    before = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    REFERENCE["write"](tmp_path)
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
    assert REFERENCE["first_line"](said) == line


def test_what_python_says_of_a_named_tuples_field_by_itself_is_left_out() -> None:
    clean: Any = REFERENCE["without_aliases"]
    assert clean(["Alias for field number 0", ""]) == [""]
    assert clean(["The cards."]) == ["The cards."]
