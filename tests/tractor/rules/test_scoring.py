"""Points, hidden cards, levels and the next dealer (docs/tractor.md, The round)."""

from __future__ import annotations

from random import Random

import pytest

from suitwise.cards import RANKS, full_deck
from suitwise.tractor.rules.blocks import card_masks
from suitwise.tractor.rules.levels import (
    ALL_POINTS,
    PAST_ACE,
    defenders_total,
    gains,
    next_dealer,
    points_of,
)

# --- Points of cards ------------------------------------------------------------------------------


def test_a_five_is_five_points_a_ten_and_a_king_are_ten() -> None:
    worth = {"5": 5, "T": 10, "K": 10}
    for card in full_deck():
        points = worth.get(card.rank, 0)
        assert points_of(1 << card, 0) == points
        assert points_of(1 << card, 1 << card) == 2 * points


def test_two_packs_hold_200_points() -> None:
    everything = (1 << 54) - 1
    assert points_of(everything, everything) == ALL_POINTS == 200


def test_the_points_of_a_play_are_the_sum_over_its_cards() -> None:
    rng = Random(1)
    for _ in range(300):
        play = tuple(rng.sample(full_deck(2), rng.randint(1, 25)))
        points = 5 * sum(card.rank == "5" for card in play)
        points += 10 * sum(card.rank in ("T", "K") for card in play)
        assert points_of(*card_masks(play)) == points


# --- Hidden cards ---------------------------------------------------------------------------------


@pytest.mark.parametrize("block", range(1, 25))
def test_hidden_points_double_with_every_card_of_the_longest_block(block: int) -> None:
    assert defenders_total(60, 180, True, block) == 60 + 20 * 2**block


@pytest.mark.parametrize("block", [1, 2, 4, 24])
def test_hidden_points_count_only_if_the_defenders_win_the_last_trick(block: int) -> None:
    assert defenders_total(60, 180, False, block) == 60
    assert defenders_total(60, 200, True, block) == 60


def test_all_points_hidden_under_the_longest_tractor_fit() -> None:
    assert defenders_total(0, 0, True, 24) == 200 << 24


# --- Levels ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "declarers", "defenders"),
    [
        *((0, 3, 0), (5, 2, 0), (35, 2, 0), (40, 1, 0), (75, 1, 0), (80, 0, 0), (115, 0, 0)),
        *((120, 0, 1), (155, 0, 1), (160, 0, 2), (195, 0, 2), (200, 0, 3), (235, 0, 3)),
        *((240, 0, 4), (80 + 40 * 12, 0, 12), (80 + 40 * 13, 0, 13)),
        (200 << 24, 0, ((200 << 24) - 80) // 40),
    ],
)
def test_the_table_of_levels(points: int, declarers: int, defenders: int) -> None:
    assert gains(points) == (declarers, defenders)


def test_every_multiple_of_five_has_the_levels_of_the_rules_page() -> None:
    for points in range(0, 2_000, 5):
        declarers, defenders = gains(points)
        if points == 0:
            assert (declarers, defenders) == (3, 0)
        elif points < 80:
            assert (declarers, defenders) == (2 if points < 40 else 1, 0)
        else:
            assert declarers == 0
            assert 80 + 40 * defenders <= points < 120 + 40 * defenders


def test_more_points_are_never_worse_for_the_defenders() -> None:
    balance = [b - a for a, b in map(gains, range(1_000))]
    assert balance == sorted(balance)


# --- The next dealer ------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("points", [0, 5, 40, 79, 80, 85, 120, 10_000])
def test_the_dealer_s_partner_deals_if_the_declarers_held(dealer: int, points: int) -> None:
    seats = "ABCDABCD"
    after = seats[dealer + 2] if points < 80 else seats[dealer + 1]
    assert "ABCD"[next_dealer(dealer, points)] == after


def test_a_rank_past_the_ace_is_no_rank() -> None:
    assert len(RANKS) == PAST_ACE == 13
