"""One Chromium for all browser tests: what it needs, how it is started, what is asked of a page."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Locator, Page

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Programs of Chromium, first the one that draws a page with the least work."""
_NEEDLESS = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "AimEnabled",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
"""What an address bar would unfold is two pages beside each page, which cost as much as the page does.
The rest is what Playwright leaves out, said again because of two lists the last counts."""
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-features=" + ",".join(_NEEDLESS),
)
"""A container has no user namespaces, no GPU and little shared memory; nothing is fetched by itself."""
PHONE = {
    "viewport": {"width": 360, "height": 640},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PATIENCE_S = 120
"""How long a page is waited for on a busy machine: only a fault is waited for in vain."""
TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")
HOW = (
    "apt-get install chromium fonts-wqy-microhei, and pip install playwright axe-playwright-python; "
    "SUITWISE_BROWSER=required makes their absence a failure"
)
_ANSWERED_MS = 2000
"""How long after a tap or a key a shift counts as its answer; a browser takes 500 ms, and a busy machine
draws later than that."""
SHIFTS = (
    f"const answered = {_ANSWERED_MS};"
    """
window.shifts = [];
let touched = -answered;
for (const kind of ["pointerdown", "pointerup", "keydown"]) {
  addEventListener(kind, (event) => { touched = event.timeStamp; }, true);
}
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) {
    const named = (node) => node?.outerHTML?.slice(0, 80)
      ?? (node?.parentElement ? `"${node.textContent}" in ${named(node.parentElement)}` : "?");
    const moved = one.sources.map((s) => named(s.node));
    const asked = one.hadRecentInput || one.startTime - touched < answered;
    window.shifts.push({ value: one.value, asked, moved });
  }
}).observe({ type: "layout-shift", buffered: true });
"""
)


# --- What this machine has ------------------------------------------------------------------------


def chromium() -> str | None:
    """Return where a Chromium is found on the path, if one is."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def lacking() -> str | None:
    """Return what browser tests lack on this machine and how to have it, or ``None``."""
    has = {
        "Playwright": find_spec("playwright") and find_spec("axe_playwright_python"),
        "Chromium": chromium(),
        "a Chinese font": _has_chinese_font(),
    }
    missing = [name for name, found in has.items() if not found]
    return f"browser tests need {' and '.join(missing)}: {HOW}" if missing else None


def _has_chinese_font() -> bool:
    program = shutil.which("fc-list")
    if program is None:
        return False
    return bool(
        subprocess.run([program, ":lang=zh"], capture_output=True, check=True).stdout.strip()
    )


# --- Pages ----------------------------------------------------------------------------------------


@contextmanager
def started() -> Iterator[Browser]:
    """Start the Chromium of this machine."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=[*ARGUMENTS])
        yield browser
        browser.close()


@dataclass
class Visits:
    """Opens pages for one test, each as another person on another machine, and collects their faults."""

    browser: Browser
    faults: list[str] = field(default_factory=list)
    has_lost_lines: bool = False
    pages: list[Page] = field(default_factory=list)

    def open(self, address: str = "", *, phone: bool = True, **context: Any) -> Page:
        """Open a page in a context of its own; words such as ``locale="zh-CN"`` set it otherwise."""
        kind = PHONE if phone else DESKTOP
        page = self.browser.new_context(**{"locale": "en-US", **kind, **context}).new_page()
        page.set_default_timeout(1000 * PATIENCE_S)
        page.add_init_script(SHIFTS)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.pages.append(page)
        if address:
            page.goto(address)
        return page

    def _console(self, message: ConsoleMessage) -> None:
        fault = f"{message.text} ({message.location.get('url')})"
        if message.type == "error" and not (self.has_lost_lines and _is_line(fault)):
            self.faults.append(fault)

    @contextmanager
    def offline(self, page: Page) -> Iterator[None]:
        """Take a page off the network meanwhile: open sockets hang, new ones fail."""
        with self.lost_line():
            page.context.set_offline(True)
            yield
            page.context.set_offline(False)

    @contextmanager
    def lost_line(self) -> Iterator[None]:
        """Let lines be lost meanwhile, which is no fault of a page; other faults still count.

        A console may tell of a lost line when it is there again: what is said of lines no longer counts.
        """
        self.has_lost_lines = True
        yield

    def close(self) -> None:
        for context in {page.context for page in self.pages}:
            context.close()


def _is_line(fault: str) -> bool:
    return "net::ERR_" in fault or "WebSocket connection to" in fault


# --- What is asked of a page ----------------------------------------------------------------------


STILL = """async () => {
  const moving = () => document.getAnimations().filter((one) => one.playState !== "finished");
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  await frame();  // what has just been drawn begins to move once it is laid out
  for (let now = moving(); now.length; now = moving()) {
    now.forEach((one) => one.finish());
    await Promise.allSettled(now.map((one) => one.finished));
    await frame();
    await frame();
  }
}"""
"""Brings a page to rest: what flew off is gone. A motion that has ended and stays is at rest."""


AXE = """(tags) => axe.run(document,
  { runOnly: tags, resultTypes: ["violations"], selectors: false, iframes: false })"""
"""There are no frames, and what is wrong is told by its markup: selectors take a fifth of the time."""


def violations(page: Page) -> list[str]:
    """Return what axe finds wrong with a page that is at rest, a line for each element."""
    if not page.evaluate("'axe' in window"):  # half a megabyte that a page takes once
        page.evaluate((files("axe_playwright_python") / "axe.min.js").read_text("utf-8"))
    page.evaluate(STILL)  # what is fading in has no contrast of its own yet
    found = page.evaluate(AXE, [*TAGS])
    return [
        f"{one['id']}: {one['help']}: {node['html'][:160]}: {_detail(node)}"
        for one in found["violations"]
        for node in one["nodes"]
    ]


def _detail(node: dict[str, Any]) -> str:
    return "; ".join(check["message"] for check in [*node["any"], *node["all"], *node["none"]])


def sideways(page: Page) -> int:
    """Return how many pixels a page can be scrolled sideways."""
    wide: int = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    return wide


def shifts(page: Page) -> list[dict[str, Any]]:
    """Return the layout shifts of a page so far which nobody's input explains."""
    found: list[dict[str, Any]] = page.evaluate("window.shifts")
    return [one for one in found if not one["asked"]]


def boxes(found: Locator) -> list[list[float]]:
    """Return where elements are at one moment: left, top, width and height of each, in pixels."""
    read = (
        "(e) => { const at = e.getBoundingClientRect(); return [at.x, at.y, at.width, at.height] }"
    )
    places: list[list[float]] = found.evaluate_all(f"(all) => all.map({read})")
    return places


REST_MS = 150
"""How long a finger rests before it is lifted: a fling would stop the next tap."""


def dragged(
    page: Page,
    start: tuple[float, float],
    end: tuple[float, float],
    meanwhile: Callable[[], object] = lambda: None,
) -> None:
    """Drag what is at a point to another by a finger, and do something before it is let go."""
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        there = [{"x": x, "y": y} for x, y in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": there})

    (x, y), (to_x, to_y) = start, end
    touch("touchStart", start)
    for step in range(1, 6):
        touch("touchMove", (x + (to_x - x) * step / 5, y + (to_y - y) * step / 5))
    meanwhile()
    page.wait_for_timeout(REST_MS)
    touch("touchEnd")


def shot(page: Page, name: str) -> None:
    """Keep a picture of a page in the folder that ``SUITWISE_SHOTS`` names, if it does."""
    if folder := os.environ.get("SUITWISE_SHOTS"):
        page.screenshot(path=Path(folder) / f"{name}.png")
