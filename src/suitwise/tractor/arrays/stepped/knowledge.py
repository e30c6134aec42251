"""What the seats of a deal know of one another's cards (``hidden.knowledge``), kept in its record.

Source: rules page §6. All that is known of a hand follows from what everybody has seen, so it is noted
as the cards are played: which partitions a seat is out of, where it gave fewer pairs than were led,
which parts of throws it did not beat, and the cards that it showed for bids and still holds.
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
    MAIN,
    PAIRS,
    PARTITION,
    PARTITIONS,
    RANK,
    SIZE,
    SUIT_MASK,
    form_in,
    led_mask,
    named_back,
    renamed,
    turn_of,
    unseen_by,
)
from suitwise.tractor.arrays.stepped.record import (
    ABSENT,
    GONE,
    LONE,
    SHOWN,
    not_below,
    note_gone,
)
from suitwise.tractor.rules.blocks import only_block
from suitwise.tractor.rules.cutting.bench import lowest_part
from suitwise.tractor.rules.owed import EVERY_LEVEL
from suitwise.tractor.rules.piles import together

# --- What plays show ------------------------------------------------------------------------------


@rule
def note_reply(record: Any, seat: int, once: int, twice: int) -> None:
    """Note what a seat shows by what it does not give to the lead on the table."""
    suit = led_mask(record)
    if count_bits(once & suit) + count_bits(twice & suit) < item_at(record, SIZE):
        record[ABSENT + seat] |= suit
    elif count_bits(twice) < item_at(record, PAIRS):
        record[LONE + seat] |= suit & ~twice
    note_played(record, seat, once, twice)


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
        single = lowest_part(once, twice, led, (form, ACE, EVERY_LEVEL), 0)
        pair = lowest_part(once, twice, led, (form, ACE, EVERY_LEVEL), 1)
        none = not_below(suit, single + 1, form) if single and forced > 0 else 0
        lone = not_below(suit, pair + 1, form) if pair and forced > 1 else 0
        for ahead in range(1, 4):
            other = seat + ahead & 3
            record[ABSENT + other] |= none
            record[LONE + other] |= lone


@rule
def note_played(record: Any, seat: int, once: int, twice: int) -> None:
    """Note cards that a seat plays: where it is known to have no pairs, no other copies are left."""
    record[ABSENT + seat] |= item_at(record, LONE + seat) & once
    note_gone(record, seat, once, twice)


@rule
def note_tried(record: Any, seat: int, once: int, twice: int) -> None:
    """Note that a seat has shown cards of which it takes back some: a throw that failed."""
    gone, shown = GONE + 2 * seat, SHOWN + 2 * seat
    main, cr = item_at(record, MAIN), item_at(record, RANK)
    tried, tried_twice = named_back(once, main, cr), named_back(twice, main, cr)
    had, had_twice = together(item_at(record, gone), item_at(record, gone + 1), tried, tried_twice)
    record[shown] |= had
    record[shown + 1] |= had_twice


# --- What a seat may hold -------------------------------------------------------------------------


@rule
def shown_held(record: Any, seat: int) -> tuple[int, int]:
    """Return the cards that a seat has shown and still holds, renamed."""
    shown, shown_twice = item_at(record, SHOWN + 2 * seat), item_at(record, SHOWN + 2 * seat + 1)
    gone, gone_twice = item_at(record, GONE + 2 * seat), item_at(record, GONE + 2 * seat + 1)
    once, twice = shown & ~gone | shown_twice & ~gone_twice, shown_twice & ~gone
    if once == 0:  # nearly always
        return 0, 0
    main, cr = item_at(record, MAIN), item_at(record, RANK)
    return renamed(once, main, cr), renamed(twice, main, cr)


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
def know(record: Any) -> tuple[int, int, tuple[int, int, int]]:
    """Return what the seat on turn knows, and set the partitions others are out of as it knows them.

    Returns:
        Card mask of the cards that it does not see, mask of those of which it sees no copy, and what
        each other seat may hold, in the order of play.
    """
    seat = turn_of(record)
    unseen, unseen_twice = unseen_by(record, seat)
    hands = (
        may_hold(record, seat, seat + 1 & 3, unseen, unseen_twice) & unseen,
        may_hold(record, seat, seat + 2 & 3, unseen, unseen_twice) & unseen,
        may_hold(record, seat, seat + 3 & 3, unseen, unseen_twice) & unseen,
    )
    first, lacks = PARTITIONS * (form_in(record) - CLUBS), 0
    for ahead in range(1, 4):
        for partition in range(PARTITIONS):
            if hands[ahead - 1] & SUIT_MASK[first + partition] == 0:
                lacks |= 1 << PARTITIONS * (seat + ahead & 3) + partition
    record[LACKS] = lacks
    return unseen, unseen_twice, hands
