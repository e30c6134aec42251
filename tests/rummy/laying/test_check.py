"""Laying down: each meld must be one, and the hand must have its cards."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations_with_replacement
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.errors import IllegalPosition
from suitwise.rummy import Hand, Rules, Run, Set, combos
from suitwise.rummy.rules.hand import candidates
from suitwise.rummy.rules.melds import melds_text
from suitwise.rummy.rules.rules import SEED
from suitwise.rummy.solve.arrangement import run_before_set
from suitwise.rummy.solve.laying import as_melds, fault_laid, laying_fault
from tests.rummy.dealt import ACES, fault_of, some_hand

RULES = Rules(jokers=4, wild="7", ace="both")
HAND = Hand.of("H3 H4 H5 H7 S8 S9 D9 JK", RULES)


def fault_in(hand: Hand, melds: str) -> str | None:
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
    assert fault_in(Hand.of(cards, RULES), melds) == sentence


@pytest.mark.exhaustive
def test_the_combos_of_a_hand_are_just_the_melds_that_can_be_laid_down(exhaustive: bool) -> None:
    """1,000 hands of 7 cards; a sample of 150."""
    rng = Random(5)
    for _ in range(1000 if exhaustive else 150):
        rules = replace(RULES, wild=rng.choice("5A"), ace=rng.choice(ACES))
        hand = some_hand(rng, rules, 6, 7, 2)
        laid = {combo.melds for combo in combos(hand)}
        some = [meld for meld in candidates(hand) if len(meld) < 5]
        for melds in combinations_with_replacement(some, rng.choice((1, 2))):
            found = tuple(sorted(melds, key=run_before_set))
            assert (laying_fault(hand, found) is None) == (found in laid), (hand, found)


def test_the_second_copy_is_missed_where_there_is_only_one() -> None:
    hand = Hand.of("H3 H4 H5 H5", SEED)
    melds = [Run(1, 3, 5), Run(1, 3, 5)]
    assert laying_fault(hand, melds) == "H3 H4 H5: the hand holds H3 only once"


def test_a_meld_that_is_none_is_not_laid_down() -> None:
    fault = laying_fault(HAND, [Set(9, (0, 0, 2))])
    assert fault is not None
    assert "is not made of cards of different suits" in fault


def test_melds_read_back_from_their_text() -> None:
    melds = as_melds("H3 H4 H5 [H6] | S9 D9 [9]", RULES)
    assert as_melds(melds_text(melds), RULES) == melds
    assert as_melds(melds, RULES) == melds
    assert as_melds("  ", RULES) == ()
    with pytest.raises(IllegalPosition, match="S9 D9: a set has 3 or 4 cards"):
        as_melds("H3 H4 H5 | S9 D9", RULES)


@given(st.one_of(st.text(), st.text("SH3456A[]| \n", max_size=40)))
def test_any_text_can_be_laid_down_or_has_a_fault_in_one_line(text: str) -> None:
    assert "\n" not in fault_of(fault_in, HAND, text)
