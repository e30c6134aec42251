"""Hands: counted cards that a rule set must have."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.cards import BLACK_JOKER, RED_JOKER, Card
from suitwise.errors import IllegalPosition, NotationError
from suitwise.rummy import Hand, Rules
from suitwise.rummy.rules.hand import SIZE
from suitwise.rummy.rules.rules import GIN, INDIAN13, RUMMIKUB, SEED
from tests.oracles import rummy_oracle as oracle
from tests.rummy.dealt import fault_of, hands, oracle_hand, oracle_rules


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


@given(st.one_of(st.text(max_size=60), st.text("SHDCAJKT23 ♥\n", max_size=60)))
def test_any_text_is_a_hand_or_has_a_fault_in_one_line(text: str) -> None:
    assert "\n" not in fault_of(Hand.of, text, RUMMIKUB)
