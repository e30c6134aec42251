"""Pictures of Texas 42: dominoes, tricks and tables as text for the terminal, and as SVG."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil
from typing import TYPE_CHECKING

from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.seating import NOBODY, SEATS, seats_from
from suitwise.foundation.text.phrases import Phrase, Say, Seat, one_of, phrase
from suitwise.foundation.text.writing import cells
from suitwise.picture import svg
from suitwise.picture.svg import INK, SOFT, Box, beside, framed, padded, sized, stacked
from suitwise.texas42.rules import dominoes
from suitwise.texas42.rules.auction import CALL_TEXT
from suitwise.texas42.rules.dominoes import HIGH, Domino, dominoes_of, trick_points, winning_place
from suitwise.texas42.rules.position import Position, Trick
from suitwise.texas42.solve.bidding import BIDS, OFTEN_ENOUGH, STRAIGHT, BiddingTable

if TYPE_CHECKING:
    from suitwise.texas42.solve.bidding import HouseBid
    from suitwise.texas42.state import Texas42State


PIPS_AT: tuple[tuple[tuple[int, int], ...], ...] = (
    (),
    ((1, 1),),
    ((0, 0), (2, 2)),
    ((0, 0), (1, 1), (2, 2)),
    ((0, 0), (2, 0), (0, 2), (2, 2)),
    ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
)
"""The positions of the pips of an end, as columns and rows of a three by three square."""
CONFIDENCE = 0.95
"""The confidence level of a bound on a chance."""
WIDTH = 9
"""The width of a domino in characters."""
_FIVE = range(5)
_BLANK = (" " * WIDTH,) * len(_FIVE)


# --- Text: dominoes and tricks --------------------------------------------------------------------


def domino_lines(domino: int) -> tuple[str, ...]:
    """Return a domino as five lines of nine characters, its higher end at the left.

    >>> print(*domino_lines(Domino("6-1")), sep="\\n")
    ┌───┬───┐
    │● ●│   │
    │● ●│ ● │
    │● ●│   │
    └───┴───┘
    """
    rows = (f"│{_row(HIGH[domino], y)}│{_row(dominoes.LOW[domino], y)}│" for y in range(3))
    return ("┌───┬───┐", *rows, "└───┴───┘")


def _row(pips: int, y: int) -> str:
    return "".join("●" if (x, y) in PIPS_AT[pips] else " " for x in range(3))


def hand_picture(dominoes: Iterable[int], width: int = 0) -> str:
    """Return dominoes side by side, with their names below.

    Args:
        dominoes: the dominoes.
        width: the largest width of a row in characters, at least one domino; 0 for a single row.

    >>> print(hand_picture([Domino("5-0"), Domino("2-2")]))
    ┌───┬───┐ ┌───┬───┐
    │● ●│   │ │●  │●  │
    │ ● │   │ │   │   │
    │● ●│   │ │  ●│  ●│
    └───┴───┘ └───┴───┘
       5-0       2-2
    """
    drawn = [(*domino_lines(domino), f"{Domino(domino)!s:^{WIDTH}}") for domino in dominoes]
    in_row = max((width + 1) // (WIDTH + 1), 1) if width else max(len(drawn), 1)
    rows = [drawn[at : at + in_row] for at in range(0, len(drawn), in_row)]
    return "\n".join(" ".join(line).rstrip() for row in rows for line in zip(*row, strict=True))


def trick_picture(
    leader: int,
    dominoes: Sequence[int],
    declaration: int,
    *,
    out: int = -1,
    below: int = 0,
    say: Say = str,
) -> str:
    """Return a trick, complete or not, with the seats around the table; play goes to the left.

    The winning domino is starred, and the first one marked as led.

    Args:
        leader: the seat that led.
        dominoes: the dominoes played, in order.
        declaration: the declaration.
        out: the seat that sits out, or ``NOBODY``.
        below: the seat that is drawn at the bottom.
        say: says the name of a seat and what it does.

    >>> print(trick_picture(0, [Domino("5-1"), Domino("6-5"), Domino("5-5")], 5))
               seat 2 *
               ┌───┬───┐
               │● ●│● ●│
     seat 1    │ ● │ ● │   seat 3
    ┌───┬───┐  │● ●│● ●│
    │● ●│● ●│  └───┴───┘
    │● ●│ ● │      -
    │● ●│● ●│  ┌───┬───┐
    └───┴───┘  │● ●│   │
               │ ● │ ● │
               │● ●│   │
               └───┴───┘
               seat 0 led
    """
    played = dict(zip(seats_from(leader, out), dominoes, strict=False))
    marks = {leader: f" {say(_DOES[True, False, False])}"} if dominoes else {}
    if dominoes:
        winner = seats_from(leader, out)[winning_place(dominoes, declaration)]
        marks[winner] = f"{marks.get(winner, '')} *"
    around = [(below + step) % 4 for step in SEATS]
    names = [
        f"{say(Seat(seat))}{f' {say(_OUT)}' if seat == out else marks.get(seat, '')}"
        for seat in around
    ]
    drawn = [domino_lines(played[seat]) if seat in played else _BLANK for seat in around]
    return "\n".join(line.rstrip() for line in _table_lines(names, drawn))


def _table_lines(names: Sequence[str], drawn: Sequence[Sequence[str]]) -> Iterator[str]:
    """Arrange the bottom, left, top and right seat of a table in three columns."""
    # A seat's name may be wider than its domino; next to the left one there is another column.
    wide = max(WIDTH, cells(names[1]))
    left = [_centred(line, wide) for line in (names[1], *drawn[1])]
    right = [_centred(names[3]), *drawn[3]]
    middle = [_centred(names[2]), *drawn[2], _centred("-"), *drawn[0], _centred(names[0])]
    for row, centre in enumerate(middle):
        at = row - 3
        sides = (one[at] if 0 <= at < len(left) else " " * wide for one in (left, right))
        gap = " " * (WIDTH - cells(centre))
        yield f"{next(sides)}  {centre}{gap}  {next(sides)}"


def _centred(text: str, wide: int = WIDTH) -> str:
    """Return a text centred in a number of columns."""
    before, gap = divmod(max(wide - cells(text), 0), 2)
    return " " * before + text + " " * (before + gap)


def position_picture(position: Position, below: int = 0, say: Say = str) -> str:
    """Return the trick on the table of a position; the arguments are those of ``trick_picture``.

    >>> "seat 3 led" in position_picture(Position.parse("5 3 5-5 6-6 4-1 - trick=1-1"))
    True
    """
    return trick_picture(
        position.leader,
        position.trick,
        position.declaration,
        out=position.out,
        below=below,
        say=say,
    )


def trick_lines(tricks: Iterable[Trick], out: int = NOBODY) -> Iterator[Phrase]:
    """Yield a line for each complete trick: the plays, the winner and the points.

    Args:
        tricks: the tricks in order.
        out: the seat that sits out, or ``NOBODY``.

    >>> position = Position.parse("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5")
    >>> _, tricks = position.line([Domino(one) for one in ("5-5", "3-2", "5-0", "6-5")])
    >>> print(*trick_lines(tricks))
    1. seat 0 5-5, seat 1 3-2, seat 2 5-0, seat 3 6-5: seat 0 took 21 points
    """
    from suitwise.players.face import trick_told  # a bidding table needs no face

    for number, trick in enumerate(tricks, 1):
        plays = zip(seats_from(trick.leader, out), map(str, trick.dominoes), strict=True)
        yield trick_told(number, plays, trick.winner, points_named(trick.points))


def points_named(points: int) -> Phrase:
    """Return a number of points in words.

    >>> points_named(1), points_named(0)
    ('1 point', '0 points')
    """
    if points == 1:
        return phrase("texas42.name.point", "1 point")
    return phrase("texas42.name.points", "{n} points", n=points)


def state_picture(state: Texas42State) -> str:
    """Return a complete position of a game: the calls, the trick on the table, every hand.

    >>> from suitwise.texas42 import Texas42
    >>> state, _ = Texas42(match="hand").start().rolled(1, 0)
    >>> state_picture(state).splitlines()[0]
    'call: seat 1 is to move'
    """
    lines = [f"{state.phase}: " + (f"seat {state.turn} is to move" if state.turn >= 0 else "wait")]
    if state.calls:
        lines.append("calls " + " ".join(CALL_TEXT[call] for call in state.calls))
    if state.play is not None and state.play.position.trick:
        lines.append(position_picture(state.play.position))
    for seat, hand in enumerate(state.hands):
        lines += [f"seat {seat}", hand_picture(dominoes_of(hand))]
    return "\n".join(lines)


# --- Text: tables ---------------------------------------------------------------------------------


def declaration_name(declaration: int) -> Phrase:
    """Return a declaration in words.

    >>> declaration_name(5), declaration_name(7), declaration_name(8)
    ('fives', 'doubles', 'notrump')
    """
    return dominoes.DECLARATION_NAMES[declaration]


def bidding_text(table: BiddingTable, *, blind: bool = False) -> str:
    """Return the chances of a table in percent with their standard errors, one line per bid.

    If no deal or every deal makes a bid, a bound with 95 % confidence is given instead.

    Args:
        table: the table.
        blind: whether to give the chances of declarers who see only their own hands.

    >>> import numpy as np
    >>> table = BiddingTable(127, np.array([[30, 31, 29, 42]] + 8 * [[0, 0, 0, 30]]))
    >>> print(*bidding_text(table).splitlines()[:2], sep="\\n")
    bid    blanks    aces  deuces   treys   fours   fives   sixes doubles notrump
    30      75±22   25±22   25±22   25±22   25±22   25±22   25±22   25±22   25±22
    """
    lines = ["bid  " + "".join(f"{declaration_name(one):>8}" for one in STRAIGHT)]
    columns = [_percents(table, one, blind) for one in STRAIGHT]
    for bid, shares in zip(BIDS, zip(*columns, strict=True), strict=True):
        lines.append(f"{bid:<5}" + "".join(f"{share:>8}" for share in shares))
    if not blind:
        lines.append("mean " + "".join(f"{table.mean(one):>8.1f}" for one in STRAIGHT))
    return "\n".join(lines)


def _percents(table: BiddingTable, declaration: int, blind: bool) -> list[str]:
    """Return the chances of a declaration by bid, in percent."""
    chances, errors = (
        numbers(declaration, blind=blind) for numbers in (table.chances, table.errors)
    )
    return [percent(*both, table.worlds) for both in zip(chances, errors, strict=True)]


def house_bids_text(bids: Sequence[HouseBid]) -> str:
    """Return the chances of special contracts, in percent as in ``bidding_text``.

    Args:
        bids: the contracts; may be empty.

    >>> from suitwise.texas42.solve.bidding import HouseBid
    >>> print(house_bids_text([HouseBid("nello", 3, 4), HouseBid("plunge", 0, 4)]))
    nello            75±22
    plunge             <53
    """
    if not bids:
        return "the house adds no contract that this hand may bid"
    return "\n".join(
        f"{bid.name:<14}{percent(bid.chance, bid.error, bid.worlds):>8}" for bid in bids
    )


def advice_text(table: BiddingTable, least: float = OFTEN_ENOUGH, *, blind: bool = False) -> str:
    """Return the advice on the highest sufficient bid, and that a cheaper winning bid is as good.

    Args:
        table: the table.
        least: the share of deals in which a bid must be made.
        blind: whether by declarers who see only their own hands.

    >>> import numpy as np
    >>> print(advice_text(BiddingTable(127, np.array([[34, 35, 36, 29]] + 8 * [[0, 0, 0, 30]]))))
    bid as high as 34 with blanks, made in 3 of 4 deals, the highest bid that 70 % of them make; the \
