"""Write docs/_static/trick.svg: a throw of two tractors, a pair and an ace, and its replies."""

from __future__ import annotations

from pathlib import Path

from suitwise.tractor import judge_trick
from suitwise.tractor.picture import draw_trick

STATIC = Path(__file__).parent.parent / "_static"
PLAYS = (
    "D3D3D4D4D5D5D7D7D8D8DTDTDA",
    "S3S3S4S4S6S6S7S7S8S8SQSQSA",
    "DQDQDKDKDAC3C4C5C6C7C8C9CT",
    "S5S5SJSJSKSKSAC2C2S2S2BJBJ",
)
NAMES = ("Alice", "Bob", "Charles", "David")


def main(folder: Path = STATIC) -> None:
    """Draw the trick and save it."""
    svg = draw_trick(
        judge_trick("S2", PLAYS),
        title="A throw of two tractors, a pair and the ace; trump spades, rank 2",
        names=NAMES,
    )
    (folder / "trick.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
