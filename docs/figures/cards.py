"""Write src/suitwise/table/static/cards.svg: the signs of suits, jokers and sides.

Each is a symbol within a square of ten that takes the colour of the text around it. The suits and the
marks are those of ``suitwise.picture.svg``; the caps and crowns stand here.
"""

from __future__ import annotations

from pathlib import Path

from suitwise.picture.svg import element, sign

STATIC = Path(__file__).resolve().parents[2] / "src" / "suitwise" / "table" / "static"

SHARED = ("S", "H", "D", "C", "check")

_CAP = (
    "M2.3 7.3C2.1 5.7 2 4.7 1.1 5 1.1 3.1 3 2.5 4 4 4.2 2.8 4.5 1.9 5 1.2 5.5 1.9 5.8 2.8 6 4 7 2.5 "
    "8.9 3.1 8.9 5 8 4.7 7.9 5.7 7.7 7.3ZM2.3 7.9H7.7V9.3H2.3Z"
)
_BAND = "M1.2 7.6H8.8V8.9H1.2Z"
_BELLS = ((0.9, 5.8), (5, 0.9), (9.1, 5.8))

OWN = {
    "lord": element("path", d=_BAND + "M1.2 6.9.5 2.7 3 4.7 5 1.1 7 4.7 9.5 2.7 8.8 6.9Z"),
    "RJ": element("path", d=_CAP)
    + "".join(element("circle", cx=x, cy=y, r=0.8) for x, y in _BELLS),
    "BJ": element("path", d=_CAP, fill="none", stroke="currentColor", stroke_width=0.8)
    + "".join(element("circle", cx=x, cy=y, r=0.8) for x, y in _BELLS),
    "attack": element(
        "path",
        d="M9.4.6 9 2.6 5 7 3 5 7.4 1ZM2.1 4.9 5.1 7.9 4.4 8.6 3.4 8.2 1.7 9.6.4 8.3 1.8 "
        "6.6 1.4 5.6Z",
    ),
    "defend": element("path", d="M5 .5 9 2V5C9 7.3 7.5 8.9 5 9.6 2.5 8.9 1 7.3 1 5V2Z"),
}
"""The signs that no other picture has yet; the big joker's cap is full, the small one's open."""


def symbols() -> str:
    """Return the file: one symbol a line."""
    shared = {name: sign(name, 10, "currentColor").body for name in SHARED}
    lines = (
        element("symbol", body, id=name, viewBox="0 0 10 10")
        for name, body in {**shared, **OWN}.items()
    )
    inside = "\n" + "\n".join(lines) + "\n"
    return element("svg", inside, xmlns="http://www.w3.org/2000/svg") + "\n"


def main(folder: Path = STATIC) -> None:
    """Write the signs."""
    (folder / "cards.svg").write_text(symbols(), encoding="utf-8")


if __name__ == "__main__":
    main()
