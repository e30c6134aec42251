"""The referee on a whole file: a ruling on what ``solve`` said of every case of an input."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from suitwise.errors import NotationError
from suitwise.stacks.explain import why_lost
from suitwise.stacks.layout import Layout
from suitwise.stacks.moves import Move
from suitwise.stacks.proof import check_reason
from suitwise.stacks.referee import Refusal, replay

_LINE = re.compile(r"Case #([0-9]{1,9}): (POSSIBLE|IMPOSSIBLE)(?:\s+(.*))?\s*")


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
        NotationError: a line is not an answer, or not that of the next case, or there are too few.

    >>> layouts = [Layout.parse("7b 7a | 3b 6b")]
    >>> print(*rule_on(layouts, ["Case #1: POSSIBLE r1 r1 m0>1"]))
    accepted
    """
    answers = _answers(lines)
    number = 0
    for number, layout in enumerate(layouts, 1):
        line, case, possible, text = next(answers, (0, 0, False, ""))
        if line == 0:
            raise NotationError(f"the answers end before case {number}")
        if case != number:
            raise NotationError(f"this is the answer to case {case}, not {number}", line=line)
        yield Ruling(number, _refusal(layout, possible, text))
    extra = next(answers, None)
    if extra is not None:
        raise NotationError(f"there is no case {number + 1}", line=extra[0])


def _answers(lines: Iterable[str]) -> Iterator[tuple[int, int, bool, str]]:
    """Yield the line, the case, the verdict and what follows it."""
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        found = _LINE.fullmatch(line)
        if found is None:
            raise NotationError(
                f"{line.strip()[:24]!a} is no answer: 'Case #1: POSSIBLE' and moves, or "
                "'Case #1: IMPOSSIBLE' and a reason",
                line=number,
            )
        yield number, int(found[1]), found[2] == "POSSIBLE", found[3] or ""


def _refusal(layout: Layout, possible: bool, text: str) -> Refusal | None:
    if not possible:
        reason = why_lost(layout)
        if reason is None:
            return Refusal(1, "the case can be won")
        check_reason(layout, reason)
        return None
    moves: list[Move] = []
    for word in text.split():
        try:
            moves.append(Move.parse(word))
        except NotationError as error:
            # What comes before may be refused first.
            refusal = replay(layout, moves)
            early = refusal is not None and refusal.number <= len(moves)
            return refusal if early else Refusal(len(moves) + 1, str(error))
    return replay(layout, moves)
