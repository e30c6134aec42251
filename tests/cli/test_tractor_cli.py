"""``suitwise tractor judge`` as a process: statuses, one-line errors, pipes, help, progress."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import click
import pytest

from benchmarks.tractor.rounds import rounds_text
from suitwise.cli import commands
from suitwise.cli.common import PROGRESS_AFTER_S, Input, Progress, one_line_errors
from suitwise.errors import NotationError
from suitwise.tractor import EXAMPLE, judge_text
from tests.commands import run_command, run_program
from tests.fresh import ROOT

COMMAND = [sys.executable, "-m", "suitwise"]
JUDGE = [*COMMAND, "tractor", "judge"]
THREE = f"3\n{EXAMPLE}\n{EXAMPLE.replace('Alice', 'Charles', 1)}{EXAMPLE}"
ANSWER = judge_text(THREE)


def run(
    *arguments: str | Path, text: str | bytes = b"", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the command with something at its standard input."""
    return subprocess.run(
        [*COMMAND, *map(str, arguments)],
        input=text.encode() if isinstance(text, str) else text,
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, **environment},
        timeout=600,
    )


def judge(*arguments: str | Path, text: str | bytes = b"") -> tuple[int, str, str]:
    """Run the judge: exit status, standard output, standard error."""
    return run_command("tractor", "judge", *arguments, text=text)


@pytest.fixture
def rounds(tmp_path: Path) -> Path:
    """Return a file of three rounds."""
    path = tmp_path / "rounds.in"
    path.write_text(THREE)
    return path


# --- Answers --------------------------------------------------------------------------------------


def test_a_file_and_standard_input_are_answered_alike(rounds: Path) -> None:
    assert run_program("tractor", "judge", rounds) == (0, ANSWER, "")
    assert run_program("tractor", "judge", text=THREE) == (0, ANSWER, "")
    assert judge("-", text=THREE) == (0, ANSWER, "")
    assert judge("--threads", "3", "-", text=THREE.replace("\n", "\r\n")) == (0, ANSWER, "")


def test_a_large_input_is_answered_as_its_parts_are(tmp_path: Path) -> None:
    count = 3000  # beyond what plain Python judges
    text = rounds_text(count, seed=21)
    large = tmp_path / "large.in"
    large.write_bytes(b"%d\n" % count + text)
    status, told, errors = judge(large)
    assert (status, errors) == (0, "")
    lines = told.splitlines()
    assert lines[::3] == [f"Case #{i}:" for i in range(1, count + 1)]
    for first in (0, 1111, 2990):
        part = judge_text(f"10\n{rounds_text(10, seed=21, first=first).decode()}").splitlines()
        assert lines[3 * first + 1 : 3 * first + 30 : 3] == part[1::3]
        assert lines[3 * first + 2 : 3 * first + 30 : 3] == part[2::3]
    assert judge("--threads", "1", text=large.read_bytes()) == (0, told, "")


def test_explain_ends_every_case_with_its_answer() -> None:
    status, told, errors = judge("--explain", text=THREE)
    assert (status, errors) == (0, "")
    cases = told.split("Case #")[1:]
    answers = ANSWER.split("Case #")[1:]
    for case, answer in zip(cases, answers, strict=True):
        number, ruling = answer.split("\n", 1)
        assert case.startswith(number + "\nTrump: spades, rank ")
        assert case.endswith("\n" + ruling)
        assert case.count("\nTrick ") == 13


def test_json_is_one_object_a_case() -> None:
    status, told, errors = judge("--json", text=THREE)
    assert (status, errors) == (0, "")
    objects = [json.loads(line) for line in told.splitlines()]
    assert [one["case"] for one in objects] == [1, 2, 3]
    assert objects[0] == {
        "case": 1,
        "points": 105,
        "winner": None,
        "ranks": ["7", "8"],
        "next_dealer": "Bob",
    }
    status, told, _ = judge("--json", "--explain", text=THREE)
    assert status == 0
    explained = [json.loads(line) for line in told.splitlines()]
    assert [len(one.pop("tricks")) for one in explained] == [13, 13, 13]
    assert explained == objects


