"""Hands of Texas 42 in the browser: by touch, by keys, by text, in Chinese; claims, takebacks, reasons."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from suitwise.game import Record
from tests.browser.harness import Visits, shifts, shot, sideways, violations
from tests.browser.people import Person
from tests.browser.served import Served

if TYPE_CHECKING:
    from playwright.sync_api import Page

GAME = "texas42(match=hand)"


def is_clean(page: Page, name: str) -> None:
    """Hold a page to what every page is held to, and keep its picture."""
    shot(page, name)
    assert violations(page) == []
    assert sideways(page) == 0


def replays(server: Served, made: object) -> Record:
    """Return the record of a table, every line of which is right."""
    record = server.record(made)
    states = list(record.states())
    assert len(states) == len(record.moves) + 1
    return record


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
