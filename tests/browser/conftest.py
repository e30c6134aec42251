"""What browser tests stand on: one Chromium, a fresh context a page, the real server."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.harness import Visits, lacking, shot, started
from tests.browser.served import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

QUICK = ("-m", "tests.browser.quick")
FAILED = pytest.StashKey[bool]()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.startswith("tests/browser/"):
            item.add_marker("browser")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """The one browser; without it the tests are left out, or fail where it is required."""
    if reason := lacking():
        if os.environ.get("SUITWISE_BROWSER") == "required":
            pytest.fail(reason)
        pytest.skip(reason)
    with started() as browser:
        yield browser


@pytest.fixture
def visits(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Visits]:
    """Opens pages, each in a fresh context; an error on the console of any of them fails the test."""
    visits = Visits(chromium)
    yield visits
    if request.node.stash.get(FAILED, False):
        for number, page in enumerate(visits.pages):
            shot(page, f"failed-{request.node.name}-{number}")
    visits.close()
    assert visits.faults == []


@pytest.fixture
def phone(visits: Visits) -> Page:
    """A page on a phone, 360 × 640, touch alone."""
    return visits.open()


@pytest.fixture
def desktop(visits: Visits) -> Page:
    """A page on a desktop, 1280 × 800."""
    return visits.open(phone=False)


@pytest.fixture(scope="package")
def server(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The server that tests share, whose tables wait for next to nothing; each makes its own."""
    with serving(tmp_path_factory, *QUICK) as served:
        yield served


@pytest.fixture(scope="module")
def paced(
    chromium: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[..., Served]]:
    """Starts servers with a pace and, if a word for it is given, with a key for every deal.

    Tests of a module that ask for the same share a server, as they share ``server``: each makes its own
    tables.
    """
    with ExitStack() as stack:

        @cache
        def start(key: str = "", **pace: int) -> Served:
            words = [*QUICK, "--key", key, "--pace", json.dumps(pace)]
            return stack.enter_context(serving(tmp_path_factory, *words))

        yield start


@contextmanager
def serving(folders: pytest.TempPathFactory, *command: str) -> Iterator[Served]:
    served = Served(folders.mktemp("served"), command)
    try:
        yield served
    finally:
        served.stop()
