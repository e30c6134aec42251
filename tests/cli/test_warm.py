"""``suitwise warm``: rules compiled ahead, and machine code thrown away."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from suitwise.catalogue import find
from suitwise.cli import commands, setup
from suitwise.cli.setup import games, jobs_of
from suitwise.game import Game, load
from suitwise.players import ahead
from suitwise.players.ahead import is_to_compile
from tests.commands import run_command
from tests.fresh import fresh_python


def run(*arguments: str) -> tuple[int, str]:
    """Run the command: exit status and what it prints."""
    result = CliRunner().invoke(commands, ["warm", *arguments])
    return result.exit_code, result.output


NOTHING_IS_COMPILED = """
from suitwise.foundation.machine import code_cache
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
from suitwise.cli.setup import do_job, games, jobs_of
for job in [(game, job) for game in games() for job in jobs_of(game)]:
    do_job(job)
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


def test_what_is_not_compiled_is_compiled_in_a_process_that_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr(ahead, "Popen", lambda words, **_: started.append(words[1:]))
    monkeypatch.setenv("SUITWISE_CACHE_DIR", str(tmp_path / "cache"))
    status, told = run("texas42", "--background")
    assert status == 0
    assert told.startswith("the rules of texas42 are compiled in the background")
    assert started == [["-m", "suitwise", "warm", "texas42"]]
    entry = find("texas42")
    assert entry is not None
    ahead.note_compiled(entry)
    assert run("texas42", "--background") == (0, "the rules of texas42 are compiled\n")
    assert len(started) == 1


def test_an_installation_with_a_library_compiles_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup, "library", object)
    told = "this installation brings its machine code: there is nothing to compile\n"
    assert run() == run("stacks", "--background") == (0, told)


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


# --- Quick players play and advise at the terminal until the strongest have been ------------------


STANDING_IN = "the strongest player is being compiled, once; until then rules plays and advises\n"
RELIEVED = "the strongest player is compiled and takes over\n"


class Work:
    """A compiler that is done when it has been asked so often."""

    def __init__(self, lines: int, notes: bool = True) -> None:
        self.lines, self.notes = lines, notes
        self.groups: list[str] = []

    def start(self, groups: list[str]) -> Work:
        """Begin with the games of a group."""
        self.groups += groups
        return self

    def poll(self) -> int | None:
        """Return None while it goes on; asked once a line."""
        self.lines -= 1
        return None if self.lines >= 0 or self.notes else 1

    def is_to_compile(self, game: Game[Any]) -> bool:
        """Tell whether it has not compiled a game's strongest player."""
        return self.lines >= 0 or not self.notes


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    """Put a compiler in place that needs two lines; the rules are as on a new installation."""
    work = Work(2)
    monkeypatch.setattr(ahead, "compile_in_background", work.start)
    monkeypatch.setattr(ahead, "is_to_compile", work.is_to_compile)
    return work


def play(*arguments: str | Path, text: str = "hint\n" * 4) -> tuple[str, str]:
    """Play gin: what is printed, and what is said about the players."""
    status, told, said = run_command("rummy", "play", *arguments, text=text)
    assert status == 0
    return told, said


def test_a_quick_player_advises_until_the_strongest_takes_over(work: Work) -> None:
    told, said = play()
    assert said == STANDING_IN + RELIEVED
    hints = [line.endswith("[by rules]") for line in told.splitlines()[-4:]]
    assert hints == [True, True, False, False]
    assert work.groups == ["rummy"]


def test_a_strongest_player_that_could_not_be_compiled_takes_over_all_the_same(work: Work) -> None:
    work.notes = False
    told, said = play()
    assert said.splitlines()[1] == (
        "the strongest player could not be compiled ahead: it takes over, its first answer waits"
    )
    assert "[by" not in told.splitlines()[-1]


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (("--against", "strong"), "advises"),
        (("--hints", "mc(worlds=2)"), "plays"),
        (("--seed", "3"), ""),
        (("--against", "greedy", "--hints", "greedy"), ""),
    ],
)
def test_nobody_stands_in_for_players_that_are_named_or_where_the_seed_is(
    arguments: tuple[str, ...], parts: str, work: Work
) -> None:
    told, said = play(*arguments, text="hint\n")
    assert ("[by rules]" in told) == ("advises" in parts)
    assert said == (STANDING_IN.replace("plays and advises", parts) if parts else "")
    assert len(work.groups) == bool(parts)


def test_where_all_is_compiled_nothing_is_said_or_started(work: Work) -> None:
    work.lines = -1
    assert "[by" not in play()[0]
    assert (play()[1], work.groups) == ("", [])


def test_where_no_code_can_be_kept_nothing_is_started(
    work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SUITWISE_CACHE_DIR", "no/absolute/path")
    assert play(text="hint\n")[1] == ""
    assert not work.groups


def test_a_game_without_a_quick_player_is_played_by_its_own(work: Work) -> None:
    status, told, said = run_command("play", "texas42_endgame", text="quit\n")
    assert (status, said, work.groups) == (0, "", [])
    assert "you are seat 0" in told


def test_a_record_goes_on_with_whoever_plays_and_keeps_that_nobody_was_named(
    work: Work, tmp_path: Path
) -> None:
    record = tmp_path / "gin.rec"
    shown = play("--record", record, text="pass\nshow\n")[0].rpartition("\n\n")[2]
    kept = record.read_text()
    assert "--against" not in kept
    told, said = play("--record", record, text="")
    assert (said, record.read_text()) == (STANDING_IN, kept)
    assert shown in told


def test_a_record_begun_with_a_seed_goes_on_with_the_strongest(work: Work, tmp_path: Path) -> None:
    record = tmp_path / "gin.rec"
    play("--record", record, "--seed", "3", text="")
    assert record.read_text().endswith("# play --seat 0 --seed 3 --against strong\n")
    assert play("--record", record, text="")[1] == STANDING_IN.replace("plays and ", "")
