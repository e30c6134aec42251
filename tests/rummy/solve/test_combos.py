"""Combos: all of them, the maximal ones, the best ones, and their numbers."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, replace
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.cards import Card
from suitwise.errors import IllegalPosition
from suitwise.rummy import (
    Combo,
    Hand,
    Meld,
    Numbers,
    Rules,
    Run,
    Set,
    arrange,
    best,
    combos,
    maximal,
    maximal_dumps,
    number_of_combos,
    numbers,
)
from suitwise.rummy.rules.rules import INDIAN13, RAMI51
from suitwise.rummy.solve.arrangement import run_before_set
from tests.oracles import rummy_oracle as oracle
from tests.rummy.oracle_hands import (
    Dealt,
    cards,
    hands_of_the_wild_rank,
    meld,
    natural_hands,
    wild_hands,
)

CASES = Path(__file__).parents[2] / "data" / "rummy" / "cases.json"
ISLAND = "3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H"
WILD_SEVENS = replace(INDIAN13, wild="7")
LISTED = 1000
"""Combos of hands with more are counted, not listed."""
MANY_LAID = 8000
"""Ways to lay the cards of a hand on places of melds: ways that make no difference among them."""


def known_hands() -> list[dict[str, Any]]:
    parts: dict[str, list[dict[str, Any]]] = json.loads(CASES.read_text())
    return [case for name, part in parts.items() if name != "about" for case in part]


def told(combos: Iterable[Combo]) -> list[tuple[tuple[Meld, ...], tuple[Card, ...]]]:
    """Return what makes combos different."""
    return [(combo.melds, tuple(sorted(combo.left))) for combo in combos]


# --- Against what is known ------------------------------------------------------------------------


def test_there_are_107_known_hands() -> None:
    assert len(known_hands()) == 107


@pytest.mark.parametrize("case", known_hands(), ids=lambda case: case["hand"])
def test_a_known_hand_has_its_six_numbers(case: dict[str, Any]) -> None:
    known = {name: number for name, number in case.items() if name not in ("name", "hand")}
    assert asdict(numbers(Hand.of(case["hand"]))) == known


def test_the_seeds_island_is_best_as_two_runs() -> None:
    hand = Hand.of(ISLAND)
    assert [str(combo) for combo in best(hand)] == ["H2 H3 H4 H5 | H4 H5 H6 + D3 D3 D4 C3 C3 = 16"]
    assert sorted(combo.points for combo in maximal(hand)) == [16, 21]
    assert sorted(combo.cards for combo in maximal(hand)) == [5, 6]
    assert number_of_combos(hand) == len(list(combos(hand))) == 12


# --- Against the oracle ---------------------------------------------------------------------------


def test_hands_without_wild_cards_have_the_oracles_numbers(exhaustive: bool) -> None:
    """20,000 hands of 7 to 20 cards, one to three decks, some dense; a sample of 100."""
    for dealt in natural_hands(20_000 if exhaustive else 100):
        assert asdict(numbers(dealt.hand)) == oracle.summary(dealt.known, dealt.rules), dealt.hand


def test_hands_without_wild_cards_have_the_oracles_combos(exhaustive: bool) -> None:
    """2,000 hands; a sample of 40."""
    for dealt in natural_hands(2000 if exhaustive else 40, seed=1):
        if oracle.number_of_combos(dealt.known, dealt.rules) <= LISTED:
            check_lists(dealt)


def test_hands_with_wild_cards_have_the_oracles_combos(exhaustive: bool) -> None:
    """2,000 hands with up to four jokers or a wild rank, the ace anywhere; a sample of 30."""
    for dealt in wild_hands(2000 if exhaustive else 30):
        if oracle.number_of_combos(dealt.known, dealt.rules) <= LISTED:
            check_lists(dealt)


def test_hands_of_many_cards_of_the_wild_rank_have_the_oracles_combos(exhaustive: bool) -> None:
    """1,000 hands of every named rule set with a wild rank; a sample of 10."""
    for dealt in hands_of_the_wild_rank(1000 if exhaustive else 10):
        if oracle.number_of_combos(dealt.known, dealt.rules) <= MANY_LAID:
            check_lists(dealt)


def check_lists(dealt: Dealt) -> None:
    """Compare every list and every number of a hand with the oracle's combos."""
    known = {}
    for melds, left in oracle.different_combos(dealt.known, dealt.rules):
        known[tuple(sorted(map(meld, melds), key=run_before_set)), cards(left)] = left
    counting = [key for key in known if has_needed_runs(key[0], dealt.hand.rules)]
    some = counting or list(known)
    points = {key: oracle.total_points(known[key], dealt.rules) for key in some}
    sizes = {key: len(known[key]) for key in some}
    dumps = oracle.maximal_dumps(dealt.known, dealt.rules)
    highest = [key for key, left in known.items() if left in dumps]
    assert_same(told(combos(dealt.hand)), known)
    assert_same(told(maximal(dealt.hand)), highest)
    assert_same(map(tuple, map(sorted, maximal_dumps(dealt.hand))), map(cards, dumps))
    for aim, values in (("points", points), ("cards", sizes)):
        least = min(values.values())
        found = told(best(dealt.hand, "points" if aim == "points" else "cards"))
        assert_same(found, [key for key, value in values.items() if value == least])
    assert numbers(dealt.hand) == Numbers(
        oracle.count(dealt.known, dealt.rules),
        min(sizes.values()) if counting else len(dealt.hand),
        list(points.values()).count(min(points.values())),
        len(known),
        len(highest),
        len(dumps),
    )


