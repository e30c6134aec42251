"""Laying down: each meld must be one, and the hand must have its cards."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations_with_replacement, islice
from random import Random

import pytest

from suitwise import rummy
from suitwise.errors import IllegalPosition
from suitwise.rummy.rules.hand import candidates
from suitwise.rummy.rules.melds import melds_text, read_group
from suitwise.rummy.rules.rules import INDIAN13, RAMI51, RAMI71, RUMMIKUB, SEED, card_of
from suitwise.rummy.solve.arrangement import left_over, run_before_set
from suitwise.rummy.solve.laying import as_melds, fault_laid, laying_fault
from tests.oracles import rummy_oracle as oracle
from tests.rummy.dealt import (
    ACES,
    declaring_rules,
    oracle_card,
    oracle_hand,
    oracle_rules,
    some_hand,
    some_rules,
    wild_rules,
)

RULES = rummy.Rules(jokers=4, wild="7", ace="both")
HAND = rummy.Hand.of("H3 H4 H5 H7 S8 S9 D9 JK", RULES)


def fault_in(hand: rummy.Hand, melds: str) -> str | None:
    """Return why melds can't be laid down from a hand."""
    return fault_laid(hand, melds, lambda melds, left: None)


@pytest.mark.parametrize(
    ("melds", "sentence"),
    [
        ("", None),
        ("H3 H4 H5 | S8 S9 [ST]", None),
        ("H3 H4 H5 [H6] H7 | S9 D9 [9]", "S9 D9 [9]: the hand has no further wild card"),
        ("H3 H4 H5 [H6] | S9 D9 [9]", None),
        ("H3 H4 H5 | S9 D9 C9", "S9 D9 C9: the hand holds no C9"),
        ("H3 H4 H5 | H5 [H6] H7", "H5 [H6] H7: the hand holds H5 only once"),
        ("H3 H4 H6", "H3 H4 H6 is neither a run nor a set"),
        ("H3 H4 H5 |", "a meld without cards is neither a run nor a set"),
        ("H3 H4 H5 | S8 S9 JK", None),
        ("H3 H4 H5 | S8 S9 H7", None),
        ("H3 H4 H5 JK H7 | S9 D9 JK", "the hand holds JK only once"),
        ("H3 H4 H5 JK H7 | S9 D9 [9]", "S9 D9 [9]: the hand has no further wild card"),
        ("S8 S9 C7", "the hand holds no C7"),
    ],
)
def test_a_fault_names_the_meld(melds: str, sentence: str | None) -> None:
    assert fault_in(HAND, melds) == sentence


@pytest.mark.parametrize(
    ("cards", "melds", "sentence"),
    [
        ("H6 H7 H8", "H6 H7 H8", None),
        ("H6 H7 H8", "H6 [H7] H8", "H6 [H7] H8: on its own place a card is not wild"),
        ("H6 H8 JK", "H6 [H7] H8", None),
        ("H6 H8 S7", "H6 [H7] H8", None),
        ("S7 H7 D7 C7", "S7 H7 D7 [7]", "S7 H7 D7 [7]: on its own place a card is not wild"),
        ("S7 H7 D7 D7", "S7 H7 D7 [7]", None),
        ("S7 H7 C7", "S7 H7 [7]", "S7 H7 [7]: on its own place a card is not wild"),
        ("S7 H7 H7", "S7 H7 [7]", None),
        ("S7 S8 H8 D8 C7", "S7 [7] [7]", "S7 [7] [7]: the hand has no further wild card"),
        ("H6 H7 H8 S3 S4 JK", "H6 [H7] H8 | S3 S4 [S5]", None),
        (
            "H6 H7 H8 S3 S4",
            "S3 S4 [S5] | H6 [H7] H8",
            "H6 [H7] H8: the hand has no further wild card",
        ),
        (
            "H6 H7 H7 H8 S6 S8",
            "S6 [S7] S8 | H6 [H7] H8",
            "H6 [H7] H8: on its own place a card is not wild",
        ),
    ],
)
def test_a_card_of_the_wild_rank_is_not_wild_on_its_own_place(
    cards: str, melds: str, sentence: str | None
) -> None:
    assert fault_in(rummy.Hand.of(cards, RULES), melds) == sentence


@pytest.mark.exhaustive
def test_the_combos_of_a_hand_are_just_the_melds_that_can_be_laid_down(exhaustive: bool) -> None:
    """1,000 hands of 7 cards; a sample of 150."""
    rng = Random(5)
    for _ in range(1000 if exhaustive else 150):
        rules = replace(RULES, wild=rng.choice("5A"), ace=rng.choice(ACES))
        hand = some_hand(rng, rules, 6, 7, 2)
        laid = {combo.melds for combo in rummy.combos(hand)}
        some = [meld for meld in candidates(hand) if len(meld) < 5]
        for melds in combinations_with_replacement(some, rng.choice((1, 2))):
            found = tuple(sorted(melds, key=run_before_set))
            assert (laying_fault(hand, found) is None) == (found in laid), (hand, found)


