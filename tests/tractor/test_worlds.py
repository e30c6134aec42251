"""The tables that deal free cards, against counting the deals of labelled copies one by one."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import sqrt
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from suitwise.compiled import machine
from suitwise.tractor.worlds import (
    below_many,
    choose_kitty,
    count_deals,
    deal_cards,
    list_options,
)

UNLIKELY = 5.0
"""So many standard deviations are no accident."""


class Case:
    """A few free cards in a few rooms, with all that may be known of them."""

    def __init__(self, seed: int) -> None:
        rng = self.rng = Random(seed)
        self.joined = rng.choice((-1, 0, 1, 2))
        self.kinds = rng.sample(range(54), rng.randint(2, 5))
        self.masks = np.zeros(14, np.int64)
        self.elsewhere: dict[int, str] = {}
        truth = Counter[int]()
        for card in self.kinds:
            bit = 1 << card
            self.masks[0] |= bit
            copies = rng.choice((1, 2))
            if copies == 2:
                self.masks[1] |= bit
            elif (place := rng.choice(("own", 0, 1, 2))) != "own":
                self.masks[11 + int(place)] |= bit
            turned = rng.random() < 0.15 and (copies == 1 or self.joined >= 0)
            if turned:
                self.masks[4] |= bit
            put = [rng.randrange(4) for _ in range(copies)]
            truth.update(put)
            lords = [place for place in put if place in (3, self.joined)]
            if self.joined >= 0 and lords and (turned or rng.random() < 0.3):
                self.masks[2] |= bit
            for at in range(3):
                if at not in put and rng.random() < 0.3:
                    self.masks[5 + at] |= bit
                if put.count(at) < 2 and rng.random() < 0.3:
                    self.masks[8 + at] |= bit
        self.rooms = np.array([truth[place] for place in range(4)], np.int64)

    def worlds(self) -> dict[tuple[tuple[int, ...], ...], int]:
        """Return all ways to put the free cards into the rooms, by labelled copies."""
        found = Counter[tuple[tuple[int, ...], ...]]()
        for puts in product(*(self._puts(card) for card in self.kinds)):
            ways, world = 1, tuple(put for put, _ in puts)
            for _, labelled in puts:
                ways *= labelled
            if (np.sum(world, axis=0) == self.rooms).all():
                found[world] += ways
        return found

    def _puts(self, card: int) -> list[tuple[tuple[int, ...], int]]:
        """Return where the free copies can be, and how many labelled deals that is.

        Of a card whose other copy is known either of the two may be that one.
        """
        bit = 1 << card
        copies = 2 if self.masks[1] & bit else 1
        found = []
        for put in product(range(copies + 1), repeat=4):
            if sum(put) != copies or not self._may(put, bit):
                continue
            place = [*put]
            if self.joined >= 0:
                place[self.joined] += place[3]
                place[3] = 0
            owners = [at for at in range(4) for _ in range(place[at])]
            owners += [at for at in range(3) if self.masks[11 + at] & bit and copies == 1]
            alike = len(owners) == 2 and owners[0] == owners[1] and not self.masks[4] & bit
            found.append((put, 1 if alike else 2))
        return found

    def _may(self, put: tuple[int, ...], bit: int) -> bool:
        most = [
            0 if self.masks[5 + at] & bit else 1 if self.masks[8 + at] & bit else 2
            for at in range(3)
        ]
        lords = put[3] + put[self.joined] if self.joined >= 0 else 2
        return all(put[at] <= most[at] for at in range(3)) and lords >= bool(self.masks[2] & bit)


@pytest.mark.exhaustive
def test_the_table_deals_as_labelled_copies_do(exhaustive: bool) -> None:
    """25 cases of 2 to 5 cards, in full 400, 1000 deals each."""
    for seed in range(400 if exhaustive else 25):
        case, each = Case(seed), 1000
        likely = case.worlds()
        cards, options = np.zeros((54, 3), np.int64), np.zeros((54, 10, 5), np.int64)
        size = machine(list_options)(case.masks, case.joined, cards, options)
        order = np.argsort(case.rooms, kind="stable")
        counts = np.zeros((size + 1, *(case.rooms[order[:3]] + 1)), np.int64)
        table = (cards[:size], options[:size], case.rooms, order, counts, np.zeros(size, np.int64))
        whole = machine(count_deals)(*table)
        total = sum(likely.values())
        assert whole > 0
        assert total % whole == 0  # a card without a choice counts once instead of twice
        found, index = Counter[tuple[tuple[int, ...], ...]](), 0
        for _ in range(each):
            hands = np.zeros((5, 2), np.int64)
            dealt, index = machine(deal_cards)(table, hands, 3, seed, index)
            assert dealt
            found[tuple(tuple(_copies(row, card) for row in hands[1:]) for card in case.kinds)] += 1
        assert set(found) <= set(likely)
        for world, ways in likely.items():
            mean = each * ways / total
            assert abs(found[world] - mean) < UNLIKELY * sqrt(mean) + 3


def _copies(row: NDArray[np.int64], card: int) -> int:
    return int(row[0] >> card & 1) + int(row[1] >> card & 1)


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