def test_an_input_of_no_cases_has_an_empty_answer() -> None:
    for option in ([], ["--explain"], ["--json"]):
        assert judge(*option, text="0\n") == (0, "", "")


def test_explanations_are_printed_where_only_ascii_is_known() -> None:
    done = run("tractor", "judge", "--explain", text=THREE, PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, b"")
    assert rb"trump \u03a6 26" in done.stdout


# --- Faults ---------------------------------------------------------------------------------------

BAD = THREE.replace("S Charles", "S Eve")
FAULTS: list[tuple[bytes, str]] = [
    (b"", "1: the first word must be T, the number of cases, in digits"),
    (b"\n\n\n", "4: the first word must be T, the number of cases, in digits"),
    (b"\xff\xfe1\0\n\0", "1: the first word must be T, the number of cases, in digits"),
    (THREE.encode("utf-16"), "1: the first word must be T, the number of cases, in digits"),
    (
        b"\xef\xbb\xbf" + THREE.encode(),
        "1: the first word must be T, the number of cases, in digits",
    ),
    (b"\0" * 100_000, "1: the first word must be T, the number of cases, in digits"),
    (b"\r".join(THREE.encode().split(b"\n")), "1: case 1: the header is four words, "),
    (b"1\n\x1b[31mS", "2: case 1: '\\x1b[31mS' is no main suit: write H, S, C, D, or O for none"),
    (b"1\nS \xff\xfe 7 8", "2: case 1: '\\xff\\xfe' is no dealer"),
    (b"1\n" + b"x" * 2_000_000, "2: case 1: 'xxxxxxxxxxxxxxxxxxxxx...' is no main suit"),
    (b"1\nS Alice 7 8" + b"\n" * 2_000_000, "2: case 1: the case that begins here is longer than"),
    (b"999999999999999999\n", "1: case 1: the input ends after 0 of the 999999999999999999 cases"),
]


@pytest.mark.parametrize(("data", "told"), FAULTS, ids=[told[:40] for _, told in FAULTS])
def test_any_bytes_are_refused_in_one_line(tmp_path: Path, data: bytes, told: str) -> None:
    path = tmp_path / "bad.in"
    path.write_bytes(data)
    for status, out, errors in (judge(path), judge(text=data)):
        assert (status, out) == (2, "")
        line = re.sub(r"^error: (<stdin>|.*bad\.in):", "", errors)
        assert line.startswith(told)
        assert line.endswith("\n")
        assert errors.count("\n") == 1
        assert errors[:-1].isprintable()


@pytest.mark.parametrize("option", [[], ["--explain"], ["--json"], ["--threads", "2"]])
def test_cases_before_a_fault_are_answered(option: list[str]) -> None:
    status, told, errors = judge(*option, text=BAD)
    assert status == 2
    assert errors == (
        "error: <stdin>:17: case 2: 'Eve' is no dealer: write Alice, Bob, Charles or David\n"
    )
    one = judge(*option, text=f"1\n{EXAMPLE}")
    assert told == one[1]


