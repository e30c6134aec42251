"""What is rolled out is what the rule-based player does; what it would not have done is unlikely."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import numpy as np
import pytest

import suitwise
from suitwise.foundation.arrays.compiled import machine
from suitwise.foundation.seating import side
from suitwise.game import play as play_game
from suitwise.players import RandomPlayer
from suitwise.testing import Trial
from suitwise.texas42 import Move, Texas42, count_worlds, knowledge_of
from suitwise.texas42.arrays.packed import dealt
from suitwise.texas42.players import net, search
from suitwise.texas42.players.rule_based import Texas42Player
from suitwise.texas42.rules.auction import MOST_MARKS
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


def truth(state: Texas42State) -> search.Worlds:
    """Return the true deal as the only world."""
    return search.Worlds(
        np.array([state.hands]),
        search.owners_of(np.array([state.dealt])),
        np.ones(1, np.int64),
        True,
        False,
    )


@pytest.mark.parametrize("seed", [1, 2])
def test_a_play_comes_to_what_the_rule_based_player_makes_of_it(seed: int) -> None:
    for state in list(turns(seed))[5::3]:
        plays = [int(move) for move in state.moves()]
        found = search.judged_plays(state, plays, truth(state), threads=1)
        for at, play in enumerate(plays):
            end = finished(state.after(Move(play)))
            assert end.play is not None
            ahead = end.play.points[side(state.turn)] - end.play.points[1 - side(state.turn)]
            assert found.points[0, at] == ahead


def test_nello_is_rolled_out_by_three() -> None:
    state, _ = Texas42(match="hand", nello="own", shaker=3).start().rolled(4, 0)
    for call in ("2m", "pass", "pass", "pass"):
        state = state.after(state.parse_move(call))
    declarations = [move.declaration for move in state.moves()]
    found = search.judged_declarations(state, declarations, truth(state), threads=1)
    for at, move in enumerate(state.moves()):
        end = finished(state.after(move))
        assert end.play is not None
        assert found.points[0, at] == end.play.points[side(state.turn)]


def test_a_call_comes_to_the_auction_and_the_hand_that_follow() -> None:
    came_to = set()
    for seed in range(8):
        for state in turns(seed, Texas42(match="hand")):
            if state.phase != "call":
                break
            moves = state.moves()[::6]  # a pass, and one or two bids
            options = [(move.call, 3 if move.call else -1) for move in moves]
            found = search.judged_calls(state, options, truth(state))
            for at, move in enumerate(moves):
                marks = after_call(state, move)
                assert found.found[0, at] == marks
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
    search.weigh(
        truth(state).owners,
        state.turn,
        np.array([*auction, -1 if contract is None else contract.declaration]),
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
    worlds = search.likely_worlds(state, 6, search.EVEN, 1, 1)
    given = (
        worlds.owners,
        state.turn,
        np.array([state.shaker, 5, 0, contract.bidder, contract.call, contract.declaration]),
        np.array(state.calls),
        np.array(state.play.dominoes),
        np.array((3, 5, 7, 1, 40)),
    )
    plain, compiled = np.zeros(6, np.int64), np.zeros(6, np.int64)
    search.weigh(*given, plain)
    machine(search.weigh)(*given, compiled)
    assert plain.tolist() == compiled.tolist()
    assert len(set(plain.tolist())) > 1
    plays = np.array([int(move) for move in state.moves()])
    start = dealt(0, 0, contract.declaration, contract.leader, contract.side, contract.out)
    asked = (worlds.owners, *start, contract.call, np.array(state.play.dominoes), plays)
    points = np.zeros((2, 6, len(plays)), np.int64)
    search.roll_plays(*asked, points[0])
    machine(search.roll_plays)(*asked, points[1])
    assert points[0].tolist() == points[1].tolist()


def test_likely_worlds_are_nearer_to_the_truth() -> None:
    likely = even = 0.0
    for seed in range(3):
        for state in list(turns(seed))[8:20:3]:
            likely += placed_rightly(
                state, search.likely_worlds(state, 50, search.Beliefs(drawn=20), 1, 1)
            )
            even += placed_rightly(state, search.likely_worlds(state, 50, search.EVEN, 1, 1))
    assert likely > even + 3


def placed_rightly(state: Texas42State, worlds: search.Worlds) -> float:
    """Return how many of the unseen dominoes lie where they are, on average over worlds."""
    assert worlds.counts.sum() == 50
    right = np.bitwise_count(worlds.hands & np.array(state.hands)).sum(axis=1)
    return float(worlds.counts @ right) / 50 - state.hands[state.turn].bit_count()


def test_few_worlds_are_all_kept_each_with_its_weight() -> None:
    numbers = {count_worlds(knowledge_of(one, one.turn)): one for one in turns(2)}
    number = max(few for few in numbers if few < 5_000)
    worlds = search.likely_worlds(numbers[number], 5_000, search.Beliefs(), 1, 1)
    assert worlds.is_exact
    assert len(worlds.owners) == number
    assert len(set(worlds.counts.tolist())) > 1


# --- What marks are worth at a score --------------------------------------------------------------


def at_score(totals: tuple[int, int]) -> Texas42State:
    state, _ = Texas42().start().rolled(1, 0)
    return replace(state, totals=totals if state.turn % 2 == 0 else (totals[1], totals[0]))


def test_where_one_mark_wins_the_match_two_are_worth_no_more() -> None:
    worth = search.worth_of_marks(at_score((6, 5)))
    assert worth[MOST_MARKS + 1] == worth[MOST_MARKS + 2] == 1
    assert worth[MOST_MARKS - 2] == 0 < worth[MOST_MARKS - 1]


def test_who_is_far_behind_gains_more_by_two_marks_than_two_lost_cost() -> None:
    worth = search.worth_of_marks(at_score((3, 6)))
    gain, loss = (
        worth[MOST_MARKS + 2] - worth[MOST_MARKS],
        worth[MOST_MARKS] - worth[MOST_MARKS - 2],
    )
    assert gain > loss > 0
    single, _ = Texas42(match="hand").start().rolled(1, 0)
    assert search.worth_of_marks(single)[MOST_MARKS - 2 :][:5] == [-2, -1, 0, 1, 2]


# --- The trained player of Texas 42 ---------------------------------------------------------------


HAND = Texas42(match="hand")
HOUSE = Texas42(
    match="hand", forced=True, nello="any", plunge=True, splash=True, sevens=True, play_out=True
)
TRAINED = net.Trained()


def test_its_reason_comes_with_its_own_move_and_knows_no_hidden_domino() -> None:
    codes = set()
    for states, _ in Trial(HOUSE, games=2, seed=2).plays():
        for place, state in enumerate(states):
            if isinstance(state, Texas42State) and state.turn >= 0:
                move, why = TRAINED.advice(state)
                assert move == TRAINED(state)
                world = state.resample(state.turn, 1, place)
                assert isinstance(world, Texas42State)
                assert TRAINED.advice(world).why == why
                if len(state.moves()) == 1:
                    assert why.code == "any.only-move"
                codes.add(why.code)
    assert "texas42.net-best" in codes


def test_it_says_that_its_partner_s_bid_stands_and_names_no_network_where_none_was_asked() -> None:
    state, _ = HOUSE.start().rolled(4, 0)
    opened = state.after("1m").after("pass")
    assert TRAINED.advice(opened).why.code == "texas42.partners-stands"
    state, _ = Texas42(match="hand").start().rolled(4, 0)
    assert TRAINED.advice(state).why.code == "texas42.net-best"
    assert TRAINED.advice(state.after("2m")).why.code == "texas42.mc-thumb"


def test_it_plays_contracts_that_straight_42_lacks_by_rules_of_thumb() -> None:
    state, _ = HOUSE.start().rolled(4, 0)
    for word in ("1m", "pass", "pass", "pass", "nello"):
        state = state.after(word)
    while state.turn >= 0:
        assert net.question_in(state) is None
        assert TRAINED(state) == Texas42Player()(state)
        state = state.after(TRAINED(state))


def test_it_passes_over_calls_that_straight_42_lacks() -> None:
    for deal in range(2000):
        state, _ = HOUSE.start().rolled(6, deal)
        if "plunge4" in map(str, state.moves()):
            assert str(TRAINED(state.after("plunge4"))) == "pass"
            return
    pytest.fail("in no deal a plunge may be called")


def test_it_beats_chance_on_the_same_deals() -> None:
    samples = []
    for deal in range(20):
        gained = [play_game(HAND.start(), _seated(own), 5, deal).returns[own] for own in (0, 1)]
        samples.append(sum(gained) / 2)
    assert fmean(samples) > 4 * stdev(samples) / len(samples) ** 0.5


def _seated(own: int) -> Callable[[Any], Any]:
    """Seat the player on a side, chance on the other."""
    random = RandomPlayer(1)
    return lambda state: (TRAINED if state.turn % 2 == own else random)(state)


# --- The networks of Texas 42's trained player ----------------------------------------------------


EXACT = 1 << 53
"""Whole numbers up to this are exact in floating-point numbers of 64 bits."""


def test_all_weights_of_the_package_have_less_than_two_megabytes() -> None:
    package = Path(suitwise.__file__).parent
    assert 0 < sum(path.stat().st_size for path in package.rglob("*.npz")) < 2_000_000


def test_networks_read_the_inputs_that_they_are_shown() -> None:
    assert net.networks()["play"].first.shape[0] == net.PLAY_INPUTS
    assert net.networks()["auction"].first.shape[0] == net.CALL_INPUTS
