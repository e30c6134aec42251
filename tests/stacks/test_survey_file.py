"""The survey's file: whole whatever happens, shared without loss, refused before any work is lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from suitwise.errors import NotationError
from suitwise.stacks.survey import Cell, Survey
from suitwise.stacks.survey_file import SurveyFile, read_survey, run_survey, survey_text
from tests.fresh import ROOT, fresh_python

SURVEY = Survey(deals=150, seed=9)


def cells_of(out: Path, stop_after: int | None = None) -> list[Cell]:
    """Run the survey of six sizes, perhaps broken off."""
    cells = []
    for cell in run_survey(SURVEY, [2, 3], [1, 2, 3], out=out):
        cells.append(cell)
        if len(cells) == stop_after:
            break
    return cells


# --- Broken off and killed ------------------------------------------------------------------------


@pytest.mark.parametrize("stop", [1, 3, 5, 6])
def test_a_broken_off_survey_goes_on_and_ends_the_same_to_the_byte(
    tmp_path: Path, stop: int
) -> None:
    whole, broken = tmp_path / "whole.json", tmp_path / "broken.json"
    expected = cells_of(whole)
    cells_of(broken, stop)
    assert len(read_survey(broken.read_text())[1]) == stop
    assert cells_of(broken) == expected
    assert broken.read_bytes() == whole.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["broken.json", "whole.json"]


def test_finished_sizes_are_not_counted_again(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    SurveyFile(out, SURVEY).add(Cell(2, 2, 2, SURVEY.deals, 149))
    assert cells_of(out)[1].winnable == 149


def test_a_killed_survey_leaves_a_whole_file_and_goes_on(tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole.json", tmp_path / "killed.json"
    command = [sys.executable, "-m", "suitwise", "stacks", "survey", "--stacks", "2..3"]
    command += ["--height", "1..4", "--deals", "200000", "--seed", "4", "--out"]
    subprocess.run([*command, str(whole)], cwd=ROOT, check=True, capture_output=True)
    with subprocess.Popen([*command, str(killed)], cwd=ROOT, stdout=subprocess.DEVNULL) as run:
        until = time.monotonic() + 60
        while not (killed.exists() and b"winnable" in killed.read_bytes()):
            assert time.monotonic() < until
            time.sleep(0.005)
        os.kill(run.pid, signal.SIGKILL)
    assert read_survey(killed.read_text())[1]
    subprocess.run([*command, str(killed)], cwd=ROOT, check=True, capture_output=True)
    assert killed.read_bytes() == whole.read_bytes()


def test_a_program_killed_alone_with_the_file_does_not_keep_it(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    code = f"""
import time
from pathlib import Path
from suitwise.stacks.survey_file import _alone_with
with _alone_with(Path({str(out)!r})):
    print("alone", flush=True)
    time.sleep(600)
