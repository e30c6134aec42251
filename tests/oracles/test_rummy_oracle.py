"""The rummy oracle itself: known answers, worked examples, and its two searches against each other."""

from __future__ import annotations

import json
from dataclasses import replace
from math import prod
from pathlib import Path
from random import Random

import pytest

from tests.oracles import rummy_oracle as oracle
from tests.oracles.rummy_oracle import JOKER, Hand, Rules, Run, Set, read_hand

CASES = Path(__file__).parents[1] / "data" / "rummy" / "cases.json"

HAND_A = "11C 3H 4H 11D 3D 5H 9D 2H 6H 3C 4H 3D 4D 5H 12D 3C"
ISLAND = "2H3H4H5H4H5H6H3C3C3D3D4D"


# ---------------------------------------------------------------------------------- known answers


@pytest.mark.parametrize(
    ("hand", "numbers"),
    [
        (HAND_A, (55, 9, 1, 12, 2, 2)),
        (ISLAND, (16, 5, 1, 12, 2, 2)),
        ("1C 1D 5D 1H 2H 3H 4H 5H 1S 2S 4S 5S 6S", (7, 2, 2, 76, 4, 2)),
        ("8C 9C 10C 11C 12C 13C 1D 7D 9D 11D 8S 10S 11S", (55, 7, 3, 14, 3, 2)),
        ("4C 5C 7C 9C 3D 3D 4D 6D 9D 3H 4H 5H 5H 7H", (62, 11, 2, 3, 2, 2)),
        ("", (0, 0, 1, 1, 1, 1)),
    ],
)
def test_the_six_numbers_of_a_hand(hand: str, numbers: tuple[int, ...]) -> None:
    assert tuple(oracle.summary(read_hand(hand)).values()) == numbers


@pytest.mark.skipif(not CASES.exists(), reason="the cases with known answers are not here")
def test_all_hands_with_known_answers() -> None:
    families = json.loads(CASES.read_text(encoding="utf-8"))
    for case in families["seed_hands"] + families["random"] + families["dense"]:
        hand = read_hand(case["hand"])
        found = oracle.summary(hand)
        assert found == {name: case[name] for name in found}
        combos = oracle.combos(hand)
        assert len(set(combos)) == len(combos) == found["combos"]
        assert len(oracle.optima(hand)) == found["optimal_combos"]
        assert len(oracle.maximal(hand)) == found["maximal_combos"]
        assert oracle.least(hand) == found["points"]
        assert oracle.least(hand, by="cards") == found["cards_left"]


def test_the_best_of_the_seeds_island() -> None:
    island = read_hand(ISLAND)
    best = (Run("H", 2, 5), Run("H", 4, 6))
    assert oracle.optima(island) == oracle.optima(island, by="cards") == [best]
    assert oracle.show(oracle.dump(island, best)) == "3C 3C 3D 3D 4D"
    other = (Run("H", 4, 6), Set(3, "CDH"))
    assert sorted(map(len, oracle.maximal(island))) == [2, 2]
    assert set(oracle.maximal(island)) == {best, other}
    assert oracle.total_points(oracle.dump(island, other), oracle.SEED) == 21


def test_hand_a_has_three_islands_and_one_that_melds() -> None:
    hand = read_hand(HAND_A)
    assert oracle.islands(hand) == [read_hand(ISLAND), read_hand("9D"), read_hand("11C 11D 12D")]
    assert oracle.islands(hand, pruned=True) == [oracle.minus(read_hand(ISLAND), read_hand("4D"))]


# -------------------------------------------------------------------------- the seed's algorithm


@pytest.mark.parametrize(
    ("hand", "reading", "points", "leaves", "best"),
    [
        (ISLAND, "literal", "3H", 2, 21),
        (ISLAND, "window", "3H 6H", 6, 16),
        (ISLAND, "copies", "2H 3H 6H", 12, 16),
        (ISLAND, "full", "2H 3H 6H", 16, 16),
        ("3H4H5H5H6H7H", "literal", "", 1, 5),
        ("3H4H5H5H6H7H", "window", "", 1, 5),
        ("3H4H5H5H6H7H", "copies", "3H 4H 6H 7H", 16, 0),
        ("9H10H10H11H11H12H", "literal", "", 1, 20),
        ("9H10H10H11H11H12H", "copies", "9H 12H", 4, 0),
        ("3C3C3D3D3H3S", "literal", "", 1, 6),
        ("3C3C3D3D3H3S", "copies", "3H 3S", 4, 0),
    ],
)
def test_what_each_reading_of_the_seed_finds(
    hand: str, reading: oracle.Reading, points: str, leaves: int, best: int
) -> None:
    cards = read_hand(hand)
    assert oracle.show(oracle.control_points(cards, reading=reading)) == points
    found = oracle.seed_combos(cards, reading)
    assert len(found) == leaves
    assert set(found) <= set(oracle.combos(cards))
    assert min(oracle.total_points(oracle.dump(cards, one), oracle.SEED) for one in found) == best


