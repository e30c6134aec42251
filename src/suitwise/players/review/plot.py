"""How a game went as a picture: what each seat could expect at each of its decisions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from textwrap import fill
from typing import Any

from suitwise.errors import SuitwiseError
from suitwise.picture.svg import check_plot, plot_style, save_plot
from suitwise.players.review.decisions import Decision
from suitwise.players.review.words import Measure, review_text

_COLOURS = ("#0072b2", "#c8102e", "#2b7a78", "#8a4b08", "#5b2a86", "#59636e")
_MARKS = "os^DvP"
_WIDE = 80
"""A heading has lines of so many characters."""


def draw_review(decisions: Sequence[Decision], path: Path, measure: Measure, title: str) -> None:
    """Draw a line a seat through its decisions; an SVG file comes out the same each time.

    Above, how likely the seat's side was to win the deal after its move; below, what the move was worth:
    both by what the seat saw. A ring marks a mistake, a line across the end of a deal. The review lies
    in the file as its description, for those who can't see it.

    Args:
        decisions: the decisions, in the order of the record.
        path: an .svg or .png file.
        measure: how figures are written.
        title: the heading.

    Raises:
        SuitwiseError: there is nothing to draw; or see ``picture.plots.check_plot``.
        OSError: the file can't be written.

    >>> draw_review([], Path("review.svg"), Measure("points", 1), "A game of gin")
    Traceback (most recent call last):
    suitwise.errors.SuitwiseError: no decision was judged: there is nothing to draw
    """
    known = [one for one in decisions if one.verdict is not None]
    if not known:
        raise SuitwiseError("no decision was judged: there is nothing to draw")
    check_plot(path)
    from matplotlib.figure import Figure

    with plot_style("review"):
        figure = Figure(figsize=(8, 5.6), layout="constrained")
        won, worth = figure.subplots(2, 1, sharex=True)
        won.set_title(fill(title.replace(",", ", "), _WIDE), loc="left", fontsize="medium")
        won.set(ylabel="deals won", ylim=(-0.03, 1.03))
        won.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0 %", "25 %", "50 %", "75 %", "100 %"])
        worth.set(ylabel=f"{measure.unit} expected", xlabel="decision")
        worth.axhline(0, color="#888888", linewidth=0.8)
        for axes in (won, worth):
            _style(axes, known)
        for seat in sorted({one.seat for one in known}):
            _draw_seat(won, worth, seat, known)
        figure.legend(*worth.get_legend_handles_labels(), frameon=False, loc="outside right upper")
        save_plot(figure, path, review_text(decisions, measure))


def _style(axes: Any, decisions: Sequence[Decision]) -> None:
    """Draw what stands behind the lines."""
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color="#dddddd")
    for at, (one, following) in enumerate(pairwise(decisions), 1):
        if one.deal != following.deal:
            axes.axvline(at + 0.5, color="#bbbbbb", linewidth=0.8)


def _draw_seat(won: Any, worth: Any, seat: int, decisions: Sequence[Decision]) -> None:
    """Draw the line of a seat in both panels, broken between deals."""
    colour, mark = _COLOURS[seat % len(_COLOURS)], _MARKS[seat % len(_MARKS)]
    named = f"seat {seat}"
    for deal in sorted({one.deal for one in decisions if one.seat == seat}):
        own = [
            (at, one.verdict)
            for at, one in enumerate(decisions, 1)
            if (one.seat, one.deal) == (seat, deal) and one.verdict is not None
        ]
        chances = [(at, one.chance) for at, one in own if one.chance is not None]
        for axes, points in ((won, chances), (worth, [(at, one.worth) for at, one in own])):
            axes.plot(
                [at for at, _ in points],
                [value for _, value in points],
                color=colour,
                marker=mark,
                markersize=3.5,
                linewidth=1.2,
                label=named,
            )
        wrong = [(at, one.worth) for at, one in own if one.is_mistake]
        worth.plot(
            [at for at, _ in wrong],
            [value for _, value in wrong],
            linestyle="none",
            marker="o",
            markersize=10,
            markerfacecolor="none",
            markeredgecolor=colour,
        )
        named = "_"  # a line in the legend is enough
