"""The package of Whist is small, and built as the games of Suitwise are."""

from __future__ import annotations

from pathlib import Path

import whist
from tests.imports import grouped, imports_in, rings_of

PACKAGE = Path(whist.__file__).parent
MOST_LINES = 900


def test_a_full_citizen_has_at_most_900_lines() -> None:
    files = [path for path in PACKAGE.parent.rglob("*") if path.suffix in (".py", ".md", ".toml")]
    assert len(files) > 15
    assert sum(len(path.read_text("utf-8").splitlines()) for path in files) <= MOST_LINES


def test_no_ring_of_modules_or_folders_and_rules_import_rules_alone() -> None:
    imports = imports_in(PACKAGE)
    assert rings_of(imports) == set()
    assert (
        rings_of(grouped(imports, lambda module: module.split(".")[1] if "." in module else None))
        == set()
    )
    for module, imported in imports.items():
        if module.startswith("whist.rules"):
            assert all(one.startswith("whist.rules") for one in imported)


def test_texts_and_arrays_stay_out_of_positions() -> None:
    assert imports_in(PACKAGE)["whist.state"] == {"whist.rules.tricks", "whist.variant"}
