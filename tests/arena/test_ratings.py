"""Ratings: the greatest likelihood, intervals that hold, and players who won or lost everything."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import combinations, permutations, product
from math import exp, inf, isfinite, log, log10, sqrt
from random import Random

import numpy as np
import pytest

from suitwise.arena.statistics import ELO, Rating, ratings
from suitwise.errors import SuitwiseError

Table = Sequence[Sequence[float]]


def some_table(rng: Random, players: int, deals: int) -> list[list[float]]:
    """Return what players won against each other, now and then nothing, halves for draws."""
    won = [[0.0] * players for _ in range(players)]
    for i, j in combinations(range(players), 2):
        met = rng.choice((0, deals, deals)) if players > 2 else deals
        won[i][j] = rng.choice((0.0, met, rng.randint(0, 2 * met) / 2))
        won[j][i] = met - won[i][j]
    return won


# --- The greatest likelihood ----------------------------------------------------------------------


def chance(ahead: float) -> float:
    """Return how likely a player wins who is so many points ahead, as Elo's formula has it."""
    return 1 / (1 + 10 ** (-ahead / 400))


def score(won: Table, points: Sequence[float]) -> float:
    """Return the logarithm of the likelihood, 2 / n more of a drawn deal for every two players."""
    return sum(
        (won[i][j] + 1 / len(won)) * log(chance(points[i] - points[j]))
        for i, j in permutations(range(len(won)), 2)
    )


def climbed(won: Table) -> list[float]:
    """Return the points of the greatest likelihood, found by trying ever smaller steps."""
    points = [0.0] * len(won)
    best, step = score(won, points), 256.0
    while step > 1e-3:
        for place, change in [(k, s) for k in range(len(won)) for s in (step, -step)]:
            tried = [*points[:place], points[place] + change, *points[place + 1 :]]
            if (found := score(won, tried)) > best:
                points, best = tried, found
                break
        else:
            step /= 2
    return points


@pytest.mark.parametrize("seed", range(12))
def test_ratings_are_those_of_the_greatest_likelihood(seed: int) -> None:
    rng = Random(seed)
    players = 2 + seed % 3
    won = some_table(rng, players, deals=rng.choice((3, 20)))
    names = [f"p{k}" for k in range(players)]
    found = {one.player: one.rating for one in ratings(names, won)}
    met = [k for k in range(players) if any(won[k]) or any(row[k] for row in won)]
    best = climbed([[won[i][j] for j in met] for i in met])
    mean = sum(best) / max(len(best), 1)
    assert [found[names[k]] for k in met] == pytest.approx([p - mean for p in best], abs=0.5)


def test_of_two_players_the_rating_is_the_logarithm_of_the_odds() -> None:
    one, other = ratings(("a", "b"), [[0, 30], [10, 0]])
    assert one.rating - other.rating == pytest.approx(400 * log10(30.5 / 10.5))
    assert one.rating == -other.rating


# --- What does not matter -------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_neither_the_order_nor_the_names_of_players_matter(seed: int) -> None:
    rng = Random(seed)
    won = some_table(rng, 4, 11)
    order = rng.sample(range(4), 4)
    here = {one.player: one for one in ratings("abcd", won)}
    shuffled = [[won[i][j] for j in order] for i in order]
    there = {"abcd"[order["wxyz".index(one.player)]]: one for one in ratings("wxyz", shuffled)}
    assert set(here) == set(there)
    for name, one in here.items():
        for numbers in ((one.rating, there[name].rating), (one.low, there[name].low)):
            assert numbers[0] == pytest.approx(numbers[1], abs=1e-6)
        assert one.high == pytest.approx(there[name].high, abs=1e-6)


def test_who_has_met_nobody_has_no_rating_and_moves_no_other() -> None:
    won = [[0, 0, 7], [0, 0, 0], [5, 0, 0]]
    assert ratings("abc", won) == ratings("ac", [[0, 7], [5, 0]])
    assert ratings("ab", [[0, 0], [0, 0]]) == ()


# --- The zero -------------------------------------------------------------------------------------


def test_the_random_player_is_zero_where_it_plays() -> None:
    won = [[0, 3, 4], [5, 0, 1], [2, 6, 0]]
    mean = ratings("abc", won)
    anchored = ratings(("a", "random", "c"), won)
    assert (anchored[1].rating, anchored[1].low, anchored[1].high) == (0, 0, 0)
    for one, other in zip(mean, anchored, strict=True):
        assert other.rating == pytest.approx(one.rating - mean[1].rating)


