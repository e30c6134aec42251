"""The page in a real browser: when the first card is there, cold and warm, near and on a slow line.

Cold is a browser that has never seen the page; warm is the same one coming again. A phone's viewport, a
table's link, Chromium's own emulation of the line (it delays each request, but no connecting). The first
card counts as there when its whole face has come and has been drawn.
"""

from __future__ import annotations

import itertools
import json
import os
import shutil
import statistics
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.request import Request, urlopen

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.measuring import Say
from benchmarks.table.server import Server
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.rows import machine_line
from suitwise.markdown import table

GAMES = ("texas42", "tractor(match=deal)")
_numbers = itertools.count(1)
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 640},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
SLOW = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 200_000,
    "uploadThroughput": 200_000,
}
"""150 ms a request and 1.6 Mbit/s each way."""
LINES: dict[str, dict[str, Any] | None] = {"loopback": None, "150 ms, 1.6 Mbit/s": SLOW}
SEEN = """new MutationObserver((_, looking) => {
  if (!document.querySelector("#hand [data-rove]")) return;
  looking.disconnect();
  requestAnimationFrame(() => requestAnimationFrame(() => { window.seen = performance.now(); }));
}).observe(document, { childList: true, subtree: true });"""
"""Notes when a card of the hand has been drawn."""
DRAWN_AT = """() => new Promise((done) => {
  const look = () => {
    const signs = performance.getEntriesByType("resource").filter((one) => /cards.svg/.test(one.name));
    const isWhole = !document.querySelector("#hand use") || signs.length > 0;
    if (!window.seen || !isWhole) setTimeout(look, 5);
    else done(Math.max(window.seen, ...signs.map((one) => one.responseEnd)));
  };
  look();
})"""
"""The ms to the first card with the signs on it, which come as a file of their own."""


def report(runs: int, say: Say) -> str:
    """Measure and return a Markdown section.

    Args:
        runs: how many browsers come; the medians are kept.
        say: called with the name of each part before it is measured.

    Raises:
        SuitwiseError: there is no Chromium on this machine.
    """
    rows: list[list[str]] = []
    head = ["game", "line", "first card, cold", "warm"]
    load = f"load average {os.getloadavg()[0]:.1f} at the beginning"
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_chromium(), args=[*ARGUMENTS])
        server = Server(Path(folder))
        try:
            for game in GAMES:
                say(game)
                rows += [[game, *_row(browser, server, game, name, runs)] for name in LINES]
            about = f"{machine_line()}; Chromium {browser.version}; {load}"
        finally:
            server.stop()
            browser.close()
    return f"{about}\n\nMedians of {runs} runs.\n\n{table(head, rows)}"


def _chromium() -> str:
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        raise SuitwiseError("the page is measured in Chromium: apt-get install chromium")
    return found


def _row(browser: Browser, server: Server, game: str, line: str, runs: int) -> list[str]:
    seen = [_visits(browser, _link(server, game), LINES[line]) for _ in range(runs)]
    return [line, *(f"{statistics.median(one) / 1000:.2f} s" for one in zip(*seen, strict=True))]


def _visits(browser: Browser, link: str, line: dict[str, Any] | None) -> tuple[float, float]:
    """Open a link in a new browser, and once more; return the ms to the first card of both."""
    context = browser.new_context(**PHONE)
    page = context.new_page()
    page.add_init_script(SEEN)
    if line is not None:
        context.new_cdp_session(page).send("Network.emulateNetworkConditions", line)
    times = _visit(page, link), _visit(page, link)
    context.close()
    return times


def _visit(page: Page, link: str) -> float:
    page.goto("about:blank")
    page.goto(link, wait_until="commit")
    return float(page.evaluate(DRAWN_AT))


def _link(server: Server, game: str) -> str:
    """Make a table with three bots, each from another address, and return its first seat's link."""
    body = {"variant": game, "seats": ["human", "rules", "rules", "rules"], "name": "load"}
    head = {"Content-Type": "application/json", "X-Forwarded-For": f"10.2.0.{next(_numbers) % 250}"}
    with urlopen(Request(f"{server.url}/api/tables", json.dumps(body).encode(), head)) as answer:
        return f"{server.url}{json.load(answer)['host']}"
