"""Recompute the paper's Table 3 by enumeration: writes docs/tractor-table3.md and its picture.

Run it in the repository: ``PYTHONPATH=. python docs/figures/table3.py``. The page is committed, and a
test compares it with what this script computes; the picture needs matplotlib and comes out the same
each time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from math import factorial
from pathlib import Path
from typing import Any

import numpy as np

from suitwise.foundation.arrays.compiled import machine
from tests.oracles.tractor_paper.census import (
    PLAIN,
    TRUMP,
    TRUMP_WITHOUT_SUIT,
    Classes,
    all_templates,
)
from tests.oracles.tractor_paper.orders import distinct_orders
from tests.oracles.tractor_paper.search import count_branches_of_all, pools_of
from tests.oracles.tractor_paper.template import Template

DOCS = Path(__file__).resolve().parents[1]
PAGE = DOCS / "tractor-table3.md"
PICTURE = DOCS / "_static" / "table3.svg"

REPLIES = {PLAIN: TRUMP, TRUMP: TRUMP, TRUMP_WITHOUT_SUIT: TRUMP_WITHOUT_SUIT}
"""Where the replies to a lead come from: the templates of plain suits are among those of trump."""


# --- The numbers ----------------------------------------------------------------------------------


@cache
def tried(classes: Classes) -> dict[Template, int]:
    """Return the orders tried for each lead of a partition: the most over all replies."""
    replies = list(all_templates(REPLIES[classes]))
    search = machine(count_branches_of_all)
    most = {}
    for lead in all_templates(classes):
        pools = np.array([pools_of(reply) for reply in replies if reply.cards == lead.cards])
        branches = np.zeros(len(pools), np.int64)
        order, room = np.zeros(lead.blocks, np.int64), np.zeros(lead.blocks + 1, np.int64)
        search(np.array(sorted(lead.sizes)), pools, order, room, branches)
        most[lead] = int(abs(branches).max())
    return most


def by_blocks(classes: Classes, measure: Callable[[Template], int]) -> dict[int, int]:
    """Return the greatest measure over the leads of a partition, for each number of blocks.

    >>> by_blocks(TRUMP_WITHOUT_SUIT, distinct_orders)[5]
    30
    """
    return _greatest((lead.blocks, measure(lead)) for lead in all_templates(classes))


def by_cards(classes: Classes, measure: Callable[[Template], int]) -> dict[int, int]:
    """Return the greatest measure over the leads of a partition, for each number of cards.

    >>> by_cards(PLAIN, distinct_orders)[19]
    2772
    """
    return _greatest((lead.cards, measure(lead)) for lead in all_templates(classes))


def _greatest(measured: Iterable[tuple[int, int]]) -> dict[int, int]:
    greatest: dict[int, int] = {}
    for key, value in measured:
        greatest[key] = max(value, greatest.get(key, 0))
    return greatest


def widest(classes: Classes) -> Template:
    """Return the lead of a partition with most distinct orders.

    >>> print(widest(PLAIN))
    {4,2,2,2,2,2,1,1,1,1,1}
    """
    return max(all_templates(classes), key=distinct_orders)


# --- The page -------------------------------------------------------------------------------------

KINDS = {PLAIN: "plain", TRUMP: "trump", TRUMP_WITHOUT_SUIT: "trump, no main suit"}


Row = list[int | str | None]


def markdown_table(heads: list[str], rows: Iterable[Row]) -> str:
    """Return a table: text to the left, numbers to the right and grouped by thousands.

    >>> print(markdown_table(["n", "n!"], [[7, 5040], [8, None]]))
    | n | n! |
    | --: | --: |
    | 7 | 5,040 |
    | 8 | – |
    """
    lines = list(rows)
    rule = ["---" if isinstance(cell, str) else "--:" for cell in lines[0]]
    table = [heads, rule, *([_cell(cell) for cell in row] for row in lines)]
    return "\n".join("| " + " | ".join(row) + " |" for row in table)


def _cell(value: int | str | None) -> str:
    if value is None:
        return "–"
    return f"{value:,}" if isinstance(value, int) else value


def blocks_table() -> str:
    """Return the table by number of blocks: n!, distinct orders, orders tried in trump."""
    heads = ["blocks n", "n!", "orders, plain", "orders, trump", "tried, trump"]
    columns = [
        by_blocks(PLAIN, distinct_orders),
        by_blocks(TRUMP, distinct_orders),
        by_blocks(TRUMP, tried(TRUMP).__getitem__),
    ]
    return markdown_table(
        heads, ([n, factorial(n), *(column.get(n) for column in columns)] for n in range(1, 19))
    )


def kinds_table() -> str:
    """Return the table of the partitions: how many leads, templates, and their extremes."""
    rows: list[Row] = []
    for classes, name in KINDS.items():
        leads = all_templates(classes)
        most = widest(classes)
        row: Row = [name, sum(leads.values()), len(leads), max(lead.blocks for lead in leads)]
        rows.append([*row, distinct_orders(most), max(tried(classes).values()), f"`{most}`"])
    heads = ["lead", "leads", "templates", "most n", "most orders", "most tried", "lead with most"]
    return markdown_table(heads, rows)


def paper_table() -> str:
    """Return the rows of the paper's Table 3, each beside what the enumeration says."""
    plain, trump = (by_blocks(classes, distinct_orders) for classes in (PLAIN, TRUMP))
    singles = [max(lead.singles for lead in all_templates(kind)) for kind in (PLAIN, TRUMP)]
    mixed = f"{plain[5]} to {plain[8]:,} orders at most in a plain suit, "
    mixed += f"{trump[5]} to {trump[8]:,} in trump"
    worst = f"n up to {max(plain)} in a plain suit, {max(trump)} in trump; "
    worst += f"at most {max(plain.values()):,} and {max(trump.values()):,} orders"
    rows: list[Row] = [
        [
            "25 singles",
            25,
            "1.55 × 10²⁵",
            "cannot be led: two equal cards are a pair, so at most "
            f"{singles[0]} singles in a plain suit, {singles[1]} in trump; these have one order",
        ],
        ["12 adjacent pairs", 1, "1", "one block, one order"],
        ["mixed complex play", "5–8", "120–40,320", mixed],
        ["theoretical worst case", 10, "3,628,800", worst],
    ]
    return markdown_table(["the paper's lead", "its n", "its n!", "recomputed"], rows)


