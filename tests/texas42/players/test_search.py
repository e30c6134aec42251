"""What is rolled out is what the rule-based player does; what it would not have done is unlikely."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from suitwise.foundation.arrays.compiled import machine
from suitwise.foundation.seating import side
from suitwise.texas42 import Move, Texas42, count_worlds, knowledge_of
from suitwise.texas42.arrays.packed import dealt
from suitwise.texas42.players.rule_based import Texas42Player
from suitwise.texas42.players.search import (
    BELIEFS,
    Worlds,
    calls_in,
    declarations_in,
    likely_worlds,
    owners_of,
    plays_in,
    roll_plays,
    weigh,
)
from suitwise.texas42.state import Texas42State

PLAYER = Texas42Player()


def turns(seed: int, game: Texas42 | None = None) -> Iterator[Texas42State]:
    """Yield the seats' turns of a hand that the rule-based player plays in all seats."""
    game = game or Texas42(match="hand", forced=True)
    state, _ = game.start().rolled(seed, 0)
    while state.turn >= 0:
        yield state
        state = state.after(PLAYER(state))


def finished(state: Texas42State) -> Texas42State:
    """Play a hand to its end by the rule-based player."""
    while state.turn >= 0:
        state = state.after(PLAYER(state))
    return state


def truth(state: Texas42State) -> Worlds:
    """Return the true deal as the only world."""
    return Worlds(
        np.array([state.hands]),
        owners_of(np.array([state.dealt])),
        np.ones(1, np.int64),
        True,
        False,
    )


@pytest.mark.parametrize("seed", [1, 2])
def test_a_play_comes_to_what_the_rule_based_player_makes_of_it(seed: int) -> None:
    for state in list(turns(seed))[5::3]:
        plays = [int(move) for move in state.moves()]
        _, points = plays_in(state, plays, truth(state), threads=1)
        for at, play in enumerate(plays):
            end = finished(state.after(Move(play)))
            assert end.play is not None
            ahead = end.play.points[side(state.turn)] - end.play.points[1 - side(state.turn)]
            assert points[0, at] == ahead


def test_nello_is_rolled_out_by_three() -> None:
    state, _ = Texas42(match="hand", nello="own", shaker=3).start().rolled(4, 0)
    for call in ("2m", "pass", "pass", "pass"):
        state = state.after(state.parse_move(call))
    declarations = [move.declaration for move in state.moves()]
    _, points = declarations_in(state, declarations, truth(state), threads=1)
    for at, move in enumerate(state.moves()):
        end = finished(state.after(move))
        assert end.play is not None
        assert points[0, at] == end.play.points[side(state.turn)]


def test_a_call_comes_to_the_auction_and_the_hand_that_follow() -> None:
    came_to = set()
    for seed in range(8):
        for state in turns(seed, Texas42(match="hand")):
            if state.phase != "call":
                break
            moves = state.moves()[::6]  # a pass, and one or two bids
            options = [(move.call, 3 if move.call else -1) for move in moves]
            found = calls_in(state, options, truth(state))
            for at, move in enumerate(moves):
                marks = after_call(state, move)
                assert found[0, at] == marks
                came_to.add(marks)
    assert {-1, 0, 1} <= came_to


def after_call(state: Texas42State, move: Move) -> int:
    """Return the marks of the caller's side where it declares treys if its call stands."""
    seat, state = state.turn, state.after(move)
    while state.phase == "call":
        state = state.after(PLAYER(state))
    if state.phase == "declare" and state.turn == seat:
        state = state.after(state.parse_move("3"))
    return int(finished(state).returns()[seat])


def cost(state: Texas42State, costs: tuple[int, ...]) -> int:
    contract, found = state.contract, np.zeros(1, np.int64)
    auction = [state.shaker, state.variant.cap, state.variant.house, state.bidder, state.standing]
    declaration = -1 if contract is None else contract.declaration
    weigh(
        truth(state).owners,
        state.turn,
        np.array([*auction, len(state.calls), declaration]),
        np.array(state.calls),
        np.array(() if state.play is None else state.play.dominoes, np.int64),
        np.array(costs),
        found,
    )
    return int(found[0])


