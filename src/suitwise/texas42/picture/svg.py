"""Dominoes, hands, tricks and tables of Texas 42 as standalone SVG files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.seating import SEATS, seats_from
from suitwise.foundation.text.phrases import Phrase, Say, Seat, phrase
from suitwise.picture import svg
from suitwise.picture.svg import Box, beside, framed, padded, sized, stacked
from suitwise.texas42.picture.text import PIPS_AT, declaration_name, percent
from suitwise.texas42.rules.dominoes import HAND_POINTS, HIGH, LOW, Domino, dominoes_of
from suitwise.texas42.rules.suits import NELLO
from suitwise.texas42.rules.tricks import trick_points, winning_place
from suitwise.texas42.solve.bidding import BIDS, STRAIGHT, BiddingTable

if TYPE_CHECKING:
    from suitwise.texas42.rules.position import Position

PAPER, PANEL, EDGE = "#f4f5f7", "#ffffff", "#c3c9d1"
INK, SOFT, IVORY = "#222222", "#59636e", "#fdfcf6"
WON = "#0072b2"
"""The line round the domino that wins; it is named, too."""
_PIPS = ("#ffffff", "#1c1c1c", "#2b7a78", "#c8102e", "#8a4b08", "#1f5fa8", "#5b2a86")
"""The colour of each end's pips: a help for the eye, their number tells."""
END = 34
"""How many pixels an end of a domino measures."""
_CELL = 56, 24
_ROW_NAME = 60
_NAME_WIDTH = 110
NOTE = (
    "A double-dummy estimate: everybody sees all hands. No bound in either direction. "
    "The number after ± is the standard error; < and > hold with 95 % confidence."
)
BLIND_NOTE = (
    "The same deals played by declarers who do not see, against defenders who see everything: "
    "a lower bound."
)


# --- Dominoes -------------------------------------------------------------------------------------


def draw_domino(domino: int, *, upright: bool = False, line: str = SOFT) -> Box:
    """Draw a domino with its pips, its higher end at the left, or on top.

    Args:
        domino: the domino.
        upright: whether one end is drawn above the other.
        line: the colour of its edge.

    >>> draw_domino(Domino("6-4")).width, draw_domino(Domino("6-4"), upright=True).width
    (70, 36)
    """
    step = (0, END) if upright else (END, 0)
    pips = _end(HIGH[domino], 1, 1) + _end(LOW[domino], 1 + step[0], 1 + step[1])
    middle, far = END + 1, END - 3
    bar = (5, middle, far, middle) if upright else (middle, 5, middle, far)
    cut = svg.element("line", x1=bar[0], y1=bar[1], x2=bar[2], y2=bar[3], stroke=EDGE)
    width, height = step[0] + END + 2, step[1] + END + 2
    thick = 1 if line == SOFT else 2.5
    frame = framed(Box(width, height, cut + pips), IVORY, line, line=thick, radius=5)
    return Box(width, height, svg.titled(str(Domino(domino)), frame.body, class_="domino"))


def _end(pips: int, left: float, top: float) -> str:
    """Draw the pips of one end in its square."""
    third = END / 3.6
    centre = END / 2
    return "".join(
        svg.element(
            "circle",
            cx=left + centre + (x - 1) * third,
            cy=top + centre + (y - 1) * third,
            r=END / 9,
            fill=_PIPS[pips],
        )
        for x, y in PIPS_AT[pips]
    )


def draw_hand(dominoes: Iterable[int], title: str = "A hand of Texas 42") -> str:
    """Draw dominoes side by side as an SVG file.

    >>> draw_hand([Domino("6-4"), Domino("5-5")]).count('class="domino"')
    2
    """
    return _page(title, [_row_of(dominoes)])


def _row_of(dominoes: Iterable[int]) -> Box:
    return beside([draw_domino(domino, upright=True) for domino in dominoes], 6)


# --- Tricks ---------------------------------------------------------------------------------------