# --- Intervals ------------------------------------------------------------------------------------


def test_of_two_players_the_interval_is_that_of_the_odds() -> None:
    rules, _ = ratings(("rules", "random"), [[0, 60], [40, 0]])
    error = ELO * sqrt(1 / 60.5 + 1 / 40.5)
    assert rules.high - rules.rating == pytest.approx(1.959964 * error, rel=1e-6)
    assert rules.rating - rules.low == pytest.approx(1.959964 * error, rel=1e-6)


def test_four_times_the_deals_halve_the_interval() -> None:
    won = np.array([[0, 300, 500], [300, 0, 420], [100, 180, 0]])
    for one, other in zip(ratings("abc", won), ratings("abc", 4 * won), strict=True):
        assert (one.high - one.low) / (other.high - other.low) == pytest.approx(2, rel=0.01)


def test_a_difference_is_told_by_all_that_link_two_players() -> None:
    """Players a and c never met, b met both: the errors of the two steps add up in squares."""
    won = [[0, 900, 0], [600, 0, 700], [0, 800, 0]]
    first, second, third = ratings(("random", "b", "c"), won)
    step = ELO * 1.959964 * sqrt(1 / 900.5 + 1 / 600.5)
    other = ELO * 1.959964 * sqrt(1 / 700.5 + 1 / 800.5)
    assert second.high - second.rating == pytest.approx(step, rel=0.01)
    assert third.high - third.rating == pytest.approx(sqrt(step**2 + other**2), rel=0.01)
    assert first.high == first.low == 0


@pytest.mark.parametrize("anchor", ["random", "d"])
def test_of_a_hundred_intervals_about_ninety_five_hold(anchor: str) -> None:
    rng = np.random.default_rng(5)
    true = np.array([250.0, 100.0, 30.0, 0.0])
    names = ("a", "b", "c", anchor)
    zero = 0.0 if anchor == "random" else float(true.mean())
    trials, held, off = 1000, np.zeros(4), np.zeros(4)
    for _ in range(trials):
        won = np.zeros((4, 4))
        for i, j in combinations(range(4), 2):
            won[i, j] = rng.binomial(60, chance(true[i] - true[j]))
            won[j, i] = 60 - won[i, j]
        for k, one in enumerate(ratings(names, won)):
            held[k] += one.low - 1e-9 <= true[k] - zero <= one.high + 1e-9
            off[k] += (one.rating - (true[k] - zero)) / trials
    shares = held[:3] / trials if anchor == "random" else held / trials
    assert all(0.93 <= share <= 0.97 for share in shares), shares  # 3 standard errors: 0.021
    assert abs(off).max() < 4, "and there is hardly a bias"


@pytest.mark.parametrize("deals", [20, 60, 300])
def test_of_a_far_better_player_the_lower_end_is_safe_and_the_upper_one_errs_as_the_docs_say(
    deals: int,
) -> None:
    rng = np.random.default_rng(6)
    trials = 1000
    lost = rng.binomial(deals, chance(-1000), trials).tolist()
    found = [ratings(("rules", "random"), [[0, deals - n], [n, 0]])[0] for n in lost]
    assert sum(one.low > 1000 for one in found) == 0
    assert 0.79 <= sum(one.high >= 1000 for one in found) / trials <= 0.96


# --- Won or lost everything -----------------------------------------------------------------------


def test_who_won_every_deal_has_no_upper_bound_and_a_lower_one_on_the_safe_side() -> None:
    strong, weak = ratings(("rules", "random"), [[0, 50], [0, 0]])
    assert strong.high == inf
    assert weak == Rating("random", 0, 0, 0)
    surely = 0.025 ** (1 / 50)  # who wins less often than this wins 50 of 50 less than once in 40
    assert 0 < strong.low < 400 * log10(surely / (1 - surely)) < strong.rating
    assert strong.as_json()["high"] is None
    assert str(strong) == f"rules {strong.rating:+.0f} [{strong.low:+.0f}, unbounded]"


