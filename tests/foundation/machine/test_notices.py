"""What takes long is told on a terminal, and nowhere else."""

from __future__ import annotations

import io
import sys

import numpy
import pytest

from suitwise.foundation.arrays.lazy_numpy import np
from suitwise.foundation.machine import code_cache as notices
from tests.fresh import fresh_python
from tests.terminal import Terminal


class Terminalike(io.StringIO):
    """A text that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def told(monkeypatch: pytest.MonkeyPatch, module: str, seconds: float, unkept: str = "") -> str:
    """Return what standard error shows where it is a terminal."""
    terminal = Terminalike()
    monkeypatch.setattr(sys, "stderr", terminal)
    notices.compiling(module, seconds, unkept)
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
    notices.compiling("suitwise.texas42.solve.search", 26.0)
    assert capfd.readouterr() == ("", "")


def test_a_closed_standard_error_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = Terminalike()
    closed.close()
    monkeypatch.setattr(sys, "stderr", closed)
    notices.compiling("suitwise.texas42.solve.search", 26.0)
    monkeypatch.setattr(sys, "stderr", None)
    notices.compiling("suitwise.texas42.solve.search", 26.0)


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


# --- NumPy comes late: a module that names it costs nothing until it uses it ----------------------


def test_numpy_is_loaded_for_its_first_attribute_and_not_before() -> None:
    code = """
import sys
from suitwise.foundation.arrays.lazy_numpy import np
before = "numpy" in sys.modules
print(before, np.int64(5), "numpy" in sys.modules)
"""
    assert fresh_python(code).split() == ["False", "5", "True"]


def test_an_attribute_is_that_of_numpy_and_is_found_at_once_the_next_time() -> None:
    assert np.bitwise_count is numpy.bitwise_count
    assert vars(np)["bitwise_count"] is numpy.bitwise_count


def test_what_numpy_lacks_is_refused_as_numpy_refuses_it() -> None:
    with pytest.raises(AttributeError, match="no_such_function"):
        np.no_such_function  # type: ignore[attr-defined]  # noqa: B018
