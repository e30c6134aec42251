"""The benchmark of learners: policies on arrays against compiled players, each deal from both sides."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from suitwise.arena.run import met
from suitwise.envs import BatchVectorEnv
from suitwise.envs import vector as mirrored
from suitwise.envs.registered import BATCHED
from suitwise.envs.vector import mirrored_score
from suitwise.errors import SuitwiseError
from suitwise.research.fixed_deals import DEALS, first_policy
from tests.commands import refusal_of, run_command
from tests.examples.hearts.games import DEAL as HEARTS


def test_each_environment_named_is_of_the_game_named() -> None:
    assert {deals.env: deals.game for deals in DEALS}.items() <= BATCHED.items()


def test_a_policy_from_a_module_stands_beside_the_baselines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "of_mine.py").write_text("def act(seen, mask):\n    return mask.argmax(axis=1)\n")
    monkeypatch.syspath_prepend(tmp_path)
    command = "bench", "learners", "--tasks", "gin", "--deals", "4", "--policy"
    status, printed, _ = run_command(*command, "of_mine:act")
    assert status == 0
    rows = [line.split("|")[5:7] for line in printed.splitlines() if line.startswith("| gin ")]
    names = [name.strip() for name, _ in rows]
    assert names == ["random", "first", "of_mine:act"]
    assert rows[1][1] == rows[2][1]
    assert "`of_mine:act`: sha256 " in printed
    assert "write MODULE:NAME of a function" in refusal_of(*command, "of_mine:other")
    assert "there is no module not_there" in refusal_of(*command, "not_there:act")


POLICY = """
import numpy as np
from pathlib import Path
import {name}_part

HERE = Path(__file__).parent
WEIGHTS = np.load(HERE / "{name}.npy")

def files():
    return [HERE / "named.bin"]

def act(seen, mask):
    (HERE / "late.txt").read_text()
    return mask.argmax(axis=1)
"""


def test_a_fingerprint_covers_what_a_policy_opens_names_and_imports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)

    def fingerprint(name: str) -> str:
        command = "bench", "learners", "--tasks", "gin", "--deals", "2", "--policy", f"{name}:act"
        for module in (name, f"{name}_part"):
            sys.modules.pop(module, None)
        status, printed, _ = run_command(*command)
        assert status == 0
        last = printed.strip().splitlines()[-1]
        assert last.endswith(f"of late.txt, named.bin, {name}.npy, {name}.py, {name}_part.py")
        return last

    name = "weighed_policy"
    content = {
        f"{name}.py": POLICY.format(name=name).encode(),
        f"{name}_part.py": b"ONE = 1\n",
        "named.bin": b"a",
        "late.txt": b"a",
    }
    for file, data in content.items():
        (tmp_path / file).write_bytes(data)
    np.save(tmp_path / f"{name}.npy", np.zeros(3))
    seen = [fingerprint(name)]
    assert fingerprint(name) == seen[0]
    np.save(tmp_path / f"{name}.npy", np.ones(3))
    seen.append(fingerprint(name))
    for file, data in content.items():
        (tmp_path / file).write_bytes(data + b"\n")
        seen.append(fingerprint(name))
    assert len(set(seen)) == len(seen)


def test_an_action_that_is_not_legal_is_refused() -> None:
    def wrong(seen: object, mask: NDArray[np.int8]) -> NDArray[np.int64]:
        return np.asarray(mask.argmin(axis=1), np.int64)

    with pytest.raises(SuitwiseError, match="an action was not legal, in deal"):
        mirrored_score(wrong, "gin", 4, seed=1, opponents="greedy")


def test_a_player_gets_nothing_from_itself_though_it_ends_games_before_the_other_s_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In the deals 145, 209 and 235 of the seed the first seat has gin at once."""
    made: list[BatchVectorEnv] = []

    class Kept(BatchVectorEnv):
        def __init__(self, *given: Any, **options: Any) -> None:
            super().__init__(*given, **options)
            made.append(self)

    def greedy(seen: object, mask: object) -> NDArray[np.int64]:
        return made[-1].steps.expert("greedy")

    monkeypatch.setattr(mirrored, "BatchVectorEnv", Kept)
    margin = mirrored_score(greedy, "gin", 300, seed=1, opponents="greedy")
    assert (margin.mean, margin.error, margin.deals) == (0, 0, 297)


def test_at_a_game_without_sides_it_plays_every_other_seat_and_gets_what_the_arena_calls_the_margin(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[BatchVectorEnv] = []

    class Kept(BatchVectorEnv):
        def __init__(self, *given: Any, **options: Any) -> None:
            super().__init__(*given, **options)
            made.append(self)

    def rules(seen: object, mask: object) -> NDArray[np.int64]:
        return made[-1].steps.expert("rules")

    monkeypatch.setattr(mirrored, "BatchVectorEnv", Kept)
    hearts = str(HEARTS)
    margin = mirrored_score(rules, hearts, 100, seed=1, opponents="rules")
    assert (margin.mean, margin.error, margin.deals) == (0, 0, 100)
    assert [env.steps.learners for env in made] == [(0, 2), (1, 3)]
    better = mirrored_score(rules, hearts, 400, seed=1, opponents="random")
    in_arena = met("rules", ["random"], hearts, 200, seed=5)["random"]
    assert abs(better.mean - in_arena.mean) < better.error + in_arena.reach


def test_where_the_policy_has_no_turn_more_deals_are_asked_for() -> None:
    with pytest.raises(SuitwiseError, match="of 2 deals the policy has a turn in 1: deal more"):
        mirrored_score(first_policy, "gin", 2, seed=130, opponents="greedy")


def test_games_for_one_and_single_deals_are_refused() -> None:
    with pytest.raises(SuitwiseError, match="an even number of sides"):
        mirrored_score(first_policy, "stacks", 4, seed=1)
    with pytest.raises(SuitwiseError, match=r"two or more of a game with .* sides, not 1 of gin"):
        mirrored_score(first_policy, "gin", 1, seed=1)
