"""The trained player of Texas 42: sees its seat alone, plays every house's game, beats chance."""

from __future__ import annotations

from statistics import fmean, stdev

import pytest

from suitwise.errors import SuitwiseError
from suitwise.game import play
from suitwise.players import RandomPlayer, mirrored
from suitwise.testing import Kuhn, Trial
from suitwise.texas42.game import Texas42
from suitwise.texas42.players.net.player import Trained, question_in
from suitwise.texas42.players.rule_based import Texas42Player
from suitwise.texas42.rules.contracts import STRAIGHT

HAND = Texas42(match="hand")
HOUSE = Texas42(
    match="hand", forced=True, nello="any", plunge=True, splash=True, sevens=True, play_out=True
)
PLAYER = Trained()


@pytest.mark.parametrize("game", [HAND, HOUSE])
def test_it_does_the_same_in_every_deal_that_its_seat_cannot_tell_apart(game: Texas42) -> None:
    for states, _ in Trial(game, games=3, seed=2).plays():
        for place, state in enumerate(states):
            if state.turn >= 0:
                move = PLAYER(state)
                assert move in state.moves()
                for seed in (1, 2):
                    assert PLAYER(state.resample(state.turn, seed, place)) == move


@pytest.mark.parametrize("game", [HOUSE, Texas42(marks=2, claims=True), Texas42(match="points")])
def test_it_plays_every_house_s_game_to_its_end(game: Texas42) -> None:
    record = play(game.start(), PLAYER, seed=3)
    assert len(list(record.states())) == len(record.moves) + 1


def test_it_is_asked_on_its_turn_at_its_game() -> None:
    with pytest.raises(SuitwiseError, match=r"was asked for a move of kuhn"):
        PLAYER(Kuhn().start())
    with pytest.raises(SuitwiseError, match="no seat is on turn"):
        PLAYER(HAND.start())


def test_it_plays_contracts_that_straight_42_lacks_by_rules_of_thumb() -> None:
    met = 0
    for states, _ in Trial(HOUSE, games=6, seed=4).plays():
        for state in states:
            if state.turn >= 0 and state.phase == "play":
                straight = STRAIGHT >> state.play.contract.declaration & 1
                assert (question_in(state) is None) == (not straight)
                if not straight:
                    met += 1
                    assert PLAYER(state) == Texas42Player()(state)
    assert met