def test_the_second_copy_is_missed_where_there_is_only_one() -> None:
    hand = rummy.Hand.of("H3 H4 H5 H5", SEED)
    melds = [rummy.Run(1, 3, 5), rummy.Run(1, 3, 5)]
    assert laying_fault(hand, melds) == "H3 H4 H5: the hand holds H3 only once"


def test_a_meld_that_is_none_is_not_laid_down() -> None:
    fault = laying_fault(HAND, [rummy.Set(9, (0, 0, 2))])
    assert fault is not None
    assert "is not made of cards of different suits" in fault


def test_melds_read_back_from_their_text() -> None:
    melds = as_melds("H3 H4 H5 [H6] | S9 D9 [9]", RULES)
    assert as_melds(melds_text(melds), RULES) == melds
    assert as_melds(melds, RULES) == melds
    assert as_melds("  ", RULES) == ()
    with pytest.raises(IllegalPosition, match="S9 D9: a set has 3 or 4 cards"):
        as_melds("H3 H4 H5 | S9 D9", RULES)


# --- Declaring in Indian rummy --------------------------------------------------------------------


def melded_hand(rng: Random, rules: rummy.Rules, melds: int) -> rummy.Hand:
    """Return the cards of some melds, a wild card for one of them at times, now and then one off."""
    counts = [0] * 53
    for _ in range(melds):
        suit, low = rng.randrange(4), rng.randint(1, 12)
        as_set = rng.random() < 0.4
        cards = [card_of(s, low) for s in range(3)] if as_set else _run(suit, low)
        for card in cards:
            at = 52 if rng.random() < 0.12 else card if rng.random() < 0.97 else card_of(suit, 13)
            counts[at] = min(counts[at] + 1, 2)
    return rummy.Hand(tuple(counts), rules)


def _run(suit: int, low: int) -> list[int]:
    return [card_of(suit, low + k) for k in range(3)]


def grouped(rng: Random, hand: rummy.Hand, melds: tuple[rummy.Meld, ...]) -> str:
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
        melds = rummy.declaration(hand, compiled=True)
        assert (melds is not None) == oracle.can_declare(oracle_hand(hand), declaring_rules(rules))
        if melds is not None:
            declared += 1
            assert rummy.declaration_fault(hand, melds) is None
            assert rummy.declaration_fault(hand, grouped(rng, hand, melds)) is None
            assert rummy.count(hand, compiled=True) == 0
    assert declared > 5


@pytest.mark.exhaustive
def test_hands_of_any_rule_set_are_declared_and_counted_as_defined(exhaustive: bool) -> None:
    rng = Random(14)
    for _ in range(2_000 if exhaustive else 30):
        rules = some_rules(rng)
        hand = some_hand(rng, rules, 2, 10)
        known = oracle_hand(hand)
        declared = oracle.can_declare(known, declaring_rules(rules))
        assert rummy.can_declare(hand, compiled=True) == declared
        assert rummy.count(hand, compiled=True) == oracle.count(known, oracle_rules(rules))


@pytest.mark.exhaustive
def test_the_discards_that_declare_are_those_of_the_definition(exhaustive: bool) -> None:
    rng = Random(15)
    for _ in range(500 if exhaustive else 10):
        hand = melded_hand(rng, INDIAN13, rng.randint(2, 4))
        hand = hand.plus(next(c for c in range(rng.randrange(40), 52) if hand.counts[c] < 2))
        found = sorted(map(oracle_card, rummy.declaring_discards(hand, compiled=True)))
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
    hand = rummy.Hand.of(cards, INDIAN13)
    assert rummy.can_declare(hand) is rummy.can_declare(hand, compiled=True) is declares


