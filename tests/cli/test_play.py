"""``suitwise play GAME``: any game of the catalogue, those of other packages included."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from suitwise.game import OVER, Record
from tests.commands import refusal_of, run_command, run_program
from tests.test_catalogue import ODDS


@pytest.fixture
def odds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a package with a game on the path of the processes that a test starts."""
    folder = tmp_path / "odds-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: odds\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text("[suitwise.games]\nodds = odds_game:ENTRY\n")
    (tmp_path / "odds_game.py").write_text(ODDS)
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")


@pytest.mark.usefixtures("odds")
def test_a_game_of_another_package_is_played_by_the_face_of_any_game(tmp_path: Path) -> None:
    record = tmp_path / "game.rec"
    first = run_program("play", "odds", "--seed", "1", "--record", record, text="moves\nhelp\n")
    assert (first[0], first[2]) == (0, "")
    assert first[1].startswith("odds(declaration=5,")
    assert ", seed 1, you are seat 0; help for the commands\n\n" in first[1]
    moves = re.findall(r"to move: (.*)\n", first[1])[-1]
    assert f"{moves}\nMOVE         a move as" in first[1]
    again = run_program("play", "--record", record, text=f"hint\n{moves.split()[0]}\n")
    assert (again[0], again[2]) == (0, "")
    assert ": the player rules would play it, but gives no reasons\nseat 0 plays " in again[1]
    assert "# play --seat 0 --seed 1" in record.read_text()


def test_a_game_of_the_package_is_played_with_its_strongest_player(tmp_path: Path) -> None:
    record = tmp_path / "game.rec"
    arguments = ("--seed", "3", "--against", "greedy", "--record", record)
    told = run_command("play", "gin", *arguments, text="hint\npass\n")[1]
    assert "pass: 0.1 points more than taking HK, by what the network has learnt" in told
    assert "# play --seat 0 --seed 3 --against greedy" in record.read_text()
    assert "seed 3, you are seat 0" in run_command("play", "--record", record)[1]
    assert "leave out [GAME]" in refusal_of("play", "gin", "--record", record)


def test_the_level_chosen_while_playing_is_kept_with_the_game(tmp_path: Path) -> None:
    record = tmp_path / "game.rec"
    arguments = ("gin", "--seed", "3", "--against", "greedy", "--record", record)
    told = run_command("play", *arguments, text="level\nlevel medium\nlevel god\n")[1]
    assert "\nyou play against medium from here on\n'god' is no player of gin: " in told
    assert "# play --seat 0 --seed 3 --against medium" in record.read_text()
    assert "you play against" not in run_command("play", "--record", record, text="level\n")[1]


def test_the_last_trick_and_all_of_them_are_told_again() -> None:
    lines = "help\ntricks\nlast\npass\n1-0\ntricks\nlast\nundo\ntricks\nlast\n"
    arguments = ("texas42(match=hand)", "--seed", "3", "--against", "easy")
    told = run_command("play", *arguments, text=lines)[1]
    assert "the tricks of this hand" in told
    assert told.count("no trick has been taken\n") == 2
    first = "1. seat 2 1-1, seat 3 4-1, seat 0 1-0, seat 1 3-1: seat 2 took 6 points\n"
    assert told.count(first) == 1
    assert f"{first}seat 2 leads 1-1: trumps are led\n4-1 of seat 3 is lower" in told
    assert told.endswith("no trick has been taken\nnothing has been done yet\n")


def test_the_last_tricks_of_42_are_told_as_those_of_a_hand_and_gin_has_none() -> None:
    lines = "\n".join(f"{high}-{low}" for high in range(7) for low in range(high + 1)) + "\n"
    arguments = ("texas42_endgame", "--seed", "2", "--against", "random", "--hints", "random")
    told = run_command("play", *arguments, text=lines * 2 + "tricks\nlast\n")[1]
    taken = re.findall(r"^\d\. seat \d \d-\d.* took \d+ points?$", told, re.M)
    assert len(taken) > 1
    assert told.endswith(f"{taken[-1]}\n{taken[-1]}\n")
    gin = ("gin", "--seed", "3", "--against", "greedy")
    told = run_command("play", *gin, text="help\ntricks\npass\nlast\n")[1]
    assert "the tricks of this hand" not in told
    assert "no tricks are told of gin\n" in told
    assert told.endswith("\nseat 0 leaves HK\nseat 1 leaves HK\nyou draw S8\n")


def test_stack_management_is_dealt_by_its_seed() -> None:
    told = run_command("play", "stacks(stacks=5)", "--seed", "4", text="r9\nrecord\n")[1]
    assert "illegal: there is no stack 9" in told
    record = Record.parse(told[told.index("game  ") :])
    assert len(record.moves) == 20
    assert told == run_command("play", "stacks(stacks=5)", "--seed", "4", text="r9\nrecord\n")[1]


def test_players_have_options_and_are_kept_with_them(tmp_path: Path) -> None:
    record = tmp_path / "game.rec"
    against = "mccfr(iterations=20, seed=3)"
    arguments = ("--against", against, "--seed", "2", "--record", record)
    told = run_command("play", "texas42_endgame", *arguments, text="hint\n")[1]
    assert ": the player mccfr would play it, but gives no reasons\n" in told
    assert "--against mccfr(iterations=20,seed=3)" in record.read_text()
    lines = "\n".join(f"{high}-{low}" for high in range(7) for low in range(high + 1)) + "\n"
    run_command("play", "--record", record, text=lines * 2)
    assert list(Record.parse(record.read_text()).states())[-1].turn == OVER


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((), "name a game: gin, indian13, "),
        (("chess",), "'chess' is no game: write one of gin, indian13, "),
        (
            ("gin", "--against", "pimc"),
            "'pimc' is no player of gin: write one of easy, medium, strong, greedy, mc, net, random",
        ),
        (("stacks", "--seat", "1"), "stacks has seats 0 to 0, not 1"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments: tuple[str, ...], reason: str) -> None:
    assert f"error: {reason}" in refusal_of("play", *arguments)
