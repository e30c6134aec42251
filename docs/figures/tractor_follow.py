"""Write docs/_static/tractor-follow.svg: the follow check and the count of legal plays by pairs.

Our figures are those of the section that ``python -m benchmarks tractor-follow --markdown
docs/benchmarks.md`` has written. Those of the leading open engine (rbtying/shengji) are two measured
points, 0.1 ms at 4 pairs and 101 ms at 8, on another run of a similar machine (rules page §6).
"""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).resolve().parent
STATIC = HERE.parent / "_static"
PAGE = HERE.parent / "benchmarks.md"

ENGINE = {4: 100.0, 8: 101_000.0}
"""Microseconds of the leading engine's check by pairs."""
LIMIT = 50.0
"""What was asked of a hand of 12 pairs."""


def figures(page: str) -> list[list[float]]:
    """Return the rows of the section: pairs, the check, the compiled rule, the count."""
    section = page.split("<!-- tractor-follow: begin -->")[1].split("<!-- tractor-follow: end -->")[
        0
    ]
    rows = re.findall(r"^\|([0-9 .|]+)\|$", section, re.M)
    return [[float(cell) for cell in row.split("|")] for row in rows]


def main(folder: Path = STATIC) -> None:
    """Draw the figure."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    rows = figures(PAGE.read_text(encoding="utf-8"))
    pairs = [row[0] for row in rows]
    settings = {"svg.hashsalt": "suitwise", "svg.fonttype": "none", "font.family": "sans-serif"}
    with matplotlib.rc_context(settings):
        figure, axes = pyplot.subplots(figsize=(7.2, 4.2))
        axes.plot(list(ENGINE), list(ENGINE.values()), "s--", color="#b3402e")
        axes.plot(pairs, [row[3] for row in rows], "o-", color="#c98a1b")
        axes.plot(pairs, [row[1] for row in rows], "o-", color="#2b6ea3")
        axes.plot(pairs, [row[2] for row in rows], "o-", color="#3c8d5a")
        axes.axhline(LIMIT, color="#888888", linewidth=0.8, linestyle=":")
        axes.set(xlabel="pairs led and held", ylabel="microseconds", yscale="log", xticks=pairs)
        names = (
            "a check, leading open engine",
            "all legal plays counted",
            "a check",
            "the rule compiled",
        )
        axes.legend(
            [*names, "asked of a check at 12 pairs"], frameon=False, fontsize=9, loc="upper left"
        )
        axes.spines[["top", "right"]].set_visible(False)
        figure.tight_layout()
        figure.savefig(folder / "tractor-follow.svg", metadata={"Date": None})
        pyplot.close(figure)


if __name__ == "__main__":
    main()
