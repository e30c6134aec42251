"""A hand's islands as an SVG file: the grid, each island as a graph, control points, the flag map.

These are the figures of the seed, which survive in its words only: the hand on the grid, one island as
a graph with its control points, every meld that a control point could join, and the flag map.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from suitwise.cards import SUITS, Card
from suitwise.picture.svg import (
    Box,
    beside,
    element,
    flow,
    framed,
    group,
    number,
    rank_and_sign,
    sign,
    stacked,
    suit_colour,
    text_at,
    tile,
    titled,
)
from suitwise.rummy.picture.grid import LETTERS, IslandMap, points_text, ranks_shown
from suitwise.rummy.picture.style import (
    EDGE,
    EMPTY,
    INK,
    ISLANDS,
    LINES,
    SOFT,
    STAR,
    meld_chip,
    page,
    panel,
    words,
)
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
    parts = [panel(name, note, box, width) for name, note, box in contents]
    return page(title or "The islands of a hand", parts)


def _panels(grid: IslandMap) -> Iterator[tuple[str, str, Box]]:
    """Yield the title, the explanation and the content of every panel."""
    hand = grid.hand
    jokers = "; jokers lie on no island" if hand.counts[JOKERS] else ""
    note = f"how many copies, and the letter of the island; a star is a control point{jokers}"
    yield "The hand on the grid", note, _grid(grid, _count_cell)
    graphs = [_graph(grid, island) for island in grid.islands if grid.has_meld(island)]
    if graphs:
        note = "cells side by side in a row are joined, and all cells of a column"
        yield "Islands that hold a meld", note, flow(graphs, _WIDE, 30, 20)
    if grid.control:
        note = "a card with more bits than copies: here a choice must be made"
        choices = [_choices(grid, card) for card in grid.control]
        yield "Every meld that a control point could join", note, stacked(choices, 12)
    if grid.has_flags:
        note = "bits from the right: a run, a second run, a set, a second set"
        above = "; then runs above the king" if any(flags > 15 for flags in grid.flags) else ""
        yield f"Flag map, {grid.reading}", note + above, _grid(grid, _flag_cell)


def _look(grid: IslandMap, card: int) -> tuple[str, str]:
    """Return the colour of a card's island, and its tint."""
    return ISLANDS[LETTERS.index(grid.letters[card]) % len(ISLANDS)]


# --- The grid -------------------------------------------------------------------------------------


def _grid(grid: IslandMap, cell: Callable[[IslandMap, int], str]) -> Box:
    """Draw the grid, each card that is held by one function."""
    ranks = ranks_shown(grid.hand)
    body = []
    for column, rank in enumerate(ranks):
        middle = _SIDE + (column + 0.5) * _CELL
        name = RANK_TEXT[rank % 13 - 1].replace("T", "10")
        body.append(text_at(name, middle, 13, 12, bold=True, fill=SOFT, anchor="middle"))
    for suit in range(4):
        top = 20 + suit * _HIGH
        body.append(sign(SUITS[suit], 14, suit_colour(SUITS[suit])).at(2, top + 10))
        for column, rank in enumerate(ranks):
            card = card_of(suit, rank)
            held = card in grid.letters
            drawn = (
                Box(0, 0, cell(grid, card)) if held else framed(Box(_CELL, _HIGH), EMPTY, "#fff")
            )
            body.append(drawn.at(_SIDE + column * _CELL, top))
    return Box(_WIDE, 20 + 4 * _HIGH, group(*body))


def _count_cell(grid: IslandMap, card: int) -> str:
    dark, tint = _look(grid, card)
    copies, is_control = grid.hand.counts[card], card in grid.control
    count = text_at(str(copies), _CELL / 2, 24, 16, bold=True, fill=INK, anchor="middle")
    letter = text_at(grid.letters[card], 6, 14, 11, bold=True, fill=dark)
    mark = sign("star", 12, STAR).at(_CELL - 16, 4) if is_control else ""
    frame = framed(
        Box(_CELL, _HIGH, count + letter + mark),
        tint,
        STAR if is_control else dark,
        line=2.5 if is_control else 1,
    )
    role = ", control point" if is_control else ""
    title = f"{Card(card)}, {copies} held, island {grid.letters[card]}{role}"
    return titled(title, frame.body, class_="cell")


def _flag_cell(grid: IslandMap, card: int) -> str:
    dark, tint = _look(grid, card)
    is_control, bits = card in grid.control, grid.bits(card)
    size = 13 if len(bits) == 4 else 10
    text = text_at(
        bits,
        _CELL / 2,
        23,
        size,
        bold=is_control,
        fill=STAR if is_control else INK,
        anchor="middle",
    )
    frame = framed(
        Box(_CELL, _HIGH, text), tint, STAR if is_control else dark, line=2.5 if is_control else 1
    )
    return titled(f"{Card(card)}: {grid.placements(card)}", frame.body, class_="flags")


