"""The parser of the judge format: bytes in, premade stacks and cases out, faults with their lines.

The format is on the rules page ("Input of the judge")::

    P                        premade stacks follow, one per line, numbered from 0
    C v s v s …              C cards from the top down, each a value and a suit
    T                        cases follow, two lines each
    N C                      N stacks of exactly C cards:
    i i …                    N numbers of premade stacks

A line holds exactly these numbers. Blank lines and lines that start with ``#`` are skipped.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from suitwise.errors import NotationError
from suitwise.foundation.arrays import words
from suitwise.foundation.arrays.compiled import byte_at, rule
from suitwise.foundation.arrays.words import is_blank, skip_blank_lines, skip_blanks
from suitwise.foundation.text.phrases import counted
from suitwise.stacks.rules.layout import MOST_NUMBER, Card, card_text

# --- The parser -----------------------------------------------------------------------------------
#
# The text is untrusted. The parser returns a fault as a number and a place; ``Fault`` turns it into a
# message. Memory is bounded by the length of the text, whatever counts it promises.
#
# The text must end with a line feed. Rules that scan within a line stop there and need no other bounds
# check.
#
# =============  ====================================================
# fault          meaning
# =============  ====================================================
# NO_FAULT       none
# END_OF_FILE    the text ends where an item is expected
# END_OF_LINE    the line ends where an item is expected
# NOT_A_NUMBER   a word is not a number
# TOO_LARGE      a number is above ``MOST_NUMBER``
# NONE_OF_IT     a count is 0 but must be at least 1
# LINE_GOES_ON   a word follows the last item of a line
# NO_SUCH_STACK  an index is not that of a premade stack
# OTHER_HEIGHT   a stack's height is not the C of its case
# TEXT_GOES_ON   a word follows the last case
# =============  ====================================================

NO_FAULT, END_OF_FILE, END_OF_LINE, NOT_A_NUMBER, TOO_LARGE = range(5)
NONE_OF_IT, LINE_GOES_ON, NO_SUCH_STACK, OTHER_HEIGHT, TEXT_GOES_ON = range(5, 10)

# The item that was expected at the place of a fault, or for LINE_GOES_ON the last item of the line:
# P; the height, and the values and suits of the cards, of a premade stack; T; N, C and the indexes of a
# case.
PREMADE_COUNT, HEIGHT, VALUE, SUIT, CASE_COUNT, STACK_COUNT, CASE_HEIGHT, INDEX = range(8)

LEAST_RECORD_BYTES = 6
"""The fewest bytes of a premade stack, and of a case: ``1 1 1`` and ``1 1 / 0``."""
LEAST_CARD_BYTES = 4
LEAST_INDEX_BYTES = 2

_HASH = 35


@rule
def next_line(text: Any, at: int) -> int:
    """Return the place of the next word after blank lines and comments, or the end of the text.

    >>> next_line(b"\\n# two stacks\\n\\n2\\n", 0)
    15
    """
    at = skip_blank_lines(text, at)
    while at < len(text) and byte_at(text, at) == _HASH:
        while byte_at(text, at) != words.NEWLINE:
            at += 1
        at = skip_blank_lines(text, at)
    return at


@rule
def read_number(text: Any, at: int) -> tuple[int, int, int]:
    """Read the word at a place as a number.

    Returns:
        The fault, the place (of the fault or after the number), and the number.

    >>> read_number(b"42 ", 0), read_number(b"-4 ", 0), read_number(b"4x ", 0)
    ((0, 2, 42), (3, 0, 0), (3, 0, 0))
    """
    number = 0
    place = at
    byte = byte_at(text, place)
    while words.ZERO <= byte <= words.ZERO + 9:
        number = 10 * number + byte - words.ZERO
        if number > MOST_NUMBER:
            number = MOST_NUMBER + 1  # the word may be of any length
        place += 1
        byte = byte_at(text, place)
    if place == at or not is_blank(byte):
        return NOT_A_NUMBER, at, 0
    if number > MOST_NUMBER:
        return TOO_LARGE, at, 0
    return NO_FAULT, place, number


@rule
def first_number(text: Any, at: int) -> tuple[int, int, int]:
    """Read the first number of the next line, like ``read_number``; END_OF_FILE if there is none."""
    at = next_line(text, at)
    if at == len(text):
        return END_OF_FILE, at, 0
    return read_number(text, at)


@rule
def further_number(text: Any, at: int) -> tuple[int, int, int]:
    """Read the next number of a line, like ``read_number``; END_OF_LINE if there is none."""
    at = skip_blanks(text, at)
    if byte_at(text, at) == words.NEWLINE:
        return END_OF_LINE, at, 0
    return read_number(text, at)


@rule
def at_least_one(found: tuple[int, int, int]) -> tuple[int, int, int]:
    """Replace a number 0, read by one of the rules above, by the fault NONE_OF_IT at its last digit."""
    fault, at, number = found
    if fault == NO_FAULT and number == 0:
        return NONE_OF_IT, at - 1, 0
    return fault, at, number


@rule
def line_end(text: Any, at: int) -> tuple[int, int]:
    """Check that no word follows on this line; return the fault and its place."""
    at = skip_blanks(text, at)
    return (NO_FAULT if byte_at(text, at) == words.NEWLINE else LINE_GOES_ON), at


@rule
def read_count(text: Any, at: int) -> tuple[int, int, int]:
    """Read a line that holds a single number, P or T.

    Returns:
        The fault, the place (of the fault or the end of the line), and the number.
    """
    fault, at, count = first_number(text, at)
    if fault == NO_FAULT:
        fault, at = line_end(text, at)
    return fault, at, count


@rule
def read_premade(
    text: Any, at: int, promised: int, begin: Any, values: Any, suits: Any
) -> tuple[int, int, int, int]:
    """Read the premade stacks.

    Args:
        text: the text.
        at: the place after P.
        promised: P.
        begin: filled so that stack p has the cards ``begin[p] <= c < begin[p + 1]``; its length is one
            more than the most stacks that the text has room for.
        values: filled with the cards' values; as long as the most cards that the text has room for.
        suits: filled with the cards' suits, likewise.

    Returns:
        The stacks read, the fault, the place (of the fault or the end of the last line), and the item
        that was expected.
    """
    cards = begin[0] = 0
    for done in range(promised):
        fault, at, height = at_least_one(first_number(text, at))
        if fault:
            return done, fault, at, HEIGHT
        for _ in range(height):
            fault, at, value = further_number(text, at)
            if fault:
                return done, fault, at, VALUE
            fault, at, suit = further_number(text, at)
            if fault:
                return done, fault, at, SUIT
            values[cards] = value
            suits[cards] = suit
            cards += 1
        fault, at = line_end(text, at)
        if fault:
            return done, fault, at, SUIT
        begin[done + 1] = cards
    return promised, NO_FAULT, at, HEIGHT


@rule
def read_case_header(text: Any, at: int) -> tuple[int, int, int, int, int]:
    """Read the line ``N C``.

    Returns:
        The fault, the place (of the fault or the end of the line), the item that was expected, N and C.
    """
    fault, at, count = at_least_one(first_number(text, at))
    if fault:
        return fault, at, STACK_COUNT, 0, 0
    fault, at, height = at_least_one(further_number(text, at))
    if fault == NO_FAULT:
        fault, at = line_end(text, at)
    return fault, at, CASE_HEIGHT, count, height


@rule
def read_index(
    text: Any, at: int, k: int, height: int, premade: int, begin: Any
) -> tuple[int, int, int]:
    """Read the k-th index of a case, where every stack must have the given height.

    Returns:
        The fault, the place (of the fault or after the index), and the index.
    """
    if k == 0:
        fault, after, index = first_number(text, at)
        at = next_line(text, at)
    else:
        fault, after, index = further_number(text, at)
        at = skip_blanks(text, at)
    if fault:
        return fault, after, 0
    if index >= premade:
        return NO_SUCH_STACK, at, 0
    if begin[index + 1] - begin[index] != height:
        return OTHER_HEIGHT, at, 0
    return NO_FAULT, after, index


@rule
def parse_cases(
    text: Any, at: int, promised: int, premade: int, begin: Any, found: Any
) -> tuple[int, int, int, int]:
    """Read the cases.

    Args:
        text: the text.
        at: the place after T.
        promised: T.
        premade: the number of premade stacks.
        begin: the index of the first card of each premade stack.
        found: four arrays to fill. ``chosen``: the indexes of all cases, one case after the other (as
            long as the most indexes that the text has room for). ``first``: the start of each case in
            it, and the end of the last (one more than the most cases). ``places``: the place in the
            text where each case starts. ``sizes``: the number of cards in all cases before each, and
            then in all (64 bits).

    Returns:
        The cases read, the fault, the place of the fault or after the last case, and the item that was
        expected.
    """
    chosen, first, places, sizes = found
    used = first[0] = sizes[0] = 0
    for done in range(promised):
        at = next_line(text, at)
        fault, after, expected, count, height = read_case_header(text, at)
        if fault:
            return done, fault, after, expected
        places[done] = at
        at = after
        for k in range(count):
            fault, at, index = read_index(text, at, k, height, premade, begin)
            if fault:
                return done, fault, at, INDEX
            chosen[used] = index
            used += 1
        fault, at = line_end(text, at)
        if fault:
            return done, fault, at, INDEX
        first[done + 1] = used
        sizes[done + 1] = sizes[done] + count * height
    at = next_line(text, at)
    return promised, (NO_FAULT if at == len(text) else TEXT_GOES_ON), at, STACK_COUNT


# --- Messages for faults --------------------------------------------------------------------------

_OUTLINE = bytes(ord(" " if is_blank(byte) else "x") for byte in range(256))
"""Maps the bytes of words to x and the others to blanks, to count words without a list of them."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault that the parser found.

    Args:
        text: the text.
        fault: the number of the fault, such as END_OF_FILE.
        at: its place.
        expected: the item that was expected there.
        record: the number of premade stacks or cases read before it.
        promised: the number of premade stacks or cases that the text promises.
        begin: the place where the case starts, for a fault in its indexes.
        premade: the number of premade stacks.
        cards: the index of the first card of each premade stack.
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
        """Return the fault as an error with its line and its case."""
        at = self.at
        if self.fault == END_OF_FILE:
            at = max(len(self.text.rstrip()) - 1, 0)
        in_case = self.expected >= STACK_COUNT and self.fault != TEXT_GOES_ON
        case, line = self.record + 1 if in_case else None, words.line_of(self.text, at)
        return NotationError(_SENTENCES[self.fault](self), line=line, case=case)

    @property
    def word(self) -> str:
        """The word at the fault's place."""
        return words.shown_word(self.text, self.at)

    @property
    def number(self) -> int:
        """The number at the fault's place; it may have any number of leading zeros."""
        return read_number(self.text, self.at)[2]

    @property
    def first_number(self) -> int:
        """The first number on its line."""
        return first_number(self.text, self._line)[2]

    @property
    def words_before(self) -> int:
        """The number of words before it on its line."""
        line = self.text[self._line : self.at].translate(_OUTLINE)
        return line.count(b" x") + line.startswith(b"x")

    @property
    def _line(self) -> int:
        return self.text.rfind(b"\n", 0, self.at) + 1

    @property
    def shape(self) -> tuple[int, int]:
        """N and C of the case."""
        _, _, _, count, height = read_case_header(self.text, self.begin)
        return count, height

    @property
    def expectation(self) -> str:
        """The item that was expected, in words."""
        return _EXPECTED[self.expected](self)


