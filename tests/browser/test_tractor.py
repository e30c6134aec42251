"""Deals of Tractor in the browser: bids while cards come, the burial of 8 of 33, throws, whole deals."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.checks import is_clean, replays
from tests.browser.harness import Visits, boxes
from tests.browser.people import Person, split
from tests.browser.served import Served

DEAL = "tractor(match=deal,landlord=0)"
Started = Callable[..., Served]
DRAW = {"draw": 40, "last_bids": 3000}
"""The draw takes seven seconds, so that somebody can bid on a slow machine, too."""


def test_bidding_while_cards_come_is_no_moving_target(paced: Started, visits: Visits) -> None:
    made = paced("throw", **DRAW).made(DEAL)
    person = Person(visits.open()).sit(made.host)
    bar, places = person.page.locator(".bid"), []
    person.until(lambda: bar.count() == 5)
    while options := (person.wire.parts["bar"] or {}).get("options"):
        places.append(boxes(bar))
        can = [option["can"] and not option["made"] for option in options]
        if any(can) and not person.has_bid:
            person.has_bid = True
            bar.nth(can.index(True)).tap()
        person.page.wait_for_timeout(100)
    assert person.has_bid
    assert len(places) > 5
    shown = [one for one in places if any(map(any, one))]
    assert [one for one in shown if one != shown[0]] == []


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


def test_a_deal_by_the_keyboard_alone(server: Served, visits: Visits) -> None:
    made = server.made(DEAL)
    Person(visits.open(phone=False), "keys").sit(made.host).play_deal()
    replays(server, made)


def test_a_deal_by_text_alone(server: Served, visits: Visits) -> None:
    made = server.made(DEAL)
    Person(visits.open(phone=False), "text").sit(made.host).play_deal()
    replays(server, made)


def test_a_throw_that_falls_is_told_and_a_part_of_it_is_led(paced: Started, visits: Visits) -> None:
    person = Person(visits.open()).sit(paced("throw").made(DEAL).host)
    while person.wait_for_turn() and not has_fallen(person):
        person.make(lowest_throw(person.wire.moves) if is_lead(person) else person.wanted())
        person.taken()
    assert has_fallen(person)
    person.page.get_by_text("Throw fell").wait_for()
    is_clean(person.page, "tractor-phone-throw")


def is_lead(person: Person) -> bool:
    trick = person.wire.parts["table"]["trick"]
    return person.wire.phase == "play" and not (trick and trick["plays"])


def lowest_throw(moves: list[str]) -> str:
    """Return a throw of two single cards, or what there is."""
    throws = [move for move in moves if len(set(split(move))) == len(split(move)) == 2]
    return (throws or moves)[-1]


def has_fallen(person: Person) -> bool:
    return bool((person.wire.parts["table"]["trick"] or {}).get("tried"))


def test_a_play_that_is_not_legal_is_refused_with_one_that_would_do(
    server: Served, visits: Visits
) -> None:
    person = Person(visits.open()).sit(server.made(DEAL).host)
    person.until_phase("bury")
    for card in person.cards()[:3]:
        person.press(person.card(card))
    person.play()
    person.page.locator(".ask.refused").wait_for()
    refusals = [one["text"] for one in person.wire.rulings if not one["legal"]]
    assert person.page.locator(".ask").inner_text() == refusals[-1]
    assert person.wire.answers == []
