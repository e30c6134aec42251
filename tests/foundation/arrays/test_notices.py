"""What takes long is told on a terminal, and nowhere else."""

from __future__ import annotations

import io
import sys

import pytest

from suitwise.foundation.arrays.code_cache import compiling
from tests.terminal import Terminal


class Terminalike(io.StringIO):
    """A text that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def told(monkeypatch: pytest.MonkeyPatch, module: str, seconds: float, unkept: str = "") -> str:
    """Return what standard error shows where it is a terminal."""
    terminal = Terminalike()
    monkeypatch.setattr(sys, "stderr", terminal)
    compiling(module, seconds, unkept)
    return terminal.getvalue()


def test_who_waits_for_a_compiler_is_told_which_game_and_how_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import suitwise.texas42  # noqa: F401

    line = told(monkeypatch, "suitwise.texas42.solve.search", 26.0)
    assert line == "compiling the rules of Texas 42, once: about 30 s …\n"


def test_why_it_will_have_to_be_done_again_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told(monkeypatch, "elsewhere", 4.0, "/tmp/x may be written by others") == (
        "compiling the rules of all games for this run alone "
        "(/tmp/x may be written by others): about 5 s …\n"
    )


def test_what_takes_no_time_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told(monkeypatch, "suitwise.texas42.solve.search", 0.4) == ""


def test_nothing_is_told_where_nobody_looks(capfd: pytest.CaptureFixture[str]) -> None:
    compiling("suitwise.texas42.solve.search", 26.0)
    assert capfd.readouterr() == ("", "")


def test_a_closed_standard_error_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = Terminalike()
    closed.close()
    monkeypatch.setattr(sys, "stderr", closed)
    compiling("suitwise.texas42.solve.search", 26.0)
    monkeypatch.setattr(sys, "stderr", None)
    compiling("suitwise.texas42.solve.search", 26.0)


def test_a_command_that_compiles_says_so_before_it_does(tmp_path: object) -> None:
    lines = "\n".join(["0 0 0-0,2-0,2-2,3-1,4-0,4-4,5-2 1-1,2-1,5-3,5-4,6-0,6-2,6-4 "
                       "3-0,3-3,4-1,5-0,5-5,6-1,6-5 1-0,3-2,4-2,4-3,5-1,6-3,6-6"] * 40)  # fmt: skip
    deals = f"{tmp_path}/deals.txt"
    with open(deals, "w") as file:
        file.write(lines)
    terminal = Terminal("texas42", "solve", deals, SUITWISE_CACHE_DIR=f"{tmp_path}/cache")
    shown = terminal.until("…")
    assert "compiling the rules of Texas 42, once: about" in shown
    terminal.interrupt()
    assert terminal.ends() == 130
