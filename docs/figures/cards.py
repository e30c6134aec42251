"""Write src/suitwise/table/static/cards.svg: the signs of suits, jokers and sides, and a picture a game.

Each sign is a symbol within a square of ten that takes the colour of the text around it. The suits and
the marks are those of ``suitwise.picture.svg``; the jokers and the crown stand here. The pictures of
games are 66 wide and 48 high and have their own colours: a few cards or dominoes, laid or fanned.
Drawn by hand beside this script: ``courts.svg`` (jack, queen, king and joker, in the colour of the text
and the fill around them) and ``faces.svg`` (the animals of bots). The pips of a number are one path,
so that a card is few elements.
"""

from __future__ import annotations

import re
from pathlib import Path

from suitwise.picture.svg import element, sign

HERE = Path(__file__).resolve().parent
STATIC = HERE.parents[1] / "src" / "suitwise" / "table" / "static"

SHARED = ("S", "H", "D", "C", "check")

_RAYS = (
    "M4.2 2 5 0 5.8 2ZM6.6 2.3 8.5 1.5 7.7 3.4ZM8 4.2 10 5 8 5.8ZM7.7 6.6 8.5 8.5 6.6 7.7Z"
    "M5.8 8 5 10 4.2 8ZM3.4 7.7 1.5 8.5 2.3 6.6ZM2 5.8 0 5 2 4.2ZM2.3 3.4 1.5 1.5 3.4 2.3Z"
)
_BAND = "M1.2 7.6H8.8V8.9H1.2Z"


_SIDES = (
    "M13 22C12 16 9 16 5.5 20.5 1 9 8 3 17 9L17 22Z"
    "M31 22C32 16 35 16 38.5 20.5 43 9 36 3 27 9L27 22Z"
)
_HORN = "M14.5 21C15 12 19 9 22 2.5 25 9 29 12 29.5 21Z"
_HEAD = "M14.5 21V26C14.5 32 18 36 22 36S29.5 32 29.5 26V21M18.5 29Q22 32.5 25.5 29"
_DOTS = ((5.5, 22.5, 2.8), (38.5, 22.5, 2.8), (22, 2.9, 2.9), (18.7, 25, 1.5), (25.3, 25, 1.5))
"""Bells and eyes."""


def joker(is_big: bool) -> str:
    """Return the head of a joker; the middle horn of its cap is full, or open."""
    horn = element("path", d=_HORN, fill="currentColor" if is_big else "none")
    lines = horn + element("path", d=_HEAD, fill="none")
    dots = "".join(element("circle", cx=x, cy=y, r=r) for x, y, r in _DOTS)
    body = (
        dots
        + element("path", d=_SIDES)
        + element("g", lines, stroke="currentColor", stroke_width=2.4)
    )
    return element("g", body, transform="translate(-.84 0) scale(.265)", fill="currentColor")


OWN = {
    "lord": element("path", d=_BAND + "M1.2 6.9.5 2.7 3 4.7 5 1.1 7 4.7 9.5 2.7 8.8 6.9Z"),
    "RJ": joker(is_big=True),
    "BJ": joker(is_big=False),
    "sun": element("circle", cx=5, cy=5, r=2.4) + element("path", d=_RAYS),
    "moon": element("path", d="M6.9.6A4.6 4.6 0 1 0 9.5 6.5 3.7 3.7 0 0 1 6.9 .6Z"),
    "star": element(
        "path",
        d="M5 0.4 6.2 3.64 9.66 3.79 6.95 5.93 7.88 9.26 5 7.35 2.12 9.26 3.05 5.93 0.34 3.79 3.8 3.64Z",
    ),
    "attack": element(
        "path",
        d="M9.4.6 9 2.6 5 7 3 5 7.4 1ZM2.1 4.9 5.1 7.9 4.4 8.6 3.4 8.2 1.7 9.6.4 8.3 1.8 "
        "6.6 1.4 5.6Z",
    ),
    "defend": element("path", d="M5 .5 9 2V5C9 7.3 7.5 8.9 5 9.6 2.5 8.9 1 7.3 1 5V2Z"),
}
"""The signs that no other picture has yet; the big joker has the sun, the small one the moon."""

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


def jester() -> str:
    """Return a joker, its head large."""
    head = element("g", OWN["RJ"], transform="translate(4 11) scale(1.8)", color=BLUE)
    return box(WIDE, HIGH) + head


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


