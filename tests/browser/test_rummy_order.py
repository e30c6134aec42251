"""The hand of rummy in an order of one's own: by a finger, a mouse, keys and buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.checks import is_clean
from tests.browser.harness import Visits
from tests.browser.served import Served
from tests.browser.test_rummy import Sensible, made

if TYPE_CHECKING:
    from playwright.sync_api import Page


LATE_TIMERS = """
const timer = window.setTimeout;
window.setTimeout = (what, delay, ...rest) => timer(what, delay || 1_500, ...rest);
"""
"""What is put off to the next turn of a busy page comes late: keys that are pressed overtake it."""


def keys(page: Page) -> list[str]:
    """Return the keys of the cards as they lie."""
    read = "(all) => all.map((card) => card.dataset.key)"
    found: list[str] = page.locator("#hand [data-key]").evaluate_all(read)
    return found


def strip(page: Page, key: str) -> tuple[float, float]:
    """Return a point of a card that no other card covers."""
    box = page.locator(f'#hand [data-key="{key}"]').bounding_box()
    assert box
    return box["x"] + 8, box["y"] + 15


def slide(page: Page, key: str, onto: str) -> None:
    """Drag a card by a finger to the left edge of another."""
    (x, y), (to_x, to_y) = strip(page, key), strip(page, onto)
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        there = [{"x": x, "y": y} for x, y in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": there})

    touch("touchStart", (x, y))
    for step in range(1, 6):
        touch("touchMove", (x + (to_x - x) * step / 5, y + (to_y - y) * step / 5))
    is_clean(page, f"rummy-drag-{key}")
    touch("touchEnd")


def test_a_finger_lays_the_hand_in_an_order_that_a_reload_and_a_new_card_keep(
    server: Served, visits: Visits
) -> None:
    person = Sensible(visits.open()).sit(made(server, "gin").host)
    assert person.wait_for_turn()
    page, before = person.page, keys(person.page)
    slide(page, before[-1], before[2])
    wanted = [*before[:2], before[-1], *before[2:-1]]
    person.until(lambda: keys(page) == wanted)
    assert not person.wire.moves_sent
    assert not page.locator("#hand [aria-pressed=true]").count()  # a drag chooses nothing
    is_clean(page, "gin-phone-order")
    page.reload()
    page.locator(".order").wait_for()
    assert keys(page) == wanted
    person.until_phase("discard")
    held = keys(page)
    assert held[:-1] == [key for key in wanted if key in held]
    assert len(held) == len(wanted) + 1
    person.press(person.card(held[3]))
    person.press(page.get_by_label("Move the chosen card to the left"))
    person.until(lambda: keys(page) == [*held[:2], held[3], held[2], *held[4:]])
    person.press(page.get_by_role("button", name="Best melds"))
    page.locator(".order").wait_for(state="detached")
    assert sorted(keys(page)) == sorted(held)
    assert page.locator("#hand .melds").count()


def test_shift_and_arrows_and_a_mouse_move_cards_and_the_focus_stays(
    server: Served, visits: Visits
) -> None:
    person = Sensible(visits.open(phone=False, locale="zh-CN"), "keys")
    person.page.add_init_script(LATE_TIMERS)
    person.sit(made(server, "indian13").host)
    assert person.wait_for_turn()
    page, before = person.page, keys(person.page)
    person.go_to(person.card(before[5]))
    for _ in range(3):
        page.keyboard.press("Shift+ArrowRight")
    wanted = [*before[:5], *before[6:9], before[5], *before[9:]]
    person.until(lambda: keys(page) == wanted)
    focused = page.evaluate("document.activeElement.dataset.key")
    assert focused == before[5]
    person.until(lambda: "第 9 位" in page.inner_text("#polite"))
    person.until(person.shows_all)
    (x, y), (to_x, to_y) = strip(page, wanted[0]), strip(page, wanted[-1])
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(to_x + 60, to_y, steps=4)
    page.mouse.up()
    person.until(lambda: keys(page) == [*wanted[1:], wanted[0]])
    assert not page.locator("#hand [aria-pressed=true]").count()
    page.keyboard.press("Space")  # the card that was dragged has the focus, and can be chosen
    person.until(lambda: page.locator("#hand [aria-pressed=true]").count() == 1)
    is_clean(page, "indian13-desktop-order")
    person.menu("自己排列手牌")
    page.locator(".order").wait_for(state="detached")
    assert sorted(keys(page)) == sorted(before)