def test_an_answer_comes_before_the_error_that_follows_it(rounds: Path) -> None:
    rounds.write_text(BAD)
    done = subprocess.run(
        [*JUDGE, str(rounds)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600
    )
    *answer, error = done.stdout.decode().splitlines()
    assert answer == ANSWER.splitlines()[:3]
    assert error.startswith(f"error: {rounds}:17: case 2: ")


@pytest.mark.parametrize("name", ["nowhere.in", "no\nsuch\n\x1b[1mfile", "", "\udcff\udcfe"])
def test_a_file_that_is_not_there_is_refused_in_one_line(name: str) -> None:
    status, out, errors = judge(name)
    assert (status, out) == (2, "")
    assert errors.startswith("error: ")
    assert errors.endswith(": No such file or directory\n")
    assert errors[:-1].isprintable()


def test_a_directory_is_no_input(tmp_path: Path) -> None:
    assert judge(tmp_path) == (2, "", f"error: {tmp_path}: Is a directory\n")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_a_file_that_may_not_be_read_is_refused_in_one_line(rounds: Path) -> None:
    rounds.chmod(0)
    assert judge(rounds) == (2, "", f"error: {rounds}: Permission denied\n")


def test_a_failure_to_read_is_one_line() -> None:
    class Broken(BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            raise OSError(5, "Input/output error")

    with pytest.raises(click.ClickException, match=r"^rounds\.in: Input/output error$"):
        Input(Broken(), "rounds.in").read(10)


def test_closed_standard_streams_are_refused_in_one_line() -> None:
    def closed(redirection: str) -> tuple[int, bytes]:
        command = f'"{sys.executable}" -m suitwise tractor judge {redirection}'
        done = subprocess.run(["sh", "-c", command], input=b"0", capture_output=True, timeout=600)
        assert done.stdout == b""
        return done.returncode, done.stderr

    assert closed("<&-") == (2, b"error: <stdin>: standard input is closed\n")
    assert closed(">&-") == (2, b"error: standard output is closed\n")
    assert closed("2>&-") == (0, b"")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--threads", "-1"],
        ["--threads", "many"],
        ["--case", "0", "--svg", "out.svg"],
        ["--trick", "0", "--svg", "out.svg"],
        ["--nothing"],
        ["one.in", "two.in"],
    ],
)
def test_wrong_usage_is_one_line_that_names_the_help(arguments: list[str]) -> None:
    status, out, errors = judge(*arguments)
    assert (status, out) == (2, "")
    assert errors.startswith("error: ")
    assert errors.endswith("tractor judge --help)\n")
    assert errors.count("\n") == 1


def test_a_forgotten_argument_is_one_line() -> None:
    status, out, errors = judge("--svg")
    assert (status, out) == (2, "")
    assert re.fullmatch(r"error: Option '--svg' requires an argument.*\n", errors)


def test_an_unknown_command_is_one_line() -> None:
    for arguments in (["nothing"], ["tractor", "nothing"], ["--nothing"]):
        done = run(*arguments)
        assert (done.returncode, done.stdout) == (2, b"")
        assert re.fullmatch(rb"error: No such .*--help\)\n", done.stderr)


# --- The picture of a trick -----------------------------------------------------------------------


@pytest.mark.parametrize(("case", "trick"), [(1, 1), (2, 13), (3, 2)])
def test_a_trick_is_drawn_beside_the_answer(
    rounds: Path, tmp_path: Path, case: int, trick: int
) -> None:
    out = tmp_path / "trick.svg"
    options = ["--svg", str(out), "--case", str(case), "--trick", str(trick)]
    assert judge(*options, rounds) == (0, ANSWER, "")
    drawing = out.read_text(encoding="utf-8")
    assert ElementTree.fromstring(drawing).tag == "{http://www.w3.org/2000/svg}svg"
    assert f"Case {case}, trick {trick}" in drawing


def test_the_first_trick_of_the_first_case_is_drawn_unless_another_is_asked_for(
    rounds: Path, tmp_path: Path
) -> None:
    judge("--svg", tmp_path / "a.svg", rounds)
    judge("--svg", tmp_path / "b.svg", "--case", "1", "--trick", "1", rounds)
    assert (tmp_path / "a.svg").read_text() == (tmp_path / "b.svg").read_text()


