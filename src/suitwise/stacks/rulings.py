"""The referee on a whole file: a ruling on what ``solve`` said of every case of an input."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from suitwise.errors import NotationError
from suitwise.stacks.explain import why_lost
from suitwise.stacks.layout import Layout
from suitwise.stacks.moves import Move
from suitwise.stacks.proof import check_reason
from suitwise.stacks.referee import Refusal, replay

_VERDICT = re.compile(r"Case #([0-9]{1,9}): (POSSIBLE|IMPOSSIBLE)(?!\S)")
_WORD = re.compile(r"\S+")
_KEPT_MOVES = 1 << 16
"""A whole answer names the same moves again and again; so many different ones are read once."""


@dataclass(frozen=True, slots=True)
class _Answer:
    """A line of the answer: its number, its case and its verdict, and where its words begin."""

    line: int
    text: str
    case: int
    possible: bool
    begin: int

    def moves(self, parse: Callable[[str], Move]) -> Iterator[Move]:
        """Read the moves, each only when it is asked for."""
        return (parse(word[0]) for word in _WORD.finditer(self.text, self.begin))


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

    ``POSSIBLE`` is accepted if the moves are legal and win. ``IMPOSSIBLE`` is accepted if the case has a
    reason that stands the check from the definitions.

    Args:
        layouts: the cases.
        lines: what ``solve`` printed; blank lines and lines that begin with ``#`` are passed over.

    Yields:
        A ruling a case.

    Raises:
        NotationError: a line is not an answer, or not that of the next case, or there are too few
            or too many.

    >>> layouts = [Layout.parse("7b 7a | 3b 6b")]
    >>> print(*rule_on(layouts, ["Case #1: POSSIBLE r1 r1 m0>1"]))
    accepted
    """
    answers = _answers(lines)
    parse = lru_cache(_KEPT_MOVES)(Move.parse)
    number = 0
    for number, layout in enumerate(layouts, 1):
        answer = next(answers, None)
        if answer is None:
            raise NotationError(f"the answers end before case {number}")
        if answer.case != number:
            raise NotationError(
                f"this is the answer to case {answer.case}, not {number}", line=answer.line
            )
        refusal = (
            replay(layout, answer.moves(parse)) if answer.possible else _refuse_impossible(layout)
        )
        yield Ruling(number, refusal)
    extra = next(answers, None)
    if extra is not None:
        raise NotationError(f"there is no case {number + 1}", line=extra.line)


def _answers(lines: Iterable[str]) -> Iterator[_Answer]:
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        found = _VERDICT.match(line)
        if found is None:
            raise NotationError(
                f"{line.strip()[:24]!a} is no answer: 'Case #1: POSSIBLE' and moves, or "
                "'Case #1: IMPOSSIBLE' and a reason",
                line=number,
            )
        yield _Answer(number, line, int(found[1]), found[2] == "POSSIBLE", found.end())


def _refuse_impossible(layout: Layout) -> Refusal | None:
    """Return None if a case is lost, with a reason that stands the check."""
    reason = why_lost(layout)
    if reason is None:
        return Refusal(1, "the case can be won")
    check_reason(layout, reason)
    return None
