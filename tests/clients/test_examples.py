"""The examples that need other people's learners run, learn something and meet players in the arena."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_examples import EXAMPLES
from tests.test_examples import LEARNERS as THERE

PAGE = (EXAMPLES.parent / "docs" / "trainers.md").read_text("utf-8")
LEARNERS = {
    "train_jax": "jax",
    "train_maskable_ppo": "ppo",
    "train_tianshou": "tianshou",
    "train_torchrl": "torchrl",
}
"""The examples, and the names of their players."""


def test_every_example_of_a_learner_is_run_and_has_its_page() -> None:
    assert set(LEARNERS) == set(THERE)
    for name in (*LEARNERS, "train_rllib"):
        assert f"python examples/{name}.py\n" in PAGE


@pytest.mark.parametrize("name", LEARNERS)
def test_some_seconds_of_learning_are_a_player_in_the_arena(name: str, tmp_path: Path) -> None:
    told = learns(name, tmp_path)
    assert list(tmp_path.glob("small*"))
    assert re.search(r"^ +\d+ s .* [-+][\d.]+ points$", told, re.M)
    for other in ("random", "greedy", "rules"):
        assert re.search(met(LEARNERS[name], other), told, re.M)


@pytest.mark.parametrize(("game", "unit"), [("tractor", "levels"), ("texas42", "marks")])
def test_some_seconds_of_a_side_are_a_player_of_whole_deals(
    game: str, unit: str, tmp_path: Path
) -> None:
    told = learns("train_maskable_ppo", tmp_path, "--game", game)
    assert re.search(rf"^ +\d+ s .* [-+][\d.]+ {unit}$", told, re.M)
    for other in ("random", "rules"):
        assert re.search(met("ppo", other) + f", in {unit} a game$", told, re.M)


def met(player: str, other: str) -> str:
    """Return the line on a match as a regular expression."""
    return rf"^{player} against {other}: [-+][\d.]+ ± [\d.]+ on 2 deals"


def learns(name: str, folder: Path, *options: str) -> str:
    """Let an example learn for some seconds in a folder; return what it tells."""
    words = [sys.executable, str(EXAMPLES / f"{name}.py"), "--minutes", "0.1", "--deals", "2"]
    ran = subprocess.run(
        [*words, "--model", "small", *options],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_a_saved_model_plays_in_the_arena_by_its_command(tmp_path: Path) -> None:
    """The page's own config, with fewer deals and a model that has learnt for two seconds."""
    script = str(EXAMPLES / "train_maskable_ppo.py")
    subprocess.run(
        [sys.executable, script, "--minutes", "0.03", "--deals", "1"], cwd=tmp_path, check=True
    )
    (config,) = re.findall(r"```toml\n(.*?)```", PAGE, re.S)
    assert "deals = 200" in config
    (tmp_path / "ppo.toml").write_text(config.replace("deals = 200", "deals = 2"), "utf-8")
    (tmp_path / "train_maskable_ppo.py").write_text(Path(script).read_text("utf-8"), "utf-8")
    words = [sys.executable, "-m", "suitwise", "arena", "run", "ppo.toml", "--out", "results"]
    ran = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=600)
    assert ran.returncode == 0, ran.stderr
    assert "ppo(model=gin_ppo.zip)" in ran.stdout