"""
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"alone\n"
        holder.kill()
    assert out.read_bytes() == b""
    assert len(cells_of(out)) == 6


# --- Shared ---------------------------------------------------------------------------------------


def test_surveys_that_share_a_file_lose_nothing(tmp_path: Path) -> None:
    out = tmp_path / "out.json"

    def add_column(stacks: int) -> None:
        file = SurveyFile(out, SURVEY)
        for height in range(1, 16):
            file.add(Cell(stacks, height, stacks, SURVEY.deals, 1))

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(add_column, range(2, 8)))
    kept = {(cell.stacks, cell.height) for cell in read_survey(out.read_text())[1]}
    assert kept == {(stacks, height) for stacks in range(2, 8) for height in range(1, 16)}
    assert [path.name for path in tmp_path.iterdir()] == ["out.json"]


def test_a_size_that_another_program_finishes_meanwhile_is_not_counted_again(
    tmp_path: Path,
) -> None:
    out = tmp_path / "out.json"
    told: list[tuple[int, int]] = []
    run = run_survey(SURVEY, [2], [1, 2, 3], out=out, reached=lambda *done: told.append(done))
    next(run)
    SurveyFile(out, SURVEY).add(Cell(2, 3, 2, SURVEY.deals, 149))
    assert [cell.winnable for cell in run][-1] == 149
    assert told == sorted(told)
    assert {total for _, total in told} == {SURVEY.deals * (2 + 4 + 6)}


def test_a_survey_of_more_sizes_keeps_those_of_before(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    before = cells_of(out)
    list(run_survey(SURVEY, [4], [2], out=out))
    assert read_survey(out.read_text())[1][:-1] == before


# --- Refused --------------------------------------------------------------------------------------


def changed(**fields: Any) -> str:
    """Return the text of a survey with one cell, of which something is changed."""
    data = json.loads(survey_text(SURVEY, []))
    cell = Cell(2, 2, 2, 150, 29).as_json() | fields
    return f'{{"survey": {json.dumps(data["survey"])}, "cells": [\n{json.dumps(cell)}\n]}}\n'


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "[]",
        "\0",
        "[" * 200_000,
        '{"survey": 3, "cells": []}',
        '{"survey": {"deals": 0}, "cells": []}',
        survey_text(SURVEY, []).replace("150", "150.0"),
        survey_text(SURVEY, []).replace("9", '"9"'),
        survey_text(SURVEY, []).replace("150", "9" * 5000),
        survey_text(SURVEY, [Cell(2, 2, 2, 150, 150)]).replace('winnable": 150', 'winnable": 151'),
        survey_text(SURVEY, [Cell(2, 2, 2, 150, 150)]).replace(": 150", ": -150"),
        survey_text(SURVEY, [Cell(2, 2, 2, 15, 1)]),
        survey_text(SURVEY, [Cell(2, 2, 3, 150, 1)]),
        changed(low=0.5),
        changed(stacks="2"),
        changed(winnable=29.0),
        changed(winnable=None),
    ],
    ids=lambda text: ascii(text[:20]),
)
def test_a_file_that_is_no_survey_is_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    out = tmp_path / "out.json"
    out.write_text(text)
    with pytest.raises(NotationError, match="this is no survey"):
        cells_of(out)
    assert out.read_text() == text


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    out.write_bytes(b"\xff")
    with pytest.raises(NotationError, match="it is no text"):
        cells_of(out)


def test_the_text_of_a_survey_is_read_as_it_was_written() -> None:
    assert read_survey(changed()) == (SURVEY, [Cell(2, 2, 2, 150, 29)])


def test_a_survey_of_other_deals_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    cells_of(out)
    with pytest.raises(NotationError, match="other deals"):
        list(run_survey(Survey(deals=150, seed=8), [2], [1], out=out))


def test_what_is_no_ordinary_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(NotationError, match="ordinary file"):
        SurveyFile(pipe, SURVEY)
    assert pipe.is_fifo()
    with pytest.raises(IsADirectoryError):
        SurveyFile(tmp_path, SURVEY)


def test_a_file_that_cannot_be_written_is_refused_before_anything_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[object] = []
    monkeypatch.setattr(Survey, "count", lambda *size, **options: counted.append(size))
    out = tmp_path / "no" / "out.json"
    with pytest.raises(FileNotFoundError) as refused:
        cells_of(out)
    assert refused.value.filename == str(out)
    assert counted == []


def test_on_a_full_disk_the_file_stays_as_it_was_and_the_fault_names_it(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    before = cells_of(out)
    code = f"""
import resource
from pathlib import Path
from suitwise.stacks.survey_file import *
file = SurveyFile(Path({str(out)!r}), Survey(deals=150, seed=9))
resource.setrlimit(resource.RLIMIT_FSIZE, (50, 50))
try:
    file.add(Cell(4, 4, 4, 150, 1))
except OSError as error:
    print(error.filename)
"""
    assert fresh_python(code) == f"{out}\n"
    assert read_survey(out.read_text()) == (SURVEY, before)
    assert [path.name for path in tmp_path.iterdir()] == ["out.json"]


def test_a_link_to_the_file_stays_one(tmp_path: Path) -> None:
    kept, link = tmp_path / "kept.json", tmp_path / "link.json"
    link.symlink_to(kept)
    cells = cells_of(link)
    assert link.is_symlink()
    assert read_survey(kept.read_text())[1] == cells
