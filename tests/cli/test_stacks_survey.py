"""``suitwise stacks survey`` as a process: its table, its files, its one-line errors."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

from suitwise.stacks import Survey
from suitwise.stacks.deals.survey import read_survey
from tests.commands import refusal_of, run_command
from tests.fresh import ROOT

COMMAND = [sys.executable, "-m", "suitwise", "stacks"]


def run(*arguments: str | Path | int) -> tuple[int, str, str]:
    """Run a command: exit status, standard output, standard error."""
    return run_command("stacks", *arguments)


def refusal(*arguments: str | Path | int) -> str:
    """Run a command that is refused in one line."""
    return refusal_of("stacks", *arguments)


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
        _, error = ran.communicate(timeout=60)
    assert (ran.returncode, error) == (130, b"error: interrupted\n")
    (kept,) = read_survey(out.read_text())[1]
    assert kept == Survey(deals=kept.deals).count(3, 4)
    assert [path.name for path in tmp_path.iterdir()] == ["out.json"]
