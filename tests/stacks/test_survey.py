"""The survey: its counts, its intervals, its file that survives anything, its plot."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from suitwise.errors import IllegalPosition, NotationError, SuitwiseError
from suitwise.stacks.deals import deal
from suitwise.stacks.survey import (
    Cell,
    Survey,
    SurveyFile,
    draw_survey,
    read_survey,
    run_survey,
    survey_text,
    table_of,
    wilson,
)
from tests.fresh import ROOT
from tests.oracles import stacks_oracle as oracle

SURVEY = Survey(deals=150, seed=9)


# --- Counts ---------------------------------------------------------------------------------------


def test_a_cell_counts_the_deals_whose_numbers_the_page_names() -> None:
    first = (3 << 48) + (2 << 32)
    won = sum(
        oracle.winnable(deal(3, 2, seed=9, number=first + k).stacks) for k in range(SURVEY.deals)
    )
    assert SURVEY.count(3, 2).winnable == won


def test_threads_and_pieces_do_not_change_the_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = SURVEY.count(4, 3, threads=1)
    monkeypatch.setattr("suitwise.stacks.survey._PIECE_CARDS", 100)
    told: list[int] = []
    assert SURVEY.count(4, 3, threads=3, reached=told.append) == whole
    assert told == sorted(told)
    assert told[-1] == SURVEY.deals


def test_the_share_of_the_smallest_size_is_the_exact_one() -> None:
    # Two stacks of two, suits cut at random: every order of every cut, judged by search.
    decks = [[(1, 1), (1, 2), (2, 2), (3, 2)], [(1, 1), (2, 1), (1, 2), (2, 2)]]
    decks.append([(card[0], 3 - card[1]) for card in decks[0]])
    won = orders = 0
    from itertools import permutations

    for deck in decks:
        for a, b, c, d in permutations(deck):
            orders += 1
            won += oracle.winnable(((a, b), (c, d)))
    exact = float(Fraction(won, orders))
    low, high = Survey(deals=20_000, seed=1).count(2, 2).interval
    assert low < exact < high


def test_wilsons_interval_holds_the_true_share_nineteen_times_in_twenty() -> None:
    for share in (0.01, 0.2, 0.5):
        trials = 400
        covered = 0.0
        for k in range(trials + 1):
            low, high = wilson(k, trials)
            if low <= share <= high:
                covered += comb(trials, k) * share**k * (1 - share) ** (trials - k)
        assert 0.93 < covered < 0.98
    assert wilson(0, 50)[0] == 0
    assert wilson(50, 50)[1] == 1


@pytest.mark.parametrize("deals", [0, 2**32 + 1])
def test_a_survey_without_deals_is_refused(deals: int) -> None:
    with pytest.raises(IllegalPosition):
        Survey(deals=deals)


def test_sizes_beyond_what_numbers_can_name_are_refused() -> None:
    with pytest.raises(IllegalPosition, match="at most"):
        Survey(suits=1).size(2**15, 1)


# --- The file -------------------------------------------------------------------------------------


def cells_of(out: Path, stop_after: int | None = None) -> list[Cell]:
    """Run the survey of six sizes, perhaps broken off."""
    cells = []
    for cell in run_survey(SURVEY, [2, 3], [1, 2, 3], out=out):
        cells.append(cell)
        if len(cells) == stop_after:
            break
    return cells


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
    run = subprocess.Popen([*command, str(killed)], cwd=ROOT, stdout=subprocess.DEVNULL)
    until = time.monotonic() + 60
    while not killed.exists() and time.monotonic() < until:
        time.sleep(0.005)
    os.kill(run.pid, signal.SIGKILL)
    run.wait()
    assert read_survey(killed.read_text())[1]
    subprocess.run([*command, str(killed)], cwd=ROOT, check=True, capture_output=True)
    assert killed.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[]", '{"survey": 3, "cells": []}', '{"survey": {"deals": 0}, "cells": []}', "\0"],
)
def test_a_file_that_is_no_survey_is_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    out = tmp_path / "out.json"
    out.write_text(text)
    with pytest.raises(NotationError):
        cells_of(out)
    assert out.read_text() == text


def test_a_survey_of_other_deals_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    cells_of(out)
    with pytest.raises(NotationError, match="other deals"):
        list(run_survey(Survey(deals=150, seed=8), [2], [1], out=out))


def test_a_survey_of_more_sizes_keeps_those_of_before(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    before = cells_of(out)
    list(run_survey(SURVEY, [4], [2], out=out))
    assert read_survey(out.read_text())[1][:-1] == before


# --- Table and plot -------------------------------------------------------------------------------


def test_the_table_has_a_row_a_height_and_a_column_a_number_of_stacks() -> None:
    cells = list(run_survey(SURVEY, [2, 5], [1, 4]))
    rows = [line.split() for line in table_of(cells).splitlines()[1:]]
    assert rows[0] == ["height", "2", "stacks", "5", "stacks"]
    assert [row[0] for row in rows[1:]] == ["1", "4"]
    assert rows[1][1] == "100.00"


def test_plots_come_out_the_same_each_time(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    cells = [*run_survey(SURVEY, [2, 3], [1, 2, 3]), Cell(4, 3, 4, 150, 0)]
    for name in ("a.svg", "b.svg", "a.png", "b.png"):
        draw_survey(cells, tmp_path / name)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    assert (tmp_path / "a.png").read_bytes()[:4] == b"\x89PNG"


def test_a_plot_of_another_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SuitwiseError, match=r"\.svg or a \.png"):
        draw_survey([], tmp_path / "a.pdf")


def test_the_pictures_of_the_docs_are_those_the_script_draws(tmp_path: Path) -> None:
    import runpy

    runpy.run_path(str(ROOT / "docs" / "figures" / "stacks.py"))["main"](tmp_path)
    drawn = (tmp_path / "stacks-graph.svg").read_text("utf-8")
    assert drawn == (ROOT / "docs" / "_static" / "stacks-graph.svg").read_text("utf-8")
    kept = (ROOT / "docs" / "figures" / "stacks-survey.json").read_text()
    survey, cells = read_survey(kept)
    assert survey_text(survey, cells) == kept
    assert survey.count(2, 2) == next(c for c in cells if (c.stacks, c.height) == (2, 2))
