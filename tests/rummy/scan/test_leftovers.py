"""What the best melds leave over, counted without the melds: the same as by way of them."""

from __future__ import annotations

from random import Random

import pytest

from suitwise.errors import IllegalPosition
from suitwise.rummy import Hand, Rules
from suitwise.rummy.rules.hand import JOKERS
from suitwise.rummy.rules.rules import INDIAN13
from suitwise.rummy.solve.arrangement import deadwood_weights, left_over
from suitwise.rummy.solve.search import least_left, search
from tests.rummy.dealt import some_hand, some_rules

LEVELS = ((0, 0), (1, 1), (2, 1))


def by_melds(hand: Hand, runs: int, pure: int, *, compiled: bool) -> tuple[int, ...] | None:
    """Return what is left over of the melds that ``search`` finds."""
    weights = deadwood_weights(hand.rules, "cards")
    found = search(hand, weights, runs=runs, pure=pure, compiled=compiled)
    if found is None:
        return None
    return Hand.of(tuple(left_over(hand, found.melds)), hand.rules).counts


def counted(hand: Hand, runs: int, pure: int, *, compiled: bool) -> tuple[int, ...] | None:
    weights = tuple(deadwood_weights(hand.rules, "cards"))
    return least_left(hand.counts, hand.rules, weights, runs, pure, compiled=compiled)


@pytest.mark.exhaustive
def test_as_much_is_left_over_by_counts_as_by_melds(exhaustive: bool) -> None:
    rng = Random(15)
    none_found = wild_left = 0
    for _ in range(20_000 if exhaustive else 1500):
        hand = some_hand(rng, some_rules(rng), 6, 14)
        for runs, pure in LEVELS:
            left = counted(hand, runs, pure, compiled=True)
            assert left == by_melds(hand, runs, pure, compiled=True), hand
            none_found += left is None
            wild_left += bool(left and left[JOKERS])
    assert none_found
    assert wild_left


def test_plain_python_counts_the_same() -> None:
    rng = Random(16)
    for _ in range(40):
        hand = some_hand(rng, some_rules(rng), 6, 11)
        for runs, pure in LEVELS:
            left = counted(hand, runs, pure, compiled=False)
            assert left == counted(hand, runs, pure, compiled=True), hand


@pytest.mark.parametrize(
    ("cards", "wild", "left"),
    [
        ("H3 H4 H5 S9 S8 JK", "", ""),  # the joker stands for a card
        ("H6 H8 H7 H2", "7", "H2"),  # a card of the wild rank on its own place
        ("H6 H8 S7 H7 H2", "7", "H2"),  # the other one takes no place of its own
        ("D7 C7 S7 JK", "7", ""),
    ],
)
def test_wild_cards_stand_in_and_for_themselves(cards: str, wild: str, left: str) -> None:
    hand = Hand.of(cards, Rules(jokers=2, wild=wild))
    kept = Hand.of(left, hand.rules).counts
    assert counted(hand, 0, 0, compiled=False) == kept == by_melds(hand, 0, 0, compiled=False)


def test_sixteen_wild_cards_are_too_many() -> None:
    rules = Rules(decks=4, jokers=12, wild="7")
    with pytest.raises(IllegalPosition, match="at most 15 wild cards"):
        counted(Hand.of("JK " * 12 + "S7 H7 D7 C7", rules), 0, 0, compiled=False)


def test_a_hand_without_the_runs_that_are_needed_leaves_nothing_to_count() -> None:
    assert counted(Hand.of("H3 H4 S9 D9 C9", INDIAN13), 1, 1, compiled=False) is None
