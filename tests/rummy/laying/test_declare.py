"""Declaring in Indian rummy, against the slow definition, and what is wrong with a declaration."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from suitwise.rummy import (
    Hand,
    Meld,
    Rules,
    can_declare,
    count,
    declaration,
    declaration_fault,
    declaring_discards,
)
from suitwise.rummy.rules.melds import read_group
from suitwise.rummy.rules.rules import INDIAN13, SEED, card_of
from suitwise.rummy.solve.arrangement import left_over
from tests.oracles import rummy_oracle as oracle
from tests.rummy.dealt import (
    declaring_rules,
    oracle_card,
    oracle_hand,
    oracle_rules,
    some_hand,
    some_rules,
)


def melded_hand(rng: Random, rules: Rules, melds: int) -> Hand:
    """Return the cards of some melds, a wild card for one of them at times, now and then one off."""
    counts = [0] * 53
    for _ in range(melds):
        suit, low = rng.randrange(4), rng.randint(1, 12)
        as_set = rng.random() < 0.4
        cards = [card_of(s, low) for s in range(3)] if as_set else _run(suit, low)
        for card in cards:
            at = 52 if rng.random() < 0.12 else card if rng.random() < 0.97 else card_of(suit, 13)
            counts[at] = min(counts[at] + 1, 2)
    return Hand(tuple(counts), rules)


def _run(suit: int, low: int) -> list[int]:
    return [card_of(suit, low + k) for k in range(3)]


def grouped(rng: Random, hand: Hand, melds: tuple[Meld, ...]) -> str:
    """Return melds of a hand with the cards that lie in them, the wild ones as what they are."""
    wild = list(left_over(hand, (), [card for meld in melds for card in meld.cards]))
    while True:  # until none lies on its own place
        rng.shuffle(wild)
        rest = iter(wild)
        laid = [[*meld.cards, *islice(rest, len(meld) - len(meld.cards))] for meld in melds]
        texts = [" ".join(map(str, cards)) for cards in laid]
        read = [read_group(text, hand.rules).readings for text in texts]
        if all(meld in readings for meld, readings in zip(melds, read, strict=True)):
            return " | ".join(texts)


@pytest.mark.exhaustive
def test_a_hand_can_be_declared_when_the_definition_says_so(exhaustive: bool) -> None:
    rng = Random(13)
    declared = 0
    for _ in range(3_000 if exhaustive else 50):
        rules = replace(INDIAN13, wild=rng.choice(("", "7", "A")))
        hand = melded_hand(rng, rules, rng.randint(2, 4))
        melds = declaration(hand, compiled=True)
        assert (melds is not None) == oracle.can_declare(oracle_hand(hand), declaring_rules(rules))
        if melds is not None:
            declared += 1
            assert declaration_fault(hand, melds) is None
            assert declaration_fault(hand, grouped(rng, hand, melds)) is None
            assert count(hand, compiled=True) == 0
    assert declared > 5


@pytest.mark.exhaustive
def test_hands_of_any_rule_set_are_declared_and_counted_as_defined(exhaustive: bool) -> None:
    rng = Random(14)
    for _ in range(2_000 if exhaustive else 30):
        rules = some_rules(rng)
        hand = some_hand(rng, rules, 2, 10)
        known = oracle_hand(hand)
        declared = oracle.can_declare(known, declaring_rules(rules))
        assert can_declare(hand, compiled=True) == declared
        assert count(hand, compiled=True) == oracle.count(known, oracle_rules(rules))


@pytest.mark.exhaustive
def test_the_discards_that_declare_are_those_of_the_definition(exhaustive: bool) -> None:
    rng = Random(15)
    for _ in range(500 if exhaustive else 10):
        hand = melded_hand(rng, INDIAN13, rng.randint(2, 4))
        hand = hand.plus(next(c for c in range(rng.randrange(40), 52) if hand.counts[c] < 2))
        found = sorted(map(oracle_card, declaring_discards(hand, compiled=True)))
        assert found == oracle.declaring_discards(oracle_hand(hand), declaring_rules(INDIAN13))


@pytest.mark.parametrize(
    ("cards", "declares"),
    [
        ("H3 H4 H5 H6 H7 H8", True),
        ("H3 H4 H5 H6 H7", False),
        ("H3 H4 H5 S7 S8 JK", True),
        ("H3 H4 JK S7 S8 JK", False),
        ("H3 H4 H5 S9 D9 C9", False),
        ("HQ HK HA SA S2 S3 D9 C9 H9 S9 D5 C5 JK", True),
        ("HK HA H2 S3 S4 S5 D3 D4 D5", False),
        ("", False),
    ],
)
def test_two_runs_are_needed_one_of_them_pure(cards: str, declares: bool) -> None:
    hand = Hand.of(cards, INDIAN13)
    assert can_declare(hand) is can_declare(hand, compiled=True) is declares


def test_a_card_of_the_wild_rank_in_its_own_place_leaves_a_run_pure() -> None:
    rules = replace(INDIAN13, wild="4")
    hand = Hand.of("H3 H4 H5 S7 S8 D4", rules)
    assert can_declare(hand)
    assert declaration_fault(hand, "H3 H4 H5 | S7 S8 [S9]") is None
    assert declaration_fault(hand, "H3 [H4] H5 | S7 S8 [S9]") == (
        "H3 [H4] H5 holds a wild card, and 1 run without one is needed"
    )


@pytest.mark.parametrize(
    ("melds", "sentence"),
    [
        ("H3 H4 H5 | H6 H7 H8 | S9 D9 [9]", None),
        ("H3 H4 H5 H6 H7 H8 | S9 D9 [9]", "H3 H4 H5 H6 H7 H8 is the only run, and 2 are needed"),
        ("H3 H4 [H5] | H6 H7 H8 | S9 D9", "S9 D9: a set has 3 or 4 cards"),
        ("H3 H4 H5 | H6 H7 H8", "S9, D9, JK are in no meld"),
        ("H3 H4 H5 | H6 H7 H8 [H9]", "S9, D9 are in no meld"),
        ("H3 H4 H5 [H6] | H6 H7 H8 | S9 D9 [9]", "S9 D9 [9]: the hand has no further wild card"),
        ("H3 H4 H5 | H5 H6 H7 H8", "H5 H6 H7 H8: the hand holds H5 only once"),
        ("S9 D9 [9]", "H3, H4, H5, H6, H7, H8 are in no meld"),
        ("H3 H4 H6", "H3 H4 H6 is neither a run nor a set"),
    ],
)
def test_a_fault_says_what_a_declaration_lacks(melds: str, sentence: str | None) -> None:
    hand = Hand.of("H3 H4 H5 H6 H7 H8 S9 D9 JK", INDIAN13)
    assert declaration_fault(hand, melds) == sentence


def test_a_fault_says_which_runs_are_too_few() -> None:
    assert declaration_fault(Hand.of("S9 H9 D9", INDIAN13), "S9 H9 D9") == (
        "there is no run, and 2 are needed"
    )
    hand = Hand.of("H3 H4 H5 S7 S8 S9", replace(INDIAN13, runs=3))
    assert declaration_fault(hand, "H3 H4 H5 | S7 S8 S9") == (
        "H3 H4 H5 and S7 S8 S9 are the only runs, and 3 are needed"
    )


@pytest.mark.parametrize(
    ("cards", "melds", "sentence"),
    [
        ("H3 H4 H5 S4 S5 C9 S7", "H3 H4 H5 | S4 S5 C9 S7", None),
        ("H3 H4 H5 S4 S5 C9", "H3 H4 H5 | S4 S5 C9", None),  # either run will do
        ("S7 S8 S9 H5 D9 JK", "S7 S8 S9 | H5 D9 JK", None),  # a run, as two are needed
        ("S7 S8 S9 H9 D9 C9", "S7 S8 S9 | H9 D9 C9", None),
        ("H3 H4 C9 S4 S5 JK", "H3 H4 C9 | S4 S5 JK", "H3 H4 [H5] holds a wild card, and 1 run "),
        ("H3 H4 H5 S4 S5 C9 JK", "H3 H4 H5 | S4 S5 C9", "JK is in no meld"),
        ("H3 H4 H5 S4 S5 C9 JK", "H3 H4 H5 | S4 S5 JK", "C9 is in no meld"),
        ("H3 H4 H5 S4 S5 C9", "H3 H4 H5 | S4 S5 D9", "the hand holds no D9"),
        ("H3 H4 H5 S4 S5 C9", "H3 H4 H5 | S4 C9 H6", "S4 C9 H6 is neither"),
    ],
)
def test_a_wild_card_may_be_shown_as_what_it_is(
    cards: str, melds: str, sentence: str | None
) -> None:
    rules = replace(INDIAN13, wild="9")
    fault = declaration_fault(Hand.of(cards, rules), melds)
    assert fault is None if sentence is None else str(fault).startswith(sentence)


def test_a_hand_that_lost_counts_at_most_eighty() -> None:
    tens = Hand.of("SA HA DA CA SK HK DK CK SJ HJ D9 C9 H2", INDIAN13)
    assert (tens.points, count(tens)) == (120, 80)
    assert count(Hand.of("H3 H4 H5 S7 S8 S9 DK", INDIAN13)) == 10
    assert count(Hand.of("H3 H4 H5 S7 D8 S9 DK", INDIAN13)) == 46


def test_a_pure_run_may_be_enough_for_melds_to_count_where_two_runs_declare() -> None:
    some_tables = replace(INDIAN13, counting_runs=1)
    assert str(some_tables) == "indian13(counting_runs=1)"
    cards = "H3 H4 H5 S9 D9 C9 CK"
    assert count(Hand.of(cards, INDIAN13)) == 49
    assert count(Hand.of(cards, some_tables)) == 10
    assert count(Hand.of("H3 H4 JK S9 D9 C9 CK", some_tables)) == 44
    assert not can_declare(Hand.of("H3 H4 H5 S9 D9 C9", some_tables))
    assert can_declare(Hand.of("H3 H4 H5 S9 ST SJ", some_tables))


def test_where_no_runs_are_needed_it_is_enough_that_all_is_melded() -> None:
    assert can_declare(Hand.of("S9 H9 D9", SEED))
    assert can_declare(Hand.of("", SEED))
    assert not can_declare(Hand.of("S9 H9 D9 D8", SEED))
