"""OpenSpiel's deep methods learn on an endgame of 42, the same from the same seed, and are measured."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

import pytest

from suitwise.research import learners as deep
from suitwise.research.exploitability import measure, pieces
from suitwise.research.game_tree import nash_conv
from suitwise.research.learners import ALGORITHMS
from suitwise.research.tasks import chosen

pytestmark = pytest.mark.skipif(
    int(version("open_spiel").partition(".")[0]) < deep.OLDEST,
    reason=f"deep methods need OpenSpiel {deep.OLDEST}.0 or later",
)
DEEP = [name for name, algorithm in ALGORITHMS.items() if algorithm.deep]


@pytest.mark.parametrize("name", DEEP)
def test_a_deep_method_learns(name: str, tmp_path: Path) -> None:
    todo = pieces(chosen("two-66"), [name])
    at_first, learned = measure(todo, tmp_path, print, lambda done: None, most=10_000)
    assert (learned.algorithm, learned.seed, learned.budget) == (name, 1, 10_000)
    assert learned.nash_conv < at_first.nash_conv


@pytest.mark.parametrize("name", DEEP)
def test_the_same_seed_learns_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    few = {
        "num_traversals": 10,
        "advantage_network_train_steps": 5,
        "policy_network_train_steps": 5,
    }
    small = {**deep.DEEP_CFR, **few, "batch_size_advantage": 8, "batch_size_strategy": 8}
    monkeypatch.setattr(deep, "DEEP_CFR", small)
    tree = chosen("two-66")[0].tree()
    found = []
    for seed in (1, 1, 2):
        learner = ALGORITHMS[name].make(tree, seed)
        learner.run(2 if "cfr" in name else 60)
        found.append(nash_conv(tree, learner.average()))
        assert found[-1] == nash_conv(tree, learner.average())
    assert found[0] == found[1] != found[2]
