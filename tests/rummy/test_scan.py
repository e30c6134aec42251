"""The scan over the ranks: its fields, its table of states, its shapes, and its two faces."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from suitwise.compiled import machine
from suitwise.rummy.arrangement import deadwood_weights
from suitwise.rummy.hand import Hand
from suitwise.rummy.melds import highest_place, lowest_place
from suitwise.rummy.rules import INDIAN13, SEED, Rules
from suitwise.rummy.scan import (
    NEVER,
    PLACES,
    SAME,
    SHAPES,
    SUIT_BITS,
    TOO_MANY,
    ahead,
    left_of,
    put,
    scan,
)
from suitwise.rummy.search import splits
from suitwise.rummy.shapes import FIELD, SHAPE, run_shapes, set_shapes, uncut
from tests.rummy.dealt import some_hand, some_rules


def scanned(
    hand: Hand, room: int, compiled: bool = False, wanted: tuple[int, int, int] = (0, 0, 0)
) -> tuple[int, list[list[int]]]:
    """Scan the first reading of a hand; return the best state and all of them."""
    rules = hand.rules
    counts, wilds = next(splits(hand))
    given: list[Any] = [counts, wilds, deadwood_weights(rules, "points")]
    given += [run_shapes(rules, wilds), set_shapes(rules, wilds)]
    states, slots = [[0] * room for _ in range(5)], [-1] * (2 << room.bit_length())
    places = lowest_place(rules.ace != "high"), highest_place(rules.ace != "low")
    if not compiled:
        plain: Any = scan
        return plain(*given, *places, *wanted, states, slots), states
    arrays = [one if isinstance(one, int) else np.array(one, np.int64) for one in given]
    rows = tuple(np.array(row, np.int64) for row in states)
    best = machine(scan)(*arrays, *places, *wanted, rows, np.array(slots, np.int64))
    return best, [row.tolist() for row in rows]


@pytest.mark.parametrize("seed", range(25))
def test_plain_and_compiled_scans_go_through_the_same_states(seed: int) -> None:
    rng = Random(seed)
    rules = some_rules(rng)
    hand = some_hand(rng, rules, 5, 12)
    wanted = (rules.runs, rules.pure_runs, rng.randint(0, 1))
    assert scanned(hand, 1 << 12, False, wanted) == scanned(hand, 1 << 12, True, wanted)


def test_a_scan_without_room_says_so_wherever_it_runs_out() -> None:
    hand = Hand.of("3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H")
    best, states = scanned(hand, 1 << 12)
    assert best > 0
    used = max(i for i, parent in enumerate(states[3]) if parent) + 1
    for room in (1, 2, 8, used - 1):
        for discards in (0, 1):
            assert scanned(hand, room, wanted=(0, 0, discards))[0] == TOO_MANY
    assert scanned(hand, used)[0] == best


def test_a_scan_for_runs_that_are_not_there_finds_nothing() -> None:
    hand = Hand.of("H3 H4 H5 S7 S8 JK D9", INDIAN13)
    assert scanned(hand, 1 << 10, wanted=(2, 1, 0))[0] > 0
    assert scanned(hand, 1 << 10, wanted=(2, 2, 0))[0] == NEVER
    assert scanned(hand, 1 << 10, wanted=(3, 0, 0))[0] == NEVER


def test_an_empty_hand_has_nothing_to_discard() -> None:
    assert scanned(Hand.of(""), 64)[0] >= 0
    assert scanned(Hand.of(""), 64, wanted=(0, 0, 1))[0] == NEVER


def test_fields_tell_the_copies_of_the_next_ranks() -> None:
    counts = [0] * (4 * PLACES)
    counts[4], counts[10], counts[PLACES + 5], counts[11] = 3, 2, 4, 1
    fields = ahead(counts, 0, 4)
    assert fields == 3 | 2 << 6 * FIELD | 4 << SUIT_BITS + FIELD
    assert left_of(fields, 0) == 1 | 1 << 6 * FIELD | 1 << SUIT_BITS + FIELD
    assert left_of(fields, 3 | 1 << 6 * FIELD) == 1 << 6 * FIELD | 1 << SUIT_BITS + FIELD
    assert ahead(counts, 0, 14) == ahead(counts, 2, 4) == 0


def test_a_state_is_kept_once_with_the_best_value() -> None:
    states, slots = [[0] * 8 for _ in range(5)], [-1] * 16
    words = [(5, 9), (9, 5), (5, 9), (5, 9)]
    values = [3, 1, 2, 4]
    last = 0
    entered = []
    for (low, high), value in zip(words, values, strict=True):
        entered.append(put(states, slots, 0, last, low, high, value, 0, SAME))
        last += entered[-1] == last
    assert entered == [0, 1, -1, 0]
    assert [row[:2] for row in states[:3]] == [[5, 9], [9, 5], [4, 1]]


@pytest.mark.parametrize("least", [3, 4])
def test_every_run_is_tried_or_can_be_cut_in_two(least: int) -> None:
    for length in range(least, 14):
        tried = set(uncut(length, least))
        for natural in range(1, 1 << length):
            cuts = range(least, length - least + 1)
            can_be_cut = any(natural >> cut and natural & (1 << cut) - 1 for cut in cuts)
            assert (natural in tried) != can_be_cut


@pytest.mark.parametrize("least", [3, 4])
def test_no_list_of_shapes_is_longer_than_a_state_can_tell(least: int) -> None:
    rules = Rules(jokers=12, least_run=least, least_set=least)
    assert len(run_shapes(rules, 15)) < SHAPES
    assert len(set_shapes(rules, 15)) < SHAPES
    assert len(run_shapes(SEED, 0)) == 3 * SHAPE
