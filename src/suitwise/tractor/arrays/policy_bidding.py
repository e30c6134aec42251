"""A rule-based way to bid and to bury, for ``policy``.

The habits of a club player, each in a sentence:

* Bid the suit in which you are strongest, and only with more trumps than your share.
* Jokers, rank cards and pairs of trumps make a hand stronger; aces beside them a little.
* Bid no trump where you have no such suit, with jokers, rank cards and aces.
* Do not overturn your partner.
* Never bury trumps.
* Bury short plain suits whole, so as to ruff; keep aces, pairs and tractors.
* Bury no points unless you are strong in trumps.

Everything is a rule on integers. A hand in the bidding, whole or as far as it is drawn, goes by its true
names, for the main suit is not known yet; one at the burial is renamed (``packed``).
"""

from __future__ import annotations

from typing import Any

from suitwise.cards import BLACK_JOKER, N_CARDS, RED_JOKER
from suitwise.foundation.arrays.compiled import count_bits, item_at, lowest_bit, rule
from suitwise.tractor.arrays.packed import CLUBS, PARTITIONS, PHI, SUIT_MASK, points_in
from suitwise.tractor.arrays.policy_chances import (
    HAND_WEIGHTS,
    JOKER,
    LENGTH,
    LONG,
    NEIGHBOURS,
    NO_TRUMP,
    PAIR,
    PAIRED,
    POINTS,
    POINTS_STRONG,
    RANK_CARD,
    SECOND,
    SIDE_ACE,
    STRONG,
    TOP,
)
from suitwise.tractor.rules.auction import PACKS, biddable, may_bid
from suitwise.tractor.rules.levels import KITTY
from suitwise.tractor.rules.order import (
    NO_SUIT,
    ONE_OF_EACH_SUIT,
    TRUMPS,
    partition_mask,
    rank_cards,
)
from suitwise.tractor.rules.piles import without

HAND = 25
"""The cards that a seat draws."""
NO_BID = -1
"""A pass."""
SHARE = 4
"""One card in four drawn is a trump in a suit that is bid to become landlord."""
ENOUGH = 9
"""The trumps expected for a bid where the landlord is known; a third of the cards to come are."""

_SUIT = 0x1FFF
_JOKERS = 1 << BLACK_JOKER | 1 << RED_JOKER
_ACES = ONE_OF_EACH_SUIT << 12

TRUMP = 8
"""What a trump counts in a hand's strength; the weights count in eighths of one."""
TO_DRAW = 4
"""Of the cards yet to be drawn, one in four is expected to be a trump."""
TRUMP_BURIED = 4000
"""What it costs to bury a trump: more than any eight others."""


@rule
def trump_strength(once: int, twice: int, main: int, cr: int, weights: Any) -> int:
    """Return how strong a hand is under a main suit, in eighths of a trump.

    Args:
        once: card mask of the hand, by true names.
        twice: mask of its pairs.
        main: main suit 0..4.
        cr: current rank 0..12.
        weights: ``policy_weights.HAND_WEIGHTS``, or such a row.

    >>> spades = 0x1FF
    >>> trump_strength(spades, 0, 0, 12, HAND_WEIGHTS), trump_strength(spades, 0, 1, 12, HAND_WEIGHTS)
    (72, 0)
    """
    trumps = partition_mask(TRUMPS, main, cr)
    strength = TRUMP * _cards(once & trumps, twice & trumps)
    strength += item_at(weights, PAIR) * count_bits(twice & trumps)
    strength += item_at(weights, JOKER) * _cards(once & _JOKERS, twice & _JOKERS)
    ranks = rank_cards(cr)
    strength += item_at(weights, RANK_CARD) * _cards(once & ranks, twice & ranks)
    aces = _ACES & ~trumps
    return strength + item_at(weights, SIDE_ACE) * _cards(once & aces, twice & aces)


@rule
def _cards(once: int, twice: int) -> int:
    return count_bits(once) + count_bits(twice)