def card_twice(
    text: bytes, begin: int, case: int, stack: int, index: int, card: Card
) -> NotationError:
    """Return the error for a card that appears twice in a case.

    Args:
        text: the text.
        begin: the place where the case starts.
        case: the number of the case.
        stack: the number, within the case, of the stack with the second copy.
        index: the number of that stack among the premade ones.
        card: the card.
    """
    line = words.line_of(text, next_line(text, read_case_header(text, begin)[1]))
    brings = f"stack {stack} of the case, brings the card {card[0]} {card[1]} ({card_text(card)})"
    reason = f"premade stack {index}, {brings} a second time; no two cards of a case are alike"
    return NotationError(reason, line=line, case=case)


_EXPECTED: dict[int, Callable[[Fault], str]] = {
    PREMADE_COUNT: lambda f: "P, the number of premade stacks",
    HEIGHT: lambda f: f"the number of cards of premade stack {f.record}",
    VALUE: lambda f: f"the value of a card of premade stack {f.record}",
    SUIT: lambda f: f"the suit of a card of premade stack {f.record}",
    CASE_COUNT: lambda f: "T, the number of cases",
    STACK_COUNT: lambda f: "N, the number of stacks of the case",
    CASE_HEIGHT: lambda f: "C, the height of the stacks of the case",
    INDEX: lambda f: "the index of a premade stack",
}


