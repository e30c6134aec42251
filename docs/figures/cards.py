"""Write src/suitwise/table/static/cards.svg: the signs of suits, jokers and sides, and a picture a game.

Each sign is a symbol within a square of ten that takes the colour of the text around it. The suits and
the marks are those of ``suitwise.picture.svg``; the caps and crowns stand here. The pictures of games
are 66 wide and 48 high and have their own colours: a few cards or dominoes, laid or fanned. What is
drawn by hand stands in ``faces.svg`` (the animals of bots) beside this script.
"""

from __future__ import annotations

import re
from pathlib import Path

from suitwise.picture.svg import element, sign

HERE = Path(__file__).resolve().parent
STATIC = HERE.parents[1] / "src" / "suitwise" / "table" / "static"

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

INK, FACE, EDGE, BACK = "#26231d", "#fffefa", "#a49d8b", "#0c6b5e"
RED, BLUE, GREEN = "#bd0f2c", "#1250ad", "#0d642f"
"""The colours of the page's cards in the light."""
WIDE, HIGH = 26, 38
"""A card in the picture of a game."""


# --- Pictures of games ----------------------------------------------------------------------------


def laid(body: str, x: float, y: float, turn: float = 0) -> str:
    """Return something moved to a place and turned about its lower edge."""
    move = f"translate({x} {y})" + (f" rotate({turn} {WIDE / 2} {HIGH + 8})" if turn else "")
    return element("g", body, transform=move)


def box(width: float, height: float) -> str:
    """Return the shape of a card or a domino."""
    return element("rect", width=width, height=height, rx=4, fill=FACE, stroke=EDGE)


def card(suit: str, colour: str) -> str:
    """Return a card with its suit in the corner and large."""
    small = element("g", sign(suit, 7, colour).body, transform="translate(3 3)")
    large = element("g", sign(suit, 12, colour).body, transform="translate(10 20)")
    return box(WIDE, HIGH) + small + large


def back() -> str:
    """Return a card that shows its back."""
    frame = element("rect", x=3, y=3, width=WIDE - 6, height=HIGH - 6, rx=2, fill=BACK)
    return box(WIDE, HIGH) + frame


def domino(high: str, low: str) -> str:
    """Return a domino, each half's pips named by their places among nine."""
    bar = element("path", d="M4 21H18", stroke=EDGE)
    return box(22, 42) + bar + pips(high, 0) + pips(low, 21)


def pips(places: str, top: int) -> str:
    """Return the pips of a domino's half."""
    return "".join(
        element("circle", cx=5.5 + 5.5 * (at % 3), cy=top + 5 + 5.5 * (at // 3), r=1.9, fill=INK)
        for at in map(int, places)
    )


def pictures() -> dict[str, str]:
    """Return a picture for each game that has one, by the game's name."""
    heart, spade, diamond, club = card("H", RED), card("S", INK), card("D", BLUE), card("C", GREEN)
    pair = laid(spade, 12, 5, -14) + laid(spade, 17, 3, -4)
    return {
        "texas42": laid(domino("023568", "048"), 6, 3, -8)
        + laid(domino("0268", "04268"), 36, 3, 7),
        "tractor": pair + laid(heart, 22, 3, 5) + laid(heart, 27, 5, 15),
        "gin": laid(club, 10, 6, -10) + laid(diamond, 20, 5) + laid(spade, 30, 6, 10),
        "indian13": laid(diamond, 3, 8)
        + laid(diamond, 12, 6)
        + laid(heart, 24, 8)
        + laid(heart, 33, 6),
        "stacks": laid(back(), 3, 8)
        + laid(back(), 5, 5)
        + laid(back(), 35, 8)
        + laid(spade, 37, 5),
    }


def by_hand(name: str) -> list[str]:
    """Return the symbols of a file beside this script, one a line."""
    text = (HERE / name).read_text("utf-8")
    return [
        re.sub(r"\n\s*", "", symbol) for symbol in re.findall(r"(?s)<symbol .*?</symbol>", text)
    ]


def symbols() -> str:
    """Return the file: one symbol a line."""
    shared = {name: sign(name, 10, "currentColor").body for name in SHARED}
    signs = ((name, "0 0 10 10", body) for name, body in {**shared, **OWN}.items())
    whole = ((name, "0 0 66 48", body) for name, body in pictures().items())
    lines = [
        element("symbol", body, id=name, viewBox=view) for name, view, body in (*signs, *whole)
    ]
    inside = "\n" + "\n".join([*lines, *by_hand("faces.svg")]) + "\n"
    return element("svg", inside, xmlns="http://www.w3.org/2000/svg") + "\n"


def main(folder: Path = STATIC) -> None:
    """Write the signs."""
    (folder / "cards.svg").write_text(symbols(), encoding="utf-8")


if __name__ == "__main__":
    main()
