"""What becomes of a throw in a whole deal in arrays (``rules.throws``), in the ``standard`` house."""

from __future__ import annotations

from typing import Any

from suitwise.cards import N_CARDS
from suitwise.foundation.arrays.compiled import item_at, lowest_bit, rule
from suitwise.tractor.arrays.packed import (
    ACE,
    CLUBS,
    HANDS,
    PARTITION,
    PARTITIONS,
    SUIT_MASK,
    form_in,
    turn_of,
)
from suitwise.tractor.arrays.playouts import cards_on
from suitwise.tractor.rules.blocks import highest_block, only_block, pair_levels, run_length
from suitwise.tractor.rules.order import TRUMPS, rank_card_phi, shared_rank_cards
from suitwise.tractor.rules.owed import EVERY_LEVEL
from suitwise.tractor.whole.known import lone_levels, lowest_phi

STANDS = 99
"""In place of the length of the part that is forced: nobody beats any."""


@rule
def forced_part(record: Any, once: int, twice: int) -> tuple[int, int]:
    """Return the part that is led of a throw that fails: its length in pairs, and its top Φ.

    It is the smallest that somebody beats, of as many cards the lowest.

    Args:
        record: the deal, in which the seat on turn leads.
        once: card mask of the lead.
        twice: its pairs.

    Returns:
        The length, 0 for a single and ``STANDS`` where the lead stands; and the Φ.
    """
    form = form_in(record)
    led = PARTITION[N_CARDS * (form - CLUBS) + lowest_bit(once)]
    if only_block(once, twice, 0, led, form, ACE, EVERY_LEVEL) >= 0:
        return STANDS, 0
    if once & ~twice:
        phi = lowest_phi(once & ~twice, form)
        if highest_held(record, led, 0) > phi:
            return 0, phi
    levels = lone_levels(twice, led, form)
    if levels and highest_held(record, led, 1) > lowest_bit(levels):
        return 1, lowest_bit(levels)
    shortest, lowest = STANDS, 0
    left, _ = pair_levels(twice, led, form, ACE)
    while left:
        low = lowest_bit(left)
        length = run_length(left, low)
        left &= ~(((1 << length) - 1) << low)
        top = low + length - 1
        if 1 < length < shortest and highest_held(record, led, length) > top:
            shortest, lowest = length, top
    return shortest, lowest


@rule
def highest_held(record: Any, led: int, length: int) -> int:
    """Return the highest top Φ of the blocks of a length that the other seats hold."""
    form, highest = form_in(record), 0
    suit = SUIT_MASK[PARTITIONS * (form - CLUBS) + led]
    for ahead in range(1, 4):
        hand = HANDS + 2 * (turn_of(record) + ahead & 3)
        once, twice = item_at(record, hand) & suit, item_at(record, hand + 1) & suit
        top = highest_block(once, twice, led, form, ACE, length, EVERY_LEVEL)
        highest = max(highest, top)
    return highest


@rule
def forced_cards(record: Any, once: int, twice: int, length: int, top: int) -> tuple[int, int]:
    """Return the cards of the part that is forced, and the rank cards of which it takes one.

    Args:
        record: the deal.
        once: card mask of the throw.
        twice: its pairs.
        length: the part's length in pairs.
        top: its top Φ.

    Returns:
        Its cards but for a rank card that others are level with; these, of which there may be none.
    """
    form = form_in(record)
    led = PARTITION[N_CARDS * (form - CLUBS) + lowest_bit(once)]
    count = max(length, 1)
    levels = ((1 << count) - 1) << top - count + 1
    if led != TRUMPS or levels >> rank_card_phi(form) & 1 == 0:
        return cards_on(levels, led, form), 0
    copies = twice if length else once & ~twice
    return cards_on(levels, led, form), shared_rank_cards(copies, form, ACE)