def _end_of_file(f: Fault) -> str:
    if not f.text.strip():
        return f"the input is empty; expected {f.expectation}"
    records = {HEIGHT: "premade stack", STACK_COUNT: "case"}
    if f.expected in records:
        promised = counted(f.promised, records[f.expected])
        return f"the input ends after {f.record} of the {promised} that it promises"
    return f"the input ends where {f.expectation} was expected"


def _end_of_line(f: Fault) -> str:
    if f.expected in (VALUE, SUIT):
        cards, numbers = counted(f.first_number, "card"), counted(f.words_before - 1, "number")
        short = f"ends after {numbers} of the {2 * f.first_number} that its {cards} take"
        return f"premade stack {f.record} {short}; expected {f.expectation}"
    if f.expected == INDEX:
        indexes = f"{f.words_before} of the indexes of the {counted(f.shape[0], 'stack')}"
        return f"the line ends after {indexes} that the case promises"
    return f"the line ends where {f.expectation} was expected"


def _line_goes_on(f: Fault) -> str:
    last = f.expectation
    if f.expected == SUIT:
        last = f"the {counted(f.first_number, 'card')} of premade stack {f.record}"
    elif f.expected == CASE_HEIGHT:
        last = "N and C of the case"
    elif f.expected == INDEX:
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
    END_OF_FILE: _end_of_file,
    END_OF_LINE: _end_of_line,
    NOT_A_NUMBER: _not_a_number,
    TOO_LARGE: lambda f: f"{f.word} is more than {MOST_NUMBER:,}; expected {f.expectation}",
    NONE_OF_IT: lambda f: f"{f.word} is too few; expected {f.expectation}, at least 1",
    LINE_GOES_ON: _line_goes_on,
    NO_SUCH_STACK: _no_such_stack,
    OTHER_HEIGHT: _other_height,
    TEXT_GOES_ON: lambda f: (
        f"the input goes on after the {counted(f.promised, 'case')} that it promises"
    ),
}
