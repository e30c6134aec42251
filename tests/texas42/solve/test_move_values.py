"""What moves of Texas 42 are worth in each of many worlds, against the solver asked about one."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from suitwise import texas42
from suitwise.texas42.rules.auction import call_of
from suitwise.texas42.rules.contracts import Play, bid_of
from suitwise.texas42.rules.dominoes import NELLO, NELLO_HIGH, SEVENS
from suitwise.texas42.solve.move_values import Calls, Declarations, Plays, considered
from suitwise.texas42.state import Texas42State
from tests.texas42.games import deal_with, dealt

HOUSE = texas42.Texas42(match="hand", nello="any", plunge=True, sevens=True)


def test_calls_and_declarations_are_worth_what_the_solver_says_of_each_world() -> None:
    hand = texas42.mask_of(texas42.parse_dominoes("5-5 6-6 4-4 1-1 6-5 5-4 1-0"))
    state = Texas42State(HOUSE, 3, deal_with(hand))
    sampled = texas42.sample_worlds(texas42.knowledge_of(state, 0), 3, 7)
    calls = [call_of(text) for text in ("pass", "30", "2m", "plunge4")]
    asked = Calls(0, hand, calls, HOUSE.specials)
    worth = dict(zip(asked.options, asked.worth(sampled).T.tolist(), strict=True))
    thirty, two, nello = (
        texas42.Contract(0, calls[1], 5),
        texas42.Contract(0, calls[2], 5),
        texas42.Contract(0, calls[2], 9),
    )
    for at, world in enumerate(sampled.tolist()):
        hands = world[0], world[1], world[2], world[3]
        made = texas42.reaches(thirty.start(hands).position, 0, 30)
        assert worth[calls[1], 5][at] == 100 * made - 80
        assert worth[calls[2], 5][at] == 2 * (
            100 * texas42.reaches(two.start(hands).position, 0, 42) - 80
        )
        lost = texas42.loses_all(nello.start(hands).position)
        assert worth[calls[2], 9][at] == 2 * (100 * lost - 80)
        assert Declarations([two, nello]).made(sampled[at : at + 1]).tolist() == [
            [texas42.reaches(two.start(hands).position, 0, 42), lost]
        ]
    assert worth[0, -1] == [0, 0, 0]
    assert set(worth[calls[3], -1]) <= {4 * 20, -4 * 80}


def test_a_plunge_alone_asks_what_the_partner_makes_of_his_own_hand() -> None:
    hand = texas42.mask_of(texas42.parse_dominoes("5-5 6-6 4-4 1-1 6-5 5-4 1-0"))
    calls = [call_of("pass"), call_of("1m"), call_of("plunge4")]
    assert Calls(0, hand, calls[:1]).options == [(0, -1)]
    asked = Calls(0, hand, calls[::2])
    assert asked.options == [(0, -1), (calls[2], -1)]
    worlds = np.array([deal_with(hand)])
    assert asked.worth(worlds).shape == (1, 2)
    best = considered(hand)
    assert Calls(0, hand, calls[:2]).options == [(0, -1), *((calls[1], one) for one in best)]
    marks = Calls(0, hand, [call_of("41"), calls[1]], 1 << NELLO)
    assert marks.options[4:] == [*((calls[1], one) for one in best), (calls[1], NELLO)]


def test_points_are_worth_a_mark_and_each_mark_as_much_again() -> None:
    """Of a hand that makes everything, and of one that makes nothing."""
    calls = [call_of(text) for text in ("pass", "30", "41", "1m", "2m", "3m")]
    good = texas42.mask_of(texas42.parse_dominoes("5-5 6-5 5-4 5-3 5-2 5-1 5-0"))
    asked = Calls(2, good, calls, considered=1)
    assert asked.options == [(0, -1), *((call, 5) for call in calls[1:])]
    rest = deal_with(good)[1:]
    worlds = np.array([(rest[0], rest[1], good, rest[2])])
    assert asked.worth(worlds).tolist() == [[0, 20, 20, 20, 40, 60]]
    poor = texas42.mask_of(texas42.parse_dominoes("1-0 2-0 2-1 3-0 3-1 3-2 4-0"))
    asked = Calls(0, poor, calls, considered=1)
    assert asked.worth(np.array([deal_with(poor)])).tolist() == [[0, -80, -80, -80, -160, -240]]


@pytest.mark.parametrize(
    ("call", "declaration"),
    [("30", 5), ("36", 7), ("40", 8), ("1m", SEVENS), ("2m", 3), ("1m", NELLO), ("2m", NELLO_HIGH)],
)
def test_a_play_is_worth_what_the_solver_says_of_its_world(call: str, declaration: int) -> None:
    for seed in range(4):
        play = under_way(texas42.Contract(seed, call_of(call), declaration), Random(seed))
        contract, position = play.contract, play.position
        plays = texas42.dominoes_of(position.legal())
        is_ours, is_nello = position.turn & 1 == contract.side, contract.out >= 0
        if is_nello:
            lost = texas42.losing_moves(position)
            made = {one: lost[one] and not play.tricks_taken[contract.side] for one in plays}
        else:
            need = bid_of(contract.call) - play.points[contract.side]
            made = texas42.reaching_moves(position, contract.side, need)
        asked, world = Plays(play, plays), np.array([position.hands])
        assert asked.made(world).tolist() == [[made[one] == is_ours for one in plays]]
        worth = texas42.solve_moves(position)  # of side 0, or nello's tricks
        sign = 1 - 2 * (position.turn & 1)
        if is_nello:
            sign = -1 if is_ours else 1
        points = asked.points(world)[0]
        assert (points - points[0]).tolist() == [
            sign * (worth[one] - worth[plays[0]]) for one in plays
        ]


def under_way(contract: texas42.Contract, rng: Random) -> Play:
    """Return a hand of which about three tricks are left, the last trick perhaps begun."""
    play = contract.start(dealt(rng))
    for _ in range((3 if contract.out >= 0 else 4) * 4 + rng.randrange(3)):
        play = play.after(rng.choice(texas42.dominoes_of(play.position.legal())))
    return play
