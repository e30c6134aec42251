"""The share of random deals that can be won, by the number of stacks and their height.

Deals are those of ``deals.deal``; as many suits as stacks unless told otherwise, and the uneven deck,
because no deal of the even one can be won from height 2 on. Each size has deals of its own: its k-th
is number ``stacks * 2**48 + height * 2**32 + k`` of the seed, so its count depends neither on the
other sizes nor on how many threads counted.

The intervals are Wilson's (E. B. Wilson, "Probable inference, the law of succession, and statistical
inference", 1927): 19 of 20 hold the true share, also where it is nearly nothing.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Any

from suitwise.cores import available_cores
from suitwise.errors import IllegalPosition, NotationError, SuitwiseError
from suitwise.parallel import in_order
from suitwise.stacks.deals import Dealer
from suitwise.stacks.deck import Deck, Size

MOST_STACKS = 2**15 - 1
MOST_HEIGHT = 2**16 - 1
MOST_DEALS = 2**32
_COMPILED_FROM = 20_000
_PIECE_CARDS = 2_000_000
_Z = 1.959963984540054
"""The normal distribution is within so many deviations with probability 0.95."""

PLOTS = (".svg", ".png")


# --- Counting -------------------------------------------------------------------------------------


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Return the 95 % interval of a share.

    >>> wilson(0, 100), wilson(50, 100)
    ((0.0, 0.036993), (0.403832, 0.596168))
    """
    share = successes / trials
    middle = share + _Z * _Z / (2 * trials)
    reach = _Z * sqrt(share * (1 - share) / trials + _Z * _Z / (4 * trials * trials))
    whole = 1 + _Z * _Z / trials
    low, high = (middle - reach) / whole, (middle + reach) / whole
    return (
        round(low, 6) if successes else 0.0,
        round(high, 6) if successes < trials else 1.0,
    )


@dataclass(frozen=True, slots=True)
class Cell:
    """What was counted for one size.

    Args:
        stacks: how many stacks.
        height: how many cards each is dealt.
        suits: how many suits.
        deals: how many deals were decided.
        winnable: how many of them can be won.

    >>> cell = Cell(3, 2, 3, 100, 29)
    >>> cell.share, cell.interval
    (0.29, (0.210148, 0.385389))
    """

    stacks: int
    height: int
    suits: int
    deals: int
    winnable: int

    @property
    def share(self) -> float:
        """The share of winnable deals."""
        return self.winnable / self.deals

    @property
    def interval(self) -> tuple[float, float]:
        """Its 95 % interval."""
        return wilson(self.winnable, self.deals)

    def as_json(self) -> dict[str, Any]:
        """Return the cell as plain data."""
        low, high = self.interval
        return {
            "stacks": self.stacks,
            "height": self.height,
            "suits": self.suits,
            "deals": self.deals,
            "winnable": self.winnable,
            "share": self.share,
            "low": low,
            "high": high,
        }


