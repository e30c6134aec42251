"""Rules over the bits of a word."""

from __future__ import annotations

from importlib import import_module
from random import Random

import pytest

from suitwise.foundation.arrays import words as bits
from suitwise.foundation.arrays.compiled import machine
from suitwise.foundation.arrays.words import bit_numbered


def test_the_bit_of_a_number_is_found() -> None:
    random = Random(1)
    for _ in range(300):
        places = sorted(random.sample(range(63), random.randint(1, 25)))
        word = sum(1 << place for place in places)
        assert [bit_numbered(word, number) for number in range(len(places))] == places
        assert machine(bit_numbered)(word, len(places) - 1) == places[-1]


@pytest.mark.parametrize(
    "room",
    ["rummy.gin.arrays", "stacks.arrays", "tractor.arrays.playouts"],
)
def test_the_games_number_bits_by_one_rule(room: str) -> None:
    assert import_module(f"suitwise.{room}").bit_numbered is bits.bit_numbered
