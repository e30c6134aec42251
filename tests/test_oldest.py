"""The oldest versions claimed are pinned where core tests run on them; the quick tests need little."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

from tests.oldest import claim, constraints, project

ROOT = Path(__file__).parent.parent
PYTHON = project()["project"]["requires-python"].removeprefix(">=")


@cache
def pinned() -> dict[str, str]:
    """Return what the constraints of ``make oldest`` pin."""
    printed = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "oldest.py")], capture_output=True, text=True
    )
    assert printed.returncode == 0, printed.stderr
    return dict(line.split("==") for line in printed.stdout.splitlines())


def test_every_requirement_is_pinned_to_the_oldest_version_it_claims() -> None:
    plain = project()
    lists = [
        plain["build-system"]["requires"],
        plain["project"]["dependencies"],
        *plain["project"]["optional-dependencies"].values(),
    ]
    for requirement in (one for many in lists for one in many):
        name, least = requirement.partition(";")[0].split(">=")
        assert pinned()[name] == least
    assert set(pinned()) == {one.split(">=")[0] for many in lists for one in many}


@pytest.mark.parametrize("requirement", ["numpy", "numpy==2.0", "numpy>=2.0,<3", "numpy>1"])
def test_a_requirement_without_an_oldest_version_is_refused(requirement: str) -> None:
    with pytest.raises(ValueError, match="claims no oldest version"):
        claim(requirement)


def test_two_claims_for_one_package_are_refused() -> None:
    plain = project()
    plain["project"]["optional-dependencies"]["more"] = ["numpy>=2.1"]
    with pytest.raises(ValueError, match=r"numpy is claimed from 2\.0 and from 2\.1"):
        constraints(plain)


def test_what_is_installed_is_no_older_than_what_is_claimed() -> None:
    for name, least in pinned().items():
        try:
            there = version(name)
        except PackageNotFoundError:
            continue  # an extra that these tests don't need
        assert numbers(there) >= numbers(least), name


def numbers(text: str) -> list[int]:
    """Return the first three numbers of a version; those that are left out are 0."""
    return [*map(int, re.findall(r"\d+", text)), 0, 0][:3]


def test_the_core_tests_of_the_oldest_versions_are_there_and_of_every_game() -> None:
    named = (ROOT / "tests" / "core.txt").read_text("utf-8").split()
    parts = [one.partition("::") for one in named]
    texts = {file: (ROOT / file).read_text("utf-8") for file, *_ in parts}
    assert all(f"def {test}" in texts[file] for file, _, test in parts)
    rooms = {file.split("/")[1] for file in texts}
    assert {"tractor", "texas42", "rummy", "stacks", "cli"} <= rooms


def test_each_test_that_is_left_out_without_a_compiler_is_there() -> None:
    lines = (ROOT / "tests" / "compiler.txt").read_text("utf-8").splitlines()
    parts = [line.partition("::") for line in lines if not line.startswith("#")]
    texts = {file: (ROOT / file).read_text("utf-8") for file, *_ in parts}
    assert [(file, test) for file, _, test in parts if f"def {test}(" not in texts[file]] == []


# --- What a first change runs -----------------------------------------------------------------------


def quick() -> list[str]:
    """Return what ``make quick`` tells pytest."""
    return (ROOT / "tests" / "quick.txt").read_text("utf-8").split()


def test_the_quick_tests_are_there_and_those_of_every_game() -> None:
    named = [one.removeprefix("--ignore=") for one in quick()]
    assert [one for one in named if not (ROOT / one).exists()] == []
    rooms = {
        f"tests/{game}/{room}"
        for game in ("tractor", "texas42", "rummy", "stacks")
        for room in ("rules", "judge", "solve")
        if (ROOT / "tests" / game / room).is_dir()
    }
    assert len(rooms) >= 9
    assert rooms <= set(quick())


def test_the_quick_tests_import_nothing_but_what_make_dev_installs() -> None:
    plain = project()["project"]
    asked = [*plain["dependencies"], *plain["optional-dependencies"]["dev"]]
    there = {"suitwise", "tests", "benchmarks", "_pytest", *(claim(one)[0] for one in asked)}
    wanted: dict[str, list[str]] = {}
    for one in quick():
        path = ROOT / one.removeprefix("--ignore=")
        for file in [path] if path.is_file() else path.rglob("*.py"):
            for module in imported(file):
                wanted.setdefault(module.partition(".")[0], []).append(file.name)
    assert {"suitwise", "pytest", "hypothesis"} <= wanted.keys()
    assert {
        name: files for name, files in wanted.items() if name not in there | sys.stdlib_module_names
    } == {}


def imported(file: Path) -> Iterator[str]:
    """Yield the modules that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def test_the_docs_name_the_oldest_versions_that_are_claimed() -> None:
    page = (ROOT / "docs" / "research.md").read_text("utf-8")
    told = re.search(r"the oldest versions\s+claimed: (.*?)\.\n", page, re.S)
    assert told
    for name, least in re.findall(r"(\w+) ([\d.]+\d)", told[1]):
        assert numbers(pinned()["open_spiel" if name == "OpenSpiel" else name.lower()]) == numbers(
            least
        ), name
    assert f"Python {PYTHON} or later" in (ROOT / "README.md").read_text("utf-8")
