"""The first page: a game at once, a table of one's own, tables found again, words and colours."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import pytest

from suitwise.table.rules.chance import games
from suitwise.table.serve.web.routes import qr_code
from tests.browser.checks import foreign, is_clean
from tests.browser.harness import Visits, boxes, shifts, shot, violations
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


def more(page: Page, server: Served) -> Page:
    """Open what is behind More."""
    page.goto(f"{server.url}/#more")
    page.get_by_label("Code or link").wait_for()
    return page


def options(page: Page, name: str) -> None:
    """Open the house rules of a game, which are one tap away from the first page."""
    page.get_by_role("button", name=f"Options of {name}").tap()
    page.wait_for_selector(".rule")


@pytest.mark.parametrize(("language", "scheme"), [("en-US", "light"), ("zh-CN", "dark")])
def test_the_pages_around_the_tables_are_clean(
    server: Served, visits: Visits, language: str, scheme: str
) -> None:
    page = opened(visits.open(locale=language, color_scheme=scheme), server)
    first = page.locator(".game b").first.inner_text()
    assert first == {"en-US": "Tractor", "zh-CN": "升级"}[language]
    is_clean(page, f"home-{language}-{scheme}")
    for name, shown in {
        "make=tractor": ".rule",
        "make=&friends=1": ".preset",
        "learn": ".taught",
        "mine": ".pages p",
        "more": ".join",
    }.items():
        page.evaluate("(name) => { location.hash = name }", name)
        page.wait_for_selector(shown)
        for summary in page.query_selector_all("summary"):
            summary.click()
        assert "make" not in name or "-1" not in page.inner_text("main"), name
        is_clean(page, f"{name.split('=')[0]}-{language}-{scheme}")


def test_the_first_page_is_clean_at_320_pixels(server: Served, visits: Visits) -> None:
    page = opened(visits.open(viewport={"width": 320, "height": 640}), server)
    is_clean(page, "home-320")
    options(page, "Tractor")
    is_clean(page, "rules-320")


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
    home.get_by_role("button", name="Texas 42 strong").tap()
    assert home.wait_for_selector("#hand [data-card]")
    assert re.fullmatch(r"/t/\w{5}", home.evaluate("location.pathname"))
    assert home.evaluate("location.hash") == ""


def test_a_tap_waits_for_no_script_and_the_line_is_opened_while_the_table_is_made(
    home: Page,
) -> None:
    home.wait_for_function(
        "() => performance.getEntries().some(({ name }) => name.endsWith('/rules.js'))"
    )
    held: list[Route] = []
    scripts: list[str] = []
    home.route("**/api/tables/*", lambda route: held.append(route))
    with home.expect_websocket():
        home.on("request", lambda asked: scripts.extend(re.findall(r".*\.js$", asked.url)))
        home.get_by_role("button", name="Texas 42 strong").tap()
    while not held:
        home.wait_for_timeout(10)
    assert home.evaluate("location.pathname") == "/"
    assert scripts == []
    lines: list[Any] = []
    home.on("websocket", lambda line: lines.append(line))
    held[0].continue_()
    assert home.wait_for_selector("#hand [data-card]")
    assert lines == []


def rules_of(page: Page) -> list[str]:
    """Return the rules of a table as its menu tells them."""
    page.get_by_role("button", name="Menu").tap()
    return page.inner_text("dl.rules").split("\n")


def is_in_words(page: Page, profile: str) -> None:
    """Hold a menu to tell the house in words, its text only to be copied."""
    told = rules_of(page)
    shot(page, "menu-house")
    assert told[told.index("House") + 1] == "Online, as rbtying's"
    assert told[told.index("Failed throw costs") + 1] == "20"
    assert not any(set("(=)") & set(line) for line in told), told
    assert "Online, as rbtying's" in page.inner_text("dialog section p")
    assert f"profile={profile}" in page.input_value("#house-text")
    assert not violations(page)


def test_a_house_is_set_by_switches_and_choices_and_is_that_of_the_next_tap(
    server: Served, home: Page
) -> None:
    options(home, "Tractor")
    home.locator(".preset", has_text="rbtying").first.tap()
    home.get_by_role("radiogroup", name="Failed throw costs").get_by_role(
        "radio", name="20"
    ).check()
    home.get_by_text("Yours; usually 0").wait_for()
    home.get_by_label("First landlord").select_option("0")
    home.get_by_label("Ours", exact=True).select_option("5")
    home.get_by_label("Bots", exact=True).select_option("easy")
    profile = "rbtying(penalty=20)"
    text = f"tractor(profile={profile},landlord=0,levels=52)"
    assert home.locator("#variant").input_value() == text
    home.get_by_role("button", name="Play by these rules").tap()
    home.wait_for_selector("main.table")
    is_in_words(home, profile)
    opened(home, server)
    home.get_by_role("button", name="Tractor easy, Online, as rbtying").tap()
    home.wait_for_selector("main.table")
    is_in_words(home, profile)


def test_rules_of_large_tables_appear_with_their_players_and_leave_with_them(home: Page) -> None:
    options(home, "Tractor")
    text = home.locator("#variant")
    assert home.get_by_label("Four alike are a bomb").count() == 0
    home.get_by_role("radiogroup", name="Players").get_by_role("radio", name="6").check()
    home.get_by_label("Four alike are a bomb").select_option("free")
    assert text.input_value() == "tractor(profile=standard(bombs=free),players=6)"
    assert home.get_by_label("Seat 6", exact=True).count() == 1
    home.get_by_role("radiogroup", name="Players").get_by_role("radio", name="4").check()
    assert text.input_value() == "tractor"
    home.locator(".preset", has_text="Finding Friends for seven").tap()
    assert text.input_value() == (
        "tractor(profile=standard(kitty_cards=6,remove=jokers),players=7,packs=2,teams=friends)"
    )
    is_clean(home, "rules-of-seven")


def test_a_house_that_can_not_be_is_refused_where_one_looks(visits: Visits, home: Page) -> None:
    options(home, "Tractor")
    home.get_by_label("Ours", exact=True).select_option("5")
    home.get_by_role("button", name="Play by these rules").tap()
    home.get_by_text("all levels are the same").wait_for()
    is_seen = "(one) => one.getBoundingClientRect().top >= 0 && one.innerText !== ''"
    assert home.locator(".error").evaluate(is_seen)
    (fault,) = visits.faults  # the browser's own word on an answer that is no success
    assert "400" in fault
    visits.faults.clear()


SHARES = "navigator.share = (what) => { window.shared = what; return Promise.resolve(); };"
SCANNED = ".code-to-scan[src]"


def code_of(page: Page) -> str:
    """Return the drawing of the code to scan, once it is seen."""
    page.wait_for_function(f"() => document.querySelector('{SCANNED}')?.naturalWidth > 0")
    source = page.locator(SCANNED).get_attribute("src") or ""
    return unquote(source.removeprefix("data:image/svg+xml,"))


def test_three_taps_lead_to_a_link_and_its_code(server: Served, visits: Visits) -> None:
    page = visits.open()
    page.add_init_script(SHARES)
    opened(page, server).get_by_role("button", name="With friends").tap()
    page.get_by_role("button", name="Open the table").tap()
    page.get_by_role("button", name="Share the link").tap()
    code = page.evaluate("location.pathname")
    assert page.evaluate("window.shared.url") == f"{server.url}{code}"
    page.get_by_text("As most tables play").wait_for()
    page.get_by_text("suitwise table serve --lan").wait_for()
    assert code_of(page) == qr_code(f"{server.url}{code}").decode()
    is_clean(page, "invitation")
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("button", name="Play on another device").tap()
    link = page.locator("#seat-link").input_value()
    page.locator(f"dialog {SCANNED}").wait_for()
    is_clean(page, "seat-link")
    assert link.startswith(f"{server.url}{code}#")
    other = visits.open(link, locale="zh-CN")
    other.locator(".ready, .people").first.wait_for()
    assert other.evaluate("location.hash") == ""


def test_a_new_link_of_ones_seat_ends_the_old_one_even_where_its_answer_is_lost(
    home: Page, visits: Visits
) -> None:
    home.get_by_role("button", name="Texas 42 strong").tap()
    home.wait_for_selector("#hand [data-card]")
    home.get_by_role("button", name="Menu").tap()
    home.get_by_role("button", name="Play on another device").tap()
    old = home.locator("#seat-link").input_value()
    home.get_by_role("button", name=re.compile("^New link")).tap()
    home.wait_for_function("(old) => document.querySelector('#seat-link').value !== old", arg=old)
    assert code_of(home) == qr_code(home.locator("#seat-link").input_value()).decode()
    secret, code = old.partition("#")[2], home.evaluate("location.pathname.slice(3)")
    home.wait_for_function(
        "([key, old]) => JSON.parse(localStorage[key]) !== old", arg=[f"seat:{code}", secret]
    )
    other = visits.open(old)
    other.get_by_text("Your seat has moved to its new link").wait_for()
    home.reload()
    home.wait_for_selector("#hand [data-card]")
    # The answer never came: the page knows the old secret alone, and that it has asked for another.
    home.evaluate(
        """([code, old]) => {
            const secret = JSON.parse(localStorage[`seat:${code}`]);
            localStorage[`wanted:${code}`] = JSON.stringify({ secret, seat: 0, at: Date.now() });
            localStorage[`seat:${code}`] = JSON.stringify(old);
        }""",
        [code, secret],
    )
    home.reload()
    home.wait_for_selector("#hand [data-card]")


def test_back_closes_what_is_open_before_it_leaves_the_table(home: Page) -> None:
    home.get_by_role("button", name="Texas 42 strong").tap()
    home.wait_for_selector("#hand [data-card]")
    table = home.url
    home.get_by_role("button", name="Menu").tap()
    home.wait_for_selector("dialog")
    home.go_back()
    home.wait_for_selector("dialog", state="detached")
    assert home.url == table
    assert home.locator("#hand [data-card]").count()
    home.get_by_role("button", name="Why, log and chat").tap()
    home.wait_for_selector(".panel.open")
    home.go_back()
    home.wait_for_selector(".panel:not(.open)", state="attached")
    home.get_by_role("button", name="Menu").tap()
    home.get_by_role("button", name="Close").first.tap()
    home.wait_for_selector("dialog", state="detached")
    home.go_back()
    home.wait_for_selector(".hero")
    assert home.locator(".hero").inner_text().count("Texas 42") == 1


def test_all_running_tables_are_on_the_first_page_three_of_them_in_rows(
    server: Served, visits: Visits
) -> None:
    page = visits.open()
    for _ in range(6):
        page.goto(server.made("texas42(match=hand)").host)
        page.wait_for_selector("#hand [data-card]")
    opened(page, server).wait_for_selector(".hero")
    page.locator(".running details summary").get_by_text("2 more tables").tap()
    rows = page.locator(".running .row")
    assert [rows.count(), page.locator(".running details .row").count()] == [5, 2]
    assert all(high > 40 for _, _, _, high in boxes(rows))


def test_lessons_are_steps_with_cards_of_the_game(server: Served, visits: Visits) -> None:
    page = visits.open(f"{server.url}/#learn")
    page.locator(".lesson").nth(4).wait_for()
    assert page.locator(".lesson[open]").count() == 1
    page.locator(".lesson summary").nth(1).tap()
    steps = page.locator(".lesson").nth(1).locator("ol li")
    assert steps.count() > 6
    assert max(map(len, steps.all_inner_texts())) < 160
    assert page.locator(".lesson").nth(1).locator("figure .domino").count() == 5


def test_the_first_page_is_in_the_language_wanted_most(server: Served, visits: Visits) -> None:
    page = visits.open(locale="zh-CN")
    page.add_init_script(
        "Object.defineProperty(navigator, 'languages', { value: ['zh-CN', 'zh', 'en'] })"
    )
    opened(page, server).get_by_role("heading", name="开始玩").wait_for()


def test_a_code_and_a_link_both_lead_to_a_table_and_other_text_is_refused(
    server: Served, visits: Visits
) -> None:
    made = server.made("texas42(match=hand)")
    for typed in (made.code.lower(), made.join):
        page = more(visits.open(), server)
        page.get_by_label("Code or link").fill(typed)
        page.get_by_role("button", name="Join", exact=True).tap()
        page.wait_for_selector("main.table")
    page = more(visits.open(), server)
    page.get_by_label("Code or link").fill("no code!")
    page.get_by_role("button", name="Join", exact=True).tap()
    assert "7KQ2M" in page.inner_text(".join [role=alert]")


def test_a_table_of_this_device_is_found_again_with_its_seat_and_can_be_forgotten(
    server: Served, visits: Visits
) -> None:
    made = server.made("texas42(match=hand)")
    page = visits.open(made.host)
    page.wait_for_selector("#hand [data-card]")
    opened(page, server).wait_for_selector(".hero")
    more(page, server)
    assert boxes(page.locator(".mine li"))[0][3] < 120  # a row, not a tower of letters
    page.get_by_role("link", name=re.compile(made.code)).first.tap()
    assert page.wait_for_selector("#hand [data-card]")
    more(page, server)
    page.get_by_role("button", name=f"Forget table {made.code}").tap()
    assert not page.get_by_role("link", name=re.compile(made.code)).count()
    assert page.evaluate(f"localStorage.getItem('seat:{made.code}')") is None


def test_the_language_and_the_colours_change_at_once_and_are_kept(
    server: Served, home: Page
) -> None:
    home.get_by_role("button", name="中文").tap()
    home.get_by_role("heading", name="开始玩").wait_for()
    assert home.evaluate("document.documentElement.lang") == "zh-Hans"
    home.get_by_role("link", name="更多").tap()
    home.get_by_role("button", name="设置").tap()
    home.get_by_label("深色").check()
    assert home.evaluate("document.documentElement.dataset.theme") == "dark"
    is_clean(home, "home-settings-zh-dark")
    opened(home, server)
    assert home.evaluate("document.documentElement.dataset.theme") == "dark"
    assert home.get_by_role("heading", name="开始玩").count()


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
    assert page.locator(".deals").first.locator("button").count() == len(games())
    page.locator(".deals").first.get_by_role("button", name=re.compile("^牌堆谜题")).tap()
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
    page.goto(f"{server.url}/#mine")
    page.wait_for_selector(".figure")
    assert page.locator(".figure b").all_inner_texts()[0] == "1"
    is_clean(page, "mine-zh")
    page.get_by_role("button", name="清空").tap()
    page.locator("dialog").get_by_role("button", name="清空").tap()
    page.locator(".figure").first.wait_for(state="detached")


def test_the_row_of_the_day_is_clean_and_moves_nothing(server: Served, visits: Visits) -> None:
    for name, kind in SIZES.items():
        page = at_home(visits.open(**kind), server)
        page.locator(".days summary").click()
        is_clean(page, f"daily-home-{name}")
        assert page.locator(".days button").count() == 2 * len(games())
        assert page.locator(".week li").count() == 7
        assert shifts(page) == []
