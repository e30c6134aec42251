"""The trained player of Texas 42: sees its seat alone, plays every house's game, beats chance."""

from __future__ import annotations

from collections.abc import Callable
from statistics import fmean, stdev
from typing import Any

import pytest

from suitwise.game import play
from suitwise.players import RandomPlayer
from suitwise.testing import Trial
from suitwise.texas42 import Texas42
from suitwise.texas42.players.net import Trained, question_in
from suitwise.texas42.players.rule_based import Texas42Player
from suitwise.texas42.state import Texas42State

HAND = Texas42(match="hand")
HOUSE = Texas42(
    match="hand", forced=True, nello="any", plunge=True, splash=True, sevens=True, play_out=True
)
PLAYER = Trained()


def test_its_reason_comes_with_its_own_move_and_knows_no_hidden_domino() -> None:
    codes = set()
    for states, _ in Trial(HOUSE, games=2, seed=2).plays():
        for place, state in enumerate(states):
            if isinstance(state, Texas42State) and state.turn >= 0:
                move, why = PLAYER.advice(state)
                assert move == PLAYER(state)
                world = state.resample(state.turn, 1, place)
                assert isinstance(world, Texas42State)
                assert PLAYER.advice(world).why == why
                if len(state.moves()) == 1:
                    assert why.code == "any.only-move"
                codes.add(why.code)
    assert "texas42.net-best" in codes


def test_it_says_that_its_partner_s_bid_stands_and_names_no_network_where_none_was_asked() -> None:
    state, _ = HOUSE.start().rolled(4, 0)
    opened = state.after("1m").after("pass")
    assert PLAYER.advice(opened).why.code == "texas42.partners-stands"
    state, _ = Texas42(match="hand").start().rolled(4, 0)
    assert PLAYER.advice(state).why.code == "texas42.net-best"
    assert PLAYER.advice(state.after("2m")).why.code == "texas42.mc-thumb"


def test_it_plays_contracts_that_straight_42_lacks_by_rules_of_thumb() -> None:
    state, _ = HOUSE.start().rolled(4, 0)
    for word in ("1m", "pass", "pass", "pass", "nello"):
        state = state.after(word)
    while state.turn >= 0:
        assert question_in(state) is None
        assert PLAYER(state) == Texas42Player()(state)
        state = state.after(PLAYER(state))


def test_it_passes_over_calls_that_straight_42_lacks() -> None:
    for deal in range(2000):
        state, _ = HOUSE.start().rolled(6, deal)
        if "plunge4" in map(str, state.moves()):
            assert str(PLAYER(state.after("plunge4"))) == "pass"
            return
    pytest.fail("in no deal a plunge may be called")


def test_it_beats_chance_on_the_same_deals() -> None:
    samples = []
    for deal in range(20):
        gained = [play(HAND.start(), _seated(own), 5, deal).returns[own] for own in (0, 1)]
        samples.append(sum(gained) / 2)
    assert fmean(samples) > 4 * stdev(samples) / len(samples) ** 0.5


def _seated(own: int) -> Callable[[Any], Any]:
    """Seat the player on a side, chance on the other."""
    random = RandomPlayer(1)
    return lambda state: (PLAYER if state.turn % 2 == own else random)(state)
