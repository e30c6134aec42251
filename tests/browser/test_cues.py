"""Whose turn it is, what each letter does, and what a system asks of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.checks import is_clean
from tests.browser.harness import Visits
from tests.browser.people import Person
from tests.browser.served import Served

if TYPE_CHECKING:
    from playwright.sync_api import Page

GAME = "texas42(match=hand)"


def heard(page: Page, region: str) -> str:
    """Return what a live region says."""
    return page.locator(f"#{region}").inner_text().replace("\u200b", "")


SILENCE = """() => new Promise(done => {
    let timer = setTimeout(done, 600);
    const heard = () => { clearTimeout(timer); timer = setTimeout(done, 600); };
    new MutationObserver(heard).observe(document.getElementById("polite"), { childList: true });
})"""


def icon(page: Page) -> str:
    return str(page.locator('link[rel="icon"]').get_attribute("href"))


def test_the_title_the_icon_and_the_ears_are_told_whose_turn_it_is(
    server: Served, visits: Visits
) -> None:
    person = Person(visits.open()).sit(server.made(GAME).host)
    page = person.page
    person.until_phase("play")
    person.until(lambda: page.title().startswith("●"))
    assert icon(page).endswith("/icon-turn.svg")
    assert "turn" in heard(page, "assertive")
    person.play_deal()
    person.until(lambda: not page.title().startswith("●"))
    assert icon(page).endswith("/icon.svg")


def test_each_letter_does_what_it_is_for_and_nothing_when_it_is_turned_off(
    server: Served, visits: Visits
) -> None:
    person = Person(visits.open(phone=False), "keys").sit(server.made(GAME).host)
    page = person.page
    person.until_phase("play")
    person.act()
    person.wait_for_turn()
    press = page.keyboard.press
    kinds: list[str] = []
    while (
        "hint" not in kinds
    ):  # where all processors are busy a first hint may be refused: too late
        asked = len(person.wire.others)
        press("h")
        person.until(lambda at=asked: kinds_of(person, at) & {"hint", "no"})
        kinds += kinds_of(person, asked)
    page.locator(".meets .chip").first.wait_for()
    press("w")
    person.until(lambda: any(one["t"] == "why" for one in person.wire.others))
    page.evaluate(SILENCE)
    said = {}
    for letter in "lstb":
        page.evaluate("document.getElementById('polite').textContent = ''")
        press(letter)
        person.until(lambda: heard(page, "polite"))
        said[letter] = heard(page, "polite")
    assert len(set(said.values())) == len(said), said
    press("/")
    assert page.evaluate("document.activeElement.tagName") == "INPUT"
    press("Escape")
    press("?")
    shown = page.get_by_role("dialog")
    shown.locator("label", has_text="Hint").locator("input").uncheck()
    press("Escape")
    asked = len(person.wire.others)
    press("h")
    press("w")
    person.until(lambda: len(person.wire.others) > asked)
    assert [one["t"] for one in person.wire.others[asked:]] == ["why"]


def kinds_of(person: Person, at: int) -> set[str]:
    """Return what kinds of messages have come since there were so many."""
    return {one["t"] for one in person.wire.others[at:]}


def test_colours_contrast_motion_and_size_that_a_system_asks_for_are_honoured(
    server: Served, visits: Visits
) -> None:
    page = visits.open(
        phone=False,
        viewport={"width": 640, "height": 400},
        forced_colors="active",
        contrast="more",
        reduced_motion="reduce",
    )
    person = Person(page, "keys").sit(server.made(GAME).host)
    person.until_phase("play")
    person.choose(person.wire.moves[0])
    assert page.evaluate("document.getAnimations().length") == 0
    is_clean(page, "texas42-forced-colours")
