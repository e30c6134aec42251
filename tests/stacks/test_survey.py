"""The survey: its counts and their intervals."""

from __future__ import annotations

import json
import os
import runpy
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from math import comb
from pathlib import Path
from typing import Any, BinaryIO
from xml.etree import ElementTree

import pytest

from suitwise.errors import IllegalPosition, NotationError, SuitwiseError
from suitwise.foundation.text.writing import replacing
from suitwise.picture.svg import check_plot
from suitwise.stacks import Cell, Survey, deal, run_survey
from suitwise.stacks.picture import draw_survey, table_of
from suitwise.stacks.survey import SurveyFile, read_survey, survey_text, wilson
from tests.fresh import ROOT, fresh_python
from tests.oracles import stacks_oracle as oracle

SURVEY = Survey(deals=150, seed=9)


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


@pytest.mark.parametrize(
    ("successes", "trials"), [(1, 2**32), (10, 10**8), (3, 40), (2**32 - 1, 2**32), (0, 2**32)]
)
def test_the_ends_of_an_interval_are_the_roots_of_wilsons_equation(
    successes: int, trials: int
) -> None:
    z_squared = Fraction(1.959963984540054) ** 2
    share = Fraction(successes, trials)
    low, high = map(Fraction, wilson(successes, trials))
    assert low < share < high or low == share == 0
    for end in (low, high):
        off, spread = abs(end - share), (z_squared * end * (1 - end) / trials)
        assert abs(off * off - spread) <= spread / 10**5


@pytest.mark.parametrize("deals", [0, 2**32 + 1])
def test_a_survey_without_deals_is_refused(deals: int) -> None:
    with pytest.raises(IllegalPosition):
        Survey(deals=deals)


@pytest.mark.parametrize(
    "survey", [{"suits": 0}, {"deck": "odd"}, {"deck": ["uneven"]}, {"seed": 2**64}], ids=str
)
def test_a_survey_of_what_is_not_dealt_is_refused(survey: dict[str, Any]) -> None:
    with pytest.raises(SuitwiseError):
        Survey(**survey)


def test_sizes_beyond_what_numbers_can_name_are_refused() -> None:
    with pytest.raises(IllegalPosition, match="at most"):
        Survey(suits=1).size(2**15, 1)


# --- The survey's file ----------------------------------------------------------------------------


def keep(out: Path, *cells: Cell) -> None:
    """Keep some cells as another program would."""
    with SurveyFile(out, SURVEY) as file:
        for cell in cells:
            file.add(cell)


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
    keep(out, Cell(2, 2, 2, SURVEY.deals, 149))
    assert cells_of(out)[1].winnable == 149


