"""Regret minimisation and the exact measures on trees agree with OpenSpiel's, in C++ on their files."""

from __future__ import annotations

from functools import cache
from typing import Any

import pyspiel
import pytest

from suitwise.research.game_tree import Cfr, GameTree, efg_text, expected_returns, nash_conv
from suitwise.research.learners import OpenSpiel
from suitwise.research.tasks import chosen
from suitwise.testing import Kuhn, Leduc


@cache
def tree_of(name: str) -> GameTree:
    if name in ("kuhn", "leduc"):
        return GameTree.of({"kuhn": Kuhn, "leduc": Leduc}[name]())
    (task,) = chosen(name)
    return task.tree()


def solver(tree: GameTree, kind: str) -> OpenSpiel:
    return OpenSpiel(tree, kind, "evaluate_and_update_policy")


@pytest.mark.parametrize("name", ["kuhn", "leduc", "two-39"])
@pytest.mark.parametrize(("kind", "plus"), [("CFRSolver", False), ("CFRPlusSolver", True)])
def test_a_few_iterations_leave_to_gain_what_they_do_at_openspiel(
    name: str, kind: str, plus: bool
) -> None:
    tree = tree_of(name)
    theirs, ours = solver(tree, kind), Cfr(tree, plus=plus)
    for learner in (theirs, ours):
        learner.run(4)
    assert nash_conv(tree, ours.average()) == pytest.approx(
        nash_conv(tree, theirs.average()), abs=1e-9
    )


@pytest.mark.parametrize("name", ["leduc", "two-39"])
def test_openspiels_own_measure_of_a_learned_policy_is_ours(name: str) -> None:
    tree = tree_of(name)
    theirs = solver(tree, "CFRSolver")
    theirs.run(3)
    policy: Any = theirs._solver.average_policy()
    known = pyspiel.nash_conv(theirs.game, policy)
    assert nash_conv(tree, theirs.average()) == pytest.approx(known, abs=1e-9)
    assert known > 0.05


def test_kuhn_poker_is_worth_what_kuhn_proved() -> None:
    ours = Cfr(tree_of("kuhn"), plus=True)
    ours.run(400)
    assert expected_returns(ours.tree, ours.average())[0] == pytest.approx(-1 / 18, abs=1e-3)


def test_what_one_run_learns_two_runs_learn() -> None:
    once, twice = Cfr(tree_of("leduc")), Cfr(tree_of("leduc"))
    once.run(3)
    twice.run(1)
    twice.run(2)
    assert once.average().tolist() == twice.average().tolist()
    assert once.touched == 3 * 2 * 774


def test_a_file_of_the_extensive_form_has_the_games_decisions() -> None:
    game = pyspiel.load_efg_game(efg_text(tree_of("two-39"), "the last two tricks"))
    assert (game.num_players(), game.min_utility(), game.max_utility()) == (4, -1.0, 1.0)
