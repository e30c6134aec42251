"""The plan: every two players meet once on every deal, both get every seat alike, in one fixed order."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from suitwise.arena.config import Config, Course, Match, Stop, games_in, pairings, seatings
from suitwise.game import Facts, games, load


def facts_of(sides: tuple[int, ...]) -> Facts:
    return Facts(len(sides), None, None, 0, 1, chance=True, perfect_information=False, sides=sides)


@pytest.mark.parametrize(
    "facts",
    [
        *(load(name).facts for name in games()),
        load("indian13(seats=5)").facts,
        facts_of((0, 0, 1, 1, 2)),
    ],
)
def test_both_players_sit_in_every_seat_equally_often(facts: Facts) -> None:
    ways = seatings(facts)
    for seat in range(facts.seats):
        assert Counter(way[seat] for way in ways) == {0: len(ways) // 2, 1: len(ways) // 2}
    assert len(set(ways)) == len(ways)


@pytest.mark.parametrize("facts", [load(name).facts for name in games()])
def test_partners_are_the_same_player(facts: Facts) -> None:
    for way in seatings(facts):
        assert len({(facts.side_of[seat], one) for seat, one in enumerate(way)}) == len(
            set(facts.side_of)
        )


def test_six_seats_each_for_itself_are_taken_in_turn() -> None:
    assert seatings(load("indian13(seats=6)").facts) == ((0, 1) * 3, (1, 0) * 3)


def test_every_two_players_of_a_match_meet_once() -> None:
    players = ("random", "greedy", "rules", "rules(look=1)")
    config = Config("x", 1, (Match("gin", players, 3), Match("gin", players[:2], 4)))
    planned = list(pairings(config))
    assert [one.players for one in planned if one.match == 0] == list(combinations(range(4), 2))
    assert [one.players for one in planned if one.match == 1] == [(0, 1)]
    assert [one.number for one in planned] == list(range(7))
    assert planned[2].seatings == ((0, 3), (3, 0))
    assert [games_in(match) for match in config.matches] == [6 * 3 * 2, 4 * 2]


def test_a_course_goes_through_all_deals_in_the_order_of_the_plan() -> None:
    players = ("random", "greedy", "rules")
    config = Config("x", 1, (Match("gin", players, 2), Match("gin", players[:2], 1)))
    course, gone = Course(config), []
    while course.pairing is not None:
        gone.append((course.pairing.number, course.deal))
        course.advance(None)
    assert gone == [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1), (3, 0)]
    assert (course.done, course.total) == (14, 14)


def test_players_who_have_met_often_enough_part() -> None:
    stop = Stop(width=1.0, least=4, every=3)
    config = Config("x", 1, (Match("gin", ("random", "greedy", "rules"), 50, stop),))
    course = Course(config)
    assert course.total == 300
    margins = {
        0: [0.0] * 4,
        1: [9.0, -9.0] * 25,
        2: [8.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0] + [1.0] * 99,
    }
    deals: Counter[int] = Counter()
    while (now := course.pairing) is not None:
        course.advance(margins[now.number][course.deal])
        deals[now.number] += 1
    assert deals[0] == 4, "the interval has no width after the first look"
    assert deals[1] == 50, "the interval stays too wide"
    assert 7 < deals[2] < 50, "the interval narrows"
    assert (deals[2] - 4) % 3 == 0, "it is looked at after every third deal"
    assert course.done == course.total == 2 * sum(deals.values())


def test_who_is_past_is_not_asked_for_again() -> None:
    config = Config("x", 1, (Match("gin", ("random", "greedy", "rules"), 1),))
    first, second, _ = pairings(config)
    course = Course(config)
    course.advance(None)
    assert course.is_past(first)
    assert not course.is_past(second)
    course.advance(None)
    course.advance(None)
    assert course.is_past(second)
