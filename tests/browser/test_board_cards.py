"""The board of the games with cards: Tractor by touch in Chinese, gin by keys in English (U7)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from suitwise import rummy
from suitwise.rummy.rules.rules import GIN
from suitwise.tractor import duty_of
from tests.browser.checks import is_clean
from tests.browser.harness import Visits, sideways
from tests.browser.served import Served

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROWS = ".answer-rows tbody tr"
IN_SIGHT = "document.querySelector('.answer h2').getBoundingClientRect().top < innerHeight - 200"
LEAD, HAND = "H3 H3 H4 H4", "H6 H6 H7 H7 H9 H9 HJ C5"


def cards_in(page: Page, where: str) -> str:
    cards: str = page.locator(where).evaluate_all(
        "(all) => all.map((one) => one.dataset.card).join(' ')"
    )
    return cards


def test_what_a_hand_owes_is_asked_by_touch_on_a_phone_in_chinese(
    server: Served, visits: Visits
) -> None:
    page = visits.open(f"{server.url}/#b=tractor&ask=duty", locale="zh-CN")
    page.get_by_role("button", name="清空").tap()
    for name, cards in (("领出的牌", LEAD), ("手牌", HAND)):
        page.get_by_role("button", name=re.compile(f"^{name}")).tap()
        for card in cards.split():
            page.locator(f".deck [data-card='{card}']").tap()
        assert cards_in(page, ".board-cards.set .laid .card") == cards
    page.get_by_role("button", name="计算").tap()
    page.get_by_role("heading", name="须出2对的拖拉机").wait_for()
    duty = duty_of("S2", LEAD, HAND)
    assert cards_in(page, f"{ROWS} .card").replace(" ", "") == str(duty.plays[0])
    is_clean(page, "board-duty-zh-phone")
    page.get_by_role("button", name=re.compile("^要出的牌")).tap()
    for card in ["H9", "H9", "H6", "H6"]:
        page.locator(f".deck [data-card='{card}']").tap()
    page.get_by_role("button", name="计算").tap()
    page.get_by_role("heading", name="要跟拖拉机").wait_for()
    page.set_viewport_size({"width": 320, "height": 640})
    assert sideways(page) == 0


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
