"""Pictures of Stack Management: positions as text and SVG, surveys as tables and plots.

Each stack stands on its number with the top card uppermost. In the SVG an ace is filled with the colour
of its suit and a king has a thick frame. The vertices of the graph of aces are drawn below, each under
the stack with its ace at the bottom. Suits are distinguished by letter as well as by colour.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import floor, log10
from pathlib import Path
from typing import TYPE_CHECKING, Any

from suitwise.arguments import a_function, of_kind, whole
from suitwise.errors import IllegalPosition
from suitwise.foundation.text.phrases import Say, phrase
from suitwise.picture import svg
from suitwise.stacks.rules.layout import Card, Layout, card_text, suit_text
from suitwise.stacks.solve.find_reason import AceGraph, ace_graph, explained, verdict, why_lost

if TYPE_CHECKING:
    from suitwise.stacks.state import StacksState
    from suitwise.stacks.survey import Cell

Paint = Callable[[str, Card, bool], str]
"""Colours a card's text, given the text, the card and whether it is the top of its stack."""
Attributes = dict[str, str | float]
"""Attributes of an SVG element."""


# --- Text -----------------------------------------------------------------------------------------


def text_picture(layout: Layout, *, width: int = 79, paint: Paint | None = None) -> str:
    """Return the stacks as text, side by side on their numbers, with tops in brackets.

    Args:
        layout: the position.
        width: the width in characters; stacks that don't fit go into further rows.
        paint: colours the texts of the cards.

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
        places = [len(stack) - 1 - level for stack in stacks]
        cells = (
            _text_card(stack[place], place == 0, cell, paint) if place >= 0 else " " * cell
            for stack, place in zip(stacks, places, strict=True)
        )
        lines.append("  ".join(cells).rstrip())
    lines.append("  ".join("-" * cell for _ in stacks))
    lines.append("  ".join(str(first + i).center(cell) for i in range(len(stacks))).rstrip())
    return "\n".join(lines)


def _text_card(card: Card, top: bool, cell: int, paint: Paint | None) -> str:
    text = card_text(card)
    shown = f"[{text}]" if top else f" {text} "
    painted = shown if paint is None else paint(shown, card, top)
    return painted + " " * (cell - len(shown))


# --- SVG: colours and cards -----------------------------------------------------------------------

PAPER, INK, SOFT, LINES, EDGE = "#f4f5f7", "#222222", "#4b545e", "#69737e", "#8b95a1"
WHITE, PATH = "#ffffff", "#16181d"
COLOURS = ("#16181d", "#bd0f2c", "#1250ad", "#0d642f", "#6a33a3", "#0b6a72", "#a3460b", "#6b5200")
"""The colours of the suits a, b, … in turn, as at the table; dark enough for white letters."""

_RADIUS = 13
_WIDE_FILE = 560
_WIDE_TABLE = 300
"""The least widths of a picture in a file, and of one at a table, which must fit on a phone."""
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
    drawing = _Drawing(layout, str, text=12, wide=_WIDE_FILE)
    page = svg.stacked([svg.stacked(drawing.heading(title), 2), drawing.figure()], 12)
    return svg.document(svg.padded(page, 18, 16), svg.clean(title) or "Stacks", PAPER)


def draw_position(say: Say, layout: Layout) -> str:
    """Draw a position and its graph of aces without a heading, in a given language.

    Args:
        say: translates the words of the legend.
        layout: the position.

    Raises:
        IllegalPosition: it has more than 60 stacks, or one of more than 60 cards.

    >>> draw_position(str, Layout.parse("2b 1a | 5c 3b | 1c 4c")).startswith("<svg")
    True
    """
    of_kind(layout, Layout, "layout")
    _check_size(layout)
    page = svg.padded(_Drawing(layout, say, text=15, wide=_WIDE_TABLE).figure(), 4, 4)
    return svg.document(page, say(phrase("stacks.draw-title", "Stacks")), PAPER)


def _check_size(layout: Layout) -> None:
    highest = max(map(len, layout.stacks), default=0)
    if not 1 <= len(layout) <= _MOST_STACKS or highest > _MOST_HEIGHT:
        room = f"1 to {_MOST_STACKS} stacks of up to {_MOST_HEIGHT} cards"
        raise IllegalPosition(f"a picture has {room}, not {len(layout)} of up to {highest}")


class _Drawing:
    """Draws one position."""

    def __init__(self, layout: Layout, say: Say, *, text: int, wide: int) -> None:
        self.layout = layout
        self.text = text
        self.high = 2 * text
        self.gap = 16 if text < 15 else 10
        self.graph: AceGraph = ace_graph(layout)
        self.say = say
        self.aces = {card for card, _ in self.graph.aces.values()}
        self.kings = {card for card, _ in self.graph.kings.values()}
        texts = [card_text(card) for stack in layout.stacks for card in stack]
        widest = max((svg.text_width(one, text, bold=True) for one in texts), default=0.0)
        self.wide = max(34.0, widest + 10)
        self.column = self.wide + self.gap
        self.width = max(self.column * len(layout), wide)

    def heading(self, title: str) -> list[svg.Box]:
        """Draw the title and the verdict on the position in words."""
        layout, lost = self.layout, why_lost(self.layout)
        fill = INK if lost is None else "#b83a1b"
        text = self.say(verdict(layout, self.graph, lost))
        heads = [svg.paragraph(text, self.width, 13, bold=True, fill=fill)]
        for line in explained(self.graph, lost):
            heads.append(svg.paragraph(self.say(line), self.width, 12, fill=SOFT))
        short = svg.shorten(svg.clean(title), self.width, 17, bold=True)
        return [svg.label(short, 17, bold=True), *heads] if title else heads

    def figure(self) -> svg.Box:
        """Draw the stacks, the graph and the legend."""
        piles = svg.beside([self._pile(i) for i in range(len(self.layout))], 0, "end")
        table = svg.padded(svg.stacked([piles, self._graph()], 4), self.gap - 2, self.gap - 2)
        panel = svg.framed(svg.sized(table, self.width, 0, "middle"), WHITE, EDGE, radius=6)
        return svg.stacked([panel, self._legend(self.width)], 12)

    # The stacks.

    def _pile(self, i: int) -> svg.Box:
        empty = svg.framed(svg.Box(self.wide, self.high), "none", EDGE, radius=4, dashes="3 3")
        cards = [self._card(card, place == 0) for place, card in enumerate(self.layout.stacks[i])]
        pile = svg.sized(svg.stacked(cards or [empty], 2), self.column, 0, "middle")
        place = self.column / 2, self.text + 3, self.text
        name = svg.text_at(str(i), *place, fill=SOFT, anchor="middle")
        left = self.gap / 2 - 3
        floor = svg.element("rect", x=left, y=1, width=self.wide + 6, height=2, fill=LINES)
        return svg.stacked([pile, svg.Box(self.column, self.text + 8, floor + name)], 2)

    def _card(self, card: Card, top: bool) -> svg.Box:
        colour, text = colour_of(card[1]), card_text(card)
        ace, king = card in self.aces, card in self.kings
        fill, ink = (colour, WHITE) if ace else (WHITE, colour)
        place = self.wide / 2, self.high / 2 + self.text * 0.375, self.text
        name = svg.text_at(text, *place, bold=True, fill=ink, anchor="middle")
        stroke, line = colour if ace or king else EDGE, 2 if king else 1
        body = svg.framed(svg.Box(self.wide, self.high, name), fill, stroke, line=line).body
        if card in self.graph.steps:
            wide, high = self.wide + 6, self.high + 4
            at: Attributes = {"x": -3, "y": -2, "width": wide, "height": high, "rx": 6}
            body += svg.element("rect", "", **at, fill="none", stroke=PATH, stroke_width=2.5)
        role = "ace" if ace else "king" if king else "card"
        hint = f"{text}, {role}" + (", visible" if top else "")
        return svg.Box(self.wide, self.high, svg.titled(hint, body, class_=role))

    # The graph.

    def _graph(self) -> svg.Box:
        graph = self.graph
        if not graph.homes:
            return svg.Box(0, 0)
        middle = 6.0 + _RADIUS
        steps = set(pairwise(graph.path))
        edges = sorted(graph.edges, key=lambda edge: edge in steps)  # draw the path last, on top
        arcs = [self._arc(*edge, middle, edge in steps) for edge in edges]
        reach = max((deep for _, deep in arcs), default=0.0)
        rings = [self._vertex(suit, middle) for suit in graph.homes]
        body = svg.group(*(arc for arc, _ in arcs), *rings, class_="graph")
        return svg.Box(self.column * len(self.layout), middle + _RADIUS + 4 + reach, body)

    def _x(self, suit: int) -> float:
        return self.column * (self.graph.homes[suit] + 0.5)

    def _vertex(self, suit: int, y: float) -> str:
        x, graph, name = self._x(suit), self.graph, suit_text(suit)
        colour = PATH if suit in graph.path else LINES
        outline: Attributes = {"fill": WHITE, "stroke": colour, "stroke_width": 2}
        parts, roles = [], [f"suit {name}"]
        if suit in graph.sources:
            roles.append("source")
        if suit in graph.targets:  # a square around it
            roles.append("target")
            left, top, side = x - _RADIUS - 4, y - _RADIUS - 4, 2 * _RADIUS + 8
            square: Attributes = {"x": left, "y": top, "width": side, "height": side, "rx": 3}
            parts.append(svg.element("rect", "", **square, **outline))
        if suit in graph.sources:  # a ring around it
            parts.append(svg.element("circle", "", cx=x, cy=y, r=_RADIUS + 3.5, **outline))
        parts.append(svg.element("circle", cx=x, cy=y, r=_RADIUS, fill=colour_of(suit)))
        size = self.text + 1 if len(name) < 3 else 9
        middle = x, y + size * 0.35, size
        parts.append(svg.text_at(name, *middle, bold=True, fill=WHITE, anchor="middle"))
        return svg.titled(" and ".join(roles), *parts, class_="vertex")

    def _arc(self, suit: int, after: int, y: float, strong: bool) -> tuple[str, float]:
        """Draw an edge below the vertices; leftward edges lie deeper, so that no edge hides another."""
        begin, end = self._x(suit), self._x(after)
        side, deeper = (5, 0) if end > begin else (-5, 7)
        depth = 22 + 11 * abs(end - begin) / self.column + deeper
        colour, line = (PATH, 2.5) if strong else (LINES, 1.4)
        bottom = y + _RADIUS + (4 if after in self.graph.targets else 1)
        start = y + _RADIUS - 2
        x1, x2 = begin + side, end - side
        lean = (x2 - x1) * 0.18
        control = bottom + depth * 4 / 3
        points = (x1, start), (x1 + lean, control), (x2 - lean, control), (x2, bottom + 7)
        begun, *bent = (f"{svg.number(x)} {svg.number(y)}" for x, y in points)
        way = f"M{begun}C{' '.join(bent)}"
        curve = svg.element("path", d=way, fill="none", stroke=colour, stroke_width=line)
        tip = svg.element(
            "path", d=f"M{svg.number(x2)} {svg.number(bottom)}l-4.5 9h9Z", fill=colour
        )
        text = f"the king of {suit_text(after)} lies over the ace of {suit_text(suit)}"
        return svg.titled(text, curve, tip, class_="edge"), depth

    # The legend.

    def _legend(self, width: float) -> svg.Box:
        dot = svg.element("circle", cx=10, cy=10, r=6.5, fill=LINES)
        ring = svg.element("circle", cx=10, cy=10, r=9, fill=WHITE, stroke=LINES, stroke_width=2)
        line = svg.element("rect", x=0, y=9, width=24, height=3, fill=PATH)
        samples = {
            phrase("stacks.draw-ace", "highest of its suit"): svg.framed(
                svg.Box(22, 20), LINES, LINES
            ),
            phrase("stacks.draw-king", "second highest"): svg.framed(
                svg.Box(22, 20), WHITE, LINES, line=2
            ),
            phrase("stacks.draw-source", "suit of one card"): svg.Box(20, 20, ring + dot),
            phrase("stacks.draw-target", "two highest in one stack"): svg.framed(
                svg.Box(20, 20, dot), WHITE, LINES, line=2, radius=3
            ),
        }
        if self.graph.path:
            path = phrase("stacks.draw-path", "the chain from the one to the other, and its cards")
            samples[path] = svg.Box(24, 20, line)
        vertex = phrase("stacks.draw-vertex", "suit whose highest card lies at the bottom above")
        samples[vertex] = svg.Box(20, 20, dot)
        size = max(self.text - 1, 11)
        rows = (
            (box, svg.paragraph(self.say(text), width - box.width - 5, size, fill=SOFT))
            for text, box in samples.items()
        )
        return svg.flow([svg.beside(pair, 5, "middle") for pair in rows], width, 18, 6)


def colour_of(suit: int) -> str:
    """Return the colour of a suit, the same in every position.

    >>> colour_of(1), colour_of(9) == colour_of(1)
    ('#16181d', True)
    """
    return COLOURS[(suit - 1) % len(COLOURS)]


# --- Surveys --------------------------------------------------------------------------------------

_MOST_NAMED = 16
"""The legend lists about this many numbers of stacks; more would not fit beside the plot."""
_ASIDE = 0.8
"""Marks of bounds are spread over this part of a height, so that they don't cover each other."""


