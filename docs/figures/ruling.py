"""Write docs/_static/ruling.svg: the trick whose ruling docs/ruling.md follows from bytes to winner."""

from __future__ import annotations

from pathlib import Path

from suitwise.tractor import judge_trick
from suitwise.tractor.picture import draw_trick

STATIC = Path(__file__).parent.parent / "_static"
PLAYS = ("D6D6D8D8", "D9D9DTDT", "S6S6S8S8", "D4D5DJDJ")


def main(folder: Path = STATIC) -> None:
    """Draw the trick and save it."""
    svg = draw_trick(
        judge_trick("S7", PLAYS),
        title="A tractor is led, beaten, and trumped",
        names=("Alice", "Bob", "Charles", "David"),
    )
    (folder / "ruling.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
