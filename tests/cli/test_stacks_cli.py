"""``suitwise stacks judge, solve, referee``: answers, statuses, one-line errors."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest

from benchmarks.stacks import hard_input
from suitwise.stacks import Survey
from suitwise.stacks.survey import read_survey
from tests.commands import refusal_of, run_command, run_program
from tests.fresh import ROOT, fresh_python

DATA = ROOT / "tests" / "data" / "stacks"
SAMPLE, SMALL = DATA / "sample.in", DATA / "small.in"
GOOD = SAMPLE.read_text()


run = partial(run_command, "stacks")


@pytest.mark.parametrize("name", ["sample", "small"])
def test_the_published_cases_are_answered_exactly(name: str) -> None:
    path = DATA / f"{name}.in"
    answer = path.with_suffix(".out").read_text()
    assert run_program("stacks", "judge", path) == (0, answer, "")
    assert run("judge", text=path.read_bytes()) == (0, answer, "")
    assert run("judge", "-", text=path.read_bytes().replace(b"\n", b"\r\n")) == (0, answer, "")


def test_what_is_solved_is_accepted_by_the_referee(tmp_path: Path, exhaustive: bool) -> None:
    hard = tmp_path / "hard.in"
    cases, premade = (1_500, 4_000) if exhaustive else (300, 800)
    hard.write_bytes(hard_input(cases, 20, 8, premade=premade, seed=1))
    moves = tmp_path / "moves.txt"
    for path in (SAMPLE, SMALL, hard):
        status, told, errors = run("solve", path)
        assert (status, errors) == (0, "")
        verdicts = re.sub(r"POSSIBLE .*", "POSSIBLE", told)
        assert run("judge", path) == (0, verdicts, "")
        moves.write_text(told)
        count = told.count("\n")
        assert run("referee", path, moves) == (0, "accepted\n" * count, "")
        assert run("referee", path, "-", text=told) == (0, "accepted\n" * count, "")
        assert run("referee", "-", moves, text=path.read_bytes()) == (0, "accepted\n" * count, "")


def test_a_line_a_case_gives_moves_or_the_reason() -> None:
    assert run("solve", SAMPLE) == (
        0,
        "Case #1: POSSIBLE r1 r1 m0>1\n"
        "Case #2: IMPOSSIBLE stuck after the forced removals: no stack is empty and "
        "the tops 7c 6d 4b are all of different suits\n",
        "",
    )


def test_the_referee_refuses_a_wrong_move_by_its_number(tmp_path: Path) -> None:
    moves = tmp_path / "moves.txt"
    moves.write_text("Case #1: POSSIBLE r1 m0>1 r1\nCase #2: POSSIBLE m0>9\n")
    assert run("referee", SAMPLE, moves) == (
        0,
        "refused: move 2, stack 1 is not empty: a card is shifted onto an empty stack\n"
        "refused: move 1, there is no stack 9: stacks count from 0 to 2\n",
        "",
    )


def test_the_referee_reads_the_json_of_solve_and_checks_its_reasons(tmp_path: Path) -> None:
    told = run("solve", "--json", SMALL)[1]
    assert run("referee", SMALL, "-", text=told) == (0, "accepted\n" * told.count("\n"), "")
    moves = tmp_path / "moves.json"
    won, lost = run("solve", "--json", SAMPLE)[1].splitlines()
    wrong = {**json.loads(lost), "reason": {"kind": "more suits", "suits": 9, "stacks": 3}}
    moves.write_text(f"{won}\n{json.dumps(wrong)}\n")
    assert run("referee", SAMPLE, moves) == (
        0,
        "accepted\nrefused: move 0, no proof: there are 3 suits\n",
        "",
    )
    moves.write_text(f"\ufeff{won}\n{{\n")
    status, answer, error = run("referee", SAMPLE, moves)
    assert (status, answer) == (2, "accepted\n")
    assert error == f"error: {moves}:2: '{{' is no answer as `solve --json` gives it\n"


def test_a_false_impossible_is_refused_as_no_move(tmp_path: Path) -> None:
    moves = tmp_path / "moves.txt"
    moves.write_text("Case #1: IMPOSSIBLE as you see\nCase #2: IMPOSSIBLE as you see\n")
    told = "refused: move 0, the case can be won\naccepted\n"
    assert run("referee", SAMPLE, moves) == (0, told, "")


def test_json_is_one_object_a_case(tmp_path: Path) -> None:
    def objects(*arguments: str | Path) -> list[object]:
        status, told, errors = run(*arguments)
        assert (status, errors) == (0, "")
        return [json.loads(line) for line in told.splitlines()]

    assert objects("judge", "--json", SAMPLE) == [
        {"case": 1, "possible": True},
        {"case": 2, "possible": False},
    ]
    first, second = objects("solve", "--json", SAMPLE)
    assert first == {"case": 1, "possible": True, "moves": ["r1", "r1", "m0>1"]}
    assert isinstance(second, dict)
    assert second["reason"]["kind"] == "stuck"
    moves = tmp_path / "moves.txt"
    moves.write_text("Case #1: POSSIBLE r1 r1 m0>1\nCase #2: POSSIBLE\n")
    assert objects("referee", "--json", SAMPLE, moves) == [
        {"case": 1, "accepted": True},
        {"case": 2, "accepted": False, "move": 1, "reason": "the moves end before the game is won"},
    ]


# --- Faults ---------------------------------------------------------------------------------------


def test_cases_before_a_fault_are_answered(tmp_path: Path) -> None:
    fault = ":11: case 2: there is no premade stack 5: indexes count from 0 to 4\n"
    bad = GOOD.replace("4 1 3", "4 1 5")
    assert run("judge", text=bad) == (2, "Case #1: POSSIBLE\n", f"error: <stdin>{fault}")
    answer = "Case #1: POSSIBLE r1 r1 m0>1\n"
    assert run("solve", text=bad) == (2, answer, f"error: <stdin>{fault}")
    assert run("solve", "--json", text=bad)[1].count("\n") == 1
    layouts, moves = tmp_path / "layouts.in", tmp_path / "moves.txt"
    layouts.write_text(bad)
    moves.write_text(answer)
    assert run("referee", layouts, moves) == (2, "accepted\n", f"error: {layouts}{fault}")


def test_the_referee_names_the_file_at_fault(tmp_path: Path) -> None:
    layouts, moves = tmp_path / "layouts.in", tmp_path / "moves.txt"
    layouts.write_text(GOOD)
    for text, fault in (
        ("", ": the answers end before case 1"),
        ("Case #1: POSSIBLE r1 r1 m0>1\n", ": the answers end before case 2"),
        ("\nCase #2: POSSIBLE\n", ":2: this is the answer to case 2, not 1"),
        ("Case #1: \xff\n", ":1: 'Case #1: \\\\xc3\\\\xbf' is no answer: 'Case #1: POSSIBLE' and"),
    ):
        moves.write_text(text, encoding="utf-8")
        status, _, errors = run("referee", layouts, moves)
        assert status == 2
        assert errors.startswith(f"error: {moves}{fault}")
        assert errors.count("\n") == 1
    layouts.write_text("x")
    status, told, errors = run("referee", layouts, moves)
    assert (status, told) == (2, "")
    assert errors.startswith(f"error: {layouts}:1: 'x' is no number")


def test_a_card_that_appears_twice_is_said_with_its_line(tmp_path: Path) -> None:
    layouts, moves = tmp_path / "layouts.in", tmp_path / "moves.txt"
    layouts.write_text(GOOD.replace("0 2\n", "0 0\n"))
    moves.write_text("Case #1: POSSIBLE\n")
    fault = (
        f"error: {layouts}:9: case 1: premade stack 0, stack 1 of the case, brings the card "
        "7 2 (7b) a second time; no two cards of a case are alike\n"
    )
    for arguments in (("judge", layouts), ("solve", layouts), ("referee", layouts, moves)):
        assert run(*arguments) == (2, "", fault)


def test_a_small_input_needs_neither_numpy_nor_numba() -> None:
    code = (
        "import sys; from suitwise.cli import commands\n"
        "for command in ('judge', 'solve'):\n"
        f"    commands.main(['stacks', command, {str(SMALL)!r}], standalone_mode=False)\n"
        "print(sorted({'numpy', 'numba'} & set(sys.modules)))"
    )
    assert fresh_python(code).endswith("[]\n")


# --- ``suitwise stacks survey`` as a process ------------------------------------------------------


COMMAND = [sys.executable, "-m", "suitwise", "stacks"]


refusal = partial(refusal_of, "stacks")


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
        "error: a plot needs matplotlib: python -m pip install '.[plot]' in a clone, or "
        "'FILE.whl[plot]' with a wheel\n"
    )


def test_a_plot_with_a_setting_that_matplotlib_does_not_know_is_refused_in_a_line() -> None:
    pytest.importorskip("matplotlib")
    done = subprocess.run(
        [*COMMAND, "survey", "--plot", "a.svg"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "MPLBACKEND": "nonsense"},
    )
    assert done.returncode == 2
    assert done.stderr.startswith("error: matplotlib does not start: ")
    assert done.stderr.count("\n") == 1


def test_the_plot_is_not_drawn_over_the_counts(tmp_path: Path) -> None:
    out, link = tmp_path / "a.svg", tmp_path / "b.svg"
    both = ("survey", "--stacks", "2", "--height", "1", "--deals", "9")
    run(*both, "--out", out)
    kept = out.read_bytes()
    os.link(out, link)
    for plot in (out, tmp_path / "." / "a.svg", link):
        told = refusal(*both, "--out", out, "--plot", plot)
        assert "--out and --plot are the same file" in told
    assert out.read_bytes() == kept
    new = tmp_path / "new.svg"
    assert "the same file" in refusal(*both, "--out", new, "--plot", new)
    assert not new.exists()


def test_an_endless_file_is_refused() -> None:
    assert "an ordinary file" in refusal("survey", "--out", "/dev/zero")


def test_an_interrupted_survey_keeps_what_it_counted_and_says_one_line(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    sizes = ("--stacks", "3", "--height", "4", "--deals", str(2**32), "--out", str(out))
    with subprocess.Popen([*COMMAND, "survey", *sizes], cwd=ROOT, stderr=subprocess.PIPE) as ran:
        until = time.monotonic() + 60
        while not (out.exists() and b"winnable" in out.read_bytes()):
            assert time.monotonic() < until
            time.sleep(0.01)
        ran.send_signal(signal.SIGINT)
        _, error = ran.communicate(timeout=600)
    assert (ran.returncode, error) == (130, b"error: interrupted\n")
    (kept,) = read_survey(out.read_text())[1]
    assert kept == Survey(deals=kept.deals).count(3, 4)
    assert [path.name for path in tmp_path.iterdir()] == ["out.json"]
