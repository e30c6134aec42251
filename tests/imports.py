"""Who imports whom: the modules of a package, their imports, and the rings among them; what rules read.

All imports count that stand in the text: those inside functions and those for types alone, too. What is
found by its name when it is asked for, as ``suitwise.game`` finds a game, is no import.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

Arrows: TypeAlias = Mapping[str, Collection[str]]
"""For each one those that it imports."""


def modules_in(package: Path) -> dict[str, Path]:
    """Return the modules of a package by their full names, a package by that of its folder."""
    return {_name(path, package.parent): path for path in sorted(package.rglob("*.py"))}


def _name(path: Path, root: Path) -> str:
    return ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")


def imports_in(package: Path) -> dict[str, set[str]]:
    """Return for each module of a package the modules of the package that it imports."""
    modules = modules_in(package)
    return {
        name: {one for one in _imported(path, modules) if one != name}
        for name, path in modules.items()
    }


def _imported(path: Path, modules: Collection[str]) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path} line {node.lineno}: write the module's full name"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found = inner if inner in modules else str(node.module)
                yield from (one for one in (found,) if one in modules)


def read_by_rules(text: str) -> Iterator[tuple[str, str]]:
    """Yield each rule of a file and what it reads through a name that was imported, as ``name.what``.

    What a rule reads so is read from a module, for it knows no other objects: numbers and arrays that it
    is given are of its own names, and rules and constants that it imports have nothing to read.
    """
    top = ast.parse(text).body
    imported = {
        (alias.asname or alias.name).partition(".")[0]
        for node in top
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    for function in top:
        if isinstance(function, ast.FunctionDef) and any(
            isinstance(mark, ast.Name) and mark.id == "rule" for mark in function.decorator_list
        ):
            for node in ast.walk(function):
                if (
                    isinstance(node, ast.Attribute)
                    and isinstance(node.value, ast.Name)
                    and node.value.id in imported
                ):
                    yield function.name, f"{node.value.id}.{node.attr}"


def rings_of(arrows: Arrows) -> set[frozenset[str]]:
    """Return the largest sets of which each one reaches every other."""
    reached = {one: _reached(one, arrows) for one in arrows}
    return {
        frozenset(other for other in reached[one] if one in reached[other])
        for one in arrows
        if one in reached[one]
    }


def _reached(start: str, arrows: Arrows) -> set[str]:
    found: set[str] = set()
    ahead = list(arrows[start])
    while ahead:
        one = ahead.pop()
        if one not in found:
            found.add(one)
            ahead += arrows[one]
    return found


def grouped(arrows: Arrows, group_of: Callable[[str], str | None]) -> dict[str, set[str]]:
    """Return the arrows among groups of modules.

    Args:
        arrows: the imports of the modules.
        group_of: gives the group of a module; None of one that is left out.
    """
    groups: dict[str, set[str]] = {}
    for name, imported in arrows.items():
        group = group_of(name)
        if group is not None:
            others = {group_of(one) for one in imported} - {None, group}
            groups.setdefault(group, set()).update(one for one in others if one is not None)
    return groups
