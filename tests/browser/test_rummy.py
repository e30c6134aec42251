"""Deals of gin and of Indian rummy in the browser: by touch, by keys, in both languages."""

from __future__ import annotations

import pytest

from tests.browser.checks import foreign, is_clean, replays
from tests.browser.harness import Visits, shifts
from tests.browser.people import Person
from tests.browser.served import Made, Served

GAMES = ("gin", "indian13")
AGAINST = ("human", "rules")


def made(server: Served, game: str, name: str = "Ann") -> Made:
    return server.made(game, AGAINST, name=name)


class Sensible(Person):
    """Somebody who draws, throws what leaves least, and lays the hand down as soon as may be."""

    def wanted(self) -> str:
        discards = self.wire.parts["ask"].get("discards") or {}
        if not discards:
            return "stock" if "stock" in self.wire.moves else "pass"
        card = min(discards, key=lambda one: (not discards[one]["shows"], discards[one]["left"]))
        word = "knock" if "knock" in self.wire.parts["head"] else "declare"
        return f"{word}:{card}" if discards[card]["shows"] else card


def stops(person: Person, name: str) -> None:
    """Play a deal, and hold each kind of screen on the way to what every page is held to."""
    seen: set[str] = set()
    while person.wait_for_turn():
        if person.wire.phase not in seen:
            seen.add(person.wire.phase)
            is_clean(person.page, f"{name}-{person.wire.phase}")
        person.act()
    person.page.locator(".over h2").wait_for()
    is_clean(person.page, f"{name}-over")
    assert "discard" in seen


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_by_touch_on_a_phone_is_clean_at_each_stop_and_nothing_jumps(
    server: Served, visits: Visits, game: str
) -> None:
    table = made(server, game)
    person = Sensible(visits.open(), "touch").sit(table.host)
    stops(person, f"{game}-phone")
    assert replays(server, table).game.startswith(game)
    assert sum(one["value"] for one in shifts(person.page)) < 0.1


def test_a_deal_by_the_keyboard_alone(server: Served, visits: Visits) -> None:
    table = made(server, "gin")
    person = Sensible(visits.open(phone=False), "keys").sit(table.host)
    stops(person, "gin-desktop")
    replays(server, table)


def test_a_deal_by_text_alone(server: Served, visits: Visits) -> None:
    table = made(server, "gin")
    Sensible(visits.open(phone=False), "text").sit(table.host).play_deal()
    replays(server, table)


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_in_chinese_has_no_word_of_english(
    server: Served, visits: Visits, game: str
) -> None:
    person = Sensible(visits.open(locale="zh-CN")).sit(made(server, game, "安").host)
    stops(person, f"{game}-zh")
    assert foreign(person.page, person) == []