@rule
def worth_of_bid(once: int, twice: int, card: int, cr: int, weights: Any) -> int:
    """Return what it is worth to make trump what a card names; a bid is good above 0.

    Args:
        once: card mask of what has been drawn, by true names.
        twice: mask of its pairs.
        card: a rank card, or a joker for no trump.
        cr: current rank 0..12.
        weights: ``policy_weights.HAND_WEIGHTS``, or such a row.
    """
    if card >= BLACK_JOKER:
        # Neither a long suit nor ruffs help: only what wins by itself does.
        return trump_strength(once, twice, NO_SUIT, cr, weights) - item_at(weights, NO_TRUMP)
    trumps = partition_mask(TRUMPS, card // 13, cr)
    expected = TO_DRAW * _cards(once & trumps, twice & trumps) + HAND - _cards(once, twice)
    if expected < item_at(weights, LONG):
        return 0
    return trump_strength(once, twice, card // 13, cr, weights)


@rule
def choose_bid(once: int, twice: int, cr: int, height: int) -> int:
    """Return the bid of a seat by the package's weights; as ``weighed_bid``."""
    return weighed_bid(once, twice, cr, height, HAND_WEIGHTS)


@rule
def weighed_bid(once: int, twice: int, cr: int, height: int, weights: Any) -> int:
    """Return the bid of a seat, ``4 * card + copies``; ``NO_BID`` to pass.

    Args:
        once: card mask of what it has drawn, by true names.
        twice: mask of its pairs.
        cr: current rank 0..12.
        height: ``auction.bid_height`` of the opponents' bid that stands, else ``NOTHING``.
        weights: ``policy_weights.HAND_WEIGHTS``, or such a row.
    """
    chosen, most = NO_BID, 0
    shown = biddable(once, twice, cr)
    while shown:
        card = lowest_bit(shown)
        shown &= shown - 1
        held = 1 + (twice >> card & 1)
        copies = 1 if may_bid(card, 1, cr, height) else 2
        if copies <= held and may_bid(card, copies, cr, height):
            found = worth_of_bid(once, twice, card, cr, weights)
            if found > most:
                chosen, most = 4 * card + copies, found
    return chosen


@rule
def promising_bid(once: int, twice: int, cr: int, height: int, is_open: bool) -> int:
    """Return a bid of the suit with most trumps, where more may come; ``NO_BID`` if there are too few.

    Args:
        once: card mask of what the seat has drawn, by true names.
        twice: mask of its pairs.
        cr: current rank 0..12.
        height: as for ``weighed_bid``.
        is_open: whether the bidding makes the landlord.
    """
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
def burial_cost(card: int, once: int, twice: int, form: int, cr: int, weights: Any) -> int:
    """Return how dear a card is to the landlord who may bury it, renamed."""
    trumps = SUIT_MASK[PARTITIONS * (form - CLUBS) + TRUMPS]
    height = 4 * PHI[N_CARDS * (form - CLUBS) + card]
    if trumps >> card & 1:
        return TRUMP_BURIED + height
    suit = SUIT_MASK[PARTITIONS * (form - CLUBS) + card // 13]
    strong = _cards(once & trumps, twice & trumps) >= item_at(weights, STRONG)
    cost = height + item_at(weights, LENGTH) * _cards(once & suit, twice & suit)
    each = item_at(weights, POINTS_STRONG if strong else POINTS)
    cost += points_in(1 << card, 0, cr) * each
    if twice >> card & 1:
        neighbours = (twice >> 1 | twice << 1) & suit & twice
        cost += height + item_at(weights, PAIRED)
        cost += item_at(weights, NEIGHBOURS) if neighbours >> card & 1 else 0
    top = 1 << 13 * (card // 13) + 11
    if 1 << card == top:
        return cost + item_at(weights, TOP)
    if 1 << card == top >> 1 and once & top:
        return cost + item_at(weights, SECOND)
    return cost


@rule
def choose_burial(once: int, twice: int, form: int, cr: int) -> tuple[int, int]:
    """Return what the landlord buries, renamed: eight cards, and those buried twice.

    Args:
        once: card mask of the hand with the kitty, renamed.
        twice: mask of its pairs.
        form: the form of trump.
        cr: current rank 0..12.
    """
    return choose_burial_among(once, twice, once, twice, KITTY, form, cr)


@rule
def weighed_burial(once: int, twice: int, form: int, cr: int, weights: Any) -> tuple[int, int]:
    """Return what the landlord buries by a row of weights; otherwise as ``choose_burial``."""
    return weighed_burial_among(once, twice, once, twice, KITTY, form, cr, weights)


@rule
def choose_burial_among(
    once: int, twice: int, free: int, free_twice: int, count: int, form: int, cr: int
) -> tuple[int, int]:
    """Return the cheapest of some cards by the package's weights; as ``weighed_burial_among``."""
    return weighed_burial_among(once, twice, free, free_twice, count, form, cr, HAND_WEIGHTS)


@rule
def weighed_burial_among(
    once: int,
    twice: int,
    free: int,
    free_twice: int,
    count: int,
    form: int,
    cr: int,
    weights: Any,
) -> tuple[int, int]:
    """Return the cheapest of some cards to be buried, renamed, and those of them buried twice.

    Args:
        once: card mask of the hand with the kitty.
        twice: mask of its pairs.
        free: the cards of it that may be buried, at least ``count``.
        free_twice: those that may be buried twice.
        count: how many cards are buried.
        form: the form of trump.
        cr: current rank 0..12.
        weights: ``policy_weights.HAND_WEIGHTS``, or such a row.
    """
    buried = buried_twice = 0
    for _ in range(count):
        chosen, least, left = 0, 1 << 40, free
        while left:
            card = lowest_bit(left)
            left &= left - 1
            cost = burial_cost(card, once, twice, form, cr, weights)
            if cost < least:
                chosen, least = card, cost
        bit = 1 << chosen
        once, twice = without(once, twice, bit, 0)
        free, free_twice = without(free, free_twice, bit, 0)
        buried, buried_twice = buried | bit, buried_twice | buried & bit
    return buried, buried_twice
