"""Dominoes, tricks and tables of chances as text for the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil
from typing import TYPE_CHECKING

from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.seating import NOBODY, SEATS, seats_from
from suitwise.foundation.text.phrase_lists import one_of
from suitwise.foundation.text.phrases import Phrase, Seat, phrase
from suitwise.texas42.rules.auction import CALL_TEXT
from suitwise.texas42.rules.dominoes import HAND_POINTS, HIGH, LOW, Domino, dominoes_of
from suitwise.texas42.rules.position import Position, Trick
from suitwise.texas42.rules.suits import NELLO
from suitwise.texas42.rules.tricks import winning_place
from suitwise.texas42.rules.words import DECLARATION_NAMES
from suitwise.texas42.solve.bidding import BIDS, OFTEN_ENOUGH, STRAIGHT, BiddingTable

if TYPE_CHECKING:
    from suitwise.texas42.solve.house_bids import HouseBid
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
"""Where the pips of an end lie, as columns and rows of a square of three by three."""
CONFIDENCE = 0.95
"""How sure a bound on a chance is."""
WIDTH = 9
"""How wide a domino is in letters."""
_FIVE = range(5)
_BLANK = (" " * WIDTH,) * len(_FIVE)


# --- Dominoes -------------------------------------------------------------------------------------


def domino_lines(domino: int) -> tuple[str, ...]:
    """Return a domino as five lines of nine letters, its higher end at the left.

    >>> print(*domino_lines(Domino("6-1")), sep="\\n")
    ┌───┬───┐
    │● ●│   │
    │● ●│ ● │
    │● ●│   │
    └───┴───┘
    """
    rows = (f"│{_row(HIGH[domino], y)}│{_row(LOW[domino], y)}│" for y in range(3))
    return ("┌───┬───┐", *rows, "└───┴───┘")


def _row(pips: int, y: int) -> str:
    return "".join("●" if (x, y) in PIPS_AT[pips] else " " for x in range(3))


def hand_picture(dominoes: Iterable[int], width: int = 0) -> str:
    """Return dominoes side by side, their names below.

    Args:
        dominoes: the dominoes.
        width: how many characters a row may have, at least one domino; 0 for a single row.

    >>> print(hand_picture([Domino("5-0"), Domino("2-2")]))
    ┌───┬───┐ ┌───┬───┐
    │● ●│   │ │●  │●  │
    │ ● │   │ │   │   │
    │● ●│   │ │  ●│  ●│
    └───┴───┘ └───┴───┘
       5-0       2-2
    """
    drawn = [(*domino_lines(domino), f"{Domino(domino)!s:^{WIDTH}}") for domino in dominoes]
    beside = max((width + 1) // (WIDTH + 1), 1) if width else max(len(drawn), 1)
    rows = [drawn[at : at + beside] for at in range(0, len(drawn), beside)]
    return "\n".join(" ".join(line).rstrip() for row in rows for line in zip(*row, strict=True))


def trick_picture(
    leader: int,
    dominoes: Sequence[int],
    declaration: int,
    *,
    out: int = -1,
    below: int = 0,
    name: Callable[[Seat], str] = str,
) -> str:
    """Return a trick, whole or not, with the seats round the table; play goes round to the left.

    The domino that wins so far is starred, the first one marked as led.

    Args:
        leader: the seat that led.
        dominoes: what was played, in order.
        declaration: what was declared.
        out: the seat that sits out, or ``NOBODY``.
        below: the seat that is drawn at the bottom.
        name: says what a seat is called.

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
    cells = dict(zip(seats_from(leader, out), dominoes, strict=False))
    marks = {leader: " led"} if dominoes else {}
    if dominoes:
        winner = seats_from(leader, out)[winning_place(dominoes, declaration)]
        marks[winner] = f"{marks.get(winner, '')} *"
    around = [(below + step) % 4 for step in SEATS]
    names = [
        f"{name(Seat(seat))}{' out' if seat == out else marks.get(seat, '')}" for seat in around
    ]
    drawn = [domino_lines(cells[seat]) if seat in cells else _BLANK for seat in around]
    return "\n".join(line.rstrip() for line in _table_lines(names, drawn))


def _table_lines(names: Sequence[str], drawn: Sequence[Sequence[str]]) -> Iterator[str]:
    """Lay the bottom, left, top and right of a table out in three columns."""
    # What is told of a seat may be wider than its domino; beside the left one stands another column.
    wide = max(WIDTH, len(names[1]))
    left = [f"{line:^{wide}}" for line in (names[1], *drawn[1])]
    right = [f"{names[3]:^{WIDTH}}", *drawn[3]]
    middle = [f"{names[2]:^{WIDTH}}", *drawn[2], f"{'-':^{WIDTH}}", *drawn[0]]
    middle.append(f"{names[0]:^{WIDTH}}")
    for row, centre in enumerate(middle):
        at = row - 3
        sides = (one[at] if 0 <= at < len(left) else "" for one in (left, right))
        yield f"{next(sides):<{wide}}  {centre:<{WIDTH}}  {next(sides)}"


