"""One server for the tests that need nothing special of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.table.serve.servers import Served, serving


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served") / "tables.db") as running:
        yield running


@pytest.fixture(autouse=True)
def lines_end_with_the_test(request: pytest.FixtureRequest) -> Iterator[None]:
    """Close the lines that a test has opened to a server which it shares with others."""
    yield
    if "served" in request.fixturenames:
        request.getfixturevalue("served").lines.close()
