"""``suitwise warm``: rules compiled ahead, and machine code thrown away."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from suitwise.cli import commands
from suitwise.cli.setup import games, jobs_of
from suitwise.game import load
from suitwise.players.ahead import is_to_compile
from tests.fresh import fresh_python


def run(*arguments: str) -> tuple[int, str]:
    """Run the command: exit status and what it prints."""
    result = CliRunner().invoke(commands, ["warm", *arguments])
    return result.exit_code, result.output


NOTHING_IS_COMPILED = """
from suitwise.foundation.arrays import code_cache
def refuse(module, seconds, unkept=""):
    raise AssertionError(f"{module} is compiled")
code_cache.compiling = refuse
"""


def test_warming_compiles_all_that_a_second_warming_would() -> None:
    # In the folder that the tests use, where nearly all is compiled when they begin, and where others
    # that run at the same time may add to it.
    status, told = run()
    assert status == 0
    assert "the rules of rummy, stacks, texas42, tractor are compiled: " in told
    assert not any(is_to_compile(load(name)) for name in ("gin", "texas42", "tractor"))
    code = """
from suitwise.catalogue import known
from suitwise.cli.setup import do_job, games, jobs_of
from suitwise.players.ahead import compile_strongest
for job in [(game, job) for game in games() for job in jobs_of(game)]:
    do_job(job)
for entry in known():
    compile_strongest(entry)
print("nothing to compile")
"""
    assert fresh_python(NOTHING_IS_COMPILED + code) == "nothing to compile\n"


def test_after_warming_a_command_compiles_nothing(tmp_path: Path) -> None:
    assert run("stacks")[0] == 0
    code = """
from suitwise.cli import commands
for command in ("generate --stacks 30 --height 30", "survey --stacks 8 --height 13 --deals 500"):
    commands(["stacks", *command.split()], standalone_mode=False)
"""
    assert fresh_python(NOTHING_IS_COMPILED + code)


def test_clearing_alone_compiles_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUITWISE_CACHE_DIR", str(tmp_path / "cache"))
    assert run("--clear") == (0, "0 pieces of machine code thrown away\n")


def test_a_folder_that_is_not_safe_is_named_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SUITWISE_CACHE_DIR", "cache")
    status, told = run("stacks")
    assert status == 1
    assert told == "Error: machine code can't be kept: cache is no absolute path\n"


@pytest.mark.parametrize("game", games())
def test_every_game_says_what_there_is_to_compile(game: str) -> None:
    jobs = jobs_of(game)
    assert len(jobs) >= 5
    assert all(name == name.lower() for name in jobs)


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    status, told = run("whist")
    assert status == 2
    assert "'rummy', 'stacks', 'texas42', 'tractor'" in told