def draw_trick(
    leader: int,
    dominoes: Sequence[int],
    declaration: int,
    *,
    out: int = -1,
    title: str = "A trick of Texas 42",
    say: Say = str,
) -> str:
    """Draw a trick as an SVG file: seat 0 at the bottom, play goes round to the left.

    Args:
        leader: the seat that led.
        dominoes: what was played, in order; perhaps not by all.
        declaration: what was declared.
        out: the seat that sits out, or ``NOBODY``.
        title: the heading.
        say: how the seats and all other words are said.

    >>> picture = draw_trick(0, [Domino("5-1"), Domino("6-5"), Domino("5-5")], 5)
    >>> picture.count('class="domino"'), "seat 2 wins" in picture
    (3, True)
    """
    seats = seats_from(leader, out)
    played = dict(zip(seats, dominoes, strict=False))
    winner = seats[winning_place(dominoes, declaration)] if dominoes else -1
    whole = len(dominoes) == len(seats)
    bottom, left, top, right = (
        _place(_told(seat, leader, winner, out, whole, say), played.get(seat, -1), seat == winner)
        for seat in SEATS
    )
    middle = stacked([top, Box(0, 12), bottom], align="middle")
    table = padded(beside([left, middle, right], 24, "middle"), 24, 18)
    facts = say(_declared(declaration, trick_points(dominoes) if whole else None))
    return _page(title, [svg.label(facts, 12, fill=SOFT), framed(table, PANEL, EDGE, radius=6)])


def draw_position(position: Position) -> str:
    """Draw the trick on the table and every hand as an SVG file.

    >>> from suitwise.texas42.rules.position import Position
    >>> draw_position(Position.parse("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5")).count('class="domino"')
    8
    """
    trick = [_row_of(position.trick)] if position.trick else []
    hands = [
        beside([svg.label(f"seat {seat}", 12), _row_of(dominoes_of(hand))], 12, "middle")
        for seat, hand in enumerate(position.hands)
    ]
    title = f"{declaration_name(position.declaration)}, seat {position.leader} leads"
    return _page(title, [*trick, *hands])


def _declared(declaration: int, points: int | None) -> Phrase:
    """Say what was declared, and of a whole trick what it is worth."""
    name = declaration_name(declaration)
    if points is None:
        return phrase("texas42.draw.declared", "{name} declared", name=name)
    if points == 1:
        return phrase("texas42.draw.point", "{name} declared · 1 point", name=name)
    return phrase("texas42.draw.points", "{name} declared · {n} points", name=name, n=points)


_DOES = {
    (True, False, False): phrase("texas42.draw.led", "led"),
    (True, True, False): phrase("texas42.draw.led-leads", "led, wins so far"),
    (True, True, True): phrase("texas42.draw.led-wins", "led, wins"),
    (False, True, False): phrase("texas42.draw.leads", "wins so far"),
    (False, True, True): phrase("texas42.draw.wins", "wins"),
}
"""What a seat does in a trick: whether it led, whether it wins, whether the trick is whole."""
_OUT = phrase("texas42.draw.out", "sits out")


def _told(seat: int, leader: int, winner: int, out: int, whole: bool, say: Say) -> str:
    """Name a seat, and say what it does in a trick."""
    wins = seat == winner
    does = _OUT if seat == out else _DOES.get((seat == leader, wins, whole and wins))
    name = svg.shorten(say(Seat(seat)), _NAME_WIDTH)
    return name if does is None else f"{name} {say(does)}"


def _place(told: str, domino: int, wins: bool) -> Box:
    """Draw a seat's name, and what it played."""
    name = svg.label(told, 12, bold=wins, fill=WON if wins else INK)
    if domino < 0:
        empty = framed(Box(2 * END + 2, END + 2), "none", EDGE, radius=5, dashes="3 3")
        return stacked([name, empty], 3, "middle")
    return stacked([name, draw_domino(domino, line=WON if wins else SOFT)], 3, "middle")


# --- Tables ---------------------------------------------------------------------------------------


def draw_bidding(table: BiddingTable) -> str:
    """Draw the chances of every bid and declaration, warm where they are small, green where large.

    >>> import numpy as np
    >>> table = BiddingTable(127, np.array([[30, 31, 29, 42]] + 8 * [[0, 0, 0, 30]]))
    >>> "75" in draw_bidding(table), draw_bidding(table).count('class="cell"')
    (True, 117)
    """
    deals = table.worlds
    heading = f"What to bid: {deals:,} deal{'s' * (deals != 1)}"
    parts = [_row_of(dominoes_of(table.hand)), *_chances(table.make, table.error, deals, NOTE)]
    if table.blind_points is not None:
        parts += _chances(table.blind_make, table.blind_error, deals, BLIND_NOTE)
    return _page(heading, parts)


