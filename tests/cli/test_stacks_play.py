"""``suitwise stacks play, generate, picture`` as processes."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest

from suitwise.game import Record
from suitwise.stacks import Layout, text_picture
from tests.commands import refusal_of, run_command
from tests.fresh import ROOT
from tests.oracles import stacks_oracle as oracle
from tests.terminal import Terminal

COMMAND = [sys.executable, "-m", "suitwise", "stacks"]
GAME = "8b 9a | 9c 9b | 1c 2c"


run = partial(run_command, "stacks")
refusal = partial(refusal_of, "stacks")


# --- play -----------------------------------------------------------------------------------------


def test_a_scripted_game_is_won_and_its_record_replays() -> None:
    status, told, error = run("play", GAME, text="r2\nr2\nm1>2\nr0\nrecord\nquit\nhint\n")
    assert (status, error) == (0, "")
    assert "won in 4 moves" in told
    record = Record.parse(told[told.index("game  ") :])
    assert list(record.states())[-1].returns() == (1,)


def test_a_scripted_game_is_told_lost_with_the_reason() -> None:
    status, told, _ = run("play", GAME, text="r2 r2\nm0>2\nwhy\n")
    assert status == 0
    assert "lost since move 3, m0>2" in told
    assert "stuck after the forced removals" in told


def test_nothing_is_asked_where_nobody_sits() -> None:
    assert ">" not in run("play", GAME, text="hint\n")[1].replace("m1>2", "")
    assert run("play", GAME)[0] == 0


@pytest.mark.parametrize(
    "arguments",
    [
        *[("7q1",), ("1a | 1a",), ("",), ("--stacks", "0"), ("--difficulty", "6..3")],
        *[("--suits", "9", "--stacks", "4"), ("--stacks", "2", "--difficulty", "50..")],
    ],
)
def test_a_game_that_cannot_be_is_refused(arguments: tuple[str, ...]) -> None:
    refusal("play", *arguments)


@pytest.mark.parametrize(
    "option",
    [("--difficulty", "9.."), ("--seed", "4"), ("--stacks", "5"), ("--verdict", "winnable")],
)
def test_a_layout_takes_no_options_of_random_deals(option: tuple[str, str]) -> None:
    assert f"{option[0]} is for random deals" in refusal("play", GAME, *option)


def test_at_a_terminal_it_asks_in_colour_and_ends_with_the_input() -> None:
    terminal = Terminal("stacks", "play", GAME)
    shown = terminal.until("> ")
    assert "\x1b[" in shown
    terminal.type("hint\n")
    assert "r2: remove" in terminal.until("win\r\n> ")
    terminal.type("\x04")
    assert terminal.ends() == 0


def test_any_bytes_may_be_typed_whatever_encoding_is_set() -> None:
    terminal = Terminal("stacks", "play", GAME, PYTHONIOENCODING="ascii")
    terminal.until("> ")
    terminal.type("é\n")
    assert "is no move: write r3" in terminal.until("commands\r\n> ")
    terminal.type("\x04")
    assert terminal.ends() == 0


@pytest.mark.parametrize("command", ["judge", "solve", "weigh"])
def test_whoever_gives_no_file_at_a_terminal_is_told_what_is_waited_for(command: str) -> None:
    terminal = Terminal("stacks", command)
    assert "reading standard input" in terminal.until("\r\n")
    terminal.type("\x04")
    assert terminal.ends() == (0 if command == "weigh" else 2)


def test_a_line_without_end_is_refused() -> None:
    status, _, error = run("play", GAME, text="r" * (1 << 24))
    assert (status, error) == (2, "error: a line is longer than 16,777,216 bytes\n")


# --- play --record --------------------------------------------------------------------------------


def recorded(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(text)
    return path


def test_a_game_goes_on_from_its_record(tmp_path: Path) -> None:
    told = run("play", GAME, text="r2 r2\nrecord\n")[1]
    record = recorded(tmp_path, told[told.index("game  ") :])
    status, told, error = run("play", "--record", record, text="m1>2\nr0\nrecord\n")
    assert (status, error) == (0, "")
    assert "won in 4 moves" in told
    assert Record.parse(told[told.index("game  ") :]).moves == ("r2", "r2", "m1>2", "r0")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", ": the record ends before 'game'"),
        ("game stacks\nx 1\n", ":2: 'x' stands where 'start' belongs"),
        ("game gin\nstart x\nmoves\nreturns 0\n", ": this is a record of gin, not of stacks"),
        (
            "game stacks(stacks=1)\nstart 1a 2b\nmoves r0\nreturns 0\n",
            ": move 1, r0: the game is over",
        ),
        (
            "game stacks(stacks=2,height=1,suits=2)\nstart dealing - | -\nmoves 1a\nreturns 0\n",
            ": the record ends before the deal is done",
        ),
    ],
)
def test_what_is_no_record_of_a_game_is_refused(tmp_path: Path, text: str, reason: str) -> None:
    record = recorded(tmp_path, text)
    assert refusal("play", "--record", record) == f"error: {record}{reason}\n"


def test_a_record_takes_no_layout_and_no_options_of_random_deals(tmp_path: Path) -> None:
    record = recorded(tmp_path, "")
    assert "--seed is for random deals" in refusal("play", "--record", record, "--seed", 3)
    assert "exclude each other" in refusal("play", GAME, "--record", record)


# --- generate and picture -------------------------------------------------------------------------


def test_the_judge_reads_what_is_generated_and_search_agrees(tmp_path: Path) -> None:
    for verdict, word in (("winnable", "POSSIBLE"), ("lost", "IMPOSSIBLE")):
        arguments = ("--stacks", "3", "--height", "3", "--count", "9", "--verdict", verdict)
        status, told, error = run("generate", *arguments)
        assert (status, error) == (0, "")
        cases = oracle.read_cases(told)
        assert [oracle.winnable(case) for case in cases] == [verdict == "winnable"] * 9
        judged = run("judge", text=told)[1]
        assert judged == "".join(f"Case #{i}: {word}\n" for i in range(1, 10))


def test_layouts_objects_and_the_judges_input_are_the_same_deals() -> None:
    arguments = ("generate", "--stacks", "4", "--height", "3", "--seed", "8", "--count", "5")
    layouts = [Layout.parse(line) for line in run(*arguments, "--layouts")[1].splitlines()]
    objects = [json.loads(line) for line in run(*arguments, "--json")[1].splitlines()]
    assert [Layout.parse(item["layout"]) for item in objects] == layouts
    assert [item["number"] for item in objects] == [0, 1, 2, 3, 4]
    cases = oracle.read_cases(run(*arguments)[1])
    assert cases == [layout.stacks for layout in layouts]
    later = run(*arguments[:-1], "2", "--first", "3", "--layouts")[1].splitlines()
    assert [Layout.parse(line) for line in later] == layouts[3:]


def test_difficulty_is_told_and_as_asked() -> None:
    status, told, _ = run("generate", "--difficulty", "2..3", "--count", "3", "--json")
    assert status == 0
    items = [json.loads(line) for line in told.splitlines()]
    assert len(items) == 3
    assert all(2 <= item["bits"] <= 3 and item["winnable"] for item in items)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--suits", "3", "--verdict", "lost"), "fewer suits than stacks"),
        (("--suits", "5", "--verdict", "winnable"), "take 4 suits"),
        (("--deck", "even", "--verdict", "winnable"), "uneven deck"),
        (("--suits", "17"), "16 cards"),
        (("--difficulty", "x"), "is no range"),
        (("--verdict", "lost", "--difficulty", "1..2"), "no difficulty"),
        (("--stacks", "2000", "--height", "2000"), "at most 1,000,000"),
        (("--stacks", "9" * 4000, "--height", "9" * 4000), "at most 1,000,000"),
        (("--first", "99999999999999999999999"), "0<=x<=9223372036854775807"),
        (("--count", "99999999999999999999999"), "0<=x<=9223372036854775807"),
        (("--count", "999999999"), "999,999,999 layouts of 16 cards are more than the 5,000,000"),
        (("--winnable-share", "2"), "is no share: write 0.3 or 30%"),
        (("--winnable-share", "30%", "--verdict", "any"), "exclude each other"),
        (("--winnable-share", "0.5", "--deck", "even"), "uneven deck"),
        (("--layouts", "--json"), "--layouts and --json exclude each other"),
    ],
)
def test_what_cannot_be_generated_is_refused(arguments: tuple[str, ...], reason: str) -> None:
    assert reason in refusal("generate", *arguments)


def test_layouts_are_printed_as_they_are_found_however_many_are_wanted() -> None:
    wanted = ("generate", "--count", str(2**63 - 1), "--layouts")
    with subprocess.Popen([*COMMAND, *wanted], stdout=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdout is not None
        assert Layout.parse(process.stdout.readline().decode()).cards == 16
        process.stdout.close()
        assert process.wait(60) == 141


def test_a_chosen_share_of_the_layouts_can_be_won() -> None:
    asked = ("generate", "--stacks", "3", "--height", "3", "--seed", "5", "--count", "10", "--json")
    for share, winnable in (("30%", 3), ("0.3", 3), ("0", 0), ("1", 10)):
        items = [
            json.loads(line) for line in run(*asked, "--winnable-share", share)[1].splitlines()
        ]
        verdicts = [oracle.winnable(Layout.parse(item["layout"]).stacks) for item in items]
        assert verdicts == [item["winnable"] for item in items]
        assert (len(verdicts), sum(verdicts)) == (10, winnable)


def test_every_winnable_layout_is_told_with_its_difficulty_and_weigh_agrees() -> None:
    asked = (
        *("generate", "--stacks", "4", "--height", "3", "--count", "12", "--winnable-share"),
        "0.5",
    )
    items = [json.loads(line) for line in run(*asked, "--json")[1].splitlines()]
    assert [item["bits"] is not None for item in items] == [item["winnable"] for item in items]
    layouts = run(*asked, "--layouts")[1]
    weighed = [json.loads(line) for line in run("weigh", "--json", text=layouts)[1].splitlines()]
    assert [item.get("bits") for item in weighed] == [item["bits"] for item in items]
    assert [item["winnable"] for item in weighed] == [item["winnable"] for item in items]


@pytest.mark.parametrize("columns", ["80", "0", "²"])
def test_a_search_is_shown_at_a_terminal_and_makes_way_for_the_layout(columns: str) -> None:
    code = "from suitwise.cli import common, main; common.PROGRESS_AFTER_S = 0.0; main()"
    here, there = pty.openpty()
    asked = ["stacks", "generate", "--difficulty", "2..", "--layouts", "--seed", "3"]
    done = subprocess.run(
        [sys.executable, "-c", code, *asked],
        stdout=there,
        stderr=there,
        cwd=ROOT,
        env={**os.environ, "TERM": "xterm", "COLUMNS": columns},
        timeout=600,
    )
    os.close(there)
    shown = os.read(here, 65536).decode()
    os.close(here)
    assert done.returncode == 0
    bar, _, layout = shown.rpartition("\x1b[2K")
    assert "searching" in bar
    assert Layout.parse(layout.strip()).cards == 16


# --- weigh ----------------------------------------------------------------------------------------


def test_a_layout_a_line_is_weighed_or_told_lost() -> None:
    text = f"\ufeff{GAME}\n\n# a comment\n8B 9A | 1a | -\n2b 3a | 1a 3b\n"
    assert run("weigh", text=text.encode()) == (
        0,
        "1 bit: 1 of 2\n"
        "0 bits\n"
        "lost: stuck after the forced removals: no stack is empty and the tops 2b 1a are all of "
        "different suits\n",
        "",
    )


def test_what_cannot_be_weighed_is_refused_with_its_line() -> None:
    wide = " | ".join(f"{value}a" for value in range(10_001))
    for line, reason in (("7q1", "'7q1' is no card"), (wide, "difficulty is computed for at most")):
        status, told, error = run("weigh", text=f"{GAME}\n{line}\n{GAME}\n")
        assert (status, told) == (2, "1 bit: 1 of 2\n")
        assert error.startswith(f"error: <stdin>:2: {reason}")


# --- picture --------------------------------------------------------------------------------------


def test_a_layout_is_shown_as_text_or_drawn(tmp_path: Path) -> None:
    assert "[8b]" in run("picture", GAME)[1]
    out = tmp_path / "graph.svg"
    assert run("picture", GAME, "--svg", out, "--title", "A choice") == (0, "", "")
    ElementTree.parse(out)
    assert "No such file" in refusal("picture", GAME, "--svg", tmp_path / "no" / "a.svg")
    assert refusal("picture", GAME, "--svg", "") == "error: a file to write to needs a name\n"
    assert "--title is a heading for --svg" in refusal("picture", GAME, "--title", "A choice")


@pytest.mark.parametrize("layout", ["- | 2a", "-|2h", "- | - | 1h 2h"])
def test_a_layout_may_begin_with_an_empty_stack(layout: str) -> None:
    shown = run("picture", layout)[1]
    assert shown == text_picture(Layout.parse(layout)) + "\n"
    assert run("picture", "--", layout)[1] == shown
    assert run("play", layout)[1].startswith(shown)


def test_generated_layouts_are_paged_by_their_numbers() -> None:
    asked = ("generate", "--stacks", "200", "--height", "2", "--verdict", "lost", "--json")
    first, second = (json.loads(line) for line in run(*asked, "--count", "2")[1].splitlines())
    after = str(first["number"] + 1)
    assert json.loads(run(*asked, "--first", after)[1]) == second
