"""Arrays of positions: what is done to one is done to each, on one core, on many, on a GPU."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from suitwise.errors import IllegalMove, IllegalPosition, SuitwiseError
from suitwise.foundation.seating import NOBODY
from suitwise.texas42.arrays.batch import (
    deal,
    legal,
    pack,
    play_out,
    step,
    tally,
    unpack,
    win_rates,
)
from suitwise.texas42.arrays.batch_rows import (
    deal_row,
    legal_row,
    play_out_row,
    step_row,
    tally_row,
)
from suitwise.texas42.arrays.packed import declaring_of, points_of
from suitwise.texas42.rules.dominoes import NELLO, dominoes_of
from suitwise.texas42.rules.position import Position
from tests.fresh import in_cuda_simulator
from tests.texas42.arrays.test_packed import some_positions

MIXED = ("rules", "random")
RULED = ("rules", "rules")
ALL_KINDS = range(14)


def test_positions_come_back_from_an_array() -> None:
    positions = some_positions(11, 5)
    states = pack(positions)
    assert [unpack(state) for state in states] == positions
    assert [dominoes_of(int(bits)) for bits in legal(states)] == [
        dominoes_of(position.legal()) for position in positions
    ]
    assert pack([]).shape == (0, 2)


def test_hands_are_dealt_the_same_however_they_are_cut() -> None:
    whole = deal(100, 5, ALL_KINDS, range(4))
    assert np.array_equal(whole[40:], deal(60, 5, ALL_KINDS, range(4), first=40, threads=2))
    assert not np.array_equal(whole, deal(100, 6, ALL_KINDS, range(4)))
    for number, state in enumerate(whole):
        position = unpack(state)
        assert (position.declaration, position.leader) == (number % 14, number % 4)
        assert (position.out != NOBODY) == (9 <= position.declaration <= 12)
        assert position.tricks_left == 7
    four = deal(4, 5, NELLO, three_seats=False)
    assert all(unpack(state).out == NOBODY for state in four)


def test_stepping_an_array_plays_each_hand_to_its_end() -> None:
    states = deal(56, 7, ALL_KINDS, range(4))
    rng = np.random.default_rng(1)
    positions = [unpack(state) for state in states]
    for _ in range(28):
        going = [row for row, position in enumerate(positions) if not position.over]
        chosen = [int(rng.choice(dominoes_of(positions[row].legal()))) for row in going]
        states[going] = step(states[going], chosen)
        for row, domino in zip(going, chosen, strict=True):
            positions[row] = positions[row].after(domino)
        assert [unpack(state) for state in states] == positions
    assert not legal(states).any()


@pytest.mark.parametrize("policies", [("random", "random"), MIXED, RULED])
def test_playouts_are_the_same_in_python_and_however_they_are_cut(policies: Any) -> None:
    states = deal(42, 3, ALL_KINDS, range(4))
    outcomes = play_out(states, 8, policies=policies, needs=[30, 42], threads=2)
    tail = play_out(states[20:], 8, policies=policies, needs=[30, 42], first=20, threads=1)
    assert np.array_equal(outcomes[20:], tail)
    plain = np.zeros_like(outcomes)
    rule_based = sum((policy == "rules") << seat for seat, policy in enumerate(policies))
    for row in range(len(states)):
        play_out_row(row, (states, 8, 0, rule_based, [30, 42]), plain)
    assert np.array_equal(outcomes, plain)
    left = [unpack(state).points_left for state in states]
    assert outcomes[:, :2].sum(axis=1).tolist() == left


def test_a_tally_counts_what_declaring_sides_took() -> None:
    states = deal(60, 3, ALL_KINDS, range(4))
    one = tally(states, 1, seed=8, groups=ALL_KINDS)
    outcomes = play_out(states, 8)
    expected = np.zeros((14, 43), np.int64)
    for row, state in enumerate(states):
        expected[row % 14, outcomes[row, declaring_of(int(state[0]))]] += 1
    assert np.array_equal(one, expected)
    many = tally(states, 5, seed=8, groups=ALL_KINDS, threads=2)
    assert np.array_equal(many, tally(states, 5, seed=8, groups=ALL_KINDS, threads=1))
    assert many.sum() == 300


def test_rates_are_of_points_enough_or_in_nello_of_none() -> None:
    counts = np.zeros((2, 43), np.int64)
    counts[0, [0, 29, 30, 42]] = 1, 1, 1, 1
    rates, errors = win_rates(counts, 30)
    assert rates.tolist() == [0.5, 0]
    assert errors.tolist() == [0.25, 0]
    assert win_rates(counts, 0)[0].tolist() == [0.25, 0]


@pytest.mark.exhaustive
def test_the_rules_take_more_points_than_chance_in_any_straight_hand(exhaustive: bool) -> None:
    states = deal(90_000 if exhaustive else 9_000, 21, range(9))
    for policies, wanted in ((MIXED, 1), (MIXED[::-1], -1)):
        more = play_out(states, 4, policies=policies).astype(float)[:, 0]
        base = play_out(states, 4).astype(float)[:, 0]
        gain = wanted * (more - base)
        assert gain.mean() - 4 * gain.std() / len(gain) ** 0.5 > 5


def test_the_rules_lose_nello_better_and_catch_it_better_than_chance() -> None:
    states = deal(20_000, 22, NELLO)
    rates = [
        win_rates(tally(states, 1, policies=policies, needs=0), 0)[0][0]
        for policies in (MIXED, ("random", "random"), MIXED[::-1])
    ]
    assert rates[0] > rates[1] + 0.05
    assert rates[2] < rates[1] - 0.03


def test_a_gpu_does_as_the_cpu_does() -> None:
    # 130 rows: one block of threads and a bit of another.
    in_cuda_simulator(
        "import numpy as np\n"
        "from suitwise.texas42.arrays.batch import *\n"
        "kinds, leaders, mixed = range(14), range(4), ('rules', 'random')\n"
        "here = deal(130, 7, kinds, leaders)\n"
        "there = deal(130, 7, kinds, leaders, device='cuda')\n"
        "assert np.array_equal(there.copy_to_host(), here)\n"
        "assert np.array_equal(legal(there).copy_to_host(), legal(here))\n"
        "chosen = np.array([int(bits).bit_length() - 1 for bits in legal(here)])\n"
        "after = step(there, on_gpu(np.stack([chosen] * 2, 1))[:, 0])\n"
        "assert np.array_equal(after.copy_to_host(), step(here, chosen))\n"
        "assert np.array_equal(step(there, chosen).copy_to_host(), step(here, chosen))\n"
        "from suitwise.errors import SuitwiseError\n"
        "def refused(states, dominoes):\n"
        "    try:\n"
        "        step(states, dominoes)\n"
        "    except SuitwiseError as error:\n"
        "        return str(error)\n"
        "assert 'one a position, not int64 (129, 2)' in refused(there, on_gpu(here[1:]))\n"
        "assert 'one a position, not int64 (130, 2)' in refused(there, on_gpu(here))\n"
        "assert 'one a position, not int64 (3,)' in refused(there, chosen[:3])\n"
        "assert 'not float64 (130,)' in refused(there, chosen * 1.0)\n"
        "assert 'lie on the GPU' in refused(here, on_gpu(here)[:, 0])\n"
        "for policies in (mixed, ('random', 'random')):\n"
        "    one = play_out(there, 3, policies=policies)\n"
        "    assert np.array_equal(one.copy_to_host(), play_out(here, 3, policies=policies))\n"
        "assert np.array_equal(tally(there, 2, groups=kinds), tally(here, 2, groups=kinds))\n"
        "bad = on_gpu(here * 0 - 1)\n"
        "assert (legal(bad).copy_to_host() == -1).all()\n"
        "assert (play_out(bad, 1).copy_to_host() == -1).all()\n"
    )


# --- Refusals -------------------------------------------------------------------------------------

ONE = pack([Position.parse("5 0 6-6 6-5,1-1 4-4,3-3 2-2,0-0 trick=5-5")])


@pytest.mark.parametrize(
    ("dominoes", "reason"),
    [
        ([2], "row 0: 1-1: seat 1 must play a trump: 6-5"),
        ([27], "row 0: 6-6: seat 1 does not hold it"),
        ([28], "row 0: 28 is no domino"),
        ([-1], "row 0: -1 is no domino"),
        ([1, 2], "one a position, not int64"),
        ([0.5], "are integers, one a position, not float64"),
    ],
)
def test_a_domino_that_may_not_be_played_is_refused(dominoes: list[int], reason: str) -> None:
    with pytest.raises(IllegalMove, match=reason):
        step(ONE, dominoes)


def test_rows_that_are_no_positions_are_refused() -> None:
    bad = np.concatenate([ONE, np.random.default_rng(1).integers(-(2**63), 2**63, (50, 2))])
    calls: list[Callable[[Any], Any]] = [
        legal,
        lambda states: step(states, [26] * 51),
        lambda states: play_out(states, 1),
    ]
    for call in calls:
        with pytest.raises(IllegalPosition, match=r"row 1: .* is no packed position"):
            call(bad)
    with pytest.raises(IllegalPosition, match="50 of the rows are no packed positions"):
        tally(bad, 2)


@pytest.mark.parametrize("array", [np.zeros((3, 2)), np.zeros((3, 3), np.int64), [1, 2], "12"])
def test_another_array_is_refused(array: Any) -> None:
    with pytest.raises(IllegalPosition, match="positions are an int64 array"):
        legal(array)


untyped_deal: Any = deal
untyped_play_out: Any = play_out
untyped_tally: Any = tally
untyped_win_rates: Any = win_rates


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda: deal(-1, 1), "the hands that are dealt in a call are a number from 0 to 2684"),
        (lambda: untyped_deal(5.9, 1), "dealt in a call are a whole number, not 5.9"),
        (lambda: untyped_deal(None, 1), "dealt in a call are a whole number, not None"),
        (lambda: deal(1, 1, first=1 << 30), "the number of the first row is a number from 0"),
        (lambda: untyped_deal(1, 1, 5.9), "a declaration is a whole number, not 5.9"),
        (lambda: untyped_deal(1, 1, [5, 0.5]), "a declaration is a whole number, not 0.5"),
        (lambda: untyped_deal(1, 1, "12"), "a declaration is a whole number"),
        (lambda: deal(1, 1, threads=-1), "threads are a number from 0 to 1024"),
        (lambda: untyped_deal(1, 1, threads=None), "threads are a whole number"),
        (lambda: play_out(ONE, 1, first=1 << 30), "the number of the first row is a number"),
        (lambda: untyped_play_out(ONE, 1, needs=None), "the points needed are a whole number"),
        (lambda: untyped_tally(ONE, 2.0), "the playouts of a position are a whole number"),
        (lambda: tally(ONE, 1 << 31), "the playouts of a position are a number from 0 to 2147"),
        (lambda: win_rates(np.zeros((1, 43), np.int64), 50), "the points needed are a number"),
        (lambda: win_rates(np.zeros((1, 43), np.int64), -1), "the points needed are a number"),
        (lambda: win_rates(np.zeros((1, 42), np.int64), 30), "counts are integers"),
        (lambda: win_rates(np.full((1, 43), -1), 30), "counts are numbers from 0"),
        (lambda: win_rates(np.full((1, 43), 1 << 62), 30), "counts are numbers from 0"),
        (lambda: untyped_win_rates(np.zeros((1, 43)), 30), "counts are integers"),
        (lambda: deal(1, 1, 14), "a declaration is a number from 0 to 13"),
        (lambda: deal(1, 1, []), "there is one at least"),
        (lambda: deal(1, 1, 5, 4), "a seat is a number from 0 to 3"),
        (lambda: deal(1, 1, device="tpu"), "the device is 'cpu' or 'cuda'"),
        (lambda: deal(1, 1 << 64), "a seed has 64 bits"),
        (lambda: deal(1, 1, threads=2000), "threads are a number from 0 to 1024"),
        (lambda: play_out(ONE, 1, policies=("rules", "best")), "one of random, rules"),
        (lambda: play_out(ONE, 1, needs=43), "the points needed are a number from 0 to 42"),
        (lambda: play_out(ONE, 1, first=-1), "the number of the first row"),
        (lambda: tally(ONE, -1), "the playouts of a position are a number from 0"),
        (lambda: tally(ONE, 1, groups=1 << 16), "a group is a number from 0 to 65535"),
    ],
)
def test_what_is_out_of_range_is_refused(call: Any, reason: str) -> None:
    with pytest.raises(SuitwiseError, match=reason):
        call()


def test_whole_numbers_of_any_kind_are_taken() -> None:
    one = untyped_deal(np.int64(3), np.int64(7), np.int64(5), np.array([0, 1], np.uint8))
    assert np.array_equal(one, deal(3, 7, 5, [0, 1]))
    assert np.array_equal(one, deal(3, 7, 5, (seat for seat in (0, 1))))


@pytest.mark.parametrize("row", [[1, 2, 3], [1], [], [1.5, 2], ["1", "2"], [1 << 64, 1], [-1, 0]])
def test_a_row_that_is_no_position_is_refused(row: Any) -> None:
    with pytest.raises(IllegalPosition):
        unpack(row)


def test_rules_over_rows_are_plain_python() -> None:
    plain, after = np.zeros((1, 2), np.int64), np.zeros((1, 2), np.int64)
    bits, counts = [0], [0] * 44
    deal_row(0, (7, 0, [5], [2], True), plain)
    assert np.array_equal(plain, deal(1, 7, 5, 2))
    legal_row(0, plain, bits)
    step_row(0, (plain, [dominoes_of(bits[0])[0]]), after)
    assert unpack(after[0]) == unpack(plain[0]).after(dominoes_of(bits[0])[0])
    tally_row(0, (counts, [0], 3, 1, 0, 0, [30]), plain)
    assert sum(counts) == 3
    assert points_of(int(after[0, 1]), 0) == 0
