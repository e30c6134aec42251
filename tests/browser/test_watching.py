"""Those who look on: no hand and no line for moves, reasons for the asking, late hands a deal late."""

from __future__ import annotations

import pytest

from tests.browser.checks import foreign, is_clean
from tests.browser.harness import Visits
from tests.browser.served import Served
from tests.browser.test_rummy import Sensible

SEATS = {"gin": ("human", "rules"), "indian13(seats=4)": ("human", "rules", "rules", "rules")}


@pytest.mark.parametrize("game", SEATS)
def test_who_looks_on_at_rummy_sees_no_hand_and_is_told_no_card_of_one(
    server: Served, visits: Visits, game: str
) -> None:
    made = server.made(game, SEATS[game])
    person = Sensible(visits.open()).sit(made.host)
    watcher = Sensible(visits.open(locale="zh-CN")).sit(made.join)
    person.until_phase("discard")
    page = watcher.page
    watcher.until(lambda: watcher.wire.v == person.wire.v)
    watcher.until(watcher.shows_all)
    assert not page.locator("#hand, .late-hands, .deeds, #say").count()
    parts = watcher.wire.parts
    shown = bool(parts["table"]["pile"]) + ("wild" in parts["head"])
    assert page.locator(".card").count() == shown
    assert not parts["hand"]["held"]
    assert not any(seat.get("held") for seat in parts["seats"])
    is_clean(page, f"watching-{game.partition('(')[0]}")
    page.locator(".open-panel").tap()
    page.get_by_role("button", name="为何？").tap()
    page.locator(".why h2").wait_for()
    assert foreign(page, watcher) == []
    is_clean(page, f"watching-{game.partition('(')[0]}-why")
