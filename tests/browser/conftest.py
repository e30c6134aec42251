"""What browser tests stand on: one Chromium, a fresh context a page, the real server."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
def running(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The server that tests share; each makes its own tables."""
    with serving(tmp_path_factory, *QUICK) as served:
        yield served


@pytest.fixture
def server(running: Served) -> Served:
    """The server, its deals at random and its tables waiting for next to nothing."""
    running.set("", {})
    return running


@pytest.fixture
def paced(running: Served) -> Callable[..., Served]:
    """Gives the server a pace and, if a word for it is given, a key for every deal."""

    def start(key: str = "", **pace: int) -> Served:
        running.set(key, pace)
        return running

    return start


@pytest.fixture
def short(paced: Callable[..., Served]) -> Served:
    """The server, on which a hand of gin or Indian rummy can be laid down within three turns."""
    return paced("short 532")


@contextmanager
def serving(folders: pytest.TempPathFactory, *command: str) -> Iterator[Served]:
    served = Served(folders.mktemp("served"), command)
    try:
        yield served
    finally:
        served.stop()
