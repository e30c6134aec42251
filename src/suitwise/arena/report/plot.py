"""The ratings of a run as a picture: a panel a match, a line a player, with its 95 % interval."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from pathlib import Path
from typing import Any

from suitwise.arena.report.summary import MatchStandings, Standings
from suitwise.arena.report.text import markdown
from suitwise.arena.statistics.ratings import Rating
from suitwise.errors import SuitwiseError
from suitwise.picture.plots import check_plot, plot_style, save_plot

_LINE_INCHES = 0.32
_PANEL_INCHES = 1.25
"""What a panel needs beside its lines: heading and axis."""
_LONGEST = 60
_COLOUR = "#31688e"
_ARROW = {"arrowstyle": "->", "color": _COLOUR, "shrinkA": 0, "shrinkB": 0}


def draw_ratings(standings: Standings, path: Path) -> None:
    """Draw the ratings of every match; an SVG file comes out the same each time.

    An end of an interval on which the deals set no bound is an arrow. The tables lie in the file as its
    description, for those who can't see it.

    Args:
        standings: what came of a run.
        path: an .svg or .png file.

    Raises:
        SuitwiseError: there is nothing to draw yet, neither an SVG nor a PNG file is asked for, or
            matplotlib is missing.
        OSError: the file can't be written.

    >>> draw_ratings(Standings("demo", 7, "1.0", "a machine", 0, 0, ()), Path("ratings.svg"))
    Traceback (most recent call last):
    suitwise.errors.SuitwiseError: nobody has a rating yet: no deal is done
    """
    matches = [match for match in standings.matches if match.ratings]
    if not matches:
        raise SuitwiseError("nobody has a rating yet: no deal is done")
    check_plot(path)
    from matplotlib.figure import Figure

    heights = [_PANEL_INCHES + _LINE_INCHES * len(match.ratings) for match in matches]
    with plot_style("arena"):
        figure = Figure(figsize=(7.5, sum(heights)), layout="constrained")
        panels = figure.subplots(len(matches), 1, squeeze=False, height_ratios=heights)
        for match, axes in zip(matches, panels[:, 0], strict=True):
            _draw_match(axes, match)
        save_plot(figure, path, markdown(standings))


def _draw_match(axes: Any, match: MatchStandings) -> None:
    """Draw the players of a match, the strongest at the top."""
    axes.set_title(_cut(match.game), loc="left", fontsize="medium")
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.grid(axis="x", color="#dddddd")
    axes.tick_params(axis="y", length=0)
    axes.axvline(0, color="#888888", linewidth=0.8)
    places = range(len(match.ratings))
    axes.set_yticks(places, [_cut(rating.player) for rating in match.ratings])
    axes.set_ylim(len(match.ratings) - 0.5, -0.5)
    for place, rating in zip(places, match.ratings, strict=True):
        _draw_rating(axes, place, rating)
    axes.margins(x=0.08)
    axes.set_xlabel(f"rating, {match.zero} = 0, with 95 % intervals")
    _draw_arrows(axes, match.ratings)


def _draw_rating(axes: Any, place: int, rating: Rating) -> None:
    ends = [end if isfinite(end) else rating.rating for end in (rating.low, rating.high)]
    axes.plot(ends, [place, place], color=_COLOUR, linewidth=1.6, solid_capstyle="butt")
    axes.plot([rating.rating], [place], color=_COLOUR, marker="o", markersize=5)


def _draw_arrows(axes: Any, ratings: Sequence[Rating]) -> None:
    """Draw an arrow to the edge of the panel where an interval has no end there."""
    left, right = axes.get_xlim()
    for place, rating in enumerate(ratings):
        for end, edge in ((rating.low, left), (rating.high, right)):
            if not isfinite(end):
                start = rating.rating, place
                axes.annotate("", xy=(edge, place), xytext=start, arrowprops=_ARROW)
    axes.set_xlim(left, right)


def _cut(text: str) -> str:
    """Return a text that fits beside the picture.

    >>> _cut("gin"), len(_cut("x" * 1000))
    ('gin', 60)
    """
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
