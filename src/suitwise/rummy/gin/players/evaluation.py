"""Evaluations of hands at gin rummy: fast for playouts, careful, and that of the rule-based player.

Three evaluations, from the fastest to the slowest:

* the *playout policy* uses deadwood and outs and decides in well under a microsecond;
* the *careful evaluation* also looks a draw ahead and at the melds that a discard gives away;
* the evaluation of ``GinPlayer`` weighs the same in floating-point points.

An *out* is an unseen card that would make a meld of cards left over. Costs of the first two are eighths
of a point. A seat's *habit* is the height of the pile from which it knocks only with gin; below, it
knocks as soon as it can. The weights of the playout policy and the habit ``OURS`` are the best of those
tried on 20,000 mirrored deals each.
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

# --- The playout policy ---------------------------------------------------------------------------

POINT = 8
"""The cost of a point of deadwood."""
AN_OUT = 8
"""The value of an out."""
BESIDE_TAKEN = 24
"""The cost of a discard near a card that the other seat took from the pile."""
PATIENCE = 50
"""The gain above which the top of the pile is taken although it makes no meld."""
_NEVER = 1 << 20
CHEAPEST_S = 0.001
"""The seconds that ``cheapest`` and ``wants`` take in plain Python."""

FOR_GIN, OURS, AT_ONCE = 0, 8, 99
"""Habits: knock only with gin; only with gin once the pile has eight cards; knock at once."""


@rule
def paired_ranks(cards: int) -> int:
    """Return the ranks held in two or more suits, as bits of the first suit.

    >>> bin(paired_ranks(0b110 | 0b011 << 16))
    '0b10'
    """
    a, b = cards & ROW, cards >> SUIT & ROW
    c, d = cards >> 2 * SUIT & ROW, cards >> 3 * SUIT & ROW
    return a & b | c & d | (a | b) & (c | d)


@rule
def outs(loose: int, hand: int, unseen: int) -> int:
    """Return the number of unseen cards that would make a meld of cards left over.

    Args:
        loose: the cards of the hand that are in no meld.
        hand: the hand.
        unseen: the cards that may be drawn.

    >>> outs(0b110, 0b110, PACK & ~0b110), outs(0b101, 0b101, PACK & ~0b101)
    (2, 1)
    """
    steps = loose & loose >> 1
    gaps = loose & hand >> 2 | hand & loose >> 2
    wanted = steps >> 1 | steps << 2 | gaps << 1 | paired_ranks(loose) * COLUMN
    return count_bits(wanted & unseen)


@rule
def near(cards: int) -> int:
    """Return the cards of the same ranks as some cards, and those adjacent to them in their suits."""
    a, b = cards & ROW, cards >> SUIT & ROW
    c, d = cards >> 2 * SUIT & ROW, cards >> 3 * SUIT & ROW
    return ((a | b | c | d) * COLUMN | cards << 1 | cards >> 1) & PACK


@rule
def cost_of(hand: int, unseen: int) -> int:
    """Return the cost of a hand of ten under the playout policy."""
    loose = hand & ~meldable(hand)
    return POINT * gin_deadwood(hand) - AN_OUT * outs(loose, hand, unseen)


@rule
def discard_cost(hand: int, card: int, unseen: int, taken: int) -> int:
    """Return the cost of a discard: that of the remaining hand plus that of feeding the other seat.

    Args:
        hand: eleven cards.
        card: the discard, a bit.
        unseen: the cards that may be drawn.
        taken: the cards that the other seat is known to hold.
    """
    beside = BESIDE_TAKEN if near(taken) & card else 0
    return cost_of(hand & ~card, unseen) + beside


@rule
def cheapest(hand: int, free: int, unseen: int, taken: int) -> tuple[int, int]:
    """Return the cheapest discard, a bit, and its cost.

    Args:
        hand: eleven cards.
        free: the cards of the hand that may be discarded.
        unseen: the cards that may be drawn.
        taken: the cards that the other seat is known to hold.
    """
    loose = hand & ~meldable(hand)
    deadwood = gin_deadwood(hand)
    cards = free & loose
    # If all meldable cards meld at once, the deadwood is the loose cards without the discard.
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
    """Return whether a seat takes the top of the pile rather than a card of the stock.

    Args:
        hand: ten cards.
        top: the top of the pile, a bit.
        unseen: the cards that may be drawn.
        taken: the cards that the other seat is known to hold.
    """
    card, cost = cheapest(hand | top, hand, unseen, taken)
    if meldable(hand | top) & top and gin_deadwood((hand | top) & ~card) < gin_deadwood(hand):
        return True
    return cost + PATIENCE < cost_of(hand, unseen)


@rule
def knocking_card(hand: int, free: int, height: int, knock: int, habit: int) -> int:
    """Return the discard with which a seat knocks, a bit; 0 if it plays on.

    Args:
        hand: eleven cards.
        free: the cards of the hand that may be discarded.
        height: the number of cards of the pile.
        knock: the most deadwood to knock with.
        habit: the seat's habit.
    """
    if points_of(hand & ~meldable(hand)) > knock + MOST_POINTS:
        return 0
    card = BITS[keeping_least(hand, free)]
    kept = gin_deadwood(hand & ~card)
    return card if may_knock(kept, knock if height < habit else 0) else 0


# --- The careful evaluation -----------------------------------------------------------------------
#
# It looks at every card that may be drawn, so a hand takes about ten microseconds, a hundred times as
# long as under the playout policy. The weights are the best of those tried on 3,000 mirrored deals
# each.

NOW, AHEAD = 8, 16
"""The cost of a point of deadwood now, and of an expected point after a draw."""
A_CAREFUL_OUT = 16
"""The value of an out."""
A_PAIR = 64
"""The cost of a discard that the other seat can certainly meld with two of its cards."""
CERTAIN = 1024
"""The fixed-point representation of probability 1."""
_THREE = 0b111


@rule
def careful_cost(hand: int, unseen: int) -> int:
    """Return the cost of a hand of ten under the careful evaluation.

    Args:
        hand: ten cards.
        unseen: the cards that may be drawn, at least one.

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
    """Return the probability, times CERTAIN, that the other seat holds two cards."""
    known, possible = count_bits(cards & taken), count_bits(cards & unseen)
    if known + possible < 2:
        return 0
    if known == 2:
        return CERTAIN
    return share if known == 1 else share * share // CERTAIN