def tile(colour: str, mark: str) -> str:
    """Return a tile of Rummikub: an eight over the mark of its colour."""
    face = element("rect", width=18, height=30, rx=3, fill=FACE, stroke=EDGE)
    eight = element("circle", cx=9, cy=7, r=2.6) + element("circle", cx=9, cy=13, r=3.3)
    drawn = element("g", eight, fill="none", stroke=colour, stroke_width=2.2)
    return face + drawn + element("path", d=mark, fill=colour)


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
        "rami": laid(heart, 3, 8) + laid(heart, 12, 7) + laid(jester(), 21, 6) + laid(spade, 39, 7),
        "rummikub": laid(tile(INK, "M6 24a3 3 0 1 0 6 0a3 3 0 1 0-6 0Z"), 4, 11)
        + laid(tile(RED, "M9 20.5 12.5 24 9 27.5 5.5 24Z"), 24, 8)
        + laid(tile(BLUE, "M9 20.5 12.6 27H5.4Z"), 44, 11),
        "stacks": laid(back(), 3, 8)
        + laid(back(), 5, 5)
        + laid(back(), 35, 8)
        + laid(spade, 37, 5),
    }


PLACES: dict[str, tuple[tuple[float, float], ...]] = {
    "2": ((1, 0), (1, 6)),
    "3": ((1, 0), (1, 3), (1, 6)),
    "4": ((0, 0), (2, 0), (0, 6), (2, 6)),
    "5": ((0, 0), (2, 0), (1, 3), (0, 6), (2, 6)),
    "6": ((0, 0), (2, 0), (0, 3), (2, 3), (0, 6), (2, 6)),
    "7": ((0, 0), (2, 0), (1, 1.5), (0, 3), (2, 3), (0, 6), (2, 6)),
    "8": ((0, 0), (2, 0), (1, 1.5), (0, 3), (2, 3), (1, 4.5), (0, 6), (2, 6)),
    "9": ((0, 0), (2, 0), (0, 2), (2, 2), (1, 3), (0, 4), (2, 4), (0, 6), (2, 6)),
    "T": ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2), (0, 4), (2, 4), (1, 5), (0, 6), (2, 6)),
}
"""Where the pips of a number lie: in a column of three, in a row of seven; those below the middle row
stand on their heads."""


def pips_of(suit: str, rank: str) -> str:
    """Return the pips of a card as one path, 27 wide and 72 high."""
    shape = re.findall(
        r"[A-Z]|-?\d*\.?\d+", re.findall(r' d="([^"]+)"', sign(suit, 10, "").body)[0]
    )
    return element("path", d="".join(pip(shape, *place) for place in PLACES[rank]))


def pip(shape: list[str], column: float, row: float) -> str:
    """Return a suit's path at a place, by steps from point to point: so all pips are nearly one text."""
    way = -1 if row > 3 else 1
    x, y = 8.5 * column + 5, 10.4 * row + 5
    path, at, left, kind = [f"M{x:g} {y:g}m"], (5.0, 5.0), list(shape), ""
    while left:
        if left[0].isalpha():
            kind = left.pop(0)
            if kind == "Z":
                return "".join(path) + "z"
            path += ["" if kind == "M" else kind.lower()]
        if kind == "A":
            path += [f"{' '.join(left[:5])} "]
            del left[:5]
        count = 3 if kind == "C" else 1
        points = [
            (float(left.pop(0)), at[1] if kind == "H" else float(left.pop(0))) for _ in range(count)
        ]
        steps = [(way * (to_x - at[0]), way * (to_y - at[1])) for to_x, to_y in points]
        numbers = [steps[0][0]] if kind == "H" else [each for step in steps for each in step]
        path += [" ".join(f"{round(each, 2) + 0:g}" for each in numbers) + " "]
        at = points[-1]
    return "".join(path)


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
    pips = ((suit + rank, "0 0 27 72.4", pips_of(suit, rank)) for suit in "SHDC" for rank in PLACES)
    lines = [
        element("symbol", body, id=name, viewBox=view)
        for name, view, body in (*signs, *whole, *pips)
    ]
    inside = "\n" + "\n".join([*lines, *by_hand("courts.svg"), *by_hand("faces.svg")]) + "\n"
    return element("svg", inside, xmlns="http://www.w3.org/2000/svg") + "\n"


def main(folder: Path = STATIC) -> None:
    """Write the signs."""
    (folder / "cards.svg").write_text(symbols(), encoding="utf-8")


if __name__ == "__main__":
    main()
