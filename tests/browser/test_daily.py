"""Deals of the days: one tap from the first page to the cards, and compared at their end."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from suitwise.table.rules.chance import games
from tests.browser.checks import foreign, is_clean
from tests.browser.harness import Visits, shifts
from tests.browser.people import Person
from tests.browser.puzzles import play_out
from tests.browser.served import Served

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

DAYS = {"today": "2026-11-20", "before": "2026-11-19", "games": list(games())}
"""What the first page is told of the day, so that the cards are the same on whatever day this runs."""
SIZES: dict[str, Any] = {
    "desktop": {"phone": False},
    "320": {"viewport": {"width": 320, "height": 640}},
}


def at_home(page: Page, server: Served) -> Page:
    """Open the first page, to which the deals of the day come last."""
    asked: list[Route] = []
    page.route("**/api/daily", lambda route: asked.append(route))
    page.goto(server.url)
    page.wait_for_selector(".game:not([aria-disabled=true])")
    while not asked:
        page.wait_for_timeout(10)
    page.evaluate("window.shifts = []")
    asked[0].fulfill(body=json.dumps(DAYS), content_type="application/json")
    page.wait_for_selector(".days button")
    return page


def test_a_puzzle_of_the_day_by_touch_in_chinese_is_compared_and_remembered(
    server: Served, visits: Visits
) -> None:
    page = visits.open(locale="zh-CN")
    person = Person(page)
    at_home(page, server)
    assert page.locator(".days > ul button").count() == len(games())
    puzzle = page.locator(".days > ul").get_by_role("button", name=re.compile("^叠牌|^理牌|^Stack"))
    puzzle = puzzle if puzzle.count() else page.locator(".days > ul button").last
    puzzle.tap()
    person.until(lambda: person.wire.parts)
    play_out(person)
    page.wait_for_selector(".compared")
    is_clean(page, "daily-stacks-over-zh")
    assert page.locator(".compared tr").count() == 3
    assert "一样好" in page.locator(".compared").inner_text()
    assert foreign(page, person) == ["Suitwise"] * page.inner_text("body").count("Suitwise")
    told = page.locator("#day-text").input_value()
    assert re.fullmatch(r"Suitwise .+，11月20日：\d+步取胜；最强电脑：\d+步取胜", told), told
    page.locator(".compared").get_by_role("button", name="复制").tap()
    at_home(page, server)
    page.get_by_text(re.compile(r"^\d+步取胜$")).tap()
    page.wait_for_selector(".compared")


def test_the_row_of_the_day_is_clean_and_moves_nothing(server: Served, visits: Visits) -> None:
    for name, kind in SIZES.items():
        page = at_home(visits.open(**kind), server)
        page.locator(".days summary").click()
        is_clean(page, f"daily-home-{name}")
        assert page.locator(".days button").count() == 2 * len(games())
        assert shifts(page) == []
