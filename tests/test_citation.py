"""How the package is cited: ``CITATION.cff`` says what the package says of itself."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import suitwise
from tests.fresh import ROOT

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
