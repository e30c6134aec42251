"""``suitwise stacks play, generate, picture, survey`` as processes."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

from suitwise.game import Record
from suitwise.stacks import is_winnable, text_picture
from suitwise.stacks.layout import Layout
from tests.fresh import ROOT
from tests.oracles import stacks_oracle as oracle

COMMAND = [sys.executable, "-m", "suitwise", "stacks"]
GAME = "8b 9a | 9c 9b | 1c 2c"


def run(*arguments: str | Path | int, text: str | bytes = "") -> tuple[int, str, str]:
    """Run a command: exit status, standard output, standard error."""
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)],
        input=text if isinstance(text, bytes) else text.encode(),
        capture_output=True,
        cwd=ROOT,
        timeout=120,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def refusal(*arguments: str | Path | int) -> str:
    """Run a command that is refused in one line."""
    status, told, error = run(*arguments)
    assert (status, told) == (2, "")
    assert error.startswith("error: ")
    assert error.count("\n") == 1
    return error


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


def test_bytes_that_are_no_text_are_answered_in_a_line() -> None:
    status, told, error = run("play", GAME, text=b"\xff\xfe\0\nr2\n")
    assert (status, error) == (0, "")
    assert told.count("no command") == 1
    assert "[2c]" in told


def test_the_same_seed_deals_the_same_game() -> None:
    games = [run("play", "--seed", "5", "--stacks", "4", text="record\n")[1] for _ in range(2)]
    assert games[0] == games[1]
    assert "seed 5" in games[0]
    other = run("play", text="record\n")[1]
    start = other[other.index("start ") + 6 :].partition("\n")[0]
    assert is_winnable(Layout.parse(start))


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


class Terminal:
    """A game at a terminal of its own."""

    def __init__(self, *arguments: str) -> None:
        self._master, slave = pty.openpty()
        environment = {**os.environ, "TERM": "xterm-256color"}
        environment.pop("NO_COLOR", None)
        self._run = subprocess.Popen(
            [*COMMAND, "play", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=ROOT,
            env=environment,
            start_new_session=True,
        )
        os.close(slave)

    def until(self, text: str) -> str:
        """Return what is shown up to a text."""
        shown = ""
        end = time.monotonic() + 60
        while text not in shown and time.monotonic() < end:
            if select.select([self._master], [], [], 1)[0]:
                try:
                    shown += os.read(self._master, 4096).decode()
                except OSError:
                    break
        return shown

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())

    def interrupt(self) -> None:
        self._run.send_signal(signal.SIGINT)

    def ends(self) -> int:
        status = self._run.wait(timeout=60)
        os.close(self._master)
        return status


def test_at_a_terminal_it_asks_in_colour_and_ends_with_the_input() -> None:
    terminal = Terminal(GAME)
    shown = terminal.until("> ")
    assert "\x1b[" in shown
    terminal.type("hint\n")
    assert "r2: remove" in terminal.until("win\r\n> ")
    terminal.type("\x04")
    assert terminal.ends() == 0


def test_an_interrupt_leaves_without_a_word_of_blame() -> None:
    terminal = Terminal(GAME)
    terminal.until("> ")
    terminal.interrupt()
    assert "error" not in terminal.until("never")
    assert terminal.ends() == 0


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
        (("--layouts", "--json"), "--layouts and --json exclude each other"),
    ],
)
def test_what_cannot_be_generated_is_refused(arguments: tuple[str, ...], reason: str) -> None:
    assert reason in refusal("generate", *arguments)


def test_a_layout_is_shown_as_text_or_drawn(tmp_path: Path) -> None:
    assert "[8b]" in run("picture", GAME)[1]
    out = tmp_path / "graph.svg"
    assert run("picture", GAME, "--svg", out, "--title", "A choice") == (0, "", "")
    ElementTree.parse(out)
    assert "No such file" in refusal("picture", GAME, "--svg", tmp_path / "no" / "a.svg")


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


# --- survey ---------------------------------------------------------------------------------------


def test_a_survey_prints_a_table_or_objects_and_draws(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    sizes = ("survey", "--stacks", "2..3", "--height", "1..2", "--deals", "200")
    plot = tmp_path / "a.svg"
    status, told, error = run(*sizes, "--plot", plot)
    assert (status, error) == (0, "")
    assert told.splitlines()[1].split() == ["height", "2", "stacks", "3", "stacks"]
    ElementTree.parse(plot)
    items = [json.loads(line) for line in run(*sizes, "--json")[1].splitlines()]
    assert [(item["stacks"], item["height"]) for item in items] == [(2, 1), (2, 2), (3, 1), (3, 2)]
    assert all(item["low"] <= item["share"] <= item["high"] for item in items)


def test_what_cannot_be_surveyed_is_refused(tmp_path: Path) -> None:
    assert "range" in refusal("survey", "--stacks", "8..2")
    assert "cards can't be" in refusal("survey", "--suits", "4", "--deals", "10")
    assert ".svg or a .png" in refusal("survey", "--plot", "a.gif")
    other = tmp_path / "other.json"
    other.write_text("{}")
    assert "other.json: this is no survey" in refusal("survey", "--out", other)
    other.write_text("[" * 200_000)
    assert "other.json: this is no survey" in refusal("survey", "--out", other)


def test_a_survey_that_could_not_be_kept_is_refused_before_anything_is_counted(
    tmp_path: Path,
) -> None:
    long = ("survey", "--deals", 2**32)
    none = tmp_path / "none"
    told = "No such file or directory"
    assert refusal(*long, "--out", none / "a.json") == f"error: {none}/a.json: {told}\n"
    pytest.importorskip("matplotlib")
    assert refusal(*long, "--plot", none / "a.svg") == f"error: {none}/a.svg: {told}\n"
    assert refusal(*long, "--out", tmp_path) == f"error: {tmp_path}: Is a directory\n"
    assert "an ordinary file" in refusal(*long, "--out", "/dev/null")


def test_a_plot_without_matplotlib_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "matplotlib.py").write_text("raise ImportError('none here')")
    done = subprocess.run(
        [*COMMAND, "survey", "--plot", "a.svg"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    assert done.returncode == 2
    assert done.stderr == (
        "error: a plot needs matplotlib: python -m pip install 'suitwise[plot]'\n"
    )
