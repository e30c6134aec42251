"""The rule-based player (``players.rule_based``) in the record of a deal, in the ``standard`` house.

It bids as ``players.bids``, leads what the policy leads or the surest throw that it is part of, and
replies as ``players.replies``.
"""

from __future__ import annotations

from typing import Any

from suitwise.cards import N_CARDS
from suitwise.foundation.arrays.compiled import count_bits, item_at, lowest_bit, rule
from suitwise.tractor.arrays.packed import (
    ACE,
    BEST,
    CLUBS,
    HANDS,
    LACKS,
    LED,
    LENGTH,
    MAIN,
    PAIRS,
    PARTITION,
    PARTITIONS,
    RANK,
    SIZE,
    SUIT_MASK,
    WINNER,
    asked_in,
    form_in,
    honour_of_reply,
    led_mask,
    named_back,
    points_in,
    renamed,
    swapped_suit,
    turn_of,
    unseen_by,
)
from suitwise.tractor.arrays.policy import CHEAPEST, DUCK, FEED, HIGHEST, choose_lead, price, reply
from suitwise.tractor.arrays.policy_bidding import NO_BID, choose_bid, promising_bid
from suitwise.tractor.arrays.policy_chances import WEIGHTS, becomes_ours, worth
from suitwise.tractor.arrays.stepped.record import (
    ABSENT,
    BENCH,
    BID,
    BIDDER,
    COPIES,
    GONE,
    LONE,
    SHOWN,
    not_below,
    note_gone,
    sure_parts,
    takes,
)
from suitwise.tractor.rules.auction import NOTHING, PACKS, bid_height
from suitwise.tractor.rules.blocks import only_block
from suitwise.tractor.rules.cutting import lowest_part
from suitwise.tractor.rules.owed import EVERY_LEVEL, cheapest_follow
from suitwise.tractor.rules.piles import together, without

# --------------------------------------------------------------------------------------------------
# What the seats of a deal know of one another's cards (``hidden.knowledge``), kept in its record
#
# Source: rules page §6. All that is known of a hand follows from what everybody has seen, so it is
# noted as the cards are played: which partitions a seat is out of, where it gave fewer pairs than
# were led, which parts of throws it did not beat, and the cards that it showed for bids and still
# holds.

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


# --------------------------------------------------------------------------------------------------
# The rule-based player (``players.rule_based``) in the record of a deal, in the ``standard``
# house

POINTS_FIRST = 1 << 20
"""More than any card is worth to keep."""


# --- Bids and leads -------------------------------------------------------------------------------


@rule
def bid_by_rules(record: Any, seat: int, cr: int, is_open: bool) -> int:
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
def lead_by_rules(record: Any, throws: bool) -> tuple[int, int]:
    """Return the lead of the seat on turn: cards, and those led twice; a throw only where it throws."""
    unseen, unseen_twice, hands = know(record)
    once, twice = choose_lead(record, unseen, unseen_twice, WEIGHTS)
    if not throws:
        return once, twice
    led = PARTITION[N_CARDS * (form_in(record) - CLUBS) + lowest_bit(once)]
    sure, sure_twice = sure_parts(record, led, unseen, unseen_twice, hands, EVERY_LEVEL)
    is_part = once & ~sure == 0 and twice & ~sure_twice == 0
    return (sure, sure_twice) if is_part else (once, twice)


# --- Replies --------------------------------------------------------------------------------------


@rule
def reply_by_rules(record: Any) -> tuple[int, int]:
    """Return the reply of the seat on turn: cards, and those played twice."""
    unseen, unseen_twice, _ = know(record)
    once, twice = reply(record, DUCK, unseen, WEIGHTS)
    most = worth_here(record, once, twice, unseen, unseen_twice)
    has_points = points_in(once, twice, item_at(record, RANK)) > 0
    highest, highest_twice = reply(record, HIGHEST, unseen, WEIGHTS)
    wins = highest != 0 and takes(record, highest, highest_twice)
    for way in range(1, 5):
        other = other_twice = 0
        if way == 1:
            other, other_twice = reply(record, FEED, unseen, WEIGHTS)
        elif way == 2 and has_points:
            other, other_twice = leanest(record, unseen)
        elif way == 3 and wins:
            other, other_twice = cheapest_winner(record, highest, highest_twice, unseen)
        elif way == 4 and wins:
            other, other_twice = highest, highest_twice
        if other:
            found = worth_here(record, other, other_twice, unseen, unseen_twice)
            if found > most:
                once, twice, most = other, other_twice, found
    return once, twice