def test_a_card_of_three_placements_and_two_copies_is_a_control_point() -> None:
    hand = read_hand("3H3H4H4H5H5H6H 4C4D")
    assert oracle.control_points(hand) == [(4, "H")]
    assert oracle.control_points(oracle.minus(hand, [(3, "H")])) == []


def test_the_looser_readings_of_the_seed_list_five_combos_two_of_them_not_maximal() -> None:
    island = read_hand(ISLAND)
    for reading in ("window", "copies", "full"):
        found = set(oracle.seed_combos(island, reading))
        left = [oracle.dump(island, combo) for combo in found]
        assert len(found) == 5
        assert set(left) >= oracle.maximal_dumps(island)


def test_the_copies_reading_misses_no_maximal_dump_of_two_decks() -> None:
    rng = Random(1)
    for _hand in range(60):
        hand = deal(rng, 14, 2, range(1, 7))
        left = {oracle.dump(hand, combo) for combo in oracle.seed_combos(hand, "copies")}
        assert left >= oracle.maximal_dumps(hand)


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


@pytest.mark.parametrize("number", range(60))
def test_natural_hands_against_all_subsets_of_the_list_of_melds(number: int) -> None:
    rng = Random(number)
    rules = replace(random_rules(rng), wild_rank=None)
    suits, width = rng.choice([("C", 5), ("CD", 4), ("CDH", 3), ("CDHS", 3)])
    low = rng.choice([1, 5, 14 - width])
    hand = deal(rng, rng.randrange(9, 13), 3, range(low, low + width), suits)
    if low == 14 - width and rng.random() < 0.5:  # the ace beside the king
        hand = tuple(sorted((1, suit) if rank == low else (rank, suit) for rank, suit in hand))
    by_subsets = {
        tuple(sorted(piece.cards for piece in combo))
        for combo in oracle.combos_by_subsets(hand, rules)
    }
    found = [
        tuple(sorted(tuple(sorted(oracle.meld_cards(meld))) for meld in combo))
        for combo in oracle.combos(hand, rules)
    ]
    assert len(set(found)) == len(found) == oracle.number_of_combos(hand, rules)
    assert set(found) == by_subsets
    left = {oracle.dump(hand, combo) for combo in oracle.combos(hand, rules)}
    assert oracle.dumps(hand, rules) == set(oracle.tally(hand, rules)) == left


@pytest.mark.parametrize("number", range(80))
def test_hands_with_wild_cards_against_all_subsets_of_the_list_of_melds(number: int) -> None:
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


@pytest.mark.parametrize("number", range(20))
def test_islands_are_independent(number: int) -> None:
    rng = Random(2000 + number)
    rules = Rules(decks=3, ace=rng.choice(["low", "high", "both"]))
    hand = deal(rng, 18, 3, range(1, 14))
    for pruned in (False, True):
        islands = oracle.islands(hand, rules, pruned)
        each = [oracle.number_of_combos(island, rules) for island in islands]
        assert prod(each) == oracle.number_of_combos(hand, rules)
        lone = oracle.minus(hand, (card for island in islands for card in island))
        assert pruned or not lone
        assert oracle.least(hand, rules) == oracle.total_points(lone, rules) + sum(
            oracle.least(island, rules) for island in islands
        )


# -------------------------------------------------------------------------------- worked examples


def test_the_ace_is_low_or_high_and_never_between() -> None:
    low, high, both = (Rules(ace=ace) for ace in ("low", "high", "both"))
    for text, points in [
        ("AH 2H 3H", (0, 6, 0)),
        ("QH KH AH", (21, 0, 0)),
        ("KH AH 2H", (13,) * 3),
    ]:
        hand = read_hand(text)
        assert tuple(oracle.least(hand, rules) for rules in (low, high, both)) == points
    row = [(rank, "H") for rank in range(1, 14)]
    assert max(len(oracle.meld_cards(meld)) for meld in oracle.melds(row, both)) == 13
    assert {Run("H", 1, 13), Run("H", 2, 14)} <= set(oracle.melds(row, both))


