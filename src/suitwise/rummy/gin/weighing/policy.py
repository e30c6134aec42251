"""The quick policy of gin rummy, by which very many deals are played on in thought.

It judges a hand by its deadwood and by its *outs*, the unseen cards that would make a meld of cards
left over, and decides in well under a microsecond. Costs are eighths of a point. A seat's *habit* is the
height of the pile from which it knocks only with gin; below, it knocks as soon as it can. The weights
and ``OURS`` are the best of those tried on 20,000 mirrored deals each, the habit against others.
"""

from __future__ import annotations

from suitwise.foundation.arrays.compiled import count_bits, rule
from suitwise.rummy.gin.rules.melds import (
    BITS,
    COLUMN,
    MOST_POINTS,
    PACK,
    ROW,
    SUIT,
    gin_deadwood,
    keeping_least,
    meldable,
    points_of,
)
from suitwise.rummy.gin.rules.showdown import may_knock

POINT = 8
"""The cost of a point of deadwood."""
AN_OUT = 8
"""The worth of an out."""
BESIDE_TAKEN = 24
"""The cost of a discard near a card that the other took from the pile."""
PATIENCE = 50
"""The gain for which a card of the pile is taken that makes no meld."""
_NEVER = 1 << 20
CHEAPEST_S = 0.001
"""The seconds of ``cheapest`` and of ``wants`` as plain Python."""

FOR_GIN, OURS, AT_ONCE = 0, 8, 99
"""Habits: to knock only with gin, to do so from a pile of eight cards on, to knock at once."""


@rule
def paired_ranks(cards: int) -> int:
    """Return the ranks of which two suits or more are held, as bits of the first suit.

    >>> bin(paired_ranks(0b110 | 0b011 << 16))
    '0b10'
    """
    a, b = cards & ROW, cards >> SUIT & ROW
    c, d = cards >> 2 * SUIT & ROW, cards >> 3 * SUIT & ROW
    return a & b | c & d | (a | b) & (c | d)


@rule
def outs(loose: int, hand: int, unseen: int) -> int:
    """Return how many unseen cards would make a meld of cards left over.

    Args:
        loose: the cards of the hand that lie in no meld.
        hand: the hand.
        unseen: the cards that may come.

    >>> outs(0b110, 0b110, PACK & ~0b110), outs(0b101, 0b101, PACK & ~0b101)
    (2, 1)
    """
    steps = loose & loose >> 1
    gaps = loose & hand >> 2 | hand & loose >> 2
    wanted = steps >> 1 | steps << 2 | gaps << 1 | paired_ranks(loose) * COLUMN
    return count_bits(wanted & unseen)


@rule
def near(cards: int) -> int:
    """Return the cards of the ranks of some cards, and those beside them in their suits."""
    a, b = cards & ROW, cards >> SUIT & ROW
    c, d = cards >> 2 * SUIT & ROW, cards >> 3 * SUIT & ROW
    return ((a | b | c | d) * COLUMN | cards << 1 | cards >> 1) & PACK


@rule
def cost_of(hand: int, unseen: int) -> int:
    """Return the cost of a hand of ten."""
    loose = hand & ~meldable(hand)
    return POINT * gin_deadwood(hand) - AN_OUT * outs(loose, hand, unseen)


@rule
def discard_cost(hand: int, card: int, unseen: int, taken: int) -> int:
    """Return the cost of a discard: that of the hand it leaves, and that of feeding the other.

    Args:
        hand: eleven cards.
        card: the discard, a bit.
        unseen: the cards that may come.
        taken: the cards that the other is known to hold.
    """
    beside = BESIDE_TAKEN if near(taken) & card else 0
    return cost_of(hand & ~card, unseen) + beside


@rule
def cheapest(hand: int, free: int, unseen: int, taken: int) -> tuple[int, int]:
    """Return the discard that costs least, a bit, and its cost.

    Args:
        hand: eleven cards.
        free: those of them that may be discarded.
        unseen: the cards that may come.
        taken: the cards that the other is known to hold.
    """
    loose = hand & ~meldable(hand)
    deadwood = gin_deadwood(hand)
    cards = free & loose
    # Where the melds need no choice the deadwood is that of the loose cards, less the one discarded.
    plain = deadwood == points_of(loose) and cards != 0
    if not plain:
        cards = free
    feeding = near(taken)
    best, least = 0, _NEVER
    while cards:
        card = cards & -cards
        if plain:
            kept = POINT * (deadwood - points_of(card))
            cost = kept - AN_OUT * outs(loose & ~card, hand & ~card, unseen)
        else:
            cost = cost_of(hand & ~card, unseen)
        if feeding & card:
            cost += BESIDE_TAKEN
        if cost < least:
            best, least = card, cost
        cards &= cards - 1
    return best, least


@rule
def wants(hand: int, top: int, unseen: int, taken: int) -> bool:
    """Tell whether a seat takes the top of the pile rather than a card of the stock.

    Args:
        hand: ten cards.
        top: the top of the pile, a bit.
        unseen: the cards that may come.
        taken: the cards that the other is known to hold.
    """
    card, cost = cheapest(hand | top, hand, unseen, taken)
    if meldable(hand | top) & top and gin_deadwood((hand | top) & ~card) < gin_deadwood(hand):
        return True
    return cost + PATIENCE < cost_of(hand, unseen)


@rule
def knocking_card(hand: int, free: int, height: int, knock: int, habit: int) -> int:
    """Return the discard with which a seat knocks, a bit; 0 where it plays on.

    Args:
        hand: eleven cards.
        free: those of them that may be discarded.
        height: the cards of the pile.
        knock: the most deadwood to knock with.
        habit: the seat's habit.
    """
    if points_of(hand & ~meldable(hand)) > knock + MOST_POINTS:
        return 0
    card = BITS[keeping_least(hand, free)]
    kept = gin_deadwood(hand & ~card)
    return card if may_knock(kept, knock if height < habit else 0) else 0