def test_what_the_policy_does_costs_a_world_nothing() -> None:
    for state in turns(3):
        assert cost(state, (1, 1, 1, 1, 99)) == 0


def test_what_it_would_not_have_done_costs() -> None:
    kinds = set()
    for seed in range(6):
        for state in list(turns(seed))[:12]:
            for move in state.moves():
                kind, each = kind_of(state), {"call": 100, "lead": 1, "reply": 10}
                after = state.after(move)
                if kind == "declare":  # the declarer leads, then another looks
                    after = after.after(PLAYER(after))
                if after.turn in (state.turn, -1):
                    continue
                found, expected = cost(after, (1, 10, 100, 1000, 1000)), PLAYER(state)
                if kind == "call":
                    assert found == 100 * ((move.call == 0) != (expected.call == 0))
                elif kind == "declare":
                    assert found in (0, 1000)
                    assert found == 0 or move != expected
                else:
                    assert found == each[kind] * (move != expected)
                kinds.add((kind, found > 0))
    assert {("call", True), ("declare", True), ("lead", True), ("reply", True)} <= kinds


def kind_of(state: Texas42State) -> str:
    if state.play is None:
        return state.phase
    return "reply" if state.play.position.trick else "lead"


def test_plain_and_compiled_rules_weigh_and_roll_alike() -> None:
    state = list(turns(5))[14]
    assert state.play is not None
    contract = state.play.contract
    worlds = likely_worlds(state, 6, None, 1, 1)
    given = (
        worlds.owners,
        state.turn,
        np.array([state.shaker, 5, 0, contract.bidder, contract.call, 4, contract.declaration]),
        np.array(state.calls),
        np.array(state.play.dominoes),
        np.array((3, 5, 7, 1, 40)),
    )
    plain, compiled = np.zeros(6, np.int64), np.zeros(6, np.int64)
    weigh(*given, plain)
    machine(weigh)(*given, compiled)
    assert plain.tolist() == compiled.tolist()
    assert len(set(plain.tolist())) > 1
    plays = np.array([int(move) for move in state.moves()])
    start = dealt(0, 0, contract.declaration, contract.leader, contract.side, contract.out)
    asked = (worlds.owners, *start, contract.call, np.array(state.play.dominoes), plays)
    points = np.zeros((2, 6, len(plays)), np.int64)
    roll_plays(*asked, points[0])
    machine(roll_plays)(*asked, points[1])
    assert points[0].tolist() == points[1].tolist()


def test_likely_worlds_are_nearer_to_the_truth() -> None:
    likely = even = 0.0
    for seed in range(3):
        for state in list(turns(seed))[8:20:3]:
            likely += placed_rightly(
                state, likely_worlds(state, 50, replace(BELIEFS, drawn=20), 1, 1)
            )
            even += placed_rightly(state, likely_worlds(state, 50, None, 1, 1))
    assert likely > even + 3


def placed_rightly(state: Texas42State, worlds: Worlds) -> float:
    """Return how many of the unseen dominoes lie where they are, on average over worlds."""
    assert worlds.counts.sum() == 50
    right = np.bitwise_count(worlds.hands & np.array(state.hands)).sum(axis=1)
    return float(worlds.counts @ right) / 50 - state.hands[state.turn].bit_count()


def test_few_worlds_are_all_kept_each_with_its_weight() -> None:
    numbers = {count_worlds(knowledge_of(one, one.turn)): one for one in turns(2)}
    number = max(few for few in numbers if few < 5_000)
    worlds = likely_worlds(numbers[number], 5_000, BELIEFS, 1, 1)
    assert worlds.is_exact
    assert len(worlds.owners) == number
    assert len(set(worlds.counts.tolist())) > 1
