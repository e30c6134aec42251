"""What motion costs and how soon one plays, on a phone four times slower than this machine.

Script is what the page's own modules run, by Chromium's trace; what drives the page from here does not
count. To a frame belongs all that is done between the handing on of the one before and its own; what is
measured is the time of the page's thread, of which others on the machine take no part.
"""

from __future__ import annotations

import json
import time
from bisect import bisect_left
from collections import Counter
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from suitwise.foundation.arrays.rows import machine_line
from suitwise.markdown import table
from tests.browser.harness import Visits
from tests.browser.people import Person
from tests.browser.served import Served

if TYPE_CHECKING:
    from collections.abc import Collection

    from playwright.sync_api import Browser, CDPSession, Page

SLOWER = 4
LINE = {"offline": False, "latency": 150, "downloadThroughput": 2e5, "uploadThroughput": 2e5}
"""150 ms a request and 1.6 Mbit/s each way."""
WANTED_MS = 8
TRICKS = 6
TIMES = 3
CATEGORIES = (
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
)
SCRIPT = {"FunctionCall", "EvaluateScript"}
PAINTED = "Commit"
"""Once a frame; to find what a pointer is over has the page prepared for painting more often."""
LAYOUT = {"UpdateLayoutTree", "Layout", "PrePaint", "Paint"}
HEADERS = (
    "cards move",
    "frames",
    "script: median",
    "95 %",
    "most",
    "over 8 ms",
    "without the layout it asks for: median",
    "95 %",
    "layout, paint: 95 %",
    "most",
)


def measured(browser: Browser) -> str:
    """Return what was measured, as tables."""
    with TemporaryDirectory() as folder:
        command = ["-m", "tests.browser.quick", "--key", "throw", "--pace"]
        pace = {"draw": 120, "last_bids": 500, "bot": 250, "trick": 900}
        server = Served(Path(folder), [*command, json.dumps(pace)])
        try:
            moves = table(HEADERS, motion(browser, server))
            firsts = [first_card(browser, server) for _ in range(TIMES)]
        finally:
            server.stop()
    heads = ("a new device, CPU 4× slower, 1.6 Mbit/s, 150 ms", "s")
    names = (
        "from the address to a game that can be tapped",
        "from the tap on Tractor to its first card",
    )
    rows = [
        (name, f"{median(times):.1f}")
        for name, times in zip(names, zip(*firsts, strict=True), strict=True)
    ]
    return "\n\n".join([machine_line(), moves, table(heads, rows)])


def slowed(page: Page) -> CDPSession:
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return session


# --- Motion ---------------------------------------------------------------------------------------


def motion(browser: Browser, server: Served) -> list[tuple[str, ...]]:
    """Return a row for the draw of a deal of Tractor, and for its first tricks."""
    visits = Visits(browser)
    page = visits.open(viewport={"width": 360, "height": 740})
    slowed(page)
    person = Person(page).sit(server.made("tractor(match=deal,landlord=0)").host)
    browser.start_tracing(page=page, categories=CATEGORIES)
    person.until(lambda: person.wire.phase == "bid")
    person.until(lambda: person.wire.phase != "bid")
    drawn = row("100 cards are drawn", browser.stop_tracing(), server.url)
    person.act()
    browser.start_tracing(page=page, categories=CATEGORIES)
    while person.wait_for_turn() and person.made <= TRICKS:
        person.act()
    played = row(f"{TRICKS} tricks are played", browser.stop_tracing(), server.url)
    visits.close()
    return [drawn, played]


def row(name: str, trace: bytes, url: str) -> tuple[str, ...]:
    """Return the milliseconds a frame of a trace, for the frames in which a script of a server ran."""
    events = json.loads(trace)["traceEvents"]
    (main,) = {(one["pid"], one["tid"]) for one in events if is_own(one, url)}
    events = [in_own_time(one) for one in events if (one["pid"], one["tid"]) == main]
    paints = sorted(one["ts"] for one in events if one["name"] == PAINTED and "ts" in one)
    run = [one for one in events if is_own(one, url)]
    laid = [one for one in events if one["name"] in LAYOUT and "dur" in one]
    script, layout = per_frame(paints, run), per_frame(paints, laid)
    asked = per_frame(paints, [one for one in laid if any(is_within(one, whole) for whole in run)])
    alone = [ms - asked.get(frame, 0) for frame, ms in script.items()]
    over = sum(ms > WANTED_MS for ms in script.values())
    return (
        name,
        str(len(script)),
        f"{median(script.values()):.1f}",
        *most(script.values()),
        str(over),
        f"{median(alone):.1f}",
        most(alone)[0],
        *most(layout.values()),
    )


def in_own_time(event: dict[str, Any]) -> dict[str, Any]:
    """Return an event with when it was, and how long it took, by the time of its thread alone."""
    clock = {"ts": event.get("tts"), "dur": event.get("tdur")}
    told = {name: value for name, value in event.items() if name not in clock}
    return told | {name: value for name, value in clock.items() if value is not None}


def is_within(event: dict[str, Any], whole: dict[str, Any]) -> bool:
    """Tell whether something begins while something else runs."""
    begin, at = int(whole["ts"]), int(event["ts"])
    return begin <= at < begin + int(whole["dur"])


def most(times: Collection[float]) -> tuple[str, str]:
    return f"{quantiles(times, n=20)[-1]:.1f}", f"{max(times):.1f}"


def is_own(event: dict[str, Any], url: str) -> bool:
    where = event.get("args", {}).get("data", {}).get("url", "")
    return event["name"] in SCRIPT and "dur" in event and str(where).startswith(url)


def per_frame(paints: list[int], events: list[dict[str, Any]]) -> dict[int, float]:
    """Return the milliseconds that events take in each frame that has some, nested ones once."""
    spent: Counter[int] = Counter()
    end = 0
    for one in sorted(events, key=lambda one: one["ts"]):
        begin, until = max(one["ts"], end), one["ts"] + one["dur"]
        if until > begin:
            spent[bisect_left(paints, one["ts"])] += until - begin
            end = until
    return {frame: micros / 1000 for frame, micros in spent.items()}


# --- The first card -------------------------------------------------------------------------------


def first_card(browser: Browser, server: Served) -> tuple[float, float]:
    """Return the seconds until a game can be tapped on a new device, and from the tap to a card."""
    visits = Visits(browser)
    page = visits.open(viewport={"width": 360, "height": 740})
    slowed(page).send("Network.emulateNetworkConditions", LINE)
    tile = page.locator(".games button:not([aria-disabled=true])", has_text="Tractor").first
    begun = time.monotonic()
    page.goto(server.url, wait_until="commit")
    tile.wait_for()
    shown = time.monotonic()
    tile.tap()
    page.locator("#hand [data-rove]").first.wait_for()
    dealt = time.monotonic()
    visits.close()
    return shown - begun, dealt - shown
