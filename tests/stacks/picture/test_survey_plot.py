"""The survey's table and plot: nothing counted is left out, however small its share."""

from __future__ import annotations

import runpy
from pathlib import Path
from xml.etree import ElementTree

import pytest

from suitwise.errors import SuitwiseError
from suitwise.picture.plots import check_plot
from suitwise.stacks import Cell, Survey, run_survey
from suitwise.stacks.deals.survey import read_survey, survey_text
from suitwise.stacks.picture import draw_survey, table_of
from tests.fresh import ROOT

SURVEY = Survey(deals=150, seed=9)


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
