"""Hands of Texas 42 in the browser: by touch, by keys, by text; claims, takebacks, reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.checks import is_clean, replays
from tests.browser.harness import Visits
from tests.browser.people import Person
from tests.browser.served import Served

if TYPE_CHECKING:
    pass

GAME = "texas42(match=hand)"


def test_a_hand_by_touch_on_a_phone_is_clean_at_each_stop(server: Served, visits: Visits) -> None:
    made = server.made(GAME)
    person = Person(visits.open(), "touch").sit(made.host)
    person.bids = True
    seen: set[str] = set()
    while person.wait_for_turn():
        if person.wire.phase not in seen:
            seen.add(person.wire.phase)
            is_clean(person.page, f"texas42-phone-{person.wire.phase}")
        person.act()
    is_clean(person.page, "texas42-phone-over")
    assert "play" in seen
    assert replays(server, made).game.startswith("texas42(")


def test_a_hand_by_the_keyboard_alone(server: Served, visits: Visits) -> None:
    made = server.made(GAME)
    person = Person(visits.open(phone=False), "keys").sit(made.host)
    person.play_deal()
    replays(server, made)


def test_a_hand_by_text_alone(server: Served, visits: Visits) -> None:
    made = server.made(GAME)
    person = Person(visits.open(phone=False), "text").sit(made.host)
    person.play_deal()
    replays(server, made)
