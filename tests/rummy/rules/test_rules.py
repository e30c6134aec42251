"""Rule sets: their bounds, what they say of a card, and their text."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.cards import ANY_JOKER, BLACK_JOKER, RED_JOKER, Card
from suitwise.errors import IllegalPosition, NotationError
from suitwise.rummy import NAMED, Hand, Rules, Set
from suitwise.rummy.rules.hand import SIZE
from suitwise.rummy.rules.rules import (
    GIN,
    INDIAN13,
    RAMI51,
    RAMI71,
    RANKS_IN_ORDER,
    RUMMIKUB,
    SEED,
    card_of,
    rank_of,
)
from tests.oracles import rummy_oracle as oracle
from tests.rummy.dealt import fault_of, hands, oracle_hand, oracle_rules, rule_sets


@given(rule_sets)
def test_the_text_of_a_rule_set_reads_back(rules: Rules) -> None:
    assert Rules.parse(str(rules)) == rules


@pytest.mark.parametrize("name", NAMED)
def test_a_named_rule_set_prints_as_its_name(name: str) -> None:
    assert str(NAMED[name]) == name
    assert Rules.parse(f" {name} ") == NAMED[name]


def test_a_rule_set_prints_as_the_named_one_that_it_is_nearest_to() -> None:
    assert str(Rules.parse("rami71(opening=51)")) == "rami71(opening=51)"
    assert str(Rules.parse("seed(decks=1)")) == "gin"


@pytest.mark.parametrize("points", ["", "x", "1", "1/2", "1,2,3", "1 2 3", "1/" * 12, "1/" * 13])
def test_a_text_of_points_that_is_none_is_told_how_to_write_them(points: str) -> None:
    with pytest.raises(
        NotationError, match=r"^points are 13 numbers from 0 to 100, the ace's first, "
    ):
        Rules.parse(f"gin(points={points})")
    told = fault_of(Rules.parse, "gin(points=1)")
    written = told.rpartition("points=")[2]
    assert Rules.parse(f"gin(points={written})").points[0] == 10


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"decks": 5}, "decks is a number from 1 to 4, not 5"),
        ({"jokers": -1}, "jokers is a number from 0 to 12, not -1"),
        ({"least_run": 2}, "least_run is a number from 3 to 4, not 2"),
        ({"ace": "up"}, "ace is low, high or both, not 'up'"),
        ({"wild": "10"}, "wild is a rank, one of A 2 3 4 5 6 7 8 9 T J Q K, not '10'"),
        ({"points": (1, 2)}, "points are 13 numbers from 0 to 100, the ace's first"),
        ({"decks": 1.5}, "decks is a number from 1 to 4, not 1.5"),
        ({"decks": "2"}, "decks is a number from 1 to 4, not '2'"),
        ({"cap": None}, "cap is a number from 0 to 10000, not None"),
        ({"adjacent_wilds": 1}, "adjacent_wilds is yes or no, not 1"),
        ({"wild": 7}, "wild is a rank, one of A 2 3 4 5 6 7 8 9 T J Q K, not 7"),
        ({"wild": ["7"]}, "wild is a rank, one of A 2 3 4 5 6 7 8 9 T J Q K, not ['7']"),
        ({"ace": None}, "ace is low, high or both, not None"),
        ({"points": 10}, "points are 13 numbers from 0 to 100, the ace's first"),
        ({"points": "0123456789abc"}, "points are 13 numbers from 0 to 100, the ace's first"),
        ({"points": (1.5,) * 13}, "points are 13 numbers from 0 to 100, the ace's first"),
        (
            {"runs": 2, "counting_runs": 3},
            "more runs are needed for melds to count than to declare",
        ),
        (
            {"runs": 2, "counting_runs": 1, "counting_pure_runs": 1},
            "more runs are needed for melds to count than to declare",
        ),
        ({"points": (101,) * 13}, "points are 13 numbers from 0 to 100, the ace's first"),
        ({"runs": 1, "pure_runs": 2}, "2 pure runs are more than the 1 runs that are needed"),
    ],
)
def test_a_rule_set_out_of_bounds_is_refused(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(NotationError) as fault:
        Rules(**options)
    assert str(fault.value) == sentence


def test_whole_numbers_of_any_kind_make_the_same_rule_set() -> None:
    decks: Any = np.int64(3)
    points: Any = np.arange(13)
    rules = Rules(decks=decks, points=points)
    assert rules == Rules(decks=3, points=tuple(range(13)))
    assert hash(rules) == hash(Rules.parse(str(rules)))
    assert type(rules.decks) is type(rules.points[3]) is int
    listed: Any = [1] * 13
    assert Rules.parse(str(Rules(points=listed))) == Rules(points=(1,) * 13)


def test_the_named_rule_sets_say_what_their_sources_do() -> None:
    assert (RAMI51.most_wilds, RAMI51.joker_points, RAMI51.cost(Card("HA"))) == (1, 20, 11)
    assert (RAMI71.joker_points, RAMI71.cost(Card("HA"))) == (10, 10)
    assert Set(9, (0,), 2).fault(RAMI71) is None
    assert Set(9, (0,), 2).fault(RAMI51) is not None
    assert Set(9, (0, 1, 2, 3), 1).fault(INDIAN13) == "S9 H9 D9 C9 [9]: a set has 3 or 4 cards"
    assert (INDIAN13.runs, INDIAN13.pure_runs, INDIAN13.cap) == (2, 1, 80)
    assert (INDIAN13.counting_runs, INDIAN13.counting_pure_runs) == (2, 1)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "'' is no rule set: write gin, indian13, rami51, rami71, rummikub or seed"),
        ("seed(decks=3", "'seed(decks=3' is no rule set: write gin, indian13, rami51, rami71, "),
        ("seed(deck=3)", "rules have no option 'deck'; their options: decks, jokers, wild, ace"),
        ("seed(decks=3,decks=3)", "the option decks is given twice"),
        ("seed(decks=three)", "decks is a number, not 'three'"),
        ("seed(decks=３)", "decks is a number, not '３'"),
        ("seed(points=1//3)", "points are 13 numbers from 0 to 100, "),
        ("seed(adjacent_wilds=1)", "adjacent_wilds is yes or no, not '1'"),
        ("seed(decks=9999999)", "decks is a number, not '9999999'"),
    ],
)
def test_a_text_that_is_no_rule_set_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as fault:
        Rules.parse(text)
    assert str(fault.value).startswith(sentence)


def test_a_card_of_the_wild_rank_costs_what_a_joker_does() -> None:
    rules = Rules.parse("seed(jokers=2,wild=Q,joker_points=20)")
    assert [rules.cost(Card(text)) for text in ("HQ", "JK", "HK", "HA")] == [20, 20, 10, 1]
    assert rules.has_wilds
    assert rules.wild_rank == 12
    assert not Rules().has_wilds
    assert Rules().wild_rank == 0


def test_ranks_and_suits_give_back_the_card() -> None:
    for suit in range(4):
        for rank in RANKS_IN_ORDER:
            card = card_of(suit, rank)
            assert (card // 13, rank_of(card)) == (suit, rank)
        assert card_of(suit, 14) == card_of(suit, 1)
    assert rank_of(ANY_JOKER) == 0


# --- Hands: counted cards that a rule set must have -----------------------------------------------


@given(hands(RUMMIKUB))
def test_a_hand_reads_back_and_its_points_are_the_oracles(hand: Hand) -> None:
    assert Hand.of(str(hand), RUMMIKUB) == hand
    assert Hand.of(reversed(hand.cards), RUMMIKUB) == hand
    assert len(hand) == len(hand.cards)
    assert hand.points == oracle.total_points(oracle_hand(hand), oracle_rules(RUMMIKUB))


@given(hands(INDIAN13), st.sampled_from([Card("H7"), Card("CA"), Card("JK")]))
def test_a_card_that_comes_and_goes_leaves_the_hand_as_it_was(hand: Hand, card: Card) -> None:
    try:
        more = hand.plus(card)
    except IllegalPosition:
        assert hand.counts[min(card, SIZE - 1)] == 2
        return
    assert card in more
    assert len(more) == len(hand) + 1
    assert more.minus(card) == hand


def test_all_jokers_are_one_kind_of_card() -> None:
    black, red = Hand.of([BLACK_JOKER], INDIAN13), Hand.of([RED_JOKER], INDIAN13)
    assert black == red == Hand.of("JK", INDIAN13)
    assert str(black) == "JK"
    assert Card("RJ") in black


@pytest.mark.parametrize(
    ("cards", "rules", "sentence"),
    [
        ("H3 H3", GIN, "H3 appears 2 times, but one deck holds 1"),
        ("H3 H3 H3", SEED, "H3 appears 3 times, but 2 decks hold 2"),
        (
            "H3 RJ",
            SEED,
            "JK: this rule set has no jokers: write one that has, as indian13 or seed(jokers=2)",
        ),
        ("RJ BJ JK", INDIAN13, "the hand holds 3 jokers, but there are 2"),
        ("H3 H4 H5 H6 H7 H8 H9 HT" * 6, Rules(decks=4), "H3 appears 6 times, but 4 decks hold 4"),
    ],
)
def test_a_hand_that_the_rule_set_does_not_have_is_refused(
    cards: str, rules: Rules, sentence: str
) -> None:
    with pytest.raises(IllegalPosition) as fault:
        Hand.of(cards, rules)
    assert str(fault.value) == sentence


def test_a_hand_has_at_most_sixty_cards() -> None:
    assert len(Hand.of([*range(52), *range(8)])) == 60
    with pytest.raises(IllegalPosition, match="a hand has at most 60 cards, not 61"):
        Hand.of([*range(52), *range(9)])


@pytest.mark.parametrize("counts", [(), (0,) * 52, (-1, *[0] * 52)])
def test_counts_are_53_numbers_none_below_zero(counts: tuple[int, ...]) -> None:
    with pytest.raises(IllegalPosition, match="a hand's counts are 53 numbers, none below 0"):
        Hand(counts)


def test_a_card_that_is_not_held_can_not_go() -> None:
    with pytest.raises(IllegalPosition, match="the hand holds no S9"):
        Hand.of("H3").minus(Card("S9"))


@pytest.mark.parametrize("card", [-1, 55, 200])
def test_a_number_that_is_no_card_neither_comes_nor_goes(card: int) -> None:
    hand = Hand.of("H3 JK", RUMMIKUB)
    for question in (hand.plus, hand.minus, hand.__contains__):
        with pytest.raises(NotationError, match=f"a card is an integer from 0 to 54, not {card}"):
            question(card)
