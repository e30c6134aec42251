"""``suitwise check``, ``perft`` and ``playthrough``: answers, statuses, one-line errors, help."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from suitwise import catalogue
from suitwise.cli.common import Progress
from suitwise.cli.contract import playthrough_command
from suitwise.testing import CHECKS, Kuhn, name_of, playthrough
from suitwise.testing.poker import KuhnState
from tests.commands import run_command
from tests.fresh import ROOT

COUNTS = "# counts\nkuhn ; start ; 1 3\n\nkuhn ; KJ ; 2 4  # four\n"


# --- check ----------------------------------------------------------------------------------------


def test_check_prints_a_line_a_promise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("suitwise.testing.openspiel.find_spec", lambda name: None)
    status, out, err = run_command("check", "kuhn", "--games", "5", "--seed", "3")
    assert (status, err) == (0, "")
    told = dict(line.split(maxsplit=1) for line in out.splitlines())
    assert list(told) == [name_of(check) for check in CHECKS]
    assert told.pop("legal_moves") == "not compared: no slow definition"
    assert told.pop("words") == "not compared: no words of its own"
    assert told.pop("openspiel") == "not compared: OpenSpiel is not installed"
    assert set(told.values()) == {"ok"}


def test_check_tells_a_broken_promise_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KuhnState, "returns", lambda state: (9.0, -9.0))
    status, out, err = run_command("check", "kuhn")
    assert (status, err) == (1, "")
    told = dict(line.split(maxsplit=1) for line in out.splitlines())
    assert told["returns"].startswith("kuhn: 'QK:")
    assert told["returns"].endswith(" returns 9.0, outside -2..2")
    assert told["records"] == "ok"


def test_a_game_that_breaks_down_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(state: KuhnState) -> tuple[float, ...]:
        raise ZeroDivisionError("two\nlines")

    monkeypatch.setattr(KuhnState, "returns", broken)
    status, out, _ = run_command("check", "kuhn")
    assert status == 1
    assert len(out.splitlines()) == len(CHECKS)
    assert r"returns       kuhn: the check 'returns' raises ZeroDivisionError: two\nlines" in out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["khun"], "'khun' is no game: write one of "),
        (["kuhn(stake=2)"], "kuhn has no option 'stake'; its options: none"),
        (
            ["kuhn", "--games", "0"],
            "Invalid value for '--games': 0 is not in the range x>=1. (see ",
        ),
        (["kuhn", "--seed", "-1"], "Invalid value for '--seed': -1 is not in the range "),
        ([], "Missing argument 'GAME'. (see suitwise check --help)"),
    ],
)
def test_check_refuses_what_it_cannot_read(arguments: list[str], reason: str) -> None:
    status, out, err = run_command("check", *arguments)
    assert (status, out) == (2, "")
    assert err.startswith(f"error: {reason}")
    assert err.count("\n") == 1


def test_the_game_of_a_module_is_checked_counted_and_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "their_game.py").write_text(
        "from suitwise.game import register\n"
        "from suitwise.testing.poker import Kuhn\n\n\n"
        "@register\n"
        "class TheirKuhn(Kuhn):\n"
        "    name = 'their_kuhn'\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(catalogue, "_known", dict(catalogue._known))
    imported = ("--import", "their_game")
    status, out, err = run_command("check", "their_kuhn", "--games", "2", *imported)
    assert (status, err) == (0, "")
    assert out.startswith("facts         ok\n")
    assert run_command("perft", "--game", "their_kuhn", "--depth", "1", *imported)[0] == 0
    assert run_command("playthrough", "their_kuhn", *imported)[0] == 0
    assert run_command("check", "their_kuhn", "--import", "no_such_module")[0] == 2


# --- perft ----------------------------------------------------------------------------------------


def test_perft_checks_files_and_standard_input_alike(tmp_path: Path) -> None:
    path = tmp_path / "counts.txt"
    path.write_text(COUNTS)
    told = "{0}:2: ok: depth 1 of -: 3\n{0}:4: ok: depth 2 of KJ: 4\n"
    assert run_command("perft", path) == (0, told.format(path), "")
    assert run_command("perft", path, path) == (0, told.format(path) * 2, "")
    assert run_command("perft", text=COUNTS) == (0, told.format("<stdin>"), "")
    assert run_command("perft", "-", text=COUNTS) == (0, told.format("<stdin>"), "")


def test_perft_tells_a_wrong_count_and_goes_on() -> None:
    status, out, err = run_command("perft", text=COUNTS.replace("1 3", "1 4"))
    assert (status, err) == (1, "")
    assert out == (
        "<stdin>:2: wrong: depth 1 of - has 3 sequences, not 4\n<stdin>:4: ok: depth 2 of KJ: 4\n"
    )


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"kuhn", "a perft line is VARIANT ; POSITION ; DEPTH COUNT"),
        (b"kuhn ; KX ; 1 1", "'KX' is no state of Kuhn poker: write KJ:pb"),
        (b"kuhn ; \xff ; 1 1", r"'\udcff' is no state of Kuhn poker: write KJ:pb"),
    ],
)
def test_perft_answers_what_precedes_a_bad_line(line: bytes, reason: str) -> None:
    status, out, err = run_command("perft", text=COUNTS.encode() + line)
    assert (status, out.count(": ok: ")) == (2, 2)
    assert err == f"error: <stdin>:5: {reason}\n"


def test_perft_refuses_a_missing_file() -> None:
    assert run_command("perft", "none.txt") == (
        2,
        "",
        "error: none.txt: No such file or directory\n",
    )


def test_perft_counts_by_depth() -> None:
    told = "0 1\n1 3\n2 6\n3 12\n4 24\n5 12\n6 0\n"
    assert run_command("perft", "--game", "kuhn", "--depth", "6") == (0, told, "")
    at = ["--game", "kuhn", "--position", "KJ:p", "--depth"]
    assert run_command("perft", *at, "1") == (0, "0 1\n1 2\n", "")
    assert run_command("perft", *at, "2", "--divide") == (0, "p 0\nb 2\ntotal 2\n", "")
    assert run_command("perft", "--game", "kuhn", "--position", "-", "--depth", "0")[1] == "0 1\n"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--depth", "2"], "--depth, --position and --divide go with --game"),
        (["--divide"], "--depth, --position and --divide go with --game"),
        (["--game", "kuhn"], "--game goes with --depth, and without files"),
        (["--game", "kuhn", "--depth", "2", "x"], "--game goes with --depth, and without files"),
        (["--game", "kuhn", "--depth", "0", "--divide"], "--divide needs a --depth of 1 or more"),
        (["--game", "khun", "--depth", "1"], "'khun' is no game: write one of "),
        (
            ["--game", "kuhn", "--depth", "1", "--position", "KK"],
            "the position: 'KK' is no state of Kuhn poker: write KJ:pb",
        ),
    ],
)
def test_perft_refuses_what_does_not_go_together(arguments: list[str], reason: str) -> None:
    status, out, err = run_command("perft", *arguments)
    assert (status, out) == (2, "")
    assert err.startswith(f"error: {reason}")
    assert err.count("\n") == 1


# --- playthrough ----------------------------------------------------------------------------------


def test_playthrough_prints_what_its_check_accepts(tmp_path: Path) -> None:
    first = tmp_path / "kuhn-0.txt"
    status, out, err = run_command("playthrough", "kuhn")
    assert (status, out, err) == (0, playthrough(Kuhn(), 0), "")
    first.write_text(out)
    second = tmp_path / "kuhn-7.txt"
    second.write_text(run_command("playthrough", "kuhn", "--seed", "7")[1])
    told = f"{first}: ok\n{second}: ok\n"
    assert run_command("playthrough", "--check", first, second) == (0, told, "")
    assert run_command("playthrough", "--check", "-", text=out) == (0, "<stdin>: ok\n", "")


def test_playthrough_tells_the_first_line_that_differs(tmp_path: Path) -> None:
    good, changed = tmp_path / "good.txt", tmp_path / "changed.txt"
    good.write_text(playthrough(Kuhn(), 1))
    changed.write_text(playthrough(Kuhn(), 1).replace("plays Q", "plays J"))
    status, out, err = run_command("playthrough", "--check", changed, good)
    assert (status, err) == (1, "")
    assert out == (f"{changed}: line 20: kept is '  plays J', played now '  plays Q'\n{good}: ok\n")


def test_playthrough_answers_what_precedes_a_bad_file(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text(playthrough(Kuhn(), 1))
    bad.write_text("no playthrough\n")
    assert run_command("playthrough", "--check", good, bad) == (
        2,
        f"{good}: ok\n",
        f"error: {bad}:1: the first line is 'playthrough of VARIANT, seed S'\n",
    )
    bad.write_text("playthrough of khun, seed 1\n")
    status, _, err = run_command("playthrough", "--check", bad)
    assert status == 2
    assert err.startswith(f"error: {bad}:1: 'khun' is no game: write one of ")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["kuhn", "kuhn"], "one GAME is played; files go with --check"),
        (["--check", "--seed", "1", "x"], "--check takes each seed from its file"),
        (["--check"], "Missing argument"),
        (["khun"], "'khun' is no game: write one of "),
    ],
)
def test_playthrough_refuses_what_does_not_go_together(arguments: list[str], reason: str) -> None:
    status, out, err = run_command("playthrough", *arguments)
    assert (status, out) == (2, "")
    assert err.startswith(f"error: {reason}")


# --- All three ------------------------------------------------------------------------------------


def test_long_work_reports_its_progress(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    monkeypatch.setattr(Progress, "reached", lambda _, done, total: told.append((done, total)))
    run_command("check", "kuhn", "--games", "1")
    assert told == sorted(told)
    assert len(told) > 2 * len(CHECKS)  # at every move, not only after every check
    assert {total for _, total in told} == {len(CHECKS)}
    told.clear()
    run_command("perft", "--game", "kuhn", "--depth", "3", "--divide")
    assert told == [(0, 3), (0, 3), (1, 3), (1, 3), (2, 3), (2, 3)]
    told.clear()
    run_command("perft", "--game", "kuhn", "--depth", "2")
    assert told == [(1, 3), (2, 3), (2, 3), (2, 3)]
    told.clear()
    path = tmp_path / "counts.txt"
    path.write_text(COUNTS)
    run_command("perft", path)
    assert told == [(1, 5), (3, 5), (3, 5)]
    told.clear()
    path.write_text(playthrough(Kuhn(), 0))
    run_command("playthrough", "--check", path)
    lines = len(path.read_text().splitlines())
    assert told == [(line, lines) for line in range(1, lines + 1)]


def test_a_playthrough_is_printed_while_it_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(state: KuhnState, move: str) -> KuhnState:
        raise KeyboardInterrupt

    monkeypatch.setattr(KuhnState, "after", stop)
    told: list[str] = []
    monkeypatch.setattr("click.echo", lambda line, **_: told.append(line))
    with pytest.raises(KeyboardInterrupt):
        playthrough_command.callback(("kuhn",), 0, False, ())  # type: ignore[misc]
    assert told[3] == "[0] -"


@pytest.mark.parametrize("option", [("perft",), ("playthrough", "--check")])
def test_an_endless_file_is_refused_in_one_line(option: tuple[str, ...]) -> None:
    told = "error: /dev/zero: more than 16 MB\n"
    assert run_command(*option, "/dev/zero") == (2, "", told)


@pytest.mark.parametrize(
    "arguments",
    [("check",), ("playthrough",), ("perft", "--depth", "1", "--game")],
    ids=lambda arguments: arguments[0],
)
def test_a_variant_without_a_start_is_refused_in_one_line(arguments: tuple[str, ...]) -> None:
    status, out, err = run_command(*arguments, "stacks(stacks=1001,height=1000)")
    assert (status, out) == (2, "")
    assert err.startswith("error: stacks(stacks=1001,height=1000,")
    assert "more than 1,000,000" in err
    assert err.count("\n") == 1


def test_the_process_exits_with_the_status() -> None:
    command = [sys.executable, "-m", "suitwise", "perft"]
    for count, status in (("3", 0), ("4", 1), ("x", 2)):
        text = f"kuhn ; start ; 1 {count}\n"
        ran = subprocess.run(command, input=text, capture_output=True, cwd=ROOT, text=True)
        assert ran.returncode == status
        assert "Traceback" not in ran.stderr
