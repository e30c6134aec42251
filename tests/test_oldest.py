"""The oldest versions claimed are all pinned where the core tests run on them, and told as they are."""

from __future__ import annotations

import re
import subprocess
import sys
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
    files = (ROOT / "tests" / "core.txt").read_text("utf-8").split()
    assert all((ROOT / file).is_file() for file in files)
    rooms = {file.split("/")[1] for file in files}
    assert {"tractor", "texas42", "rummy", "stacks", "cli"} <= rooms


def test_the_docs_name_the_oldest_versions_that_are_claimed() -> None:
    page = (ROOT / "docs" / "research.md").read_text("utf-8")
    told = re.search(r"the oldest versions\s+claimed: (.*?)\.\n", page, re.S)
    assert told
    for name, least in re.findall(r"(\w+) ([\d.]+\d)", told[1]):
        assert numbers(pinned()["open_spiel" if name == "OpenSpiel" else name.lower()]) == numbers(
            least
        ), name
    assert f"Python {PYTHON} or later" in (ROOT / "README.md").read_text("utf-8")
