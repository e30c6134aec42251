"""Compose pictures from boxes of text and playing cards: standalone SVG 1.1 without fonts or scripts.

A ``Box`` is a drawing with a known width and height; its top left corner is the origin. Functions put
boxes side by side, stack them, break them into lines, pad and frame them. Each returns a box large
enough for its content, so nothing overlaps and the size of a picture follows from its content.

An SVG file can't measure text. Widths are therefore upper estimates: for each character, the wider of
two common sans-serif fonts.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from html import escape
from itertools import accumulate
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from suitwise.arguments import of_kind
from suitwise.errors import SuitwiseError, extra_of

if TYPE_CHECKING:
    from suitwise.cards import Card

PAPER, PANEL, EDGE = "#f4f5f7", "#ffffff", "#c3c9d1"
"""The ground of a page, and that of a panel with its border."""
INK, SOFT, LINES = "#222222", "#59636e", "#8b95a1"
"""The colours of text, of text in the background, and of lines."""
FONTS = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"

Align = Literal["start", "middle", "end"]

_WIDTHS = {
    0.3: "'ijl",
    0.35: " ,./:;\\I|·’",
    0.4: "f()-[]",
    0.45: "rt!",
    0.5: '"*`J',
    0.6: "?Lcskvxyz_–",
    0.65: "$0123456789Fabdeghnopqu{}",
    0.7: "AEBKPSVXYZT",
    0.75: "CRNU",
    0.85: "H&DGOQΦ#+<=>^w~×✓≤−",
    0.95: "M♠",
    1.05: "%@Wm…\ufffd",
}
"""Upper estimates of the width of characters in units of the font size; all others count as 1.1."""
_WIDTH_OF = {character: width for width, group in _WIDTHS.items() for character in group}
_OTHER = 1.1
_BOLD = 1.15
_INVISIBLE = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Unicode categories of characters that don't print: control, format, unpaired, line separators."""
_COMBINING = ("Mn", "Me", "Mc")
"""Unicode categories of combining marks."""


# --- Text -----------------------------------------------------------------------------------------


def clean(text: str) -> str:
    r"""Make any text safe for one line of a picture.

    Characters that could break the file or the line (control, direction, unpaired) become replacement
    characters. At most two combining marks per letter are kept.

    >>> clean("a\0b\u202ec") == "a\ufffdb\ufffdc"
    True
    """
    shown: list[str] = []
    marks = 0
    for character in of_kind(text, str, "text"):
        kind = unicodedata.category(character)
        marks = marks + 1 if kind in _COMBINING else 0
        if marks <= 2:
            shown.append("\ufffd" if kind in _INVISIBLE else character)
    return "".join(shown)


def text_width(text: str, size: float = 12, bold: bool = False) -> float:
    """Return an upper estimate of the width of a line of text in pixels.

    >>> text_width("HA"), text_width("HA", bold=True) > text_width("HA")
    (18.6, True)
    """
    ems = sum(_WIDTH_OF.get(letter, _OTHER) * n for letter, n in _letters(text).items())
    return round(ems * size * (_BOLD if bold else 1), 2)


def _letters(text: str) -> Counter[str]:
    """Count the characters of a text without combining marks, which take no room."""
    letters = unicodedata.normalize("NFD", text)
    return Counter(c for c in letters if unicodedata.category(c) not in _COMBINING)


def shorten(text: str, width: float, size: float = 12, bold: bool = False) -> str:
    """Cut a text that is too wide and end it with an ellipsis.

    >>> shorten("Charles", 200), shorten("Charles the Bold", 70)
    ('Charles', 'Charles…')
    """
    if text_width(text, size, bold) <= width:
        return text
    left = width - text_width("…", size, bold)
    ends = accumulate(text_width(letter, size, bold) for letter in text)
    return text[: sum(end <= left for end in ends)].rstrip() + "…"


def wrap(text: str, width: float, size: float = 12, bold: bool = False) -> list[str]:
    """Break a text into lines of at most a given width; wider words are cut.

    >>> wrap("the earlier play wins", 80)
    ['the earlier', 'play wins']
    """
    lines: list[str] = []
    for word in text.split():
        word = shorten(word, width, size, bold)
        if lines and text_width(f"{lines[-1]} {word}", size, bold) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines or [""]


