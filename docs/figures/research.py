"""Write docs/_static/research.svg: from the games through the contract to other people's tools."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from suitwise.picture.svg import (
    Box,
    document,
    element,
    framed,
    label,
    padded,
    paragraph,
    stacked,
)

STATIC = Path(__file__).resolve().parent.parent / "_static"

INK, SOFT, PAPER = "#222222", "#59636e", "#ffffff"
GAME, CORE, FACE, TOOL = "#e8eef7", "#d5ecd4", "#fbeccb", "#f4f5f7"
EDGE = 9
"""How much room there is around the words of a place."""


@dataclass(frozen=True)
class Place:
    """A rectangle with a heading and words.

    Args:
        x: its left edge.
        y: its upper edge.
        width: its width.
        height: its height.
        title: the heading.
        words: what stands below it.
        fill: its colour.
    """

    x: float
    y: float
    width: float
    height: float
    title: str
    words: str
    fill: str

    def drawn(self) -> str:
        """Return its elements."""
        room = self.width - 2 * EDGE
        text = [label(self.title, 13, bold=True, fill=INK)]
        if self.words:
            text.append(paragraph(self.words, room, 11, fill=SOFT))
        inner = padded(stacked(text, 2), EDGE, EDGE)
        if inner.height > self.height:
            raise ValueError(f"{self.title} has {inner.height} pixels of words")
        frame = framed(Box(self.width, self.height, inner.body), self.fill, SOFT, radius=6)
        return frame.at(self.x, self.y)


_LANES = (0, 232, 336)
"""Where the three rows begin: the contract and its faces, players, games in arrays."""

GAMES = Place(
    0, 0, 150, 196, "games", "texas42, texas42_endgame, gin, indian13, stacks, tractor, yours", GAME
)
CONTRACT = Place(
    206,
    0,
    172,
    196,
    "the contract",
    "suitwise.game: whose turn, which moves, what comes after; chance; what a seat sees as text "
    "and as numbers, with fields that say what each means; worlds it can't tell apart; records",
    CORE,
)
SEAT = Place(434, 0, 190, 58, "SeatEnv", "one seat of any game", FACE)
TABLE = Place(434, 69, 190, 58, "TableEnv", "all seats, in turn", FACE)
SPIEL = Place(434, 138, 190, 58, "OpenSpiel games", "chance, worlds, tensors", FACE)
PLAYERS = Place(206, _LANES[1], 172, 88, "players", "by name: random, rules, mc, …, yours", CORE)
ARENA = Place(434, _LANES[1], 190, 88, "arena", "pairs on the same deals, data sets", FACE)
STEPPED = Place(
    0, _LANES[2], 150, 88, "stepped.py", "eight rules: 42, gin, stacks, Tractor's play", GAME
)
LOOP = Place(
    206,
    _LANES[2],
    172,
    88,
    "the loop",
    "suitwise.stepping, once for all games",
    CORE,
)
VECTOR = Place(434, _LANES[2], 190, 88, "BatchVectorEnv", "many games side by side", FACE)
TOOLS = (
    (Place(680, 0, 150, 58, "Gymnasium", "", TOOL), SEAT),
    (Place(680, 69, 150, 58, "PettingZoo", "", TOOL), TABLE),
    (Place(680, 138, 150, 58, "OpenSpiel", "MCCFR, IS-MCTS, …", TOOL), SPIEL),
    (Place(680, _LANES[1], 150, 88, "results", "ratings; JSON lines, Parquet", TOOL), ARENA),
    (Place(680, _LANES[2], 150, 88, "Gymnasium", "vector", TOOL), VECTOR),
)
ARROWS = (
    (GAMES, CONTRACT),
    (CONTRACT, SEAT),
    (CONTRACT, TABLE),
    (CONTRACT, SPIEL),
    (CONTRACT, PLAYERS),
    (PLAYERS, ARENA),
    (STEPPED, LOOP),
    (LOOP, VECTOR),
    *((face, tool) for tool, face in TOOLS),
)


def arrow(start: Place, end: Place) -> str:
    """Return an arrow from a place to the one on its right, or below it."""
    if start.x == end.x:
        x = start.x + start.width / 2
        return _arrow(x, start.y + start.height + 4, x, end.y - 4)
    y = max(start.y, end.y) + min(start.height, end.height) / 2
    return _arrow(start.x + start.width + 4, y, end.x - 4, y)


def _arrow(x1: float, y1: float, x2: float, y2: float) -> str:
    """Return a straight arrow, to the right or down."""
    line = element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=SOFT, stroke_width=1.6)
    across, down = (8, 4) if y1 == y2 else (4, 8)
    other = f"{x2 - across} {y2 + down}" if y1 == y2 else f"{x2 + across} {y2 - down}"
    head = f"M{x2 - across} {y2 - down}L{x2} {y2}L{other}Z"
    return line + element("path", d=head, fill=SOFT)


def picture() -> Box:
    """Draw all of it."""
    places = {place: None for ends in ARROWS for place in ends}
    body = [arrow(*ends) for ends in ARROWS] + [place.drawn() for place in places]
    width = max(place.x + place.width for place in places)
    height = max(place.y + place.height for place in places)
    return Box(width, height, "".join(body))


def main(folder: Path = STATIC) -> None:
    """Draw the picture."""
    svg = document(
        padded(picture(), 14, 14), "From the games through the contract to other tools", PAPER
    )
    (folder / "research.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