# --- Table ----------------------------------------------------------------------------------------


def table_of(cells: Sequence[Cell]) -> str:
    """Return a table in per cent with a row per height and a column per number of stacks.

    Shares have as many decimals as give two significant digits of the interval, and at least two.

    >>> from suitwise.stacks.survey import Cell
    >>> print(table_of([Cell(2, 1, 2, 100, 100), Cell(2, 2, 2, 100, 17), Cell(3, 2, 3, 10**8, 29)]))
    winnable deals in %, ± to the farther end of the 95 % interval
    height      2 stacks            3 stacks
         1  100.00 ±3.70                   –
         2   17.00 ±8.55  0.000029 ±0.000013
    """
    by_size = {(cell.stacks, cell.height): cell for cell in cells}
    columns = sorted({cell.stacks for cell in cells})
    rows = [["height", *(f"{n} stack{'s' * (n > 1)}" for n in columns)]]
    for height in sorted({cell.height for cell in cells}):
        row = [by_size.get((n, height)) for n in columns]
        rows.append([str(height), *(_percent(cell) for cell in row)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(map(str.rjust, row, widths)).rstrip() for row in rows]
    return "\n".join(["winnable deals in %, ± to the farther end of the 95 % interval", *lines])


def _percent(cell: Cell | None) -> str:
    if cell is None:
        return "–"
    low, high = cell.interval
    reach = 100 * max(cell.share - low, high - cell.share)
    decimals = max(2, 1 - floor(log10(reach)))
    return f"{100 * cell.share:.{decimals}f} ±{reach:.{decimals}f}"


# --- Plot -----------------------------------------------------------------------------------------


def draw_survey(cells: Sequence[Cell], path: Path, *, title: str = "") -> None:
    """Plot the shares with their intervals; the SVG output is reproducible.

    Where no deal could be won, only an upper bound of the share is known; it is drawn as an open mark.
    The table is included in the file as its description, for screen readers.

    Args:
        cells: the cells.
        path: an .svg or .png file.
        title: the heading.

    Raises:
        SuitwiseError: see ``picture.svg.check_plot``.
        OSError: the file can't be written.
    """
    svg.check_plot(path)
    from matplotlib.figure import Figure

    with svg.plot_style("survey"):
        figure = Figure(figsize=(7.5, 4.8), layout="constrained")
        axes = figure.add_subplot()
        _draw_axes(axes, title or "The share of random deals that can be won")
        _draw_lines(axes, cells)
        figure.legend(frameon=False, title="stacks", loc="outside right upper")
        svg.save_plot(figure, path, table_of(cells))


def _draw_axes(axes: Any, title: str) -> None:
    from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullLocator

    axes.set(yscale="log", xlabel="cards a stack", ylabel="deals that can be won", title=title)
    axes.yaxis.set_major_locator(LogLocator(subs=(1.0, 3.0)))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:g} %"))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color="#dddddd")


