"""The judge format as rules: bytes in, premade stacks and cases out.

::

    P                        premade stacks follow, a line each, numbered from 0
    C v s v s …              C cards from the top down, a value and a suit each
    T                        cases follow, two lines each
    N C                      N stacks of exactly C cards:
    i i …                    N numbers of premade stacks

Every line holds just these numbers. Blank lines are passed over, and so are lines that begin with ``#``.
The text is never trusted: every fault has a number and a place, and ``faults`` makes the sentence.
Nothing is kept beyond what the text itself has room for, whatever it promises.

The text must end in a line feed, which stands for every bounds check inside a line.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import byte_at, rule
from suitwise.foundation.arrays.words import NEWLINE, ZERO, is_blank, skip_blank_lines, skip_blanks
from suitwise.stacks.rules.layout import MOST_NUMBER

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
def read_cases(
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
