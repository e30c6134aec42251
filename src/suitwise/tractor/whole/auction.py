"""The draw and the bidding of a whole deal in arrays: card by card from a stream, asked as objects are.

Source: rules page §6. Each drawer is asked after its card, after the last all seats in turn. The bids
are those of ``players.bids`` in the ``standard`` house.
"""

from __future__ import annotations

from typing import Any

from suitwise.cards import RED_JOKER
from suitwise.foundation.arrays.compiled import count_bits, item_at, lowest_bit, rule
from suitwise.seeds import below
from suitwise.tractor.arrays.packed import HANDS
from suitwise.tractor.arrays.policy_bidding import NO_BID, choose_bid
from suitwise.tractor.players.bids import ENOUGH, SHARE
from suitwise.tractor.rules.auction import NOTHING, PACKS, bid_height, may_bid
from suitwise.tractor.rules.order import TRUMPS, partition_mask
from suitwise.tractor.rules.piles import together, without
from suitwise.tractor.seats import HAND
from suitwise.tractor.whole.at_random import any_bid
from suitwise.tractor.whole.columns import (
    BID,
    BIDDER,
    COPIES,
    INDEX,
    LANDLORD_GIVEN,
    RANDOM,
    SHOWN,
    UNDRAWN,
    note,
)

_DRAWS = 4 * HAND


@rule
def card_at_place(once: int, twice: int, place: int) -> int:
    """Return the card at a place of a pile (``piles.Pile.at``).

    >>> [card_at_place(0b101, 0b001, place) for place in range(3)]
    [0, 0, 2]
    """
    card = lowest_bit(once)
    copies = 1 + (twice >> card & 1)
    while place >= copies:
        place -= copies
        once &= once - 1
        card = lowest_bit(once)
        copies = 1 + (twice >> card & 1)
    return card


@rule
def draw(record: Any, seat: int, seed: int, stream: int, moves: Any) -> None:
    """Let a seat draw a card."""
    once, twice = item_at(record, UNDRAWN), item_at(record, UNDRAWN + 1)
    size = count_bits(once) + count_bits(twice)
    place, record[INDEX] = below(size, seed, stream, item_at(record, INDEX))
    card = 1 << card_at_place(once, twice, place)
    record[UNDRAWN], record[UNDRAWN + 1] = without(once, twice, card, 0)
    hand = HANDS + 2 * seat
    record[hand], record[hand + 1] = together(
        item_at(record, hand), item_at(record, hand + 1), card, 0
    )
    note(record, moves, card, 0)


@rule
def is_closed(record: Any) -> bool:
    """Tell whether nothing overturns the bid that stands."""
    return bool(record[COPIES] == PACKS and record[BID] == RED_JOKER)


@rule
def bid_here(record: Any, seat: int, cr: int, is_open: bool) -> int:
    """Return the bid of a seat, ``4 * card + copies``; ``NO_BID`` to pass (``bids.bid_in``).

    Args:
        record: the deal.
        seat: the seat.
        cr: current rank 0..12.
        is_open: whether the bidding makes the landlord.
    """
    once, twice = item_at(record, HANDS + 2 * seat), item_at(record, HANDS + 2 * seat + 1)
    bidder, card, copies = item_at(record, BIDDER), item_at(record, BID), item_at(record, COPIES)
    if copies > 0 and (bidder ^ seat) & 1 == 0:
        more = bidder == seat and copies < PACKS and twice >> card & 1 == 1
        return 4 * card + copies + 1 if more else NO_BID
    height = bid_height(card, copies) if copies else NOTHING
    strong = choose_bid(once, twice, cr, height)
    return strong if strong != NO_BID else promising_bid(once, twice, cr, height, is_open)


@rule
def promising_bid(once: int, twice: int, cr: int, height: int, is_open: bool) -> int:
    """Return a bid of the suit with most trumps, where more may come."""
    best, most = NO_BID, -1
    for copies in range(1, PACKS + 1):
        held = once if copies == 1 else twice
        for suit in range(4):
            card = 13 * suit + cr
            if held >> card & 1 and may_bid(card, copies, cr, height):
                trumps = partition_mask(TRUMPS, suit, cr)
                there = count_bits(once & trumps) + count_bits(twice & trumps)
                if there > most:
                    best, most = 4 * card + copies, there
    drawn = count_bits(once) + count_bits(twice)
    if is_open:
        return best if SHARE * most >= drawn else NO_BID
    return best if 3 * most + HAND - drawn >= 3 * ENOUGH else NO_BID


@rule
def ask(record: Any, row: int, given: Any, seat: int, cr: int, moves: Any) -> bool:
    """Ask a seat for a bid; tell whether it makes one."""
    options, _, _, policies, own, _, _ = given
    if policies[row, seat] == RANDOM:
        bid = any_bid(record, row, seat, cr, own)
    else:
        bid = bid_here(record, seat, cr, item_at(options, LANDLORD_GIVEN) < 0)
    if bid == NO_BID:
        note(record, moves, 0, 0)
        return False
    card, copies, shown = bid >> 2, bid & 3, SHOWN + 2 * seat
    record[BIDDER], record[BID], record[COPIES] = seat, card, copies
    twice = 1 << card if copies > 1 else 0
    record[shown] |= 1 << card
    record[shown + 1] |= twice
    note(record, moves, 1 << card, twice)
    return True


@rule
def draw_and_bid(record: Any, row: int, given: Any, first: int, cr: int, moves: Any) -> None:
    """Draw all cards but the kitty, and bid.

    Args:
        record: the deal, all of whose cards are undrawn.
        row: its row.
        given: see ``deals.play_row``.
        first: the seat that draws first.
        cr: current rank 0..12.
        moves: the moves, which are noted.
    """
    seed, stream = given[1], item_at(given[2], row)
    for drawn in range(_DRAWS):
        seat = first + drawn & 3
        draw(record, seat, seed, stream, moves)
        if drawn < _DRAWS - 1 and not is_closed(record):
            ask(record, row, given, seat, cr, moves)
    seat, silence = first + _DRAWS - 1 & 3, 0
    while silence < 4 and not is_closed(record):
        silence = 0 if ask(record, row, given, seat, cr, moves) else silence + 1
        seat = seat + 1 & 3
