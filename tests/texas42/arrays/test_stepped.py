"""Hands of Texas 42 stepped in arrays: on every machine, side by side, among others."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import machine, rule
from suitwise.foundation.arrays.fitting import fitted
from suitwise.game import OVER
from suitwise.stepping.loop import ILLEGAL, STREAM
from suitwise.stepping.steps import Steps
from suitwise.stepping.streams import opened
from suitwise.texas42 import Texas42
from suitwise.texas42.arrays.stepped import (
    COLUMNS,
    TURN,
    allow,
    batch_of,
    deal,
    observe,
    play_other,
    turn,
)
from suitwise.texas42.moves import DISTINCT_MOVES, MOVES
from suitwise.texas42.view import SIZE
from tests.fresh import in_cuda_simulator
from tests.texas42.arrays.test_stepped_rows import VARIANTS, numbers_of, state_of, variant_of

# --- One text, three machines ---------------------------------------------------------------------


@rule
def walk_row(row: int, given: Any, walks: Any) -> None:
    """Play a hand by a policy; write the record, what each seat sees and what is legal, on the way."""
    options, seed, policy, seen, allowed = given
    record = walks[row]
    record[STREAM] = opened(seed, 2 * row + 1)
    deal(record, options, seed, row)
    moves = 0
    while turn(record, options) >= 0 and moves < row:
        play_other(record, options, policy)
        moves += 1
    for seat in range(4):
        observe(record, options, seat, seen[row, seat])
    allow(record, options, allowed[row])


def walked(rows: int, text: str, policy: int) -> tuple[Any, ...]:
    """Return empty arrays for walks, and what they are given."""
    seen = np.zeros((rows, 4, SIZE), np.float32)
    allowed = np.zeros((rows, DISTINCT_MOVES), np.int8)
    walks = np.zeros((rows, COLUMNS), np.int64)
    return walks, (numbers_of(variant_of(text)), 3, policy, seen, allowed)


def by_machine(rows: int, text: str, policy: int) -> tuple[Any, ...]:
    """Return what walks come to whose rules are machine code."""
    walks, given = walked(rows, text, policy)
    rules = (deal, turn, play_other, observe, allow)
    walk = fitted(walk_row, {one: machine(one) for one in rules})
    for row in range(rows):
        walk(row, given, walks)
    return walks, given


@pytest.mark.parametrize("policy", [0, 1])
@pytest.mark.parametrize("text", [VARIANTS[0], VARIANTS[4]])
def test_a_record_is_the_same_in_plain_python_and_in_machine_code(text: str, policy: int) -> None:
    rows = 40
    walks, given = by_machine(rows, text, policy)
    slow_walks, slow = walked(rows, text, policy)
    for row in range(rows):
        record = [0] * COLUMNS
        walk_row(row, (given[0].tolist(), *slow[1:]), {row: record})
        slow_walks[row] = record
    assert np.array_equal(walks, slow_walks)
    assert np.array_equal(given[3], slow[3])
    assert np.array_equal(given[4], slow[4])
    assert (walks[:, TURN] == OVER).any()
    assert (walks[:, TURN] >= 0).any()


def test_a_gpu_steps_hands_as_the_processor_does() -> None:
    code = (
        "import numpy as np\n"
        "from suitwise.foundation.arrays.compiled import grid\n"
        "from tests.texas42.arrays.test_stepped import VARIANTS, by_machine, walk_row, walked\n"
        "for policy in (0, 1):\n"
        "    here, given = by_machine(36, VARIANTS[4], policy)\n"
        "    there, other = walked(36, VARIANTS[4], policy)\n"
        "    grid(walk_row)(other, there)\n"
        "    assert np.array_equal(here, there)\n"
        "    assert np.array_equal(given[3], other[3]) and np.array_equal(given[4], other[4])\n"
        "    assert here[:, 7].min() == -2 and here[:, 7].max() >= 0\n"
    )
    in_cuda_simulator(code)


# --- Many hands side by side ----------------------------------------------------------------------


def test_rows_of_steps_are_hands_of_the_game_from_deal_to_score() -> None:
    variant = variant_of(VARIANTS[4])
    steps = Steps(batch_of(variant), 6, seed=11, others="self", autoreset="same")
    states = [state_of(variant, record) for record in steps.records]
    over = 0
    for _ in range(400):
        actions = steps.sample()
        states = [state.after(int(action)) for state, action in zip(states, actions, strict=True)]
        steps.step(actions)
        for row, state in enumerate(states):
            if state.turn == OVER:
                over += 1
                assert steps.ended[row] == 1
                assert tuple(steps.returns[row]) == state.returns()
                states[row] = state_of(variant, steps.records[row])
            seat = states[row].turn
            assert steps.seats[row] == seat
            assert np.array_equal(steps.observations[row], states[row].observe(seat))
            assert np.flatnonzero(steps.masks[row]).tolist() == list(map(int, states[row].moves()))
    assert over > 50


def test_a_learner_among_others_is_asked_on_its_turns_alone_and_paid_at_the_end() -> None:
    variant = Texas42(match="hand", shaker=-1)
    ways: tuple[str, ...] = ("random", "rules")
    for others in ways:
        steps = Steps(batch_of(variant), 50, seed=2, seat=3, others=others, autoreset="next")
        paid: Counter[float] = Counter()
        for _ in range(100):
            steps.step(steps.sample())
            going = steps.ended == 0
            assert (steps.records[going, TURN] == 3).all()
            assert (steps.rewards[going] == 0).all()
            assert (steps.masks.sum(axis=1) > 0).all()
            assert (steps.masks[~going] == [1] + [0] * 67).all()
            done = steps.ended == 1
            assert np.array_equal(steps.rewards[done], steps.returns[done, 3])
            paid.update(steps.rewards[done].tolist())
        assert min(paid) < 0 < max(paid)


def test_an_illegal_move_costs_the_most_there_is_to_lose() -> None:
    variant = variant_of(VARIANTS[3])
    batch = batch_of(variant)
    assert batch.lowest == variant.facts.lowest_return == -7
    steps = Steps(batch, 2, seed=1)
    steps.step(np.array([0, DISTINCT_MOVES - 1]))  # no domino is played in the auction
    assert steps.rewards[0] == -7
    assert steps.ended[0] == ILLEGAL


# --- What is stepped ------------------------------------------------------------------------------


def test_actions_are_the_games_moves_by_their_numbers() -> None:
    batch = batch_of(Texas42(match="hand"))
    assert [batch.text_of(action) for action in range(batch.actions)] == [
        str(move) for move in MOVES[:DISTINCT_MOVES]
    ]
    assert batch.game.facts.distinct_moves == batch.actions


@pytest.mark.parametrize("text", ["texas42", "texas42(match=points)"])
def test_a_match_is_refused_with_what_would_be_right(text: str) -> None:
    with pytest.raises(SuitwiseError, match=r"a single hand is: write texas42\(match=hand\)"):
        batch_of(variant_of(text))
