"""A position as a picture: text for the terminal, and an SVG file with the graph of aces.

Stacks stand on their numbers, the top card above. In the SVG an ace is a card filled with its suit's
colour, a king has a strong frame; below the stacks lie the vertices of the graph, each under the
stack that its ace is at the bottom of. Suits are told apart by their letters as well as by colour.
"""

from __future__ import annotations

from collections.abc import Callable

from suitwise.arguments import a_function, of_kind, whole
from suitwise.errors import IllegalPosition
from suitwise.picture.svg import (
    Box,
    beside,
    clean,
    document,
    element,
    flow,
    framed,
    group,
    label,
    number,
    padded,
    paragraph,
    shorten,
    sized,
    stacked,
    text_at,
    text_width,
    titled,
)
from suitwise.stacks.rules.layout import Card, Layout, card_text, suit_text
from suitwise.stacks.solve.find_reason import why_lost
from suitwise.stacks.solve.graph_of_aces import AceGraph, ace_graph

Paint = Callable[[str, Card, bool], str]
"""Dresses a card's text, given the card and whether it is the top of its stack."""


# --- Text -----------------------------------------------------------------------------------------


def text_picture(layout: Layout, *, width: int = 79, paint: Paint | None = None) -> str:
    """Return the stacks as text, standing side by side on their numbers; tops are in brackets.

    Args:
        layout: the position.
        width: how many characters wide; more stacks stand in further rows.
        paint: adds colour to the cards' texts.

    >>> print(text_picture(Layout.parse("2b 7a 1a | 4a 6b | -")))
    [2b]
     7a   [4a]
     1a    6b
    ----  ----  ----
     0     1     2
    """
    of_kind(layout, Layout, "layout")
    whole(width, "width")
    if paint is not None:
        a_function(paint, "paint")
    cell = max((len(card_text(card)) for stack in layout.stacks for card in stack), default=0)
    cell = max(cell, len(str(max(len(layout) - 1, 0)))) + 2
    row = max(1, (width + 2) // (cell + 2))
    parts = [_text_row(layout, i, row, cell, paint) for i in range(0, len(layout), row)]
    return "\n\n".join(parts)


def _text_row(layout: Layout, first: int, count: int, cell: int, paint: Paint | None) -> str:
    stacks = layout.stacks[first : first + count]
    lines = []
    for level in range(max(map(len, stacks)) - 1, -1, -1):
        cells = []
        for stack in stacks:
            place = len(stack) - 1 - level
            cells.append(_text_card(stack[place], place == 0, cell, paint) if place >= 0 else "")
        cells = [text or " " * cell for text in cells]
        lines.append("  ".join(cells).rstrip())
    lines.append("  ".join("-" * cell for _ in stacks))
    names = (str(i).center(cell) for i in range(first, first + len(stacks)))
    lines.append("  ".join(names).rstrip())
    return "\n".join(lines)


def _text_card(card: Card, top: bool, cell: int, paint: Paint | None) -> str:
    text = card_text(card)
    shown = f"[{text}]" if top else f" {text} "
    painted = shown if paint is None else paint(shown, card, top)
    return painted + " " * (cell - len(shown))


# --- SVG: colours and cards -----------------------------------------------------------------------

PAPER, INK, SOFT, LINES, EDGE = "#f4f5f7", "#222222", "#59636e", "#8b95a1", "#c3c9d1"
PATH, PATH_TINT = "#d1490c", "#fdf1e7"
COLOURS = ("#0072b2", "#8a6d00", "#a6447f", "#2b7a78", "#5b4a9e", "#7a4b2a", "#4f6f1a", "#44546a")
"""Colours of suits, in turn; dark enough to carry white letters."""

_HIGH = 24
_GAP = 16
_RADIUS = 13
_MOST_STACKS = 60
_MOST_HEIGHT = 60


def draw_layout(layout: Layout, *, title: str = "") -> str:
    """Draw a position and its graph of aces as a standalone SVG file.

    Args:
        layout: the position.
        title: a heading; by default whether the position can be won.

    Raises:
        IllegalPosition: it has more than 60 stacks, or one of more than 60 cards.

    >>> picture = draw_layout(Layout.parse("2b 1a | 5c 3b | 1c 4c"), title="A path of one step")
    >>> picture.startswith("<svg"), "can be won" in picture
    (True, True)
    """
    of_kind(layout, Layout, "layout")
    _check_size(layout)
    return document(padded(_Drawing(layout).page(title), 18, 16), clean(title) or "Stacks", PAPER)


def _check_size(layout: Layout) -> None:
    highest = max(map(len, layout.stacks), default=0)
    if not 1 <= len(layout) <= _MOST_STACKS or highest > _MOST_HEIGHT:
        raise IllegalPosition(
            f"a picture has 1 to {_MOST_STACKS} stacks of up to {_MOST_HEIGHT} cards, "
            f"not {len(layout)} of up to {highest}"
        )


class _Drawing:
    """A position on its way to a picture."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.graph: AceGraph = ace_graph(layout)
        self.lost = why_lost(layout)
        self.aces = {card for card, _ in self.graph.aces.values()}
        self.kings = {card for card, _ in self.graph.kings.values()}
        self.colours = {
            suit: COLOURS[i % len(COLOURS)] for i, suit in enumerate(sorted(self.graph.aces))
        }
        texts = [card_text(card) for stack in layout.stacks for card in stack]
        self.wide = max([34.0, *(text_width(text, 12, bold=True) + 10 for text in texts)])
        self.column = self.wide + _GAP

    def page(self, title: str) -> Box:
        """Draw it all: heading, stacks, graph, legend."""
        width = max(self.column * len(self.layout), 560)
        heading = label(shorten(clean(title), width, 17, bold=True), 17, bold=True)
        verdict = paragraph(self._verdict(), width, 13, bold=True, fill=self._verdict_fill())
        words = [paragraph(line, width, 12, fill=SOFT) for line in self._explanation()]
        heads = [heading, verdict, *words] if title else [verdict, *words]
        table = stacked([self._stacks(), self._graph()], 4)
        panel = framed(sized(padded(table, 14, 14), width, 0, "middle"), "#ffffff", EDGE, radius=6)
        return stacked([stacked(heads, 2), panel, self._legend(width)], 12)

    # What the words say.

    def _verdict(self) -> str:
        if self.layout.is_won:
            return "won"
        if self.lost is not None:
            return "can't be won"
        if len(self.graph.aces) < len(self.layout):
            return "can be won: fewer suits than stacks"
        if not self.graph.path:
            return "can be won: forced removals alone win"
        path = " → ".join(map(suit_text, self.graph.path))
        return f"can be won along the path {path}"

    def _verdict_fill(self) -> str:
        return INK if self.lost is None else "#b83a1b"

    def _explanation(self) -> list[str]:
        if self.lost is not None:
            return [str(self.lost)]
        path, steps = self.graph.path, self.graph.steps
        if not path:
            return []
        told = [f"{suit_text(path[0])} has no card but its ace: a source"]
        for suit, after, card in zip(path, path[1:], steps, strict=False):
            told.append(
                f"{card_text(card)}, the king of {suit_text(after)}, lies over {self._ace(suit)}"
            )
        told.append(f"{card_text(steps[-1])}, another ace, lies over {self._ace(path[-1])}")
        return ["; ".join(told)]

    def _ace(self, suit: int) -> str:
        return card_text(self.graph.aces[suit][0])

    # The stacks.

    def _stacks(self) -> Box:
        piles = [self._pile(i) for i in range(len(self.layout))]
        return beside(piles, 0, "end")

    def _pile(self, i: int) -> Box:
        cards = [self._card(card, place == 0) for place, card in enumerate(self.layout.stacks[i])]
        pile = stacked(cards, 2) if cards else self._empty()
        name = text_at(str(i), self.column / 2, 15, 12, fill=SOFT, anchor="middle")
        floor = element("rect", x=_GAP / 2 - 3, y=1, width=self.wide + 6, height=2, fill=LINES)
        return stacked(
            [sized(pile, self.column, 0, "middle"), Box(self.column, 20, floor + name)], 2
        )

    def _empty(self) -> Box:
        return framed(Box(self.wide, _HIGH), "none", EDGE, radius=4, dashes="3 3")

    def _card(self, card: Card, top: bool) -> Box:
        colour = self.colours[card[1]]
        ace, king = card in self.aces, card in self.kings
        fill = colour if ace else "#ffffff"
        ink = "#ffffff" if ace else colour
        text = text_at(
            card_text(card), self.wide / 2, 16.5, 12, bold=True, fill=ink, anchor="middle"
        )
        frame = framed(
            Box(self.wide, _HIGH, text),
            fill,
            colour if ace or king else EDGE,
            line=2 if king else 1,
        )
        body = frame.body
        if card in self.graph.steps:
            around = element(
                "rect",
                x=-3,
                y=-2,
                width=self.wide + 6,
                height=_HIGH + 4,
                rx=6,
                fill="none",
                stroke=PATH,
                stroke_width=2.5,
            )
            body += around
        role = "ace" if ace else "king" if king else "card"
        hint = f"{card_text(card)}, {role}" + (", visible" if top else "")
        return Box(self.wide, _HIGH, titled(hint, body, class_=role))

    # The graph.

    def _graph(self) -> Box:
        graph = self.graph
        if not graph.homes:
            return Box(0, 0)
        middle = 6.0 + _RADIUS
        reach = 0.0
        steps = set(zip(graph.path, graph.path[1:], strict=False))
        plain: list[str] = []
        strong: list[str] = []
        for edge in sorted(graph.edges, key=lambda edge: edge in steps):
            arc, deep = self._arc(*edge, middle, edge in steps)
            (strong if edge in steps else plain).append(arc)
            reach = max(reach, deep)
        rings = [self._vertex(suit, middle) for suit in graph.homes]
        body = group(*plain, *strong, *rings, class_="graph")
        return Box(self.column * len(self.layout), middle + _RADIUS + 4 + reach, body)

    def _x(self, suit: int) -> float:
        return self.column * (self.graph.homes[suit] + 0.5)

    def _vertex(self, suit: int, y: float) -> str:
        x, colour, graph = self._x(suit), self.colours[suit], self.graph
        on_path = suit in graph.path
        parts = []
        if suit in graph.targets:  # a square around it
            reach = _RADIUS + 4
            parts.append(
                element(
                    "rect",
                    x=x - reach,
                    y=y - reach,
                    width=2 * reach,
                    height=2 * reach,
                    rx=3,
                    fill="#ffffff",
                    stroke=PATH if on_path else LINES,
                    stroke_width=2,
                )
            )
        if suit in graph.sources:  # a ring around it
            parts.append(
                element(
                    "circle",
                    cx=x,
                    cy=y,
                    r=_RADIUS + 3.5,
                    fill="#ffffff",
                    stroke=PATH if on_path else LINES,
                    stroke_width=2,
                )
            )
        parts.append(element("circle", cx=x, cy=y, r=_RADIUS, fill=colour))
        name = suit_text(suit)
        size = 13 if len(name) < 4 else 9
        parts.append(
            text_at(name, x, y + size * 0.35, size, bold=True, fill="#ffffff", anchor="middle")
        )
        roles = [
            role
            for role, group_of in (("source", graph.sources), ("target", graph.targets))
            if suit in group_of
        ]
        return titled(" and ".join([f"suit {name}", *roles]), *parts, class_="vertex")

    def _arc(self, suit: int, after: int, y: float, strong: bool) -> tuple[str, float]:
        """Draw an edge below the vertices; leftward ones go deeper, so that none cover another."""
        begin, end = self._x(suit), self._x(after)
        forward = end > begin
        depth = 22 + 11 * abs(end - begin) / self.column + (0 if forward else 7)
        colour = PATH if strong else LINES
        side = 5 if forward else -5
        bottom = y + _RADIUS + (4 if after in self.graph.targets else 1)
        start = y + _RADIUS - 2
        x1, x2 = begin + side, end - side
        lean = (x2 - x1) * 0.18
        control = bottom + depth * 4 / 3
        curve = element(
            "path",
            d=f"M{number(x1)} {number(start)}C{number(x1 + lean)} {number(control)} "
            f"{number(x2 - lean)} {number(control)} {number(x2)} {number(bottom + 7)}",
            fill="none",
            stroke=colour,
            stroke_width=2.5 if strong else 1.4,
        )
        tip = element("path", d=f"M{number(x2)} {number(bottom)}l-4.5 9h9Z", fill=colour)
        told = f"the king of {suit_text(after)} lies over the ace of {suit_text(suit)}"
        return titled(told, curve, tip, class_="edge"), depth

    # The legend.

    def _legend(self, width: float) -> Box:
        dot = element("circle", cx=10, cy=10, r=6.5, fill=LINES)
        ring = element("circle", cx=10, cy=10, r=9, fill="#ffffff", stroke=LINES, stroke_width=2)
        line = element("rect", x=0, y=9, width=24, height=3, fill=PATH)
        square = framed(Box(20, 20, dot), "#ffffff", LINES, line=2, radius=3)
        samples = [
            (framed(Box(22, 20), LINES, LINES), "ace"),
            (framed(Box(22, 20), "#ffffff", LINES, line=2), "king"),
            (Box(20, 20, ring + dot), "source"),
            (square, "target"),
            (Box(24, 20, line), "the path, and the cards that make it"),
        ]
        if not self.graph.path:
            samples.pop()
        samples.append((Box(20, 20, dot), "suit whose ace lies at the bottom of the stack above"))
        entries = [beside([box, label(text, 11, fill=SOFT)], 5, "middle") for box, text in samples]
        return flow(entries, width, 18, 6)
