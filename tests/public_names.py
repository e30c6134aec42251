"""The public names of the package, a line each, as the last release had them and as they are now.

    python -m tests.public_names > tests/data/public_names.txt

writes those of today: at a release, never between two. What is public is said in
:mod:`tests.test_public_names`. A line is a name with the names of what it takes, and of a class with its
public members; types and default values are left out, which change without breaking anybody's call.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.test_public_names import LISTED, OTHERS, is_constant

RELEASED = Path(__file__).parent / "data" / "public_names.txt"


def described(module: str, name: str) -> str:
    """Return the line of a public name.

    >>> described("suitwise.errors", "IllegalMove").split(" ")[0]
    'suitwise.errors.IllegalMove'
    >>> described("suitwise.tractor", "solve")
    'suitwise.tractor.solve(state, effort=)'
    """
    value = getattr(import_module(module), name)
    said = f"{module}.{name}"
    if is_constant(value):
        return said
    said += taken(value)
    members = members_of(value) if inspect.isclass(value) else []
    return " ".join([said, *members])


def taken(value: Any) -> str:
    """Return the names of what a function or class takes, in parentheses; nothing where nobody can tell.

    An enumeration takes what its Python lets it take, and nobody makes one.
    """
    if inspect.isclass(value) and issubclass(value, Enum):
        return ""
    try:
        named = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return ""
    return "(" + ", ".join(with_default(one) for one in named) + ")"


def with_default(one: inspect.Parameter) -> str:
    """Return the name of a parameter, with stars and with ``=`` where it may be left out."""
    stars = 2 * (one.kind is one.VAR_KEYWORD) + (one.kind is one.VAR_POSITIONAL)
    return stars * "*" + one.name + "=" * (one.default is not one.empty)


def members_of(value: type) -> list[str]:
    """Return the public members that a class of the package gives, in their order of letters."""
    own = [one for one in value.__mro__ if one.__module__.startswith("suitwise")]
    return sorted({name for one in own for name in vars(one) if not name.startswith("_")})


def lines() -> list[str]:
    """Return the lines of all public names, in their order of letters."""
    return sorted({described(module, name) for module, name in [*LISTED, *OTHERS]})


def changed(before: Iterable[str], now: Iterable[str]) -> list[str]:
    """Return the last parts of the names that came, went or changed.

    >>> changed(["suitwise.a.old()", "suitwise.a.kept()"], ["suitwise.a.kept()", "suitwise.a.new(x)"])
    ['new', 'old']
    >>> changed(["suitwise.a.f(x)", "suitwise.a.C() m"], ["suitwise.a.f(x, y=)", "suitwise.a.C() m"])
    ['f']
    """
    full = {line.split("(")[0].split(" ")[0] for line in set(before) ^ set(now)}
    return sorted({name.rsplit(".", 1)[1] for name in full})


def unsaid(names: Iterable[str], changelog: str) -> list[str]:
    """Return the names that stand in no code of the section of a changelog that is not released yet.

    >>> text = "## [Unreleased]\\n- `tractor.solve(state)` is new.\\n## [0.1.0]\\n- `old` as well."
    >>> unsaid(["solve", "old"], text)
    ['old']
    """
    section = changelog.split("## [Unreleased]", 1)[1].split("\n## [", 1)[0]
    said = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]+)`", section))))
    return [name for name in names if name not in said]


if __name__ == "__main__":
    print("\n".join(lines()))
