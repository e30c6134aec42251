"""What commands do with files: whole files or none, a bar that makes way for results."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import click
import pytest

from suitwise.cli import common as files
from suitwise.cli.common import Progress, write_file
from suitwise.cli.root import _output_and_system_errors

# --- Files ----------------------------------------------------------------------------------------


def test_an_old_file_stays_where_a_new_one_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = tmp_path / "a.svg"
    old.write_text("old")

    def full(part: Path, path: Path) -> None:
        assert part.read_text() == "new"
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(click.ClickException) as error:
        write_file(str(old), "new")
    assert error.value.message == f"{old}: No space left on device"
    assert old.read_text() == "old"
    assert os.listdir(tmp_path) == ["a.svg"]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "a file to write to needs a name"),
        ("nowhere/a.svg", "{path}: No such file or directory"),
        (".", "{path}: Is a directory"),
        pytest.param(
            "/dev/full",
            "{path}: No space left on device",
            marks=pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no such device"),
        ),
    ],
)
def test_a_place_that_cannot_be_written_is_named(tmp_path: Path, name: str, reason: str) -> None:
    path = str(tmp_path / name) if name else ""
    with pytest.raises(click.ClickException) as error:
        write_file(path, "text")
    assert error.value.message == reason.format(path=path)
    assert os.listdir(tmp_path) == []


# --- The bar --------------------------------------------------------------------------------------


class Terminal:
    """A standard stream that is a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_bar_makes_way_for_a_result_and_comes_back_after_two_more_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setattr(sys, "stdout", Terminal())
    clock = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    told: list[str] = []

    class Bar:
        def update(self, task: int, *, completed: int, total: int) -> None:
            told.append(f"{completed} of {total}")

        def stop(self) -> None:
            told.append("gone")

    monkeypatch.setattr(files.Progress, "_start", lambda _: (Bar(), 0))
    with Progress("searching", cleared=True) as progress:
        for seconds in (2.1, 0.1, 0.0, 1.9, 0.2):
            if seconds == 0.0:
                progress.clear()
            clock[0] += seconds
            progress.reached(0, 1)
    assert told == ["0 of 1", "0 of 1", "gone", "0 of 1", "gone"]


def test_a_fault_that_names_no_file_is_not_blamed_on_standard_output(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as ended, _output_and_system_errors():
        raise OSError(5, "Input/output error")
    assert ended.value.code == 2
    assert capsys.readouterr().err == "error: Input/output error\n"


def test_a_fault_that_names_a_file_names_it(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit), _output_and_system_errors():
        raise OSError(5, "Input/output error", "a.txt")
    assert capsys.readouterr().err == "error: a.txt: Input/output error\n"