PAGE_TEXT = """\
<!-- Written by docs/figures/table3.py; edit that. -->
# The paper's Table 3, recomputed

The paper bounds its permutation search by n!, n being the number of blocks of a lead, and puts the
worst case at n = 10. Here every lead of 1 to 25 cards is enumerated; its *template* is the list of
its block sizes in cards, *orders* are the distinct orders of the sizes, and *tried* is how many of
them the corrected search begins before it answers: the most over all leads and all replies of as
many cards. The engine tries none: it packs exactly, by table.

{kinds}

![Orders against blocks, on a logarithmic axis](_static/table3.svg){{.wide}}

## What the paper's rows become

{paper}

## By number of blocks

{blocks}
"""


def page() -> str:
    """Return the whole page."""
    return PAGE_TEXT.format(kinds=kinds_table(), paper=paper_table(), blocks=blocks_table())


# --- The picture ----------------------------------------------------------------------------------


def draw(path: Path) -> None:
    """Draw blocks against n!, distinct orders and orders tried; the same bytes each time."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    settings: Any = {"svg.hashsalt": "table3", "svg.fonttype": "none", "font.family": "sans-serif"}
    with matplotlib.rc_context(settings):
        figure, axes = pyplot.subplots(figsize=(7.5, 4.8), layout="constrained")
        blocks = range(1, 19)
        axes.plot(blocks, [factorial(n) for n in blocks], color="#777777", label="n! (the paper)")
        for classes, color in ((TRUMP, "#c1440e"), (PLAIN, "#1f5fa8")):
            _draw_kind(axes, classes, color)
        axes.set_yscale("log")
        axes.set_xticks(blocks)
        axes.set_xlabel("blocks of the lead, n")
        axes.set_ylabel("orders of its blocks")
        axes.set_title("What a search over permutations has to try")
        axes.grid(axis="y", color="#dddddd")
        axes.legend(frameon=False, loc="upper left")
        figure.savefig(path, metadata={"Date": None, "Creator": None})
        pyplot.close(figure)


def _draw_kind(axes: Any, classes: Classes, color: str) -> None:
    orders = by_blocks(classes, distinct_orders)
    begun = by_blocks(classes, tried(classes).__getitem__)
    name = KINDS[classes]
    axes.plot(*_line(orders), "-", color=color, label=f"distinct orders, {name}")
    axes.plot(*_line(begun), "o", color=color, fillstyle="none", label=f"orders tried, {name}")


def _line(heights: dict[int, int]) -> tuple[list[int], list[int]]:
    places = sorted(heights)
    return places, [heights[place] for place in places]


def main() -> None:
    """Write the page and the picture."""
    PAGE.write_text(page(), encoding="utf-8")
    PICTURE.parent.mkdir(exist_ok=True)
    draw(PICTURE)


if __name__ == "__main__":
    main()
