"""The trained player of Tractor: sees its seat alone, plays every house's game, says why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from suitwise.game import play
from suitwise.players import RandomPlayer
from suitwise.tractor import Tractor, TractorState
from suitwise.tractor.arrays.batch import replay, state_of
from suitwise.tractor.players import net as module
from suitwise.tractor.players.net import Trained, question_in
from suitwise.tractor.players.rule_based import TractorPlayer, why

DEAL = Tractor(match="deal")
PLAYER, RULES = Trained(), TractorPlayer()


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
