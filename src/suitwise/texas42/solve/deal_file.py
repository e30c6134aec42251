"""Deals in a file, one a line, and what they are worth, many at a time.

A line is ``DECLARATION LEADER HAND0 HAND1 HAND2 HAND3``, hands of equal size with commas between their
dominoes, columns with blanks or tabs; all four play and the leader is to lead. Blank lines and what
follows a ``#`` are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.seating import SEATS, side
from suitwise.foundation.text.lines import Readable, numbered_lines, refuse_mark
from suitwise.texas42.rules.dominoes import Domino, dominoes_of
from suitwise.texas42.rules.position import Position
from suitwise.texas42.rules.suits import NELLO
from suitwise.texas42.solve.questions import aim_of, answer_all, question_rows
from suitwise.texas42.solve.solver_batch import values

LONGEST_LINE = 4096
"""How many bytes a line has at most."""
_COLUMNS = 6
_OTHER_SPACE = re.compile(r"[^\S \t\r\n]")


# --- Reading --------------------------------------------------------------------------------------


def read_deals(file: Readable) -> Iterator[Position]:
    """Yield the deals of a file as it is read.

    Args:
        file: the input, in binary.

    Raises:
        NotationError: a line is no deal, with its number.

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
            yield parse_deal(text)
        except SuitwiseError as error:
            raise NotationError(str(error), line=number) from None


def parse_deal(text: str) -> Position:
    """Read one deal.

    Raises:
        NotationError: it has not six columns, or one of them can't be read: commas stand between
            dominoes and nowhere else.
        IllegalPosition: the hands are none that can lie together.

    >>> parse_deal("nello 3 1-0 1-1 2-0 2-2").declaration
    9
    """
    odd = _OTHER_SPACE.search(text)
    if odd:
        raise NotationError(f"blanks or tabs stand between columns, not {odd[0]!r}")
    columns = text.split()
    if len(columns) != _COLUMNS:
        raise NotationError(
            f"a deal has six columns, a declaration, a leader and four hands, not {len(columns)}"
        )
    for hand in columns[2:]:
        if not all(hand.split(",")):
            raise NotationError(f"{hand[:24]!r}: one comma stands between dominoes, as 6-4,5-5")
    deal = Position.parse(text)
    if deal.over:
        raise NotationError("a hand has 1 to 7 dominoes, as 6-4,5-5")
    return deal


class Part:
    """The next deals of an input, and the fault that ends it if there is one.

    Args:
        deals: the rest of the input.
        most: how many are taken at most.
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
        """Raise the fault, once the deals before it have been answered."""
        if self._fault is not None:
            raise self._fault


# --- What they are worth --------------------------------------------------------------------------


def deal_values(deals: Sequence[Position], threads: int = 0) -> list[int]:
    """Return the points that seats 0 and 2 take of each deal, as ``solve`` does of one.

    Args:
        deals: positions of four seats with the leader to lead.
        threads: how many cores to use; 0 for all.

    >>> deal_values([parse_deal("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5")])
    [21]
    """
    declarations, leaders = [one.declaration for one in deals], [one.leader for one in deals]
    found: list[int] = values(declarations, _hands(deals), leaders, threads).tolist()
    return found


def _hands(deals: Sequence[Position]) -> NDArray[np.int64]:
    return np.array([deal.hands for deal in deals], np.int64).reshape(-1, 4)


def lead_values(deals: Sequence[Position], threads: int = 0) -> list[dict[Domino, int]]:
    """Return what each deal is worth after every lead, as ``solve_moves`` does of one.

    Args:
        deals: positions of four seats with the leader to lead.
        threads: how many cores to use; 0 for all.

    >>> leads, = lead_values([parse_deal("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5")])
    >>> {str(domino): value for domino, value in leads.items()}
    {'5-5': 21, '6-4': 21}
    """
    leads = [dominoes_of(deal.legal()) for deal in deals]
    rows = [
        question_rows([deal.after(domino) for domino in plays], aim_of(deal))
        for deal, plays in zip(deals, leads, strict=True)
    ]
    found = iter(answer_all(rows, threads).tolist())
    return [{domino: next(found) for domino in plays} for plays in leads]


def worth_of_leads(deal: Position, leads: dict[Domino, int]) -> int:
    """Return what a deal is worth whose leads are: the best of them for the leader's side.

    >>> worth_of_leads(parse_deal("5 1 5-5 6-6 4-1 1-1"), {Domino("6-6"): 7})
    7
    """
    return max(leads.values()) if side(deal.leader) == 0 else min(leads.values())


def deal_tables(deals: Sequence[Position], threads: int = 0) -> NDArray[np.int64]:
    """Return ``solver.table`` of every deal: ``int64[n, 10, 4]``, by declaration and leader.

    Args:
        deals: positions of four seats; their own declarations and leaders do not count.
        threads: how many cores to use; 0 for all.

    >>> deal_tables([parse_deal("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5")])[0, 5].tolist()
    [21, 21, 21, 16]
    """
    shape = len(deals), NELLO + 1, len(SEATS)
    declarations, leaders = (axis.ravel() for axis in np.indices(shape)[1:])
    hands = np.repeat(_hands(deals), shape[1] * shape[2], axis=0)
    return values(declarations, hands, leaders, threads).reshape(shape)
