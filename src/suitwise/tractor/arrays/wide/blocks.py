"""Finding blocks in a pile of renamed cards.

Source: rules page "Tractor with many packs" §1.

A *place* of a block w×l is the mask of l neighbouring cards of which the pile has w copies each. Several
rank cards share one Φ. A tractor that runs through this Φ has a separate place for each of them, because
it consists of different cards.
"""

from __future__ import annotations

from suitwise.foundation.arrays.compiled import count_bits, highest_bit, rule
from suitwise.foundation.arrays.words import bit_numbered
from suitwise.tractor.arrays.packed import ACE, cards_on
from suitwise.tractor.arrays.wide.layout import Masks, with_copies
from suitwise.tractor.rules.blocks import windows
from suitwise.tractor.rules.deck import TRUMPS, level_mask, rank_card_phi, shared_rank_cards

Place = tuple[int, int, int, int]
"""A partition, the form of trump, the renamed rank, and the level mask of the Φ that join tractors."""


@rule
def wide_cards(pile: Masks, width: int, exact: int) -> int:
    """Return the cards of a pile with ``width`` copies or more; if exact, with ``width`` copies only."""
    cards = with_copies(pile, width)
    return cards & ~with_copies(pile, width + 1) if exact and width < 4 else cards


@rule
def tractor_starts(cards: int, length: int, place: Place) -> tuple[int, int]:
    """Return the lowest Φ of all tractors, and of those that run through the shared Φ, as level masks.

    Args:
        cards: the cards of one partition with enough copies.
        length: the tractors' length.
        place: the partition (``Place``).
    """
    partition, form, cr, chain = place
    starts = windows(level_mask(cards, partition, form, cr) & chain, length)
    if partition != TRUMPS:
        return starts, 0
    through = ((1 << length) - 1) << (rank_card_phi(form) - length + 1)
    return starts, starts & through


@rule
def number_of_places(cards: int, length: int, place: Place) -> int:
    """Return the number of places of a block.

    Args:
        cards: the cards of one partition with enough copies.
        length: the blocks' length.
        place: the partition (``Place``).

    >>> number_of_places(0b10111, 2, (0, 4, 12, -1))  # S2 S3 S4 S6
    2
    """
    if length == 1:
        return count_bits(cards)
    starts, joined = tractor_starts(cards, length, place)
    number = count_bits(starts)
    if joined:
        shared = count_bits(shared_rank_cards(cards, place[1], place[2]))
        number += (shared - 1) * count_bits(joined)
    return number


@rule
def place_numbered(cards: int, length: int, place: Place, number: int) -> int:
    """Return the place with a number below ``number_of_places``.

    >>> [bin(place_numbered(0b10111, 2, (0, 4, 12, -1), number)) for number in range(2)]
    ['0b11', '0b110']
    """
    if length == 1:
        return 1 << bit_numbered(cards, number)
    starts, joined = tractor_starts(cards, length, place)
    partition, form, cr, _ = place
    window = (1 << length) - 1
    apart = count_bits(starts ^ joined)
    if number < apart:
        return cards_on(window << bit_numbered(starts ^ joined, number), partition, form)
    number -= apart
    through = count_bits(joined)
    link = 1 << bit_numbered(shared_rank_cards(cards, form, cr), number // through)
    return cards_on(window << bit_numbered(joined, number % through), partition, form) | link


@rule
def top_of(block: int, place: Place) -> int:
    """Return the top Φ of a block's cards."""
    return highest_bit(level_mask(block, place[0], place[1], place[2]))


@rule
def highest_top(pile: Masks, width: int, length: int, place: Place) -> int:
    """Return the top Φ of the highest block w×l of a pile of one partition; -1 if there is none."""
    cards = with_copies(pile, width)
    if cards == 0:
        return -1
    levels = level_mask(cards, place[0], place[1], place[2])
    if length > 1:
        levels = windows(levels & place[3], length)
    return highest_bit(levels) + length - 1 if levels else -1


@rule
def longest_tractor(cards: int, place: Place) -> int:
    """Return the length of the longest row of neighbouring cards; 0 if there are no cards."""
    length = 1 if cards else 0
    levels = level_mask(cards, place[0], place[1], place[2]) & place[3]
    levels &= levels >> 1
    while levels:
        length += 1
        levels &= levels >> 1
    return length


@rule
def top_if_block(pile: Masks, width: int, length: int, place: Place) -> int:
    """Return the top Φ of a pile that is exactly one block w×l; -1 if it is none.

    Args:
        pile: w·l cards of one partition.
        width: the block's width.
        length: its length.
        place: the partition (``Place``).
    """
    kinds = pile[0]
    if with_copies(pile, width) != kinds or count_bits(kinds) != length:
        return -1
    levels = level_mask(kinds, place[0], place[1], ACE)
    top = highest_bit(levels)
    if length > 1 and levels & place[3] != ((1 << length) - 1) << (top - length + 1):
        return -1
    return top