@rule
def worth_here(record: Any, once: int, twice: int, unseen: int, unseen_twice: int) -> int:
    """Return what a reply is worth to the policy, in 64ths of a point."""
    wins, best = takes(record, once, twice), item_at(record, BEST)
    honour = max(best, honour_of_reply(record, once, twice)) if wins else best
    ours = wins or (item_at(record, WINNER) ^ turn_of(record)) & 1 == 0
    led, length = item_at(record, LED), item_at(record, LENGTH)
    chance = becomes_ours(record, led, length, honour, ours, unseen, unseen_twice, WEIGHTS)
    return worth(record, once, twice, chance, item_at(record, SIZE), unseen, WEIGHTS)


# --- Replies that win -----------------------------------------------------------------------------


@rule
def cheapest_winner(record: Any, once: int, twice: int, unseen: int) -> tuple[int, int]:
    """Return the lowest reply found that wins; the highest is given."""
    cheapest, cheapest_twice = reply(record, CHEAPEST, unseen, WEIGHTS)
    if takes(record, cheapest, cheapest_twice):
        return cheapest, cheapest_twice
    left, left_twice = once, twice
    while left:
        card = left & -left
        left ^= card
        if left_twice & card:
            once, twice = lowered(record, once, twice, card, card)
        once, twice = lowered(record, once, twice, card, 0)
    return once, twice


@rule
def lowered(record: Any, once: int, twice: int, card: int, pair: int) -> tuple[int, int]:
    """Return a reply that wins with a pair or a card of it made as low as will do.

    Args:
        record: the deal.
        once: card mask of the reply.
        twice: its pairs.
        card: the card.
        pair: the same for both copies, 0 for one.
    """
    if card & ~once or pair & ~twice:  # it was one of a pair that is gone
        return once, twice
    hand = HANDS + 2 * turn_of(record)
    rest, rest_twice = without(once, twice, card, pair)
    left, left_twice = without(item_at(record, hand), item_at(record, hand + 1), rest, rest_twice)
    if pair:
        left = left_twice
    while left:
        lower = left & -left
        left ^= lower
        other, other_twice = together(rest, rest_twice, lower, lower if pair else 0)
        if takes(record, other, other_twice):
            return other, other_twice
    return once, twice


# --- The reply with fewest points -----------------------------------------------------------------


@rule
def leanest(record: Any, unseen: int) -> tuple[int, int]:
    """Return the legal play with fewest points, of these the one least worth keeping."""
    hand, main, cr = HANDS + 2 * turn_of(record), item_at(record, MAIN), item_at(record, RANK)
    once, twice = item_at(record, hand), item_at(record, hand + 1)
    prices, left = record[BENCH : BENCH + N_CARDS], once
    while left:
        card = left & -left
        left ^= card
        kept = price(lowest_bit(card), twice, DUCK, form_in(record), cr, unseen, WEIGHTS)
        at = lowest_bit(named_back(card, main, cr))
        prices[at] = POINTS_FIRST * points_in(card, 0, cr) + kept
    # Of plays that cost the same it takes the first by the true names of the cards.
    led, size, pairs, tractors, _, _, chain, duty = asked_in(record)
    lead = swapped_suit(led, main), size, pairs, tractors, main, cr, chain, duty
    suit = named_back(led_mask(record), main, cr)
    once, twice = named_back(once, main, cr), named_back(twice, main, cr)
    play, play_twice = cheapest_follow(once, twice, suit, lead, prices)
    return renamed(play, main, cr), renamed(play_twice, main, cr)
