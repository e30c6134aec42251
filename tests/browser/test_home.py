"""The first page: a game at once, a table of one's own, tables found again, words and colours."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from suitwise.table.rules.chance import games
from tests.browser.checks import foreign, is_clean
from tests.browser.harness import Visits, boxes, shifts
from tests.browser.people import Person
from tests.browser.puzzles import play_out
from tests.browser.served import Served

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

READY = ".game:not([aria-disabled=true])"


@pytest.fixture
def home(server: Served, visits: Visits) -> Page:
    """The first page on a phone, with the games that the server has."""
    return opened(visits.open(), server)


def opened(page: Page, server: Served) -> Page:
    page.goto(server.url)
    page.wait_for_selector(READY)
    return page


def unfold(page: Page) -> None:
    for summary in page.query_selector_all("summary"):
        summary.click()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en-US", "zh-CN"])
def test_the_first_page_is_clean_with_all_unfolded(
    server: Served, visits: Visits, language: str, scheme: str
) -> None:
    page = opened(visits.open(locale=language, color_scheme=scheme), server)
    unfold(page)
    is_clean(page, f"home-{language}-{scheme}")


def test_the_first_page_is_clean_at_320_pixels(server: Served, visits: Visits) -> None:
    page = opened(visits.open(viewport={"width": 320, "height": 640}), server)
    unfold(page)
    is_clean(page, "home-320")


@pytest.mark.parametrize("path", ["/", "/t/7KQ2M"])
def test_a_page_whose_words_do_not_come_says_so_in_both_languages(
    server: Served, visits: Visits, path: str
) -> None:
    page = visits.open()
    page.route("**/words/*.json", lambda route: route.abort())
    with visits.lost_line():
        page.goto(server.url + path)
        page.get_by_text("Load the page again").wait_for()
        page.get_by_text("请重新打开页面").wait_for()
        assert "ui." not in page.inner_text("body")


def test_one_tap_leads_to_the_first_domino(home: Page) -> None:
    home.get_by_role("button", name="Texas 42 Four players").tap()
    assert home.wait_for_selector("#hand [data-card]")
    assert re.fullmatch(r"/t/\w{5}", home.evaluate("location.pathname"))
    assert home.evaluate("location.hash") == ""


def test_a_table_is_made_with_house_rules_and_an_open_seat(home: Page) -> None:
    home.get_by_label("Your name").fill("Ann")
    home.get_by_label("Seat 3").select_option("open")
    unfold(home)
    home.get_by_label("Plunge").check()
    home.get_by_label("Marks of a match").fill("3")
    home.get_by_label("Hints").select_option("none")
    home.get_by_role("button", name="Make the table").tap()
    home.wait_for_selector(".lobby")
    assert "open seat" in home.inner_text(".people")
    link = home.input_value("#link")
    assert link.endswith(home.evaluate("location.pathname"))
    home.get_by_role("button", name="Menu").tap()
    rules = home.inner_text("dl.rules").split("\n")
    assert rules[rules.index("Marks of a match") + 1] == "3"
    assert rules[rules.index("Plunge") + 1] == "yes"
    assert rules[rules.index("Hints") + 1] == "Never"


def test_a_house_with_switches_is_made_and_shown_whole(home: Page) -> None:
    house = "standard(penalty=10,over=every)"
    home.get_by_label("Game", exact=True).select_option("tractor")
    unfold(home)
    home.get_by_label("House", exact=False).first.fill(house)
    home.get_by_role("button", name="Make the table").tap()
    home.wait_for_selector("main.table")
    home.get_by_role("button", name="Menu").tap()
    rules = home.inner_text("dl.rules").split("\n")
    assert rules[rules.index("House") + 1] == house


def test_a_table_that_can_not_be_is_refused_where_one_looks(visits: Visits, home: Page) -> None:
    home.get_by_label("Game", exact=True).select_option("tractor")
    unfold(home)
    home.get_by_label("House", exact=False).first.fill("nobody's")
    home.get_by_role("button", name="Make the table").tap()
    home.get_by_text("write standard, judge").wait_for()
    is_seen = "(one) => one.getBoundingClientRect().top >= 0 && one.innerText !== ''"
    assert home.locator(".error").evaluate(is_seen)
    (fault,) = visits.faults  # the browser's own word on an answer that is no success
    assert "400" in fault
    visits.faults.clear()


def test_the_first_page_is_in_the_language_wanted_most(server: Served, visits: Visits) -> None:
    page = visits.open(locale="zh-CN")
    page.add_init_script(
        "Object.defineProperty(navigator, 'languages', { value: ['zh-CN', 'zh', 'en'] })"
    )
    opened(page, server).get_by_role("heading", name="马上和电脑玩").wait_for()


def test_a_code_and_a_link_both_lead_to_a_table_and_other_text_is_refused(
    server: Served, visits: Visits
) -> None:
    made = server.made("texas42(match=hand)")
    for typed in (made.code.lower(), made.join):
        page = opened(visits.open(), server)
        page.get_by_label("Code or link").fill(typed)
        page.get_by_role("button", name="Join", exact=True).tap()
        page.wait_for_selector("main.table")
    page = opened(visits.open(), server)
    page.get_by_label("Code or link").fill("no code!")
    page.get_by_role("button", name="Join", exact=True).tap()
    assert "7KQ2M" in page.inner_text("[role=alert]")


def test_a_table_of_this_device_is_found_again_with_its_seat_and_can_be_forgotten(
    server: Served, visits: Visits
) -> None:
    made = server.made("texas42(match=hand)")
    page = visits.open(made.host)
    page.wait_for_selector("#hand [data-card]")
    opened(page, server)
    assert boxes(page.locator(".mine li"))[0][3] < 120  # a row, not a tower of letters
    page.get_by_role("link", name=re.compile(f"^{made.code}")).tap()
    assert page.wait_for_selector("#hand [data-card]")
    opened(page, server)
    page.get_by_role("button", name=f"Forget table {made.code}").tap()
    assert not page.get_by_role("link", name=made.code).count()
    assert page.evaluate(f"localStorage.getItem('seat:{made.code}')") is None


def test_the_language_and_the_colours_change_at_once_and_are_kept(
    server: Served, home: Page
) -> None:
    home.get_by_role("button", name="中文").tap()
    home.get_by_role("heading", name="马上和电脑玩").wait_for()
    assert home.evaluate("document.documentElement.lang") == "zh-Hans"
    home.get_by_role("button", name="设置").tap()
    home.get_by_label("深色").check()
    assert home.evaluate("document.documentElement.dataset.theme") == "dark"
    is_clean(home, "home-settings-zh-dark")
    opened(home, server)
    assert home.evaluate("document.documentElement.dataset.theme") == "dark"
    assert home.get_by_role("heading", name="马上和电脑玩").count()


def test_where_there_is_no_such_table_the_page_says_so(server: Served, visits: Visits) -> None:
    page = visits.open(f"{server.url}/t/22222")
    page.get_by_role("heading", name="There is no such table").wait_for()
    is_clean(page, "no-table")


# --- Deals of the days ----------------------------------------------------------------------------


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
    assert re.fullmatch(r"Suitwise .+，11月20日：\d+步赢下；最强电脑：\d+步赢下", told), told
    page.locator(".compared").get_by_role("button", name="复制").tap()
    at_home(page, server)
    page.get_by_text(re.compile(r"^\d+步赢下$")).tap()
    page.wait_for_selector(".compared")


def test_the_row_of_the_day_is_clean_and_moves_nothing(server: Served, visits: Visits) -> None:
    for name, kind in SIZES.items():
        page = at_home(visits.open(**kind), server)
        page.locator(".days summary").click()
        is_clean(page, f"daily-home-{name}")
        assert page.locator(".days button").count() == 2 * len(games())
        assert shifts(page) == []
