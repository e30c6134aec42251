"""A public name that came, went or takes other things since the last release is in the changelog."""

from __future__ import annotations

import re

import suitwise
from tests.fresh import ROOT
from tests.public_names import RELEASED, changed, lines, unsaid

CHANGELOG = (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_public_names_that_changed_since_the_release_are_in_the_changelog() -> None:
    names = changed(RELEASED.read_text("utf-8").splitlines(), lines())
    assert unsaid(names, CHANGELOG) == [], "say in CHANGELOG.md under [Unreleased] what changed"


def test_a_name_that_is_gone_and_one_that_takes_more_are_missed() -> None:
    now = lines()
    (solve,) = [line for line in now if line.startswith("suitwise.tractor.solve(")]
    gone = [line for line in now if line != solve]
    other = [*gone, solve.replace("(", "(worlds, ", 1)]
    assert changed(now, gone) == changed(now, other) == ["solve"]
    assert unsaid(["solve"], "## [Unreleased]\n\n- Faster.\n\n## [0.1.0]\n`solve`") == ["solve"]


def test_the_newest_release_in_the_changelog_is_the_version_of_the_package() -> None:
    newest = re.findall(r"^## \[(\d[^]]*)\] - (\d{4}-\d{2}-\d{2})$", CHANGELOG, re.M)[0]
    assert newest[0] == suitwise.__version__
