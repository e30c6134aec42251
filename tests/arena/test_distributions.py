"""Student's t and McNemar's test, against tables, integrals and exact sums."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from math import comb, gamma, pi, sqrt

import numpy as np
import pytest

from suitwise.arena.statistics import _t_within, mcnemar, t_quantile

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
