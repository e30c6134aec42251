"""The trained player of Tractor: sees its seat alone, plays every house's game, says why."""

from __future__ import annotations

from collections.abc import Callable
from statistics import fmean, stdev
from typing import Any

import pytest

from suitwise.errors import SuitwiseError
from suitwise.game import load, play
from suitwise.players import RandomPlayer
from suitwise.testing import Kuhn, Trial
from suitwise.tractor.arrays.positions import state_of
from suitwise.tractor.arrays.table_replay import replay
from suitwise.tractor.game import Tractor
from suitwise.tractor.players.net import player as module
from suitwise.tractor.players.net.player import Trained, question_in
from suitwise.tractor.players.reasons import why
from suitwise.tractor.players.rule_based import TractorPlayer
from suitwise.tractor.state import TractorState

DEAL = Tractor(match="deal")
PLAYER, RULES = Trained(), TractorPlayer()


def test_it_does_the_same_in_every_deal_that_its_seat_cannot_tell_apart() -> None:
    for states, _ in Trial(DEAL, games=1, seed=2).plays():
        for place, state in enumerate(states):
            if state.turn >= 0 and place % 5 == 0:
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


def departures(deals: int) -> list[TractorState]:
    """Return positions of rule-based play in which it plays otherwise."""
    found = []
    for number in range(deals):
        game = replay(number, seed=7)
        for plays in range(0, 90, 3):
            state = state_of(game, plays=plays)
            if state.phase == "play" and PLAYER(state) != RULES(state):
                found.append(state)
    return found


def test_it_says_by_how_much_its_play_is_better_or_why_the_usual_one_is_good() -> None:
    state = departures(2)[0]
    move, reason = PLAYER.advice(state)
    assert move == PLAYER(state)
    text = f" levels more than {RULES(state)}, by what the network has learnt"
    assert str(reason).endswith(text)
    assert float(str(reason).removesuffix(text)) > 0
    state = state_of(replay(0, seed=7), plays=99)
    assert PLAYER.advice(state) == (RULES(state), why(state, RULES(state)))


def test_it_plays_as_the_rules_do_where_nothing_is_better_by_the_margin(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = departures(2)[0]
    monkeypatch.setattr(module, "MARGIN", 100.0)
    assert PLAYER(state) == RULES(state)


def test_it_bids_and_buries_as_the_rules_do_and_so_replies_to_throws() -> None:
    state, index = DEAL.start().rolled(4, 0)
    while state.phase != "play":
        if state.turn < 0:
            state, index = state.rolled(4, 0, index)
            continue
        assert question_in(state) is None
        assert PLAYER(state) == RULES(state)
        state = state.after(PLAYER(state))


def test_it_beats_chance_on_the_same_deals() -> None:
    samples = []
    for deal in range(4):
        gained = [play(DEAL.start(), _seated(own), 5, deal).returns[own] for own in (0, 1)]
        samples.append(sum(gained) / 2)
    assert fmean(samples) > 2 * stdev(samples) / len(samples) ** 0.5


def _seated(own: int) -> Callable[[Any], Any]:
    """Seat the player on a side, chance on the other."""
    random = RandomPlayer(1)
    return lambda state: (PLAYER if state.turn % 2 == own else random)(state)