@rule
def awaiting(card: int, taken: int, unseen: int, room: int) -> int:
    """Return the expected number of pairs in the other hand that make a meld with a card.

    Args:
        card: a card, a bit.
        taken: the cards that the other seat took and holds.
        unseen: the cards that it may hold, at least one.
        room: how many of them it holds.

    Returns:
        The expected number, times CERTAIN.

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
    """Return the cost of a discard: that of the remaining hand plus that of feeding the other seat.

    Args:
        hand: eleven cards.
        card: the discard, a bit.
        unseen: the cards that may be drawn.
        taken: the cards that the other seat took and holds.
        room: how many of the unseen cards it holds.
    """
    fed = A_PAIR * awaiting(card, taken, unseen, room) // CERTAIN
    return careful_cost(hand & ~card, unseen) + fed


@rule
def careful_discard(hand: int, free: int, unseen: int, taken: int, room: int) -> int:
    """Return the cheapest discard under the careful evaluation, a bit.

    Args:
        hand: eleven cards.
        free: the cards of the hand that may be discarded, at least one.
        unseen: the cards that may be drawn.
        taken: the cards that the other seat took and holds.
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


# --- The evaluation of the rule-based player ------------------------------------------------------
#
# A discard feeds the other seat if that holds two cards that meld with it. Cards that it took from the
# pile are held with certainty, unseen cards with the probability of being among its unknown ones. Costs
# are points in floating point, always added in the same order, so that machine code and plain Python
# choose alike.

DANGER, LOOK = 8.0, 2.0
"""The default weights of ``rule_based.GinPlayer``."""
AWAITING_S, DISCARD_S = 1e-4, 0.01
"""The seconds that ``pairs_awaiting`` and ``discard_ahead`` take in plain Python."""


@rule
def _both_held(cards: int, taken: int, unseen: int, room: int) -> float:
    """Return the probability that the other seat holds two cards."""
    sure, open_ = count_bits(cards & taken), count_bits(cards & unseen)
    if sure + open_ < 2:
        return 0.0
    share = room / count_bits(unseen) if open_ else 1.0
    return share * share if open_ == 2 else share


@rule
def pairs_awaiting(card: int, unseen: int, taken: int, room: int) -> float:
    """Return the expected number of pairs in the other hand that make a meld with a card.

    Args:
        card: a card, a bit.
        unseen: the cards that may be drawn.
        taken: the cards that the other seat took and holds.
        room: how many of the unseen cards it holds.

    >>> pairs_awaiting(1, 1 << 5, 0b110, 1), pairs_awaiting(1, 0b1100, 0b10, 1)
    (1.0, 0.5)
    """
    bit = lowest_bit(card)
    rank = bit % SUIT
    column, pairs = (COLUMN << rank) & ~card, 0.0
    for suit in range(3, -1, -1):  # so that the lower two of the three other suits come first
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
        unseen: the cards that may be drawn, at least one.
        taken: the cards that the other seat took and holds.
        room: how many of the unseen cards it holds.
        danger: the weight of each expected pair that melds with the card.
        look: the weight of the expected deadwood after a draw.
    """
    kept = hand & ~card
    ahead = outlook(kept, unseen) / count_bits(unseen)
    return gin_deadwood(kept) + look * ahead + danger * pairs_awaiting(card, unseen, taken, room)


@rule
def discard_ahead(
    hand: int, free: int, unseen: int, taken: int, room: int, danger: float, look: float
) -> int:
    """Return the cheapest discard by ``cost_ahead``, a bit; the first of equals.

    Args:
        hand: eleven cards.
        free: the cards of the hand that may be discarded, at least one.
        unseen: the cards that may be drawn, at least one.
        taken: the cards that the other seat took and holds.
        room: how many of the unseen cards it holds.
        danger: see ``cost_ahead``.
        look: see ``cost_ahead``.
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
    """Return whether taking the top of the pile leaves less deadwood than an average card of the stock.

    The average after a draw is never above the present deadwood, so every card taken reduces the
    deadwood: two such seats can't exchange cards through the pile forever.

    Args:
        hand: ten cards.
        top: the top of the pile, a bit.
        unseen: the cards that may be drawn, at least one.
        taken: the cards that the other seat took and holds.
        room: how many of the unseen cards it holds.
        danger: see ``cost_ahead``.
        look: see ``cost_ahead``.
    """
    away = discard_ahead(hand | top, hand, unseen, taken, room, danger, look)
    kept = gin_deadwood((hand | top) & ~away)
    return kept < outlook(hand, unseen) / count_bits(unseen)
