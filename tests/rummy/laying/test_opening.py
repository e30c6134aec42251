"""The opening: the most that a hand can lay down, against the slow definition."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from suitwise.rummy import NAMED, Hand, Rules, best_opening, can_open, opening_fault
from suitwise.rummy.rules.rules import INDIAN13, RAMI51, RAMI71, RUMMIKUB, SEED
from tests.oracles import rummy_oracle as oracle
from tests.rummy.dealt import oracle_hand, oracle_rules, some_hand, wild_rules


def check(hand: Hand) -> None:
    """Compare a hand's best opening with the slow definition, and see that it can be laid down."""
    given, rules = oracle_hand(hand), oracle_rules(hand.rules)
    best = best_opening(hand, compiled=True)
    assert (best.points if best else 0) == oracle.opening(given, rules), f"{hand}: {best}"
    assert can_open(hand, compiled=True) == oracle.can_open(given, rules)
    if best is not None:
        assert best.points == sum(meld.opening_points(hand.rules) for meld in best.melds)
        assert (opening_fault(hand, best.melds) is None) == best.is_enough


@pytest.mark.exhaustive
def test_the_best_opening_is_what_the_definition_says(exhaustive: bool) -> None:
    rng = Random(11)
    for _ in range(3_000 if exhaustive else 40):
        rules = wild_rules(rng) if rng.random() < 0.6 else NAMED[rng.choice(sorted(NAMED))]
        check(some_hand(rng, rules, 5, 12, wilds=4))


def test_wild_cards_that_open_stand_at_the_dear_end_even_in_a_long_run() -> None:
    rules = Rules(jokers=12, ace="both", opening=30)
    best = best_opening(Hand.of("H3 H4 H5 JK JK JK", rules))
    assert str(best) == "H3 H4 H5 [H6] [H7] [H8] = 33"
    rng = Random(12)
    for _ in range(12):
        check(
            Hand.of([*rng.sample(range(52), rng.randint(1, 3)), *[54] * rng.randint(3, 7)], rules)
        )


@pytest.mark.parametrize(
    ("cards", "rules", "points", "opens"),
    [
        ("HA H2 H3", RAMI51, 6, False),
        ("HQ HK HA S9 D9 C9", RAMI51, 58, True),
        ("SA HA DA CA JK", RAMI51, 0, False),
        ("SA HA DA CA H2 H3", RAMI51, 39, False),
        ("SA HA DA CA HT HJ HQ", RAMI71, 70, False),
        ("SA HA DA CA HT HJ HQ HK", RAMI71, 80, True),
        ("ST HT JK", RUMMIKUB, 30, True),
        ("S9 H9 D9", RUMMIKUB, 27, False),
        ("HA H2 H3", SEED, 6, True),
        ("HA H2 H4", SEED, 0, False),
    ],
)
def test_what_a_hand_opens_with(cards: str, rules: Rules, points: int, opens: bool) -> None:
    hand = Hand.of(cards, rules)
    best = best_opening(hand)
    assert (best.points if best else 0) == points
    assert can_open(hand) is opens


def test_melds_without_points_open_where_any_meld_does() -> None:
    rules = Rules(points=(0,) * 13)
    assert can_open(Hand.of("H3 H4 H5", rules))
    assert str(best_opening(Hand.of("H3 H4 H5 H6", rules))) == "H3 H4 H5 H6 = 0"


@pytest.mark.parametrize(
    ("melds", "sentence"),
    [
        ("H9 HT HJ | SA DA [A]", None),
        ("H9 HT HJ HQ | SA DA [A]", "H9 HT HJ HQ: the hand holds no HQ"),
        ("H9 HT [HJ] | SA DA CA", "SA DA CA: the hand holds no CA"),
        ("H9 HT [HJ]", "an opening needs a run without a wild card"),
        ("H9 HT HJ", "the melds count 29, and an opening needs 51"),
        ("", "nothing is laid down"),
        ("H9 HT", "H9 HT: a run has at least 3 cards"),
        ("H9 HT HJ | SA DA JK", None),
        ("HT HJ JK | SA DA H9", "SA DA H9 is neither a run nor a set"),
        ("H9 [HT] [HJ]", "H9 [HT] [HJ]: a meld holds at most one wild card, not 2"),
    ],
)
def test_a_fault_says_what_an_opening_lacks(melds: str, sentence: str | None) -> None:
    assert opening_fault(Hand.of("H9 HT HJ SA DA JK", RAMI51), melds) == sentence


def test_a_wild_card_shown_as_what_it_is_opens_at_its_dear_end() -> None:
    rules, melds = replace(RAMI51, opening_pure_run=False), "HT HJ JK | SA DA CA"
    enough, more = replace(rules, opening=63), replace(rules, opening=64)
    cards = "HT HJ JK SA DA CA"
    assert opening_fault(Hand.of(cards, enough), melds) is None
    short = "the melds count 63, and an opening needs 64"
    assert opening_fault(Hand.of(cards, more), melds) == short


def test_a_pure_run_is_not_joined_to_one_that_is_not() -> None:
    hand = Hand.of("H5 H6 H7 H8 H9 JK SQ HQ DQ", RAMI51)
    best = best_opening(hand)
    assert best is not None
    assert opening_fault(hand, best.melds) is None
    assert best_opening(Hand.of("H5 H6", INDIAN13)) is None
