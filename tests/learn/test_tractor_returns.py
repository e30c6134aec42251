"""What Tractor's trained player learnt from: its own inputs, and rounds played to their end."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from learn.network_rules import HIDDEN
from learn.tractor_returns import KEPT, NONE, explore_row, points_of
from learn.tractor_seen import best_place, round_row, seen_row
from suitwise.foundation.arrays.networks import MOST_ON, Network, inputs_on
from suitwise.foundation.machine.compiler import inner
from suitwise.tractor.arrays.batch import (
    deal_rounds,
    outcomes,
    packed_round,
    replay,
    state_of,
    step,
)
from suitwise.tractor.arrays.packed import COLUMNS, LACKS, turn_of, unseen_by
from suitwise.tractor.players.net import (
    DECISION,
    INPUTS,
    MOST,
    Question,
    options_of,
    question_in,
    see_decision,
    see_play,
)
from suitwise.tractor.players.replies import SeatView

RANDOM = np.random.default_rng(1)


def decisions(rounds: int) -> list[tuple[list[int], Question]]:
    """Return records of rounds with all hands, and what the player asks there.

    At the table a seat works out more of what the others are out of than they have shown.
    """
    found = []
    for number in range(rounds):
        game = replay(number, seed=7)
        for plays in range(0, 90, 6):
            state = state_of(game, plays=plays)
            asked = question_in(state) if state.phase == "play" else None
            if asked is not None:
                record = packed_round(state)
                record[LACKS] = SeatView(state).record[LACKS]
                found.append((record, asked))
    return found


def options(record: list[int]) -> tuple[int, list[int], list[int], list[int]]:
    onces, twices, worths = [0] * MOST, [0] * MOST, [0] * MOST
    count = options_of(record, *unseen_by(record, turn_of(record)), onces, twices, worths)
    return count, onces, twices, worths


def test_a_record_with_all_hands_shows_the_network_what_the_player_shows_it() -> None:
    for record, asked in decisions(1):
        unseen, (count, onces, twices, worths) = unseen_by(record, turn_of(record)), options(record)
        assert inputs_on(see_decision, record, *unseen) == asked.decision
        assert count == len(asked.plays)
        for place, seen in enumerate(asked.seen):
            play = onces[place], twices[place], worths[0] - worths[place]
            assert inputs_on(see_play, record, *unseen, *play, place == 0) == seen


def test_the_inputs_of_a_network_are_those_that_it_has() -> None:
    for _, asked in decisions(1):
        assert min(asked.decision) >= 0
        assert max(asked.decision) < DECISION
        for seen in asked.seen:
            assert min(seen) >= DECISION
            assert max(seen) < INPUTS


def test_what_is_learnt_from_counts_each_input_as_often_as_it_is_on() -> None:
    record, asked = decisions(1)[3]
    count = len(asked.plays)
    decision, plays = np.zeros((1, DECISION)), np.zeros((count, INPUTS - DECISION))
    points, owner = np.zeros(count), np.zeros(count, np.int64)
    room = ([0] * MOST_ON, [0] * MOST, [0] * MOST, [0] * MOST)
    came_to = np.arange(MOST)[None]
    seen_row(0, ([record], came_to, [0]), (decision, plays, points, owner, *room))
    assert decision[0].tolist() == np.bincount(asked.decision, minlength=DECISION).tolist()
    for row, seen in zip(plays, asked.seen, strict=True):
        shifted = [number - DECISION for number in seen]
        assert row.tolist() == np.bincount(shifted, minlength=INPUTS - DECISION).tolist()
    assert points.tolist() == list(range(count))


def test_a_network_that_is_compiled_decides_as_the_player_s_does() -> None:
    shapes = (INPUTS, 5), (5,), (5, 3), (3,), (3,)
    net = Network(*(RANDOM.integers(-9, 10, shape).astype(np.float64) for shape in shapes))
    for record, asked in decisions(1):
        room = ([0] * MOST, [0] * MOST, [0] * MOST), [0] * MOST_ON, np.zeros((3, HIDDEN))
        assert best_place(record, net, 0.0, *room) == net.best(asked.decision, asked.seen)
        assert best_place(record, net, 1e9, *room) == 0


def test_rounds_are_played_to_the_end_that_the_policy_brings_them_to() -> None:
    rounds = deal_rounds(3, 3, policies=("rules", "rules"))
    after = outcomes(step(rounds, 100, policies=("rules", "rules")))
    assert [points_of(record.tolist()) for record in rounds] == after.points.tolist()


def test_the_options_of_decisions_are_tried_and_the_same_seed_tries_the_same() -> None:
    def explored() -> tuple[NDArray[np.int64], NDArray[np.int16]]:
        decided = np.zeros((1, KEPT, COLUMNS), np.int64)
        points = np.full((1, KEPT, MOST), NONE, np.int16)
        records = [np.zeros(COLUMNS, np.int64) for _ in range(2)]
        plays = [np.zeros(MOST, np.int64) for _ in range(3)]
        explore_row(0, (3, 7), (decided, points, *records, *plays))
        return decided, points

    (decided, points), again = explored(), explored()
    assert (decided == again[0]).all()
    assert (points == again[1]).all()
    kept = points[:, :, 0] > NONE
    assert 0 < kept.sum() <= KEPT
    for record, came_to in zip(decided[kept], points[kept], strict=True):
        assert (came_to > NONE).sum() == options(record.tolist())[0]


@pytest.mark.parametrize("row", [explore_row, seen_row, round_row])
def test_what_is_learnt_from_is_made_of_rules_that_a_compiler_takes(row: Any) -> None:
    """The tests above run them as plain Python."""
    assert inner(row).py_func.__name__ == row.__name__
