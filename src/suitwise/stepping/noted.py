"""Legal actions noted in a record, 60 a word, for games that work them out once a position.

A game gives its record columns for them: ``words_for`` says how many, and ``at`` below is the first.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, lowest_bit, rule
from suitwise.foundation.arrays.words import bit_numbered
from suitwise.stepping.loop import STREAM, drawn

WORD = 60
"""The actions of a word."""


def words_for(actions: int) -> int:
    """Return how many columns actions 0..actions-1 take.

    >>> words_for(60), words_for(61)
    (1, 2)
    """
    return -(-actions // WORD)


@rule
def clear(record: Any, at: int, words: int) -> None:
    """Note that nothing is legal."""
    for word in range(words):
        record[at + word] = 0


@rule
def note(record: Any, at: int, action: int) -> None:
    """Note that an action is legal.

    >>> record = [0, 0]
    >>> note(record, 0, 61)
    >>> record, is_noted(record, 0, 61), is_noted(record, 0, 1)
    ([0, 2], True, False)
    """
    record[at + action // WORD] |= 1 << action % WORD


@rule
def is_noted(record: Any, at: int, action: int) -> bool:
    """Return whether an action was noted as legal."""
    return int(record[at + action // WORD]) >> action % WORD & 1 == 1


@rule
def is_any_noted(record: Any, at: int, words: int) -> bool:
    """Return whether any action was noted as legal."""
    noted = 0
    for word in range(words):
        noted |= int(record[at + word])
    return noted != 0


@rule
def allow_noted(record: Any, at: int, words: int, allowed: Any) -> None:
    """Write a 1 for each legal action into zeros.

    >>> allowed = [0] * 4
    >>> allow_noted([0b1010], 0, 1, allowed)
    >>> allowed
    [0, 1, 0, 1]
    """
    for word in range(words):
        left = int(record[at + word])
        while left:
            allowed[WORD * word + lowest_bit(left)] = 1
            left &= left - 1


@rule
def draw_noted(record: Any, at: int, words: int) -> int:
    """Draw a legal action at random from the stream of the record; there is at least one."""
    count = 0
    for word in range(words):
        count += count_bits(int(record[at + word]))
    number, record[STREAM] = drawn(count, record[STREAM])
    word = 0
    while number >= count_bits(int(record[at + word])):
        number -= count_bits(int(record[at + word]))
        word += 1
    return WORD * word + bit_numbered(int(record[at + word]), number)