def has_needed_runs(melds: Iterable[Meld], rules: Rules) -> bool:
    """Tell whether melds hold the runs without which they do not count."""
    runs = [one for one in melds if isinstance(one, Run)]
    pure = sum(not run.wilds for run in runs)
    return len(runs) >= rules.counting_runs and pure >= rules.counting_pure_runs


def assert_same(found: Iterable[object], known: Iterable[object]) -> None:
    """Compare in any order; nothing is there twice."""
    assert Counter(found) == Counter(set(known))


# --- The words of the rules -----------------------------------------------------------------------


def test_six_in_a_row_are_one_run_or_two() -> None:
    found = [str(combo) for combo in maximal(Hand.of("S4 S5 S6 S7 S8 S9"))]
    assert sorted(found) == ["S4 S5 S6 S7 S8 S9 + - = 0", "S4 S5 S6 | S7 S8 S9 + - = 0"]


def test_the_same_meld_may_stand_twice_in_a_combo() -> None:
    (combo,) = best(Hand.of("S4 S4 S5 S5 S6 S6"))
    assert str(combo) == "S4 S5 S6 | S4 S5 S6 + - = 0"


def test_a_joker_on_either_side_of_two_cards_makes_two_combos() -> None:
    found = [str(combo) for combo in best(Hand.of("H7 H8 JK", Rules(jokers=1)))]
    assert found == ["[H6] H7 H8 + - = 0", "H7 H8 [H9] + - = 0"]


def test_a_wild_card_on_its_own_place_stands_for_itself() -> None:
    hand = Hand.of("H6 H7 H8", Rules(wild="7"))
    assert [str(combo) for combo in maximal(hand)] == ["H6 H7 H8 + - = 0"]


def test_three_cards_of_the_wild_rank_are_one_set() -> None:
    found = [str(combo) for combo in combos(Hand.of("S7 H7 D7", WILD_SEVENS))]
    assert len(found) == 11
    assert [text for text in found if "7]" in text or text.startswith("S7 H7 D7")] == [
        "S7 H7 D7 + - = 0, for every card counts"
    ]


def test_a_second_copy_of_the_wild_rank_is_wild_in_its_set_and_no_other_card_of_it() -> None:
    rules = Rules(jokers=1, wild="7")
    for text, sets in (
        ("S7 S7 H7", ["S7 H7 [7]"]),
        ("S7 H7 JK", ["S7 H7 [7]"]),
        ("S7 S7 JK", ["S7 [7] [7]"]),
        ("S7 S7 H7 D7", ["S7 H7 D7 [7]"]),
        ("S7 H7 D7 C7", ["S7 H7 D7 C7"]),
    ):
        found = [combo.melds for combo in combos(Hand.of(text, rules)) if not combo.left]
        assert [
            str(one) for (one,) in (m for m in found if len(m) == 1) if isinstance(one, Set)
        ] == sets


def test_a_hand_of_five_sevens_and_a_joker_has_2528_combos() -> None:
    hand = Hand.of("D7 D2 HA S7 H7 H6 S7 D7 JK", WILD_SEVENS)
    assert number_of_combos(hand) == len(set(told(combos(hand)))) == len(list(combos(hand))) == 2528


def test_which_wild_card_is_left_over_makes_a_difference() -> None:
    hand = Hand.of("H9 HJ S7 D7", Rules(wild="7", joker_points=20, most_wilds=1))
    assert [str(combo) for combo in best(hand)] == ["H9 [HT] HJ + S7 = 20", "H9 [HT] HJ + D7 = 20"]


def test_an_ace_lies_below_the_two_or_above_the_king() -> None:
    hand = Hand.of("HA H2 H3 HQ HK", Rules(ace="both"))
    found = {str(combo) for combo in maximal(hand)}
    assert found == {"HA H2 H3 + HQ HK = 20", "HQ HK HA + H2 H3 = 5"}


