"""The judge and the solver: decide or solve every case of an input, on several threads.

The judge says whether each case can be won (rules page, "Input of the judge"). The solver adds the moves
to the win or the reason for the loss.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from typing import Any, Generic, TypeAlias, TypeVar

from suitwise.arguments import of_kind
from suitwise.errors import NotationError
from suitwise.foundation.arrays.compiled import rule
from suitwise.foundation.arrays.late_numpy import np
from suitwise.foundation.arrays.rows import cores, in_order
from suitwise.foundation.arrays.words import SPACE, write_number
from suitwise.foundation.text.lines import Readable
from suitwise.stacks.judge.cases import Cases, deal_case, read_cases
from suitwise.stacks.rules.decision import decide
from suitwise.stacks.rules.table import NOTHING, REMOVED, Table, face, zeros
from suitwise.stacks.solve.find_reason import Explainer
from suitwise.stacks.solve.winning_line import solve

# --- Work on several threads ----------------------------------------------------------------------

T = TypeVar("T")
R = TypeVar("R")

Shelf: TypeAlias = tuple[Any, Any, Any, Any, Any]
"""The arrays that ``deal_case`` deals from."""
Task: TypeAlias = Callable[[range], tuple[R, NotationError | None]]
"""Processes a range of cases; returns its result and the fault at which it stopped, if any."""


class PerThread(threading.local, Generic[T]):
    """An object that each thread has its own copy of, made on first use.

    Args:
        make: makes the object.

    >>> notes = PerThread(list)
    >>> notes.own.append(1)
    >>> notes.own
    [1]
    """

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make  # Python runs the __init__ of a threading.local again in every thread

    @cached_property
    def own(self) -> T:
        """The object of the current thread."""
        return self._make()


def table_and_shelf(cases: Cases) -> tuple[Table, Shelf]:
    """Return a table and a shelf for one thread; they need no clearing between cases."""
    cards = cases.cards
    dealt = zeros(cases.premade, cards.compiled)
    shelf = (cards.begin, cases.shared, dealt, cases.chosen, cases.first)
    return cards.table(cases.most_stacks), shelf


def in_pieces(cases: Cases, piece_cards: int, threads: int, task: Task[R]) -> Iterator[R]:
    """Process all cases in pieces, on several threads.

    Args:
        cases: the cases.
        piece_cards: the approximate number of cards in the cases of a piece.
        threads: the number of threads, if compiled rules work; 0 for all cores.
        task: processes the cases of a piece, counted from 0, up to a fault; returns its result and the
            fault.

    Yields:
        The results of the pieces in order.

    Raises:
        NotationError: the first fault, after the results of the cases before it.
    """
    workers = cores(threads) if cases.compiled else 1
    for made, fault in in_order(task, _pieces(cases, piece_cards), workers):
        yield made
        if fault is not None:
            raise fault
    if cases.fault is not None:
        raise cases.fault


def _pieces(cases: Cases, piece_cards: int) -> Iterator[range]:
    start = 0
    for case in range(cases.count):
        if cases.sizes[case + 1] - cases.sizes[start] >= piece_cards or case + 1 == cases.count:
            yield range(start, case + 1)
            start = case + 1


# --- The judge: can each case be won? -------------------------------------------------------------

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
        The number of cases decided; then the stack and the place of a card that appears twice in the
        next case, or NOTHING.
    """
    for case in range(start, stop):
        count, stack, place = deal_case(table, shelf, case)
        if stack != NOTHING:
            return case - start, stack, place
        verdicts[case - start], _, _ = decide(table, count, case + 1)
    return stop - start, NOTHING, NOTHING


@dataclass(frozen=True, slots=True)
class Batch:
    """The verdicts on consecutive cases.

    Args:
        first: the number of the first case, from 1.
        winnable: for each case whether it can be won.

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
        """Return the lines of the answer for these cases."""
        lines = enumerate(self.winnable, self.first)
        return b"".join(b"Case #%d: %s\n" % (number, _ANSWER[won]) for number, won in lines)


def judge_cases(cases: Cases, *, threads: int = 0) -> Iterator[Batch]:
    """Decide the cases of an input.

    Args:
        cases: the cases.
        threads: the number of threads; 0 for all cores.

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
    """Decide the cases of a file in the judge format, like ``judge_cases``.

    >>> from suitwise.stacks.judge.cases import judge_input
    >>> from suitwise.stacks.rules.layout import Layout
    >>> text = judge_input([Layout.parse("7b 7a | 3b 6b"), Layout.parse("7c 9a | 6d 2b | 4b 3a")])
    >>> b"".join(batch.answer() for batch in judge_file(BytesIO(text.encode())))
    b'Case #1: POSSIBLE\\nCase #2: IMPOSSIBLE\\n'
    """
    return judge_cases(read_cases(file), threads=threads)


