"""What deals say of two players: margins, intervals that hold, McNemar's test, when to stop."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, product
from math import comb, gamma, inf, pi, sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

from suitwise.arena.config import Stop
from suitwise.arena.results import Result
from suitwise.arena.statistics import (
    Margins,
    Sample,
    _t_within,
    mcnemar,
    mean_and_error,
    mean_of,
    needs_more,
    paired,
    sample_of,
    t_quantile,
)
from suitwise.errors import SuitwiseError
from suitwise.game import Chooser, Record, State, play
from suitwise.players import mirrored
from suitwise.testing import Kuhn
from tests.bounded import bounded


def deal_of(*games: tuple[Sequence[int], Sequence[float]], deal: int = 0) -> list[Result]:
    """Return the results of a deal: for each seating the players of the seats and what they got."""
    return [
        Result(0, (0, 1), deal, seating, tuple(seats), tuple(got), Record("x", "-", (), tuple(got)))
        for seating, (seats, got) in enumerate(games)
    ]


# --- Margins --------------------------------------------------------------------------------------


def test_where_returns_sum_to_zero_the_margin_is_what_the_first_player_got_a_game() -> None:
    deal = deal_of(((0, 1, 0, 1), (2, -2, 2, -2)), ((1, 0, 1, 0), (-1, 1, -1, 1)))
    assert sample_of(deal).margin == (2 + 1) / 2


def test_where_returns_do_not_sum_to_zero_the_margin_is_above_the_middle_of_the_two() -> None:
    deal = deal_of(((0, 1), (10, 4)), ((1, 0), (8, 8)))
    assert sample_of(deal).margin == (10 + 8) / 2 - ((10 + 8) / 2 + (4 + 8) / 2) / 2


def test_players_who_play_alone_differ_by_what_they_got() -> None:
    assert sample_of(deal_of(((0,), (1,)), ((1,), (0,)))) == Sample(margin=1.0, edge=0.5)
    assert sample_of(deal_of(((0,), (0,)), ((1,), (0,)))) == Sample(margin=0.0, edge=0.0)


def test_of_three_seats_each_counts_alike() -> None:
    games = [((0, 1, 0), (60, -40, -20)), ((1, 0, 0), (-30, -10, 40)), ((0, 0, 1), (-5, -5, 10))]
    first = (60 - 20 - 10 + 40 - 5 - 5) / 6
    second = (-40 - 30 + 10) / 3
    assert sample_of(deal_of(*games)).margin == (first - second) / 2


@pytest.mark.parametrize(
    "seatings",
    [((0, 1), (1, 0)), ((0, 1, 0), (1, 0, 0), (0, 0, 1), (1, 0, 1), (0, 1, 1), (1, 1, 0))],
)
def test_luck_of_the_seats_cancels(seatings: tuple[tuple[int, ...], ...]) -> None:
    luck = [7.0, -3.0, -4.0][: len(seatings[0])]
    games = deal_of(*((seats, luck) for seats in seatings))
    assert sample_of(games) == Sample(0.0, 0.0)


def test_the_margin_is_as_much_the_other_way_round() -> None:
    rng = Random(1)
    for _ in range(50):
        got = [[rng.randint(-5, 5) for _ in range(4)] for _ in range(2)]
        forth = deal_of(((0, 1, 0, 1), got[0]), ((1, 0, 1, 0), got[1]))
        back = deal_of(((1, 0, 1, 0), got[0]), ((0, 1, 0, 1), got[1]))
        one, other = sample_of(forth), sample_of(back)
        assert (one.margin, one.edge) == (-other.margin, -other.edge)


def test_a_sample_is_of_one_deal() -> None:
    games = deal_of(((0, 1), (1, -1))) + deal_of(((1, 0), (1, -1)), deal=1)
    with pytest.raises(SuitwiseError, match="of one deal"):
        sample_of(games)
    with pytest.raises(SuitwiseError, match="of one deal"):
        sample_of([])


def test_half_a_deal_at_which_one_player_has_not_sat_is_refused() -> None:
    with pytest.raises(SuitwiseError, match="all seatings"):
        sample_of(deal_of(((0,), (1,))))
    assert mean_of(1, [((0,), (1,))]) is None


def bets_with_a_king(state: State[Any]) -> str:
    return "b" if state.view(state.turn).startswith("K") else "p"


def always_bets(state: State[Any]) -> str:
    return "b"


def test_the_mean_is_that_of_mirrored_deals() -> None:
    game, players = Kuhn(), (always_bets, bets_with_a_king)

    def played(seats: tuple[int, int], deal: int) -> tuple[float, ...]:
        def choose(state: State[Any]) -> Any:
            chooser: Chooser = players[seats[state.turn]]
            return chooser(state)

        return play(game.start(), choose, 5, deal).returns

    both = ((0, 1), (1, 0))
    deals = [deal_of(*((seats, played(seats, n)) for seats in both)) for n in range(100)]
    found = paired([sample_of(deal) for deal in deals])
    known = mirrored(game, *players, 100, seed=5)
    assert found.mean == pytest.approx(known.mean)
    assert found.error * 1.96 == pytest.approx(known.error)


# --- All deals ------------------------------------------------------------------------------------


def some_samples(rng: Random, count: int) -> list[Sample]:
    return [
        Sample(rng.choice((-2, -0.5, 0, 1, 3)), rng.choice((-1, 0, 0, 1))) for _ in range(count)
    ]


def test_the_mean_and_its_error_are_those_of_the_textbook() -> None:
    samples = some_samples(Random(2), 200)
    margins = np.array([one.margin for one in samples])
    found = paired(samples)
    assert found.mean == pytest.approx(margins.mean())
    assert found.error == pytest.approx(margins.std(ddof=1) / sqrt(200))
    assert found.low == found.mean - found.reach
    assert found.high == found.mean + found.reach
    assert found.reach == pytest.approx(1.97196 * found.error, rel=1e-5)


def test_deals_are_won_drawn_and_lost_by_their_margins() -> None:
    found = paired([Sample(m, 0) for m in (1, 0.5, 0, 0, -1, -7)])
    assert (found.wins, found.draws, found.losses, found.score) == (2, 2, 2, 3)


def test_the_order_of_deals_does_not_matter() -> None:
    samples = [Sample(0.1 * one.margin, one.edge) for one in some_samples(Random(3), 99)]
    assert paired(samples) == paired(samples[::-1]) == paired(sorted(samples, key=str))


def test_one_deal_sets_no_bounds() -> None:
    found = paired([Sample(2.0, 1.0)])
    assert (found.error, found.low, found.high) == (inf, -inf, inf)
    assert (found.as_json()["standard_error"], found.as_json()["low"]) == (None, None)


def test_no_deal_is_refused() -> None:
    with pytest.raises(SuitwiseError, match="one deal or more"):
        paired([])


@pytest.mark.parametrize("deals", [3, 10, 40])
def test_of_a_hundred_intervals_of_normal_margins_about_ninety_five_hold(deals: int) -> None:
    margins = np.random.default_rng(4).normal(0.7, 2.0, (4000, deals))
    held = 0
    for row in margins:
        found = paired([Sample(value, 0) for value in row.tolist()])
        held += found.low <= 0.7 <= found.high
    assert held / 4000 == pytest.approx(0.95, abs=0.011)  # 3 standard errors of 4,000 trials


@pytest.mark.parametrize("margin", [0.1, -1 / 3, 1e-300, 12345.678])
def test_margins_that_are_all_the_same_have_that_mean_and_no_error(margin: float) -> None:
    for count in range(2, 60):
        assert mean_and_error([margin] * count) == (margin, 0.0)


def test_a_mean_and_its_error_are_right_to_the_last_digit_whatever_is_added_up() -> None:
    rng = Random(12)
    for _ in range(50):
        numbers = [rng.choice((1e16, -1e16, 1, 0.1, rng.gauss(0, 1))) for _ in range(20)]
        exact = [Fraction(number) for number in numbers]
        mean = sum(exact) / 20
        variance = sum((one - mean) ** 2 for one in exact) / 19 / 20
        assert mean_and_error(numbers) == (float(mean), sqrt(variance))


# --- McNemar's test -------------------------------------------------------------------------------


def test_with_two_sides_better_deals_are_those_that_mcnemar_counts() -> None:
    """Same cards, same seats (0 and 2): did the first's side win, and did the second's?"""
    rng = Random(6)
    samples, only_first, only_second = [], 0, 0
    for _ in range(300):
        here, there = rng.choice((-2, -1, 1, 5)), rng.choice((-2, -1, 1, 5))
        games = [((0, 1, 0, 1), (here, -here) * 2), ((1, 0, 1, 0), (there, -there) * 2)]
        samples.append(sample_of(deal_of(*games)))
        only_first += here > 0 > there
        only_second += there > 0 > here
    found = paired(samples)
    assert (found.better, found.worse) == (only_first, only_second)
    assert found.p_value == mcnemar(only_first, only_second)


def test_with_many_seats_who_gets_more_than_the_mean_has_won() -> None:
    one_winner = deal_of(((0, 1, 0, 1), (90, -20, -30, -40)), ((1, 0, 1, 0), (-10, -10, 30, -10)))
    assert sample_of(one_winner).edge == (1 + 0) / 4 - (0 + 1) / 4


# --- Stopping -------------------------------------------------------------------------------------


def stopped(margins: Sequence[float], stop: Stop) -> int:
    """Return after how many deals a match ends."""
    return next(n for n in range(len(margins) + 1) if not needs_more(Margins(margins[:n]), stop))


def test_the_interval_is_looked_at_after_the_least_and_then_after_every_so_many() -> None:
    narrow = [0.0] * 100
    looks = [
        n for n in range(100) if not needs_more(Margins(narrow[:n]), Stop(1.0, least=10, every=7))
    ]
    assert looks == list(range(10, 100, 7))


def test_a_match_ends_at_the_first_look_at_which_the_interval_is_narrow_enough() -> None:
    margins = np.random.default_rng(7).normal(0, 1, 2000).tolist()
    stop = Stop(0.3, least=20, every=15)
    end = stopped(margins, stop)
    for deals in range(20, end + 1, 15):
        _, error = mean_and_error(margins[:deals])
        assert (2 * t_quantile(deals - 1) * error <= 0.3) == (deals == end)


def test_margins_told_one_by_one_end_a_match_where_a_list_of_them_does() -> None:
    for seed in range(5):
        margins = np.random.default_rng(seed).choice((-0.5, 0.0, 0.25), 300).tolist()
        stop = Stop(0.12, least=7, every=1 + seed)
        known = Margins()
        for count, margin in enumerate(margins, 1):
            known.append(margin)
            assert needs_more(known, stop) == needs_more(Margins(margins[:count]), stop)


def test_a_look_takes_no_longer_after_many_deals() -> None:
    """Looking through all margins each time took half a minute for these."""
    known, stop = Margins(), Stop(1e-9, least=2, every=1)
    with bounded():
        for place in range(20_000):
            known.append(place % 3 / 2)
            assert needs_more(known, stop)


def test_wider_intervals_take_fewer_deals() -> None:
    margins = np.random.default_rng(8).normal(0, 1, 3000).tolist()
    ends = [stopped(margins, Stop(width, least=10, every=10)) for width in (1.0, 0.5, 0.25)]
    assert ends == sorted(ends)
    assert ends[-1] == pytest.approx((2 * 1.96 / 0.25) ** 2, rel=0.2)


@pytest.mark.parametrize(
    ("kind", "least", "low", "high"),
    [
        ("normal", 30, 0.93, 0.96),
        ("coin", 30, 0.93, 0.96),
        ("lopsided", 30, 0.90, 0.93),
        ("normal", 100, 0.935, 0.965),
        ("lopsided", 100, 0.925, 0.955),
    ],
)
def test_looking_again_and_again_costs_the_interval_as_much_as_the_docs_say(
    kind: str, least: int, low: float, high: float
) -> None:
    rng = np.random.default_rng(9)
    runs, most = 1500, 400
    margins = {
        "normal": rng.normal(0, 1, (runs, most)),
        "coin": rng.choice((-1.0, 1.0), (runs, most)),
        "lopsided": rng.exponential(1.0, (runs, most)) - 1,
    }[kind]
    stop = Stop(0.4 if least == 30 else 0.3, least, every=10)
    held = 0
    for row in margins.tolist():
        found = paired([Sample(margin, 0) for margin in row[: stopped_at_looks(row, stop)]])
        held += found.low <= 0 <= found.high
    assert low <= held / runs <= high


def stopped_at_looks(margins: Sequence[float], stop: Stop) -> int:
    """Return what ``stopped`` does, the margins told one by one."""
    known = Margins()
    for margin in margins:
        known.append(margin)
        if not needs_more(known, stop):
            break
    return len(known)


# --- Student's t ----------------------------------------------------------------------------------


def test_the_quantiles_of_t_are_those_of_the_tables() -> None:
    printed = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306}
    printed |= {9: 2.262, 10: 2.228, 15: 2.131, 20: 2.086, 29: 2.045, 30: 2.042, 40: 2.021}
    printed |= {60: 2.000, 120: 1.980, 10**9: 1.960}
    assert {n: round(t_quantile(n), 3) for n in printed} == printed


@pytest.mark.parametrize("degrees", [1, 2, 3, 7, 20, 99, 100, 101, 150])
def test_t_lies_within_its_quantile_nineteen_times_of_twenty(degrees: int) -> None:
    ratio = gamma((degrees + 1) / 2) / gamma(degrees / 2) if degrees < 300 else 0
    t = np.linspace(0, t_quantile(degrees), 200_001)
    density = ratio / sqrt(degrees * pi) * (1 + t * t / degrees) ** (-(degrees + 1) / 2)
    assert 2 * np.trapezoid(density, t) == pytest.approx(0.95, abs=1e-9)


@pytest.mark.parametrize("degrees", [101, 120, 150, 200])
def test_the_expansion_of_t_errs_by_less_than_is_said(degrees: int) -> None:
    low, high = (_t_within(t_quantile(degrees) + off, degrees) for off in (-1e-10, 1e-10))
    assert low < 0.95 < high


def test_the_quantiles_fall_steadily_also_where_the_expansion_begins() -> None:
    quantiles = [t_quantile(degrees) for degrees in range(1, 300)]
    falls = [before - after for before, after in pairwise(quantiles)]
    assert all(later < earlier for earlier, later in pairwise(falls))
    assert falls[-1] > 0


# --- McNemar's test -------------------------------------------------------------------------------


def test_the_p_value_is_the_exact_one() -> None:
    for better, worse in product(range(41), repeat=2):
        thrown, rare = better + worse, min(better, worse)
        tail = Fraction(sum(comb(thrown, k) for k in range(rare + 1)), 2**thrown)
        assert mcnemar(better, worse) == pytest.approx(float(min(Fraction(1), 2 * tail)), rel=1e-12)


def test_many_deals_have_a_p_value_too() -> None:
    # the normal distribution with a correction for whole numbers is good to some digits here
    assert mcnemar(500_000, 501_000) == pytest.approx(0.3180, abs=0.0005)
    assert mcnemar(10**6, 10**6) == 1.0
    assert mcnemar(5000, 0) == 0.0


@pytest.mark.parametrize("thrown", [5, 20, 101])
def test_equal_players_are_called_uneven_no_more_often_than_said(thrown: int) -> None:
    for level in (0.05, 0.01):
        called = [k for k in range(thrown + 1) if mcnemar(k, thrown - k) <= level]
        assert Fraction(sum(comb(thrown, k) for k in called), 2**thrown) <= level
