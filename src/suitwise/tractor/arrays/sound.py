"""The check that a record is a round which can be played on, since anybody may have written the array.

Source: the columns of ``packed``.
"""

from __future__ import annotations

from typing import Any

from suitwise.cards import N_CARDS
from suitwise.foundation.arrays.compiled import count_bits, item_at, lowest_bit, rule
from suitwise.stepping.streams import is_open
from suitwise.tractor.arrays.packed import (
    ACE,
    ALL_PLAYED,
    BEST,
    BURIED,
    CLUBS,
    HANDS,
    LACKS,
    LANDLORD,
    LARGEST,
    LEADER,
    LED,
    LENGTH,
    MAIN,
    ON_TABLE,
    PAIRS,
    PARTITION,
    PARTITIONS,
    PLACED,
    PLAYED,
    POINTS,
    RANK,
    SIZE,
    STREAM,
    SUIT_MASK,
    TABLE,
    TRACTORS,
    WINNER,
    form_of,
)
from suitwise.tractor.rules.kitty import KITTY
from suitwise.tractor.rules.matching import lead_form
from suitwise.tractor.rules.piles import together

_MOST_POINTS = 1 << 20
_ALL = (1 << N_CARDS) - 1


@rule
def is_sound(record: Any) -> bool:
    """Tell whether 36 integers are a round: every number in its range, every card there twice at most.

    >>> is_sound([0] * 36)
    False
    """
    if not numbers_are_sound(record):
        return False
    once = twice = 0
    placed = item_at(record, PLACED)
    for column in range(HANDS, TABLE + 2 * placed, 2):
        more, more_twice = item_at(record, column), item_at(record, column + 1)
        if (more | more_twice) & ~_ALL or more_twice & ~more:
            return False
        if (once & more_twice) | (twice & more):
            return False
        once, twice = together(once, twice, more, more_twice)
    if _cards(record, BURIED) != KITTY:
        return False
    size = item_at(record, SIZE) if placed else 0
    if placed and not lead_is_sound(record):
        return False
    each = _cards(record, HANDS + 2 * item_at(record, LEADER)) + size
    for ahead in range(4):
        hand = HANDS + 2 * (item_at(record, LEADER) + ahead & 3)
        if _cards(record, hand) != (each - size if ahead < placed else each):
            return False
        if ahead < placed and _cards(record, TABLE + 2 * ahead) != size:
            return False
    return size <= each and item_at(record, PLAYED) == ALL_PLAYED - 4 * each + placed * size


@rule
def _cards(record: Any, column: int) -> int:
    return count_bits(item_at(record, column)) + count_bits(item_at(record, column + 1))


@rule
def numbers_are_sound(record: Any) -> bool:
    """Tell whether the columns that are no cards are in their ranges."""
    if not (0 <= item_at(record, MAIN) <= 4 and 0 <= item_at(record, RANK) <= 12):
        return False
    seats = item_at(record, LANDLORD) | item_at(record, LEADER) | item_at(record, WINNER)
    if seats & ~3 or item_at(record, PLACED) & ~3:
        return False
    if item_at(record, LACKS) & -1 << 4 * PARTITIONS or not is_open(item_at(record, STREAM)):
        return False
    points = item_at(record, POINTS)
    if not -_MOST_POINTS < points < _MOST_POINTS or not 0 <= item_at(record, LARGEST) <= 24:
        return False
    return 0 <= item_at(record, ON_TABLE) <= 200


@rule
def lead_is_sound(record: Any) -> bool:
    """Tell whether what a record says of the lead on the table is so, and that is no throw."""
    once, twice = item_at(record, TABLE), item_at(record, TABLE + 1)
    if once == 0:
        return False
    form = form_of(item_at(record, MAIN))
    led = PARTITION[N_CARDS * (form - CLUBS) + lowest_bit(once)]
    if led != item_at(record, LED) or once & ~SUIT_MASK[PARTITIONS * (form - CLUBS) + led]:
        return False
    pairs, length, tractors, honour = lead_form(once, twice, led, form, ACE)
    if pairs != item_at(record, PAIRS) or length != item_at(record, LENGTH):
        return False
    size = count_bits(once) + count_bits(twice)
    if size != item_at(record, SIZE) or size != max(2 * length, 1):
        return False
    return tractors == item_at(record, TRACTORS) and honour <= item_at(record, BEST) <= 28
