"""The rummy oracle itself: known answers, worked examples, and its two searches against each other."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.oracles import rummy_oracle as oracle
from tests.oracles.rummy_oracle import JOKER, Hand, Rules, read_hand

# -------------------------------------------------------------------- two searches, one answer


def deal(rng: Random, size: int, decks: int, ranks: range, suits: str = "CDHS") -> Hand:
    return tuple(sorted(rng.sample([(r, s) for r in ranks for s in suits] * decks, size)))


def random_rules(rng: Random) -> Rules:
    aces = rng.choice([None, (1, 11, 11), (1, 10, 10), (1, 14, 5)])
    return Rules(
        decks=3,
        jokers=4,
        wild_rank=rng.choice([None, None, 1, 2, 13]),
        max_wild=rng.choice([None, None, 1, 2]),
        min_natural=rng.choice([0, 1, 1, 2]),
        adjacent_wild=rng.random() < 0.5,
        ace=rng.choice(["low", "high", "both"]),
        min_run=rng.choice([3, 3, 4]),
        max_run=rng.choice([13, 13, 4]),
        min_set=rng.choice([3, 3, 4]),
        joker_points=rng.choice([0, 20, 30]),
        wild_points=rng.choice([None, 0, 15]),
        ace_points=aces,
        min_runs=rng.choice([0, 1, 2]),
        min_pure=rng.choice([0, 1]),
        cap=rng.choice([None, 40]),
        opening_pure=rng.choice([0, 1]),
    )


@pytest.mark.exhaustive
@pytest.mark.parametrize("tenth", range(10))
def test_hands_with_wild_cards_against_all_subsets_of_the_list_of_melds(
    tenth: int, exhaustive: bool
) -> None:
    for number in range(tenth, 80 if exhaustive else 20, 10):
        hold_a_hand_with_wild_cards(number)


def hold_a_hand_with_wild_cards(number: int) -> None:
    rng = Random(1000 + number)
    rules = random_rules(rng)
    jokers = rng.choice([0, 1, 1, 2])
    ranks = rng.choice([range(1, 5), range(1, 5), range(10, 14)])
    size = 8 - jokers
    while True:
        hand = tuple(
            sorted((*deal(rng, size, 3, ranks, rng.choice(["CD", "CDHS"])), *[JOKER] * jokers))
        )
        if sum(oracle.is_wild(card, rules) for card in hand) <= 2:
            break
    combos = [
        (
            oracle.minus(hand, (card for piece in combo for card in piece.cards)),
            sum(piece.kind == "run" for piece in combo),
            sum(piece.pure for piece in combo),
            sum(piece.points for piece in combo),
        )
        for combo in oracle.combos_by_subsets(hand, rules)
    ]
    everything = oracle.total_points(hand, rules)
    required = [
        left
        for left, runs, pures, _gain in combos
        if runs >= rules.min_runs and pures >= rules.min_pure
    ]
    least_count = min([everything, *(oracle.total_points(left, rules) for left in required)])
    assert oracle.dumps(hand, rules) == {left for left, *_rest in combos}
    assert oracle.least(hand, rules) == min(oracle.total_points(one[0], rules) for one in combos)
    assert oracle.least(hand, rules, "cards") == min(len(one[0]) for one in combos)
    assert oracle.count(hand, rules) == min(least_count, rules.cap or least_count)
    assert oracle.can_declare(hand, rules) == (() in required)
    assert oracle.opening(hand, rules) == max(
        (gain for _left, _runs, pures, gain in combos if pures >= rules.opening_pure), default=0
    )
    placements = oracle.placements(hand, rules)
    assert len(set(placements)) == len(placements)
    assert {tuple(sorted(laid.cards)) for laid in placements} == {
        piece.cards for piece in oracle.pieces(hand, rules)
    }


# -------------------------------------------------------------------------------- worked examples


def test_a_declaration_needs_two_runs_one_of_them_pure() -> None:
    rules = replace(oracle.INDIAN13, wild_rank=6)
    ready = read_hand("AH 2H 3H 4H  7C 8C JK  KC KD KH  2S 2D 2C")
    assert oracle.can_declare(ready, rules)
    assert oracle.count(ready, rules) == 0
    impure = read_hand("AH 2H JK 4H  7C 8C JK  KC KD KH  2S 2D 2C")
    assert not oracle.can_declare(impure, rules)
    assert oracle.least(impure, rules) == 0
    assert oracle.count(impure, rules) == 10 + 2 + 4 + 15 + 30 + 6
    one_run = read_hand("AH 2H 3H 4H  7C 7D 7S  KC KD KH  2S 2D 2C")
    assert oracle.count(one_run, rules) == 76
    assert oracle.count(read_hand("QC QD QH QS KC KD KH KS 9C 9D 9H AS 2H"), rules) == 80
    split = read_hand("AH 2H 3H 4H 5H 6H 7H  KC KD KH  2S 2D 2C")
    assert oracle.can_declare(split, rules)
    with_one_more = (*ready, (11, "S"))
    assert not oracle.can_declare(with_one_more, rules)
    assert oracle.declaring_discards(with_one_more, rules) == [(11, "S")]