def position_picture(position: Position, below: int = 0, name: Callable[[Seat], str] = str) -> str:
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
        name=name,
    )


def trick_lines(tricks: Iterable[Trick], out: int = NOBODY) -> Iterator[str]:
    """Yield a line for each whole trick: who played what, who took it and its points.

    Args:
        tricks: the tricks in order.
        out: the seat that sits out, or ``NOBODY``.

    >>> position = Position.parse("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5")
    >>> _, tricks = position.line([Domino(one) for one in ("5-5", "3-2", "5-0", "6-5")])
    >>> print(*trick_lines(tricks))
    1. seat 0 5-5, seat 1 3-2, seat 2 5-0, seat 3 6-5: seat 0 took 21 points
    """
    for number, trick in enumerate(tricks, 1):
        seats = map(Seat, seats_from(trick.leader, out))
        plays = [f"{seat} {domino}" for seat, domino in zip(seats, trick.dominoes, strict=True)]
        points = f"{trick.points} point{'s' * (trick.points != 1)}"
        yield f"{number}. {', '.join(plays)}: {Seat(trick.winner)} took {points}"


def state_picture(state: Texas42State) -> str:
    """Return a whole position of a game: the calls, the trick on the table, every hand.

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


# --- Tables ---------------------------------------------------------------------------------------


def declaration_name(declaration: int) -> Phrase:
    """Return a declaration in words.

    >>> declaration_name(5), declaration_name(7), declaration_name(8)
    ('fives', 'doubles', 'notrump')
    """
    return DECLARATION_NAMES[declaration]


def bidding_text(table: BiddingTable, *, blind: bool = False) -> str:
    """Return the chances of a table in percent with their standard errors, a line a bid.

    Where no deal or every deal makes a bid stands a bound that holds with 95 % confidence.

    Args:
        table: the table.
        blind: whether of declarers who do not see.

    >>> import numpy as np
    >>> table = BiddingTable(127, np.array([[30, 31, 29, 42]] + 8 * [[0, 0, 0, 30]]))
    >>> print(*bidding_text(table).splitlines()[:2], sep="\\n")
    bid    blanks    aces  deuces   treys   fours   fives   sixes doubles notrump
    30      75±22   25±22   25±22   25±22   25±22   25±22   25±22   25±22   25±22
    """
    chances = table.blind_make if blind else table.make
    errors = table.blind_error if blind else table.error
    lines = ["bid  " + "".join(f"{declaration_name(one):>8}" for one in STRAIGHT)]
    for row, bid in enumerate(BIDS):
        cells = (percent(chances[one, row], errors[one, row], table.worlds) for one in STRAIGHT)
        lines.append(f"{bid:<5}" + "".join(f"{cell:>8}" for cell in cells))
    if not blind:
        lines.append("mean " + "".join(f"{mean:>8.1f}" for mean in table.mean_points))
    return "\n".join(lines)


def house_bids_text(bids: Sequence[HouseBid]) -> str:
    """Return how often the contracts of a house are made, in percent as in ``bidding_text``.

    Args:
        bids: the contracts; none where house and hand allow none.

    >>> from suitwise.texas42.solve.house_bids import HouseBid
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
    """Say how high a hand may bid, and that no more is won by bidding so high.

    Args:
        table: the table.
        least: how often a bid must be made.
        blind: whether by declarers who do not see.

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
        declarations: its declaration, or all that are as good.
        made: in how many deals it is made.
        deals: how many there are.
        least: how often is enough.
    """
    return phrase(
        "texas42.bid-as-high",
        "bid as high as {bid} with {declaration}, made in {made} of {deals}, the highest bid that "
        "{least} % of them make; the cheapest bid that wins the auction is as good, for 30 to 42 "
        "stake one mark",
        bid=phrase("texas42.one-mark", "1m (42)") if bid == HAND_POINTS else bid,
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
    """Return a chance in percent with its standard error; of none and of all a bound (95 %).

    Args:
        chance: the share of deals.
        error: its standard error.
        deals: how many deals were sampled.

    >>> percent(0.75, 0.0433, 100), percent(0, 0, 100), percent(1, 0, 50)
    ('75±4', '<3', '>94')
    """
    if 0 < chance < 1:
        return f"{100 * chance:.0f}±{max(100 * error, 1):.0f}"
    # If it were more, less than one sample in twenty would be without it.
    most = ceil(100 * (1 - (1 - CONFIDENCE) ** (1 / deals)))
    return f">{100 - most}" if chance else f"<{most}"


def points_text(points: NDArray[np.int64]) -> str:
    """Return a deal's table of points, a line a declaration, a column a leader.

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
        for one in range(NELLO + 1)
    )
    return "\n".join([head, *rows])
