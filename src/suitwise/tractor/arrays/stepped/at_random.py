"""The player at random in the record of a deal: any legal move, from the stream of its seat.

Source: rules page §6. It draws the place of a move in the order of the lists of ``rules.following`` and
``rules.auction``, so that objects and records choose alike. Cards in these lists go by their true names.
A lead may be a throw that fails; where rank cards are level the leader also draws which is led.
"""

from __future__ import annotations

from typing import Any

from suitwise.cards import N_CARDS
from suitwise.foundation.arrays.compiled import count_bits, highest_bit, item_at, lowest_bit, rule
from suitwise.seeds import below
from suitwise.tractor.arrays.packed import (
    ACE,
    CLUBS,
    HANDS,
    LED,
    MAIN,
    PHI,
    RANK,
    SIZE,
    asked_in,
    form_in,
    led_mask,
    named_back,
    renamed,
    turn_of,
)
from suitwise.tractor.arrays.playouts import ways
from suitwise.tractor.arrays.stepped.record import BENCH, BID, BIDDER, COPIES
from suitwise.tractor.rules.auction import NOTHING, PACKS, bid_height, biddable, may_bid
from suitwise.tractor.rules.levels import KITTY
from suitwise.tractor.rules.order import (
    NO_SUIT,
    TRUMPS,
    partition_mask,
    rank_card_phi,
    shared_rank_cards,
)
from suitwise.tractor.rules.owed import EVERY_LEVEL, serves, what_is_owed

_MOST = 1 << 31
_ABOVE = 1 << 10

# --- The moves of a seat --------------------------------------------------------------------------


@rule
def place_of(count: int, row: int, seat: int, own: Any) -> int:
    """Draw the place of a move among so many (``players.random.RandomPlayer``).

    Args:
        count: how many there are.
        row: the deal.
        seat: the seat.
        own: the seed of what players draw; for each deal and seat the stream, and how much is used.
    """
    seed, streams, used = own
    place, index = below(
        min(count, _MOST), seed, item_at(streams[row], seat), item_at(used[row], seat)
    )
    used[row, seat] = index
    return place


@rule
def any_bid(record: Any, row: int, seat: int, cr: int, own: Any) -> int:
    """Return a bid, ``4 * card + copies``; -1 to pass."""
    once, twice = item_at(record, HANDS + 2 * seat), item_at(record, HANDS + 2 * seat + 1)
    card, copies = item_at(record, BID), item_at(record, COPIES)
    mine = copies > 0 and item_at(record, BIDDER) == seat
    height = bid_height(card, copies) if copies > 0 and not mine else NOTHING
    standing = card if mine else -1
    _, number = bid_at(once, twice, cr, standing, copies + 1, height, 0)
    place = place_of(number + 1, row, seat, own)  # the pass comes first
    bid, _ = bid_at(once, twice, cr, standing, copies + 1, height, place - 1)
    return bid


@rule
def any_burial(record: Any, row: int, seat: int, own: Any) -> tuple[int, int]:
    """Return eight cards of a hand, renamed, and those of them buried twice."""
    main, cr = item_at(record, MAIN), item_at(record, RANK)
    once = named_back(item_at(record, HANDS + 2 * seat), main, cr)
    twice = named_back(item_at(record, HANDS + 2 * seat + 1), main, cr)
    place = place_of(number_of_choices(once, twice, KITTY), row, seat, own)
    buried, buried_twice = choice_at(once, twice, KITTY, place)
    return renamed(buried, main, cr), renamed(buried_twice, main, cr)


@rule
def any_lead(record: Any, row: int, own: Any) -> tuple[int, int]:
    """Return cards of one partition, renamed, and those of them led twice."""
    seat, main, cr = turn_of(record), item_at(record, MAIN), item_at(record, RANK)
    once = named_back(item_at(record, HANDS + 2 * seat), main, cr)
    twice = named_back(item_at(record, HANDS + 2 * seat + 1), main, cr)
    _, _, number = lead_at(once, twice, main, cr, -1)
    led, led_twice, _ = lead_at(once, twice, main, cr, place_of(number, row, seat, own))
    return renamed(led, main, cr), renamed(led_twice, main, cr)


