"""Deals of Tractor in the browser: bids while cards come, the burial of 8 of 33, throws, whole deals."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.checks import is_clean, replays
from tests.browser.harness import Visits, boxes
from tests.browser.people import Person, split
from tests.browser.served import Served

DEAL = "tractor(match=deal,landlord=0)"
Started = Callable[..., Served]
DRAW = {"draw": 25, "last_bids": 500}
"""The draw takes a few seconds, so that somebody can bid."""


def bid_when_possible(person: Person) -> list[object]:
    """Bid during the draw with the first button that can; return where the buttons were, each time."""
    page, places = person.page, []
    person.until(lambda: person.wire.parts.get("bar"))
    person.until(lambda: page.locator(".bid").count() == 5)
    while person.wire.parts.get("bar"):
        places.append(boxes(page.locator(".bid")))
        can = [
            option["can"] and not option["made"] for option in person.wire.parts["bar"]["options"]
        ]
        if any(can) and not person.wire.parts["bar"]["intent"] and len(places) > 3:
            page.locator(".bid").nth(can.index(True)).tap(timeout=2000)
        page.wait_for_timeout(100)
    return places


def test_bidding_while_cards_come_is_no_moving_target(paced: Started, visits: Visits) -> None:
    made = paced(**DRAW).made(DEAL)
    person = Person(visits.open()).sit(made.host)
    places = [one for one in bid_when_possible(person) if len(one) == 5]
    assert len(places) > 5
    assert all(one == places[0] for one in places)
    assert any(line["seat"] == person.wire.seat for line in person.wire.told)


def test_a_deal_by_touch_on_a_phone_is_clean_at_each_stop(server: Served, visits: Visits) -> None:
    made = server.made(DEAL)
    person = Person(visits.open()).sit(made.host)
    seen: set[str] = set()
    while person.wait_for_turn():
        if person.wire.phase not in seen:
            seen.add(person.wire.phase)
            is_clean(person.page, f"tractor-phone-{person.wire.phase}")
        if person.wire.phase == "bury":
            assert len(person.cards()) == 33
        person.act()
    is_clean(person.page, "tractor-phone-over")
    assert {"bury", "play"} <= seen
    replays(server, made)
