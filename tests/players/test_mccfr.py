"""Counterfactual regrets by sampling: known values are reached, and what can be gained falls."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.errors import SuitwiseError
from suitwise.game import play
from suitwise.players.best_response import expected_returns, exploitability
from suitwise.players.mccfr import Mccfr, StrategyPlayer, pick, shares
from suitwise.testing import Kuhn
from suitwise.testing.leduc import Leduc

LEDUC_VALUE = -0.085606424078


def test_kuhn_poker_is_solved() -> None:
    start, solver, left = Kuhn().start(), Mccfr(Kuhn(), seed=1), []
    for iterations in (100, 400, 1500):
        solver.run(iterations)
        left.append(exploitability(start, solver.strategy))
    assert left == sorted(left, reverse=True)
    assert left[-1] < 0.03
    assert expected_returns(start, solver.strategy)[0] == pytest.approx(-1 / 18, abs=0.01)


def test_what_can_be_won_from_the_strategy_for_leduc_poker_falls(exhaustive: bool) -> None:
    """On the sample from 2.6 to 1.2; in full to 0.05, the value within 0.02."""
    start, solver, left = Leduc().start(), Mccfr(Leduc(), seed=1), []
    for iterations in (100, 600, *([7_300, 52_000] if exhaustive else [])):
        solver.run(iterations)
        left.append(exploitability(start, solver.strategy))
    assert left == sorted(left, reverse=True)
    assert left[-1] < (0.06 if exhaustive else 1.5)
    if exhaustive:
        value = expected_returns(start, solver.strategy)[0]
        assert value == pytest.approx(LEDUC_VALUE, abs=0.02)


def test_a_run_can_be_gone_on_with() -> None:
    whole, parts = Mccfr(Kuhn(), seed=3), Mccfr(Kuhn().start(), seed=3)
    whole.run(60)
    for iterations in (10, 0, 50):
        parts.run(iterations)
    assert whole.tables == parts.tables
    assert whole.iterations == parts.iterations == 60


def test_other_seeds_learn_otherwise() -> None:
    one, other = Mccfr(Kuhn(), seed=1), Mccfr(Kuhn(), seed=2**64 - 1)
    one.run(50)
    other.run(50)
    assert one.tables != other.tables


def test_where_a_solver_has_never_been_it_plays_all_moves_alike() -> None:
    assert Mccfr(Kuhn(), seed=1).strategy(Kuhn().parse("KJ:p")) == {"p": 0.5, "b": 0.5}


def test_a_player_plays_the_strategy() -> None:
    solver = Mccfr(Kuhn(), seed=1)
    solver.run(500)
    state = Kuhn().parse("KJ:pb")
    player = StrategyPlayer(solver.strategy, seed=5)
    called = sum(player(state) == "b" for _ in range(200))
    assert called == pytest.approx(200 * solver.strategy(state)["b"], abs=20)
    assert play(Kuhn().start(), player, seed=1).returns[0] != 0
    with pytest.raises(SuitwiseError, match="no move to choose"):
        player(Kuhn().parse("KJ:bb"))


@given(st.lists(st.floats(0, 1e9), min_size=1, max_size=6), st.integers(0, 2**32 - 1))
def test_what_is_picked_has_a_part(weights: list[float], ticket: int) -> None:
    parts = shares(weights)
    assert sum(parts) == pytest.approx(1)
    assert parts[pick(parts, ticket)] > 0
