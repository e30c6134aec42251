"""Multisets of tiles as two bit masks: the kinds that are present, and those that are present twice.

A box has two tiles of every kind, and two jokers, the kind 52. So a rack, the table and the pool take
two columns of a record each, and taking a set from a rack is a handful of operations on words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, lowest_bit, rule
from suitwise.foundation.arrays.words import bit_numbered
from suitwise.rummy.rummikub.rules.tiles import JOKER, JOKER_POINTS, KINDS, NUMBERS, SIZE
from suitwise.rummy.rummikub.solve.least import NO_TILE

TWICE = 1
"""The column of a multiset that tells the kinds of which it has two, after that of all its kinds."""
MULTISET = 2
"""The columns of a multiset."""
BOX = (1 << SIZE) - 1
"""Both words of a whole box."""
JOKERS = 1 << JOKER
"""The bit of a joker."""


def words_of(counts: Sequence[int]) -> tuple[int, int]:
    """Return the words of a multiset.

    >>> words_of([1, 2, 0, 1])
    (11, 2)
    """
    once, twice = (
        sum(1 << kind for kind, n in enumerate(counts) if n >= least) for least in (1, 2)
    )
    return once, twice


# --- Adding and taking ----------------------------------------------------------------------------


@rule
def plus(once: int, twice: int, more: int, more_twice: int) -> tuple[int, int]:
    """Return the tiles of two multisets together, of which a box has enough.

    >>> plus(0b011, 0b001, 0b110, 0)
    (7, 3)
    """
    return once | more, twice | more_twice | once & more


@rule
def minus(once: int, twice: int, less: int, less_twice: int) -> tuple[int, int]:
    """Return a multiset without the tiles of another, as far as it has them.

    >>> minus(0b111, 0b011, 0b1010, 0b0010), minus(0b1, 0b1, 0b1, 0)
    ((5, 1), (1, 0))
    """
    return once & ~less | twice & ~less_twice, twice & ~less


@rule
def has_all_of(once: int, twice: int, other: int, other_twice: int) -> bool:
    """Return whether a multiset has all tiles of another.

    >>> has_all_of(0b11, 0b10, 0b10, 0b10), has_all_of(0b11, 0b10, 0b01, 0b01)
    (True, False)
    """
    return (other & ~once | other_twice & ~twice) == 0


@rule
def from_kind(once: int, twice: int, kind: int) -> tuple[int, int]:
    """Return the tiles of a multiset from a kind on."""
    return once >> kind << kind, twice >> kind << kind


# --- What a multiset has --------------------------------------------------------------------------


@rule
def size_of(once: int, twice: int) -> int:
    """Return the number of tiles.

    >>> size_of(0b111, 0b010)
    4
    """
    return count_bits(once) + count_bits(twice)


@rule
def jokers_of(once: int, twice: int) -> int:
    """Return the number of jokers."""
    return (once >> JOKER) + (twice >> JOKER)


@rule
def least_kind(once: int) -> int:
    """Return the least kind of a multiset, ``NO_TILE`` if it is empty.

    >>> least_kind(0b1100), least_kind(0)
    (2, 53)
    """
    return lowest_bit(once) if once else NO_TILE


@rule
def up_to(kind: int) -> int:
    """Return the bits of all kinds up to one.

    >>> bin(up_to(2))
    '0b111'
    """
    return (2 << kind) - 1


@rule
def nth_kind(once: int, twice: int, number: int) -> int:
    """Return the n-th tile of a multiset, in an order of its own.

    >>> [nth_kind(0b101, 0b100, number) for number in range(3)]
    [0, 2, 2]
    """
    here = count_bits(once)
    return bit_numbered(once, number) if number < here else bit_numbered(twice, number - here)


@rule
def numbers_of(once: int, twice: int) -> int:
    """Return the sum of the numbers of the tiles that are no jokers.

    >>> numbers_of(0b11 | 1 << 52, 0b10)
    5
    """
    total = 0
    for word in (once, twice):
        left = word & ~JOKERS
        while left:
            total += lowest_bit(left) % NUMBERS + 1
            left &= left - 1
    return total


@rule
def points_of(once: int, twice: int) -> int:
    """Return what tiles count on a rack.

    >>> points_of(1 | 1 << 52, 1 << 52)
    61
    """
    return numbers_of(once, twice) + JOKER_POINTS * jokers_of(once, twice)


@rule
def write_counts(out: Any, at: int, once: int, twice: int, size: int) -> None:
    """Write how many there are of each kind, up to a number of kinds.

    >>> out = [9] * 4
    >>> write_counts(out, 1, 0b110, 0b100, 3)
    >>> out
    [9, 0, 1, 2]
    """
    for kind in range(size):
        out[at + kind] = (once >> kind & 1) + (twice >> kind & 1)


# --- Sets -----------------------------------------------------------------------------------------
#
# A set is a word. A run has its colour, from bit 4 on its lowest number, from bit 8 on the highest, and
# from bit 16 on a bit for each number at which a joker lies. A group has GROUP, from bit 4 on its
# number, from bit 8 on a bit for each colour, and from bit 12 on the number of its jokers.

GROUP = 1 << 40
LOW_AT, HIGH_AT, JOKERS_AT = 4, 8, 16
NUMBER_AT, COLOURS_AT, GROUP_JOKERS_AT = 4, 8, 12


@rule
def run_of(colour: int, low: int, high: int, jokers: int) -> int:
    """Return a run; ``jokers`` has a bit for each number at which one lies."""
    return colour | low << LOW_AT | high << HIGH_AT | jokers << JOKERS_AT


@rule
def group_of(number: int, colours: int, jokers: int) -> int:
    """Return a group; ``colours`` has a bit for each colour of its tiles."""
    return GROUP | number << NUMBER_AT | colours << COLOURS_AT | jokers << GROUP_JOKERS_AT


@rule
def is_group(one: int) -> bool:
    """Return whether a set is a group.

    >>> is_group(group_of(7, 0b0111, 0)), is_group(run_of(1, 3, 5, 0))
    (True, False)
    """
    return one >= GROUP


@rule
def colour_of(run: int) -> int:
    """Return the colour of a run."""
    return run & 3


@rule
def low_of(run: int) -> int:
    """Return the lowest number of a run."""
    return run >> LOW_AT & 15


@rule
def high_of(run: int) -> int:
    """Return the highest number of a run."""
    return run >> HIGH_AT & 15


@rule
def joker_numbers_of(run: int) -> int:
    """Return a bit for each number of a run at which a joker lies."""
    return run >> JOKERS_AT


@rule
def number_of(group: int) -> int:
    """Return the number of a group."""
    return group >> NUMBER_AT & 15


@rule
def colours_of(group: int) -> int:
    """Return a bit for each colour of a group's tiles."""
    return group >> COLOURS_AT & 15


