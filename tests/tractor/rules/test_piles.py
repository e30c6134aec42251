"""Piles of cards, and the choices out of them."""

from __future__ import annotations

import copy
import operator
import pickle
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.cards import Card, full_deck
from suitwise.errors import IllegalPosition
from suitwise.tractor import Pile, Trump, duty_of, pile_of
from suitwise.tractor.rules.deck import EMPTY, copies_of, only_partition, sum_of
from suitwise.tractor.rules.pairs.legal_plays import Choices, Leads

CARDS = st.lists(st.sampled_from(full_deck()[:20]), max_size=14).filter(
    lambda cards: all(cards.count(card) <= 4 for card in cards)
)
NO_PILES = (
    Pile(1 << 15, 1 << 14),
    Pile(1 << 15, 0, 1 << 15),
    Pile(0, 0, 1 << 15),
    Pile(1 << 15, 1 << 15, 0, 1 << 15),
)
"""Masks that say twice or more often of a card that is not there so often."""


@given(CARDS, CARDS)
def test_a_pile_is_within_another_that_has_each_of_its_cards_as_often(
    one: list[int], other: list[int]
) -> None:
    within = all(one.count(card) <= other.count(card) for card in one)
    assert pile_of(one).within(pile_of(other)) == within
    assert copies_of([(card, one.count(card)) for card in set(one)]) == pile_of(one)


@pytest.mark.parametrize("masks", NO_PILES)
def test_masks_that_are_no_pile_s_lie_in_none_and_are_no_move(masks: Pile) -> None:
    everything = pile_of("H3H3H3H4H4H4H5H5H5")
    assert not masks.within(everything)
    assert masks not in Leads(everything, Trump("S", "2"))
    duty = duty_of("S2", "H6" if masks.size == 1 else "H6H6", everything, packs=3)
    assert masks not in duty.plays
    assert duty.why_not(masks)


@pytest.mark.parametrize("card", ["S2", "S3", "RJ"])
def test_piles_together_hold_no_more_of_a_card_than_the_packs(card: str) -> None:
    two, one = pile_of(card * 2), pile_of(card)
    assert sum_of([two, one], packs=3) == pile_of(card * 3)
    assert sum_of([two, two], packs=4) == pile_of(card * 4)
    with pytest.raises(IllegalPosition, match=f"{card} appears 5 times, but 4 packs hold 4"):
        sum_of([two, two, one], packs=4)
    with pytest.raises(IllegalPosition, match=f"{card} appears 3 times, but 2 packs hold 2"):
        sum_of([two, one], packs=2)
    with pytest.raises(IllegalPosition, match=f"{card} appears 3 times, but 2 packs hold 2"):
        duty_of("H5", one, two)


def test_the_partition_of_a_pile_is_that_of_all_its_cards() -> None:
    trump = Trump("S", "2")
    for cards, partition in (
        ("S3H2RJ", 4),
        ("H3HA", 1),
        ("H3D3", None),
        ("H3H2", None),
        ("", None),
    ):
        assert only_partition(pile_of(cards), trump) == partition


def test_choices_beside_cards_that_are_in_all_of_them() -> None:
    rng = Random(6)
    for _ in range(60):
        deck = rng.sample(full_deck(3), 9)
        base, pile = pile_of(deck[:3]), pile_of([c for c in deck[3:] if c not in deck[:3]])
        found = Choices(pile, min(2, pile.size), base)
        listed = list(found)
        assert [found[place] for place in range(len(found))] == listed == found[:]
        assert all(chosen in found and base.within(chosen) for chosen in listed)
        assert pile_of(pile.cards[: base.size + 2]) not in found


# --- As a collection ------------------------------------------------------------------------------


def drawn_pile(random: Random) -> Pile:
    return pile_of([card for card in range(4) for _ in range(random.randrange(5))])


def test_piles_add_and_compare_as_counters_do() -> None:
    random = Random(17)
    refused = 0
    for _ in range(300):
        one, two = drawn_pile(random), drawn_pile(random)
        if random.random() < 0.3:
            two = one & two
        mine, other = Counter(one), Counter(two)
        assert Counter(one - two) == mine - other
        assert Counter(one & two) == mine & other
        assert Counter(one | two) == mine | other
        assert (one <= two, one < two) == (mine <= other, mine < other)
        assert (one >= two, one > two, one == two) == (mine >= other, mine > other, mine == other)
        if max((mine + other).values(), default=0) <= 4:
            assert Counter(one + two) == mine + other
        else:
            refused += 1
            with pytest.raises(IllegalPosition, match="a pile has at most 4 of a card"):
                one + two
    assert 0 < refused < 300


def test_a_pile_is_a_sequence_of_its_cards() -> None:
    pile = pile_of("HAHAHKS2RJ")
    assert len(pile) == pile.size == 5
    assert list(pile) == list(pile.cards) == [pile[place] for place in range(5)]
    assert list(reversed(pile)) == list(pile.cards)[::-1]
    assert pile[-2:] == pile.cards[-2:]
    assert (Card("HA") in pile, Card("S3") in pile, 99 in pile) == (True, False, False)
    assert (pile.count(Card("HA")), pile.count(Card("S3")), pile.index(Card("RJ"))) == (2, 0, 4)
    assert (bool(pile), bool(EMPTY)) == (True, False)
    assert pile_of(pile.cards) == pile_of(list(pile)) == pile


def test_a_pile_stays_a_value_with_a_text_that_reads() -> None:
    pile = pile_of("HAHAHK")
    assert repr(pile) == "Pile('HKHAHA')"
    assert pickle.loads(pickle.dumps(pile)) == copy.deepcopy(pile) == copy.copy(pile) == pile
    assert {pile: 1}[pile_of("HKHAHA")] == 1
    assert pile.masks == (pile.once, pile.twice, pile.thrice, pile.fourfold)


@pytest.mark.parametrize("other", [None, 1, "HA", ["HA"]])
def test_a_pile_adds_and_compares_with_piles_alone(other: Any) -> None:
    pile = pile_of("HA")
    for combine in (
        operator.add,
        operator.sub,
        operator.and_,
        operator.or_,
        operator.le,
        operator.gt,
    ):
        with pytest.raises(TypeError):
            combine(pile, other)
