"""The seed's flag map and its control points, in every reading."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from suitwise.cards import Card
from suitwise.errors import IllegalPosition, NotationError
from suitwise.foundation.arrays.compiled import machine
from suitwise.rummy import READINGS, Hand, Rules, control_points, flag_map
from suitwise.rummy.flag_map import Reading, flag_runs, flag_sets
from tests.oracles import rummy_oracle as oracle
from tests.rummy.dealt import ACES, oracle_hand, oracle_rules, some_hand
from tests.rummy.oracle_hands import card

ISLAND = Hand.of("3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H")


def bits(flags: tuple[int, ...], text: str) -> list[str]:
    return [f"{flags[c]:04b}" for c in map(Card, text.split())]


def test_read_literally_three_of_hearts_is_the_only_control_point_of_the_island() -> None:
    assert control_points(ISLAND) == (Card("3H"),)
    assert bits(flag_map(ISLAND), "2H 3H 4H 5H 6H 3C 3D 4D") == [
        *("0001", "0101", "0001", "0001", "0001", "0100", "0100", "0000")
    ]


def test_read_by_windows_it_has_the_byte_of_the_seeds_example_but_is_not_alone() -> None:
    assert bits(flag_map(ISLAND, "window"), "3H 6H") == ["0111", "0011"]
    assert control_points(ISLAND, "window") == (Card("3H"), Card("6H"))


@pytest.mark.parametrize("reading", READINGS)
def test_bits_and_control_points_are_the_oracles(reading: Reading, exhaustive: bool) -> None:
    """5,000 hands a reading, the ace anywhere; a sample of 150."""
    rng = Random(6)
    for _ in range(5000 if exhaustive else 150):
        hand = some_hand(rng, Rules(ace=rng.choice(ACES)), 5, 20)
        known, rules = oracle_hand(hand), oracle_rules(hand.rules)
        expected = [0] * 52
        for held, placed in oracle.placement_bits(known, rules, reading).items():
            expected[card(held)] = sum(map(byte, placed))
        assert list(flag_map(hand, reading)) == expected
        points = oracle.control_points(known, rules, reading)
        assert sorted(control_points(hand, reading)) == sorted(map(card, points))


def byte(bit: oracle.Bit) -> int:
    """Return a placement of the oracle's as a bit of the map."""
    first = 4 if bit.kind == "set" else 16 if bit.place == 14 else 1
    return first * bit.number


@pytest.mark.parametrize("number", range(len(READINGS)))
def test_the_compiled_map_is_the_plain_one(number: int) -> None:
    np: Any = pytest.importorskip("numpy")
    rng = Random(7)
    for _ in range(30):
        hand = some_hand(rng, Rules(), 5, 20)
        compiled = np.zeros(52, np.int64)
        counts = np.array(hand.counts, np.int64)
        machine(flag_runs)(counts, 1, 13, 3, number, compiled)
        machine(flag_sets)(counts, 3, number, compiled)
        assert tuple(compiled) == flag_map(hand, READINGS[number])


def test_a_third_copy_has_no_bits_and_a_reading_has_a_name() -> None:
    with pytest.raises(IllegalPosition, match="no bits for a third copy"):
        flag_map(Hand.of("H3 H3 H3", Rules(decks=3)))
    with pytest.raises(NotationError, match="'other' is no reading: write literal, window"):
        flag_map(ISLAND, "other")  # type: ignore[arg-type]
