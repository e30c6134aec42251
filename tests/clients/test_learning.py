"""PPO and DQN learn a task of the suite, go on where they were interrupted, and are entered."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from suitwise.arena.fingerprints import sha256_of
from suitwise.cli import commands
from suitwise.envs.vector import BatchVectorEnv
from suitwise.research import suite as of_suite
from suitwise.research import training
from suitwise.research.suite import BENCH_1, TRAINING, Entry, Suite, Training
from suitwise.research.trained import Network

METHODS = ("ppo", "dqn")
GIN = training.course_of(BENCH_1, "gin")
ROUND = training.GAMES * training.ROUND


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make parts a round each, DQN learn from its first round on, and points of the curve quick."""
    monkeypatch.setattr(training, "PART", ROUND)
    monkeypatch.setattr(training, "_LEAST", 32)
    monkeypatch.setattr(training, "CURVE_DEALS", 40)


class Broken(Exception):
    """Stands for a process that is killed."""


@pytest.mark.parametrize("method", METHODS)
def test_a_training_goes_on_where_it_was_interrupted(method: str, tmp_path: Path) -> None:
    def broken(line: str) -> None:
        raise Broken

    with pytest.raises(Broken):
        training.train(BENCH_1, "gin", method, 1, tmp_path, 2 * ROUND, broken)
    half = Training.read(tmp_path / TRAINING)
    assert half.moves == ROUND
    lines: list[str] = []
    found = training.train(BENCH_1, "gin", method, 1, tmp_path, 2 * ROUND, lines.append)
    assert (found.moves, len(lines)) == (2 * ROUND, 1)
    assert found.curve[:1] == half.curve
    assert [moves for moves, *_ in found.curve] == [ROUND, 2 * ROUND]
    assert found.hours > half.hours > 0
    assert [path.name for path in tmp_path.glob("checkpoint-*")] == [f"checkpoint-{2 * ROUND}"]
    assert found == Training.read(tmp_path / TRAINING)
    assert found.model == sha256_of(tmp_path / training.MODEL) != half.model
    again = training.train(BENCH_1, "gin", method, 1, tmp_path, 2 * ROUND, lines.append)
    assert (again, len(lines)) == (found, 1), "nothing is left to learn"


@pytest.mark.parametrize("method", METHODS)
def test_the_arrays_choose_as_the_network_of_pytorch_does(method: str, tmp_path: Path) -> None:
    import torch

    learner: Any = training._learner(method, GIN, 1, 0, None)
    learner.learn(ROUND)
    network = Network(learner.layers(), learner.bend)
    games = BatchVectorEnv(GIN.game, 200, opponents="greedy")
    seen, infos = games.reset(seed=9)
    for _ in range(5):
        mask = infos["action_mask"]
        if method == "ppo":
            wanted, _ = learner._model.predict(seen, action_masks=mask, deterministic=True)
        else:
            with torch.no_grad():
                values = learner._online(torch.from_numpy(seen)).numpy()
            wanted = np.where(mask, values, -np.inf).argmax(axis=1)
        assert (
            network(seen, mask) == wanted
        ).mean() > 0.99  # sums in another order may tie otherwise
        seen, _, _, _, infos = games.step(wanted)


def test_the_memory_of_dqn_gives_moves_with_what_followed_them() -> None:
    """Seen, action and mask of a row belong together, also where the memory has come round."""
    learner: Any = training._Dqn(GIN, 1, 7, 0, None)
    for _ in range(training._MEMORY + 30):
        learner._play()
    action, mask = learner._memory_action, learner._memory_mask
    here = np.indices(action.shape)
    assert mask[here[0], here[1], action].all(), "only legal actions were taken"
    assert learner._memory_over.any()
    assert (learner._memory_reward[~learner._memory_over] == 0).all()
    assert abs(learner._memory_reward).max() <= 1


@pytest.mark.parametrize(("method", "rounds"), [("ppo", 3), ("dqn", 40)])
def test_what_is_learnt_in_some_rounds_gets_far_more_than_at_random(
    method: str, rounds: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "BUDGET", rounds * ROUND)  # so that DQN explores less and less
    monkeypatch.setattr(training, "PART", rounds * ROUND)
    monkeypatch.setattr(training, "CURVE_DEALS", 400)
    ((_, mean, reach),) = training.train(BENCH_1, "gin", method, 1, tmp_path, rounds * ROUND).curve
    assert mean + reach < 20
    assert mean - reach > -40, "random gets 48.8 less than greedy, the first legal action 44.7"


@pytest.mark.parametrize(
    ("task", "other", "imports"),
    [("gin", "greedy", []), ("hearts", "rules", ["--import", "hearts"])],
)
def test_the_command_trains_plays_and_enters(
    task: str, other: str, imports: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (whole,) = (one for one in BENCH_1.meetings if one.name == task)
    small = Suite("small", (1,), (replace(whole, opponents=(other,), deals=3),))
    monkeypatch.setattr(of_suite, "BENCH_1", small)
    monkeypatch.chdir(tmp_path)
    words = ["research", "bench-1", "learn", task, "--moves", "1", "--out", "out", *imports]
    told = CliRunner().invoke(commands, words)
    assert told.exit_code == 0, told.output
    entry = Entry.read(told.stdout.splitlines()[-1])
    assert entry.player == "masked_ppo(model=out/model.npz)"
    assert entry.training is not None
    assert (entry.training.task, entry.training.method, entry.training.moves) == (
        task,
        "ppo",
        ROUND,
    )
    assert entry.scores[task][other][0] == 3
    plan = json.loads((tmp_path / "out" / "seed-1" / "plan.json").read_text())
    assert "out/model.npz" in json.dumps(plan)
    checked = CliRunner().invoke(commands, ["research", "bench-1", "check", "out", *imports])
    assert checked.exit_code == 0, checked.output
    assert checked.stdout.splitlines()[-1] == entry.line()