# --- Elements -------------------------------------------------------------------------------------


def number(value: float) -> str:
    """Write a coordinate with at most two decimals and no trailing zeros.

    >>> number(3.0), number(2.50), number(1 / 3)
    ('3', '2.5', '0.33')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


def element(name: str, content: str = "", **attributes: str | float) -> str:
    """Write an element; in names of attributes ``_`` becomes ``-``, and a final ``_`` is dropped.

    >>> element("rect", width=3.0, stroke_width=1.5, class_='a "b"')
    '<rect width="3" stroke-width="1.5" class="a &quot;b&quot;"/>'
    """
    return _element(name, content, attributes)


def _element(name: str, content: str, attributes: Mapping[str, str | float]) -> str:
    written = ""
    for key, value in attributes.items():
        shown = escape(value) if isinstance(value, str) else number(value)
        written += f' {key.rstrip("_").replace("_", "-")}="{shown}"'
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def group(*content: str, **attributes: str | float) -> str:
    """Write a group of elements.

    >>> group("<rect/>", class_="card")
    '<g class="card"><rect/></g>'
    """
    return element("g", "".join(content), **attributes)


def titled(title: str, *content: str, **attributes: str | float) -> str:
    """Write a group with a title, which viewers show as a tooltip and screen readers read.

    >>> titled("HA", "<rect/>")
    '<g><title>HA</title><rect/></g>'
    """
    return group(element("title", escape(clean(title))), *content, **attributes)


def text_at(
    text: str,
    x: float,
    baseline: float,
    size: float = 12,
    *,
    bold: bool = False,
    fill: str = "#222",
    anchor: Align = "start",
) -> str:
    """Write one line of text.

    >>> text_at("a<b", 1, 2)
    '<text x="1" y="2" font-size="12" fill="#222">a&lt;b</text>'
    """
    shown = clean(text)
    attributes: dict[str, str | float] = {"x": x, "y": baseline, "font_size": size, "fill": fill}
    if bold:
        attributes["font_weight"] = "bold"
    if anchor != "start":
        attributes["text_anchor"] = anchor
    if _letters(shown).keys() - _WIDTH_OF.keys():
        # The widths of these characters are unknown, so the viewer is told to fit them to the estimate.
        attributes["textLength"] = text_width(shown, size, bold)
        attributes["lengthAdjust"] = "spacingAndGlyphs"
    return _element("text", escape(shown), attributes)


# --- Boxes ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Box:
    """A drawing of known size; its top left corner is the origin.

    Args:
        width: the width in pixels.
        height: the height in pixels.
        body: the SVG elements.
    """

    width: float
    height: float
    body: str = ""

    def at(self, x: float, y: float) -> str:
        """Return the elements moved to a position.

        >>> Box(1, 1, "<rect/>").at(2, 3)
        '<g transform="translate(2 3)"><rect/></g>'
        """
        if not self.body or (x == 0 and y == 0):
            return self.body
        return group(self.body, transform=f"translate({number(x)} {number(y)})")


def _offset(room: float, align: Align) -> float:
    """Return the offset of a box in a place that is larger by ``room``."""
    return {"start": 0.0, "middle": room / 2, "end": room}[align]


def beside(boxes: Sequence[Box], gap: float = 0, align: Align = "start") -> Box:
    """Put boxes in a row, left to right.

    >>> beside([Box(2, 5), Box(3, 4)], gap=1)
    Box(width=6, height=5, body='')
    """
    height = max((box.height for box in boxes), default=0)
    *places, end = _places((box.width for box in boxes), gap)
    placed = zip(boxes, places, strict=True)
    body = (box.at(x, _offset(height - box.height, align)) for box, x in placed)
    return Box(max(0, end - gap), height, "".join(body))


def _places(sizes: Iterable[float], gap: float) -> Iterator[float]:
    """Yield the start of each box in a row with gaps, and the start that another box would have."""
    return accumulate((size + gap for size in sizes), initial=0)


def stacked(boxes: Sequence[Box], gap: float = 0, align: Align = "start") -> Box:
    """Put boxes below one another.

    >>> stacked([Box(2, 5), Box(3, 4)], gap=1)
    Box(width=3, height=10, body='')
    """
    width = max((box.width for box in boxes), default=0)
    *places, end = _places((box.height for box in boxes), gap)
    placed = zip(boxes, places, strict=True)
    body = (box.at(_offset(width - box.width, align), y) for box, y in placed)
    return Box(width, max(0, end - gap), "".join(body))


def flow(boxes: Iterable[Box], width: float, gap: float = 0, line_gap: float = 0) -> Box:
    """Put boxes into rows of at most a given width, like words in a paragraph.

    >>> flow([Box(4, 1), Box(4, 1), Box(4, 1)], width=9, gap=1)
    Box(width=9, height=2, body='')
    """
    lines: list[list[Box]] = [[]]
    used = 0.0
    for box in boxes:
        if lines[-1] and used + box.width > width:
            lines.append([])
            used = 0.0
        lines[-1].append(box)
        used += box.width + gap
    return stacked([beside(line, gap, "end") for line in lines], line_gap)


def sized(
    box: Box, width: float = 0, height: float = 0, align: Align = "start", valign: Align = "start"
) -> Box:
    """Enlarge a box to at least a given width and height.

    >>> sized(Box(2, 5), width=4)
    Box(width=4, height=5, body='')
    """
    width, height = max(width, box.width), max(height, box.height)
    body = box.at(_offset(width - box.width, align), _offset(height - box.height, valign))
    return Box(width, height, body)


def padded(box: Box, x: float, y: float) -> Box:
    """Add a margin around a box: x on the left and right, y above and below.

    >>> padded(Box(2, 5), 1, 2)
    Box(width=4, height=9, body='')
    """
    return Box(box.width + 2 * x, box.height + 2 * y, box.at(x, y))


def framed(
    box: Box,
    fill: str = "none",
    stroke: str = "none",
    *,
    line: float = 1,
    radius: float = 4,
    dashes: str = "",
) -> Box:
    """Draw a rectangle of the same size behind a box.

    >>> framed(Box(2, 5), fill="#fff").body
    '<rect x="0.5" y="0.5" width="1" height="4" rx="4" fill="#fff" stroke="none"/>'
    """
    inset = line / 2  # half of a line lies on either side of its path
    attributes: dict[str, str | float] = {"x": inset, "y": inset}
    attributes |= {"width": box.width - line, "height": box.height - line, "rx": radius}
    attributes |= {"fill": fill, "stroke": stroke}
    if stroke != "none" and line != 1:
        attributes["stroke_width"] = line
    if dashes:
        attributes["stroke_dasharray"] = dashes
    return Box(box.width, box.height, _element("rect", "", attributes) + box.body)


def label(text: str, size: float = 12, *, bold: bool = False, fill: str = "#222") -> Box:
    """Draw one line of text.

    >>> label("honour").width == text_width("honour")
    True
    """
    shown = clean(text)
    if not shown:
        return Box(0, ceil(size * 1.4))
    body = text_at(shown, 0, round(size * 1.05, 2), size, bold=bold, fill=fill)
    return Box(text_width(shown, size, bold), ceil(size * 1.4), body)


def words(text: str, fill: str = SOFT, *, size: float = 12, bold: bool = False) -> Box:
    """Draw one line of text, by default in a soft colour.

    >>> words("second").height
    17
    """
    return label(text, size, bold=bold, fill=fill)


def paragraph(
    text: str, width: float, size: float = 12, *, bold: bool = False, fill: str = "#222"
) -> Box:
    """Draw a text broken into lines.

    >>> paragraph("the earlier play wins", 80).height
    34
    """
    lines = wrap(clean(text), width, size, bold)
    return stacked([label(line, size, bold=bold, fill=fill) for line in lines])


def aligned(rows: Sequence[Sequence[Box]]) -> list[list[Box]]:
    """Make the boxes of a table equally wide in each column and equally high in each row.

    Boxes are aligned left and centred vertically in their cells.

    >>> [[(cell.width, cell.height) for cell in row] for row in aligned([[Box(2, 5), Box(1, 1)]])]
    [[(2, 5), (1, 5)]]
    """
    widths = [max(box.width for box in column) for column in zip(*rows, strict=True)]
    heights = [max(box.height for box in row) for row in rows]
    return [
        [sized(box, width, height, valign="middle") for box, width in zip(row, widths, strict=True)]
        for row, height in zip(rows, heights, strict=True)
    ]


def page(title: str, parts: Sequence[Box]) -> str:
    """Write a complete SVG file that shows parts stacked below a title.

    >>> page("A hand", [Box(100, 10)]).startswith("<svg")
    True
    """
    heading = label(title, 18, bold=True)
    return document(padded(stacked([heading, *parts], 12), 16, 16), title, PAPER)


def document(box: Box, title: str, background: str = "#fff") -> str:
    """Write a complete SVG file that shows a box on a background.

    >>> document(Box(2, 5), "a trick").startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    True
    """
    width, height = ceil(box.width), ceil(box.height)
    name = element("title", escape(clean(title)))
    ground = element("rect", width=width, height=height, fill=background)
    root = {"xmlns": "http://www.w3.org/2000/svg", "version": "1.1"}
    view = {"viewBox": f"0 0 {width} {height}", "font_family": FONTS}
    attributes = root | {"width": number(width), "height": number(height)} | view
    return _element("svg", name + ground + box.body, attributes) + "\n"


# --- Symbols and cards ----------------------------------------------------------------------------

RED, BLACK = "#c8102e", "#1c1c1c"

_SHAPES = {
    "S": "M5 .6C7.6 2.9 9.3 4.3 9.3 6 9.3 7.3 8.4 8 7.4 8 6.6 8 6 7.7 5.5 7.1 5.6 8.2 5.9 9 6.6 9.6"
    "H3.4C4.1 9 4.4 8.2 4.5 7.1 4 7.7 3.4 8 2.6 8 1.6 8 .7 7.3.7 6 .7 4.3 2.4 2.9 5 .6Z",
    "H": "M5 9.2C2 6.8.6 5.2.6 3.4.6 2 1.6 1 2.9 1 3.8 1 4.6 1.5 5 2.3 5.4 1.5 6.2 1 7.1 1 8.4 1 "
    "9.4 2 9.4 3.4 9.4 5.2 8 6.8 5 9.2Z",
    "D": "M5 .4 8.6 5 5 9.6 1.4 5Z",
    "C": "M5 .5A2.1 2.1 0 0 1 6.6 4 2.1 2.1 0 1 1 5.5 7.1C5.6 8.2 5.9 9 6.6 9.6H3.4C4.1 9 4.4 8.2 "
    "4.5 7.1A2.1 2.1 0 1 1 3.4 4 2.1 2.1 0 0 1 5 .5Z",
    "star": "M5 .4 6.2 3.6 9.6 3.8 6.9 5.9 7.8 9.2 5 7.3 2.2 9.2 3.1 5.9.4 3.8 3.8 3.6Z",
    "check": "M.8 5.4 2.3 3.9 4 5.7 7.8 1.6 9.3 3 4 8.6Z",
    "cross": "M1.2 2.7 2.7 1.2 5 3.5 7.3 1.2 8.8 2.7 6.5 5 8.8 7.3 7.3 8.8 5 6.5 2.7 8.8 1.2 7.3 "
    "3.5 5Z",
    "arrow": "M.2 4.2H6V1.2L9.8 5 6 8.8V5.8H.2Z",
}
"""Outlines of symbols in a square of size 10. Fonts may lack these symbols or colour them."""


def sign(name: str, size: float, fill: str) -> Box:
    """Draw a symbol: a suit ``S H D C``, ``star``, ``check``, ``cross`` or ``arrow``.

    >>> sign("D", 20, "red").body
    '<path d="M5 .4 8.6 5 5 9.6 1.4 5Z" transform="scale(2)" fill="red"/>'
    """
    scale = f"scale({number(size / 10)})"
    return Box(size, size, element("path", d=_SHAPES[name], transform=scale, fill=fill))


def suit_colour(suit: str) -> str:
    """Return the colour of a suit's symbol.

    >>> suit_colour("H") == suit_colour("D") == RED
    True
    """
    return RED if suit in "HD" else BLACK


def rank_and_sign(card: Card) -> tuple[str, str, str]:
    """Return the rank printed on a card, the name of its symbol, and its colour.

    >>> from suitwise.cards import Card
    >>> rank_and_sign(Card("HT")), rank_and_sign(Card("BJ"))
    (('10', 'H', '#c8102e'), ('BJ', 'star', '#1c1c1c'))
    """
    if card.is_joker:
        return str(card), "star", RED if str(card) == "RJ" else BLACK
    return card.rank.replace("T", "10"), card.suit, suit_colour(card.suit)


def playing_card(card: Card) -> Box:
    """Draw a small playing card: its rank above its symbol.

    >>> from suitwise.cards import Card
    >>> playing_card(Card("HA")).width
    26
    """
    rank, name, colour = rank_and_sign(card)
    face = text_at(rank, 13, 15, 13, bold=True, fill=colour, anchor="middle")
    body = face + sign(name, 13, colour).at(6.5, 19)
    frame = framed(Box(26, 36, body), "#fff", "#9aa1ab")
    return Box(26, 36, titled(str(card), frame.body, class_="card"))


def tile(card: Card, size: float = 11) -> Box:
    """Draw a card in one line, its rank before its symbol, for tables of many cards.

    >>> from suitwise.cards import Card
    >>> tile(Card("HA")).height
    16
    """
    rank, name, colour = rank_and_sign(card)
    middle, height = size * 0.8, round(size * 1.5)
    fitting = size * {"10": 0.94, "BJ": 0.84, "RJ": 0.84}.get(rank, 1)
    face = text_at(rank, middle, size * 1.14, fitting, bold=True, fill=colour, anchor="middle")
    body = face + sign(name, size * 0.8, colour).at(2 * middle, size * 0.35)
    return Box(round(size * 2.6), height, titled(str(card), body))


# --- Plots ----------------------------------------------------------------------------------------

PLOTS = (".svg", ".png")


def check_plot(path: Path) -> None:
    """Check that a plot can be written to a file.

    Raises:
        SuitwiseError: the file is neither .svg nor .png, or matplotlib is missing or fails to start.
        OSError: the file can't be written.
    """
    if path.suffix.lower() not in PLOTS:
        raise SuitwiseError(f"{path.name}: a plot is an .svg or a .png file")
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise SuitwiseError(f"a plot needs matplotlib: {extra_of('plot')}") from None
    except ValueError as error:  # an unknown setting in the environment
        raise SuitwiseError(f"matplotlib does not start: {error}") from None
    _try_to_write(path)


def _try_to_write(path: Path) -> None:
    """Check that a file can be written, without changing it."""
    new = not path.exists()
    with open(path, "ab"):
        pass
    if new:
        path.unlink()


def plot_style(salt: str) -> AbstractContextManager[None]:
    """Return a context with the settings of all plots, under which SVG files are reproducible.

    Args:
        salt: a text from which the identifiers inside an SVG file are derived.
    """
    import matplotlib

    settings: Any = {"svg.hashsalt": salt, "svg.fonttype": "none", "font.family": "sans-serif"}
    style: AbstractContextManager[None] = matplotlib.rc_context(settings)
    return style


def save_plot(figure: Any, path: Path, description: str) -> None:
    """Write a matplotlib figure to a file, with a description for screen readers.

    Args:
        figure: the figure.
        path: an .svg or .png file, checked by ``check_plot``.
        description: the content of the plot in words.
    """
    kind = path.suffix.lower()[1:]
    undated = {"Date": None} if kind == "svg" else {}
    figure.savefig(path, format=kind, dpi=160, metadata={"Description": description, **undated})
