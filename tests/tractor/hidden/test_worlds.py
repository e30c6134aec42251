"""The tables that deal free cards, against counting the deals of labelled copies one by one."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from suitwise.foundation.arrays.compiled import machine
from suitwise.seeds import below_many
from suitwise.tractor.hidden.knowledge import (
    choose_kitty,
    count_deals,
    deal_cards,
)
from suitwise.tractor.rules.deck import together
from tests.tractor.labelled_deals import Case, copies_in

NO_EVENT = np.zeros(3, np.int64)
"""Nothing must come true."""
UNLIKELY = 5.0
"""So many standard deviations are no accident."""


@pytest.mark.exhaustive
def test_the_table_deals_as_labelled_copies_do(exhaustive: bool) -> None:
    """25 cases of 2 to 5 cards, in full 400, 1000 deals each."""
    for seed in range(400 if exhaustive else 25):
        case, each = Case(seed), 1000
        likely = case.worlds()
        table = case.table()
        whole = machine(count_deals)(table, NO_EVENT)
        total = sum(likely.values())
        assert whole > 0
        assert total % whole == 0  # a card without a choice counts once instead of twice
        found, index = Counter[tuple[tuple[int, ...], ...]](), 0
        for _ in range(each):
            hands = np.zeros((5, 2), np.int64)
            dealt, index = machine(deal_cards)(table, NO_EVENT, table[4][:0], hands, 3, seed, index)
            assert dealt
            found[
                tuple(tuple(copies_in(row, card) for row in hands[1:]) for card in case.kinds)
            ] += 1
        assert set(found) <= set(likely)
        for world, ways in likely.items():
            mean = each * ways / total
            assert abs(found[world] - mean) < UNLIKELY * sqrt(mean) + 3


@given(st.integers(1, 1 << 62), st.integers(0, 1000))
@settings(max_examples=50)
def test_numbers_of_many_bits_are_below_their_bound(n: int, stream: int) -> None:
    number, index = below_many(n, 5, stream, 0)
    assert 0 <= number < n
    assert index % 2 == 0
    assert machine(below_many)(n, 5, stream, 0) == (number, index)


def test_numbers_of_many_bits_are_uniform() -> None:
    found = Counter(below_many(7, 5, 0, 2 * k)[0] for k in range(7000))
    assert all(abs(found[number] - 1000) < UNLIKELY * sqrt(1000) for number in range(7))


def test_the_kitty_is_any_of_the_landlords_cards() -> None:
    """Of 12 cards, two of them alike, one turned up: the rest of the kitty is any 7 of the others."""
    each, found = 1500, Counter[int]()
    index = 0
    for _ in range(each):
        pool, kitty = np.array([0b11111111110, 0b10]), np.array([1, 0])
        index = machine(choose_kitty)(pool, kitty, 5, 0, index)
        assert sum(map(int.bit_count, kitty.tolist())) == 8
        assert sum(map(int.bit_count, pool.tolist())) == 4
        assert kitty[0] & 1
        found.update(card for card in range(11) for plane in kitty.tolist() if plane >> card & 1)
    likely = each * 7 / 11
    for card in range(2, 11):
        assert abs(found[card] - likely) < UNLIKELY * sqrt(each * 7 / 11 * 4 / 11)
    assert abs(found[1] - 2 * likely) < UNLIKELY * sqrt(2 * each * 7 / 11 * 4 / 11)


def test_of_a_hand_of_pairs_the_kitty_takes_one_card_after_the_other() -> None:
    pairs, index = (0b11111111, 0b11111111), 0
    for _ in range(200):
        pool, kitty = np.array(pairs), np.array([0, 0])
        index = machine(choose_kitty)(pool, kitty, 6, 0, index)
        assert sum(map(int.bit_count, kitty.tolist())) == 8
        assert together(*pool.tolist(), *kitty.tolist()) == pairs
