"""A hand's islands as an SVG file: the grid, each island as a graph, control points, the flag map.

These are the figures of the seed, which survive in its words only: the hand on the grid, one island as
a graph with its control points, every meld that a control point could join, and the flag map.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from suitwise.cards import SUITS, Card
from suitwise.picture import svg
from suitwise.rummy.picture import style
from suitwise.rummy.picture.grid import LETTERS, IslandMap, points_text, ranks_shown
from suitwise.rummy.rules.hand import JOKERS, Hand
from suitwise.rummy.rules.rules import RANK_TEXT, card_of, rank_of

_CELL = 46
_HIGH = 36
_SIDE = 24
_STEP = 54
_RADIUS = 17
_WIDE = _SIDE + 13 * _CELL


def draw_islands(grid: IslandMap, *, title: str = "") -> str:
    """Draw a hand's islands as a standalone SVG file.

    Args:
        grid: the hand on the grid.
        title: a heading.

    >>> picture = draw_islands(IslandMap(Hand.of("2H 3H 4H 5H 3C 3D 9D")), title="An island")
    >>> picture.startswith("<svg"), "control point" in picture
    (True, True)
    """
    contents = list(_panels(grid))
    width = max(box.width for _, _, box in contents) + 28
    parts = [style.panel(name, note, box, width) for name, note, box in contents]
    return style.page(title or "The islands of a hand", parts)


def _panels(grid: IslandMap) -> Iterator[tuple[str, str, svg.Box]]:
    """Yield the title, the explanation and the content of every panel."""
    hand = grid.hand
    jokers = "; jokers lie on no island" if hand.counts[JOKERS] else ""
    note = f"how many copies, and the letter of the island; a star is a control point{jokers}"
    yield "The hand on the grid", note, _grid(grid, _count_cell)
    graphs = [_graph(grid, island) for island in grid.islands if grid.has_meld(island)]
    if graphs:
        note = "cells side by side in a row are joined, and all cells of a column"
        yield "Islands that hold a meld", note, svg.flow(graphs, _WIDE, 30, 20)
    if grid.control:
        note = "a card with more bits than copies: here a choice must be made"
        choices = [_choices(grid, card) for card in grid.control]
        yield "Every meld that a control point could join", note, svg.stacked(choices, 12)
    if grid.has_flags:
        note = "bits from the right: a run, a second run, a set, a second set"
        above = "; then runs above the king" if any(flags > 15 for flags in grid.flags) else ""
        yield f"Flag map, {grid.reading}", note + above, _grid(grid, _flag_cell)


def _look(grid: IslandMap, card: int) -> tuple[str, str]:
    """Return the colour of a card's island, and its tint."""
    return style.ISLANDS[LETTERS.index(grid.letters[card]) % len(style.ISLANDS)]


# --- The grid -------------------------------------------------------------------------------------


def _grid(grid: IslandMap, cell: Callable[[IslandMap, int], str]) -> svg.Box:
    """Draw the grid, each card that is held by one function."""
    ranks = ranks_shown(grid.hand)
    empty = svg.framed(svg.Box(_CELL, _HIGH), style.EMPTY, "#fff")
    body = []
    for column, rank in enumerate(ranks):
        middle = _SIDE + (column + 0.5) * _CELL
        name = RANK_TEXT[rank % 13 - 1].replace("T", "10")
        body.append(svg.text_at(name, middle, 13, bold=True, fill=style.SOFT, anchor="middle"))
    for suit in range(4):
        top = 20 + suit * _HIGH
        body.append(svg.sign(SUITS[suit], 14, svg.suit_colour(SUITS[suit])).at(2, top + 10))
        for column, rank in enumerate(ranks):
            card = card_of(suit, rank)
            drawn = svg.Box(0, 0, cell(grid, card)) if card in grid.letters else empty
            body.append(drawn.at(_SIDE + column * _CELL, top))
    return svg.Box(_WIDE, 20 + 4 * _HIGH, svg.group(*body))


def _count_cell(grid: IslandMap, card: int) -> str:
    copies, letter = grid.hand.counts[card], grid.letters[card]
    count = svg.text_at(str(copies), _CELL / 2, 24, 16, bold=True, fill=style.INK, anchor="middle")
    name = svg.text_at(letter, 6, 14, 11, bold=True, fill=_look(grid, card)[0])
    mark = svg.sign("star", 12, style.STAR).at(_CELL - 16, 4) if card in grid.control else ""
    title = f"{Card(card)}, {copies} held, island {letter}{_role(grid, card)}"
    return svg.titled(title, _framed(grid, card, count + name + mark), class_="cell")


def _flag_cell(grid: IslandMap, card: int) -> str:
    bits, starred = grid.bits(card), card in grid.control
    size, fill = 13 if len(bits) == 4 else 10, style.STAR if starred else style.INK
    text = svg.text_at(bits, _CELL / 2, 23, size, bold=starred, fill=fill, anchor="middle")
    title = f"{Card(card)}: {grid.placements(card)}"
    return svg.titled(title, _framed(grid, card, text), class_="flags")


def _framed(grid: IslandMap, card: int, content: str) -> str:
    """Draw the frame of a cell: its island's, bolder and in the star's colour at a control point."""
    dark, tint = _look(grid, card)
    line, stroke = (2.5, style.STAR) if card in grid.control else (1, dark)
    return svg.framed(svg.Box(_CELL, _HIGH, content), tint, stroke, line=line).body


