"""The judge: for every case of an input, whether it can be won (rules page, Input of the judge)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from suitwise.arguments import of_kind
from suitwise.errors import NotationError
from suitwise.foundation.arrays.compiled import rule
from suitwise.foundation.text.lines import Readable
from suitwise.stacks.judge.cases import Cases, read_cases
from suitwise.stacks.judge.repeated_cards import deal_case
from suitwise.stacks.judge.threads import PerThread, in_pieces, table_and_shelf
from suitwise.stacks.rules.decision import decide
from suitwise.stacks.rules.table import NOTHING, face, zeros

PIECE_CARDS = 500_000
"""A thread is given cases of about this many cards at a time."""

_ANSWER = {True: b"POSSIBLE", False: b"IMPOSSIBLE"}


@rule
def decide_cases(
    table: Any, shelf: Any, start: int, stop: int, verdicts: Any
) -> tuple[int, int, int]:
    """Decide the cases ``start <= case < stop``, counted from 0.

    Args:
        table: the table.
        shelf: see ``deal_case``.
        start: the first case.
        stop: the case after the last.
        verdicts: array (stop - start,), filled with the verdicts.

    Returns:
        How many cases are decided; where one has a card twice, its stack and place, else NOTHING.
    """
    for case in range(start, stop):
        count, stack, place = deal_case(table, shelf, case)
        if stack != NOTHING:
            return case - start, stack, place
        verdicts[case - start], _, _ = decide(table, count, case + 1)
    return stop - start, NOTHING, NOTHING


@dataclass(frozen=True, slots=True)
class Batch:
    """Consecutive cases, decided.

    Args:
        first: the number of the first case, from 1.
        winnable: whether each can be won.

    >>> batch = Batch(first=3, winnable=[True, False])
    >>> print(batch.answer().decode(), end="")
    Case #3: POSSIBLE
    Case #4: IMPOSSIBLE
    >>> batch.last
    4
    """

    first: int
    winnable: list[bool]

    @property
    def last(self) -> int:
        """The number of the last case."""
        return self.first + len(self.winnable) - 1

    def answer(self) -> bytes:
        """Return the answer's lines for these cases."""
        lines = enumerate(self.winnable, self.first)
        return b"".join(b"Case #%d: %s\n" % (number, _ANSWER[won]) for number, won in lines)


def judge_cases(cases: Cases, *, threads: int = 0) -> Iterator[Batch]:
    """Decide the cases of an input.

    Args:
        cases: the cases.
        threads: how many threads; 0 for all cores.

    Yields:
        Batches of cases in order; every case before a fault is yielded.

    Raises:
        NotationError: at the first fault, with its line.

    >>> from suitwise.stacks.judge.cases import judge_input, read_cases
    >>> from suitwise.stacks.rules.layout import Layout
    >>> text = judge_input([Layout.parse("7b 7a | 3b 6b"), Layout.parse("7c 9a | 6d 2b | 4b 3a")])
    >>> [(batch.first, batch.winnable) for batch in judge_cases(read_cases(BytesIO(text.encode())))]
    [(1, [True, False])]
    """
    of_kind(cases, Cases, "cases")
    cases = cases.in_quicker_form()
    tables = PerThread(lambda: table_and_shelf(cases))

    def decided(piece: range) -> tuple[Batch, NotationError | None]:
        verdicts = zeros(len(piece), cases.compiled)
        decide_all = face(decide_cases, cases.compiled)
        done, stack, place = decide_all(*tables.own, piece.start, piece.stop, verdicts)
        fault = None
        if done < len(piece):
            fault = cases.twice(piece.start + done, stack, cases.card_at(place))
        winnable = [verdict > 0 for verdict in verdicts[:done]]
        return Batch(piece.start + 1, winnable), fault

    return in_pieces(cases, PIECE_CARDS, threads, decided)


def judge_file(file: Readable, *, threads: int = 0) -> Iterator[Batch]:
    """Decide the cases of a file in the judge format; as ``judge_cases``.

    >>> from suitwise.stacks.judge.cases import judge_input
    >>> from suitwise.stacks.rules.layout import Layout
    >>> text = judge_input([Layout.parse("7b 7a | 3b 6b"), Layout.parse("7c 9a | 6d 2b | 4b 3a")])
    >>> b"".join(batch.answer() for batch in judge_file(BytesIO(text.encode())))
    b'Case #1: POSSIBLE\\nCase #2: IMPOSSIBLE\\n'
    """
    return judge_cases(read_cases(file), threads=threads)


def judge_text(text: str) -> str:
    """Answer a whole input of the judge format.

    Raises:
        NotationError: at the first fault, with its line.

    >>> print(judge_text("2 \\n 2 7 2 7 1 \\n 2 3 2 6 2 \\n 1 \\n 2 2 \\n 0 1 \\n"), end="")
    Case #1: POSSIBLE
    """
    of_kind(text, str, "text")
    data = BytesIO(text.encode("utf-8", "replace"))
    return b"".join(batch.answer() for batch in judge_file(data)).decode("ascii")