def judge_text(text: str) -> str:
    """Answer an input in the judge format.

    Raises:
        NotationError: at the first fault, with its line.

    >>> print(judge_text("2 \\n 2 7 2 7 1 \\n 2 3 2 6 2 \\n 1 \\n 2 2 \\n 0 1 \\n"), end="")
    Case #1: POSSIBLE
    """
    of_kind(text, str, "text")
    data = BytesIO(text.encode("utf-8", "replace"))
    return b"".join(batch.answer() for batch in judge_file(data)).decode("ascii")


# --- The solver: moves to the win, or the reason for a loss ---------------------------------------

SOLVED_PIECE_CARDS = 100_000
"""A thread is given cases of about this many cards at a time."""

CARD_TWICE = 0
"""Returned in place of a verdict if a card appears twice in the case."""

_R, _M, _TO = b"rm>"


@rule
def write_moves(moves: Any, made: int, out: Any) -> int:
    """Write the text of moves, each preceded by a blank.

    Args:
        moves: two numbers per move: the stack, and the target of its top or REMOVED.
        made: the number of moves.
        out: bytearray or uint8 array with room for the text.

    Returns:
        The number of bytes written.

    >>> out = bytearray(16)
    >>> size = write_moves([3, REMOVED, 2, 0], 2, out)
    >>> out[:size]
    bytearray(b' r3 m2>0')
    """
    at = 0
    for k in range(made):
        to = moves[2 * k + 1]
        out[at] = SPACE
        out[at + 1] = _R if to == REMOVED else _M
        at = write_number(out, at + 2, moves[2 * k])
        if to != REMOVED:
            out[at] = _TO
            at = write_number(out, at + 1, to)
    return at


@rule
def solve_case(
    table: Any, shelf: Any, case: int, waiting: Any, empty: Any, moves: Any, out: Any
) -> tuple[int, int, int, int]:
    """Deal a case, solve it and write the text of the moves.

    Args:
        table: the table.
        shelf: see ``deal_case``.
        case: the case, counted from 0.
        waiting: array (suits,), overwritten.
        empty: array (stacks,), overwritten.
        moves: array of at least four numbers per card, overwritten.
        out: bytearray or uint8 array with room for the moves.

    Returns:
        The result of ``decide`` and the number of bytes written; or CARD_TWICE with the stack and the
        place of a card that appears twice.
    """
    count, stack, place = deal_case(table, shelf, case)
    if stack != NOTHING:
        return CARD_TWICE, stack, place, 0
    verdict, kinds, found, made = solve(table, count, case + 1, waiting, empty, moves)
    return verdict, kinds, found, write_moves(moves, made, out)


@dataclass(frozen=True, slots=True)
class Solution:
    """The solution of a case.

    Args:
        case: the number of the case, from 1.
        winnable: whether it can be won.
        text: the moves to the win, or the reason for the loss in words.
        reason: the reason for the loss as plain data, if requested.

    >>> from io import BytesIO
    >>> from suitwise.stacks.judge.cases import judge_input
    >>> from suitwise.stacks.rules.layout import Layout
    >>> text = judge_input([Layout.parse("7b 7a | 3b 6b")])
    >>> (solution,) = solve_file(BytesIO(text.encode()))
    >>> solution.winnable, solution.text, solution.answer()
    (True, b'r1 r1 m0>1', b'Case #1: POSSIBLE r1 r1 m0>1\\n')
    """

    case: int
    winnable: bool
    text: bytes
    reason: dict[str, Any] | None = None

    def answer(self) -> bytes:
        """Return the line of the answer.

        >>> Solution(1, True, b"r3 m2>0").answer()
        b'Case #1: POSSIBLE r3 m2>0\\n'
        """
        verdict = b"POSSIBLE" if self.winnable else b"IMPOSSIBLE"
        return b"Case #%d: %s\n" % (self.case, b" ".join(filter(None, (verdict, self.text))))

    def json(self) -> str:
        """Return the answer as the text of a JSON object."""
        words = self.text.decode()
        lost = {"words": words, "reason": self.reason}
        told = {"moves": words.split()} if self.winnable else lost
        return json.dumps({"case": self.case, "possible": self.winnable, **told})


