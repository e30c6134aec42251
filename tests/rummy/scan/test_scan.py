"""The scan over the ranks: its two faces, its bounds, and where it may end early."""

from __future__ import annotations

from itertools import chain
from random import Random
from typing import Any

import numpy as np
import pytest

from suitwise.foundation.arrays.compiled import machine
from suitwise.rummy import Hand, Rules
from suitwise.rummy.rules.hand import wild_cards
from suitwise.rummy.rules.melds import run_shapes, set_shapes
from suitwise.rummy.rules.rules import INDIAN13
from suitwise.rummy.solve.arrangement import deadwood_weights
from suitwise.rummy.solve.scan import NEVER, NO_ROOM, TOO_LONG, scan
from suitwise.rummy.solve.search import by_place, weight_of_all
from tests.rummy.dealt import some_hand, some_rules

NO_END = 1 << 40
"""More than any melds weigh, so that the scan goes through all ranks."""


def scanned(
    hand: Hand,
    room: int,
    compiled: bool = False,
    needed: tuple[int, int, int] = (0, 0, 0),
    whole: int = NO_END,
    work: int = 1 << 30,
) -> tuple[int, list[list[int]]]:
    """Scan a hand; return the best state and all of them."""
    rules, wilds = hand.rules, wild_cards(hand)
    table: Any = by_place(hand, wilds)
    weights: Any = deadwood_weights(rules, "points")
    listed = run_shapes(rules, wilds), set_shapes(rules, wilds)
    shapes: Any = [[*chain.from_iterable(one)] for one in listed]
    slots = [-1] * (2 << room.bit_length())
    states: Any = *([0] * room for _ in range(5)), slots, [work]
    face: Any = scan
    if compiled:
        face = machine(scan)
        table, weights = np.array(table, np.int64), np.array(weights, np.int64)
        shapes, states = (
            tuple(np.array(one, np.int64) for one in many) for many in (shapes, states)
        )
    wild = wilds, rules.wild_rank
    best = face(table, wild, weights, shapes, rules.places, needed, whole, states)
    return best, [list(map(int, row)) for row in states[:5]]


@pytest.mark.parametrize("seed", range(25))
def test_plain_and_compiled_scans_go_through_the_same_states(seed: int) -> None:
    rng = Random(seed)
    rules = some_rules(rng)
    hand = some_hand(rng, rules, 5, 12)
    needed = (rules.runs, rules.pure_runs, rng.randint(0, 1))
    assert scanned(hand, 1 << 12, False, needed) == scanned(hand, 1 << 12, True, needed)


@pytest.mark.parametrize("compiled", [False, True])
def test_a_scan_without_room_says_so_wherever_it_runs_out(compiled: bool) -> None:
    hand = Hand.of("3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H")
    best, states = scanned(hand, 1 << 12, compiled)
    assert best > 0
    used = max(i for i, parent in enumerate(states[3]) if parent) + 1
    for room in (1, 2, 8, used - 1):
        for discards in (0, 1):
            assert scanned(hand, room, compiled, needed=(0, 0, discards))[0] == NO_ROOM
    assert scanned(hand, used, compiled)[0] == best


@pytest.mark.parametrize("compiled", [False, True])
def test_a_scan_that_may_do_little_says_so(compiled: bool) -> None:
    hand = Hand.of("3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H")
    found = {work: scanned(hand, 1 << 12, compiled, work=work)[0] for work in (0, 5, 20, 5_000)}
    assert [found[work] for work in (0, 5, 20)] == [TOO_LONG] * 3
    assert found[5_000] > 0


@pytest.mark.parametrize("cards", ["H3 H4 H5 H6", "S3 H3 D3 C3 S4 S5 S6", "HA SA DA H2 H3 H4"])
def test_where_nothing_is_left_to_gain_a_scan_ends(cards: str) -> None:
    hand = Hand.of(cards, Rules(ace="both"))
    whole = weight_of_all(hand, deadwood_weights(hand.rules, "points"), 0)
    late, all_states = scanned(hand, 1 << 12)
    early, states = scanned(hand, 1 << 12, whole=whole)
    assert states[2][early] == all_states[2][late] == whole
    assert early < late


def test_a_scan_for_runs_that_are_not_there_finds_nothing() -> None:
    hand = Hand.of("H3 H4 H5 S7 S8 JK D9", INDIAN13)
    assert scanned(hand, 1 << 10, needed=(2, 1, 0))[0] > 0
    assert scanned(hand, 1 << 10, needed=(2, 2, 0))[0] == NEVER
    assert scanned(hand, 1 << 10, needed=(3, 0, 0))[0] == NEVER


def test_where_all_is_melded_but_runs_are_needed_a_scan_goes_on() -> None:
    hand = Hand.of("S3 H3 D3 S4 H4 D4 S5 H5 D5", INDIAN13)
    whole = weight_of_all(hand, deadwood_weights(hand.rules, "points"), 0)
    best, states = scanned(hand, 1 << 12, needed=(3, 0, 0), whole=whole)
    assert states[2][best] == whole
    assert scanned(hand, 1 << 12, needed=(3, 3, 1), whole=whole)[0] == NEVER


def test_an_empty_hand_has_nothing_to_discard() -> None:
    assert scanned(Hand.of(""), 64)[0] >= 0
    assert scanned(Hand.of(""), 64, needed=(0, 0, 1))[0] == NEVER