cheapest bid that wins the auction is as good, for 30 to 42 stake one mark
    """
    found = table.suggestion(least, blind=blind)
    if found is None:
        return f"pass: no bid is made in {100 * least:.0f} % of the deals"
    bid, declaration = found
    made = round(table.chance(declaration, bid, blind=blind) * table.worlds)
    return highest_bid_text(bid, table.as_good(bid, blind=blind), made, table.worlds, least)


def highest_bid_text(
    bid: int, declarations: Sequence[int], made: int, deals: int, least: float
) -> Phrase:
    """Return the sentence on the highest bid that is made often enough.

    Args:
        bid: 30 to 42.
        declarations: its declaration, or several equally good ones.
        made: the number of deals in which it is made.
        deals: the number of deals.
        least: the share of deals that is enough.

    >>> str(highest_bid_text(36, [5], made=80, deals=100, least=0.7)).partition(",")[0]
    'bid as high as 36 with fives'
    """
    return phrase(
        "texas42.bid-as-high",
        "bid as high as {bid} with {declaration}, made in {made} of {deals}, the highest bid that "
        "{least} % of them make; the cheapest bid that wins the auction is as good, for 30 to 42 "
        "stake one mark",
        bid=phrase("texas42.one-mark", "1m (42)") if bid == dominoes.HAND_POINTS else bid,
        declaration=one_of(map(declaration_name, declarations)),
        made=f"{made:,}",
        deals=_deals_text(deals),
        least=round(100 * least),
    )


def _deals_text(deals: int) -> Phrase:
    if deals == 1:
        return phrase("texas42.one-deal", "1 deal")
    return phrase("texas42.deals", "{deals} deals", deals=f"{deals:,}")


def percent(chance: float, error: float, deals: int) -> str:
    """Return a chance in percent with its standard error; for 0 and 1, a bound (95 %).

    Args:
        chance: the share of deals.
        error: its standard error.
        deals: the number of sampled deals.

    >>> percent(0.75, 0.0433, 100), percent(0, 0, 100), percent(1, 0, 50)
    ('75±4', '<3', '>94')
    """
    if 0 < chance < 1:
        return f"{100 * chance:.0f}±{max(100 * error, 1):.0f}"
    # For any larger chance, fewer than one sample in twenty would be without such a deal.
    most = ceil(100 * (1 - (1 - CONFIDENCE) ** (1 / deals)))
    return f">{100 - most}" if chance else f"<{most}"


def points_text(points: NDArray[np.int64] | Sequence[Sequence[int]]) -> str:
    """Return a deal's table of points, with a line per declaration and a column per leader.

    Args:
        points: ``int64[10, 4]``, as ``solver.table`` gives.

    >>> import numpy as np
    >>> print(*points_text(np.arange(40).reshape(10, 4)).splitlines()[:2], sep="\\n")
    leads       0   1   2   3
    blanks      0   1   2   3
    """
    head = "leads    " + "".join(f"{seat:>4}" for seat in SEATS)
    rows = (
        f"{declaration_name(one):<9}" + "".join(f"{value:>4}" for value in points[one])
        for one in range(dominoes.NELLO + 1)
    )
    return "\n".join([head, *rows])


# --- SVG: colours and sizes -----------------------------------------------------------------------

IVORY = "#fdfcf6"
WON = "#0072b2"
"""The border colour of the winning domino, which is also named in words."""
_PIPS = ("#ffffff", "#1c1c1c", "#2b7a78", "#c8102e", "#8a4b08", "#1f5fa8", "#5b2a86")
"""The colours of the pips, by their number, as an additional cue."""
END = 34
"""The size of an end of a domino in pixels."""
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


# --- SVG: dominoes --------------------------------------------------------------------------------


def draw_domino(domino: int, *, upright: bool = False, line: str = SOFT) -> Box:
    """Draw a domino with its pips, its higher end at the left or on top.

    Args:
        domino: the domino.
        upright: whether one end is drawn above the other.
        line: the colour of its edge.

    >>> draw_domino(Domino("6-4")).width, draw_domino(Domino("6-4"), upright=True).width
    (70, 36)
    """
    step = (0, END) if upright else (END, 0)
    pips = _end(HIGH[domino], 1, 1) + _end(dominoes.LOW[domino], 1 + step[0], 1 + step[1])
    middle, far = END + 1, END - 3
    bar = (5, middle, far, middle) if upright else (middle, 5, middle, far)
    cut = svg.element("line", x1=bar[0], y1=bar[1], x2=bar[2], y2=bar[3], stroke=svg.EDGE)
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
    return svg.page(title, [_row_of(dominoes)])


def _row_of(dominoes: Iterable[int]) -> Box:
    return beside([draw_domino(domino, upright=True) for domino in dominoes], 6)


# --- SVG: tricks ----------------------------------------------------------------------------------


def draw_trick(
    leader: int,
    dominoes: Sequence[int],
    declaration: int,
    *,
    out: int = -1,
    title: str = "A trick of Texas 42",
    say: Say = str,
) -> str:
    """Draw a trick as an SVG file: seat 0 at the bottom, play goes to the left.

    Args:
        leader: the seat that led.
        dominoes: the dominoes played, in order; the trick may be incomplete.
        declaration: the declaration.
        out: the seat that sits out, or ``NOBODY``.
        title: the heading.
        say: translates the seats and all other words.

    >>> picture = draw_trick(0, [Domino("5-1"), Domino("6-5"), Domino("5-5")], 5)
    >>> picture.count('class="domino"'), "seat 2 wins" in picture
    (3, True)
    """
    seats = seats_from(leader, out)
    played = dict(zip(seats, dominoes, strict=False))
    winner = seats[winning_place(dominoes, declaration)] if dominoes else -1
    whole = len(dominoes) == len(seats)
    bottom, left, top, right = (
        _place(
            _role_of(seat, leader, winner, out, whole, say), played.get(seat, -1), seat == winner
        )
        for seat in SEATS
    )
    middle = stacked([top, Box(0, 12), bottom], align="middle")
    table = padded(beside([left, middle, right], 24, "middle"), 24, 18)
    facts = say(_declared(declaration, trick_points(dominoes) if whole else None))
    return svg.page(
        title, [svg.label(facts, 12, fill=SOFT), framed(table, svg.PANEL, svg.EDGE, radius=6)]
    )


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
    return svg.page(title, [*trick, *hands])


def _declared(declaration: int, points: int | None) -> Phrase:
    """Return the words for the declaration, and for the points of a complete trick."""
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
"""The role of a seat in a trick, by whether it led, wins so far, and has won the complete trick."""
_OUT = phrase("texas42.draw.out", "sits out")


def _role_of(seat: int, leader: int, winner: int, out: int, whole: bool, say: Say) -> str:
    """Return the name of a seat with its role in a trick."""
    wins = seat == winner
    does = _OUT if seat == out else _DOES.get((seat == leader, wins, whole and wins))
    name = svg.shorten(say(Seat(seat)), _NAME_WIDTH)
    return name if does is None else f"{name} {say(does)}"


def _place(name_and_role: str, domino: int, wins: bool) -> Box:
    """Draw a seat's name and the domino that it played."""
    name = svg.label(name_and_role, 12, bold=wins, fill=WON if wins else INK)
    if domino < 0:
        empty = framed(Box(2 * END + 2, END + 2), "none", svg.EDGE, radius=5, dashes="3 3")
        return stacked([name, empty], 3, "middle")
    return stacked([name, draw_domino(domino, line=WON if wins else SOFT)], 3, "middle")


