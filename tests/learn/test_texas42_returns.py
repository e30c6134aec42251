"""What Texas 42's trained player learnt from: its own inputs, and hands played to their end."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from learn.network_rules import HIDDEN
from learn.texas42_policy import (
    BOTH,
    PLAY,
    best_place,
    chosen_place,
    options_in,
    see_decision,
    see_option,
)
from learn.texas42_returns import ILLEGAL, KEPT, OFTEN, explore_row, return_of
from suitwise.foundation.arrays.networks import MOST_ON, Network
from suitwise.foundation.seating import SEATS
from suitwise.game import play
from suitwise.texas42 import Move, Texas42
from suitwise.texas42.arrays import stepped
from suitwise.texas42.arrays.packed import held_by
from suitwise.texas42.players import net
from suitwise.texas42.players.net import question_in
from suitwise.texas42.players.rule_based import Texas42Player
from suitwise.texas42.rules.dominoes import ALL
from suitwise.texas42.state import Texas42State

HAND = Texas42(match="hand", forced=True)
OPTIONS = np.array(stepped.options_of(HAND), np.int64)
RANDOM = np.random.default_rng(1)
Record = NDArray[np.int64]


def begun(number: int) -> tuple[Record, Texas42State]:
    """Return a hand before its first call, as a record and as the game's own state."""
    record = np.zeros(stepped.COLUMNS, np.int64)
    stepped.deal(record, OPTIONS, 5, number)
    one, two, three, four = (held_by(int(record[stepped.WHERE]), ALL, seat) for seat in SEATS)
    return record, Texas42State(HAND, int(record[stepped.SHAKER]), (one, two, three, four))


def decisions(hands: int) -> Iterator[tuple[Record, Texas42State]]:
    """Yield the decisions of hands in which now and then something is done at random."""
    for number in range(hands):
        record, state = begun(number)
        while record[stepped.TURN] >= 0:
            yield record, state
            move = Texas42Player()(state)
            if RANDOM.integers(4) == 0:
                move = state.moves()[RANDOM.integers(len(state.moves()))]
            stepped.act(record, OPTIONS, move)
            state = state.after(move)


def small_network(inputs: int) -> Network:
    shapes = (inputs, 5), (5,), (5, 3), (3,), (3,)
    return Network(*(RANDOM.integers(-9, 10, shape).astype(np.float64) for shape in shapes))


def room() -> tuple[Record, NDArray[np.float64]]:
    return np.zeros(MOST_ON, np.int64), np.zeros((3, HIDDEN))


def test_a_record_shows_the_networks_what_the_player_shows_them() -> None:
    on, _ = room()
    phases = set()
    for record, state in decisions(12):
        asked = question_in(state)
        if asked is not None and len(asked.options) > 1:
            phases.add(state.phase)
            assert on[: see_decision(record, on)].tolist() == asked.decision
            first = stepped.FIRST_MOVE[int(record[stepped.PHASE])]
            for move, seen in zip(asked.options, asked.seen, strict=True):
                assert options_in(record) >> move - first & 1
                assert on[: see_option(record, move - first, on)].tolist() == seen
    assert phases == {"call", "declare", "play"}


def test_the_inputs_of_a_network_are_those_that_it_has() -> None:
    for _, state in decisions(12):
        asked = question_in(state)
        if asked is not None and len(asked.options) > 1:
            inputs = net.PLAY_INPUTS if asked.network == "play" else net.CALL_INPUTS
            split = net.DOMINO if asked.network == "play" else net.CALL_AT
            assert len(asked.decision) == len(set(asked.decision))
            assert max(asked.decision) < split
            for seen in asked.seen:
                assert len(seen) == len(set(seen))
                assert split <= min(seen)
                assert max(seen) < inputs


def test_the_policy_that_was_trained_decides_as_the_player_does() -> None:
    nets = small_network(net.PLAY_INPUTS), small_network(net.CALL_INPUTS)
    for record, state in decisions(6):
        asked = question_in(state)
        if asked is not None and len(asked.options) > 1:
            network = nets[asked.network != "play"]
            chosen = asked.options[network.best(asked.decision, asked.seen)]
            first = stepped.FIRST_MOVE[int(record[stepped.PHASE])]
            assert best_place(record, *network, *room()) == chosen - first
            assert chosen_place(record, BOTH, (*nets[0], *nets[1]), *room()) == chosen - first


def test_a_part_that_is_not_trained_is_played_by_rules_of_thumb() -> None:
    nets = (*small_network(net.PLAY_INPUTS), *small_network(net.CALL_INPUTS))
    for record, state in decisions(4):
        if record[stepped.PHASE] != stepped.PLAYING:
            first = stepped.FIRST_MOVE[int(record[stepped.PHASE])]
            assert Move(first + chosen_place(record, PLAY, nets, *room())) == Texas42Player()(state)


@pytest.mark.parametrize("number", range(3))
def test_a_hand_is_played_to_the_end_that_the_rule_based_player_brings_it_to(number: int) -> None:
    record, state = begun(number)
    marks = play(state, Texas42Player(), seed=1).returns[1]
    assert return_of(record, OPTIONS, 1, 0, (), *room()) == marks


def test_the_options_of_decisions_are_tried_and_the_same_seed_tries_the_same() -> None:
    def explored() -> list[NDArray[np.int64]]:
        records = np.zeros((1, KEPT, stepped.COLUMNS), np.int64)
        returns = np.full((1, KEPT, 28), ILLEGAL, np.int64)
        trials = [np.zeros(stepped.COLUMNS, np.int64) for _ in range(2)]
        explore_row(0, (OPTIONS, 3, 7, 0, (), OFTEN), (records, returns, *trials, *room()))
        return [records, returns]

    (records, returns), again = explored(), explored()
    assert (records == again[0]).all()
    assert (returns == again[1]).all()
    tried = 0
    for record, came_to in zip(records[0], returns[0], strict=True):
        places = [place for place in range(28) if came_to[place] > ILLEGAL]
        if places:
            tried += 1
            assert sum(1 << place for place in places) == options_in(record)
            place = places[-1]
            stepped.act(record, OPTIONS, stepped.FIRST_MOVE[int(record[stepped.PHASE])] + place)
            seat = int(again[0][0, tried - 1, stepped.TURN])
            assert return_of(record, OPTIONS, seat, 0, (), *room()) == came_to[place]
    assert tried
