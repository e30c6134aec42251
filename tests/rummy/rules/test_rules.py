"""Rule sets: their bounds, what they say of a card, and their text."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.cards import ANY_JOKER, Card
from suitwise.errors import NotationError
from suitwise.rummy import NAMED, Rules, Set
from suitwise.rummy.rules.rules import INDIAN13, RAMI51, RAMI71, RANKS_IN_ORDER, card_of, rank_of
from tests.rummy.dealt import fault_of, rule_sets


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


@given(st.one_of(st.text(), st.text("seed(gin)=,/0123 \n", max_size=30)))
def test_any_text_is_a_rule_set_or_has_a_fault_in_one_line(text: str) -> None:
    fault = fault_of(Rules.parse, text)
    assert "\n" not in fault
    assert len(fault) < 300


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
