"""Options and fixtures of the whole test suite."""

from __future__ import annotations

import pytest
from hypothesis import settings

# A busy machine is no fault of the package: no test has a deadline.
settings.register_profile("suitwise", deadline=None)
settings.load_profile("suitwise")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--exhaustive",
        action="store_true",
        help="run the proofs by exhaustion in full, not on their stated samples",
    )


@pytest.fixture(scope="session")
def exhaustive(request: pytest.FixtureRequest) -> bool:
    """Whether a proof marked ``exhaustive`` runs in full (``make test-all``) or on its sample."""
    return bool(request.config.getoption("--exhaustive"))