# --- SVG: tables ----------------------------------------------------------------------------------


def draw_bidding(table: BiddingTable) -> str:
    """Draw the chances of every bid and declaration as a heat map from red (small) to green (large).

    >>> import numpy as np
    >>> table = BiddingTable(127, np.array([[30, 31, 29, 42]] + 8 * [[0, 0, 0, 30]]))
    >>> "75" in draw_bidding(table), draw_bidding(table).count('class="cell"')
    (True, 117)
    """
    deals = table.worlds
    heading = f"What to bid: {deals:,} deal{'s' * (deals != 1)}"
    parts = [_row_of(dominoes_of(table.hand)), *_chances(table, NOTE)]
    if table.is_blind:
        parts += _chances(table, BLIND_NOTE, blind=True)
    return svg.page(heading, parts)


def _chances(table: BiddingTable, note: str, *, blind: bool = False) -> list[Box]:
    """Draw a table of chances with its caption."""
    shares = [_percents(table, one, blind) for one in STRAIGHT]

    def cell(row: int, column: int) -> Box:
        share = shares[column][row].replace("±", " ±")
        name = f"{declaration_name(STRAIGHT[column])}, {BIDS[row]}: {share} %"
        return _heated(share, table.chance(STRAIGHT[column], BIDS[row], blind=blind), name)

    columns = [declaration_name(one) for one in STRAIGHT]
    grid = _grid("bid", [*map(str, BIDS)], columns, cell)
    return [grid, svg.paragraph(note, grid.width, 12, fill=SOFT)]