@pytest.mark.parametrize("seed", range(40))
def test_an_end_is_missing_just_where_some_players_got_nothing_from_the_others(seed: int) -> None:
    """Ford's condition by all ways to part the players in two."""
    rng = Random(seed)
    count = rng.randint(2, 4)
    won = some_table(rng, count, deals=4)
    names = [*"abcd"[: count - 1], rng.choice(("random", "d"))]
    found = ratings(names, won)
    met = [names.index(one.player) for one in found]
    zero = [names.index("random")] if any(one.player == "random" for one in found) else met
    for place, one in zip(met, found, strict=True):
        assert isfinite(one.high) != any(
            place in above and not set(zero) <= above and gets_nothing(met, above, won)
            for above in parts_of(met)
        )
        assert isfinite(one.low) != any(
            place not in above and set(zero) & above and gets_nothing(met, above, won)
            for above in parts_of(met)
        )


def parts_of(players: Sequence[int]) -> list[set[int]]:
    return [set(part) for k in range(1, len(players)) for part in combinations(players, k)]


def gets_nothing(players: Sequence[int], above: set[int], won: Table) -> bool:
    """Tell whether the others got nothing from these players."""
    return not any(won[i][j] for i in players for j in players if i not in above and j in above)


def test_very_many_deals_and_very_uneven_ones_are_rated() -> None:
    won = np.array([[0, 10**9, 10**9], [0, 0, 10**9], [0, 2000, 0]], float)
    strong, middle, weak = ratings("abc", won)
    assert strong.rating > middle.rating > weak.rating
    assert middle.rating - weak.rating == pytest.approx(400 * log10(10**9 / 2000), rel=0.01)
    assert isfinite(weak.rating)


@pytest.mark.parametrize(
    "won",
    [
        [
            [0, 50_000, 50_000, 1],
            [50_000, 0, 50_000, 0],
            [50_000, 50_000, 0, 0],
            [99_999, 10, 0, 0],
        ],
        [[0, 1, 34_261, 0], [99_999, 0, 0, 0], [65_739, 0, 0, 0], [1, 0, 0, 0]],
    ],
)
def test_ratings_of_many_deals_and_a_few_come_to_an_end(won: Table) -> None:
    with ended_within(30):
        check_expectations(won)


@pytest.mark.parametrize("deals", [10**5, 10**6, 10**7])
def test_ratings_come_to_an_end_however_many_deals_are_won(deals: int) -> None:
    with ended_within(60):
        for some in product((0, 1, deals // 2, deals - 1, deals), repeat=3):
            won = [[0.0] * 4 for _ in range(4)]
            won[0][3] = 1
            for (i, j), one in zip(((0, 1), (1, 2), (2, 0)), some, strict=True):
                won[i][j], won[j][i] = one, deals - one
            check_expectations(won)


def test_a_table_that_is_too_uneven_for_the_arithmetic_is_refused() -> None:
    with pytest.raises(SuitwiseError, match="met so unevenly often"):
        ratings("abc", [[0, 10**9, 0], [0, 0, 0], [0, 2, 0]])


def check_expectations(won: Table) -> None:
    """Check that every player wins as much as its rating says."""
    found = np.array([one.rating for one in ratings("abcd", won)])
    more = np.array(won, float) + (1 - np.eye(4)) / 4
    said = ((more + more.T) / (1 + 10 ** ((found - found[:, None]) / 400))).sum(axis=1)
    assert said == pytest.approx(more.sum(axis=1), abs=1e-3, rel=1e-9)


@contextmanager
def ended_within(seconds: int) -> Iterator[None]:
    """Let a test fail that would never end."""
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.alarm(seconds)
    try:
        yield
    except KeyboardInterrupt:
        pytest.fail(f"not ended after {seconds} seconds")
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def test_a_hundred_players_are_rated() -> None:
    true = np.linspace(0, 3, 100)
    ahead = true[:, None] - true[None, :]
    won = 100 / (1 + np.exp(-ahead)) * (1 - np.eye(100))
    found = [one.rating / ELO for one in ratings([f"p{k}" for k in range(100)], won)]
    assert found == pytest.approx((true - true.mean()).tolist(), abs=0.002)


@pytest.mark.parametrize(
    ("won", "why"),
    [
        ([[0, 1]], "2 players have a table of 2 by 2"),
        ([[0, -1], [1, 0]], "numbers of deals"),
        ([[0, float("nan")], [1, 0]], "numbers of deals"),
        ([[0, inf], [1, 0]], "numbers of deals"),
        ([[1, 1], [1, 0]], "nobody plays itself"),
    ],
)
def test_what_is_no_table_of_deals_is_refused(won: Table, why: str) -> None:
    with pytest.raises(SuitwiseError, match=why):
        ratings("ab", won)


def test_the_scale_is_elos() -> None:
    assert exp(400 / ELO) == pytest.approx(10)
