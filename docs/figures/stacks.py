"""Write docs/_static/stacks-graph.svg and docs/_static/stacks-survey.svg.

The survey's counts are kept in stacks-survey.json beside this file; made again by
``suitwise stacks survey --seed 1 --out docs/figures/stacks-survey.json``.
"""

from __future__ import annotations

from pathlib import Path

from suitwise.stacks.picture import draw_layout, draw_survey
from suitwise.stacks.rules.layout import Layout
from suitwise.stacks.survey import read_survey

HERE = Path(__file__).resolve().parent
STATIC = HERE.parent / "_static"
LAYOUT = (
    "2d 3a 4c 1e | 6a 1d 2c 2a | 3b 2f 5c 3d | 2h 1f 6h 6c | "
    "4h 1g 3h 5h | 1a 1b 1h 4a | 3c 2g 5a 7h | 1c 2b 4b 3f"
)


def main(folder: Path = STATIC) -> None:
    """Draw both pictures."""
    svg = draw_layout(Layout.parse(LAYOUT), title="The graph of aces")
    (folder / "stacks-graph.svg").write_text(svg, encoding="utf-8")
    survey, cells = read_survey((HERE / "stacks-survey.json").read_text(encoding="ascii"))
    title = f"Random deals that can be won: as many suits as stacks, {survey.deals:,} deals a size"
    draw_survey(cells, folder / "stacks-survey.svg", title=title)


if __name__ == "__main__":
    main()