# --- Graphs ---------------------------------------------------------------------------------------


def _graph(grid: IslandMap, island: Hand) -> Box:
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
    body = group(*lines, *(_vertex(grid, card, *at[card]) for card in cards), class_="graph")
    size = (max(columns) - left + 0.5) * _STEP, (max(rows) - top + 0.5) * _STEP
    letter = grid.letters[cards[0]]
    name = f"island {letter}: {len(island)} cards, {points_text(island.points)}"
    return stacked([words(name, _look(grid, cards[0])[0], bold=True), Box(*size, body)], 2)


def _column(card: int, ranks: tuple[int, ...]) -> int:
    rank = rank_of(card)
    return ranks.index(rank if rank in ranks else 14)


def _row_lines(at: dict[int, tuple[float, float]], ranks: tuple[int, ...]) -> Iterator[str]:
    """Yield the edges between neighbours in a row."""
    for card, (x, y) in at.items():
        column = _column(card, ranks)
        if column + 1 < len(ranks):
            after = card_of(card // 13, ranks[column + 1])
            if after in at:
                yield _edge(f"M{number(x)} {number(y)}H{number(at[after][0])}")


def _high_lines(at: dict[int, tuple[float, float]], grid: IslandMap) -> Iterator[str]:
    """Yield the edges from kings to aces that stand at both ends of their row."""
    for suit in range(4):
        ace, king = card_of(suit, 1), card_of(suit, 13)
        if grid.hand.rules.ace == "both" and ace in at and king in at:
            (x, y), (end, _) = at[ace], at[king]
            bow = f"C{number(x + 40)} {number(y + 38)} {number(end - 40)} {number(y + 38)}"
            yield _edge(f"M{number(x)} {number(y)}{bow} {number(end)} {number(y)}", dashed=True)


def _column_lines(at: dict[int, tuple[float, float]]) -> Iterator[str]:
    """Yield the edges within the columns; one that passes a cell bows around it."""
    for (one, (x, y)), (other, (_, below)) in combinations(sorted(at.items()), 2):
        if rank_of(one) != rank_of(other):
            continue
        between = (card_of(suit, rank_of(one)) for suit in range(one // 13 + 1, other // 13))
        if any(card in at for card in between):
            bow = f"C{number(x - 26)} {number(y + 18)} {number(x - 26)} {number(below - 18)}"
            yield _edge(f"M{number(x)} {number(y)}{bow} {number(x)} {number(below)}")
        else:
            yield _edge(f"M{number(x)} {number(y)}V{number(below)}")


def _edge(path: str, dashed: bool = False) -> str:
    dashes = {"stroke_dasharray": "4 3"} if dashed else {}
    return element("path", d=path, fill="none", stroke=LINES, stroke_width=2, **dashes)


def _vertex(grid: IslandMap, card: int, x: float, y: float) -> str:
    """Draw a card as a vertex: two copies as two discs, a control point with a star."""
    dark, tint = _look(grid, card)
    copies, is_control = grid.hand.counts[card], card in grid.control
    line = STAR if is_control else dark
    parts = [
        element(
            "circle",
            cx=x + 4 * copy,
            cy=y - 4 * copy,
            r=_RADIUS,
            fill=tint,
            stroke=line,
            stroke_width=2.5 if is_control else 1.5,
        )
        for copy in range(copies - 1, -1, -1)
    ]
    rank, name, colour = rank_and_sign(Card(card))
    parts.append(text_at(rank, x - 5, y + 4.5, 13, bold=True, fill=colour, anchor="middle"))
    parts.append(sign(name, 10, colour).at(x + 3, y - 5))
    if is_control:
        parts.append(sign("star", 13, STAR).at(x - 22, y - 24))
    role = ", control point" if is_control else ""
    return titled(f"{Card(card)}, {copies} held{role}", *parts, class_="vertex")


# --- Control points -------------------------------------------------------------------------------


def _choices(grid: IslandMap, card: Card) -> Box:
    """Draw a control point and every meld that it could join."""
    held = "held once" if grid.hand.counts[card] == 1 else "held twice"
    told = words(f"{held}, {grid.bits(card)}: {grid.placements(card)}", INK)
    head = beside([sign("star", 12, STAR), tile(card, 13), told], 6, "middle")
    chips = flow(map(meld_chip, grid.melds_at(card)), _WIDE - 20, 6, 5)
    line = framed(Box(3, chips.height), EDGE, EDGE)
    return stacked([head, beside([line, chips], 10)], 5)