def _chances(
    chances: NDArray[np.float64], errors: NDArray[np.float64], deals: int, note: str
) -> list[Box]:
    """Draw one table of chances and what it is."""

    def cell(row: int, column: int) -> Box:
        chance, error = float(chances[column, row]), float(errors[column, row])
        told = percent(chance, error, deals).replace("±", " ±")
        name = f"{declaration_name(STRAIGHT[column])}, {BIDS[row]}: {told} %"
        return _heated(told, chance, name)

    columns = [declaration_name(one) for one in STRAIGHT]
    grid = _grid("bid", [*map(str, BIDS)], columns, cell)
    return [grid, svg.paragraph(note, grid.width, 12, fill=SOFT)]


def draw_points(points: NDArray[np.int64], hands: Sequence[int]) -> str:
    """Draw the points of seats 0 and 2 by declaration and leader, above them the hands.

    Args:
        points: ``int64[10, 4]``, as ``solver.table`` gives.
        hands: the dominoes of each seat, bits.

    >>> import numpy as np
    >>> draw_points(np.full((10, 4), 21), [1, 2, 4, 8]).count('class="cell"')
    40
    """
    seats = [
        beside([svg.label(f"seat {seat}", 12, bold=True), _row_of(dominoes_of(hand))], 10, "middle")
        for seat, hand in enumerate(hands)
    ]
    rows = [declaration_name(one) for one in range(NELLO + 1)]
    columns = [f"{seat} leads" for seat in SEATS]

    def cell(row: int, column: int) -> Box:
        value = int(points[row, column])
        name = f"{rows[row]}, {columns[column]}: {value} points"
        return _heated(str(value), value / HAND_POINTS, name)

    note = svg.label("Points that seats 0 and 2 take, all hands seen by all.", 12, fill=SOFT)
    return _page("What a deal is worth", [*seats, _grid("", rows, columns, cell), note])


def _grid(
    corner: str, rows: Sequence[str], columns: Sequence[str], cell: Callable[[int, int], Box]
) -> Box:
    """Draw a table: names at the left and above, a cell for each."""
    head = [_name(corner, _ROW_NAME), *(_name(name, _CELL[0]) for name in columns)]
    lines = [
        beside([_name(name, _ROW_NAME), *(cell(row, column) for column in range(len(columns)))], 2)
        for row, name in enumerate(rows)
    ]
    return stacked([beside(head, 2), *lines], 2)


def _name(text: str, width: float) -> Box:
    return sized(svg.label(text, 11, bold=True), width, _CELL[1], "middle", "middle")


def _heated(text: str, share: float, title: str) -> Box:
    """Draw a number on a ground that tells how much of the most it is."""
    width, height = _CELL
    words = svg.text_at(text, width / 2, 16, 11, fill=INK, anchor="middle")
    drawn = framed(Box(width, height, words), heat(share), radius=2)
    return Box(width, height, svg.titled(title, drawn.body, class_="cell"))


_COLD, _WARM, _GOOD = (247, 196, 168), (253, 243, 205), (160, 214, 175)


def heat(share: float) -> str:
    """Return a light colour for a share from 0 to 1: red, yellow, green.

    >>> heat(0), heat(0.5), heat(1)
    ('#f7c4a8', '#fdf3cd', '#a0d6af')
    """
    low, high = (_COLD, _WARM) if share < 0.5 else (_WARM, _GOOD)
    part = 2 * share - (share >= 0.5)
    mixed = (round(a + (b - a) * part) for a, b in zip(low, high, strict=True))
    return "#" + "".join(f"{value:02x}" for value in mixed)


def _page(title: str, parts: list[Box]) -> str:
    page = stacked([svg.label(title, 18, bold=True), *parts], 12)
    return svg.document(padded(page, 16, 16), title, PAPER)
