"""What each decision of a deal cost, read after it: by touch at a table, by keys of a file (U5)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from suitwise.game import Record, load, play
from suitwise.players.named import named
from suitwise.table.client import Client
from suitwise.table.client import play as play_at
from tests.browser.checks import is_clean
from tests.browser.harness import Visits
from tests.browser.people import Person
from tests.browser.served import Served

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

COSTLY = "▼"


def first_but_pass(parts: dict[str, Any]) -> str:
    """Choose the first move that is no pass, so that every deal of a key is the same."""
    moves = parts["ask"]["moves"]
    return next((str(move) for move in moves if move != "pass"), "pass")


def ply(page: Page) -> int:
    return int(page.locator("main.replay").get_attribute("data-ply") or -1)


def whole_review(page: Page) -> None:
    page.locator("#costliest").wait_for()


def test_a_hand_of_42_is_reviewed_by_touch_in_chinese_and_each_decision_is_a_tap_away(
    paced: Callable[..., Served], visits: Visits
) -> None:
    server = paced("review")
    made = server.made("texas42(match=hand)")
    play_at(Client(made.host), choose=first_but_pass)
    table = visits.open(made.host, locale="zh-CN")
    page = table
    page.get_by_role("link", name="复盘").tap()
    whole_review(page)
    assert made.host.partition("#")[2] not in page.url, "the seat's secret is in no address"
    whose = page.get_by_label("看谁的选择")
    assert whose.input_value() == "0", "whose seat it is sees its own decisions first"
    own = page.locator(".decisions li").count()
    whose.select_option("")
    everybody = page.locator(".decisions li").count()
    assert 0 < own < everybody
    is_clean(page, "review-texas42-zh-phone")
    names = whose.locator("option").all_inner_texts()
    said = re.sub("|".join(map(re.escape, [made.code, *names])), "", page.inner_text("main"))
    assert re.findall(r"[A-Za-z]{2,}", said) == []
    decision = page.locator(".decisions a").last
    there = re.search(r"ply=(\d+)", decision.get_attribute("href") or "")
    decision.tap()
    page.wait_for_selector("main.replay")
    assert there is not None
    assert ply(page) == int(there[1])
    page.get_by_role("button", name="返回", exact=True).tap()
    page.wait_for_selector(".over")
    assert page.evaluate("location.hash") == "", "two pages on from the table, one tap leads back"
    stranger = visits.open(f"{server.url}/#r={made.code}&deal=1&review=1", locale="zh-CN")
    stranger.get_by_text("只有在牌桌").wait_for()


def test_a_deal_of_gin_is_reviewed_by_keys_and_what_was_costly_is_marked_in_its_replay(
    server: Served, desktop: Page, tmp_path: Path
) -> None:
    game = load("gin")
    whole = play(game.start(), named("random", game).seated(1, 0), seed=3)
    begun = Record(whole.game, whole.start, whole.moves[:40], (0.0, 0.0))
    path = tmp_path / "gin.txt"
    path.write_text(str(begun))
    asked: list[str] = []
    desktop.on("request", lambda request: asked.append(request.url))
    desktop.goto(f"{server.url}/#r=file")
    desktop.locator("input[type=file]").set_input_files(path)
    desktop.wait_for_selector("main.replay")
    assert desktop.locator(".ticks .costly").count() == 0
    person = Person(desktop, "keys")
    person.go_to(desktop.get_by_role("link", name="Review", exact=True))
    desktop.keyboard.press("Enter")
    whole_review(desktop)
    cards = desktop.locator(".costliest li")
    assert 0 < cards.count() <= 3
    texts = desktop.locator(".costliest .cost").all_inner_texts()
    assert all("deals like this one" in text for text in texts)
    assert "%" not in "".join(texts)
    assert desktop.locator(".costliest .better", has_text="why: ").count() > 0
    assert "95 % interval: " not in cards.first.inner_text()
    for one in cards.locator("summary").all():
        one.click()
    costs = [float(text.split()[0][1:]) for text in cards.locator("summary + p").all_inner_texts()]
    assert costs == sorted(costs, reverse=True)
    assert "95 % interval: " in cards.first.inner_text()
    desktop.locator("#polite", has_text="The review is done").wait_for(state="attached")
    is_clean(desktop, "review-gin-desktop")
    person.go_to(cards.first.get_by_role("link", name="See it in the replay"))
    desktop.keyboard.press("Enter")
    desktop.wait_for_selector("main.replay")
    told = desktop.locator(".judged").inner_text()
    assert told.startswith(f"{COSTLY} next: Seat ")
    assert texts[0].removeprefix(f"{COSTLY} ") in told
    desktop.keyboard.press("ArrowRight")
    marks = desktop.locator(".ticks .costly")
    assert set(marks.all_inner_texts()) == {COSTLY}
    is_clean(desktop, "review-gin-replay")
    assert sum("/api/replay" in url for url in asked) == 2, "each page asks once"
    desktop.go_back()
    whole_review(desktop)
    assert len(marks.all_inner_texts()) == 0
    assert sum("/api/review" in url for url in asked) == 1, "the window keeps it"
    person.go_to(cards.first.get_by_role("link", name="Open on the board"))
    desktop.keyboard.press("Enter")
    desktop.locator(".board-cards .laid > *").nth(9).wait_for()


def test_a_review_that_was_broken_off_is_asked_for_again_without_a_reload(
    server: Served, visits: Visits, tmp_path: Path
) -> None:
    page = visits.open()
    game = load("gin")
    whole = play(game.start(), named("random", game).seated(1, 0), seed=3)
    path = tmp_path / "gin.txt"
    path.write_text(str(Record(whole.game, whole.start, whole.moves[:26], (0.0, 0.0))))
    told = {"plies": 26, "seat": None, "names": ["Seat 1", "Seat 2"], "notes": []}
    ended: dict[str, Any] = {"seats": [], "costliest": []}
    answers = [
        [{"t": "begins", **told}, {"t": "ends", "why": "The time was over at move 3.", **ended}],
        [{"t": "begins", **told}, {"t": "ends", "why": None, **ended}],
    ]

    def answer(route: Route) -> None:
        route.fulfill(body="".join(f"{json.dumps(line)}\n" for line in answers.pop(0)))

    page.route("**/api/review", answer)
    page.goto(f"{server.url}/#r=file")
    page.locator("input[type=file]").set_input_files(path)
    page.get_by_role("link", name="Review", exact=True).tap()
    page.get_by_text("The time was over at move 3.").wait_for()
    is_clean(page, "review-broken-off")
    page.get_by_role("link", name="Replay").tap()
    page.wait_for_selector("main.replay")
    page.go_back()
    page.get_by_text("The time was over at move 3.").wait_for()
    assert len(answers) == 1, "within a minute the server would say the same"
    page.get_by_role("button", name="Try again").tap()
    page.get_by_text("The time was over at move 3.").wait_for(state="detached")
    assert answers == []
