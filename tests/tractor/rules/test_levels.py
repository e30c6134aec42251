"""Levels: gains, ranks that must be defended, the next landlord, the end, against oracle and judge."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product

import pytest

from suitwise.cards import RANKS
from suitwise.errors import NotationError
from suitwise.foundation.arrays.compiled import machine
from suitwise.tractor.rules.levels import (
    ALL_POINTS,
    PAST_ACE,
    advanced,
    gains,
    next_dealer,
    outcome_of,
    rank_bits,
    ranks_after,
)
from suitwise.tractor.rules.profile import STANDARD
from tests.oracles import tractor_table_oracle as oracle
from tests.tractor.situations import Case, situations

POINTS = range(-1000, 1500, 5)
NO_STOP = replace(STANDARD, defend="")


def level(rank: int) -> str:
    return RANKS[rank] if rank < PAST_ACE else "won"


@situations("score")
def test_the_published_scores(case: Case) -> None:
    expected, outcome = case["expected"], outcome_of((0, 0), 0, case["attacker_points"], STANDARD)
    assert outcome.held == expected["landlord_won"]
    assert gains(outcome.points) == (expected["landlord_levels"], expected["attacker_levels"])


@situations("advance")
def test_the_published_advances(case: Case) -> None:
    points = 80 + 40 * case["attacker_levels"]
    ranks = RANKS.index(case["start_levels"][0]), RANKS.index(case["start_levels"][1])
    for after in case["expected"]["levels_after_each_round"]:
        ranks = outcome_of(ranks, case["landlord"], points, STANDARD).ranks
        assert [RANKS[ranks[seat & 1]].replace("T", "10") for seat in range(4)] == after


def test_every_score_is_the_oracles() -> None:
    for points in POINTS:
        held, gain = oracle.score(points)
        outcome = outcome_of((3, 4), 1, points, STANDARD)
        assert (outcome.held, outcome.gain, outcome.side) == (held, gain, 1 if held else 0)


def test_every_advance_is_the_oracles(exhaustive: bool) -> None:
    stops = [
        "".join(ranks)
        for size in (range(14) if exhaustive else (0, 1, 2))
        for ranks in combinations(RANKS, size)
    ]
    for defend, gain, landlord in product(stops, range(7), (False, True)):
        options, bits = oracle.Options(defend=defend), rank_bits(defend)
        for rank in range(13):
            expected = oracle.advance(RANKS[rank], gain, landlord, options)
            assert level(advanced(rank, gain, landlord, bits)) == expected


def test_without_stops_and_penalties_a_side_goes_up_by_its_gain_until_it_is_past_the_ace() -> None:
    most = ALL_POINTS << 24
    for rank1, rank2, landlord in product(range(13), (0, 4, 11, 12), range(4)):
        for points in (*range(0, 700, 20), most):
            outcome = outcome_of((rank1, rank2), landlord, points, NO_STOP)
            declarers, attackers = gains(points)
            first, second = (attackers, declarers) if landlord & 1 else (declarers, attackers)
            assert outcome.ranks == (min(rank1 + first, PAST_ACE), min(rank2 + second, PAST_ACE))
            assert outcome.next_landlord == next_dealer(landlord, points)


def test_turning_the_table_turns_the_outcome() -> None:
    for rank1, rank2, landlord, points in product((0, 9, 12), (0, 11, 12), range(4), POINTS[::9]):
        here = outcome_of((rank1, rank2), landlord, points, STANDARD)
        there = outcome_of((rank2, rank1), (landlord + 1) % 4, points, STANDARD)
        assert there.ranks == here.ranks[::-1]
        assert there.next_landlord == (here.next_landlord + 1) % 4


def test_machine_code_gives_the_same_ranks() -> None:
    compiled, ace = machine(ranks_after), rank_bits("A")
    for rank1, landlord, points in product(range(13), range(4), POINTS[::7]):
        assert compiled(rank1, 11, landlord, points, ace) == ranks_after(
            rank1, 11, landlord, points, ace
        )


def test_the_match_ends_when_a_landlord_wins_the_deal_at_the_ace() -> None:
    assert outcome_of((12, 12), 2, 75, STANDARD).winner == 0
    assert outcome_of((12, 12), 2, 80, STANDARD).winner is None
    assert outcome_of((12, 12), 2, 240, STANDARD).ranks == (12, 12)
    assert outcome_of((12, 12), 2, 240, NO_STOP).winner == 1
    assert outcome_of((10, 0), 0, -400, STANDARD).ranks == (12, 0)


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
    assert str(outcome_of(ranks, landlord, points, STANDARD)) == said


@pytest.mark.parametrize("ranks", ["1", "AB", "a"])
def test_what_must_be_defended_are_ranks(ranks: str) -> None:
    with pytest.raises(NotationError, match="is no rank"):
        rank_bits(ranks)
