"""The shapes of melds: which of them are tried, and that none is missing."""

from __future__ import annotations

import pytest

from suitwise.rummy import Rules
from suitwise.rummy.rules.melds import (
    FIELD,
    SHAPE,
    is_run_shape,
    is_set_shape,
    run_shapes,
    set_shapes,
    uncut,
)
from suitwise.rummy.rules.rules import SEED
from suitwise.rummy.solve.scan import SHAPES


@pytest.mark.parametrize("least", [3, 4])
def test_every_run_is_tried_or_can_be_cut_in_two(least: int) -> None:
    for length in range(least, 14):
        tried = set(uncut(length, least))
        for natural in range(1, 1 << length):
            cuts = range(least, length - least + 1)
            can_be_cut = any(natural >> cut and natural & (1 << cut) - 1 for cut in cuts)
            assert (natural in tried) != can_be_cut


@pytest.mark.parametrize("least", [3, 4])
def test_no_list_of_shapes_is_longer_than_a_state_can_tell(least: int) -> None:
    rules = Rules(jokers=12, least_run=least, least_set=least)
    assert len(run_shapes(rules, 15)) * SHAPE < SHAPES
    assert len(set_shapes(rules, 15)) * SHAPE < SHAPES
    assert len(run_shapes(SEED, 0)) == 3


def texts(length: int) -> list[str]:
    """Return all texts of so many cards, N where one stands for itself and W where it is wild."""
    return [
        "".join("W" if wilds >> k & 1 else "N" for k in range(length))
        for wilds in range(1 << length)
    ]


@pytest.mark.parametrize("least", [3, 4])
@pytest.mark.parametrize("most", [0, 1, 3])
@pytest.mark.parametrize("adjacent", [True, False])
def test_a_run_has_enough_cards_one_of_itself_and_wild_ones_as_allowed(
    least: int, most: int, adjacent: bool
) -> None:
    rules = Rules(jokers=4, least_run=least, most_wilds=most, adjacent_wilds=adjacent)
    fields = {(natural, length) for natural, _, length in run_shapes(rules, 4)}
    for length in range(1, 8):
        for text in texts(length):
            wilds = sum(1 << k for k, letter in enumerate(text) if letter == "W")
            right = length >= least and "N" in text and text.count("W") <= most
            right = right and (adjacent or "WW" not in text)
            assert is_run_shape(length, wilds, least, most, adjacent) == right, text
            if length < 2 * least:
                natural = sum(1 << FIELD * k for k, letter in enumerate(text) if letter == "N")
                assert ((natural, length) in fields) == right, text
    assert not is_run_shape(14, 0, 3, 0, True)


def test_a_set_has_three_or_four_cards_one_of_itself_and_wild_ones_as_allowed() -> None:
    right = {(3, 0), (4, 0), (2, 1), (3, 1), (1, 2), (2, 2)}
    asked = [(suits, wilds) for suits in range(6) for wilds in range(6)]
    assert {one for one in asked if is_set_shape(*one, 3, 2)} == right
    assert {one for one in asked if is_set_shape(*one, 4, 1)} == {(4, 0), (3, 1)}
