"""The harness of the browser tests itself: a fault of a page is seen, whatever kind it is."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from tests.browser.harness import Visits, boxes, chromium, shifts, shot, sideways, violations

if TYPE_CHECKING:
    from playwright.sync_api import Page

GOOD = (
    "<!doctype html><html lang=en><title>t</title><link rel=icon href=data:,>"
    "<meta name=viewport content=width=device-width><main><h1>t</h1>"
)
LATE = """<script>
const push = () => document.querySelector('h1').style.marginTop = '200px';
requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(push, 50)));
</script>"""
"""Moves something that has been drawn, however long that took."""


class Empty(BaseHTTPRequestHandler):
    """Answers that something is not there."""

    def do_GET(self) -> None:
        self.send_error(404)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def address() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Empty) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


def show(page: Page, html: str) -> None:
    page.goto("data:text/html," + quote(GOOD + html))


# --- What is seen ---------------------------------------------------------------------------------


def test_an_error_on_the_console_or_in_a_script_is_a_fault(visits: Visits) -> None:
    page = visits.open(phone=False)
    show(page, "<script>console.error('one')</script>")
    show(page, "<script>console.warn('no fault'); missing()</script>")
    page.wait_for_function("() => document.readyState == 'complete'")
    assert [one.partition(" (")[0] for one in visits.faults] == ["one", "missing is not defined"]
    visits.faults.clear()


def test_a_lost_line_is_no_fault_while_the_page_is_offline(visits: Visits, address: str) -> None:
    page = visits.open(phone=False)
    show(page, "")
    with visits.offline(page):
        assert page.evaluate("navigator.onLine") is False
        page.evaluate("address => fetch(address).catch(() => console.error('mine'))", address)
        page.wait_for_timeout(100)
    assert page.evaluate("navigator.onLine") is True
    assert [one.partition(" (")[0] for one in visits.faults] == ["mine"]
    visits.faults.clear()


def test_axe_finds_what_is_wrong_and_nothing_on_a_good_page(desktop: Page) -> None:
    show(desktop, "<p>fine")
    assert violations(desktop) == []
    show(desktop, "<button></button>")
    (found,) = violations(desktop)
    assert found.startswith("button-name: ")


def test_a_shift_that_nobody_asked_for_is_measured(desktop: Page) -> None:
    show(desktop, "<p>still")
    desktop.wait_for_timeout(200)
    assert shifts(desktop) == []
    show(desktop, "<p>pushed down" + LATE)
    desktop.wait_for_function("() => window.shifts.length > 0")
    assert shifts(desktop)[0]["value"] > 0


def test_a_phone_is_small_and_a_page_too_wide_for_it_scrolls_sideways(phone: Page) -> None:
    show(phone, "<p>narrow")
    assert phone.evaluate("[innerWidth, navigator.maxTouchPoints > 0]") == [360, True]
    assert sideways(phone) == 0
    show(phone, "<pre id=a>" + "w" * 200)
    assert sideways(phone) > 0
    ((_, _, width, _),) = boxes(phone.locator("#a"))
    assert width <= 360


def test_pictures_are_kept_where_a_folder_is_named(
    desktop: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    show(desktop, "<p>seen")
    monkeypatch.delenv("SUITWISE_SHOTS", raising=False)
    shot(desktop, "not-kept")
    monkeypatch.setenv("SUITWISE_SHOTS", str(tmp_path / "shots"))
    shot(desktop, "kept")
    assert [path.name for path in tmp_path.rglob("*.png")] == ["kept.png"]


# --- What is lacking ------------------------------------------------------------------------------


def without_chromium(tmp_path: Path, **environment: str) -> tuple[int, str]:
    """Run a browser test where no program is on the path."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__, "-k", "axe"],
        env={**os.environ, "SUITWISE_BROWSER": "", **environment, "PATH": str(tmp_path)},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout


def test_without_chromium_the_tests_are_left_out_and_one_line_says_how_to_have_them(
    tmp_path: Path,
) -> None:
    status, told = without_chromium(tmp_path)
    assert status == 0
    (line,) = (one for one in told.splitlines() if "left out" in one)
    assert line.startswith(
        "1 tests were left out: browser tests need Chromium and a Chinese font: "
    )
    assert "apt-get install chromium fonts-wqy-microhei" in line


def test_where_a_browser_is_required_its_absence_is_a_failure(tmp_path: Path) -> None:
    status, told = without_chromium(tmp_path, SUITWISE_BROWSER="required")
    assert status == 1
    assert "browser tests need Chromium" in told


def test_any_of_the_names_of_chromium_will_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert chromium() is None
    program = tmp_path / "google-chrome"
    program.touch(0o755)
    assert chromium() == str(program)
