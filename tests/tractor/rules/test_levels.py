"""Levels: gains, ranks that must be defended, the next landlord, the end, against oracle and judge."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from suitwise.cards import RANKS, SUITS, Card, full_deck
from suitwise.errors import NotationError
from suitwise.foundation.arrays.compiled import machine
from suitwise.tractor.rules import levels
from suitwise.tractor.rules.blocks import card_masks
from suitwise.tractor.rules.order import NO_SUIT
from suitwise.tractor.rules.profile import STANDARD
from tests.oracles import tractor_table_oracle as oracle
from tests.tractor.situations import Case, situations

POINTS = range(-1000, 1500, 5)
NO_STOP = replace(STANDARD, defend="")


def level(rank: int) -> str:
    return RANKS[rank] if rank < levels.PAST_ACE else "won"


@situations("score")
def test_the_published_scores(case: Case) -> None:
    expected, outcome = (
        case["expected"],
        levels.outcome_of((0, 0), 0, case["attacker_points"], STANDARD),
    )
    assert outcome.held == expected["landlord_won"]
    assert levels.gains(outcome.points) == (
        expected["landlord_levels"],
        expected["attacker_levels"],
    )


@situations("advance")
def test_the_published_advances(case: Case) -> None:
    points = 80 + 40 * case["attacker_levels"]
    ranks = RANKS.index(case["start_levels"][0]), RANKS.index(case["start_levels"][1])
    for after in case["expected"]["levels_after_each_round"]:
        ranks = levels.outcome_of(ranks, case["landlord"], points, STANDARD).ranks
        assert [RANKS[ranks[seat & 1]].replace("T", "10") for seat in range(4)] == after


def test_every_score_is_the_oracles() -> None:
    for points in POINTS:
        held, gain = oracle.score(points)
        outcome = levels.outcome_of((3, 4), 1, points, STANDARD)
        assert (outcome.held, outcome.gain, outcome.side) == (held, gain, 1 if held else 0)


def test_every_advance_is_the_oracles(exhaustive: bool) -> None:
    stops = [
        "".join(ranks)
        for size in (range(14) if exhaustive else (0, 1, 2))
        for ranks in combinations(RANKS, size)
    ]
    for defend, gain, landlord in product(stops, range(7), (False, True)):
        options, bits = oracle.Options(defend=defend), levels.rank_bits(defend)
        for rank in range(13):
            expected = oracle.advance(RANKS[rank], gain, landlord, options)
            assert level(levels.advanced(rank, gain, landlord, bits)) == expected


def test_without_stops_and_penalties_a_side_goes_up_by_its_gain_until_it_is_past_the_ace() -> None:
    most = levels.ALL_POINTS << 24
    for rank1, rank2, landlord in product(range(13), (0, 4, 11, 12), range(4)):
        for points in (*range(0, 700, 20), most):
            outcome = levels.outcome_of((rank1, rank2), landlord, points, NO_STOP)
            declarers, attackers = levels.level_gains(points)
            first, second = (attackers, declarers) if landlord & 1 else (declarers, attackers)
            assert outcome.ranks == (
                min(rank1 + first, levels.PAST_ACE),
                min(rank2 + second, levels.PAST_ACE),
            )
            assert outcome.next_landlord == levels.next_dealer(landlord, points)


def test_turning_the_table_turns_the_outcome() -> None:
    for rank1, rank2, landlord, points in product((0, 9, 12), (0, 11, 12), range(4), POINTS[::9]):
        here = levels.outcome_of((rank1, rank2), landlord, points, STANDARD)
        there = levels.outcome_of((rank2, rank1), (landlord + 1) % 4, points, STANDARD)
        assert there.ranks == here.ranks[::-1]
        assert there.next_landlord == (here.next_landlord + 1) % 4


def test_machine_code_gives_the_same_ranks() -> None:
    compiled, ace = machine(levels.ranks_after), levels.rank_bits("A")
    for rank1, landlord, points in product(range(13), range(4), POINTS[::7]):
        assert compiled(rank1, 11, landlord, points, ace) == levels.ranks_after(
            rank1, 11, landlord, points, ace
        )


def test_the_match_ends_when_a_landlord_wins_the_deal_at_the_ace() -> None:
    assert levels.outcome_of((12, 12), 2, 75, STANDARD).winner == 0
    assert levels.outcome_of((12, 12), 2, 80, STANDARD).winner is None
    assert levels.outcome_of((12, 12), 2, 240, STANDARD).ranks == (12, 12)
    assert levels.outcome_of((12, 12), 2, 240, NO_STOP).winner == 1
    assert levels.outcome_of((10, 0), 0, -400, STANDARD).ranks == (12, 0)


@pytest.mark.parametrize(
    ("ranks", "landlord", "points", "said"),
    [
        ((0, 0), 0, 0, "0 points, the landlord holds +3, levels 5 2, next landlord 2"),
        ((0, 0), 0, -40, "-40 points, the landlord holds +4, levels 6 2, next landlord 2"),
        (
            (11, 5),
            2,
            5,
            "5 points, the landlord holds +2, stopped at A, levels A 7, next landlord 0",
        ),
        ((12, 5), 2, 5, "5 points, the landlord holds +2, seats 0 and 2 win the match"),
        ((4, 5), 3, 80, "80 points, the attackers take over +0, levels 6 7, next landlord 0"),
    ],
)
def test_an_outcome_says_who_held_and_where_it_stopped(
    ranks: tuple[int, int], landlord: int, points: int, said: str
) -> None:
    assert str(levels.outcome_of(ranks, landlord, points, STANDARD)) == said


@pytest.mark.parametrize("ranks", ["1", "AB", "a"])
def test_what_must_be_defended_are_ranks(ranks: str) -> None:
    with pytest.raises(NotationError, match="is no rank"):
        levels.rank_bits(ranks)


# --- The kitty ------------------------------------------------------------------------------------


@situations("kitty")
def test_the_published_bonuses(case: Case) -> None:
    bonus = levels.kitty_bonus(
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
    assert levels.points_of(once, 0) == case["expected"]["points"]


@pytest.mark.parametrize("kitty", levels.KITTY_CODE)
def test_every_bonus_is_the_oracles(kitty: Any) -> None:
    profile = replace(STANDARD, kitty=kitty, kitty_factor=3)
    options = oracle.Options(kitty=kitty, kitty_factor=3)
    for worth, largest, won in product(range(0, 85, 5), range(1, 26), (False, True)):
        for led in (largest, 25):
            mine = levels.kitty_bonus(worth, largest, led, won, profile)
            assert mine == oracle.kitty(worth, largest, won, options, led)


def test_two_to_the_cards_is_what_the_judge_counts() -> None:
    for hidden, largest in product(range(0, 85, 5), range(1, 26)):
        judged = levels.defenders_total(0, levels.ALL_POINTS - hidden, True, largest)
        assert hidden * levels.kitty_factor(largest, 25, levels.POWER, 0) == judged


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
    found = levels.named_by_kitty(cards, 0, replace(STANDARD, nobody=nobody))
    assert found == (None if names is None else (SUITS + "O").index(names))


@pytest.mark.parametrize("nobody", ["kitty", "first", "suited", "none"])
def test_any_eight_cards_name_a_main_suit_and_no_card_is_turned_in_vain(nobody: str) -> None:
    rng, deck = Random(nobody), full_deck(2)
    profile = replace(STANDARD, nobody=nobody)
    for _ in range(300):
        cards, cr = rng.sample(deck, levels.KITTY), rng.randrange(13)
        named = [levels.named_by_kitty(cards[:n], cr, profile) for n in range(levels.KITTY + 1)]
        assert named[-1] is not None
        first = next(n for n, suit in enumerate(named) if suit is not None)
        assert set(named[first:]) == {named[first]}


def test_the_first_rank_card_names_its_suit_whatever_lies_below() -> None:
    rng, deck = Random(8), full_deck(2)
    for _ in range(300):
        cards, cr = rng.sample(deck, levels.KITTY), rng.randrange(13)
        ranked = [card for card in cards if card.rank == RANKS[cr]]
        found = levels.named_by_kitty(cards, cr, STANDARD)
        if ranked:
            assert found == SUITS.index(ranked[0].suit)
        elif any(card.is_joker for card in cards):
            assert found == NO_SUIT
        else:
            high = max(RANKS.index(card.rank) for card in cards)
            tops = [card.suit for card in cards if card.rank == RANKS[high]]
            assert found == SUITS.index(tops[0])


# --- Points of cards ------------------------------------------------------------------------------


def test_a_five_is_five_points_a_ten_and_a_king_are_ten() -> None:
    worth = {"5": 5, "T": 10, "K": 10}
    for card in full_deck():
        points = worth.get(card.rank, 0)
        assert levels.points_of(1 << card, 0) == points
        assert levels.points_of(1 << card, 1 << card) == 2 * points


def test_two_packs_hold_200_points() -> None:
    everything = (1 << 54) - 1
    assert levels.points_of(everything, everything) == levels.ALL_POINTS == 200


def test_the_points_of_a_play_are_the_sum_over_its_cards() -> None:
    rng = Random(1)
    for _ in range(300):
        play = tuple(rng.sample(full_deck(2), rng.randint(1, 25)))
        points = 5 * sum(card.rank == "5" for card in play)
        points += 10 * sum(card.rank in ("T", "K") for card in play)
        assert levels.points_of(*card_masks(play)) == points


# --- Hidden cards ---------------------------------------------------------------------------------


@pytest.mark.parametrize("block", range(1, 25))
def test_hidden_points_double_with_every_card_of_the_longest_block(block: int) -> None:
    assert levels.defenders_total(60, 180, True, block) == 60 + 20 * 2**block


@pytest.mark.parametrize("block", [1, 2, 4, 24])
def test_hidden_points_count_only_if_the_defenders_win_the_last_trick(block: int) -> None:
    assert levels.defenders_total(60, 180, False, block) == 60
    assert levels.defenders_total(60, 200, True, block) == 60


def test_all_points_hidden_under_the_longest_tractor_fit() -> None:
    assert levels.defenders_total(0, 0, True, 24) == 200 << 24


# --- Levels ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "declarers", "defenders"),
    [
        (0, 3, 0),
        (5, 2, 0),
        (35, 2, 0),
        (40, 1, 0),
        (75, 1, 0),
        (80, 0, 0),
        (115, 0, 0),
        (120, 0, 1),
        (155, 0, 1),
        (160, 0, 2),
        (195, 0, 2),
        (200, 0, 3),
        (235, 0, 3),
        (240, 0, 4),
        (80 + 40 * 12, 0, 12),
        (80 + 40 * 13, 0, 13),
        (200 << 24, 0, ((200 << 24) - 80) // 40),
    ],
)
def test_the_table_of_levels(points: int, declarers: int, defenders: int) -> None:
    assert levels.level_gains(points) == (declarers, defenders)


# --- The next dealer ------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("points", [0, 5, 40, 79, 80, 85, 120, 10_000])
def test_the_dealer_s_partner_deals_if_the_declarers_held(dealer: int, points: int) -> None:
    seats = "ABCDABCD"
    after = seats[dealer + 2] if points < 80 else seats[dealer + 1]
    assert "ABCD"[levels.next_dealer(dealer, points)] == after


def test_a_rank_past_the_ace_is_no_rank() -> None:
    assert len(RANKS) == levels.PAST_ACE == 13
