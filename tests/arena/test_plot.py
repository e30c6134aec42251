"""The picture of the ratings: everyone is in it, and what has no end is an arrow."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from pathlib import Path
from xml.etree import ElementTree

import pytest

from suitwise.arena.report import MatchStandings, Standings
from suitwise.arena.statistics import Rating
from suitwise.errors import SuitwiseError

pytest.importorskip("matplotlib")

from suitwise.arena.report import draw_ratings

RATED = (
    Rating("mc(worlds=50)", 310.0, 240.0, 380.0),
    Rating("rules", 200.0, 150.0, 250.0),
    Rating("random", 0.0, 0.0, 0.0),
)
MATCH = MatchStandings("gin(knock=10)", "points", 50, None, (), RATED)
STANDINGS = Standings("small", 7, "1.0", "a machine", 50, 100, (MATCH,))
SVG = "{http://www.w3.org/2000/svg}"


def words_of(svg: Path) -> list[str]:
    """Return all that a picture says in words."""
    return [text.text or "" for text in ElementTree.parse(svg).iter(f"{SVG}text")]


def with_ratings(*rated: Rating) -> Standings:
    return replace(STANDINGS, matches=(replace(MATCH, ratings=rated),))


def strokes_of(svg: Path) -> int:
    return len(list(ElementTree.parse(svg).iter(f"{SVG}path")))


def test_plots_come_out_the_same_each_time(tmp_path: Path) -> None:
    for name in ("a.svg", "b.svg", "a.png", "b.png"):
        draw_ratings(STANDINGS, tmp_path / name)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
    assert (tmp_path / "a.png").read_bytes()[:4] == b"\x89PNG"


def test_every_match_is_a_panel_and_every_player_a_line_of_it(tmp_path: Path) -> None:
    other = replace(MATCH, game="stacks", ratings=RATED[1:])
    draw_ratings(replace(STANDINGS, matches=(MATCH, other)), tmp_path / "a.svg")
    words = words_of(tmp_path / "a.svg")
    assert [words.count(one.player) for one in RATED] == [1, 2, 2]
    assert {"gin(knock=10)", "stacks"} <= set(words)
    assert words.count("rating, random = 0, with 95 % intervals") == 2


def test_without_the_random_player_the_mean_is_zero(tmp_path: Path) -> None:
    draw_ratings(with_ratings(*RATED[:2]), tmp_path / "a.svg")
    assert "rating, mean = 0, with 95 % intervals" in words_of(tmp_path / "a.svg")


def test_an_interval_without_an_end_is_an_arrow(tmp_path: Path) -> None:
    rules = Rating("rules", 200.0, 150.0, 200.0)
    draw_ratings(with_ratings(rules, RATED[2]), tmp_path / "closed.svg")
    draw_ratings(with_ratings(replace(rules, high=inf), RATED[2]), tmp_path / "up.svg")
    draw_ratings(with_ratings(replace(rules, low=-inf, high=inf), RATED[2]), tmp_path / "both.svg")
    closed, up, both = (strokes_of(tmp_path / f"{name}.svg") for name in ("closed", "up", "both"))
    assert closed < up < both


def test_a_match_that_has_not_begun_is_left_out(tmp_path: Path) -> None:
    begun = replace(STANDINGS, matches=(MATCH, replace(MATCH, game="stacks", ratings=())))
    draw_ratings(begun, tmp_path / "a.svg")
    assert "stacks" not in words_of(tmp_path / "a.svg")


def test_the_tables_are_the_description_of_the_picture(tmp_path: Path) -> None:
    draw_ratings(STANDINGS, tmp_path / "a.svg")
    name = "{http://purl.org/dc/elements/1.1/}description"
    (told,) = [item.text or "" for item in ElementTree.parse(tmp_path / "a.svg").iter(name)]
    assert "| rules | +200 |" in told
    assert "seed 7" in told


def test_there_is_no_picture_of_nobody(tmp_path: Path) -> None:
    with pytest.raises(SuitwiseError, match="no deal is done"):
        draw_ratings(replace(STANDINGS, matches=()), tmp_path / "a.svg")
    assert not (tmp_path / "a.svg").exists()


def test_a_plot_of_another_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SuitwiseError, match=r"\.svg or a \.png"):
        draw_ratings(STANDINGS, tmp_path / "a.pdf")