def _draw_lines(axes: Any, cells: Sequence[Cell]) -> None:
    """Draw a line for each number of stacks, the highest first, in the order of the legend."""
    import matplotlib

    lines = sorted({cell.stacks for cell in cells})
    colours = matplotlib.colormaps["viridis"].resampled(len(lines) + 1)
    every = -(-len(lines) // _MOST_NAMED)
    for i, stacks in reversed(list(enumerate(lines))):
        own = sorted((c for c in cells if c.stacks == stacks), key=lambda c: c.height)
        _draw_shares(axes, own, colours(i), str(stacks) if i % every == 0 else "_")
        _draw_bounds(axes, own, colours(i), _ASIDE * ((i + 0.5) / len(lines) - 0.5))
    if not all(cell.winnable for cell in cells):
        axes.errorbar([], [], **_BOUND, color="#555555", label="none won:\nbelow this")


def _draw_shares(axes: Any, cells: Sequence[Cell], colour: Any, name: str) -> None:
    """Draw the shares of one number of stacks and their intervals."""
    shown = [cell for cell in cells if cell.winnable]
    heights, shares = [cell.height for cell in shown], [cell.share for cell in shown]
    below = [cell.share - cell.interval[0] for cell in shown]
    above = [cell.interval[1] - cell.share for cell in shown]
    axes.errorbar(heights, shares, yerr=[below, above], color=colour, label=name, **_SHARE)


_SHARE = {"marker": "o", "markersize": 3.5, "linewidth": 1.2, "elinewidth": 1, "capsize": 2}
_BOUND: dict[str, Any] = {"linestyle": "none", "marker": "v", "fillstyle": "none", "markersize": 4}


def _draw_bounds(axes: Any, cells: Sequence[Cell], colour: Any, aside: float) -> None:
    """Mark the upper bounds of shares for which no deal could be won."""
    shown = [cell for cell in cells if not cell.winnable]
    heights = [cell.height + aside for cell in shown]
    axes.plot(heights, [cell.interval[1] for cell in shown], **_BOUND, color=colour)


# --- Notebooks ------------------------------------------------------------------------------------


def draw_stacks(layout: Layout) -> str | None:
    """Draw a layout as SVG; None if it is too large for a picture."""
    try:
        return draw_layout(layout)
    except IllegalPosition:
        return None


def draw_state(state: StacksState) -> str | None:
    """Draw the stacks of a position."""
    return draw_stacks(state.layout)
