"""What moves of Texas 42 are worth in each of many worlds, against the solver asked about one."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from suitwise.texas42.game import Texas42
from suitwise.texas42.hidden import knowledge_of, sample_worlds
from suitwise.texas42.rules.auction import call_of
from suitwise.texas42.rules.contracts import Contract, Play, bid_of
from suitwise.texas42.rules.dominoes import (
    NELLO,
    NELLO_HIGH,
    SEVENS,
    dominoes_of,
    mask_of,
    parse_dominoes,
)
from suitwise.texas42.solve.move_values import Declarations, Plays
from suitwise.texas42.solve.solver import (
    loses_all,
    losing_moves,
    reaches,
    reaching_moves,
    solve_moves,
)
from suitwise.texas42.state import Texas42State
from tests.texas42.games import deal_with, dealt

HOUSE = Texas42(match="hand", nello="any", plunge=True, sevens=True)


def test_declarations_are_worth_what_the_solver_says_of_each_world() -> None:
    hand = mask_of(parse_dominoes("5-5 6-6 4-4 1-1 6-5 5-4 1-0"))
    state = Texas42State(HOUSE, 3, deal_with(hand))
    sampled = sample_worlds(knowledge_of(state, 0), 3, 7)
    fives, nello = (Contract(0, call_of("2m"), declared) for declared in (5, NELLO))
    for at, world in enumerate(sampled.tolist()):
        hands = world[0], world[1], world[2], world[3]
        made = reaches(fives.start(hands).position, 0, 42)
        lost = loses_all(nello.start(hands).position)
        assert Declarations([fives, nello]).made(sampled[at : at + 1]).tolist() == [[made, lost]]


@pytest.mark.parametrize(
    ("call", "declaration"),
    [("30", 5), ("36", 7), ("40", 8), ("1m", SEVENS), ("2m", 3), ("1m", NELLO), ("2m", NELLO_HIGH)],
)
def test_a_play_is_worth_what_the_solver_says_of_its_world(call: str, declaration: int) -> None:
    for seed in range(4):
        play = under_way(Contract(seed, call_of(call), declaration), Random(seed))
        contract, position = play.contract, play.position
        plays = dominoes_of(position.legal())
        is_ours, is_nello = position.turn & 1 == contract.side, contract.out >= 0
        if is_nello:
            lost = losing_moves(position)
            made = {one: lost[one] and not play.tricks_taken[contract.side] for one in plays}
        else:
            need = bid_of(contract.call) - play.points[contract.side]
            made = reaching_moves(position, contract.side, need)
        asked, world = Plays(play, plays), np.array([position.hands])
        assert asked.made(world).tolist() == [[made[one] == is_ours for one in plays]]
        worth = solve_moves(position)  # of side 0, or nello's tricks
        sign = 1 - 2 * (position.turn & 1)
        if is_nello:
            sign = -1 if is_ours else 1
        points = asked.points(world)[0]
        assert (points - points[0]).tolist() == [
            sign * (worth[one] - worth[plays[0]]) for one in plays
        ]


def under_way(contract: Contract, rng: Random) -> Play:
    """Return a hand of which about three tricks are left, the last trick perhaps begun."""
    play = contract.start(dealt(rng))
    for _ in range((3 if contract.out >= 0 else 4) * 4 + rng.randrange(3)):
        play = play.after(rng.choice(dominoes_of(play.position.legal())))
    return play