def test_a_trick_of_a_large_input_is_that_of_its_round_alone(tmp_path: Path) -> None:
    text = b"2000\n" + rounds_text(2000, seed=4)
    alone = b"1\n" + rounds_text(1, seed=4, first=1776)
    drawings = []
    for name, data, case in (("large.svg", text, "1777"), ("alone.svg", alone, "1")):
        out = tmp_path / name
        status, _, errors = judge("--svg", out, "--case", case, "--trick", "3", text=data)
        assert (status, errors) == (0, "")
        drawings.append(out.read_text(encoding="utf-8").replace(f"Case {case},", "Case,"))
    assert drawings[0] == drawings[1]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--case", "4"], "{file}: there is no case 4 to draw"),
        (
            ["--case", "99999999999999999999"],
            "{file}: there is no case 99999999999999999999 to draw",
        ),
        (["--case", "2", "--trick", "14"], "case 2 has 13 tricks, there is no trick 14"),
        (["--trick", "99999999999999999999"], "case 1 has 13 tricks, there is no trick 9999"),
    ],
)
def test_a_trick_that_is_not_there_is_refused_after_the_answer(
    rounds: Path, tmp_path: Path, options: list[str], told: str
) -> None:
    out = tmp_path / "trick.svg"
    status, answer, errors = judge("--svg", out, *options, rounds)
    assert status == 2
    assert errors.startswith("error: " + told.format(file=rounds))
    assert errors.count("\n") == 1
    assert answer == ANSWER
    assert not out.exists()


# --- Cut short ------------------------------------------------------------------------------------


