"""A tree in the place of an OpenSpiel game is that game, without its forced moves."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from suitwise.errors import SuitwiseError
from suitwise.research.exploitability import RESULTS, measure, pieces
from suitwise.research.game_tree import reached
from suitwise.research.learners import ALGORITHMS, MOST, PLAIN, Agents, DeepCfr, StandIn
from suitwise.research.tasks import chosen
from tests.commands import refusal_of, run_command

DEEP = [name for name in ALGORITHMS if name not in PLAIN]


@cache
def small() -> StandIn:
    return StandIn(chosen("two-66")[0].tree())


Line = tuple[tuple[object, ...], ...]
"""Who saw what and had which choice, what was chosen, and at the end what each seat got."""


def lines(
    state: Any, name: Any, before: Line = (), chance: float = 1.0
) -> Iterator[tuple[Line, float]]:
    """Yield all that may be played, and how likely chance makes it."""
    if state.is_terminal():
        yield (*before, (state.current_player(), *state.returns())), chance
    elif state.is_chance_node():
        for outcome, part in state.chance_outcomes():
            yield from lines(state.child(outcome), name, before, chance * part)
    else:
        actions = state.legal_actions()
        for action in actions:
            known = (state.current_player(), name(state), *actions, action)
            line = before if len(actions) == 1 else (*before, known)
            yield from lines(state.child(action), name, line, chance)


def test_a_stand_in_is_the_registered_game_without_its_forced_moves() -> None:
    game = small()
    found: dict[Line, float] = defaultdict(float)
    there: dict[Line, float] = defaultdict(float)
    for line, chance in lines(game.new_initial_state(), lambda s: game.tree.sets[s.number].key):
        found[line] += chance
    known = lines(game.game.new_initial_state(), lambda s: s.information_state_string())
    for line, chance in known:
        there[line] += chance
    assert found == pytest.approx(there)
    assert len(found) > 500


def test_no_two_information_sets_share_a_tensor() -> None:
    rows = small().tensors
    assert len(np.unique(rows, axis=0)) == len(rows) == len(small().tree.sets)


def test_what_is_given_by_actions_is_a_strategy_by_slots() -> None:
    game = small()
    rows = [np.zeros(28) for _ in game.slots]
    for row, slots in zip(rows, game.slots, strict=True):
        row[min(slots)] = 0.25  # parts of what is legal: the rest went to moves that are not
    parts = game.parts(rows)
    assert set(parts) == {0.0, 1.0}
    assert np.add.reduceat(parts, game.tree.firsts[:-1]).tolist() == [1.0] * len(rows)


@pytest.mark.parametrize("name", DEEP)
def test_a_budget_of_a_deep_method_counts_the_decisions_expected(name: str) -> None:
    tree, algorithm = small().tree, ALGORITHMS[name]
    task = chosen("two-66")[0]
    game = reached(tree, tree.uniform())[tree.set_of >= 0].sum()
    if name == "openspiel-deep-cfr":
        looks = [reached(tree, tree.uniform(), seat)[tree.set_of >= 0].sum() for seat in range(4)]
        assert algorithm.touches(tree) == pytest.approx(100 * sum(looks))
    else:
        assert algorithm.touches(tree) == pytest.approx(game)
    assert algorithm.budgets(task) == [10_000, MOST]
    assert algorithm.budgets(task, 20_000) == [10_000]
    assert (algorithm.seeds(task), ALGORITHMS["mccfr"].seeds(task)) == ((1,), (1, 2, 3))


def test_deep_methods_are_learned_by_name_alone() -> None:
    assert DEEP == ["openspiel-deep-cfr", "openspiel-nfsp", "openspiel-a2c"]
    told = run_command("bench", "exploitability", "--help")[1]
    assert all(name in told.replace("\n", " ") for name in DEEP)


@pytest.mark.parametrize("make", [DeepCfr, lambda tree, seed: Agents(tree, seed, "a2c")])
def test_without_pytorch_it_is_said_how_to_install_it(
    make: type[DeepCfr], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(SuitwiseError, match=r"this needs torch: .*\[theory\]"):
        make(small().tree, 1)


def test_an_openspiel_whose_methods_take_no_seed_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("suitwise.research.learners.version", lambda name: "1.5")
    with pytest.raises(SuitwiseError, match=r"need OpenSpiel 2\.0 or later, not 1\.5: .*upgrade"):
        DeepCfr(small().tree, 1)


def test_a_larger_budget_adds_to_the_figures_that_are_kept(tmp_path: Path) -> None:
    todo = pieces(chosen("two-66"), ["cfr"])
    told: list[str] = []
    few = measure(todo, tmp_path, told.append, lambda done: None, 10_000)
    again = measure(todo, tmp_path, told.append, lambda done: None, 10_000)
    assert [figure.budget for figure in few] == [0, 10_000]
    assert again == few
    assert len(told) == 2
    more = measure(todo, tmp_path, told.append, lambda done: None, 100_000)
    assert [figure.budget for figure in more] == [0, 10_000, 100_000]
    assert more[:2] == few
    assert told[2:] == ["two-66: cfr"]
    assert len((tmp_path / RESULTS).read_text("utf-8").splitlines()) == 3


def test_what_no_budget_is_small_enough_for_is_named(tmp_path: Path) -> None:
    told: list[str] = []
    for task, name, most in (("two-66", "cfr", 9_999), ("three-5", "openspiel-nfsp", None)):
        todo = [piece for piece in pieces(chosen(task), [name]) if piece.algorithm == name]
        assert measure(todo, tmp_path, told.append, lambda done: None, most) == []
    assert told == [
        "two-66: cfr: left out, the smallest budget is 10,000",
        "three-5: openspiel-nfsp 1: left out, the smallest budget is 1,000,000",
    ]


def test_a_most_that_is_no_number_of_decisions_is_refused() -> None:
    assert "--most" in refusal_of("bench", "exploitability", "--most", "0")
