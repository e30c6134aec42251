"""A survey to look at: its table in per cent and its plot, with the 95 % intervals."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log10
from pathlib import Path
from typing import Any

from suitwise.picture.plots import check_plot, plot_style, save_plot
from suitwise.stacks.deals.survey import Cell

_MOST_NAMED = 16
"""The legend names about this many numbers of stacks; more would not fit beside the plot."""
_ASIDE = 0.8
"""Marks of bounds, which would lie on one another, stand side by side on this part of a height."""


# --- Table ----------------------------------------------------------------------------------------


def table_of(cells: Sequence[Cell]) -> str:
    """Return a table in per cent: a row a height, a column a number of stacks.

    Each has as many decimals as its interval has two digits for, two at least.

    >>> print(table_of([Cell(2, 1, 2, 100, 100), Cell(2, 2, 2, 100, 17), Cell(3, 2, 3, 10**8, 29)]))
    winnable deals in %, ± to the farther end of the 95 % interval
    height      2 stacks            3 stacks
         1  100.00 ±3.70                   –
         2   17.00 ±8.55  0.000029 ±0.000013
    """
    by_size = {(cell.stacks, cell.height): cell for cell in cells}
    columns = sorted({cell.stacks for cell in cells})
    rows = [["height", *(f"{n} stack{'s' * (n > 1)}" for n in columns)]]
    for height in sorted({cell.height for cell in cells}):
        row = [by_size.get((n, height)) for n in columns]
        rows.append([str(height), *(_percent(cell) for cell in row)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(map(str.rjust, row, widths)).rstrip() for row in rows]
    return "\n".join(["winnable deals in %, ± to the farther end of the 95 % interval", *lines])


def _percent(cell: Cell | None) -> str:
    if cell is None:
        return "–"
    low, high = cell.interval
    reach = 100 * max(cell.share - low, high - cell.share)
    decimals = max(2, 1 - floor(log10(reach)))
    return f"{100 * cell.share:.{decimals}f} ±{reach:.{decimals}f}"


# --- Plot -----------------------------------------------------------------------------------------


def draw_survey(cells: Sequence[Cell], path: Path, *, title: str = "") -> None:
    """Draw the shares with their intervals; an SVG file comes out the same each time.

    A share of which nothing is known but that it lies below a bound, because no deal was won, has an
    open mark at the bound. The table lies in the file as its description, for those who can't see it.

    Args:
        cells: the cells.
        path: an .svg or .png file.
        title: the heading.

    Raises:
        SuitwiseError: see ``picture.plots.check_plot``.
        OSError: the file can't be written.
    """
    check_plot(path)
    from matplotlib.figure import Figure

    with plot_style("survey"):
        figure = Figure(figsize=(7.5, 4.8), layout="constrained")
        axes = figure.add_subplot()
        _draw_axes(axes, title or "The share of random deals that can be won")
        _draw_lines(axes, cells)
        figure.legend(frameon=False, title="stacks", loc="outside right upper")
        save_plot(figure, path, table_of(cells))


def _draw_axes(axes: Any, title: str) -> None:
    from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullLocator

    axes.set(yscale="log", xlabel="cards a stack", ylabel="deals that can be won", title=title)
    axes.yaxis.set_major_locator(LogLocator(subs=(1.0, 3.0)))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:g} %"))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color="#dddddd")


def _draw_lines(axes: Any, cells: Sequence[Cell]) -> None:
    """Draw a line for each number of stacks, the highest first as in the legend."""
    import matplotlib

    lines = sorted({cell.stacks for cell in cells})
    colours = matplotlib.colormaps["viridis"].resampled(len(lines) + 1)
    every = -(-len(lines) // _MOST_NAMED)
    for i, stacks in reversed(list(enumerate(lines))):
        own = sorted((c for c in cells if c.stacks == stacks), key=lambda c: c.height)
        _draw_shares(axes, own, colours(i), str(stacks) if i % every == 0 else "_")
        _draw_bounds(axes, own, colours(i), _ASIDE * ((i + 0.5) / len(lines) - 0.5))
    if not all(cell.winnable for cell in cells):
        axes.errorbar([], [], **_BOUND, color="#555555", label="none won:\nbelow this")


def _draw_shares(axes: Any, cells: Sequence[Cell], colour: Any, name: str) -> None:
    """Draw the shares of one number of stacks and their intervals."""
    shown = [cell for cell in cells if cell.winnable]
    heights, shares = [cell.height for cell in shown], [cell.share for cell in shown]
    below = [cell.share - cell.interval[0] for cell in shown]
    above = [cell.interval[1] - cell.share for cell in shown]
    axes.errorbar(heights, shares, yerr=[below, above], color=colour, label=name, **_SHARE)


_SHARE = {"marker": "o", "markersize": 3.5, "linewidth": 1.2, "elinewidth": 1, "capsize": 2}
_BOUND: dict[str, Any] = {"linestyle": "none", "marker": "v", "fillstyle": "none", "markersize": 4}


def _draw_bounds(axes: Any, cells: Sequence[Cell], colour: Any, aside: float) -> None:
    """Mark what the shares lie below, where no deal was won."""
    shown = [cell for cell in cells if not cell.winnable]
    heights = [cell.height + aside for cell in shown]
    axes.plot(heights, [cell.interval[1] for cell in shown], **_BOUND, color=colour)
