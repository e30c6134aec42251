"""Laying down: each meld must be one, and the hand must have its cards."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.errors import IllegalPosition
from suitwise.rummy.hand import Hand
from suitwise.rummy.laying import as_melds, faulty, laying_fault
from suitwise.rummy.melds import Run, Set, melds_text
from suitwise.rummy.rules import SEED, Rules
from tests.rummy.dealt import fault_of

RULES = Rules(jokers=4, wild="7", ace="both")
HAND = Hand.of("H3 H4 H5 H7 S8 S9 D9 JK", RULES)


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
        ("H3 H4 H5 |", " is neither a run nor a set"),
    ],
)
def test_a_fault_names_the_meld(melds: str, sentence: str | None) -> None:
    assert faulty(HAND, melds)[1] == sentence


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
    with pytest.raises(IllegalPosition, match="S9 D9: a set has 3 to 4 cards"):
        as_melds("H3 H4 H5 | S9 D9", RULES)


@given(st.one_of(st.text(), st.text("SH3456A[]| \n", max_size=40)))
def test_any_text_can_be_laid_down_or_has_a_fault_in_one_line(text: str) -> None:
    assert "\n" not in fault_of(faulty, HAND, text)
