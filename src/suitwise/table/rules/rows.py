"""What a table keeps in the file: a dataclass for the rows of each of its tables.

Rows are written together before a change takes effect. ``TableRow``, ``SeatRow`` and ``DealRow`` take
the place of the row of the same key; ``MoveRow``, ``EventRow`` and ``AnswerRow`` are only ever added. Of
answers, and of events that pass, the last alone are kept: whatever people do, a table has an end.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table, by ``id``; ``life`` is its stage, ``house`` JSON, ``n`` the lines told so far."""

    id: str
    variant: str
    house: str
    life: str
    v: int
    made: int
    touched: int
    n: int = 0


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat, by ``tab`` and ``seat``; ``token`` is the digest, None where it belongs to nobody."""

    tab: str
    seat: int
    name: str
    controller: str
    player: str
    token: bytes | None


@dataclass(frozen=True, slots=True)
class DealRow:
    """A deal, by ``tab`` and ``deal``; ``ply`` counts all the table's moves before it."""

    tab: str
    deal: int
    start: str
    key: bytes
    opened: int | None
    ply: int = 0


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A move that is not chance's, by ``tab`` and ``ply``; ``ply`` grows for ever, takeback or not.

    The plies between two rows are made again from the deal's key: chance's moves and unasked passes.
    """

    tab: str
    ply: int
    deal: int
    seat: int
    move: str
    by: str
    req: str | None
    at: int


@dataclass(frozen=True, slots=True)
class EventRow:
    """What else happened, by ``tab`` and ``n``; ``body`` is JSON and names the ``ply`` that follows."""

    tab: str
    n: int
    v: int
    kind: str
    seat: int | None
    body: str
    at: int


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """The answer to a command, by ``tab``, ``seat`` and ``req``; JSON (``messages.kept``)."""

    tab: str
    seat: int
    req: str
    answer: str


PASSING = (
    *("answer", "back", "begin", "chat", "cover", "erred", "fall"),
    *("late", "leave", "pause", "propose", "resume", "sit"),
)
"""The kinds of events of which the last alone are kept: no deal is played otherwise without the rest."""
MOST_PASSING, MOST_ANSWERS = 200, 256
"""How many events of such a kind are kept of a table, and how many answers of a seat."""
MOST_ROWS = 100_000
"""How many moves and other events a table may have; one with more is not read."""

Row: TypeAlias = TableRow | SeatRow | DealRow | MoveRow | EventRow | AnswerRow


def shifted(row: Row, by: int) -> Row:
    """Return a row whose times are later by some milliseconds.

    >>> shifted(EventRow("7KQ2M", 0, 1, "end", None, "{}", at=5), 10).at
    15
    """
    times: dict[str, Any] = {
        name: at + by
        for name in ("made", "touched", "opened", "at")
        if (at := getattr(row, name, None)) is not None
    }
    return replace(row, **times) if times else row
