"""The referee on a whole file: a ruling on what ``solve`` said of every case of an input."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from suitwise.arguments import each_of
from suitwise.errors import IllegalPosition, NotationError
from suitwise.stacks.judge.answers import Answer, read_answers
from suitwise.stacks.rules.layout import Layout
from suitwise.stacks.rules.moves import Move
from suitwise.stacks.rules.referee import Refusal, replay
from suitwise.stacks.solve.check_reason import check_reason
from suitwise.stacks.solve.find_reason import why_lost

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