def draw_points(points: NDArray[np.int64], hands: Sequence[int]) -> str:
    """Draw the points of seats 0 and 2 by declaration and leader, with the hands above.

    Args:
        points: ``int64[10, 4]``, as ``solver.table`` gives.
        hands: the dominoes of each seat, as sets of bits.

    >>> import numpy as np
    >>> draw_points(np.full((10, 4), 21), [1, 2, 4, 8]).count('class="cell"')
    40
    """
    seats = [
        beside([svg.label(f"seat {seat}", 12, bold=True), _row_of(dominoes_of(hand))], 10, "middle")
        for seat, hand in enumerate(hands)
    ]
    rows = [declaration_name(one) for one in range(dominoes.NELLO + 1)]
    columns = [f"{seat} leads" for seat in SEATS]

    def cell(row: int, column: int) -> Box:
        value = int(points[row, column])
        name = f"{rows[row]}, {columns[column]}: {value} points"
        return _heated(str(value), value / dominoes.HAND_POINTS, name)

    note = svg.label("Points that seats 0 and 2 take, all hands seen by all.", 12, fill=SOFT)
    return svg.page("What a deal is worth", [*seats, _grid("", rows, columns, cell), note])


def _grid(
    corner: str, rows: Sequence[str], columns: Sequence[str], cell: Callable[[int, int], Box]
) -> Box:
    """Draw a table with row names at the left and column names above."""
    head = [_name(corner, _ROW_NAME), *(_name(name, _CELL[0]) for name in columns)]
    lines = [
        beside([_name(name, _ROW_NAME), *(cell(row, column) for column in range(len(columns)))], 2)
        for row, name in enumerate(rows)
    ]
    return stacked([beside(head, 2), *lines], 2)


def _name(text: str, width: float) -> Box:
    return sized(svg.label(text, 11, bold=True), width, _CELL[1], "middle", "middle")


def _heated(text: str, share: float, title: str) -> Box:
    """Draw a number on a background in the colour of its share."""
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


# --- Notebooks ------------------------------------------------------------------------------------


def draw_one(domino: Domino) -> str:
    """Draw a domino as SVG."""
    return draw_hand([domino], str(domino))


def draw_won(trick: Trick) -> str:
    """Draw the dominoes of a trick in the order of play, with its winner."""
    points = f"{trick.points} point{'s' * (trick.points != 1)}"
    return draw_hand(trick.dominoes, f"seat {trick.leader} led, seat {trick.winner} wins {points}")
