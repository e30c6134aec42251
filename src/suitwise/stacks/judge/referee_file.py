"""Check a solver's answers to all cases of an input, with one ruling per case."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, get_args

from suitwise.arguments import each_of
from suitwise.errors import IllegalPosition, NotationError
from suitwise.stacks.rules.layout import MOST_NUMBER, Layout, parse_card
from suitwise.stacks.rules.moves import Move, Refusal, replay
from suitwise.stacks.solve.find_reason import why_lost
from suitwise.stacks.solve.reason import Chain, End, MoreSuits, NoPath, Reason, Stuck, check_reason

# --- Reading the answers: the text of ``solve`` or its JSON, one line per case --------------------

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
    found = _VERDICT.match(line)
    if found is None:
        answers = "'Case #1: POSSIBLE' and moves, or 'Case #1: IMPOSSIBLE' and a reason"
        raise NotationError(f"{line.strip()[:24]!r} is no answer: {answers}", line=number)
    return Answer(number, int(found[1]), found[2] == "POSSIBLE", line, found.end())


def _of_json(number: int, line: str) -> Answer:
    try:
        said = json.loads(line)
        case = _number(said["case"])
        _require(type(said["possible"]) is bool)
        if not said["possible"]:
            reason = read_reason(said["reason"]) if "reason" in said else None
            return Answer(number, case, False, "", reason=reason)
        moves = said["moves"]
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
        told: dict[str, object] = {"case": self.case, "accepted": self.refusal is None}
        if self.refusal is not None:
            told |= {"move": self.refusal.number, "reason": self.refusal.reason}
        return told


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
