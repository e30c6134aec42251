"""Uniform random choices of a given number of cards of a pile with at least a given number of pairs.

Copies of a card are not distinguished: a choice is a number of copies for each card. Choices are
counted by dynamic programming, from the last card to the first. For each card, number of cards still to
choose and number of pairs still to find, a table holds the number of ways to continue. A random number
below the total then selects a path through the table, so all choices are equally likely. One or two
cards, and piles without pairs, need no table.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, item_at, lowest_bit, rule
from suitwise.foundation.arrays.words import bit_numbered
from suitwise.stepping.loop import drawn
from suitwise.tractor.arrays.packed import some_bits
from suitwise.tractor.arrays.wide.layout import CHOICES, Masks, copies_of, size_of

MOST_KINDS = 54
KINDS = CHOICES
"""Offsets into the desk: the cards of the pile; then their numbers of copies; then the table."""
COPIES = KINDS + MOST_KINDS
TABLE = COPIES + MOST_KINDS
MOST_CHOSEN, MOST_PAIRS, MOST_TRUMPS = 53, 27, 18
"""The most cards to choose; and if pairs are needed, the most pairs and the most different cards."""
END = TABLE + (MOST_TRUMPS + 1) * (MOST_CHOSEN + 1) * (MOST_PAIRS + 1)

_HALF = 1 << 31


@rule
def drawn_below(n: int, stream: int) -> tuple[int, int]:
    """Draw a number from 0..n-1 for 1 <= n <= 2**60, without bias; return it and the stream.

    >>> drawn_below(1 << 40, 7 << 32 | 1)[0] < 1 << 40
    True
    """
    if n < _HALF:
        return drawn(n, stream)
    many = 1 << 60
    limit = many - many % n
    number = limit
    while number >= limit:
        high, stream = drawn(1 << 30, stream)
        low, stream = drawn(1 << 30, stream)
        number = high << 30 | low
    return number % n, stream


@rule
def pairs_among(copies: int, exact: int) -> int:
    """Return the number of pairs in some copies of a card; if exact, only two copies make a pair."""
    return int(copies == 2) if exact else copies >> 1


@rule
def pairs_in(pile: Masks, exact: int) -> int:
    """Return the number of pairs in a pile (``pairs_among``).

    >>> pairs_in((0b111, 0b111, 0b11, 0b1), 0), pairs_in((0b111, 0b111, 0b11, 0b1), 1)
    (4, 1)
    """
    return count_bits(pile[1] & ~pile[2]) if exact else count_bits(pile[1]) + count_bits(pile[3])


@rule
def ways(desk: Any, pile: Masks, number: int, pairs: int, exact: int) -> int:
    """Return the number of choices, and leave their table on the desk.

    Args:
        desk: the desk.
        pile: the pile.
        number: the number of cards to choose.
        pairs: the least number of pairs among them.
        exact: 1 if a card chosen three or four times makes no pair.
    """
    kinds, cards = 0, pile[0]
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        desk[KINDS + kinds] = card
        desk[COPIES + kinds] = copies_of(pile, card)
        kinds += 1
    row = (number + 1) * (pairs + 1)
    for at in range(TABLE + kinds * row, TABLE + (kinds + 1) * row):
        desk[at] = 0
    desk[TABLE + kinds * row] = 1
    for kind in range(kinds - 1, -1, -1):
        copies, above = item_at(desk, COPIES + kind), TABLE + (kind + 1) * row
        for left in range(number + 1):
            for lacks in range(pairs + 1):
                total = 0
                for chosen in range(min(copies, left) + 1):
                    lack = max(lacks - pairs_among(chosen, exact), 0)
                    total += item_at(desk, above + (left - chosen) * (pairs + 1) + lack)
                desk[TABLE + kind * row + left * (pairs + 1) + lacks] = total
    return item_at(desk, TABLE + row - 1)


@rule
def choice_numbered(desk: Any, number: int, pairs: int, exact: int, at: int) -> Masks:
    """Return the choice number ``at``, using the table that ``ways`` has filled."""
    row, kind, left, lacks = (number + 1) * (pairs + 1), 0, number, pairs
    once, twice, thrice, fourfold = 0, 0, 0, 0
    while left > 0:
        above, chosen, lack = TABLE + (kind + 1) * row, 0, lacks
        here = item_at(desk, above + left * (pairs + 1) + lack)
        while at >= here:
            at -= here
            chosen += 1
            lack = max(lacks - pairs_among(chosen, exact), 0)
            here = item_at(desk, above + (left - chosen) * (pairs + 1) + lack)
        card = 1 << item_at(desk, KINDS + kind)
        once |= card if chosen > 0 else 0
        twice |= card if chosen > 1 else 0
        thrice |= card if chosen > 2 else 0
        fourfold |= card if chosen > 3 else 0
        kind, left, lacks = kind + 1, left - chosen, lack
    return once, twice, thrice, fourfold


@rule
def choose(
    desk: Any, pile: Masks, number: int, pairs: int, exact: int, stream: int
) -> tuple[Masks, int]:
    """Choose cards of a pile uniformly.

    Args:
        desk: the desk.
        pile: the pile; it must contain such a choice.
        number: the number of cards to choose.
        pairs: the least number of pairs among them.
        exact: 1 if a card chosen three or four times makes no pair.
        stream: the state of the random number generator.

    Returns:
        The cards, and the stream.
    """
    once, twice, _, _ = pile
    if pairs == 0:
        if number == size_of(pile):
            return pile, stream
        if number == 2 and twice:
            kinds, doubles = count_bits(once), count_bits(twice)
            at, stream = drawn(kinds * (kinds - 1) // 2 + doubles, stream)
            if at < doubles:
                card = 1 << bit_numbered(twice, at)
                return (card, card, 0, 0), stream
        if number <= 2 or twice == 0:
            cards, stream = some_bits(once, number, stream)
            return (cards, 0, 0, 0), stream
    at, stream = drawn_below(ways(desk, pile, number, pairs, exact), stream)
    return choice_numbered(desk, number, pairs, exact, at), stream