@dataclass(frozen=True, slots=True)
class Survey:
    """What is surveyed: all but the sizes.

    Args:
        deals: how many deals of each size.
        seed: 64-bit seed.
        suits: how many suits; None for as many as stacks.
        deck: which deck.

    Raises:
        IllegalPosition: no deals, or more than 2**32.
    """

    deals: int = 10_000
    seed: int = 0
    suits: int | None = None
    deck: Deck = "uneven"

    def __post_init__(self) -> None:
        if not 1 <= self.deals <= MOST_DEALS:
            raise IllegalPosition(f"a survey has 1 to {MOST_DEALS:,} deals of a size")

    def size(self, stacks: int, height: int) -> Size:
        """Return what is dealt for a number of stacks and a height.

        Raises:
            IllegalPosition: there are no such deals.
        """
        if stacks > MOST_STACKS or height > MOST_HEIGHT:
            raise IllegalPosition(
                f"a survey has at most {MOST_STACKS:,} stacks of {MOST_HEIGHT:,} cards"
            )
        return Size(stacks, height, self.suits, self.deck)

    def count(
        self,
        stacks: int,
        height: int,
        *,
        threads: int = 0,
        reached: Callable[[int], None] = lambda deals: None,
    ) -> Cell:
        """Count the winnable deals of a size.

        Args:
            stacks: how many stacks.
            height: how many cards each is dealt.
            threads: how many threads; 0 for all cores.
            reached: told how many deals have been decided.

        >>> Survey(deals=100, seed=1).count(3, 2).winnable
        38
        """
        size = self.size(stacks, height)
        compiled = self.deals * size.cards >= _COMPILED_FROM
        first = (stacks << 48) + (height << 32)
        step = max(1, _PIECE_CARDS // size.cards)
        pieces = (range(k, min(k + step, self.deals)) for k in range(0, self.deals, step))
        threads = min(threads or available_cores(), -(-self.deals // step))

        def count_piece(piece: range) -> tuple[int, int]:
            dealer = Dealer(size, self.seed, compiled=compiled)
            return dealer.count_winnable(first + piece.start, len(piece)), piece.stop

        winnable = 0
        for found, done in in_order(count_piece, pieces, threads):
            winnable += found
            reached(done)
        return Cell(stacks, height, size.kinds, self.deals, winnable)

    def as_json(self) -> dict[str, Any]:
        """Return the survey as plain data."""
        return {"deals": self.deals, "seed": self.seed, "suits": self.suits, "deck": self.deck}


# --- The file -------------------------------------------------------------------------------------


class SurveyFile:
    """Finished cells in a file, which is whole at every moment whatever happens to the program.

    Args:
        path: the file; it need not exist.
        survey: what is surveyed.

    Raises:
        NotationError: the file is no survey, or a survey of other deals.
    """

    def __init__(self, path: Path, survey: Survey) -> None:
        self._path = path
        self._survey = survey
        self.cells = _read(path, survey) if path.exists() else {}

    def add(self, cell: Cell) -> None:
        """Save the file with one more cell: a new file takes the place of the old one at once."""
        self.cells[cell.stacks, cell.height] = cell
        part = self._path.with_name(self._path.name + ".part")
        with open(part, "w", encoding="ascii", newline="\n") as file:
            file.write(survey_text(self._survey, self.cells.values()))
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, self._path)


def survey_text(survey: Survey, cells: Iterable[Cell]) -> str:
    """Return the text of a survey's file: JSON, a line a cell, in the order of sizes.

    >>> print(survey_text(Survey(deals=9), []), end="")
    {"survey": {"deals": 9, "seed": 0, "suits": null, "deck": "uneven"}, "cells": [
    <BLANKLINE>
    ]}
    """
    ordered = sorted(cells, key=lambda cell: (cell.stacks, cell.height))
    lines = ",\n".join(json.dumps(cell.as_json()) for cell in ordered)
    return f'{{"survey": {json.dumps(survey.as_json())}, "cells": [\n{lines}\n]}}\n'


def read_survey(text: str) -> tuple[Survey, list[Cell]]:
    """Read the text of a survey's file.

    Raises:
        NotationError: it is none.

    >>> survey, cells = read_survey(survey_text(Survey(deals=9), [Cell(2, 1, 2, 9, 9)]))
    >>> survey.deals, cells
    (9, [Cell(stacks=2, height=1, suits=2, deals=9, winnable=9)])
    """
    names = ("stacks", "height", "suits", "deals", "winnable")
    try:
        data = json.loads(text)
        survey = Survey(**data["survey"])
        cells = [Cell(*(cell[name] for name in names)) for cell in data["cells"]]
        whole = survey_text(survey, cells) == text
    except (ValueError, TypeError, KeyError, ArithmeticError):
        whole = False
    if not whole:
        raise NotationError("this is no survey as `suitwise stacks survey --out` writes it")
    return survey, cells


def _read(path: Path, survey: Survey) -> dict[tuple[int, int], Cell]:
    try:
        other, cells = read_survey(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise NotationError("this is no survey: it is no text") from None
    if other != survey:
        said = ", ".join(f"{name} {value}" for name, value in other.as_json().items() if value)
        raise NotationError(f"this is a survey of other deals ({said}): write to another file")
    return {(cell.stacks, cell.height): cell for cell in cells}


def run_survey(
    survey: Survey,
    stacks: Sequence[int],
    heights: Sequence[int],
    *,
    out: Path | None = None,
    threads: int = 0,
    reached: Callable[[int, int], None] = lambda done, total: None,
) -> Iterator[Cell]:
    """Survey all sizes, those that a file has already aside; yield each as it is finished.

    Args:
        survey: what is surveyed.
        stacks: the numbers of stacks.
        heights: the heights.
        out: the file that keeps finished cells, also those of an earlier run.
        threads: how many threads; 0 for all cores.
        reached: told how many cards of how many have been dealt in all.

    Raises:
        NotationError: the file is no survey, or a survey of other deals.
        IllegalPosition: there are no deals of some size.

    >>> [cell.winnable for cell in run_survey(Survey(deals=50), [2, 3], [1, 2])]
    [50, 7, 50, 18]
    """
    sizes = {(n, c): survey.size(n, c).cards for n in stacks for c in heights}
    file = SurveyFile(out, survey) if out is not None else None
    known = file.cells if file is not None else {}
    total = survey.deals * sum(cards for size, cards in sizes.items() if size not in known)
    before = 0
    for size, cards in sizes.items():
        cell = known.get(size)
        if cell is None:

            def told(deals: int, before: int = before, cards: int = cards) -> None:
                reached(before + deals * cards, total)

            cell = survey.count(*size, threads=threads, reached=told)
            before += survey.deals * cards
            if file is not None:
                file.add(cell)
        yield cell


# --- Table and plot -------------------------------------------------------------------------------


def table_of(cells: Sequence[Cell]) -> str:
    """Return a table in per cent: a row a height, a column a number of stacks.

    >>> print(table_of([Cell(2, 1, 2, 100, 100), Cell(2, 2, 2, 100, 17), Cell(3, 2, 3, 100, 29)]))
    winnable deals in %, ± to the farther end of the 95 % interval
    height      2 stacks     3 stacks
         1  100.00 ±3.70            –
         2   17.00 ±8.55  29.00 ±9.54
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
    reach = max(cell.share - low, high - cell.share)
    return f"{100 * cell.share:.2f} ±{100 * reach:.2f}"


def check_plot(path: Path) -> None:
    """Make sure that a plot can be drawn into a file of this name.

    Raises:
        SuitwiseError: neither an SVG nor a PNG file is asked for, or matplotlib is missing.
    """
    if path.suffix.lower() not in PLOTS:
        raise SuitwiseError(f"{path.name}: a plot is an .svg or a .png file")
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise SuitwiseError(
            "a plot needs matplotlib: python -m pip install 'suitwise[plot]'"
        ) from None


def draw_survey(cells: Sequence[Cell], path: Path, *, title: str = "") -> None:
    """Draw the shares with their intervals; an SVG file comes out the same each time.

    Args:
        cells: the cells; those of share 0 have no place on the logarithmic axis.
        path: an .svg or .png file.
        title: the heading.

    Raises:
        SuitwiseError: see ``check_plot``.
    """
    check_plot(path)
    import matplotlib
    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullLocator

    settings: Any = {"svg.hashsalt": "survey", "svg.fonttype": "none", "font.family": "sans-serif"}
    with matplotlib.rc_context(settings):
        figure = Figure(figsize=(7.5, 4.8), layout="constrained")
        axes = figure.add_subplot()
        lines = sorted({cell.stacks for cell in cells})
        colours = matplotlib.colormaps["viridis"].resampled(len(lines) + 1)
        for i, stacks in reversed(list(enumerate(lines))):
            own = sorted((c for c in cells if c.stacks == stacks), key=lambda c: c.height)
            _draw_line(axes, own, colours(i))
        axes.set_yscale("log")
        axes.yaxis.set_major_locator(LogLocator(subs=(1.0, 3.0)))
        axes.yaxis.set_minor_locator(NullLocator())
        axes.spines[["top", "right"]].set_visible(False)
        axes.yaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:g} %"))
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlabel("cards a stack")
        axes.set_ylabel("deals that can be won")
        axes.set_title(title or "The share of random deals that can be won")
        axes.grid(axis="y", color="#dddddd")
        axes.legend(frameon=False, title="stacks", loc="upper right")
        kind = path.suffix.lower()[1:]
        metadata = {"Date": None, "Creator": None} if kind == "svg" else {"Software": None}
        figure.savefig(path, format=kind, dpi=160, metadata=metadata)


def _draw_line(axes: Any, cells: Sequence[Cell], colour: Any) -> None:
    """Draw the cells of one number of stacks."""
    shown = [cell for cell in cells if cell.winnable]
    shares = [cell.share for cell in shown]
    reach = [
        [max(0.0, cell.share - cell.interval[0]) for cell in shown],
        [max(0.0, cell.interval[1] - cell.share) for cell in shown],
    ]
    axes.errorbar(
        [cell.height for cell in shown],
        shares,
        yerr=reach,
        color=colour,
        marker="o",
        markersize=3.5,
        linewidth=1.2,
        elinewidth=1,
        capsize=2,
        label=str(cells[0].stacks),
    )
