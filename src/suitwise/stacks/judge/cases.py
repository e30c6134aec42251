"""``Cases``: a whole input in the judge format, read with its faults told, and written.

Reading one gives its premade stacks, its cases and, if there is one, the fault after them; any layouts
of equal heights can be written as one.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from suitwise.arguments import each_of, readable
from suitwise.errors import IllegalPosition, NotationError
from suitwise.foundation.arrays.compiled import byte_at, rule
from suitwise.foundation.arrays.late_numpy import np
from suitwise.foundation.arrays.words import (
    NEWLINE,
    ZERO,
    is_blank,
    line_of,
    shown_word,
    skip_blank_lines,
    skip_blanks,
)
from suitwise.foundation.text.counting import counted
from suitwise.foundation.text.lines import Readable
from suitwise.stacks.rules.layout import MOST_NUMBER, Card, Layout, Stack, card_text, first_repeated
from suitwise.stacks.rules.table import (
    NOTHING,
    Cards,
    deal,
    face,
    is_compiled_quicker,
    numbers,
    zeros,
)

# --- The judge format as rules: bytes in, premade stacks and cases out ----------------------------
#
# ::
#
#     P                        premade stacks follow, a line each, numbered from 0
#     C v s v s …              C cards from the top down, a value and a suit each
#     T                        cases follow, two lines each
#     N C                      N stacks of exactly C cards:
#     i i …                    N numbers of premade stacks
#
# Every line holds just these numbers. Blank lines are passed over, and so are lines that begin with
# ``#``. The text is never trusted: every fault has a number and a place, and ``faults`` makes the
# sentence. Nothing is kept beyond what the text itself has room for, whatever it promises.
#
# The text must end in a line feed, which stands for every bounds check inside a line.

NO_FAULT, END_OF_FILE, END_OF_LINE, NOT_A_NUMBER, TOO_LARGE = range(5)
NONE_OF_IT, LINE_GOES_ON, NO_SUCH_STACK, OTHER_HEIGHT, TEXT_GOES_ON = range(5, 10)

# What was expected, or for LINE_GOES_ON what the line ends with.
PREMADE_COUNT, HEIGHT, VALUE, SUIT, CASE_COUNT, STACK_COUNT, CASE_HEIGHT, INDEX = range(8)

LEAST_RECORD_BYTES = 6
"""The fewest bytes of a premade stack, and of a case: ``1 1 1`` and ``1 1 / 0``."""
LEAST_CARD_BYTES = 4
LEAST_INDEX_BYTES = 2

_HASH = 35


@rule
def next_line(text: Any, at: int) -> int:
    """Return the place of the next word beyond blank lines and comments, or the end of the text.

    >>> next_line(b"\\n# two stacks\\n\\n2\\n", 0)
    15
    """
    at = skip_blank_lines(text, at)
    while at < len(text) and byte_at(text, at) == _HASH:
        while byte_at(text, at) != NEWLINE:
            at += 1
        at = skip_blank_lines(text, at)
    return at


@rule
def read_number(text: Any, at: int) -> tuple[int, int, int]:
    """Read the number that is the word at a place.

    Returns:
        fault, place (of the fault or after the number), and the number.

    >>> read_number(b"42 ", 0), read_number(b"-4 ", 0), read_number(b"4x ", 0)
    ((0, 2, 42), (3, 0, 0), (3, 0, 0))
    """
    number = 0
    place = at
    byte = byte_at(text, place)
    while ZERO <= byte <= ZERO + 9:
        number = 10 * number + byte - ZERO
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
    """Read the first number of the next line; the faults are those of ``read_number``, END_OF_FILE."""
    at = next_line(text, at)
    if at == len(text):
        return END_OF_FILE, at, 0
    return read_number(text, at)


@rule
def further_number(text: Any, at: int) -> tuple[int, int, int]:
    """Read the next number of a line; the faults are those of ``read_number``, END_OF_LINE."""
    at = skip_blanks(text, at)
    if byte_at(text, at) == NEWLINE:
        return END_OF_LINE, at, 0
    return read_number(text, at)


@rule
def at_least_one(found: tuple[int, int, int]) -> tuple[int, int, int]:
    """Turn a number 0 that was read into the fault NONE_OF_IT at its last digit."""
    fault, at, number = found
    if fault == NO_FAULT and number == 0:
        return NONE_OF_IT, at - 1, 0
    return fault, at, number


@rule
def line_end(text: Any, at: int) -> tuple[int, int]:
    """Return fault and place: no word may follow on this line."""
    at = skip_blanks(text, at)
    return (NO_FAULT if byte_at(text, at) == NEWLINE else LINE_GOES_ON), at


@rule
def read_count(text: Any, at: int) -> tuple[int, int, int]:
    """Read a line that is one number: P or T.

    Returns:
        fault, place (of the fault or of the line's end), and the number.
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
        begin: filled so that stack p has the cards ``begin[p] <= c < begin[p + 1]``; one place more
            than the text has room for stacks.
        values: filled with the cards' values; as many places as the text has room for.
        suits: filled with the cards' suits, likewise.

    Returns:
        stacks read, fault, place (of the fault or of the last line's end), and what was expected.
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
    """Read ``N C``.

    Returns:
        fault, place (of the fault or of the line's end), what was expected, N, and C.
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
    """Read the k-th index of a case of stacks of one height.

    Returns:
        fault, place (of the fault or after the index), and the index.
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
        premade: how many premade stacks there are.
        begin: where their cards begin.
        found: four arrays, filled: the indexes of all cases, one case after the other (as many places
            as the text has room for); where those of each case begin, and where those of the last end
            (one place more than the text has room for cases); the places in the text where the cases
            begin; the number of cards of all cases before each and, in the end, of all (of 64 bits).

    Returns:
        cases read, fault, place of the fault or after the last case, and what was expected.
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


# --------------------------------------------------------------------------------------------------
# The sentence for every fault of an input in the judge format: the line, and what was expected

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
        if self.fault == END_OF_FILE:
            at = max(len(self.text.rstrip()) - 1, 0)
        in_case = self.expected >= STACK_COUNT and self.fault != TEXT_GOES_ON
        case, line = self.record + 1 if in_case else None, line_of(self.text, at)
        return NotationError(_SENTENCES[self.fault](self), line=line, case=case)

    @property
    def word(self) -> str:
        """The word at the fault's place."""
        return shown_word(self.text, self.at)

    @property
    def number(self) -> int:
        """The number at the fault's place, however many zeros lead it."""
        return read_number(self.text, self.at)[2]

    @property
    def first_number(self) -> int:
        """The number that its line begins with."""
        return first_number(self.text, self._line)[2]

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
        _, _, _, count, height = read_case_header(self.text, self.begin)
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
    line = line_of(text, next_line(text, read_case_header(text, begin)[1]))
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


# --- ``Cases``: a whole input in the judge format, read and written -------------------------------

_MOST_BYTES = 1 << 27
"""An input is held as a whole, so none is longer; one case of ten million cards has room."""
_CHUNK_BYTES = 1 << 20
_WRITTEN = b"0123456789 \t\r\n\f\v"
"""What an input is written with, but for comments."""


@dataclass(frozen=True, slots=True)
class Cases:
    """An input that has been read.

    Args:
        cards: the cards of the premade stacks.
        premade: how many premade stacks there are.
        shared: 1 for those that have a card which appears elsewhere, too (``twice``).
        count: how many cases have been read.
        promised: how many the input promises.
        chosen: the indexes of all cases.
        first: where those of each case begin, and where those of the last end.
        places: where in the text each case begins.
        sizes: how many cards the cases before each have and, in the end, all.
        text: the input.
        fault: the fault after the cases read, if the input has one.

    >>> from io import BytesIO
    >>> text = judge_input([Layout.parse("7b 7a | 3b 6b"), Layout.parse("1a 2a")])
    >>> cases = read_cases(BytesIO(text.encode()))
    >>> cases.count, cases.stacks(0), str(cases.layout(0))
    (2, 2, '7b 7a | 3b 6b')
    """

    cards: Cards
    premade: int
    shared: Any
    count: int
    promised: int
    chosen: Any
    first: Any
    places: Any
    sizes: Any
    text: bytes
    fault: NotationError | None

    @property
    def compiled(self) -> bool:
        """True if its arrays are for compiled rules."""
        return self.cards.compiled

    @property
    def most_stacks(self) -> int:
        """The most stacks that a case can have where no premade stack is named twice."""
        return min(_largest_step(self.first, self.count), self.premade)

    @property
    def most_cards(self) -> int:
        """The most cards that a case can have where none appears twice."""
        return min(_largest_step(self.sizes, self.count), self.cards.different)

    def stacks(self, case: int) -> int:
        """Return how many stacks a case has; cases count from 0.

        Raises:
            IndexError: there is no such case.
        """
        return len(self._indexes(case))

    def layout(self, case: int) -> Layout:
        """Return a case as a layout; cases count from 0.

        Raises:
            IndexError: there is no such case.
            NotationError: a card appears twice.
        """
        stacks = []
        for index in self._indexes(case):
            cards = slice(self.cards.begin[index], self.cards.begin[index + 1])
            columns = self.cards.values[cards], self.cards.suits[cards]
            if self.compiled:
                columns = columns[0].tolist(), columns[1].tolist()
            stacks.append(tuple(zip(*columns, strict=True)))
        if len(set(chain.from_iterable(stacks))) < sum(map(len, stacks)):
            card, _, stack = first_repeated(stacks)
            raise self.twice(case, stack, card)
        return Layout.unchecked(tuple(stacks))

    def _indexes(self, case: int) -> Any:
        """Return the premade stacks of a case."""
        if not 0 <= case < self.count:
            raise IndexError(f"there is no case {case}: {self.count} are read, counted from 0")
        return self.chosen[int(self.first[case]) : int(self.first[case + 1])]

    def card_at(self, place: int) -> Card:
        """Return the card at a place of the premade stacks."""
        return self.cards.card_at(place)

    def twice(self, case: int, stack: int, card: Card) -> NotationError:
        """Return the error for a card that a stack brings a second time; cases count from 0."""
        index = int(self.chosen[int(self.first[case]) + stack])
        return card_twice(self.text, int(self.places[case]), case + 1, stack, index, card)

    def in_quicker_form(self) -> Cases:
        """Return the same cases as compiled rules take them, if they are quicker."""
        return self.as_compiled() if is_compiled_quicker(self.sizes[self.count]) else self

    def as_compiled(self) -> Cases:
        """Return the same cases for compiled rules."""
        if self.compiled:
            return self
        shared, chosen, first = (
            numbers(row, True) for row in (self.shared, self.chosen, self.first)
        )
        cards = self.cards.as_compiled()
        return replace(self, cards=cards, shared=shared, chosen=chosen, first=first)


def _largest_step(starts: Any, count: int) -> int:
    """Return the largest of the first `count` differences of neighbours."""
    if isinstance(starts, list):
        return max((starts[k + 1] - starts[k] for k in range(count)), default=0)
    steps = starts[1 : count + 1] - starts[:count]
    return int(steps.max()) if count else 0


def read_cases(file: Readable, *, compiled: bool | None = None) -> Cases:
    """Read a whole input.

    Args:
        file: the input, in binary.
        compiled: whether compiled rules read it; None to choose by size.

    Raises:
        NotationError: the premade stacks or T are faulty. A fault in the cases is kept, and those
            before it can be judged.

    >>> from io import BytesIO
    >>> cases = read_cases(BytesIO(b"2 \\n 2 7 2 7 1 \\n 2 3 2 6 2 \\n 1 \\n 2 2 \\n 0 1 \\n"))
    >>> print(cases.layout(0))
    7b 7a | 3b 6b
    """
    readable(file, "file")
    text = _read_all(file)
    if compiled is None:
        compiled = is_compiled_quicker(len(text) // LEAST_CARD_BYTES)
    return _Reading(text, compiled).cases()


def _read_all(file: Readable) -> bytes:
    """Read to the end, or at least up to a fault; end the text in a line feed."""
    parts: list[bytes] = []
    size = 0
    is_comment = False
    while part := file.read(_CHUNK_BYTES):
        parts.append(part)
        size += len(part)
        if size > _MOST_BYTES:
            raise NotationError(f"the input is longer than {_MOST_BYTES:,} bytes")
        if _is_faulty(part, is_comment):
            parts.append(file.read(_CHUNK_BYTES))  # the rest of its word
            break
        *whole, last = part.rsplit(b"\n", 1)
        is_comment = b"#" in last or (is_comment and not whole)
    if not parts or not parts[-1].endswith(b"\n"):
        parts.append(b"\n")
    return parts[0] if len(parts) == 1 else b"".join(parts)


def _is_faulty(part: bytes, is_comment: bool) -> bool:
    """Return whether some of a text without a ``#`` is certain to be no number.

    Args:
        part: the text.
        is_comment: whether it begins in a comment.

    >>> _is_faulty(b"1 2\\n-3", False), _is_faulty(b"of two\\n3", True), _is_faulty(b"# two", False)
    (True, False, False)
    """
    if is_comment:
        part = part.partition(b"\n")[2]
    return b"#" not in part and bool(part.translate(None, _WRITTEN))


class _Reading:
    """The reading of one text."""

    def __init__(self, text: bytes, compiled: bool) -> None:
        self._bytes = text
        self._compiled = compiled
        self._text: Any = text
        if compiled:
            self._text = np.frombuffer(text, np.uint8)

    def cases(self) -> Cases:
        """Read premade stacks and cases."""
        premade, at = self._count(0, PREMADE_COUNT)
        cards, at = self._premade(at, premade)
        promised, at = self._count(at, CASE_COUNT)
        return self._cases(at, promised, premade, cards)

    def _room(self, least: int, wide: bool = False) -> Any:
        """Return an array with a place for all that the text has room for, and two more."""
        count = len(self._bytes) // least + 2
        if not self._compiled:
            return [0] * count
        return np.empty(count, np.int64 if wide else np.int32)  # pages never used cost nothing

    def _count(self, at: int, expected: int) -> tuple[int, int]:
        fault, at, count = face(read_count, self._compiled)(self._text, at)
        if fault:
            raise Fault(self._bytes, fault, at, expected).error()
        return count, at

    def _premade(self, at: int, promised: int) -> tuple[Cards, int]:
        begin = self._room(LEAST_RECORD_BYTES)
        values, suits = (self._room(LEAST_CARD_BYTES) for _ in range(2))
        read = face(read_premade, self._compiled)
        done, fault, at, expected = read(self._text, at, promised, begin, values, suits)
        if fault:
            raise Fault(self._bytes, fault, at, expected, done, promised).error()
        count = int(begin[promised])
        return Cards(begin, values[:count], suits[:count], self._compiled), at

    def _cases(self, at: int, promised: int, premade: int, cards: Cards) -> Cases:
        chosen = self._room(LEAST_INDEX_BYTES)
        first, places = (self._room(LEAST_RECORD_BYTES) for _ in range(2))
        found = chosen, first, places, self._room(LEAST_RECORD_BYTES, wide=True)
        read = face(parse_cases, self._compiled)
        done, fault, at, expected = read(self._text, at, promised, premade, cards.begin, found)
        error = None
        if fault:
            begin = int(places[done]) if expected == INDEX else 0
            case = done, promised, begin, premade, cards.begin
            error = Fault(self._bytes, fault, at, expected, *case).error()
        shared, copies = (zeros(size, self._compiled) for size in (premade, cards.different))
        face(find_shared, self._compiled)(cards.begin, premade, cards.card, copies, shared)
        return Cases(cards, premade, shared, done, promised, *found, self._bytes, error)


def judge_input(layouts: Iterable[Layout]) -> str:
    """Return layouts as the judge's input, equal stacks written once.

    Args:
        layouts: layouts whose stacks are all of one height, 1 or more.

    Raises:
        IllegalPosition: a layout has stacks of several heights, empty ones, or none.

    >>> print(judge_input([Layout.parse("7b 7a | 6b 4a")]), end="")
    2
    2 7 2 7 1
    2 6 2 4 1
    1
    2 2
    0 1
    """
    premade: dict[Stack, int] = {}
    cases: list[str] = []
    for number, layout in enumerate(each_of(layouts, Layout, "a layout"), 1):
        heights = {len(stack) for stack in layout.stacks}
        if len(heights) != 1 or 0 in heights:
            reason = "the judge reads stacks of one height, 1 or more"
            raise IllegalPosition(f"layout {number}: {reason}")
        indexes = [premade.setdefault(stack, len(premade)) for stack in layout.stacks]
        cases += [f"{len(layout)} {heights.pop()}", " ".join(map(str, indexes))]
    stacks = [" ".join(map(str, (len(stack), *chain(*stack)))) for stack in premade]
    return "\n".join([str(len(premade)), *stacks, str(len(cases) // 2), *cases]) + "\n"


# --------------------------------------------------------------------------------------------------
# No two cards of a case are alike: find one that appears twice, and deal a case without such a
# card
#
# Most premade stacks hold only cards that lie in no other; for those it is enough that a case names
# each once. The cards of the others are looked at one by one.


@rule
def find_shared(begin: Any, premade: int, card: Any, copies: Any, shared: Any) -> None:
    """Find the premade stacks that have a card which lies in another one, too, or twice in it.

    Args:
        begin: premade stack p has the places ``begin[p] <= c < begin[p + 1]``.
        premade: how many premade stacks there are.
        card: the number of the card at each place.
        copies: array (different cards,) of zeros, filled with how often each appears.
        shared: array (premade,) of zeros, filled with 1 for each such stack.

    >>> shared = [0, 0, 0]
    >>> find_shared([0, 2, 4, 5], 3, [0, 1, 2, 1, 3], [0] * 4, shared)
    >>> shared
    [1, 1, 0]
    """
    for place in range(begin[premade]):
        copies[card[place]] += 1
    for p in range(premade):
        for place in range(begin[p], begin[p + 1]):
            if copies[card[place]] > 1:
                shared[p] = 1


@rule
def find_twice(card: Any, seen: Any, shelf: Any, case: int) -> tuple[int, int]:
    """Look for a card that appears twice in a case.

    Args:
        card: the number of the card at each place.
        seen: array (different cards,), overwritten; no case of this number has been searched with it.
        shelf: see ``deal_case``.
        case: the case, counted from 0.

    Returns:
        The stack that brings a card a second time and the card's place there; twice NOTHING if none
        does.
    """
    begin, shared, dealt, chosen, first = shelf
    mark = case + 1
    for i in range(first[case + 1] - first[case]):
        premade = chosen[first[case] + i]
        if dealt[premade] == mark:
            return i, begin[premade]
        dealt[premade] = mark
        if shared[premade]:
            for place in range(begin[premade], begin[premade + 1]):
                if seen[card[place]] == mark:
                    return i, place
                seen[card[place]] = mark
    return NOTHING, NOTHING


@rule
def deal_case(table: Any, shelf: Any, case: int) -> tuple[int, int, int]:
    """Deal a case, with its number + 1 as its mark, unless a card appears twice in it.

    Args:
        table: the table.
        shelf: five arrays: where the cards of each premade stack begin; which of them share a card
            (``find_shared``); one of the same length, overwritten; the indexes of all cases; where those
            of each case begin and those of the last end.
        case: the case, counted from 0.

    Returns:
        How many stacks it has, and what ``find_twice`` returns.
    """
    begin, _, _, chosen, first = shelf
    count = first[case + 1] - first[case]
    stack, place = find_twice(table[0], table[5], shelf, case)
    if stack == NOTHING:
        deal(table, begin, chosen, first[case], count)
    return count, stack, place
