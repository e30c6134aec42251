"""How plays can be cut into the blocks of a throw, against all cuttings of the slow definition."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from suitwise.tractor import Pile, Profile, Trump, pile_of
from suitwise.tractor.rules.blocks import highest_block, only_block, parts_of
from suitwise.tractor.rules.deck import partition_of
from suitwise.tractor.rules.pairs.cutting import FIRST, TOPS, find_cuttings
from suitwise.tractor.rules.profile import STANDARD
from suitwise.tractor.rules.winning import (
    Levels,
    Shape,
    bench_of,
    ceiling_of,
    levels_of,
    shape_of,
)
from tests.oracles import tractor_table_oracle as oracle
from tests.tractor.follows import texts
from tests.tractor.positions import Play
from tests.tractor.table_tricks import options_of, some_profile, some_table_trick

S2 = Trump("S", "2")


def partition_in(play: Pile, trump: Trump) -> int | None:
    """Return the partition of all cards, None where there are several."""
    numbers = {partition_of(card, trump.main_index, trump.rank_index) for card in play.cards}
    return numbers.pop() if len(numbers) == 1 else None


def plays_of(rng: Random) -> tuple[str, list[Play], Profile, oracle.Options]:
    """Return a lead and the replies of one partition, and a house; few singles, which the oracle tries
    in every order.
    """
    while True:
        trump, plays = some_table_trick(rng)
        if max(len(play) - 2 * pile_of(play).twice.bit_count() for play in plays) <= 4:
            break
    profile = some_profile(rng)
    whole = Trump.parse(trump)
    same = [play for play in plays if partition_in(pile_of(play), whole) is not None]
    return trump, same, profile, options_of(profile)


def test_the_parts_of_a_lead_are_those_of_the_slow_definition() -> None:
    rng = Random(14)
    for _ in range(150):
        trump, plays, profile, options = plays_of(rng)
        whole = Trump.parse(trump)
        chain = profile.chain_mask(whole.main_index)
        for play in plays:
            pile = pile_of(play)
            parts = parts_of(pile, whole, chain)
            slow = oracle.lead_parts(texts(play), oracle.read_trump(trump), options)
            sizes = [(part.size, part.phi) for part in parts]
            assert sizes == [
                (len(part), oracle.phi(part[-1], oracle.read_trump(trump))) for part in slow
            ]
            assert sorted(card for part in parts for card in part.cards) == sorted(play)
            led = partition_in(pile, whole)
            assert led is not None
            numbers = (led, whole.main_index, whole.rank_index)
            one = only_block(pile.once, pile.twice, *numbers, chain)
            assert one == (slow[0] and len(slow[0]) // 2 if len(slow) == 1 else -1)


def test_the_highest_block_of_each_length_is_that_of_the_slow_definition() -> None:
    rng = Random(15)
    for _ in range(100):
        trump, plays, profile, options = plays_of(rng)
        whole, slow_trump = Trump.parse(trump), oracle.read_trump(trump)
        for play in plays:
            pile = pile_of(play)
            led = partition_in(pile, whole)
            assert led is not None
            for length in range(5):
                blocks = oracle.blocks(texts(play), max(2 * length, 1), slow_trump, options)
                assert highest_block(
                    pile.once,
                    pile.twice,
                    led,
                    whole.main_index,
                    whole.rank_index,
                    length,
                    profile.chain_mask(whole.main_index),
                ) == max((oracle.phi(block[-1], slow_trump) for block in blocks), default=0)


def cut_above(levels: Levels, shape: Shape, floor: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return the tops of a cutting of which each is above a floor; None where no cutting is."""
    bench = bench_of(levels, shape, floor)
    return tuple(bench[TOPS : TOPS + len(floor)]) if find_cuttings(bench, FIRST) else None


def some_floor(rng: Random, sizes: tuple[int, ...], tops: list[tuple[int, ...]]) -> tuple[int, ...]:
    """Return a bound for each part, often just below a cutting; of one size the highest first."""
    near = rng.choice(tops) if tops and rng.random() < 0.7 else [rng.randint(0, 24) for _ in sizes]
    bounds = [
        (size, max(0, top - rng.choice((0, 1, 1, 1, 3, 25))))
        for size, top in zip(sizes, near, strict=True)
    ]
    return tuple(bound for _, bound in sorted(bounds, reverse=True))


def test_a_ceiling_is_the_highest_top_of_all_cuttings_place_by_place() -> None:
    rng = Random(16)
    several, reached = 0, Counter[tuple[bool, bool]]()
    for _ in range(150):
        trump, plays, profile, options = plays_of(rng)
        whole, slow_trump = Trump.parse(trump), oracle.read_trump(trump)
        chain = profile.chain_mask(whole.main_index)
        parts = parts_of(pile_of(plays[0]), whole, chain)
        sizes = tuple(part.size for part in parts)
        for play in plays:
            pile = pile_of(play)
            led = partition_in(pile, whole)
            assert led is not None
            slow = oracle.shapes(texts(play), sizes, slow_trump, options)
            tops = [tuple(top for _, top in cut) for cut in slow]
            levels, shape = levels_of(pile, led, whole, chain), shape_of(parts)
            found = ceiling_of(levels, shape)
            assert found == (tuple(map(max, zip(*tops, strict=True))) if tops else None)
            several += len(tops) > 1
            floor = some_floor(rng, sizes, tops)
            above = cut_above(levels, shape, floor)
            good = [cut for cut in tops if all(a > b for a, b in zip(cut, floor, strict=True))]
            assert (above is None) == (not good)
            assert above is None or above in tops
            reached[len(parts) > 1, bool(good)] += 1
    assert min(reached.values()) > 20
    assert several > 15


@pytest.mark.parametrize(
    ("cards", "shape"),
    [
        ("SASAC2C2D2D2S2S2", Shape((2, 2), 0, 0)),
        ("SASAC2C2D2D2S2S2", Shape((3,), 1, 0)),
        ("SASAC2C2D2D2S2S2", Shape((2,), 1, 2)),
        ("S3S3S4S4S5S5S6S6", Shape((2, 2), 0, 0)),
    ],
)
def test_two_pairs_of_rank_cards_serve_a_run_below_and_one_above(cards: str, shape: Shape) -> None:
    levels = levels_of(pile_of(cards), 4, S2, STANDARD.chain_mask(0))
    found = ceiling_of(levels, shape)
    assert found is not None
    assert len(found) == len(shape.tractors) + shape.pairs + shape.singles


def test_a_cutting_of_the_wrong_shape_is_none() -> None:
    levels = levels_of(pile_of("S3S3S4S4S6S6"), 4, S2, STANDARD.chain_mask(0))
    assert ceiling_of(levels, Shape((3,), 0, 0)) is None
    assert cut_above(levels, Shape((2,), 1, 0), (14, 15)) is None
    assert cut_above(levels, Shape((2,), 1, 0), (13, 15)) == (14, 16)