@pytest.mark.parametrize("rules", [INDIAN13, RAMI51, Rules(), Rules(decks=1)], ids=str)
def test_the_best_arrangement_is_one_of_the_best_combos(rules: Rules, exhaustive: bool) -> None:
    """300 hands a rule set; a sample of 10."""
    for dealt in natural_hands(300 if exhaustive else 10, seed=2):
        cards = dict.fromkeys(dealt.hand.cards[:12])
        hand = Hand.of([*cards, *[Card("JK")] * min(rules.jokers, 1)], rules)
        for aim in ("points", "cards"):
            found = next(best(hand, "points" if aim == "points" else "cards"))
            single = arrange(hand, "points" if aim == "points" else "cards")
            assert (found.counts, getattr(found, aim)) == (single.counts, getattr(single, aim))


def test_needed_runs_come_before_fewer_points() -> None:
    hand = Hand.of("H3 H4 H5 H6 H7 H8 SK DK CK", INDIAN13)
    (first,) = best(hand)
    assert str(first) == "H3 H4 H5 | H6 H7 H8 | SK DK CK + - = 0"
    assert number_of_combos(hand) > 1


def test_a_combo_is_plain_values_for_json() -> None:
    plain = next(best(Hand.of(ISLAND))).as_json()
    assert json.loads(json.dumps(plain)) == {
        "melds": ["H2 H3 H4 H5", "H4 H5 H6"],
        "left": ["D3", "D3", "D4", "C3", "C3"],
        "points": 16,
        "cards": 5,
    }


def test_a_hand_without_cards_has_one_combo() -> None:
    assert numbers(Hand.of("")) == Numbers(0, 0, 1, 1, 1, 1)
    assert [str(combo) for combo in combos(Hand.of(""))] == ["- + - = 0"]


# --- Very many ------------------------------------------------------------------------------------


def full_ranks(ranks: Iterable[int], copies: int, rules: Rules) -> Hand:
    """Return so many copies of all cards of some ranks."""
    return Hand.of([Card(f"{r}{s}") for r in ranks for s in "SHDC" for _ in range(copies)], rules)


def test_forty_cards_have_billions_of_combos_and_the_first_come_at_once() -> None:
    hand = full_ranks(range(1, 11), 1, Rules(decks=1))
    assert number_of_combos(hand) == 2_487_781_191
    assert len(list(islice(combos(hand), 100))) == 100


def test_islands_multiply() -> None:
    left, right = "3S 3S 4S 5S 6S 7S 5D 5C", "TH JH JH QH KH JC JD"
    product = number_of_combos(Hand.of(left)) * number_of_combos(Hand.of(right))
    assert number_of_combos(Hand.of(left + " " + right)) == product


def test_what_would_take_too_long_is_refused_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    grid = import_module("suitwise.rummy.solve.combos")  # the function `combos` hides the room
    monkeypatch.setattr(grid, "MOST_STEPS", 50_000)
    rules = Rules(decks=1, jokers=12)
    text = " ".join(f"{r}{s}" for r in range(1, 8) for s in "SHDC") + " JK" * 12
    hand = Hand.of(text, rules)
    assert len(list(islice(combos(hand), 100))) == 100
    with pytest.raises(IllegalPosition, match=r"^the hand has too many .* 50,000 to look at$"):
        number_of_combos(hand)


# --- What does not matter -------------------------------------------------------------------------

HANDS = st.lists(
    st.tuples(st.integers(1, 9), st.sampled_from("SHDC")), min_size=1, max_size=14
).filter(lambda known: max(Counter(known).values()) <= 2)


@given(HANDS, st.permutations("SHDC"))
def test_other_names_of_the_suits_change_no_number(
    known: list[tuple[int, str]], renamed: list[str]
) -> None:
    other = [(rank, renamed["SHDC".index(suit)]) for rank, suit in known]
    assert numbers(hand_of(known)) == numbers(hand_of(other))


@given(HANDS)
def test_a_card_less_leaves_no_more_combos(known: list[tuple[int, str]]) -> None:
    assert number_of_combos(hand_of(known[1:])) <= number_of_combos(hand_of(known))


@given(HANDS)
def test_every_best_combo_is_maximal(known: list[tuple[int, str]]) -> None:
    hand = hand_of(known)
    assert set(told(best(hand))) | set(told(best(hand, "cards"))) <= set(told(maximal(hand)))


def hand_of(known: list[tuple[int, str]]) -> Hand:
    return Hand.of([Card(f"{rank}{suit}") for rank, suit in known])
