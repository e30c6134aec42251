"""Decide or solve all cases of an input, and rule on a solver's answers.

The judge says whether each case can be won (rules page, "Input of the judge"). The solver adds the moves
to the win or the reason for the loss.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from io import BytesIO
from typing import Any, Generic, TypeAlias, TypeVar, get_args

from suitwise.arguments import each_of, of_kind
from suitwise.errors import IllegalPosition, NotationError
from suitwise.foundation.arrays.compiled import rule
from suitwise.foundation.arrays.lazy_numpy import np
from suitwise.foundation.arrays.rows import cores, in_order
from suitwise.foundation.arrays.words import SPACE, write_number
from suitwise.foundation.text.lines import Readable
from suitwise.stacks.judge.cases import Cases, deal_case, read_cases
from suitwise.stacks.rules.layout import MOST_NUMBER, Layout, parse_card
from suitwise.stacks.rules.moves import Move, Refusal, replay
from suitwise.stacks.rules.table import NOTHING, REMOVED, Table, decide, machine_if, zeros
from suitwise.stacks.solve.find_reason import Explainer, why_lost
from suitwise.stacks.solve.reason import Chain, End, MoreSuits, NoPath, Reason, Stuck, check_reason
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
    for result, fault in in_order(task, _pieces(cases, piece_cards), workers):
        yield result
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
"""The judge gives a thread cases of about this many cards at a time."""

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
        decide_all = machine_if(decide_cases, cases.compiled)
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
"""The solver gives a thread cases of about this many cards at a time."""

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
        words = filter(None, (_ANSWER[self.winnable], self.text))
        return b"Case #%d: %s\n" % (self.case, b" ".join(words))

    def json(self) -> str:
        """Return the answer as the text of a JSON object."""
        import json

        words = self.text.decode()
        lost = {"words": words, "reason": self.reason}
        details = {"moves": words.split()} if self.winnable else lost
        return json.dumps({"case": self.case, "possible": self.winnable, **details})


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
    workspaces = PerThread(lambda: (*table_and_shelf(cases), _room(cases)))

    def solved(piece: range) -> tuple[list[Solution], NotationError | None]:
        table, shelf, room = workspaces.own
        solutions: list[Solution] = []
        for case in piece:
            verdict, kinds, found, size = machine_if(solve_case, cases.compiled)(
                table, shelf, case, *room
            )
            if verdict == CARD_TWICE:
                stack, place = kinds, found
                return solutions, cases.twice(case, stack, cases.card_at(place))
            if verdict > 0:
                solutions.append(Solution(case + 1, True, bytes(room[-1][1:size])))
                continue
            explainer = Explainer(cases.cards, table, cases.stacks(case), verdict, kinds)
            reason = explainer.reason().as_json() if reasons else None
            solutions.append(Solution(case + 1, False, explainer.words().encode(), reason))
        return solutions, None

    for solutions in in_pieces(cases, SOLVED_PIECE_CARDS, threads, solved):
        yield from solutions


def _room(cases: Cases) -> tuple[Any, ...]:
    """Return the arrays that ``solve_case`` overwrites."""
    compiled, most_moves = cases.compiled, 2 * cases.most_cards
    sizes = cases.cards.kinds, cases.most_stacks, 2 * most_moves
    characters = most_moves * (len(" m>") + 2 * len(str(cases.most_stacks)))
    text = np.empty(characters, np.uint8) if compiled else bytearray(characters)
    return *(zeros(size, compiled) for size in sizes), text


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


# --- A solver's answers: the text of ``solve`` or its JSON, a line a case -------------------------

_VERDICT = re.compile(r"Case #([0-9]{1,9}): (POSSIBLE|IMPOSSIBLE)(?!\S)")
_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Answer:
    """A solver's answer to a case.

    Args:
        line: the line number of the answer.
        case: the number of the case.
        possible: whether the answer says that the case can be won.
        text: the text that contains the moves.
        begin: the index in the text where they start.
        reason: the reason for the loss, if the answer gives it as data.
    """

    line: int
    case: int
    possible: bool
    text: str
    begin: int = 0
    reason: Reason | None = None

    def moves(self, parse: Callable[[str], Move]) -> Iterator[Move]:
        """Parse the moves lazily, one at a time."""
        return (parse(word[0]) for word in _WORD.finditer(self.text, self.begin))


def read_answers(lines: Iterable[str]) -> Iterator[Answer]:
    """Read a solver's lines; blank lines and lines that start with ``#`` are skipped.

    Raises:
        NotationError: a line is not an answer.

    >>> for answer in read_answers(["Case #1: POSSIBLE r1 r1", '{"case": 2, "possible": false}']):
    ...     print(answer.case, answer.possible, *answer.moves(Move.parse))
    1 True r1 r1
    2 False
    """
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        yield _of_json(number, line) if line.startswith("{") else _of_text(number, line)


def _of_text(number: int, line: str) -> Answer:
    match = _VERDICT.match(line)
    if match is None:
        answers = "'Case #1: POSSIBLE' and moves, or 'Case #1: IMPOSSIBLE' and a reason"
        raise NotationError(f"{line.strip()[:24]!r} is no answer: {answers}", line=number)
    return Answer(number, int(match[1]), match[2] == "POSSIBLE", line, match.end())


def _of_json(number: int, line: str) -> Answer:
    import json

    try:
        data = json.loads(line)
        case = _number(data["case"])
        _require(type(data["possible"]) is bool)
        if not data["possible"]:
            plain = data.get("reason")
            reason = None if plain is None else read_reason(plain)
            return Answer(number, case, False, "", reason=reason)
        moves = data["moves"]
        _require(isinstance(moves, list) and all(isinstance(move, str) for move in moves))
        return Answer(number, case, True, " ".join(moves))
    except (ValueError, TypeError, KeyError, RecursionError):
        what = f"{line.strip()[:24]!r} is no answer as `solve --json` gives it"
        raise NotationError(what, line=number) from None


def read_reason(plain: Any) -> Reason:
    """Build a reason from the plain data of its ``as_json``.

    Raises:
        ValueError, TypeError, KeyError: the data is not a reason.

    >>> read_reason({"kind": "more suits", "suits": 3, "stacks": 2})
    MoreSuits(suits=3, stacks=2)
    """
    if plain["kind"] == "more suits":
        return MoreSuits(_number(plain["suits"]), _number(plain["stacks"]))
    if plain["kind"] == "stuck":
        return Stuck(tuple(map(parse_card, plain["tops"])))
    _require(plain["kind"] == "no path")
    return NoPath(_number(plain["bare"]), tuple(map(_chain, plain["chains"])))


def _chain(plain: Any) -> Chain:
    _require(plain["end"] in get_args(End))
    suits = tuple(map(_number, plain["suits"]))
    return Chain(suits, plain["end"], _number(plain["stack"]))


def _number(plain: object) -> int:
    if type(plain) is not int or not 0 <= plain <= MOST_NUMBER:
        raise ValueError
    return plain


def _require(holds: bool) -> None:
    if not holds:
        raise ValueError


# --- Rulings on the answers -----------------------------------------------------------------------

_KEPT_MOVES = 1 << 16
"""The size of the cache of parsed moves; the same moves occur again and again in an answer."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """The ruling on the answer to a case.

    Args:
        case: the number of the case.
        refusal: the reason why the answer is refused; None if it is accepted.

    >>> print(Ruling(1, None), Ruling(2, Refusal(3, "stack 0 is empty")), sep="; ")
    accepted; refused: move 3, stack 0 is empty
    """

    case: int
    refusal: Refusal | None

    def __str__(self) -> str:
        return "accepted" if self.refusal is None else f"refused: {self.refusal}"

    def as_json(self) -> dict[str, object]:
        """Return the ruling as plain data."""
        data: dict[str, object] = {"case": self.case, "accepted": self.refusal is None}
        if self.refusal is not None:
            data |= {"move": self.refusal.number, "reason": self.refusal.reason}
        return data


def rule_on(layouts: Iterable[Layout], lines: Iterable[str]) -> Iterator[Ruling]:
    """Rule on a solver's answers, line by line.

    ``POSSIBLE`` is accepted if the moves are legal and win. ``IMPOSSIBLE`` is accepted if the reason
    given as JSON passes the check from the definitions. A reason in words is not read; the check then
    uses the reason that ``why_lost`` finds. A refusal of a verdict or a reason has move number 0.

    Args:
        layouts: the cases.
        lines: the output of ``solve``, with or without ``--json``; blank lines and lines that start
            with ``#`` are skipped.

    Yields:
        One ruling per case.

    Raises:
        NotationError: a line is not an answer or answers another case, or there are too few or too
            many answers.

    >>> layouts = [Layout.parse("7b 7a | 3b 6b")]
    >>> print(*rule_on(layouts, ["Case #1: POSSIBLE r1 r1 m0>1"]))
    accepted
    >>> print(*rule_on(layouts, ["Case #1: IMPOSSIBLE"]))
    refused: move 0, the case can be won
    """
    answers = read_answers(each_of(lines, str, "a line"))
    parse = lru_cache(_KEPT_MOVES)(Move.parse)
    number = 0
    for number, layout in enumerate(each_of(layouts, Layout, "a layout"), 1):
        answer = next(answers, None)
        if answer is None:
            raise NotationError(f"the answers end before case {number}")
        if answer.case != number:
            other = f"this is the answer to case {answer.case}, not {number}"
            raise NotationError(other, line=answer.line)
        won, moves = answer.possible, answer.moves(parse)
        yield Ruling(number, replay(layout, moves) if won else _refuse_loss(layout, answer))
    extra = next(answers, None)
    if extra is not None:
        raise NotationError(f"there is no case {number + 1}", line=extra.line)


def _refuse_loss(layout: Layout, answer: Answer) -> Refusal | None:
    """Return None if a case is lost and the reason passes the check, else the refusal."""
    reason = answer.reason or why_lost(layout)
    if reason is None:
        return Refusal(0, "the case can be won")
    try:
        check_reason(layout, reason)
    except IllegalPosition as error:
        return Refusal(0, str(error))
    return None
