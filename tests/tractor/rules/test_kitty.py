"""The kitty: which card names the main suit, and what its points are worth at the end."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest

from suitwise.cards import RANKS, SUITS, Card, full_deck
from suitwise.tractor.rules.deck import NO_SUIT
from suitwise.tractor.rules.levels import (
    ALL_POINTS,
    KITTY,
    KITTY_CODE,
    POWER,
    defenders_total,
    kitty_bonus,
    kitty_factor,
    named_by_kitty,
    points_of,
)
from suitwise.tractor.rules.profile import STANDARD
from tests.oracles import tractor_table_oracle as oracle
from tests.tractor.situations import Case, situations


@situations("kitty")
def test_the_published_bonuses(case: Case) -> None:
    bonus = kitty_bonus(
        case["kitty_points"],
        case["largest_unit"],
        case["largest_unit"],
        case["attackers_win_last_trick"],
        STANDARD,
    )
    assert bonus == case["expected"]["bonus_points"]


@situations("deck")
def test_the_published_deck(case: Case) -> None:
    once = (1 << len(full_deck(1))) - 1
    assert once.bit_count() == case["expected"]["cards"]
    assert points_of(once, 0) == case["expected"]["points"]


@pytest.mark.parametrize("kitty", KITTY_CODE)
def test_every_bonus_is_the_oracles(kitty: Any) -> None:
    profile = replace(STANDARD, kitty=kitty, kitty_factor=3)
    options = oracle.Options(kitty=kitty, kitty_factor=3)
    for worth, largest, won in product(range(0, 85, 5), range(1, 26), (False, True)):
        for led in (largest, 25):
            mine = kitty_bonus(worth, largest, led, won, profile)
            assert mine == oracle.kitty(worth, largest, won, options, led)


def test_two_to_the_cards_is_what_the_judge_counts() -> None:
    for hidden, largest in product(range(0, 85, 5), range(1, 26)):
        judged = defenders_total(0, ALL_POINTS - hidden, True, largest)
        assert hidden * kitty_factor(largest, 25, POWER, 0) == judged


@pytest.mark.parametrize(
    ("nobody", "turned", "names"),
    [
        ("kitty", "HA", None),
        ("kitty", "HA RJ D2", "D"),
        ("kitty", "HA D3 S4 S5 S6 S7 S8 C2", "C"),
        ("kitty", "H9 D9 S4 S5 S6 S7 S8 S3", "H"),
        ("kitty", "D9 H9 S4 S5 S6 S7 S8 S3", "D"),
        ("kitty", "D9 HT S4 S5 CQ S7 S8 S3", "C"),
        ("kitty", "DA HA S4 S5 BJ S7 S8 S3", "O"),
        ("first", "", None),
        ("first", "H9", "H"),
        ("first", "RJ", "O"),
        ("suited", "RJ BJ BJ", None),
        ("suited", "RJ BJ C9", "C"),
        ("none", "", "O"),
    ],
)
def test_what_the_cards_turned_up_name(nobody: str, turned: str, names: str | None) -> None:
    cards = [Card(text) for text in turned.split()]
    found = named_by_kitty(cards, 0, replace(STANDARD, nobody=nobody))
    assert found == (None if names is None else (SUITS + "O").index(names))


@pytest.mark.parametrize("nobody", ["kitty", "first", "suited", "none"])
def test_any_eight_cards_name_a_main_suit_and_no_card_is_turned_in_vain(nobody: str) -> None:
    rng, deck = Random(nobody), full_deck(2)
    profile = replace(STANDARD, nobody=nobody)
    for _ in range(300):
        cards, cr = rng.sample(deck, KITTY), rng.randrange(13)
        named = [named_by_kitty(cards[:n], cr, profile) for n in range(KITTY + 1)]
        assert named[-1] is not None
        first = next(n for n, suit in enumerate(named) if suit is not None)
        assert set(named[first:]) == {named[first]}


def test_the_first_rank_card_names_its_suit_whatever_lies_below() -> None:
    rng, deck = Random(8), full_deck(2)
    for _ in range(300):
        cards, cr = rng.sample(deck, KITTY), rng.randrange(13)
        ranked = [card for card in cards if card.rank == RANKS[cr]]
        found = named_by_kitty(cards, cr, STANDARD)
        if ranked:
            assert found == SUITS.index(ranked[0].suit)
        elif any(card.is_joker for card in cards):
            assert found == NO_SUIT
        else:
            high = max(RANKS.index(card.rank) for card in cards)
            tops = [card.suit for card in cards if card.rank == RANKS[high]]
            assert found == SUITS.index(tops[0])
