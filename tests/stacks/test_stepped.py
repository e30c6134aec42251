"""Stack Management stepped in arrays: the game itself, move by move."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import machine
from suitwise.stacks import Layout, Stacks, StacksState, game
from suitwise.stacks import arrays as stepped
from suitwise.stacks.rules import layout as options
from suitwise.stepping.loop import NOBODY, OVER, RANDOM, STREAM, opened
from suitwise.stepping.steps import Steps
from tests.stepped import digest_in_simulator, digest_of

VARIANTS = (
    Stacks(),
    Stacks(stacks=2, height=5, suits=2),
    Stacks(stacks=3, height=3, suits=3),
    Stacks(stacks=5, height=2, suits=7, singles=3),
    Stacks(stacks=8, height=13, suits=8, singles=2),
    Stacks(stacks=6, height=9, suits=1, singles=0),
    Stacks(stacks=stepped.MOST, height=stepped.MOST, suits=40),
)


def dealt(record: NDArray[np.int64], variant: Stacks) -> StacksState:
    """Return the position of a record that has just been dealt, ranks counted as values again."""
    columns = record[stepped.HEIGHTS + variant.stacks :].reshape(variant.stacks, variant.height)
    sizes = Counter(suit for _, suit in variant.deck())
    cards = [
        [
            (
                sizes[int(card) // stepped.SUIT] + 1 - int(card) % stepped.SUIT,
                int(card) // stepped.SUIT,
            )
            for card in column
        ]
        for column in columns
    ]
    assert sorted(card for stack in cards for card in stack) == sorted(variant.deck())
    return variant.position(Layout.of(stack[::-1] for stack in cards))


def numbers_of(state: StacksState) -> list[int]:
    return sorted(map(state.game.move_number, state.moves()))


def chosen(masks: NDArray[np.int8], rng: np.random.Generator) -> NDArray[np.int64]:
    """Return a legal action of each row at random."""
    actions: NDArray[np.int64] = (rng.random(masks.shape) * masks).argmax(axis=1)
    return actions


@pytest.mark.exhaustive
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_row_is_a_deal_that_the_game_replays(variant: Stacks, exhaustive: bool) -> None:
    count = (400 if exhaustive else 40) if variant.cards < 200 else 2
    steps = Steps(stepped.batch_of(variant), count, seed=8, autoreset="same")
    states = [dealt(record, variant) for record in steps.records]
    rng, ends = np.random.default_rng(2), Counter[float]()
    for _ in range(3 * variant.cards if exhaustive else 60):
        for row, state in enumerate(states):
            assert state.turn == steps.seats[row] == 0
            assert np.flatnonzero(steps.masks[row]).tolist() == numbers_of(state)
            assert np.array_equal(steps.observations[row], state.observe(0).ravel())
        actions = chosen(steps.masks, rng)
        steps.step(actions)
        for row, state in enumerate(states):
            states[row] = state = state.after(variant.numbered_move(int(actions[row])))
            assert (steps.ended[row] == OVER) == (state.turn < 0)
            if state.turn < 0:
                ends[state.returns()[0]] += 1
                assert steps.rewards[row] == steps.returns[row, 0] == state.returns()[0]
                assert np.array_equal(steps.last[row], state.observe(0).ravel())
                states[row] = dealt(steps.records[row], variant)
    assert variant.cards > 200 or ends


@pytest.mark.parametrize(
    ("rule", "module"),
    [("card_numbered", options), ("shift_number", game), ("shift_numbered", game)],
)
def test_cards_and_shifts_are_numbered_by_one_rule_in_positions_and_in_records(
    rule: str, module: Any
) -> None:
    assert getattr(stepped, rule) is getattr(module, rule)


def test_every_card_is_dealt_to_each_place_equally_often() -> None:
    variant, games = Stacks(stacks=3, height=2, suits=3), 30_000
    steps = Steps(stepped.batch_of(variant), games, seed=5)
    whole: Counter[str] = Counter()
    for row in range(games):
        record = steps.records[row]
        whole[str(dealt(record, variant))] += 1
    # Deals that are over at once are passed over; all the others come equally often.
    begun = [state for state in deals(variant) if state.turn == 0]
    assert len(whole) == len(begun)
    mean = games / len(begun)
    chi = sum((count - mean) ** 2 / mean for count in whole.values())
    assert chi < len(begun) + 5 * sqrt(2 * len(begun))


def deals(variant: Stacks) -> list[StacksState]:
    """Return all deals of a variant."""
    states = [variant.start()]
    for _ in range(variant.cards):
        states = [state.after(card) for state in states for card in state.moves()]
    return states


def some_records(variant: Stacks) -> list[NDArray[np.int64]]:
    """Return records of games, some of them over."""
    steps = Steps(stepped.batch_of(variant), 30, seed=9, autoreset="none")
    rng, records = np.random.default_rng(3), []
    for _ in range(8):
        records += [*steps.records.copy()]
        steps.step(chosen(steps.masks, rng))
    return records


@pytest.mark.parametrize("variant", VARIANTS[:4], ids=str)
def test_no_number_is_legal_but_those_of_the_mask(variant: Stacks) -> None:
    options, over = np.array(stepped.options_of(variant)), 0
    count = variant.stacks**2
    numbers = [*range(-3, count + 3), 2**40, -(2**40), 2**63 - 1, -(2**63)]
    for record in some_records(variant):
        allowed = np.zeros(count, np.int8)
        stepped.allow(record, options, allowed)
        legal = [number for number in numbers if machine(stepped.is_legal)(record, options, number)]
        assert legal == np.flatnonzero(allowed).tolist()
        assert legal == [number for number in numbers if stepped.is_legal(record, options, number)]
        assert (stepped.turn(record, options) == NOBODY) == (legal == [])
        over += not legal
    assert over


def test_a_random_move_is_each_legal_one_as_often() -> None:
    variant, games = Stacks(stacks=6, height=3, suits=3), 4000
    options = np.array(stepped.options_of(variant))
    legal, record = next(
        (legal, record)
        for record in some_records(variant)
        if len(legal := legal_ones(record, options)) > 3 and legal[1] < variant.stacks <= legal[-2]
    )
    counts: Counter[bytes] = Counter()
    for stream in range(games):
        after = record.copy()
        after[STREAM] = opened(4, stream)
        machine(stepped.play_other)(after, options, RANDOM)
        counts[after[stepped.HEIGHTS - 3 :].tobytes()] += 1
    expected = []
    for action in legal:
        after = record.copy()
        machine(stepped.act)(after, options, action)
        expected.append(after[stepped.HEIGHTS - 3 :].tobytes())
    assert set(counts) == set(expected)
    mean = games / len(legal)
    assert all(abs(counts[after] - mean) < 5 * sqrt(mean) for after in expected)


def legal_ones(record: NDArray[np.int64], options: Any) -> list[int]:
    return [
        number for number in range(options[1] ** 2) if stepped.is_legal(record, options, number)
    ]


@pytest.mark.parametrize("number", [0, 3, 4])
def test_plain_python_and_a_gpu_step_alike(number: int) -> None:
    variant = VARIANTS[number]
    sizes: dict[str, Any] = {"count": 6, "turns": 30}
    compiled = digest_of(stepped.batch_of(variant), "machine", **sizes)
    assert digest_of(stepped.batch_of(variant), "python", **sizes) == compiled
    where = (
        "from suitwise.game import load; from suitwise.stacks.arrays import batch_of; "
        f"batch_of(load({str(variant)!r}))"
    )
    assert digest_in_simulator(where, **sizes) == compiled


@pytest.mark.parametrize(
    ("variant", "reason"),
    [
        (Stacks(stacks=33), "up to 32 stacks of up to 32 cards are stepped in arrays"),
        (Stacks(height=33), "up to 32 stacks of up to 32 cards are stepped in arrays"),
        (Stacks(height=1), "every deal is over before a move"),
        (Stacks(stacks=1), "every deal is over before a move"),
        (Stacks(stacks=2, height=2, suits=4, singles=4), "it takes .* a suit of several cards"),
    ],
)
def test_variants_that_are_too_large_or_have_no_moves_are_refused(
    variant: Stacks, reason: str
) -> None:
    with pytest.raises(SuitwiseError, match=reason):
        stepped.batch_of(variant)


def test_what_is_seen_stands_stack_by_stack() -> None:
    state = Stacks.around(Layout.parse("0.0 9.0 | 7c"))
    fields = state.game.observation_fields()
    seen = state.observe(0).ravel()
    assert [field.size for field in fields] == [4, 4]
    assert seen.tolist() == [1, 1, 2, 1, 1, 2, 0, 0]
    assert seen.max() <= fields[0].high == 4
