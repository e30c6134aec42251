"""Lines that fail in a real browser: airplane mode, a server that is killed, two people, one leaving."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.checks import replays
from tests.browser.harness import Visits
from tests.browser.people import Person
from tests.browser.served import Served

GAME = "texas42(match=hand)"
TWO = ("human", "rules", "human", "rules")
Started = Callable[..., Served]


def test_a_move_made_offline_is_pending_and_is_played_once_when_the_line_is_back(
    server: Served, visits: Visits
) -> None:
    made = server.made(GAME)
    person = Person(visits.open()).sit(made.host)
    person.until_phase("play")
    held = len(person.wire.parts["hand"]["held"])
    with visits.offline(person.page):
        person.choose(person.wanted())
        person.play()
        person.page.wait_for_timeout(5000)
        assert len(person.wire.parts["hand"]["held"]) == held
    person.until(lambda: len(person.wire.parts["hand"]["held"]) < held)
    person.taken()
    person.play_deal()
    replays(server, made)


def test_a_killed_server_comes_back_and_the_page_goes_on_by_itself(
    paced: Started, visits: Visits
) -> None:
    server = paced()
    made = server.made(GAME)
    person = Person(visits.open()).sit(made.host)
    person.until_phase("play")
    person.act()
    view = person.wire.parts["hand"]["held"]
    with visits.lost_line():
        server.kill()
        person.page.get_by_text("The connection is lost").wait_for()
        person.wire.welcome = {}
        server.start()
        person.until(lambda: person.wire.welcome)
    assert person.wire.parts["hand"]["held"] == view
    person.play_deal()
    replays(server, made)


def test_two_people_see_each_other_s_plays(server: Served, visits: Visits) -> None:
    made = server.made(GAME, TWO)
    ann = Person(visits.open(phone=False), "text", seed=1).sit(str(made.seats[0]))
    bob = Person(visits.open(), seed=2).sit(str(made.seats[2]))
    both(ann, bob)
    assert [one["text"] for one in ann.wire.told] == [one["text"] for one in bob.wire.told]
    replays(server, made)


def test_a_bot_covers_who_is_away_and_hands_back(paced: Started, visits: Visits) -> None:
    server = paced(grace=300)
    made = server.made(GAME, TWO)
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
    both(ann, back)
    replays(server, made)


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
