"""The trained player of Tractor: sees its seat alone, plays every house's game, says why."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from suitwise.game import play
from suitwise.players import RandomPlayer
from suitwise.tractor import Move, Tractor, TractorState
from suitwise.tractor.arrays.batch import replay
from suitwise.tractor.arrays.packed import HANDS, turn_of, unseen_by
from suitwise.tractor.arrays.policy import choose_play
from suitwise.tractor.arrays.positions import packed, state_of
from suitwise.tractor.players.net import player as module
from suitwise.tractor.players.net.network import network
from suitwise.tractor.players.net.options import MOST, options_of
from suitwise.tractor.players.net.player import Trained, question_in
from suitwise.tractor.players.net.plays import INPUTS
from suitwise.tractor.players.replies import Sight
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


# --- The network of Tractor's trained player ------------------------------------------------------


EXACT = 1 << 53
"""Whole numbers up to this are exact in floating-point numbers of 64 bits."""


def test_the_network_reads_the_inputs_that_it_is_shown() -> None:
    assert network().first.shape[0] == INPUTS


# --- The plays that Tractor's trained player looks at ---------------------------------------------


Play = tuple[int, int]


def looked_at(record: list[int]) -> tuple[list[Play], list[int]]:
    """Return the plays that are looked at in a record, and what they are worth."""
    onces, twices, worths = [0] * MOST, [0] * MOST, [0] * MOST
    count = options_of(record, *unseen_by(record, turn_of(record)), onces, twices, worths)
    return list(zip(onces, twices, strict=True))[:count], worths[:count]


def positions() -> Iterator[TractorState]:
    game = replay(2, seed=7)
    for plays in range(0, 90, 4):
        state = state_of(game, plays=plays)
        if state.phase == "play":
            yield state


def test_the_first_is_the_policy_s_the_others_come_by_worth_and_all_are_legal() -> None:
    for state in positions():
        record = packed(state)
        plays, worths = looked_at(record)
        assert worths[1:] == sorted(worths[1:], reverse=True)
        assert plays[0] == choose_play(record, *unseen_by(record, turn_of(record)))
        assert len(plays) == len(set(plays))
        sight = Sight(state)
        assert all(state.why_not(Move(sight.pile(*play))) is None for play in plays)


@pytest.mark.parametrize("number", [0, 1])
def test_no_more_are_kept_than_are_looked_at(number: int) -> None:
    state = state_of(replay(number, seed=7), plays=0)
    plays, _ = looked_at(packed(state))
    assert len(plays) == MOST


def test_of_the_hands_none_is_read_but_that_of_the_seat() -> None:
    for state in positions():
        record = packed(state)
        seat, unseen = turn_of(record), unseen_by(record, turn_of(record))
        found = looked_at(record)[0]
        for other in range(4):
            if other != seat:
                record[HANDS + 2 * other] = record[HANDS + 2 * other + 1] = 0
        onces, twices, worths = [0] * MOST, [0] * MOST, [0] * MOST
        count = options_of(record, *unseen, onces, twices, worths)
        assert list(zip(onces, twices, strict=True))[:count] == found