@rule
def any_reply(record: Any, row: int, own: Any) -> tuple[int, int]:
    """Return a legal reply, renamed, and its cards played twice."""
    seat, suit, size = turn_of(record), led_mask(record), item_at(record, SIZE)
    once, twice = item_at(record, HANDS + 2 * seat), item_at(record, HANDS + 2 * seat + 1)
    held = count_bits(once & suit) + count_bits(twice & suit)
    asked = what_is_owed(suit, held, twice & suit, asked_in(record))
    if size > 1 and held > size:
        return any_service(record, row, once & suit, twice & suit, asked[3], asked[4], own)
    main, cr = item_at(record, MAIN), item_at(record, RANK)
    free, free_twice = (
        named_back(once & asked[1], main, cr),
        named_back(twice & asked[1], main, cr),
    )
    place = place_of(number_of_choices(free, free_twice, asked[2]), row, seat, own)
    more, more_twice = choice_at(free, free_twice, asked[2], place)
    fixed, fixed_twice = once & asked[0], twice & asked[0]
    return fixed | renamed(more, main, cr), fixed_twice | renamed(more_twice, main, cr)


# --- The list of bids -----------------------------------------------------------------------------


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


# --- The list of choices of cards -----------------------------------------------------------------


@rule
def number_of_choices(once: int, twice: int, size: int) -> int:
    """Return in how many ways ``size`` cards can be chosen, equal cards not told apart.

    >>> number_of_choices(0b11, 0b10, 2)
    2
    """
    kinds, doubles, total = count_bits(once), count_bits(twice), 0
    for pairs in range(min(doubles, size // 2) + 1):
        total += ways(kinds, doubles, size, pairs)
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


# --- The list of leads ----------------------------------------------------------------------------


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


# --- Replies with the pairs owed ------------------------------------------------------------------


@rule
def any_service(
    record: Any, row: int, once: int, twice: int, owed: int, tractors: int, own: Any
) -> tuple[int, int]:
    """Return a reply by some cards of the partition led, with the pairs and tractors owed.

    Args:
        record: the deal.
        row: its row.
        once: card mask of the hand's cards of that partition, renamed, more than were led.
        twice: mask of their pairs.
        owed: the pairs owed.
        tractors: pack code of the tractors owed.
        own: see ``place_of``.
    """
    led, form, size = item_at(record, LED), form_in(record), item_at(record, SIZE)
    kinds, pairs, order = count_bits(once), count_bits(twice), record[BENCH:]
    sort_pairs(record, twice, order)
    total, place, chosen = 0, -1, -1
    for turn in range(2):
        total = 0
        for code in range((1 << pairs) - 1, -1, -1):
            given = count_bits(code)
            single = size - 2 * given
            if chosen < 0 and given >= owed and single >= 0:
                pattern = pattern_of(order, pairs, code)
                if serves(pattern, led, form, ACE, EVERY_LEVEL, tractors):
                    found = ways(kinds - given, 0, single, 0)
                    if turn == 1 and place < total + found:
                        chosen, place = pattern, place - total
                    total += found
        if turn == 0:
            place = place_of(total, row, turn_of(record), own)
    main, cr = item_at(record, MAIN), item_at(record, RANK)
    single = size - 2 * count_bits(chosen)
    more, _ = choice_at(named_back(once & ~chosen, main, cr), 0, single, place)
    return chosen | renamed(more, main, cr), chosen


@rule
def sort_pairs(record: Any, twice: int, order: Any) -> None:
    """Write down the pairs of a partition in the order in which it is decided which are played.

    Up to the Φ that rank cards share, where there is a pair on it, then down to it, then those on it.
    """
    form, main, cr = form_in(record), item_at(record, MAIN), item_at(record, RANK)
    level = rank_card_phi(form)
    shared = shared_rank_cards(twice, form, ACE) if item_at(record, LED) == TRUMPS else 0
    left, at = twice & ~shared, 0
    while left:
        best, least, cards = 0, 1 << 20, left
        while cards:
            card = lowest_bit(cards)
            cards &= cards - 1
            phi = PHI[N_CARDS * (form - CLUBS) + card]
            rank = _ABOVE - phi if shared and phi > level else phi
            if rank < least:
                best, least = card, rank
        order[at] = best
        left &= ~(1 << best)
        at += 1
    true = named_back(shared, main, cr)
    while true:
        order[at] = lowest_bit(renamed(true & -true, main, cr))
        true &= true - 1
        at += 1


@rule
def pattern_of(order: Any, pairs: int, code: int) -> int:
    """Return the pairs of a pattern: the first in order has the highest bit of its code."""
    found = 0
    for place in range(pairs):
        if code >> pairs - 1 - place & 1:
            found |= 1 << item_at(order, place)
    return found
