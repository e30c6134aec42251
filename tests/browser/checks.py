"""What every page and every table is held to at the end."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from suitwise.game import Record
from tests.browser.harness import shot, sideways, violations
from tests.browser.served import Made, Served

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.people import Person


def is_clean(page: Page, name: str) -> None:
    """Hold a page to what every page is held to, and keep its picture."""
    shot(page, name)
    found = violations(page)
    assert not found, found
    assert sideways(page) == 0


def stops(person: Person, name: str) -> set[str]:
    """Play a deal, each kind of screen on the way held to what every page is; return its phases."""
    seen: set[str] = set()
    while person.wait_for_turn():
        if person.wire.phase not in seen:
            seen.add(person.wire.phase)
            is_clean(person.page, f"{name}-{person.wire.phase}")
        person.act()
    person.page.locator(".over h2").wait_for()
    is_clean(person.page, f"{name}-over")
    return seen


def replays(server: Served, made: Made) -> Record:
    """Return the record of a table, every line of which is right."""
    record = server.record(made)
    assert len(list(record.states())) == len(record.moves) + 1
    return record


def foreign(page: Page, person: Person) -> list[str]:
    """Return the words of three Latin letters or more on a page, but for names and the code."""
    names = {one["name"] for one in person.wire.parts["people"]}
    text = page.inner_text("body").replace(person.wire.welcome["table"], "")
    return [word for word in re.findall(r"[A-Za-z]{3,}", text) if word not in names]
