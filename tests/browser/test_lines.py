"""Lines that fail in a real browser: airplane mode, a server that is killed, two people, one leaving."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser.checks import replays
from tests.browser.conftest import QUICK, serving
from tests.browser.harness import Visits
from tests.browser.people import Person
from tests.browser.served import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

GAME = "texas42(match=hand)"
PRESSED = "addEventListener('keydown', () => { window.pressed = Date.now(); }, true)"
SEEN = """{
  window.seen = [];
  const told = new MutationObserver(() => window.seen.push(Date.now()));
  told.observe(document.querySelector("main.table"), { attributes: true, attributeFilter: ["data-v"] });
}"""
"""When a key is pressed on one page, and when another page shows what has come; no time is held to."""
TWO = ("human", "rules", "human", "rules")
Started = Callable[..., Served]


@pytest.mark.parametrize("away", ["00:05", "05:00"])
def test_a_move_made_in_airplane_mode_is_pending_and_is_played_once_when_the_line_is_back(
    server: Served, visits: Visits, away: str
) -> None:
    made = server.made(GAME)
    person = timed(visits).sit(made.host)
    person.until_phase("play")
    held = len(person.wire.parts["hand"]["held"])
    ruled = len(person.wire.rulings)
    person.choose(person.wanted())
    person.until(lambda: len(person.wire.rulings) > ruled)
    with visits.offline(person.page):
        person.play()
        lost(person).wait_for()
        person.page.clock.fast_forward(away)
        assert person.page.locator("#hand .pending").count() == 1
        assert lost(person).count() == 1
    person.until(lambda: len(person.wire.parts["hand"]["held"]) < held)
    person.taken()
    assert lost(person).count() == 0
    person.hand_over(made.host)
    replays(server, made)


def test_who_opens_the_laptop_in_the_morning_plays_on_without_loading_the_page(
    server: Served, visits: Visits
) -> None:
    made = server.made(GAME)
    person = timed(visits).sit(made.host)
    person.until_phase("play")
    person.act()
    view = person.wire.parts["hand"]["held"]
    person.page.evaluate("window.isSame = true")
    person.wire.welcome = {}
    person.page.clock.fast_forward("09:00:00")
    person.until(lambda: person.wire.welcome)
    assert person.wire.parts["hand"]["held"] == view
    person.play_first(person.made + 1, made.host)
    assert person.page.evaluate("window.isSame")
    replays(server, made)


def timed(visits: Visits, kind: type[Person] = Person) -> Person:
    """Return somebody on whose device time can leap."""
    page = visits.open()
    page.clock.install()
    return kind(page)


def lost(person: Person) -> Locator:
    """Return what says that the line is gone."""
    return person.page.get_by_text("The connection is lost")


@pytest.fixture
def mortal(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server of the test's own, to be killed."""
    with serving(tmp_path_factory, *QUICK) as served:
        yield served


def test_a_killed_server_comes_back_and_the_page_goes_on_by_itself(
    mortal: Served, visits: Visits
) -> None:
    made = mortal.made(GAME)
    person = Person(visits.open()).sit(made.host)
    person.until_phase("play")
    person.act()
    view = person.wire.parts["hand"]["held"]
    with visits.lost_line():
        mortal.kill()
        lost(person).wait_for()
        person.wire.welcome = {}
        mortal.start()
        person.until(lambda: person.wire.welcome)
    assert person.wire.parts["hand"]["held"] == view
    person.play_first(person.made + 1, made.host)
    replays(mortal, made)


def test_two_people_see_each_other_s_plays(server: Served, visits: Visits) -> None:
    made = server.made(GAME, TWO)
    ann = Person(visits.open(phone=False), "text", seed=1).sit(str(made.seats[0]))
    bob = Person(visits.open(), seed=2).sit(str(made.seats[2]))
    for person in (ann, bob):
        person.start()
    while ann.wire.phase != "play" or not ann.wire.has_turn:
        for person in (ann, bob):
            if person.wire.has_turn and person.wire.phase != "play":
                person.act()
            person.page.wait_for_timeout(15)
        if bob.wire.has_turn and bob.wire.phase == "play":
            bob.act()
    ann.page.evaluate(PRESSED)
    bob.page.evaluate(SEEN)
    ann.act()
    bob.until(lambda: bob.page.evaluate("seen.length"))
    pressed, seen = ann.page.evaluate("pressed"), bob.page.evaluate("seen[0]")
    print(f"the partner sees a play {seen - pressed} ms after the key that makes it")
    both(ann, bob)
    lines = [[(one["code"], one["p"]) for one in person.wire.told] for person in (ann, bob)]
    assert lines[0] == lines[1]
    texts = [one["text"] for one in ann.wire.told]  # each is addressed where it is about themselves
    assert texts != [one["text"] for one in bob.wire.told]
    replays(server, made)


def test_a_bot_covers_who_is_away_and_hands_back(paced: Started, visits: Visits) -> None:
    made = paced(grace=300).made(GAME, TWO)
    ann = Person(visits.open(phone=False), "text", seed=1).sit(str(made.seats[0]))
    bob = Person(visits.open(), seed=2).sit(str(made.seats[2]))
    for person in (ann, bob):
        person.start()
    bob.page.context.close()
    ann.until(lambda: covered(ann, 2) or ann.wire.has_turn)
    while not covered(ann, 2) and ann.wait_for_turn():
        ann.act()
    assert covered(ann, 2)
    back = Person(visits.open(), seed=3).sit(str(made.seats[2]))
    ann.until(lambda: not covered(ann, 2))
    back.start()
    while not back.made:
        for person in (ann, back):
            if person.wire.has_turn:
                person.act()
            person.page.wait_for_timeout(15)


def covered(person: Person, seat: int) -> bool:
    return bool(person.wire.parts["people"][seat]["control"] == "cover")


def both(*people: Person) -> None:
    """Let people play until their deal is over, each at their turn."""
    for person in people:
        person.start()
    while not any(person.wire.is_deal_over for person in people):
        for person in people:
            if person.wire.has_turn:
                person.act()
            person.page.wait_for_timeout(15)
    people[0].until(lambda: all(person.wire.is_deal_over for person in people))
