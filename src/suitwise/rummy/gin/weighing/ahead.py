"""The judgement of the rule-based player of gin rummy: deadwood now and a draw ahead, and what is fed.

The other seat melds a discard with two cards that it holds: the cards that it took from the pile are
there for sure, each unseen card with the chance that it is among its unknown ones. Costs are points, and
fractions of them, added in one order, so that every face chooses alike.
"""

from __future__ import annotations

from suitwise.foundation.arrays.compiled import count_bits, lowest_bit, rule
from suitwise.rummy.gin.rules.melds import COLUMN, SUIT, gin_deadwood
from suitwise.rummy.gin.rules.outlook import outlook

DANGER, LOOK = 8.0, 2.0
"""The weights (``players.rule_based.GinPlayer``)."""
AWAITING_S, DISCARD_S = 1e-4, 0.01
"""The seconds of ``pairs_awaiting`` and of ``discard_ahead`` as plain Python."""
_THREE = 0b111


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
