"""The rule-based player (``players.rule_based``) in the record of a deal, in the ``standard`` house.

It bids as ``players.bids``, leads what the policy leads or the surest throw that it is part of, and
replies as ``players.replies``.
"""

from __future__ import annotations

from typing import Any

from suitwise.cards import N_CARDS
from suitwise.foundation.arrays.compiled import item_at, lowest_bit, rule
from suitwise.tractor.arrays.packed import (
    BEST,
    CLUBS,
    HANDS,
    LED,
    LENGTH,
    MAIN,
    PARTITION,
    RANK,
    SIZE,
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
)
from suitwise.tractor.arrays.policy import (
    CHEAPEST,
    DUCK,
    FEED,
    HIGHEST,
    choose_lead,
    price,
    reply,
)
from suitwise.tractor.arrays.policy_bidding import NO_BID, choose_bid, promising_bid
from suitwise.tractor.arrays.policy_chances import becomes_ours, worth
from suitwise.tractor.arrays.policy_weights import WEIGHTS
from suitwise.tractor.arrays.stepped.knowledge import know
from suitwise.tractor.arrays.stepped.record import BENCH, BID, BIDDER, COPIES, sure_parts, takes
from suitwise.tractor.rules.auction import NOTHING, PACKS, bid_height
from suitwise.tractor.rules.owed import EVERY_LEVEL, cheapest_follow
from suitwise.tractor.rules.piles import together, without

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
