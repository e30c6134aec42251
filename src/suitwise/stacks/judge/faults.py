"""The sentence for every fault of an input in the judge format: the line, and what was expected."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from suitwise.errors import NotationError
from suitwise.foundation.arrays.words import is_blank, line_of, shown_word
from suitwise.foundation.text.counting import counted
from suitwise.stacks.judge import reader
from suitwise.stacks.rules.layout import MOST_NUMBER, Card, card_text

_OUTLINE = bytes(ord(" " if is_blank(byte) else "x") for byte in range(256))
"""Turns words into x and what lies between them into blanks: there may be too many to be kept."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault that the reader has found.

    Args:
        text: the text.
        fault: the reader's number of it.
        at: its place.
        expected: what was expected there.
        record: how many premade stacks, or cases, were read before.
        promised: how many premade stacks, or cases, the text promises.
        begin: where the case begins, for a fault in its indexes.
        premade: how many premade stacks there are.
        cards: where the cards of each premade stack begin.
    """

    text: bytes
    fault: int
    at: int
    expected: int
    record: int = 0
    promised: int = 0
    begin: int = 0
    premade: int = 0
    cards: Any = ()

    def error(self) -> NotationError:
        """Return the error that names it."""
        at = self.at
        if self.fault == reader.END_OF_FILE:
            at = max(len(self.text.rstrip()) - 1, 0)
        in_case = self.expected >= reader.STACK_COUNT and self.fault != reader.TEXT_GOES_ON
        case, line = self.record + 1 if in_case else None, line_of(self.text, at)
        return NotationError(_SENTENCES[self.fault](self), line=line, case=case)

    @property
    def word(self) -> str:
        """The word at the fault's place."""
        return shown_word(self.text, self.at)

    @property
    def number(self) -> int:
        """The number at the fault's place, however many zeros lead it."""
        return reader.read_number(self.text, self.at)[2]

    @property
    def first_number(self) -> int:
        """The number that its line begins with."""
        return reader.first_number(self.text, self._line)[2]

    @property
    def words_before(self) -> int:
        """How many words its line has before it."""
        line = self.text[self._line : self.at].translate(_OUTLINE)
        return line.count(b" x") + line.startswith(b"x")

    @property
    def _line(self) -> int:
        return self.text.rfind(b"\n", 0, self.at) + 1

    @property
    def shape(self) -> tuple[int, int]:
        """N and C of the case."""
        _, _, _, count, height = reader.read_case_header(self.text, self.begin)
        return count, height

    @property
    def expectation(self) -> str:
        """What was expected, in words."""
        return _EXPECTED[self.expected](self)


def card_twice(
    text: bytes, begin: int, case: int, stack: int, index: int, card: Card
) -> NotationError:
    """Return the error for a card that appears twice in a case.

    Args:
        text: the text.
        begin: where the case begins.
        case: its number.
        stack: the number, in the case, of the stack that brings the card a second time.
        index: the premade stack that it is.
        card: the card.
    """
    line = line_of(text, reader.next_line(text, reader.read_case_header(text, begin)[1]))
    brings = f"stack {stack} of the case, brings the card {card[0]} {card[1]} ({card_text(card)})"
    reason = f"premade stack {index}, {brings} a second time; no two cards of a case are alike"
    return NotationError(reason, line=line, case=case)


_EXPECTED: dict[int, Callable[[Fault], str]] = {
    reader.PREMADE_COUNT: lambda f: "P, the number of premade stacks",
    reader.HEIGHT: lambda f: f"the number of cards of premade stack {f.record}",
    reader.VALUE: lambda f: f"the value of a card of premade stack {f.record}",
    reader.SUIT: lambda f: f"the suit of a card of premade stack {f.record}",
    reader.CASE_COUNT: lambda f: "T, the number of cases",
    reader.STACK_COUNT: lambda f: "N, the number of stacks of the case",
    reader.CASE_HEIGHT: lambda f: "C, the height of the stacks of the case",
    reader.INDEX: lambda f: "the index of a premade stack",
}


def _end_of_file(f: Fault) -> str:
    if not f.text.strip():
        return f"the input is empty; expected {f.expectation}"
    records = {reader.HEIGHT: "premade stack", reader.STACK_COUNT: "case"}
    if f.expected in records:
        promised = counted(f.promised, records[f.expected])
        return f"the input ends after {f.record} of the {promised} that it promises"
    return f"the input ends where {f.expectation} was expected"


def _end_of_line(f: Fault) -> str:
    if f.expected in (reader.VALUE, reader.SUIT):
        cards, numbers = counted(f.first_number, "card"), counted(f.words_before - 1, "number")
        short = f"ends after {numbers} of the {2 * f.first_number} that its {cards} take"
        return f"premade stack {f.record} {short}; expected {f.expectation}"
    if f.expected == reader.INDEX:
        indexes = f"{f.words_before} of the indexes of the {counted(f.shape[0], 'stack')}"
        return f"the line ends after {indexes} that the case promises"
    return f"the line ends where {f.expectation} was expected"


def _line_goes_on(f: Fault) -> str:
    last = f.expectation
    if f.expected == reader.SUIT:
        last = f"the {counted(f.first_number, 'card')} of premade stack {f.record}"
    elif f.expected == reader.CASE_HEIGHT:
        last = "N and C of the case"
    elif f.expected == reader.INDEX:
        last = f"the indexes of the {counted(f.shape[0], 'stack')} of the case"
    return f"{f.word} stands where the line should end, after {last}"


def _other_height(f: Fault) -> str:
    cards = counted(int(f.cards[f.number + 1] - f.cards[f.number]), "card")
    return f"premade stack {f.number} has {cards}, but the stacks of this case have {f.shape[1]}"


def _no_such_stack(f: Fault) -> str:
    those = f"indexes count from 0 to {f.premade - 1}" if f.premade else "there are none at all"
    return f"there is no premade stack {f.number}: {those}"


def _not_a_number(f: Fault) -> str:
    if f.at == 0 and f.text.startswith(BOM_UTF8):
        mark = "the input begins with a byte order mark; save it without one"
        return f"{f.word} is no number: {mark}"
    return f"{f.word} is no number of at least 0 in digits; expected {f.expectation}"


_SENTENCES: dict[int, Callable[[Fault], str]] = {
    reader.END_OF_FILE: _end_of_file,
    reader.END_OF_LINE: _end_of_line,
    reader.NOT_A_NUMBER: _not_a_number,
    reader.TOO_LARGE: lambda f: f"{f.word} is more than {MOST_NUMBER:,}; expected {f.expectation}",
    reader.NONE_OF_IT: lambda f: f"{f.word} is too few; expected {f.expectation}, at least 1",
    reader.LINE_GOES_ON: _line_goes_on,
    reader.NO_SUCH_STACK: _no_such_stack,
    reader.OTHER_HEIGHT: _other_height,
    reader.TEXT_GOES_ON: lambda f: (
        f"the input goes on after the {counted(f.promised, 'case')} that it promises"
    ),
}
