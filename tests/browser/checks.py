"""What every page and every table is held to at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from suitwise.game import Record
from tests.browser.harness import shot, sideways, violations
from tests.browser.served import Made, Served

if TYPE_CHECKING:
    from playwright.sync_api import Page


def is_clean(page: Page, name: str) -> None:
    """Hold a page to what every page is held to, and keep its picture."""
    shot(page, name)
    found = violations(page)
    assert not found, found
    assert sideways(page) == 0


def replays(server: Served, made: Made) -> Record:
    """Return the record of a table, every line of which is right."""
    record = server.record(made)
    assert len(list(record.states())) == len(record.moves) + 1
    return record
