"""How a hand of gin is judged: quickly for playouts, a draw ahead, and carefully with outs and feeding.

It judges a hand by its deadwood and by its *outs*, the unseen cards that would make a meld of cards
left over, and decides in well under a microsecond. Costs are eighths of a point. A seat's *habit* is the
height of the pile from which it knocks only with gin; below, it knocks as soon as it can. The weights
and ``OURS`` are the best of those tried on 20,000 mirrored deals each, the habit against others.
"""

from __future__ import annotations

from suitwise.foundation.arrays.compiled import count_bits, lowest_bit, rule
from suitwise.rummy.gin.rules import (
    BITS,
    COLUMN,
    MOST_POINTS,
    PACK,
    ROW,
    SUIT,
    gin_deadwood,
    keeping_least,
    may_knock,
    meldable,
    outlook,
    points_of,
)

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


# --------------------------------------------------------------------------------------------------
# The careful judgement of hands at gin rummy: deadwood now and a draw ahead, outs, and what it
# feeds
#
# It looks at every card that may be drawn, so it takes some ten microseconds a hand where the quick
# policy (``policy``) takes a tenth of one. Costs are eighths of a point. The weights are the best of
# those tried on 3,000 mirrored deals each.

NOW, AHEAD = 8, 16
"""The cost of a point of deadwood, and of one that is to be expected after a draw."""
A_CAREFUL_OUT = 16
"""The worth of an unseen card that would make a meld."""
A_PAIR = 64
"""The cost of a discard that the other surely melds with two cards."""
CERTAIN = 1024
"""The other holds a card for sure."""
_THREE = 0b111


@rule
def careful_cost(hand: int, unseen: int) -> int:
    """Return the cost of a hand of ten.

    Args:
        hand: ten cards.
        unseen: the cards that may come, one at least.

    >>> careful_cost(0b11_1111_1111, 0b1_1100_0000_0000)
    0
    """
    ahead = AHEAD * outlook(hand, unseen) // count_bits(unseen)
    return (
        NOW * gin_deadwood(hand)
        + ahead
        - A_CAREFUL_OUT * outs(hand & ~meldable(hand), hand, unseen)
    )


@rule
def _held(cards: int, taken: int, unseen: int, share: int) -> int:
    """Return the chance that the other holds two cards, CERTAIN if it is known to."""
    known, possible = count_bits(cards & taken), count_bits(cards & unseen)
    if known + possible < 2:
        return 0
    if known == 2:
        return CERTAIN
    return share if known == 1 else share * share // CERTAIN


@rule
def awaiting(card: int, taken: int, unseen: int, room: int) -> int:
    """Return how many pairs that make a meld with a card the other can be expected to hold.

    Args:
        card: a card, a bit.
        taken: the cards that the other took and holds.
        unseen: those that it may hold, one at least.
        room: how many of them it holds.

    Returns:
        The pairs, times CERTAIN.

    >>> awaiting(1, 0b110, 1 << 5, 1), awaiting(1, 0, 0b110, 1)
    (1024, 256)
    """
    share = CERTAIN * room // count_bits(unseen)
    bit = lowest_bit(card)
    rank = bit % SUIT
    column = COLUMN << rank & ~card
    total = 0
    for suit in range(4):
        others = column & ~(1 << SUIT * suit + rank)
        if others != column:
            total += _held(others, taken, unseen, share)
    for low in range(max(bit - 2, bit - rank), min(bit, bit - rank + 10) + 1):
        total += _held(_THREE << low & ~card, taken, unseen, share)
    return total


@rule
def careful_discard_cost(hand: int, card: int, unseen: int, taken: int, room: int) -> int:
    """Return the cost of a discard: that of the hand it leaves, and that of feeding the other.

    Args:
        hand: eleven cards.
        card: the discard, a bit.
        unseen: the cards that may come.
        taken: the cards that the other took and holds.
        room: how many of the unseen cards it holds.
    """
    fed = A_PAIR * awaiting(card, taken, unseen, room) // CERTAIN
    return careful_cost(hand & ~card, unseen) + fed


@rule
def careful_discard(hand: int, free: int, unseen: int, taken: int, room: int) -> int:
    """Return the discard that costs least, a bit.

    Args:
        hand: eleven cards.
        free: those of them that may be discarded, one at least.
        unseen: the cards that may come.
        taken: the cards that the other took and holds.
        room: how many of the unseen cards it holds.
    """
    best, least = 0, 1 << 30
    while free:
        card = free & -free
        cost = careful_discard_cost(hand, card, unseen, taken, room)
        if cost < least:
            best, least = card, cost
        free &= free - 1
    return best