def _role(grid: IslandMap, card: int) -> str:
    return ", control point" if card in grid.control else ""


# --- Graphs ---------------------------------------------------------------------------------------


def _graph(grid: IslandMap, island: Hand) -> svg.Box:
    """Draw an island as a graph, its cards where they lie on the grid."""
    ranks = ranks_shown(grid.hand)
    cards = [card for card in range(JOKERS) if island.counts[card]]
    columns = [_column(card, ranks) for card in cards]
    rows = [card // 13 for card in cards]
    left, top = min(columns) - 0.5, min(rows) - 0.5
    at = {
        card: ((column - left) * _STEP, (row - top) * _STEP)
        for card, column, row in zip(cards, columns, rows, strict=True)
    }
    lines = [*_row_lines(at, ranks), *_high_lines(at, grid), *_column_lines(at)]
    body = svg.group(*lines, *(_vertex(grid, card, *at[card]) for card in cards), class_="graph")
    size = (max(columns) - left + 0.5) * _STEP, (max(rows) - top + 0.5) * _STEP
    name = f"island {grid.letters[cards[0]]}: {len(island)} cards, {points_text(island.points)}"
    head = style.words(name, _look(grid, cards[0])[0], bold=True)
    return svg.stacked([head, svg.Box(*size, body)], 2)


def _column(card: int, ranks: tuple[int, ...]) -> int:
    rank = rank_of(card)
    return ranks.index(rank if rank in ranks else 14)


def _row_lines(at: dict[int, tuple[float, float]], ranks: tuple[int, ...]) -> Iterator[str]:
    """Yield the edges between neighbours in a row."""
    for card, (x, y) in at.items():
        column = _column(card, ranks)
        after = card_of(card // 13, ranks[column + 1]) if column + 1 < len(ranks) else None
        if after in at:
            yield _edge(x, y, "H", at[after][0])


def _high_lines(at: dict[int, tuple[float, float]], grid: IslandMap) -> Iterator[str]:
    """Yield the edges from kings to aces that stand at both ends of their row."""
    for suit in range(4):
        ace, king = card_of(suit, 1), card_of(suit, 13)
        if grid.hand.rules.ace == "both" and ace in at and king in at:
            (x, y), (end, _) = at[ace], at[king]
            bow = x + 40, y + 38, end - 40, y + 38, end, y
            yield _edge(x, y, "C", *bow, stroke_dasharray="4 3")


def _column_lines(at: dict[int, tuple[float, float]]) -> Iterator[str]:
    """Yield the edges within the columns; one that passes a cell bows around it."""
    for (one, (x, y)), (other, (_, below)) in combinations(sorted(at.items()), 2):
        if rank_of(one) != rank_of(other):
            continue
        between = (card_of(suit, rank_of(one)) for suit in range(one // 13 + 1, other // 13))
        if any(card in at for card in between):
            yield _edge(x, y, "C", x - 26, y + 18, x - 26, below - 18, x, below)
        else:
            yield _edge(x, y, "V", below)


def _edge(x: float, y: float, command: str, *to: float, **look: str) -> str:
    """Draw an edge from a point on, by a command of paths with its coordinates."""
    path = f"M{svg.number(x)} {svg.number(y)}{command}{' '.join(map(svg.number, to))}"
    return svg.element("path", d=path, fill="none", stroke=style.LINES, stroke_width=2, **look)


def _vertex(grid: IslandMap, card: int, x: float, y: float) -> str:
    """Draw a card as a vertex: two copies as two discs, a control point with a star."""
    dark, tint = _look(grid, card)
    copies, starred = grid.hand.counts[card], card in grid.control
    line, width = (style.STAR, 2.5) if starred else (dark, 1.5)
    look: dict[str, Any] = {"fill": tint, "stroke": line, "stroke_width": width}
    parts = [
        svg.element("circle", cx=x + 4 * copy, cy=y - 4 * copy, r=_RADIUS, **look)
        for copy in range(copies - 1, -1, -1)
    ]
    rank, name, colour = svg.rank_and_sign(Card(card))
    parts.append(svg.text_at(rank, x - 5, y + 4.5, 13, bold=True, fill=colour, anchor="middle"))
    parts.append(svg.sign(name, 10, colour).at(x + 3, y - 5))
    if starred:
        parts.append(svg.sign("star", 13, style.STAR).at(x - 22, y - 24))
    title = f"{Card(card)}, {copies} held{_role(grid, card)}"
    return svg.titled(title, *parts, class_="vertex")


# --- Control points -------------------------------------------------------------------------------


def _choices(grid: IslandMap, card: Card) -> svg.Box:
    """Draw a control point and every meld that it could join."""
    held = "once" if grid.hand.counts[card] == 1 else "twice"
    text = f"held {held}, {grid.bits(card)}: {grid.placements(card)}"
    marks = [svg.sign("star", 12, style.STAR), svg.tile(card, 13), style.words(text, style.INK)]
    chips = svg.flow(map(style.meld_chip, grid.melds_at(card)), _WIDE - 20, 6, 5)
    line = svg.framed(svg.Box(3, chips.height), style.EDGE, style.EDGE)
    return svg.stacked([svg.beside(marks, 6, "middle"), svg.beside([line, chips], 10)], 5)
