"""The oldest versions that ``pyproject.toml`` claims, one a line, as pip takes constraints.

    python tests/oldest.py > constraints.txt

``make oldest`` installs them and runs the core tests on them. Only the standard library is needed.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).parent.parent / "pyproject.toml"
_CLAIM = re.compile(r"([A-Za-z0-9_.-]+)>=([0-9][0-9.]*)(?:;.*)?")
"""A requirement, for some machines alone where a marker follows."""


def claims(plain: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield each requirement of a project, its extras' and its build's as well, and its oldest version.

    Raises:
        ValueError: a requirement claims anything but an oldest version.
    """
    project = plain["project"]
    lists = [plain["build-system"]["requires"], project["dependencies"]]
    for one in (requirement for many in lists for requirement in many):
        yield claim(one)
    for extra in project["optional-dependencies"].values():
        yield from map(claim, extra)


def claim(requirement: str) -> tuple[str, str]:
    """Return the name and the oldest version of a requirement.

    >>> claim("numpy>=2.0")
    ('numpy', '2.0')
    >>> claim("uvloop>=0.21; sys_platform != 'win32'")
    ('uvloop', '0.21')
    """
    found = _CLAIM.fullmatch(requirement)
    if found is None:
        raise ValueError(f"{requirement!r} claims no oldest version: write NAME>=VERSION")
    return found[1], found[2]


def constraints(plain: dict[str, Any]) -> list[str]:
    """Return the oldest versions as pip takes constraints.

    Raises:
        ValueError: a requirement has no oldest version, or two of them.

    >>> project = {"dependencies": ["numpy>=2.0"], "optional-dependencies": {"plot": ["numpy>=2.0"]}}
    >>> constraints({"project": project, "build-system": {"requires": ["hatchling>=1.27"]}})
    ['hatchling==1.27', 'numpy==2.0']
    """
    oldest: dict[str, str] = {}
    for name, version in claims(plain):
        if oldest.setdefault(name, version) != version:
            raise ValueError(f"{name} is claimed from {oldest[name]} and from {version}")
    return [f"{name}=={oldest[name]}" for name in sorted(oldest)]


def project() -> dict[str, Any]:
    """Return what ``pyproject.toml`` holds."""
    return tomllib.loads(PROJECT.read_text("utf-8"))


if __name__ == "__main__":
    print("\n".join(constraints(project())))
