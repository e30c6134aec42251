"""Read and write inputs in the judge format; every fault is reported with its line.

``read_cases`` returns the premade stacks, the cases, and the fault after them if there is one.
``judge_input`` writes layouts whose stacks have equal heights. The format is on the rules page ("Input
of the judge")::

    P                        premade stacks follow, one per line, numbered from 0
    C v s v s …              C cards from the top down, each a value and a suit
    T                        cases follow, two lines each
    N C                      N stacks of exactly C cards:
    i i …                    N numbers of premade stacks

A line holds exactly these numbers. Blank lines and lines that start with ``#`` are skipped.
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

# --- The parser -----------------------------------------------------------------------------------
#
# The text is untrusted. The parser returns a fault as a number and a place; ``Fault`` turns it into a
# message. Memory is bounded by the length of the text, whatever counts it promises.
#
# The text must end in a line feed. It takes the place of all bounds checks within a line.

NO_FAULT, END_OF_FILE, END_OF_LINE, NOT_A_NUMBER, TOO_LARGE = range(5)
NONE_OF_IT, LINE_GOES_ON, NO_SUCH_STACK, OTHER_HEIGHT, TEXT_GOES_ON = range(5, 10)

# The item that was expected, or for LINE_GOES_ON the last item of the line.
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
        while byte_at(text, at) != NEWLINE:
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
    """Read the first number of the next line, like ``read_number``; END_OF_FILE if there is none."""
    at = next_line(text, at)
    if at == len(text):
        return END_OF_FILE, at, 0
    return read_number(text, at)


@rule
def further_number(text: Any, at: int) -> tuple[int, int, int]:
    """Read the next number of a line, like ``read_number``; END_OF_LINE if there is none."""
    at = skip_blanks(text, at)
    if byte_at(text, at) == NEWLINE:
        return END_OF_LINE, at, 0
    return read_number(text, at)


@rule
def at_least_one(found: tuple[int, int, int]) -> tuple[int, int, int]:
    """Replace a result of 0 by the fault NONE_OF_IT at its last digit."""
    fault, at, number = found
    if fault == NO_FAULT and number == 0:
        return NONE_OF_IT, at - 1, 0
    return fault, at, number


@rule
def line_end(text: Any, at: int) -> tuple[int, int]:
    """Check that no word follows on this line; return the fault and its place."""
    at = skip_blanks(text, at)
    return (NO_FAULT if byte_at(text, at) == NEWLINE else LINE_GOES_ON), at


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
        case, line = self.record + 1 if in_case else None, line_of(self.text, at)
        return NotationError(_SENTENCES[self.fault](self), line=line, case=case)

    @property
    def word(self) -> str:
        """The word at the fault's place."""
        return shown_word(self.text, self.at)

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


# --- Inputs: reading and writing ------------------------------------------------------------------

_MOST_BYTES = 1 << 27
"""The longest input, since an input is held in memory; one case of ten million cards fits."""
_CHUNK_BYTES = 1 << 20
_WRITTEN = b"0123456789 \t\r\n\f\v"
"""The bytes that occur in an input outside of comments."""


@dataclass(frozen=True, slots=True)
class Cases:
    """An input that has been read.

    Args:
        cards: the cards of the premade stacks.
        premade: the number of premade stacks.
        shared: for each premade stack 1 if one of its cards also appears elsewhere (``find_shared``).
        count: the number of cases read.
        promised: the number of cases that the input promises.
        chosen: the indexes of all cases.
        first: the start of each case in ``chosen``, and the end of the last.
        places: the place in the text where each case starts.
        sizes: the number of cards in all cases before each, and then in all.
        text: the input.
        fault: the fault after the cases read; None if there is none.

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
        """An upper bound for the stacks of a case that names no premade stack twice."""
        return min(_largest_step(self.first, self.count), self.premade)

    @property
    def most_cards(self) -> int:
        """An upper bound for the cards of a case in which no card appears twice."""
        return min(_largest_step(self.sizes, self.count), self.cards.different)

    def stacks(self, case: int) -> int:
        """Return the number of stacks in a case; cases count from 0.

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
        """Return the error for a stack with the second copy of a card; cases count from 0."""
        index = int(self.chosen[int(self.first[case]) + stack])
        return card_twice(self.text, int(self.places[case]), case + 1, stack, index, card)

    def in_quicker_form(self) -> Cases:
        """Return the same cases in the form for compiled rules if these are faster, else unchanged."""
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
        NotationError: the premade stacks or T are faulty. A fault in the cases is stored in the result,
            and the cases before it can still be judged.

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
    """Read up to the end, or beyond the first certain fault; make the text end in a line feed."""
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
    """Return whether a part of the input certainly holds a word that is not a number.

    Args:
        part: the part; where it contains a ``#`` the answer is False.
        is_comment: whether it starts inside a comment.

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
        """Return an array with room for every item of `least` bytes in the text, and two more."""
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
    """Return layouts as an input in the judge format; equal stacks are written once.

    Args:
        layouts: layouts whose stacks all have the same height, at least 1.

    Raises:
        IllegalPosition: a layout has no stacks, empty stacks, or stacks of different heights.

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


# --- Dealing a case and finding repeated cards ----------------------------------------------------
#
# No card may appear twice in a case. Most premade stacks share no card with another; a case need only
# name each of those at most once. The cards of the others are checked one by one.


@rule
def find_shared(begin: Any, premade: int, card: Any, copies: Any, shared: Any) -> None:
    """Find the premade stacks with a card that also appears elsewhere, even in the same stack.

    Args:
        begin: premade stack p has the places ``begin[p] <= c < begin[p + 1]``.
        premade: the number of premade stacks.
        card: the number of the card at each place.
        copies: array (distinct cards,) of zeros, filled with the number of copies of each.
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
        seen: array (distinct cards,), overwritten; it must not have been used for this case before.
        shelf: see ``deal_case``.
        case: the case, counted from 0.

    Returns:
        The stack with the second copy of a card, and the card's place; NOTHING for both if there is no
        such card.
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
    """Deal a case unless a card appears twice in it.

    Args:
        table: the table.
        shelf: five arrays: the first place of each premade stack; 1 for those that share a card
            (``find_shared``); an array of the same length, overwritten; the indexes of all cases; the
            start of each case in them, and the end of the last.
        case: the case, counted from 0; its mark on the table is its number + 1.

    Returns:
        The number of its stacks, and the result of ``find_twice``.
    """
    begin, _, _, chosen, first = shelf
    count = first[case + 1] - first[case]
    stack, place = find_twice(table[0], table[5], shelf, case)
    if stack == NOTHING:
        deal(table, begin, chosen, first[case], count)
    return count, stack, place
