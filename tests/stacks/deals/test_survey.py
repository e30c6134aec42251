"""The survey: its counts and their intervals."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from math import comb
from typing import Any

import pytest

from suitwise.errors import IllegalPosition, SuitwiseError
from suitwise.stacks import Survey, deal
from suitwise.stacks.deals.survey import wilson
from tests.oracles import stacks_oracle as oracle

SURVEY = Survey(deals=150, seed=9)


def test_a_cell_counts_the_deals_whose_numbers_the_page_names() -> None:
    first = (3 << 48) + (2 << 32)
    won = sum(
        oracle.winnable(deal(3, 2, seed=9, number=first + k).stacks) for k in range(SURVEY.deals)
    )
    assert SURVEY.count(3, 2).winnable == won


def test_threads_and_pieces_do_not_change_the_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = SURVEY.count(4, 3, threads=1)
    monkeypatch.setattr("suitwise.stacks.deals.survey._PIECE_CARDS", 100)
    told: list[int] = []
    assert SURVEY.count(4, 3, threads=3, reached=told.append) == whole
    assert told == sorted(told)
    assert told[-1] == SURVEY.deals


def test_the_share_of_the_smallest_size_is_the_exact_one() -> None:
    # Two stacks of two, suits cut at random: every order of every cut, judged by search.
    decks = [[(1, 1), (1, 2), (2, 2), (3, 2)], [(1, 1), (2, 1), (1, 2), (2, 2)]]
    decks.append([(card[0], 3 - card[1]) for card in decks[0]])
    won = orders = 0
    for deck in decks:
        for a, b, c, d in permutations(deck):
            orders += 1
            won += oracle.winnable(((a, b), (c, d)))
    exact = float(Fraction(won, orders))
    low, high = Survey(deals=20_000, seed=1).count(2, 2).interval
    assert low < exact < high


def test_wilsons_interval_holds_the_true_share_nineteen_times_in_twenty() -> None:
    for share in (0.01, 0.2, 0.5):
        trials = 400
        covered = 0.0
        for k in range(trials + 1):
            low, high = wilson(k, trials)
            if low <= share <= high:
                covered += comb(trials, k) * share**k * (1 - share) ** (trials - k)
        assert 0.93 < covered < 0.98
    assert wilson(0, 50)[0] == 0
    assert wilson(50, 50)[1] == 1


@pytest.mark.parametrize(
    ("successes", "trials"), [(1, 2**32), (10, 10**8), (3, 40), (2**32 - 1, 2**32), (0, 2**32)]
)
def test_the_ends_of_an_interval_are_the_roots_of_wilsons_equation(
    successes: int, trials: int
) -> None:
    z_squared = Fraction(1.959963984540054) ** 2
    share = Fraction(successes, trials)
    low, high = map(Fraction, wilson(successes, trials))
    assert low < share < high or low == share == 0
    for end in (low, high):
        off, spread = abs(end - share), (z_squared * end * (1 - end) / trials)
        assert abs(off * off - spread) <= spread / 10**5


@pytest.mark.parametrize("deals", [0, 2**32 + 1])
def test_a_survey_without_deals_is_refused(deals: int) -> None:
    with pytest.raises(IllegalPosition):
        Survey(deals=deals)


@pytest.mark.parametrize(
    "survey", [{"suits": 0}, {"deck": "odd"}, {"deck": ["uneven"]}, {"seed": 2**64}], ids=str
)
def test_a_survey_of_what_is_not_dealt_is_refused(survey: dict[str, Any]) -> None:
    with pytest.raises(SuitwiseError):
        Survey(**survey)


def test_sizes_beyond_what_numbers_can_name_are_refused() -> None:
    with pytest.raises(IllegalPosition, match="at most"):
        Survey(suits=1).size(2**15, 1)
