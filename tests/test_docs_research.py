"""The pages on research show what their scripts and commands make."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from suitwise.arena.config import read_config
from suitwise.game import load
from suitwise.players.named import named, names_for

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGE = (DOCS / "research.md").read_text("utf-8")
DATA = (DOCS / "data-sets.md").read_text("utf-8")
README = (ROOT / "README.md").read_text("utf-8")


def test_every_config_shown_is_one() -> None:
    shown = re.findall(r"```toml\n(.*?)```", PAGE, re.S)
    assert [read_config(text.encode()).matches[0].deals for text in shown] == [100]


@pytest.mark.parametrize(
    "page", [PAGE, README, DATA], ids=["research.md", "README.md", "data-sets.md"]
)
def test_a_session_at_the_arena_prints_what_is_shown(page: str, tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for config in re.findall(r"```toml\n(.*?)```", page, re.S):
        (tmp_path / "gin.toml").write_text(config, "utf-8")
    sessions = re.findall(r"```shell-session\n(.*?)```", page, re.S)
    assert sessions
    for part in "".join(sessions).split("$ suitwise ")[1:]:
        command, _, shown = part.partition("\n")
        pattern = re.escape(shown.rstrip()).replace(re.escape("..."), ".*")
        printed = run(command, tmp_path)
        assert re.fullmatch(pattern, printed, re.S), printed


def run(command: str, folder: Path) -> str:
    """Return what a command prints that succeeds and warns of nothing, without blanks at line ends."""
    words = [sys.executable, "-m", "suitwise", *shlex.split(command)]
    plain = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    ran = subprocess.run(
        words, cwd=folder, env=plain, capture_output=True, text=True, encoding="utf-8"
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    return "\n".join(line.rstrip() for line in ran.stdout.splitlines()).rstrip()


def test_the_table_of_players_names_every_player_of_every_game() -> None:
    rows = re.findall(r"^\| `(\S+?)` \| (every game|\w+) \|", PAGE, re.M)
    own = (
        "gin",
        "indian13",
        "rummikub",
        "stacks",
        "texas42",
        "texas42_endgame",
        "tractor",
    )  # tests know others
    players = [named(name, load(game)) for game in own for name in names_for(load(game))]
    there = {
        (str(player), player.game.name)
        for player in players
        if player.name not in ("random", "leftmost")  # which an example registers
        if type(player.options).__module__.startswith("suitwise.")
    }
    assert set(rows) == there | {("random", "every game")}
