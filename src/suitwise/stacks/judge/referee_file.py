"""The referee on a whole file: what a solver said of every case of an input, and the rulings on it."""

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

# --------------------------------------------------------------------------------------------------
# What a solver said of the cases of an input, line by line: the text of ``solve``, or its JSON

_VERDICT = re.compile(r"Case #([0-9]{1,9}): (POSSIBLE|IMPOSSIBLE)(?!\S)")
_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Answer:
    """What was said of a case.

    Args:
        line: its line.
        case: the number of the case.
        possible: whether it is said to be won.
        text: where the words of the moves are.
        begin: where in the text they begin.
        reason: why the case is said to be lost, where that is told as data.
    """

    line: int
    case: int
    possible: bool
    text: str
    begin: int = 0
    reason: Reason | None = None

    def moves(self, parse: Callable[[str], Move]) -> Iterator[Move]:
        """Read the moves, each only when it is asked for."""
        return (parse(word[0]) for word in _WORD.finditer(self.text, self.begin))


def read_answers(lines: Iterable[str]) -> Iterator[Answer]:
    """Read the lines of a solver; blank ones and those that begin with ``#`` are passed over.

    Raises:
        NotationError: a line is no answer.

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
    """Read what ``as_json`` of a reason gave, after its way through JSON.

    Raises:
        ValueError, TypeError, KeyError: it is not such a reason.

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


# --- The referee on a whole file: a ruling on what ``solve`` said of every case of an input -------

_KEPT_MOVES = 1 << 16
"""A whole answer names the same moves again and again; this many different ones are read once."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """The ruling on what was said of a case.

    Args:
        case: the number of the case.
        refusal: why it is refused; None if it is accepted.

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
    """Rule on a solver's answer, line by line.

    ``POSSIBLE`` is accepted if the moves are legal and win. ``IMPOSSIBLE`` is accepted if the reason
    given as JSON stands the check from the definitions; words are not read, the case must have such a
    reason then. A verdict or a reason is refused as move 0.

    Args:
        layouts: the cases.
        lines: what ``solve`` printed, with or without ``--json``; blank lines and lines that begin
            with ``#`` are passed over.

    Yields:
        A ruling a case.

    Raises:
        NotationError: a line is not an answer, or not that of the next case, or there are too few
            or too many.

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
    """Return None if a case is lost, with a reason that stands the check."""
    reason = answer.reason or why_lost(layout)
    if reason is None:
        return Refusal(0, "the case can be won")
    try:
        check_reason(layout, reason)
    except IllegalPosition as error:
        return Refusal(0, str(error))
    return None
