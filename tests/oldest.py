"""The oldest versions that ``pyproject.toml`` claims, one a line, as pip takes constraints.

    python tests/oldest.py > constraints.txt
    python tests/oldest.py clients --but torch > constraints.txt

Named extras leave the others' out, ``--but`` a package, as one that comes in builds of its own. ``make
oldest`` installs them and runs the core tests on them, ``make clients-on-oldest`` those of the extra
``clients``. Only the standard library is needed.
"""

from __future__ import annotations

import argparse
import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).parent.parent / "pyproject.toml"
_CLAIM = re.compile(r"([A-Za-z0-9_.-]+)>=([0-9][0-9.]*)(?:;.*)?")
"""A requirement, for some machines alone where a marker follows."""


def claims(plain: dict[str, Any], extras: Sequence[str] = ()) -> Iterator[tuple[str, str]]:
    """Yield each requirement of a project, its extras' and its build's as well, and its oldest version.

    Args:
        plain: what ``pyproject.toml`` holds.
        extras: the extras that count; none for all.

    Raises:
        ValueError: a requirement claims anything but an oldest version, or there is no such extra.
    """
    project = plain["project"]
    optional = project.get("optional-dependencies", {})
    if unknown := [one for one in extras if one not in optional]:
        raise ValueError(f"there is no extra {unknown[0]}: {', '.join(optional)}")
    lists = [plain["build-system"]["requires"], project["dependencies"]]
    for many in (*lists, *(optional[one] for one in extras or optional)):
        yield from map(claim, many)


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


def constraints(
    plain: dict[str, Any], extras: Sequence[str] = (), but: Sequence[str] = ()
) -> list[str]:
    """Return the oldest versions as pip takes constraints.

    Args:
        plain: what ``pyproject.toml`` holds.
        extras: the extras that count; none for all.
        but: packages that are left out.

    Raises:
        ValueError: a requirement has no oldest version, or two of them; or there is no such extra.

    >>> project = {"dependencies": ["numpy>=2.0"]}
    >>> project["optional-dependencies"] = {"plot": ["numpy>=2.0"], "rl": ["gymnasium>=1.1"]}
    >>> plain = {"project": project, "build-system": {"requires": ["hatchling>=1.27"]}}
    >>> constraints(plain)
    ['gymnasium==1.1', 'hatchling==1.27', 'numpy==2.0']
    >>> constraints(plain, ["plot"], but=["hatchling"])
    ['numpy==2.0']
    """
    oldest: dict[str, str] = {}
    for name, version in claims(plain, extras):
        if oldest.setdefault(name, version) != version:
            raise ValueError(f"{name} is claimed from {oldest[name]} and from {version}")
    return [f"{name}=={oldest[name]}" for name in sorted(oldest) if name not in but]


def project() -> dict[str, Any]:
    """Return what ``pyproject.toml`` holds."""
    return tomllib.loads(PROJECT.read_text("utf-8"))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Print the oldest versions claimed.")
    parser.add_argument("extras", nargs="*", help="the extras that count; all unless told")
    parser.add_argument("--but", action="append", default=[], help="a package that is left out")
    asked = parser.parse_args()
    print("\n".join(constraints(project(), asked.extras, asked.but)))
