"""Multisets of cards of two packs as three integers.

These are ``ONCE``, the mask of the cards of which there is a copy or two; ``TWICE``, the mask of those
with two copies; and the number of jokers. The bit of a card is 16 times its suit plus its rank, 1 for
the ace. The bit above the king is free, so aces can be copied there to find runs that end with an ace
(``with_high_aces``). A *kind* is the number of a card in actions, 52 for a joker.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, lowest_bit, rule
from suitwise.foundation.arrays.words import bit_numbered
from suitwise.rummy.rules.hand import JOKER, N_SUITED
from suitwise.rummy.rules.rules import rank_of

LANE = 16
"""The bits of a suit."""
ONCE, TWICE, JOKERS, MULTISET = range(4)
"""The columns of a multiset."""

BIT_OF = tuple(LANE * (card // 13) + rank_of(card) for card in range(N_SUITED))
"""The place of the bit of each kind."""
KIND_AT = tuple(
    suit * 13 + (rank - 2) % 13 if 1 <= rank <= 13 else 0
    for suit in range(4)
    for rank in range(LANE)
)
"""The kind of each bit; 0 where there is none."""
PACK = sum(1 << bit for bit in BIT_OF)
"""All cards but jokers."""
ACES = sum(1 << LANE * suit + 1 for suit in range(4))
HIGH_ACE = 14
_FROM_ACE_TO_ACE = HIGH_ACE - 1


@rule
def with_high_aces(cards: int) -> int:
    """Return a word in which aces are also above the kings.

    >>> bin(with_high_aces(0b10))
    '0b100000000000010'
    """
    return cards | (cards & ACES) << _FROM_ACE_TO_ACE


@rule
def without_high_aces(cards: int) -> int:
    """Return a word in which aces are only below the twos.

    >>> bin(without_high_aces(0b111 << 12))
    '0b11000000000010'
    """
    return (cards & PACK) | (cards >> _FROM_ACE_TO_ACE & ACES)


# --- Changing a multiset --------------------------------------------------------------------------


@rule
def add_kind(record: Any, at: int, kind: int) -> None:
    """Add a card to the multiset whose first column is ``at``.

    >>> record = [0, 0, 0]
    >>> for kind in (12, 12, 52):
    ...     add_kind(record, 0, kind)
    >>> record
    [2, 2, 1]
    """
    if kind == JOKER:
        record[at + JOKERS] += 1
        return
    bit = 1 << BIT_OF[kind]
    record[at + TWICE] |= record[at + ONCE] & bit
    record[at + ONCE] |= bit


@rule
def take_out(record: Any, at: int, cards: int, jokers: int) -> None:
    """Remove a copy of each card of a mask, and jokers, from a multiset, as far as it has them.

    >>> record = [0b110, 0b010, 1]
    >>> take_out(record, 0, 0b1010, 2)
    >>> record
    [6, 0, 0]
    """
    twice = record[at + TWICE]
    record[at + ONCE] &= ~(cards & ~twice)
    record[at + TWICE] = twice & ~cards
    record[at + JOKERS] = max(0, record[at + JOKERS] - jokers)


@rule
def take_kind(record: Any, at: int, kind: int) -> None:
    """Remove a copy of a card from a multiset, if it has one."""
    if kind == JOKER:
        take_out(record, at, 0, 1)
    else:
        take_out(record, at, 1 << BIT_OF[kind], 0)


@rule
def copy_cards(record: Any, at: int, other: int) -> None:
    """Copy the multiset at column ``other`` to column ``at``."""
    for column in range(MULTISET):
        record[at + column] = record[other + column]


# --- What a multiset has --------------------------------------------------------------------------


@rule
def size_of(record: Any, at: int) -> int:
    """Return the number of cards of a multiset.

    >>> size_of([0b110, 0b010, 1], 0)
    4
    """
    return count_bits(record[at]) + count_bits(record[at + TWICE]) + int(record[at + JOKERS])


@rule
def has_kind(record: Any, at: int, kind: int) -> bool:
    """Return whether a multiset has a card."""
    if kind == JOKER:
        return bool(record[at + JOKERS] > 0)
    return int(record[at]) >> BIT_OF[kind] & 1 == 1


@rule
def nth_kind(record: Any, at: int, number: int) -> int:
    """Return the n-th card of a multiset, in an order of its own, every copy counted.

    >>> [nth_kind([0b110, 0b010, 1], 0, number) for number in range(4)]
    [12, 0, 12, 52]
    """
    once, twice = int(record[at]), int(record[at + TWICE])
    if number < count_bits(once):
        return KIND_AT[bit_numbered(once, number)]
    number -= count_bits(once)
    if number < count_bits(twice):
        return KIND_AT[bit_numbered(twice, number)]
    return JOKER


@rule
def write_counts(out: Any, first: int, record: Any, at: int) -> None:
    """Write the number of copies of each card of a multiset into zeros, jokers last.

    >>> out = [0] * 53
    >>> write_counts(out, 0, [0b110, 0b010, 1], 0)
    >>> out[0], out[12], out[52]
    (1, 2, 1)
    """
    left = int(record[at])
    while left:
        out[first + KIND_AT[lowest_bit(left)]] = 1
        left &= left - 1
    left = int(record[at + TWICE])
    while left:
        out[first + KIND_AT[lowest_bit(left)]] = 2
        left &= left - 1
    out[first + JOKER] = record[at + JOKERS]


@rule
def cost_of(record: Any, at: int, costs: Any, first: int) -> int:
    """Return the sum of the costs of a multiset's cards.

    Args:
        record: the record.
        at: the first column of the multiset.
        costs: the numbers among which the costs of the kinds are.
        first: the place of the first.
    """
    total = int(record[at + JOKERS]) * int(costs[first + JOKER])
    for column in (ONCE, TWICE):
        left = int(record[at + column])
        while left:
            total += int(costs[first + KIND_AT[lowest_bit(left)]])
            left &= left - 1
    return total