def test_a_card_of_the_wild_rank_in_its_own_place_leaves_a_run_pure() -> None:
    rules = replace(INDIAN13, wild="4")
    hand = rummy.Hand.of("H3 H4 H5 S7 S8 D4", rules)
    assert rummy.can_declare(hand)
    assert rummy.declaration_fault(hand, "H3 H4 H5 | S7 S8 [S9]") is None
    assert rummy.declaration_fault(hand, "H3 [H4] H5 | S7 S8 [S9]") == (
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
    hand = rummy.Hand.of("H3 H4 H5 H6 H7 H8 S9 D9 JK", INDIAN13)
    assert rummy.declaration_fault(hand, melds) == sentence


def test_a_fault_says_which_runs_are_too_few() -> None:
    assert rummy.declaration_fault(rummy.Hand.of("S9 H9 D9", INDIAN13), "S9 H9 D9") == (
        "there is no run, and 2 are needed"
    )
    hand = rummy.Hand.of("H3 H4 H5 S7 S8 S9", replace(INDIAN13, runs=3))
    assert rummy.declaration_fault(hand, "H3 H4 H5 | S7 S8 S9") == (
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
    fault = rummy.declaration_fault(rummy.Hand.of(cards, rules), melds)
    assert fault is None if sentence is None else str(fault).startswith(sentence)


def test_a_hand_that_lost_counts_at_most_eighty() -> None:
    tens = rummy.Hand.of("SA HA DA CA SK HK DK CK SJ HJ D9 C9 H2", INDIAN13)
    assert (tens.points, rummy.count(tens)) == (120, 80)
    assert rummy.count(rummy.Hand.of("H3 H4 H5 S7 S8 S9 DK", INDIAN13)) == 10
    assert rummy.count(rummy.Hand.of("H3 H4 H5 S7 D8 S9 DK", INDIAN13)) == 46


def test_a_pure_run_may_be_enough_for_melds_to_count_where_two_runs_declare() -> None:
    some_tables = replace(INDIAN13, counting_runs=1)
    assert str(some_tables) == "indian13(counting_runs=1)"
    cards = "H3 H4 H5 S9 D9 C9 CK"
    assert rummy.count(rummy.Hand.of(cards, INDIAN13)) == 49
    assert rummy.count(rummy.Hand.of(cards, some_tables)) == 10
    assert rummy.count(rummy.Hand.of("H3 H4 JK S9 D9 C9 CK", some_tables)) == 44
    assert not rummy.can_declare(rummy.Hand.of("H3 H4 H5 S9 D9 C9", some_tables))
    assert rummy.can_declare(rummy.Hand.of("H3 H4 H5 S9 ST SJ", some_tables))


def test_where_no_runs_are_needed_it_is_enough_that_all_is_melded() -> None:
    assert rummy.can_declare(rummy.Hand.of("S9 H9 D9", SEED))
    assert rummy.can_declare(rummy.Hand.of("", SEED))
    assert not rummy.can_declare(rummy.Hand.of("S9 H9 D9 D8", SEED))


# --- The opening: the most that a hand can lay down, against the slow definition ------------------


def check(hand: rummy.Hand) -> None:
    """Compare a hand's best opening with the slow definition, and see that it can be laid down."""
    given, rules = oracle_hand(hand), oracle_rules(hand.rules)
    best = rummy.best_opening(hand, compiled=True)
    assert (best.points if best else 0) == oracle.opening(given, rules), f"{hand}: {best}"
    assert rummy.can_open(hand, compiled=True) == oracle.can_open(given, rules)
    if best is not None:
        assert best.points == sum(meld.opening_points(hand.rules) for meld in best.melds)
        assert (rummy.opening_fault(hand, best.melds) is None) == best.is_enough


@pytest.mark.exhaustive
def test_the_best_opening_is_what_the_definition_says(exhaustive: bool) -> None:
    rng = Random(11)
    for _ in range(3_000 if exhaustive else 40):
        rules = (
            wild_rules(rng) if rng.random() < 0.6 else rummy.NAMED[rng.choice(sorted(rummy.NAMED))]
        )
        check(some_hand(rng, rules, 5, 12, wilds=4))


def test_wild_cards_that_open_stand_at_the_dear_end_even_in_a_long_run() -> None:
    rules = rummy.Rules(jokers=12, ace="both", opening=30)
    best = rummy.best_opening(rummy.Hand.of("H3 H4 H5 JK JK JK", rules))
    assert str(best) == "H3 H4 H5 [H6] [H7] [H8] = 33"
    rng = Random(12)
    for _ in range(12):
        check(
            rummy.Hand.of(
                [*rng.sample(range(52), rng.randint(1, 3)), *[54] * rng.randint(3, 7)], rules
            )
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
def test_what_a_hand_opens_with(cards: str, rules: rummy.Rules, points: int, opens: bool) -> None:
    hand = rummy.Hand.of(cards, rules)
    best = rummy.best_opening(hand)
    assert (best.points if best else 0) == points
    assert rummy.can_open(hand) is opens


def test_melds_without_points_open_where_any_meld_does() -> None:
    rules = rummy.Rules(points=(0,) * 13)
    assert rummy.can_open(rummy.Hand.of("H3 H4 H5", rules))
    assert str(rummy.best_opening(rummy.Hand.of("H3 H4 H5 H6", rules))) == "H3 H4 H5 H6 = 0"


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
    assert rummy.opening_fault(rummy.Hand.of("H9 HT HJ SA DA JK", RAMI51), melds) == sentence


def test_a_wild_card_shown_as_what_it_is_opens_at_its_dear_end() -> None:
    rules, melds = replace(RAMI51, opening_pure_run=False), "HT HJ JK | SA DA CA"
    enough, more = replace(rules, opening=63), replace(rules, opening=64)
    cards = "HT HJ JK SA DA CA"
    assert rummy.opening_fault(rummy.Hand.of(cards, enough), melds) is None
    short = "the melds count 63, and an opening needs 64"
    assert rummy.opening_fault(rummy.Hand.of(cards, more), melds) == short


def test_a_pure_run_is_not_joined_to_one_that_is_not() -> None:
    hand = rummy.Hand.of("H5 H6 H7 H8 H9 JK SQ HQ DQ", RAMI51)
    best = rummy.best_opening(hand)
    assert best is not None
    assert rummy.opening_fault(hand, best.melds) is None
    assert rummy.best_opening(rummy.Hand.of("H5 H6", INDIAN13)) is None