# --------------------------------------------------------------------------------------------------
# The judgement of the rule-based player of gin rummy: deadwood now and a draw ahead, and what is
# fed
#
# The other seat melds a discard with two cards that it holds: the cards that it took from the pile
# are there for sure, each unseen card with the chance that it is among its unknown ones. Costs are
# points, and fractions of them, added in one order, so that every face chooses alike.

DANGER, LOOK = 8.0, 2.0
"""The weights (``players.rule_based.GinPlayer``)."""
AWAITING_S, DISCARD_S = 1e-4, 0.01
"""The seconds of ``pairs_awaiting`` and of ``discard_ahead`` as plain Python."""


@rule
def _both_held(cards: int, taken: int, unseen: int, room: int) -> float:
    """Return the chance that the other holds two cards."""
    sure, open_ = count_bits(cards & taken), count_bits(cards & unseen)
    if sure + open_ < 2:
        return 0.0
    share = room / count_bits(unseen) if open_ else 1.0
    return share * share if open_ == 2 else share


@rule
def pairs_awaiting(card: int, unseen: int, taken: int, room: int) -> float:
    """Return how many pairs that make a meld with a card the other can be expected to hold.

    Args:
        card: a card, a bit.
        unseen: the cards that may come.
        taken: those that the other took and holds.
        room: how many of the unseen cards it holds.

    >>> pairs_awaiting(1, 1 << 5, 0b110, 1), pairs_awaiting(1, 0b1100, 0b10, 1)
    (1.0, 0.5)
    """
    bit = lowest_bit(card)
    rank = bit % SUIT
    column, pairs = (COLUMN << rank) & ~card, 0.0
    for suit in range(3, -1, -1):  # the lower two of the three others first
        left = column & ~(1 << SUIT * suit + rank)
        if left != column:
            pairs += _both_held(left, taken, unseen, room)
    for low in range(max(rank - 2, 0), min(rank, 10) + 1):
        pairs += _both_held(_THREE << bit - rank + low & ~card, taken, unseen, room)
    return pairs


@rule
def cost_ahead(
    hand: int, card: int, unseen: int, taken: int, room: int, danger: float, look: float
) -> float:
    """Return the cost of a discard in points.

    Args:
        hand: eleven cards.
        card: the discard, a bit.
        unseen: the cards that may come, one at least.
        taken: the cards that the other took and holds.
        room: how many of the unseen cards it holds.
        danger: the weight of a pair that the other surely melds with the card.
        look: that of the deadwood to be expected after a draw.
    """
    kept = hand & ~card
    ahead = outlook(kept, unseen) / count_bits(unseen)
    return gin_deadwood(kept) + look * ahead + danger * pairs_awaiting(card, unseen, taken, room)


@rule
def discard_ahead(
    hand: int, free: int, unseen: int, taken: int, room: int, danger: float, look: float
) -> int:
    """Return the discard that costs least (``cost_ahead``), a bit; of equals the first.

    Args:
        hand: eleven cards.
        free: those of them that may be discarded, one at least.
        unseen: the cards that may come, one at least.
        taken: the cards that the other took and holds.
        room: how many of the unseen cards it holds.
        danger: the weight of a pair that the other surely melds with the card.
        look: that of the deadwood to be expected after a draw.
    """
    best = free & -free
    least = cost_ahead(hand, best, unseen, taken, room, danger, look)
    free &= free - 1
    while free:
        card = free & -free
        cost = cost_ahead(hand, card, unseen, taken, room, danger, look)
        if cost < least:
            best, least = card, cost
        free &= free - 1
    return best


@rule
def takes_ahead(
    hand: int, top: int, unseen: int, taken: int, room: int, danger: float, look: float
) -> bool:
    """Tell whether the top of the pile is taken: whether it leaves less than a card of the stock.

    A draw ahead a hand costs no more than now, so each card taken lessens the deadwood: two such seats
    can't exchange cards by the pile for ever.

    Args:
        hand: ten cards.
        top: the top of the pile, a bit.
        unseen: the cards that may come, one at least.
        taken: the cards that the other took and holds.
        room: how many of the unseen cards it holds.
        danger: the weight of a pair that the other surely melds with the card.
        look: that of the deadwood to be expected after a draw.
    """
    away = discard_ahead(hand | top, hand, unseen, taken, room, danger, look)
    kept = gin_deadwood((hand | top) & ~away)
    return kept < outlook(hand, unseen) / count_bits(unseen)
