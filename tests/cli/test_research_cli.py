"""``suitwise bench``: what is refused before anything is measured, and the table of strength."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.commands import bench
from tests.commands import refusal_of, run_command

_COMMANDS = (
    *(
        "tractor",
        "tractor-follow",
        "tractor-wide",
        "tractor-many",
        "tractor-table",
        "tractor-players",
        "tractor-parts",
        "stacks",
    ),
    *("rummy", "texas42", "texas42-players", "table-page"),
)


@pytest.mark.parametrize("command", _COMMANDS)
def test_a_page_that_can_t_be_written_is_refused_at_once(command: str, tmp_path: Path) -> None:
    page = tmp_path / "missing" / "page.md"
    # The names of the option for help are remembered: those that the whole command has.
    names = ["-h", "--help"]
    arguments = [command, "--markdown", str(page)]
    done = CliRunner().invoke(bench, arguments, help_option_names=names)
    assert isinstance(done.exception, FileNotFoundError)
    assert done.output == ""


# --- strength -------------------------------------------------------------------------------------


def strength(folder: Path, *words: str | Path) -> tuple[str, str]:
    """Return what the command prints for two deals of each pair, results and diagnostics."""
    fixed = "--games", "gin,stacks", "--players", "rules,greedy,solver,random", "--deals", "2"
    status, told, error = run_command("bench", "strength", *fixed, "--out", folder, *words)
    assert status == 0
    return told, error


def test_the_table_of_strength_has_every_pair_and_goes_into_the_page(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Page\n\n<!-- strength: begin -->\nold\n<!-- strength: end -->\n\nafter\n")
    told, error = strength(tmp_path / "out", "--markdown", page)
    assert error.splitlines() == [
        "gin: rules – greedy",
        "gin: rules – random",
        "gin: greedy – random",
        "stacks: solver – random",
    ]
    assert all(told.count(f"| `{game}`, ") == 1 for game in ("gin", "stacks"))
    assert page.read_text() == (
        f"# Page\n\n<!-- strength: begin -->\n{told}<!-- strength: end -->\n\nafter\n"
    )
    before = {path: path.read_bytes() for path in (tmp_path / "out").glob("*/*")}
    assert strength(tmp_path / "out")[0] == told, "it is all there"
    assert {path: path.read_bytes() for path in (tmp_path / "out").glob("*/*")} == before
    plain = json.loads(strength(tmp_path / "out", "--json")[0])
    assert [(pair["game"], pair["deals"]) for pair in plain["pairs"]] == [
        *[("gin", 2)] * 3,
        ("stacks", 2),
    ]


def test_a_player_that_no_game_has_is_refused_in_one_line(tmp_path: Path) -> None:
    words = "bench", "strength", "--games", "gin", "--players", "solver", "--out", tmp_path
    assert refusal_of(*words) == "error: 'solver' is no player of gin\n"
