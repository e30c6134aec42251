"""Piles of cards, and the choices out of them."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.cards import full_deck
from suitwise.tractor.choosing import Choices
from suitwise.tractor.duty import duty_of
from suitwise.tractor.leads import Leads
from suitwise.tractor.order import Trump
from suitwise.tractor.piles import Pile, copies_of, only_partition, pile_of

CARDS = st.lists(st.sampled_from(full_deck(3)), max_size=12).filter(
    lambda cards: all(cards.count(card) <= 3 for card in cards)
)
NO_PILES = (Pile(1 << 15, 1 << 14), Pile(1 << 15, 0, 1 << 15), Pile(0, 0, 1 << 15))
"""Masks that say twice or three times of a card that is not there so often."""


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
