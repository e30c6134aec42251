"""Every public name has an example in its docstring that the test run finds, and so runs.

Public are the names that a module lists in ``__all__``, all that are defined in the modules of the
contract and the foundation that have no such list, and those that the reference of Python picks out of
a module.
"""

from __future__ import annotations

import ast
import inspect
import re
import tomllib
from collections.abc import Iterator
from doctest import DocTestFinder
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import suitwise

PACKAGE = Path(suitwise.__file__).parent
UNLISTED = (
    "cards",
    "errors",
    "fields",
    "foundation.text.phrases",
    "seeds",
)
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


@pytest.mark.parametrize(("module", "name"), [*LISTED, *OTHERS, *PICKED])
def test_a_public_name_has_an_example_that_runs_or_says_what_it_is(module: str, name: str) -> None:
    value = getattr(import_module(module), name)
    if is_constant(value):
        assert name in described_constants(Path(import_module(module).__file__ or "").parent)
    else:
        assert examples_of(value.__module__).get(f"{value.__module__}.{value.__qualname__}")


def test_the_names_of_every_game_and_of_what_plays_them_are_held_to_it() -> None:
    rooms = ("envs", "game", "players", "rummy", "stacks", "testing", "texas42", "tractor")
    assert {f"suitwise.{room}" for room in rooms} <= {module for module, _ in LISTED}
    assert ("suitwise.game", "State") in LISTED
    assert ("suitwise.cards", "Card") in OTHERS
    assert ("suitwise.arena.run", "run") in PICKED
