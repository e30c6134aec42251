"""Files of deals, one per line, and their double-dummy values in batches.

A line is ``DECLARATION LEADER HAND0 HAND1 HAND2 HAND3``, separated by blanks or tabs, with commas
between the dominoes of a hand; an empty hand is ``-``. Optional columns follow: ``out=SEAT``, the seat
that sits out in nello, and ``trick=`` with the dominoes on the table in the order of play. Blank lines
and everything after a ``#`` are skipped.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import islice
from operator import or_

from suitwise.errors import IllegalPosition, NotationError, SuitwiseError
from suitwise.foundation.seating import NOBODY, SEATS
from suitwise.foundation.text.lines import Readable, numbered_lines, refuse_mark
from suitwise.texas42.rules.dominoes import NELLO, Domino, dominoes_of
from suitwise.texas42.rules.position import Position
from suitwise.texas42.solve import solver
from suitwise.texas42.solve.search_general import COLUMNS

LONGEST_LINE = 4096
"""The longest line accepted, in bytes."""
_COLUMNS = 6
_MORE = re.compile("(?:out|trick)=(.*)")
_OTHER_SPACE = re.compile(r"[^\S \t\r\n]")


# --- Reading --------------------------------------------------------------------------------------


def read_deals(file: Readable, *, whole: bool = False) -> Iterator[Position]:
    """Yield the deals of a file as it is read.

    Args:
        file: a binary file.
        whole: whether to accept only deals of four hands at the start of a trick, for ``point_tables``.

    Raises:
        NotationError: a line is not a deal; the message gives its number.

    >>> from io import BytesIO
    >>> text = b"# a deal\\n5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5  # two tricks\\n"
    >>> [str(deal) for deal in read_deals(BytesIO(text))]
    ['5 0 5-5,6-4 3-2,6-6 4-1,5-0 1-1,6-5']
    """
    for number, line in numbered_lines(file, LONGEST_LINE):
        if number == 1:
            refuse_mark(line)
        text = line.partition(b"#")[0].decode("utf-8", "backslashreplace")
        if not text.strip():
            continue
        try:
            deal = parse_deal(text)
            if whole:
                _refuse_begun(deal)
        except SuitwiseError as error:
            raise NotationError(str(error), line=number) from None
        yield deal


def parse_deal(text: str) -> Position:
    """Parse one deal.

    Raises:
        NotationError: the text is not six columns followed by ``out=`` or ``trick=`` if any, or a column
            can't be read; commas may stand only between dominoes.
        IllegalPosition: no deal has these hands.

    >>> parse_deal("nello 3 1-0 1-1 2-0 2-2").declaration
    9
    >>> parse_deal("nello 0 1-0 1-1,3-1 2-0,2-2 3-0,5-0 out=2 trick=6-0").turn
    1
    """
    odd = _OTHER_SPACE.search(text)
    if odd:
        raise NotationError(f"blanks or tabs stand between columns, not {odd[0]!r}")
    columns = text.split()
    more = [_MORE.fullmatch(column) for column in columns[_COLUMNS:]]
    if len(columns) < _COLUMNS or not all(more):
        raise NotationError(
            f"a deal has six columns, a declaration, a leader and four hands, not {len(columns)}; "
            "out=2 and trick=6-4,5-5 may follow"
        )
    for dominoes in (*columns[2:_COLUMNS], *(found[1] for found in more if found)):
        if not all(dominoes.split(",")):
            raise NotationError(f"{dominoes[:24]!r}: one comma stands between dominoes, as 6-4,5-5")
    deal = Position.parse(text)
    if deal.over:
        raise NotationError("a hand has 1 to 7 dominoes, as 6-4,5-5")
    return deal


class Part:
    """The next batch of deals from an input, and the error that ended the input, if any.

    Args:
        deals: the rest of the input.
        most: the largest size of the batch.
    """

    def __init__(self, deals: Iterator[Position], most: int) -> None:
        self.deals: list[Position] = []
        self._fault: NotationError | None = None
        try:
            self.deals.extend(islice(deals, most))
        except NotationError as error:
            self._fault = error

    def __bool__(self) -> bool:
        return bool(self.deals) or self._fault is not None

    def end(self) -> None:
        """Raise the stored error; to be called once the deals before it have been answered."""
        if self._fault is not None:
            raise self._fault


# --- Values ---------------------------------------------------------------------------------------


def deal_values(deals: Sequence[Position], threads: int = 0) -> list[int]:
    """Return the value of each deal, as ``solve`` does for one.

    A value is the points of seats 0 and 2, or the bidder's tricks if a seat sits out.

    Args:
        deals: positions.
        threads: number of cores to use; 0 for all.

    >>> deal_values([parse_deal("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5")])
    [21]
    >>> deal_values([parse_deal("5 0 6-4 6-6,3-2 4-1,5-0 1-1,6-5 trick=5-5")])
    [21]
    """
    return [*solver.answer_all(solver.each_rows(deals), threads)]


def _is_before_a_trick_of_four(deal: Position) -> bool:
    """Return whether the table is empty and no seat sits out."""
    return deal.out == NOBODY and not deal.trick


def _refuse_begun(deal: Position) -> None:
    """Reject a deal with a trick on the table or a seat that sits out."""
    if not _is_before_a_trick_of_four(deal):
        raise IllegalPosition("a table is of four hands before a trick: leave out= and trick= away")


def lead_values(deals: Sequence[Position], threads: int = 0) -> list[dict[Domino, int]]:
    """Return the value of every legal play in each deal, as ``solve_moves`` does for one.

    Args:
        deals: positions.
        threads: number of cores to use; 0 for all.

    >>> leads, = lead_values([parse_deal("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5")])
    >>> {str(domino): value for domino, value in leads.items()}
    {'5-5': 21, '6-4': 21}
    """
    plays = [dominoes_of(deal.legal()) for deal in deals]
    asked = [
        solver.rows_after(deal, dominoes, solver.aim_of(deal), None)
        for deal, dominoes in zip(deals, plays, strict=True)
    ]
    found = iter(solver.answer_all((rows for rows, _ in asked), threads))
    return [
        {domino: next(found) + more for domino, more in zip(dominoes, at_once, strict=True)}
        for dominoes, (_, at_once) in zip(plays, asked, strict=True)
    ]


def worth_of_leads(deal: Position, leads: dict[Domino, int]) -> int:
    """Return the value of a deal from those of its plays: the best for the side on turn.

    >>> worth_of_leads(parse_deal("5 1 5-5 6-6 4-1 1-1"), {Domino("6-6"): 7})
    7
    """
    wants_more = solver.aim_of(deal).choosers >> deal.turn & 1
    return max(leads.values()) if wants_more else min(leads.values())


def unit_of(deal: Position) -> str:
    """Return the unit of a deal's value: points, or the bidder's tricks if a seat sits out.

    >>> unit_of(parse_deal("nello 0 6-5 5-4 4-3 6-3 out=2"))
    'tricks'
    """
    return "points" if deal.out == NOBODY else "tricks"


def point_tables(deals: Sequence[Position], threads: int = 0) -> list[list[tuple[int, ...]]]:
    """Return ``solver.table`` of every deal, by declaration and leader, without NumPy.

    Args:
        deals: positions of four seats; their own declarations and leaders are ignored.
        threads: number of cores to use; 0 for all.

    Raises:
        IllegalPosition: a deal has a trick on the table or a seat that sits out.

    >>> point_tables([parse_deal("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5")])[0][5]
    (21, 21, 21, 16)
    """
    for deal in deals:
        _refuse_begun(deal)
    tables = len(deals) * (NELLO + 1)
    declarations = [one for one in range(NELLO + 1) for _ in SEATS] * len(deals)
    each_asked = [deal for deal in deals for _ in range(len(SEATS) * (NELLO + 1))]
    rows = array("q", bytes(8 * COLUMNS * len(each_asked)))
    solver.fill_rows(
        rows,
        array("q", declarations),
        [array("q", (deal.hands[seat] for deal in each_asked)) for seat in SEATS],
        array("q", SEATS) * tables,
        array("q", (reduce(or_, deal.hands) for deal in each_asked)),
        array("q", (leader > 0 for leader in SEATS)) * tables,
    )
    by_declaration = [*zip(*[iter(solver.answer_rows(rows, threads)[0])] * len(SEATS), strict=True)]
    return [by_declaration[first : first + NELLO + 1] for first in range(0, tables, NELLO + 1)]
