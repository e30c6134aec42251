"""What strategies are worth and what the best answers gain, against known values and enumeration."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest

from suitwise.errors import SuitwiseError
from suitwise.game import State
from suitwise.players import best_response, expected_returns, exploitability, gains, nash_conv
from suitwise.players.responses import uniform
from suitwise.testing import Kuhn, Leduc
from suitwise.texas42 import Endgame

BETS = {
    # The first seat bets a jack a quarter of the time, a king three times as often, and never a queen.
    "J/2:": 1 / 4,
    "Q/2:": 0.0,
    "K/2:": 3 / 4,
    "J/2:pb": 0.0,
    "Q/2:pb": 1 / 4 + 1 / 3,
    "K/2:pb": 1.0,
    "J/2:p": 1 / 3,
    "Q/2:p": 0.0,
    "K/2:p": 1.0,
    "J/2:b": 0.0,
    "Q/2:b": 1 / 3,
    "K/2:b": 1.0,
}
"""One of Kuhn's equilibria: how often a bet is made or met."""


def kuhns(state: State[Any]) -> Mapping[str, float]:
    bet = BETS[state.view(state.turn)]
    return {"p": 1 - bet, "b": bet}


def test_nobody_gains_against_kuhns_equilibrium_and_its_value_is_his() -> None:
    start = Kuhn().start()
    assert expected_returns(start, kuhns) == pytest.approx((-1 / 18, 1 / 18))
    assert gains(start, kuhns) == pytest.approx((0, 0), abs=1e-12)


@pytest.mark.parametrize("seat", [0, 1])
def test_no_plan_of_a_seat_is_better_than_its_best_answer(seat: int) -> None:
    """All 64 plans are tried against the strategy that plays all moves alike."""
    start = Kuhn().start()
    answer = best_response(start, uniform, seat)
    views = [view for view in BETS if view[4:] in (("", "pb"), ("p", "b"))[seat]]

    def planned(plan: Mapping[str, str]) -> float:
        def strategy(state: State[Any]) -> Mapping[str, float]:
            return {plan[state.view(seat)]: 1.0} if state.turn == seat else uniform(state)

        return expected_returns(start, strategy)[seat]

    plans = [dict(zip(views, moves, strict=True)) for moves in product("pb", repeat=6)]
    assert max(map(planned, plans)) == pytest.approx(answer.value)
    assert expected_returns(start, answer.against(uniform))[seat] == pytest.approx(answer.value)


def test_playing_all_moves_alike_loses_what_others_found() -> None:
    """OpenSpiel gives 11/12 for Kuhn and 4.747222 for Leduc poker."""
    assert nash_conv(Kuhn().start(), uniform) == pytest.approx(11 / 12)
    assert nash_conv(Leduc().start(), uniform) == pytest.approx(4.747222, abs=1e-6)
    assert exploitability(Leduc().start(), uniform) == pytest.approx(4.747222 / 2, abs=1e-6)


def test_one_seat_of_four_answers_the_other_three() -> None:
    start = Endgame("notrump", 1, "0-0 2-0 3-0 3-2 5-5 6-0 6-4 6-5", seat=2, hand="2-0 6-5").start()
    values = expected_returns(start, uniform)
    assert values[0] == values[2] == -values[1] == -values[3]
    for seat in range(4):
        answer = best_response(start, uniform, seat)
        assert answer.value > values[seat] + 1
        found = expected_returns(start, answer.against(uniform))[seat]
        assert found == pytest.approx(answer.value)


def test_exploitability_is_of_two_seats() -> None:
    with pytest.raises(SuitwiseError, match="two seats"):
        exploitability(Endgame().start(), uniform)