def test_two_copies_never_lie_in_one_set() -> None:
    assert oracle.least(read_hand("8C 8C 8D")) == 24
    assert oracle.least(read_hand("8C 8C 8D 8D 8H 8S")) == 0
    assert oracle.least(read_hand("8C 8D 8H 8S JK"), Rules(jokers=2, joker_points=5)) == 5


def test_a_wild_card_stands_for_any_card_and_for_itself() -> None:
    rules = Rules(jokers=2, wild_rank=8, joker_points=20)
    assert oracle.least(read_hand("5C 6C JK"), rules) == 0
    assert oracle.least(read_hand("8C 8C 8D"), rules) == 0  # one 8C stands for 8H or 8S
    assert oracle.least(read_hand("JK JK 4H"), rules) == 0
    assert oracle.least(read_hand("JK JK JK"), rules) == 60
    assert oracle.least(read_hand("JK JK JK"), replace(rules, min_natural=0)) == 0
    assert oracle.least(read_hand("JK JK 4H"), replace(rules, max_wild=1)) == 44
    alone = replace(rules, adjacent_wild=False, min_run=4, min_set=4)
    assert oracle.least(read_hand("4H 7H JK JK"), alone) == 51
    assert oracle.least(read_hand("4H 7H JK JK"), replace(alone, adjacent_wild=True)) == 0
    assert oracle.least(read_hand("4H 6H JK JK"), alone) == 0
    assert {
        oracle.is_pure(laid) for laid in oracle.placements(read_hand("7H 8C 8H 9H"), rules)
    } == {
        True,
        False,
    }


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


def test_opening_counts_the_joker_as_the_card_it_stands_for() -> None:
    exact = read_hand("10H JH QH  7C 7D JK  2S 4D")
    assert oracle.opening(exact, oracle.RAMI51) == 51
    assert oracle.can_open(exact, oracle.RAMI51)
    assert not oracle.can_open(exact, oracle.RAMI71)
    no_pure = read_hand("10H JH JK  QC QD QS")
    assert oracle.opening(no_pure, oracle.RAMI51) == 0
    assert oracle.opening(no_pure, oracle.RAMI71) == 60
    assert oracle.opening(read_hand("QH KH JK"), oracle.RAMI71) == 30
    assert oracle.opening(read_hand("QH KH JK"), replace(oracle.RAMI51, opening_pure=0)) == 31
    assert oracle.opening(read_hand("AH 2H 3H"), oracle.RAMI51) == 6
    assert oracle.opening(read_hand("AH AC AS"), replace(oracle.RAMI51, opening_pure=0)) == 33
    assert oracle.opening(read_hand("12H 13H JK"), oracle.RUMMIKUB) == 36
    assert oracle.can_open(read_hand("9H 10H 11H"), oracle.RUMMIKUB)
    assert not oracle.can_open(read_hand("9H 10H 2H"), oracle.RUMMIKUB, minimum=0)


def test_discards_and_draws_are_the_hands_after_them() -> None:
    hand = read_hand("5H 6H 7H 9H KC KD 2S")
    assert oracle.discards(hand)[(13, "C")] == 9 + 10 + 2
    draws = oracle.draws(hand)
    assert draws[(13, "H")] == 2  # the king makes a set, then the nine goes
    assert draws[(8, "H")] == 12  # 5-9, then a king goes
    assert len(draws) == 52
    assert oracle.draws(hand, discard=False)[(8, "H")] == 22
    assert oracle.improving(hand, discard=False) == {
        (8, "H"): 9,
        (13, "H"): 20,
        (13, "S"): 20,
    }
    assert (13, "C") not in oracle.draws(hand, oracle.GIN)
    assert JOKER in oracle.draws(hand, oracle.RUMMIKUB)


def test_text() -> None:
    assert read_hand("HQ 10C c10 1h AHJK") == (
        (1, "H"),
        (1, "H"),
        (10, "C"),
        (10, "C"),
        (12, "H"),
        JOKER,
    )
    assert read_hand(oracle.show(read_hand(HAND_A))) == read_hand(HAND_A)
    for wrong in ("3X", "14H", "3", "0H", "3H,"):
        with pytest.raises(ValueError, match="where a card was expected"):
            read_hand(wrong)


def test_plain_melds_are_listed_only_without_wild_cards() -> None:
    with pytest.raises(ValueError, match="wild"):
        oracle.combos(read_hand("3H JK"))