@rule
def jokers_in(one: int) -> int:
    """Return the number of jokers of a set.

    >>> jokers_in(run_of(1, 3, 5, 1 << 4)), jokers_in(group_of(7, 0b0011, 2))
    (1, 2)
    """
    return one >> GROUP_JOKERS_AT & 3 if is_group(one) else count_bits(joker_numbers_of(one))


@rule
def kinds_of_colours(colours: int, number: int) -> int:
    """Return the kinds of one number in some colours, as bits.

    >>> kinds_of_colours(0b0011, 1) == 1 | 1 << 13
    True
    """
    found = 0
    for colour in range(KINDS // NUMBERS):
        found |= (colours >> colour & 1) << NUMBERS * colour + number - 1
    return found


@rule
def kinds_of(one: int) -> int:
    """Return the kinds of a set's tiles that are no jokers, as bits.

    >>> kinds_of(run_of(0, 1, 3, 1 << 2))
    5
    """
    if is_group(one):
        return kinds_of_colours(colours_of(one), number_of(one))
    numbers = up_to(high_of(one)) & ~up_to(low_of(one) - 1) & ~joker_numbers_of(one)
    return numbers >> 1 << NUMBERS * colour_of(one)


@rule
def missing_of(group: int) -> int:
    """Return the kinds for which the jokers of a group may stand, as bits."""
    return kinds_of_colours(15 & ~colours_of(group), number_of(group))
