"""Melds of one pack by words of bits, against the oracle and against the general lay-off."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.foundation.arrays.compiled import machine
from suitwise.rummy import Hand, Meld, Run, Set, best_layoff
from suitwise.rummy.gin.rules.deadwood import (
    bit_of,
    bits_of,
    card_at,
    cards_of,
    gin_deadwood,
    is_melded,
    points_of,
)
from suitwise.rummy.gin.rules.showdown import best_spread, gin_layoff, melds_of, spread_of, spreads
from suitwise.rummy.rules.rules import GIN
from tests.oracles import rummy_oracle as oracle

SAMPLE = 250
FULL = 20_000


def some_cards(rng: Random, size: int) -> list[int]:
    """Return cards of one pack, half of the time of six ranks only."""
    low = rng.randint(0, 7)
    dense = [card for card in range(52) if low <= (card + 1) % 13 < low + 6]
    return rng.sample(dense if rng.random() < 0.5 else range(52), size)


def oracle_hand(cards: int) -> oracle.Hand:
    return oracle.read_hand(" ".join(map(str, cards_of(cards))))


hands = st.sets(st.integers(0, 51), max_size=11).map(bits_of)


def test_every_card_has_a_bit_of_its_own() -> None:
    assert [card_at(bit_of(card)) for card in range(52)] == list(range(52))
    assert len({bit_of(card) for card in range(52)}) == 52


def test_a_card_that_is_named_again_is_no_other_card() -> None:
    assert [*cards_of(bits_of([14, 13, 14, 14]))] == [13, 14]


@pytest.mark.exhaustive
def test_deadwood_is_what_the_oracle_finds(exhaustive: bool) -> None:
    rng = Random(1)
    for _ in range(FULL if exhaustive else SAMPLE):
        cards = bits_of(some_cards(rng, rng.choice((7, 10, 11))))
        least = oracle.least(oracle_hand(cards), oracle.GIN)
        assert gin_deadwood(cards) == machine(gin_deadwood)(cards, 0) == least
        assert is_melded(cards) == (least == 0)


def test_the_best_spread_leaves_the_least() -> None:
    rng = Random(2)
    for _ in range(SAMPLE):
        cards = bits_of(some_cards(rng, 10))
        sets, runs = best_spread(cards)
        assert (sets & runs, points_of(cards & ~(sets | runs))) == (0, gin_deadwood(cards))
        assert machine(best_spread)(cards, 0) == (sets, runs)
        assert spread_of(melds_of(sets, runs)) == (sets, runs)
        assert all(meld.fault(GIN) is None for meld in melds_of(sets, runs))


@pytest.mark.exhaustive
def test_the_spreads_are_the_oracles_combos_with_runs_that_meet_joined(exhaustive: bool) -> None:
    rng = Random(3)
    for _ in range(2_000 if exhaustive else 40):
        cards = bits_of(some_cards(rng, 9))
        mine = list(spreads(cards))
        assert len(set(mine)) == len(mine)
        assert set(mine) == set(map(as_spread, oracle.combos(oracle_hand(cards), oracle.GIN)))


def as_spread(combo: oracle.Combo) -> tuple[int, int]:
    melds: list[Meld] = []
    for meld in combo:
        if isinstance(meld, oracle.Run):
            melds.append(Run("SHDC".index(meld.suit), meld.low, meld.high))
        else:
            melds.append(Set(meld.rank, tuple(sorted(map("SHDC".index, meld.suits)))))
    return spread_of(melds)


@pytest.mark.exhaustive
def test_the_best_lay_off_is_that_of_the_general_search(exhaustive: bool) -> None:
    rng = Random(4)
    laid_off = 0
    for _ in range(2_000 if exhaustive else 80):
        low = rng.randint(0, 6)
        dense = [card for card in range(52) if low <= (card + 1) % 13 < low + 7]
        cards = rng.sample(dense, 20)
        mine, other = bits_of(cards[:10]), bits_of(cards[10:])
        sets, runs = best_spread(mine)
        laid = gin_layoff(other, sets, runs)
        best = best_layoff(Hand.of(cards[10:], GIN), tuple(melds_of(sets, runs)))
        assert machine(gin_layoff)(other, sets, runs, 0) == laid
        assert gin_deadwood(other & ~laid) == best.points
        assert laid.bit_count() == len(best.steps)
        laid_off += laid > 0
    assert laid_off > 20


@given(hands, st.permutations(range(4)))
def test_renaming_suits_changes_no_deadwood(cards: int, suits: list[int]) -> None:
    renamed = bits_of(13 * suits[card // 13] + card % 13 for card in cards_of(cards))
    assert gin_deadwood(renamed) == gin_deadwood(cards)


@given(hands, st.integers(0, 51))
def test_a_card_more_costs_no_more_than_its_points(cards: int, card: int) -> None:
    bit = 1 << bit_of(card)
    more, less = cards | bit, cards & ~bit
    assert gin_deadwood(more) <= gin_deadwood(less) + points_of(bit)
    assert gin_deadwood(less) <= points_of(less)