@pytest.mark.parametrize("option", [[], ["--explain"], ["--json"]])
def test_a_reader_who_has_gone_ends_the_judge_without_a_word(
    tmp_path: Path, option: list[str]
) -> None:
    count = 400 if option else 4000
    path = tmp_path / "rounds.in"
    path.write_bytes(b"%d\n" % count + rounds_text(count, seed=1))
    with subprocess.Popen(
        [*JUDGE, *option, str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 141


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no full device here")
@pytest.mark.parametrize("arguments", [["tractor", "judge"], ["tractor"], ["--help"]])
def test_a_full_disk_is_said_in_one_line(arguments: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*COMMAND, *arguments],
            input=THREE.encode(),
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=600,
        )
    assert done.returncode == 2
    assert done.stderr == b"error: standard output: No space left on device\n"


# --- Help -----------------------------------------------------------------------------------------


def every_command() -> Iterator[tuple[list[str], click.Command]]:
    """Yield every command with the words that call it, those of ``bench`` by their newer names alone."""

    def below(path: list[str], command: click.Command) -> Iterator[tuple[list[str], click.Command]]:
        yield path, command
        if isinstance(command, click.Group):
            context = click.Context(command)
            for name in command.list_commands(context) if path != ["bench"] else ():
                child = command.get_command(context, name)
                assert child is not None
                yield from below([*path, name], child)

    yield from below([], commands)


@pytest.mark.parametrize("path", [path for path, _ in every_command()], ids=" ".join)
def test_every_help_has_an_example(path: list[str]) -> None:
    status, told, error = run_command(*path, "--help")
    assert (status, error) == (0, "")
    assert told.startswith("Usage: ")
    assert "Example:\n" in told
    assert re.search(rf"^ +suitwise {' '.join(path)}", told, re.MULTILINE)
    assert run_command(*path, "-h")[1] == told


@pytest.mark.parametrize(
    "path", [path for path, command in every_command() if isinstance(command, click.Group)]
)
def test_a_group_without_arguments_prints_its_help(path: list[str]) -> None:
    status, told, error = run_command(*path)
    assert (status, error) == (0, "")
    assert told == run_command(*path, "--help")[1]


def test_the_version_is_printed() -> None:
    from suitwise import __version__

    assert run("--version").stdout.decode() == f"suitwise, version {__version__}\n"


HEAVY = {"numba", "numpy", "rich", "concurrent.futures", "asyncio", "json", "llvmlite"}
LOADED = """
import sys
sys.argv = ["suitwise", *sys.argv[1:]]
from suitwise.cli import main
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
print("loaded:", *sys.modules)
"""


def loaded(*arguments: str | Path) -> set[str]:
    """Return the modules that a command loads."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return set(done.stdout.rpartition("loaded:")[2].split())


def test_the_first_help_loads_nothing_of_weight() -> None:
    for arguments in (["--help"], [], ["--version"]):
        modules = loaded(*arguments)
        assert "suitwise.cli" in modules
        assert not modules & HEAVY
        games = {name for name in modules if name.startswith("suitwise.tractor")}
        assert not games


def test_a_small_input_is_judged_without_machine_code(rounds: Path) -> None:
    for arguments in (["tractor", "--help"], ["tractor", "judge", rounds]):
        assert not loaded(*arguments) & {"numba", "numpy", "rich", "llvmlite"}


# --- Progress -------------------------------------------------------------------------------------

WITHOUT_DELAY = "from suitwise.cli import common, main; common.PROGRESS_AFTER_S = 0.0; main()"


def on_a_terminal(code: str, arguments: list[str], text: bytes) -> tuple[bytes, bytes]:
    """Run the command with its standard error on a terminal: what it answers, what it shows."""
    here, there = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=there,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80"},
        cwd=ROOT,
    )
    os.close(there)
    answer, _ = process.communicate(text, timeout=600)
    shown = b""
    try:
        while part := os.read(here, 65536):
            shown += part
    except OSError:  # Linux says so when the other end has been closed
        pass
    os.close(here)
    return answer, shown


def test_a_bar_is_shown_on_a_terminal_and_never_in_the_answer() -> None:
    for option in ([], ["--json"], ["--explain"]):
        arguments = ["tractor", "judge", *option]
        answer, shown = on_a_terminal(WITHOUT_DELAY, arguments, THREE.encode())
        assert b"judging" in shown
        assert b"100%" in shown
        assert answer == run(*arguments, text=THREE).stdout


def test_an_error_is_the_last_line_under_a_bar() -> None:
    answer, shown = on_a_terminal(WITHOUT_DELAY, ["tractor", "judge"], BAD.encode())
    assert answer.decode() == "".join(ANSWER.splitlines(keepends=True)[:3])
    assert b"judging" in shown
    assert shown.endswith(
        b"error: <stdin>:17: case 2: 'Eve' is no dealer: write Alice, Bob, Charles or David\r\n"
    )


def test_what_is_quick_shows_no_bar() -> None:
    assert PROGRESS_AFTER_S == 2.0
    answer, shown = on_a_terminal(
        "from suitwise.cli import main; main()", ["tractor", "judge"], THREE.encode()
    )
    assert (answer.decode(), shown) == (ANSWER, b"")


class Terminal:
    """A standard stream that is a terminal, or not."""

    def __init__(self, terminal: bool) -> None:
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


@pytest.mark.parametrize(
    ("errors", "answers", "seconds", "shown"),
    [
        (True, False, 2.1, True),
        (True, False, 1.9, False),
        (False, False, 9.0, False),
        (True, True, 9.0, False),
        (None, False, 9.0, False),
    ],
)
def test_a_bar_needs_a_terminal_two_seconds_and_a_line_of_its_own(
    monkeypatch: pytest.MonkeyPatch, errors: bool | None, answers: bool, seconds: float, shown: bool
) -> None:
    monkeypatch.setattr(sys, "stderr", None if errors is None else Terminal(errors))
    monkeypatch.setattr(sys, "stdout", Terminal(answers))
    clock = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    started: list[str] = []

    def start(progress: Progress) -> tuple[object, int]:
        started.append("bar")

        class Bar:
            def update(self, task: int, *, completed: int, total: int) -> None:
                started.append(f"{completed} of {total}")

            def stop(self) -> None:
                started.append("stopped")

        return Bar(), 0

    monkeypatch.setattr(Progress, "_start", start)
    with Progress("judging") as progress:
        clock[0] += seconds
        progress.reached(1, 9)
        progress.reached(2, 9)
    assert started == (["bar", "1 of 9", "2 of 9", "stopped"] if shown else [])


# --- The pieces -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "case", "told"),
    [
        (None, None, "rounds.in: wrong"),
        (3, None, "rounds.in:3: wrong"),
        (3, 2, "rounds.in:3: case 2: wrong"),
    ],
)
def test_an_error_line_has_file_line_and_case(
    line: int | None, case: int | None, told: str
) -> None:
    with pytest.raises(click.ClickException) as error, one_line_errors("rounds.in"):
        raise NotationError("wrong", line=line, case=case)
    assert error.value.message == told
