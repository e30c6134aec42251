"""The board: a position set up by touch, by keys or by a link, and what the game says of it (U7)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from suitwise import rummy
from suitwise.game import load, play
from suitwise.players.named import named
from suitwise.rummy.rules.rules import GIN
from suitwise.texas42 import Position, solve_moves
from tests.browser.checks import is_clean
from tests.browser.harness import Visits, boxes, shot, sideways
from tests.browser.served import Served

if TYPE_CHECKING:
    from playwright.sync_api import Page, Request, Route

HANDS = ("0-0 6-3", "6-5 3-2", "3-1 6-4", "2-0 5-4")
ROWS = ".answer-rows tbody tr"


def asked_in(page: Page) -> list[str]:
    """Return the questions that a page sends from now on."""
    sent: list[str] = []
    page.on("request", lambda one: sent.extend([one.url] if one.method == "POST" else []))
    return sent


def test_four_hands_are_dealt_by_touch_on_a_phone_in_chinese_and_solved(
    server: Served, visits: Visits
) -> None:
    page = visits.open(f"{server.url}/#b=texas42&ask=solve", locale="zh-CN")
    page.get_by_role("button", name="清空").tap()
    page.locator("#field-trumps").select_option("1")
    for seat, hand in enumerate(HANDS):
        page.get_by_role("button", name=re.compile(f"^{seat + 1}号位")).tap()
        assert page.locator(".board-cards.set").count() == 1
        for domino in hand.split():
            page.locator(f".deck [data-card='{domino}']").tap()
        shown = page.locator(".board-cards.set .laid .domino").evaluate_all(
            "(all) => all.map((one) => one.dataset.card).join(' ')"
        )
        assert shown == hand
    shot(page, "board-solve-form-zh-phone")
    page.get_by_role("button", name="计算").tap()
    page.wait_for_selector(ROWS)
    found = solve_moves(Position.parse("1 0 " + " ".join(hand.replace(" ", ",") for hand in HANDS)))
    assert page.locator(ROWS).count() == len(found)
    best = max(found.values())
    assert f"{best}分" in page.locator(f"{ROWS}.best").inner_text()
    is_clean(page, "board-solve-answer-zh-phone")
    page.locator(".board-cards .domino").first.tap()
    assert page.locator(".answer").count() == 0, "the answer was to another position"


def test_a_hand_is_set_by_keys_and_its_chances_fill_in_until_they_are_stopped(
    server: Served, desktop: Page
) -> None:
    page = desktop
    page.goto(f"{server.url}/#b=texas42&ask=bid")
    page.get_by_role("button", name="Clear").focus()
    page.keyboard.press("Enter")
    page.locator(".deck [tabindex='0']").focus()
    page.keyboard.press("End")
    for _ in range(7):
        page.keyboard.press("Enter")
        page.keyboard.press("ArrowLeft")
    assert page.locator("main input").first.input_value() == "6-6 6-5 6-4 6-3 6-2 6-1 6-0"
    page.get_by_role("button", name="Work it out").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".heat")
    assert page.locator(".heat tbody tr").count() == 9
    assert page.locator(".heat tbody tr").nth(6).locator("td").first.inner_text() == "100"
    first = deals(page)
    page.wait_for_function(f"() => ({DEALS})() > {first}")
    page.get_by_role("button", name="Stop", exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_text("Stopped.").wait_for()
    is_clean(page, "board-bid-desktop")


def test_who_asks_again_goes_on_and_a_step_that_fails_leaves_what_is_shown(
    server: Served, visits: Visits
) -> None:
    page = visits.open(f"{server.url}/#b=texas42&ask=bid")
    held: list[Route] = []

    def goes_on(request: Request) -> bool:
        return '"more":0' not in (request.post_data or '"more":0')

    def hold(route: Route) -> None:
        if goes_on(route.request):
            held.append(route)
        else:
            route.continue_()

    page.route("**/api/board/texas42", hold)
    with page.expect_request(goes_on):
        page.get_by_role("button", name="Work it out").tap()
    page.get_by_role("button", name="Stop", exact=True).tap()
    page.get_by_text("Stopped.").wait_for()
    page.get_by_role("button", name="Work it out").tap()
    page.get_by_text("Getting better").wait_for()
    with page.expect_request(goes_on):
        held.pop().continue_()
    page.wait_for_selector(".heat")
    held.pop().fulfill(status=400, json={"t": "error", "text": "this takes too long"})
    page.get_by_text("Stopped. this takes too long").wait_for()
    assert page.locator(".heat").count() == 1
    assert page.locator(".board-no").inner_text() == ""
    visits.faults.clear()  # the browser's own word on an answer that is no success


DEALS = "() => Number(document.querySelector('.answer-lines li').textContent.replace(/\\D/g, ''))"


def deals(page: Page) -> int:
    return int(page.evaluate(DEALS))


def test_a_link_opens_a_position_and_sends_nothing_of_it_until_somebody_asks(
    server: Served, visits: Visits
) -> None:
    page = visits.open(viewport={"width": 320, "height": 640}, color_scheme="dark")
    sent = asked_in(page)
    page.goto(f"{server.url}/#b=texas42&ask=trick&trumps=5&leader=2&trick=6-3+6-6&hand=6-4+5-0")
    page.get_by_text("Nothing of this position has been sent").wait_for()
    assert page.locator(".board-cards .laid .domino").count() == 4
    assert sent == []
    page.get_by_role("button", name="Work it out").tap()
    page.get_by_role("heading", name="Seat 4 is winning it").wait_for()
    assert len(sent) == 1
    is_clean(page, "board-trick-320-dark")
    held: list[Route] = []
    page.route("**/api/board/texas42", lambda route: held.append(route))
    page.get_by_role("button", name="Work it out").tap()
    page.wait_for_function("() => document.querySelector('.play[aria-disabled=true]')")
    page.locator("#field-leader").select_option("0")
    page.wait_for_url(re.compile("leader=0"))
    held[0].continue_()
    page.wait_for_selector(".play[aria-disabled=false]")
    assert page.locator(".answer").count() == 0, "it was an answer to another form"
    assert len(sent) == 2
    page.unroute("**/api/board/texas42")
    page.get_by_label("Hand, typed").fill("6-6")
    page.get_by_label("Hand, typed").press("Enter")
    page.get_by_text("6-6 stands there twice").wait_for()
    visits.faults.clear()  # the browser's own word on an answer that is no success
    page.locator(".board-head button").tap()
    page.wait_for_selector(".home")


def test_a_move_of_a_replay_opens_on_the_board_as_the_table_stands_there(
    server: Served, visits: Visits, tmp_path: Path
) -> None:
    page = visits.open()
    record = tmp_path / "record.txt"
    game = load("texas42(match=hand)")
    record.write_text(str(play(game.start(), named("rules", game).seated(1, 0), seed=3)))
    page.goto(f"{server.url}/#r=file")
    page.locator("input[type=file]").set_input_files(record)
    link = page.get_by_role("link", name="Open on the board")
    link.wait_for()
    page.keyboard.press("End")
    assert link.get_attribute("href") is None, "nothing is left to ask"
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
    is_clean(page, "board-link-replay")
    held = page.locator(".late-hands .domino").count()
    link.tap()
    page.wait_for_selector(".board-page")
    assert page.locator(".board-cards:not(:last-of-type) .laid .domino").count() >= held > 0
    page.get_by_role("button", name="Work it out").tap()
    page.wait_for_selector(ROWS)
    page.get_by_role("button", name="Close").tap()
    page.wait_for_selector("main.replay")


# --- The board of the games with cards ------------------------------------------------------------


IN_SIGHT = "document.querySelector('.answer h2').getBoundingClientRect().top < innerHeight - 200"


def cards_in(page: Page, where: str) -> str:
    cards: str = page.locator(where).evaluate_all(
        "(all) => all.map((one) => one.dataset.card).join(' ')"
    )
    return cards


def test_a_hand_of_gin_is_arranged_by_keys(server: Served, desktop: Page) -> None:
    page = desktop
    page.goto(f"{server.url}/#b=gin&ask=arrange")
    page.get_by_role("button", name="Clear").focus()
    page.keyboard.press("Enter")
    page.locator(".deck [tabindex='0']").focus()
    for _ in range(4):
        page.keyboard.press("Enter")
        page.keyboard.press("ArrowRight")
    page.get_by_label("Hand, typed").focus()
    page.keyboard.press("End")
    page.keyboard.type(" h9 d9 c9 hk dk d4 c2")
    page.get_by_role("button", name="Work it out").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(ROWS)
    found = rummy.discards(rummy.Hand.of("SA S2 S3 S4 H9 D9 C9 HK DK D4 C2", GIN))
    assert cards_in(page, f"{ROWS} .card") == " ".join(str(one.card) for one in found)
    assert page.locator(".answer-groups li").count() == 3
    is_clean(page, "board-gin-desktop")


def test_stacks_are_built_by_touch_on_a_phone_in_chinese_and_by_keys(
    server: Served, visits: Visits
) -> None:
    page = visits.open(f"{server.url}/#b=stacks", locale="zh-CN", color_scheme="dark")
    page.get_by_role("button", name="清空").tap()
    text = page.locator("#field-stacks")
    deck = page.locator(".deck [data-card='7b']")
    deck.tap()
    page.locator(".deck [data-card='7a']").tap()
    page.get_by_role("button", name="加一堆").tap()
    for card in ("3b", "9d", "6b"):
        page.locator(f".deck [data-card='{card}']").tap()
    page.get_by_role("button", name="取走9d").tap()
    assert text.input_value() == "7b 7a | 3b 6b"
    is_clean(page, "board-stacks-form-zh-phone")
    page.get_by_role("button", name="计算").tap()
    page.get_by_role("heading", name="能赢").wait_for()
    assert page.locator(".answer-rows tbody tr").count() == 3
    page.wait_for_function(f"() => {IN_SIGHT}")
    page.get_by_label("每次改动后重算").check()
    page.locator(".board-now", has_text="能赢").wait_for()
    page.wait_for_selector(".play[aria-disabled=false]")
    deck.scroll_into_view_if_needed()
    place = page.evaluate("scrollY")
    with page.expect_response("**/api/board/stacks"):
        deck.tap()
    page.wait_for_selector(".play[aria-disabled=false]")
    assert page.evaluate("scrollY") == place, "who sets up a position stays at the cards"
    page.get_by_label("每次改动后重算").uncheck()
    assert text.input_value() == "7a | 3b 6b 7b", "a card that lies elsewhere is moved"
    text.fill("7a | 3b 6b | - | 12.30")
    page.get_by_role("button", name="加一堆").focus()
    page.keyboard.press("Enter")
    assert text.input_value() == "7a | 3b 6b | - | 12.30 | -"
    page.get_by_role("button", name="去掉第4堆").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="第2堆", exact=True).focus()
    page.keyboard.press("Enter")
    page.locator(".deck [tabindex='0']").focus()
    for key in ("Home", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    assert text.input_value() == "7a | 3b 6b | 1b | 12.30"
    page.set_viewport_size({"width": 320, "height": 640})
    assert sideways(page) == 0


def test_on_a_desktop_the_choice_of_game_stands_above_the_form(
    server: Served, desktop: Page
) -> None:
    desktop.goto(f"{server.url}/#b=gin")
    desktop.locator(".board-form").wait_for()
    (choice,), (form,) = (boxes(desktop.locator(f".board-{one}")) for one in ("choice", "form"))
    assert choice[1] + choice[3] <= form[1]
    labels = boxes(desktop.locator(".board-cards-head"))
    assert all(one[0] + one[2] <= form[0] + form[2] for one in labels)
