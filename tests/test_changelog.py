"""A public name that came, went or takes other things since the last release is in the changelog."""

from __future__ import annotations

import re
import tomllib
from typing import Any

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


# --- How the package is cited: ``CITATION.cff`` says what the package says of itself --------------


TEXT = (ROOT / "CITATION.cff").read_text("utf-8")


def value(key: str) -> str:
    """Return what stands at a key of the outermost level."""
    (found,) = re.findall(rf"^{key}: (.*)$", TEXT, re.M)
    return str(found).strip('"')


def test_the_citation_has_what_the_format_asks_for() -> None:
    # https://github.com/citation-file-format/citation-file-format/blob/1.2.0/schema-guide.md
    assert value("cff-version") == "1.2.0"
    assert value("message")
    assert value("type") == "software"
    assert re.search(r'^authors:\n  - name: ".+"$', TEXT, re.M)


def test_the_citation_is_of_this_version_as_the_changelog_dates_it() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert value("version") == suitwise.__version__
    assert f"## [{value('version')}] - {value('date-released')}" in changelog


def test_the_citation_names_the_title_authors_and_license_of_the_package() -> None:
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert value("title").lower() == project["name"]
    assert value("license") == project["license"]
    authors = re.findall(r'^  - name: "(.+)"$', TEXT, re.M)
    assert authors == [author["name"] for author in project["authors"]]
