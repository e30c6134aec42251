"""What the seats of a whole deal in arrays know of one another's cards (``hidden.knowledge``).

Source: rules page §6. All that is known of a hand follows from what everybody has seen, so it is kept as
the cards are played: which partitions a seat is out of, where it gave fewer pairs than were led, which
parts of throws it did not beat, and the cards that it showed for bids and still holds.
"""

from __future__ import annotations

from typing import Any

from suitwise.cards import N_CARDS
from suitwise.foundation.arrays.compiled import count_bits, item_at, lowest_bit, rule
from suitwise.tractor.arrays.packed import (
    ACE,
    CLUBS,
    HANDS,
    LACKS,
    PAIRS,
    PARTITION,
    PARTITIONS,
    PHI,
    SIZE,
    SUIT_MASK,
    form_in,
    led_mask,
)
from suitwise.tractor.arrays.stepped.throws import not_below
from suitwise.tractor.rules.blocks import only_block, pair_levels, run_length
from suitwise.tractor.rules.order import rank_card_phi
from suitwise.tractor.rules.owed import EVERY_LEVEL
from suitwise.tractor.rules.piles import together
from suitwise.tractor.whole.columns import ABSENT, GONE, LONE, SHOWN

# --- What plays show ------------------------------------------------------------------------------


@rule
def note_reply(record: Any, seat: int, once: int, twice: int) -> None:
    """Note what a seat shows by what it does not give to the lead on the table."""
    suit = led_mask(record)
    if count_bits(once & suit) + count_bits(twice & suit) < item_at(record, SIZE):
        record[ABSENT + seat] |= suit
    elif count_bits(twice) < item_at(record, PAIRS):
        record[LONE + seat] |= suit & ~twice
    note_gone(record, seat, once, twice)


@rule
def note_lead(record: Any, seat: int, once: int, twice: int, forced: int) -> None:
    """Note what the others show by not beating the parts of a throw, if a lead is one.

    Args:
        record: the deal.
        seat: the leader.
        once: card mask of the lead as it was tried.
        twice: its pairs.
        forced: the length in pairs of the part that somebody beats; more than any where none is beaten.
    """
    form = form_in(record)
    led = PARTITION[N_CARDS * (form - CLUBS) + lowest_bit(once)]
    if only_block(once, twice, 0, led, form, ACE, EVERY_LEVEL) < 0:
        suit = SUIT_MASK[PARTITIONS * (form - CLUBS) + led]
        none, lone = 0, 0
        if once & ~twice and forced > 0:
            none = not_below(suit, lowest_phi(once & ~twice, form) + 1, form)
        levels = lone_levels(twice, led, form)
        if levels and forced > 1:
            lone = not_below(suit, lowest_bit(levels) + 1, form)
        for ahead in range(1, 4):
            other = seat + ahead & 3
            record[ABSENT + other] |= none
            record[LONE + other] |= lone


@rule
def note_tried(record: Any, seat: int, once: int, twice: int) -> None:
    """Note that a seat has shown cards of which it takes back some: a throw that failed."""
    gone, shown = GONE + 2 * seat, SHOWN + 2 * seat
    had, had_twice = together(item_at(record, gone), item_at(record, gone + 1), once, twice)
    record[shown] |= had
    record[shown + 1] |= had_twice


@rule
def note_gone(record: Any, seat: int, once: int, twice: int) -> None:
    """Note cards that a seat plays: where it is known to have no pairs, no other copies are left."""
    record[ABSENT + seat] |= item_at(record, LONE + seat) & once
    gone = GONE + 2 * seat
    record[gone], record[gone + 1] = together(
        item_at(record, gone), item_at(record, gone + 1), once, twice
    )


@rule
def lowest_phi(cards: int, form: int) -> int:
    """Return the lowest Φ of some cards."""
    least = 1 << 10
    while cards:
        least = min(least, PHI[N_CARDS * (form - CLUBS) + lowest_bit(cards)])
        cards &= cards - 1
    return least


@rule
def lone_levels(twice: int, partition: int, form: int) -> int:
    """Return the Φ of the pairs of a throw that are in none of its tractors, as bits."""
    left, spare = pair_levels(twice, partition, form, ACE)
    found = 1 << rank_card_phi(form) if spare else 0
    while left:
        low = lowest_bit(left)
        length = run_length(left, low)
        levels = ((1 << length) - 1) << low
        left &= ~levels
        if length == 1:
            found |= levels
    return found


# --- What a seat may hold -------------------------------------------------------------------------


@rule
def shown_held(record: Any, seat: int) -> tuple[int, int]:
    """Return the cards that a seat has shown for bids and still holds."""
    shown, shown_twice = item_at(record, SHOWN + 2 * seat), item_at(record, SHOWN + 2 * seat + 1)
    gone, gone_twice = item_at(record, GONE + 2 * seat), item_at(record, GONE + 2 * seat + 1)
    return shown & ~gone | shown_twice & ~gone_twice, shown_twice & ~gone


@rule
def may_hold(record: Any, seat: int, other: int, unseen: int, unseen_twice: int) -> int:
    """Return the cards that another seat may hold, as far as a seat knows.

    Args:
        record: the deal.
        seat: who knows.
        other: the other seat.
        unseen: card mask of the cards that the seat does not see.
        unseen_twice: mask of those of which it sees no copy.
    """
    sure = sure_twice = 0
    for ahead in range(1, 4):
        sure, sure_twice = together(sure, sure_twice, *shown_held(record, seat + ahead & 3))
    held, held_twice = shown_held(record, other)
    hand, hand_twice = item_at(record, HANDS + 2 * other), item_at(record, HANDS + 2 * other + 1)
    size = count_bits(hand) + count_bits(hand_twice)
    if size == count_bits(held) + count_bits(held_twice):
        return held
    absent = item_at(record, ABSENT + other) | item_at(record, LONE + other) & held
    return held | (unseen & ~sure | unseen_twice & ~sure_twice) & ~absent


@rule
def note_lacks(record: Any, seat: int, hands: tuple[int, int, int]) -> None:
    """Set which partitions each other seat is known to be out of, as the policy takes it.

    Args:
        record: the deal.
        seat: who knows.
        hands: what the other seats may hold, in the order of play.
    """
    first, lacks = PARTITIONS * (form_in(record) - CLUBS), 0
    for ahead in range(1, 4):
        for partition in range(PARTITIONS):
            if hands[ahead - 1] & SUIT_MASK[first + partition] == 0:
                lacks |= 1 << PARTITIONS * (seat + ahead & 3) + partition
    record[LACKS] = lacks
