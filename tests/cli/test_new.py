"""``suitwise new``: a game of one's own that is there at once and keeps the contract."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from suitwise.cli import new
from tests.commands import run_command
from tests.fresh import ROOT


def fresh(folder: Path, *arguments: str, typed: str = "") -> str:
    """Run a module in a fresh process in a folder, and return what it printed."""
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=folder,
        input=typed,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": f"{ROOT / 'src'}:{folder}", "PATH": "", "LC_ALL": "C.UTF-8"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.exhaustive
def test_a_new_game_keeps_the_contract_by_its_own_tests_and_can_be_played(
    tmp_path: Path, exhaustive: bool
) -> None:
    # Its tests are those of examples/mygame, which holds them itself, the longest included: that one
    # is run here in full only, and by default what the check below says of the same promises is enough.
    status, told, _ = run_command("new", "two_suits", cwd=tmp_path)
    assert status == 0
    assert told.splitlines()[1:] == [
        "  cd two_suits",
        "  suitwise check two_suits --import two_suits",
        "  python -m pip install .",
    ]
    game = tmp_path / "two_suits"
    own_tests = game / "tests" / "test_two_suits.py"
    (longest,) = re.findall(r"def (test_.*_contract)\(", own_tests.read_text("utf-8"))
    words = () if exhaustive else ("--deselect", f"{own_tests.relative_to(game)}::{longest}")
    told = fresh(game, "pytest", "-q", "-p", "no:cacheprovider", "--doctest-modules", *words)
    assert ("4 passed" if exhaustive else "3 passed, 1 deselected") in told
    own = ["two_suits", "--import", "two_suits"]
    checked = fresh(game, "suitwise", "check", *own, "--games", "1")
    assert re.search(r"^batch +ok$", checked, re.M)
    played = fresh(game, "suitwise", "play", *own, "--seed", "1", typed="hint\nquit\n")
    assert "D7: the player rules would play it" in played


def test_no_file_of_a_new_game_keeps_the_name_of_the_template(tmp_path: Path) -> None:
    run_command("new", "two_suits", cwd=tmp_path)
    for path in (tmp_path / "two_suits").rglob("*"):
        assert "mygame" not in path.name
        assert path.is_dir() or "mygame" not in path.read_text("utf-8").lower()


@pytest.mark.parametrize("name", ["any", "card", "trick", "m"])
def test_a_name_that_means_something_elsewhere_is_a_game_all_the_same(
    name: str, tmp_path: Path
) -> None:
    assert run_command("new", name, cwd=tmp_path)[0] == 0
    counted = ("perft", "--game", name, "--depth", "1", "--import", name)
    assert fresh(tmp_path / name, "suitwise", *counted) == "0 1\n1 52\n"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Mini", "can't be imported"),
        ("class", "can't be imported"),
        ("../mini", "can't be imported"),
        ("a" * 41, "at most 40 letters"),
        ("tractor", "a game already"),
        ("json", "a module already"),
        ("tests", "a module already"),
        ("taken", "is there already"),
    ],
)
def test_a_bad_name_is_refused_in_one_sentence(tmp_path: Path, name: str, reason: str) -> None:
    (tmp_path / "taken").touch()
    status, told, error = run_command("new", name, cwd=tmp_path)
    assert (status, told, error.count("\n")) == (2, "", 1)
    assert reason in error
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


def test_nothing_is_left_when_the_disk_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(text: str, name: str) -> str:
        raise OSError(28, "No space left on device", "mini")

    monkeypatch.setattr(new, "_renamed", full)
    status, _, error = run_command("new", "mini", cwd=tmp_path)
    assert (status, error) == (2, "error: mini: No space left on device\n")
    assert list(tmp_path.iterdir()) == []
