"""Stack Management in the browser: won by touch along the hints, by keys, and by text."""

from __future__ import annotations

import re

import pytest

from tests.browser.checks import is_clean, replays
from tests.browser.harness import Visits, shifts, sideways
from tests.browser.people import Person
from tests.browser.puzzles import choose, layout_of, play_out, stack, wanted
from tests.browser.served import Served

GAME = "stacks(stacks=5,height=3,suits=4)"
"""Two of five tops share one of four suits, so no deal is stuck; and it can always be won."""


LOW = GAME.replace("height=3", "height=2")


@pytest.mark.parametrize(
    ("game", "phone", "way"), [(GAME, True, "touch"), (LOW, False, "keys"), (LOW, False, "text")]
)
def test_a_puzzle_to_its_end(
    server: Served, visits: Visits, game: str, phone: bool, way: str
) -> None:
    made = server.made(game, ["human"])
    person = Person(visits.open(phone=phone), way).sit(made.host)
    assert person.wait_for_turn()
    assert "can be won" in person.page.locator(".headline").inner_text()
    play_out(person)
    assert person.page.locator(".over h2").inner_text() == "You win"
    is_clean(person.page, f"stacks-over-{way}")
    assert replays(server, made).game.startswith("stacks(")


def test_a_panel_over_the_table_of_a_phone_is_closed_when_a_result_comes(
    server: Served, visits: Visits
) -> None:
    person = Person(visits.open(), "text").sit(server.made(LOW, ["human"]).host)
    assert person.wait_for_turn()
    person.page.locator(".open-panel").click()
    person.page.locator(".panel.open #say").wait_for()
    play_out(person)
    assert person.page.locator(".over h2").inner_text() == "You win"
    assert not person.page.locator(".panel.open").count()


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_the_page_is_clean_and_nothing_moves_when_a_top_is_taken(
    server: Served, visits: Visits, locale: str
) -> None:
    page = visits.open(locale=locale, viewport={"width": 360, "height": 640})
    person = Person(page).sit(server.made(GAME, ["human"]).host)
    assert person.wait_for_turn()
    is_clean(page, f"stacks-phone-{locale}")
    person.press(page.locator(".actions button").nth(2))  # Why?
    person.until(lambda: page.locator(".panel .drawing").count())
    is_clean(page, f"stacks-why-{locale}")
    page.keyboard.press("Escape")
    choose(person, wanted(person))
    person.taken()
    assert sideways(page) == 0
    assert shifts(page) == []


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_cards_are_called_by_their_signs_and_moves_by_words(
    server: Served, visits: Visits, locale: str
) -> None:
    page = visits.open(locale=locale, phone=False)
    person = Person(page, "keys").sit(server.made(GAME, ["human"]).host)
    assert person.wait_for_turn()
    page.keyboard.press("h")
    page.locator(".stack.offered").first.wait_for()
    page.keyboard.press("w")
    page.locator(".panel .drawing").wait_for()
    move = wanted(person)
    choose(person, move)
    person.taken()
    page.locator("#tab-log").click()
    seen = page.locator("main").inner_text()
    drawing = (
        page.locator(".drawing").get_attribute("src") if page.locator(".drawing").count() else ""
    )
    assert not re.search(r"\b(\d+[a-d]|[rm]\d+(>\d+)?)\b", f"{seen} {drawing}"), seen
    spoken = page.locator("#stacks button").evaluate_all("(all) => all.map((e) => e.ariaLabel)")
    suit = re.compile(
        "spades|hearts|diamonds|clubs" if locale == "en-GB" else "黑桃|红桃|方块|梅花"
    )
    assert all(suit.search(one) for one in spoken)


def test_a_move_can_be_taken_back_and_a_card_that_cannot_go_is_told_why(
    server: Served, visits: Visits
) -> None:
    page = visits.open()
    person = Person(page).sit(server.made(GAME, ["human"]).host)
    assert person.wait_for_turn()
    before = layout_of(person)
    free = {move[1:].partition(">")[0] for move in person.wire.moves}
    fixed = next(n for n in map(str, range(5)) if n not in free)
    person.press(stack(person, fixed))
    person.until(lambda: page.locator(".ask.refused").count())
    choose(person, person.wire.moves[0])
    person.taken()
    assert layout_of(person) != before
    person.press(page.locator(".undo"))
    person.until(lambda: layout_of(person) == before)
