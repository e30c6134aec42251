"""The trained player of Tractor: sees its seat alone, plays every house's game, says why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from suitwise.errors import SuitwiseError
from suitwise.game import load, play
from suitwise.players import RandomPlayer
from suitwise.testing import Kuhn, Trial
from suitwise.tractor import Tractor, TractorState
from suitwise.tractor.arrays.batch import replay
from suitwise.tractor.arrays.positions import state_of
from suitwise.tractor.players.net import player as module
from suitwise.tractor.players.net.player import Trained, question_in
from suitwise.tractor.players.rule_based import TractorPlayer, why

DEAL = Tractor(match="deal")
PLAYER, RULES = Trained(), TractorPlayer()


def test_it_does_the_same_in_every_deal_that_its_seat_cannot_tell_apart() -> None:
    for states, _ in Trial(DEAL, games=1, seed=2).plays():
        for place, state in enumerate(states):
            if state.turn >= 0 and place % 9 == 0:
                move = PLAYER(state)
                assert state.why_not(move) is None
                assert PLAYER(state.resample(state.turn, 1, place)) == move


@pytest.mark.parametrize("profile", ["jerryyyu", "rbtying", "duan"])
def test_it_plays_every_house_s_game_to_its_end(profile: str) -> None:
    game = load(f"tractor(match=deal,profile={profile})")
    record = play(game.start(), PLAYER, seed=3)
    assert len(list(record.states())) == len(record.moves) + 1


def test_it_is_asked_on_its_turn_at_its_game() -> None:
    with pytest.raises(SuitwiseError, match=r"was asked for a move of kuhn"):
        PLAYER(Kuhn().start())
    with pytest.raises(SuitwiseError, match="no seat is on turn"):
        PLAYER(DEAL.start())


@pytest.fixture(scope="module")
def departure() -> TractorState:
    """A position of rule-based play in which it plays otherwise."""
    states = (state_of(replay(0, seed=7), plays=plays) for plays in range(90))
    return next(state for state in states if PLAYER(state) != RULES(state))


def test_it_says_by_how_much_its_play_is_better_than_the_usual_one(departure: TractorState) -> None:
    move, reason = PLAYER.advice(departure)
    assert move == PLAYER(departure)
    text = f" levels more than {RULES(departure)}, by what the network has learnt"
    assert str(reason).endswith(text)
    assert float(str(reason).removesuffix(text)) > 0


def test_of_a_usual_move_it_says_why_it_is_good() -> None:
    state, _ = DEAL.start().rolled(1, 0)
    assert PLAYER.advice(state) == (RULES(state), why(state, RULES(state)))


def test_it_plays_as_the_rules_do_where_nothing_is_better_by_the_margin(
    monkeypatch: pytest.MonkeyPatch, departure: TractorState
) -> None:
    monkeypatch.setattr(module, "MARGIN", 100.0)
    assert PLAYER(departure) == RULES(departure)


def test_it_bids_and_buries_as_the_rules_do() -> None:
    state, index = DEAL.start().rolled(4, 0)
    while state.phase != "play":
        if state.turn < 0:
            state, index = state.rolled(4, 0, index)
            continue
        assert question_in(state) is None
        assert PLAYER(state) == RULES(state)
        state = state.after(PLAYER(state))


def test_it_beats_chance_on_the_same_deals() -> None:
    returns = [play(DEAL.start(), _seated(own), 5, 0).returns[own] for own in (0, 1)]
    assert sum(returns) > 2


def _seated(own: int) -> Callable[[Any], Any]:
    """Seat the player on a side, chance on the other."""
    random = RandomPlayer(1)
    return lambda state: (PLAYER if state.turn % 2 == own else random)(state)
