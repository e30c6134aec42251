"""The legal moves of Tractor by their places, as objects list them: what a player at random draws from.

Source: rules page §6. The orders are those of ``rules.following`` and ``rules.auction``: of choices of
cards, of leads, and of replies that give the pairs and tractors owed. Cards go by their true names.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, highest_bit, item_at, lowest_bit, rule
from suitwise.tractor.rules.auction import PACKS, biddable, may_bid
from suitwise.tractor.rules.order import NO_SUIT, TRUMPS, partition_mask

# --- Bids -----------------------------------------------------------------------------------------


@rule
def bid_at(
    once: int, twice: int, cr: int, standing: int, least: int, height: int, place: int
) -> tuple[int, int]:
    """Return the bid at a place among those of a hand, lowest first, and how many there are.

    Args:
        once: card mask of the hand.
        twice: mask of its pairs.
        cr: current rank 0..12.
        standing: the card of the seat's own bid that stands, which alone it may bid more of; else -1.
        least: how many copies it shows then at least.
        height: ``bid_height`` of another seat's bid that stands, else 0.
        place: the place.

    Returns:
        ``4 * card + copies``, -1 where there are not so many; and the number.

    >>> bid_at(0b1 | 1 << 26, 0b1, 0, -1, 1, 0, 2)
    (2, 3)
    """
    found, number = -1, 0
    for copies in range(1, PACKS + 1):
        cards = biddable(once, twice, cr) & (twice if copies > 1 else once)
        while cards:
            card = lowest_bit(cards)
            cards &= cards - 1
            good = may_bid(card, copies, cr, height)
            if standing >= 0:
                good = good and card == standing and copies >= least
            if good:
                if number == place:
                    found = 4 * card + copies
                number += 1
    return found, number


# --- Choices of cards -----------------------------------------------------------------------------


@rule
def ways(kinds: int, size: int) -> int:
    """Return in how many ways some of as many single cards can be chosen.

    >>> ways(33, 8), ways(3, 4)
    (13884156, 0)
    """
    if size < 0 or size > kinds:
        return 0
    found = 1
    for taken in range(min(size, kinds - size)):
        found = found * (kinds - taken) // (taken + 1)
    return found


@rule
def number_of_choices(once: int, twice: int, size: int) -> int:
    """Return in how many ways ``size`` cards can be chosen, equal cards not told apart.

    >>> number_of_choices(0b11, 0b10, 2)
    2
    """
    kinds, doubles, total = count_bits(once), count_bits(twice), 0
    for pairs in range(min(doubles, size // 2) + 1):
        total += ways(doubles, pairs) * ways(kinds - pairs, size - 2 * pairs)
    return total


@rule
def choice_at(once: int, twice: int, size: int, place: int) -> tuple[int, int]:
    """Return the choice of ``size`` cards at a place, and those of them taken twice.

    >>> choice_at(0b11, 0b01, 2, 0), choice_at(0b11, 0b01, 2, 1)
    ((1, 1), (3, 0))
    """
    taken = taken_twice = 0
    while size:
        card = once & -once
        copies = 2 if twice & card else 1
        once, twice = once ^ card, twice & ~card
        copies = min(copies, size)
        found = number_of_choices(once, twice, size - copies)
        while place >= found:
            place -= found
            copies -= 1
            found = number_of_choices(once, twice, size - copies)
        size -= copies
        taken |= card if copies > 0 else 0
        taken_twice |= card if copies > 1 else 0
    return taken, taken_twice


# --- Leads ----------------------------------------------------------------------------------------


@rule
def lead_at(once: int, twice: int, main: int, cr: int, place: int) -> tuple[int, int, int]:
    """Return the lead at a place: cards, those led twice, and how many leads a hand has.

    >>> lead_at(0b11, 0b10, 3, 12, 3)
    (3, 0, 5)
    """
    led = led_twice = number = 0
    for partition in range(TRUMPS + 1):
        mask = partition_mask(partition, main, cr)
        if partition == main and main != NO_SUIT:  # its cards are trumps
            mask = 0
        cards, pairs = once & mask, twice & mask
        leads = (3 ** count_bits(pairs) << count_bits(cards) - count_bits(pairs)) - 1
        if number <= place < number + leads:
            digits = place - number + 1
            while digits:
                card = 1 << highest_bit(cards)
                cards ^= card
                base = 3 if pairs & card else 2
                copies = digits % base
                digits //= base
                led |= card if copies > 0 else 0
                led_twice |= card if copies > 1 else 0
        number += leads
    return led, led_twice, number


# --- Replies with pairs ---------------------------------------------------------------------------


@rule
def pattern_of(order: Any, pairs: int, code: int) -> int:
    """Return the pairs of a pattern: the first in order has the highest bit of its code."""
    found = 0
    for place in range(pairs):
        if code >> pairs - 1 - place & 1:
            found |= 1 << item_at(order, place)
    return found