def test_of_a_size_half_counted_the_other_half_is_counted(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    half = Survey(deals=75, seed=9).count(2, 2)
    keep(out, replace(half, winnable=half.winnable + 1))
    (whole,) = run_survey(SURVEY, [2], [2], out=out)
    assert whole == replace(SURVEY.count(2, 2), winnable=SURVEY.count(2, 2).winnable + 1)


def test_more_deals_are_added_to_those_of_before(tmp_path: Path) -> None:
    raised, at_once = tmp_path / "raised.json", tmp_path / "at_once.json"
    for deals in (1, 70, 150):
        list(run_survey(Survey(deals=deals, seed=9), [2, 3], [1, 2, 3], out=raised))
    cells_of(at_once)
    assert raised.read_bytes() == at_once.read_bytes()


def test_fewer_deals_than_were_asked_for_are_refused_and_nothing_is_lost(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    cells_of(out)
    before = out.read_bytes()
    with pytest.raises(NotationError, match="150 deals a size: ask for as many or more"):
        list(run_survey(Survey(deals=149, seed=9), [4], [1], out=out))
    assert out.read_bytes() == before


def test_an_interrupt_inside_a_size_keeps_what_was_counted_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("suitwise.stacks.survey._PIECE_CARDS", 100)
    whole, broken = tmp_path / "whole.json", tmp_path / "broken.json"
    cells_of(whole)

    def interrupt(done: int, total: int) -> None:
        if done >= 1000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(run_survey(SURVEY, [2, 3], [1, 2, 3], out=broken, reached=interrupt))
    kept = read_survey(broken.read_text())[1]
    assert [cell.deals for cell in kept] == [150, 150, 32]
    cells_of(broken)
    assert broken.read_bytes() == whole.read_bytes()


def test_a_survey_killed_inside_a_size_leaves_a_whole_file_and_goes_on(tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole.json", tmp_path / "killed.json"
    asked = Survey(deals=100_000, seed=4)
    code = f"""
from pathlib import Path
from suitwise.stacks import survey
survey._PIECE_CARDS = 10_000
survey._SAVE_EVERY_S = 0
asked = survey.Survey(deals=100_000, seed=4)
list(survey.run_survey(asked, [3], [3, 4], out=Path({str(killed)!r})))
"""
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT) as run:
        until = time.monotonic() + 60
        while not (killed.exists() and b"winnable" in killed.read_bytes()):
            assert time.monotonic() < until
            time.sleep(0.005)
        os.kill(run.pid, signal.SIGKILL)
    assert 0 < read_survey(killed.read_text())[1][-1].deals < asked.deals
    cells = list(run_survey(asked, [3], [3, 4], out=whole))
    assert list(run_survey(asked, [3], [3, 4], out=killed)) == cells
    assert killed.read_bytes() == whole.read_bytes()


def test_a_program_killed_alone_with_the_file_does_not_keep_it(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    code = f"""
import time
from pathlib import Path
from suitwise.stacks.survey import _locked
with _locked(Path({str(out)!r})):
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
        for height in range(1, 16):
            keep(out, Cell(stacks, height, stacks, SURVEY.deals, 1))

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(add_column, range(2, 8)))
    kept = {(cell.stacks, cell.height) for cell in read_survey(out.read_text())[1]}
    assert kept == {(stacks, height) for stacks in range(2, 8) for height in range(1, 16)}
    assert [path.name for path in tmp_path.iterdir()] == ["out.json"]


def test_of_two_counts_of_one_size_the_longer_stays(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    with SurveyFile(out, SURVEY) as file:
        keep(out, Cell(2, 2, 2, 80, 9), Cell(2, 3, 2, 20, 1))
        file.add(Cell(2, 2, 2, 70, 8))
        file.add(Cell(2, 3, 2, 30, 2))
    assert read_survey(out.read_text())[1] == [Cell(2, 2, 2, 80, 9), Cell(2, 3, 2, 30, 2)]


def test_a_survey_of_more_deals_that_begins_meanwhile_keeps_its_own(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    more = Survey(deals=300, seed=9)
    run = run_survey(SURVEY, [2], [1, 2], out=out)
    next(run)
    list(run_survey(more, [2], [1, 2], out=out))
    list(run)
    assert read_survey(out.read_text()) == (more, list(run_survey(more, [2], [1, 2])))


def test_many_sizes_are_saved_now_and_then_and_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out.json"
    saved: list[object] = []

    def note(path: Path) -> AbstractContextManager[BinaryIO]:
        saved.append(path)
        return replacing(path)

    monkeypatch.setattr("suitwise.stacks.survey.replacing", note)
    cells = list(run_survey(Survey(deals=1), [1], range(1, 301), out=out))
    assert read_survey(out.read_text())[1] == cells
    assert len(saved) < 30


def test_small_sizes_are_counted_by_compiled_rules_if_together_they_are_large(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compiled: list[bool] = []

    def note(self: Survey, cells: Iterable[Cell], **how: Any) -> Iterator[Cell]:
        compiled.append(how["compiled"])
        return (replace(cell, deals=self.deals) for cell in cells)

    monkeypatch.setattr(Survey, "growing", note)
    list(run_survey(Survey(deals=1), [1], range(1, 100)))
    list(run_survey(Survey(deals=1), [1], range(1, 300)))
    assert compiled == [False, True]


def test_a_size_that_another_program_finishes_meanwhile_is_not_counted_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out.json"
    told: list[tuple[int, int]] = []
    monkeypatch.setattr("suitwise.stacks.survey._SAVE_EVERY_S", 0)
    monkeypatch.setattr("suitwise.stacks.survey._SAVE_PAUSE", 0)
    run = run_survey(SURVEY, [2], [1, 2, 3], out=out, reached=lambda *done: told.append(done))
    next(run)
    keep(out, Cell(2, 3, 2, SURVEY.deals, 149))
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
        survey_text(SURVEY, [Cell(2, 2, 2, 151, 1)]),
        survey_text(SURVEY, [Cell(2, 2, 77, 150, 1)]),
        survey_text(SURVEY, [Cell(2, 2, 2, 150, 1)] * 2),
        survey_text(SURVEY, []).replace("uneven", "u" * 3000),
        survey_text(SURVEY, []).replace('"uneven"', '["uneven"]'),
        survey_text(SURVEY, []).replace("null", '"z"'),
        survey_text(SURVEY, []).replace("null", "9" * 400),
        survey_text(SURVEY, []).replace(": 9", ": true"),
        survey_text(SURVEY, []).replace(": 9", f": {2**64}"),
        survey_text(SURVEY, []) + "\n",
        survey_text(SURVEY, []).replace("\n", "\r\n"),
        survey_text(SURVEY, [Cell(2, 2, 3, 150, 1)]),
        changed(low=0.5),
        changed(stacks="2"),
        changed(winnable=29.0),
        changed(winnable=float("nan")),
        changed(stacks=2.0),
        changed(stacks=True),
        changed(deals=0),
        changed(winnable=None),
    ],
    ids=lambda text: ascii(text[:20]),
)
def test_a_file_that_is_no_survey_is_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    out = tmp_path / "out.json"
    out.write_bytes(text.encode())
    with pytest.raises(NotationError, match="this is no survey"):
        cells_of(out)
    assert out.read_bytes() == text.encode()


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    out.write_bytes(b"\xff")
    with pytest.raises(NotationError, match="this is no survey"):
        cells_of(out)


def test_of_a_huge_file_that_is_no_survey_little_is_read(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    for text in ("", survey_text(SURVEY, []), changed().removesuffix("]}\n")):
        out.write_text(text)
        os.truncate(out, 1 << 40)
        with pytest.raises(NotationError, match="this is no survey"):
            cells_of(out)


def test_where_there_are_no_locks_a_survey_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    with pytest.raises(SuitwiseError, match="on POSIX systems only"):
        cells_of(tmp_path / "out.json")
    assert not (tmp_path / "out.json").exists()
    assert len(list(run_survey(SURVEY, [2], [1]))) == 1


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
    monkeypatch.setattr(Survey, "growing", lambda *cells, **options: counted.append(cells))
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
from suitwise.stacks.survey import *
try:
    with SurveyFile(Path({str(out)!r}), Survey(deals=150, seed=9)) as file:
        resource.setrlimit(resource.RLIMIT_FSIZE, (50, 50))
        file.add(Cell(4, 4, 4, 150, 1))
except OSError as error:
    print(error.filename)
"""
    assert fresh_python(code) == f"{out}\n"
    assert read_survey(out.read_text()) == (SURVEY, before)
    assert [path.name for path in tmp_path.iterdir()] == ["out.json"]


def test_a_private_file_stays_private(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    out.touch(0o600)
    cells_of(out)
    assert stat.S_IMODE(out.stat().st_mode) == 0o600


# --- Table ----------------------------------------------------------------------------------------


def test_the_table_has_a_row_a_height_and_a_column_a_number_of_stacks() -> None:
    cells = list(run_survey(SURVEY, [2, 5], [1, 4]))
    rows = [line.split() for line in table_of(cells).splitlines()[1:]]
    assert rows[0] == ["height", "2", "stacks", "5", "stacks"]
    assert [row[0] for row in rows[1:]] == ["1", "4"]
    assert rows[1][1] == "100.00"


@pytest.mark.parametrize(
    ("deals", "winnable", "told"),
    [
        (10**8, 10, ["0.0000100", "±0.0000084"]),
        (2**32, 1, ["0.00000002", "±0.00000011"]),
        (2**32, 0, ["0.000000000", "±0.000000089"]),
        (2**32, 2**32, ["100.000000000", "±0.000000089"]),
        (1, 1, ["100.00", "±79.35"]),
    ],
)
def test_the_table_tells_two_digits_of_every_interval(
    deals: int, winnable: int, told: list[str]
) -> None:
    assert table_of([Cell(3, 2, 3, deals, winnable)]).splitlines()[2].split()[1:] == told


# --- Plot -----------------------------------------------------------------------------------------


def words_of(svg: Path) -> list[str]:
    """Return all that a picture says in words."""
    texts = ElementTree.parse(svg).iter("{http://www.w3.org/2000/svg}text")
    return [text.text or "" for text in texts]


def test_plots_come_out_the_same_each_time(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    cells = [*run_survey(SURVEY, [2, 3], [1, 2, 3]), Cell(4, 3, 4, 150, 0)]
    for name in ("a.svg", "b.svg", "a.png", "b.png"):
        draw_survey(cells, tmp_path / name)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
    assert (tmp_path / "a.png").read_bytes()[:4] == b"\x89PNG"


def test_a_size_of_which_no_deal_was_won_is_shown_by_its_bound(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    won = [Cell(2, 2, 2, 150, 30), Cell(3, 2, 3, 150, 40)]
    draw_survey(won, tmp_path / "won.svg")
    draw_survey([*won, Cell(3, 3, 3, 150, 0)], tmp_path / "bound.svg")
    assert "none won:" not in words_of(tmp_path / "won.svg")
    assert words_of(tmp_path / "bound.svg")[-5:] == ["stacks", "3", "2", "none won:", "below this"]
    assert "4" not in words_of(tmp_path / "won.svg")


def test_a_survey_without_any_win_is_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    draw_survey([Cell(2, 2, 2, 2**32, 0)], tmp_path / "a.svg")
    assert words_of(tmp_path / "a.svg")[-2:] == ["none won:", "below this"]
    draw_survey([Cell(n, 2, n, 100, 0) for n in (2, 3)], tmp_path / "b.svg")
    shares = [word for word in words_of(tmp_path / "b.svg") if word.endswith("%")]
    assert shares == ["1 %", "3 %", "10 %"]


def test_the_table_is_the_description_of_the_picture(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    cells = [Cell(2, 2, 2, 150, 30), Cell(3, 2, 3, 150, 0)]
    draw_survey(cells, tmp_path / "a.svg")
    assert metadata(tmp_path / "a.svg", "description") == [table_of(cells)]


def test_of_very_many_numbers_of_stacks_the_legend_names_some(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    draw_survey([Cell(n, 2, n, 10, 5) for n in range(2, 102)], tmp_path / "a.svg")
    words = words_of(tmp_path / "a.svg")
    assert words[words.index("stacks") + 1 :] == [str(n) for n in range(100, 1, -7)]


# --- Refused --------------------------------------------------------------------------------------


def test_a_plot_of_another_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SuitwiseError, match=r"\.svg or a \.png"):
        draw_survey([], tmp_path / "a.pdf")


def test_a_plot_that_cannot_be_written_is_refused_and_any_other_left_alone(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    with pytest.raises(FileNotFoundError) as refused:
        check_plot(tmp_path / "no" / "a.svg")
    assert refused.value.filename == str(tmp_path / "no" / "a.svg")
    old, new = tmp_path / "old.svg", tmp_path / "new.svg"
    old.write_text("a picture")
    check_plot(old)
    check_plot(new)
    assert old.read_text() == "a picture"
    assert not new.exists()


# --- The page -------------------------------------------------------------------------------------

STATIC = ROOT / "docs" / "_static"


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Draw the page's pictures into a folder."""
    pytest.importorskip("matplotlib")
    folder = tmp_path_factory.mktemp("drawn")
    runpy.run_path(str(ROOT / "docs" / "figures" / "stacks.py"))["main"](folder)
    return folder


def metadata(svg: Path, name: str) -> list[str]:
    found = ElementTree.parse(svg).iter(f"{{http://purl.org/dc/elements/1.1/}}{name}")
    return [item.text or "" for item in found]


def test_the_graph_of_the_docs_is_the_one_the_script_draws(drawn: Path) -> None:
    assert (drawn / "stacks-graph.svg").read_bytes() == (STATIC / "stacks-graph.svg").read_bytes()


def test_the_plot_of_the_docs_is_the_one_the_script_draws(drawn: Path) -> None:
    now, kept = drawn / "stacks-survey.svg", STATIC / "stacks-survey.svg"
    assert metadata(now, "description") == metadata(kept, "description")
    assert words_of(now) == words_of(kept)
    if metadata(now, "title") == metadata(kept, "title"):  # drawn by the same matplotlib
        assert now.read_bytes() == kept.read_bytes()


def test_the_counts_of_the_page_are_those_of_its_survey() -> None:
    kept = (ROOT / "docs" / "figures" / "stacks-survey.json").read_text()
    survey, cells = read_survey(kept)
    assert survey_text(survey, cells) == kept
    assert survey.count(2, 2) == next(c for c in cells if (c.stacks, c.height) == (2, 2))