class _Solver:
    """Solves the cases of an input; each thread has its own workspace."""

    def __init__(self, cases: Cases, reasons: bool) -> None:
        self._cases = cases
        self._reasons = reasons
        self._workspaces = PerThread(self._new_workspace)

    def _new_workspace(self) -> tuple[Table, Shelf, tuple[Any, ...]]:
        """Return a table, a shelf, and the arrays that ``solve_case`` overwrites."""
        cases, cards = self._cases, self._cases.most_cards
        sizes = (cases.cards.kinds, cases.most_stacks, 4 * cards)
        text = _text(2 * cards * (3 + 2 * len(str(cases.most_stacks))), cases.compiled)
        return *table_and_shelf(cases), (*(zeros(size, cases.compiled) for size in sizes), text)

    def solve(self, piece: range) -> tuple[list[Solution], NotationError | None]:
        """Solve a range of cases; return the solutions and the fault at which it stopped, if any."""
        solutions: list[Solution] = []
        for case in piece:
            solution = self._solve(case)
            if isinstance(solution, NotationError):
                return solutions, solution
            solutions.append(solution)
        return solutions, None

    def _solve(self, case: int) -> Solution | NotationError:
        cases = self._cases
        table, shelf, room = self._workspaces.own
        verdict, kinds, found, size = face(solve_case, cases.compiled)(table, shelf, case, *room)
        if verdict == CARD_TWICE:
            return cases.twice(case, kinds, cases.card_at(found))
        if verdict > 0:
            return Solution(case + 1, True, bytes(room[-1][1:size]))
        explainer = Explainer(cases.cards, table, cases.stacks(case), verdict, kinds)
        reason = explainer.reason().as_json() if self._reasons else None
        return Solution(case + 1, False, explainer.words().encode(), reason)


def _text(size: int, compiled: bool) -> Any:
    if not compiled:
        return bytearray(size)
    return np.empty(size, np.uint8)


def solve_cases(cases: Cases, *, threads: int = 0, reasons: bool = False) -> Iterator[Solution]:
    """Solve the cases of an input.

    Args:
        cases: the cases.
        threads: the number of threads; 0 for all cores.
        reasons: whether to include the reasons for losses as plain data.

    Yields:
        The solutions in order; every case before a fault is yielded.

    Raises:
        NotationError: at the first fault, with its line.

    >>> from io import BytesIO
    >>> from suitwise.stacks.judge.cases import judge_input, read_cases
    >>> from suitwise.stacks.rules.layout import Layout
    >>> text = judge_input([Layout.parse("7b 7a | 3b 6b"), Layout.parse("7c 9a | 6d 2b | 4b 3a")])
    >>> cases = read_cases(BytesIO(text.encode()))
    >>> [(solution.case, solution.winnable) for solution in solve_cases(cases)]
    [(1, True), (2, False)]
    """
    of_kind(cases, Cases, "cases")
    cases = cases.in_quicker_form()
    solver = _Solver(cases, reasons)
    for solutions in in_pieces(cases, SOLVED_PIECE_CARDS, threads, solver.solve):
        yield from solutions


def solve_file(file: Readable, *, threads: int = 0, reasons: bool = False) -> Iterator[Solution]:
    """Solve the cases of a file in the judge format, like ``solve_cases``.

    >>> from io import BytesIO
    >>> from suitwise.stacks.judge.cases import judge_input
    >>> from suitwise.stacks.rules.layout import Layout
    >>> text = judge_input([Layout.parse("7b 7a | 3b 6b"), Layout.parse("7c 9a | 6d 2b | 4b 3a")])
    >>> for solution in solve_file(BytesIO(text.encode())):
    ...     print(solution.answer().decode()[:40].rstrip())
    Case #1: POSSIBLE r1 r1 m0>1
    Case #2: IMPOSSIBLE 4 suits in 3 stacks:
    """
    return solve_cases(read_cases(file), threads=threads, reasons=reasons)


def solve_text(text: str) -> str:
    """Answer an input in the judge format with moves and reasons.

    Raises:
        NotationError: at the first fault, with its line.

    >>> print(solve_text("2 \\n 2 7 2 7 1 \\n 2 3 2 6 2 \\n 1 \\n 2 2 \\n 0 1 \\n"), end="")
    Case #1: POSSIBLE r1 r1 m0>1
    """
    of_kind(text, str, "text")
    data = BytesIO(text.encode("utf-8", "replace"))
    return b"".join(solution.answer() for solution in solve_file(data)).decode()
