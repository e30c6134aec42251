"""The page of each game says where each of its rules stands in the code, and what it names is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

import suitwise
from tests.imports import modules_in
from tests.test_docs import PAGES, ROOT

PACKAGE = Path(suitwise.__file__).parent

GAMES = ("tractor", "texas42", "rummy", "stacks")
TABLE = "### Where the rules stand"
NAME = re.compile(r"`(suitwise(?:\.[A-Za-z_]\w*)+)`")
ANCHOR = re.compile(r"\[\]\(#([^)]+)\)")


def section(page: str, heading: str) -> str:
    """Return what stands under a heading, up to the next of its rank or above."""
    rank = heading.split()[0]
    begin = page.index(f"\n{heading}\n") + len(heading) + 2
    end = re.compile(rf"^#{{1,{len(rank)}}} ", re.MULTILINE).search(page, begin)
    return page[begin : end.start() if end else len(page)]


def anchor(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def is_there(name: str) -> bool:
    """Tell whether a dotted name is a module, or an attribute of one."""
    parts = name.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            found = find_spec(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        if found is not None:
            held = import_module(".".join(parts[:cut]))
            for attribute in parts[cut:]:
                if not hasattr(held, attribute):
                    return False
                held = getattr(held, attribute)
            return True
    return False


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_game_names_the_module_of_every_rule(game: str) -> None:
    page = (ROOT / "docs" / f"{game}.md").read_text(encoding="utf-8")
    named = set(NAME.findall(section(page, TABLE)))
    rules = {
        module
        for module, path in modules_in(PACKAGE).items()
        if module.startswith(f"suitwise.{game}.") and ".rules." in module
        if path.name not in {"__init__.py", "house.py"}  # which only names the choices of a house
    }
    assert rules
    assert rules - named == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_part_of_the_rules_has_its_line_in_the_table(game: str) -> None:
    page = (ROOT / "docs" / f"{game}.md").read_text(encoding="utf-8")
    linked = set(ANCHOR.findall(section(page, TABLE)))
    stated = "\n".join(
        section(page, heading)
        for heading in ("## Rules", "## At the table")
        if f"\n{heading}\n" in page
    )
    parts = {anchor(heading) for heading in re.findall(r"^### (.*)$", stated, re.MULTILINE)}
    assert parts - {anchor(TABLE.removeprefix("### "))} <= linked
    assert linked <= {anchor(heading) for heading in re.findall(r"^##+ (.*)$", page, re.MULTILINE)}


def names_in_pages() -> Iterator[tuple[str, str]]:
    for page in PAGES:
        for name in sorted(set(NAME.findall(Path(page).read_text(encoding="utf-8")))):
            yield page.name, name


@pytest.mark.parametrize(("page", "name"), list(names_in_pages()))
def test_what_a_page_names_is_there(page: str, name: str) -> None:
    assert is_there(name), f"{page} names {name}"


def test_every_file_of_tests_that_the_code_names_is_there() -> None:
    named = re.compile(r"\btests/[\w/]+\.py")
    texts = {path: path.read_text("utf-8") for path in (*PACKAGE.rglob("*.py"), *PAGES)}
    missing = {
        (path.name, file)
        for path, text in texts.items()
        for file in named.findall(text)
        if not (ROOT / file).is_file()
    }
    assert missing == set()


def test_every_test_that_the_code_names_is_there() -> None:
    named = re.compile(r"(\btests/[\w/]+\.py)::(test_\w+)")
    for path in PACKAGE.rglob("*.py"):
        for file, test in named.findall(path.read_text("utf-8")):
            assert f"def {test}(" in (ROOT / file).read_text("utf-8"), f"{path.name}: {test}"
