"""Write docs/_static/rummy-hand.svg, rummy-islands.svg and rummy-combos.svg.

They show the seed's hand A, and its island of twelve cards taken apart into combos.
"""

from __future__ import annotations

from pathlib import Path

from suitwise.rummy import Hand, arrange, combos, numbers
from suitwise.rummy.picture import IslandMap, draw_arrangement, draw_combos, draw_islands

STATIC = Path(__file__).resolve().parent.parent / "_static"
HAND = Hand.of("3C 3C 11C 3D 3D 4D 9D 11D 12D 2H 3H 4H 4H 5H 5H 6H")


def main(folder: Path = STATIC) -> None:
    """Draw the three pictures."""
    grid = IslandMap(HAND)
    island = grid.islands[0]
    pictures = {
        "hand": draw_arrangement(arrange(HAND), title="Hand A, arranged"),
        "islands": draw_islands(grid, title="Hand A on the grid"),
        "combos": draw_combos(
            island,
            combos(island),
            numbers(island),
            title="The island of hand A, taken apart",
            listed="All combos",
        ),
    }
    for name, svg in pictures.items():
        (folder / f"rummy-{name}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
