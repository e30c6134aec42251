"""Evaluations of a gin hand: which card to discard, and whether to take the top of the pile.

There are three, from the fastest to the slowest:

* The *playout policy* counts deadwood and outs. It decides in well under a microsecond, since rollouts
  call it for every turn of a simulated deal.
* The *careful evaluation* also looks one draw ahead, and at the melds that a discard gives away. The
  Monte Carlo player discards by it.
* The *lookahead evaluation* of ``GinPlayer`` weighs the same things in floating-point points.

An *out* is an unseen card that would make a meld with unmelded cards of the hand. Costs of the first two
are in eighths of a point. Cards are words of bits (``gin.rules.deadwood``).

The kernels describe what a seat knows by the same names: ``unseen`` is the word of all cards it has not
seen, in the stock or the other hand; ``taken`` the word of the cards that the other seat took from the
pile and still holds; ``hidden`` the number of unseen cards in the other hand; ``aces`` the rules about
aces (``gin.rules.house``).

The weights of the playout policy, and ``KNOCK_EARLY``, are the best of those tried on 20,000 mirrored
deals each.
"""

from __future__ import annotations

from suitwise.foundation.arrays.compiled import count_bits, lowest_bit, rule
from suitwise.rummy.gin.rules.deadwood import (
    BITS,
    COLUMN,
    MOST_POINTS,
    PACK,
    ROW,
    SUIT,
    best_discard,
    gin_deadwood,
    meldable,
    outlook,
    points_of,
)
from suitwise.rummy.gin.rules.house import CORNER
from suitwise.rummy.gin.rules.showdown import may_knock

# --- The playout policy ---------------------------------------------------------------------------

POINT = 8
"""The cost of a point of deadwood."""
PER_OUT = 8
"""The value of an out."""
NEAR_TAKEN = 24
"""The cost of a discard of the same rank as a card in ``taken``, or adjacent to one in its suit."""
LEAST_GAIN = 50
"""The top of the pile is taken without making a meld if the hand gains more than this."""
_INFINITE = 1 << 20
CHEAPEST_S = 0.001
"""The seconds that ``cheapest`` and ``wants`` take in plain Python."""

WAIT_FOR_GIN, KNOCK_EARLY, KNOCK_AT_ONCE = 0, 8, 99
"""Values of ``waits_from``: the pile height from which a seat waits for gin instead of knocking."""


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
    """Return the number of outs.

    Two cards of one rank wait for the other two suits, adjacent cards of a suit for either end, and
    cards two ranks apart for the gap.

    Args:
        loose: the cards of the hand that are in no meld.
        hand: the hand.
        unseen: the cards that may be drawn.

    >>> outs(0b110, 0b110, PACK & ~0b110), outs(0b101, 0b101, PACK & ~0b101)
    (2, 1)
    """
    steps = loose & loose >> 1
    gaps = loose & hand >> 2 | hand & loose >> 2
    completing = steps >> 1 | steps << 2 | gaps << 1 | paired_ranks(loose) * COLUMN
    return count_bits(completing & unseen)


@rule
def near(cards: int) -> int:
    """Return the cards of the same ranks as these, and those adjacent to them in their suits."""
    a, b = cards & ROW, cards >> SUIT & ROW
    c, d = cards >> 2 * SUIT & ROW, cards >> 3 * SUIT & ROW
    return ((a | b | c | d) * COLUMN | cards << 1 | cards >> 1) & PACK


@rule
def cost_of(hand: int, unseen: int) -> int:
    """Return the cost of a hand of ten under the playout policy."""
    loose = hand & ~meldable(hand)
    return POINT * gin_deadwood(hand) - PER_OUT * outs(loose, hand, unseen)


@rule
def discard_cost(hand: int, card: int, unseen: int, taken: int) -> int:
    """Return the cost of a discard: that of the remaining hand plus that of feeding the other seat.

    Args:
        hand: eleven cards.
        card: the discard, a bit.
        unseen: see the module's head.
        taken: see the module's head.
    """
    feeding = NEAR_TAKEN if near(taken) & card else 0
    return cost_of(hand & ~card, unseen) + feeding


@rule
def cheapest(hand: int, free: int, unseen: int, taken: int) -> tuple[int, int]:
    """Return the cheapest discard, a bit, and its cost.

    Args:
        hand: eleven cards.
        free: the cards of the hand that may be discarded.
        unseen: see the module's head.
        taken: see the module's head.
    """
    loose = hand & ~meldable(hand)
    deadwood = gin_deadwood(hand)
    cards = free & loose
    # Mostly all meldable cards can be melded at once. Then only a loose card is worth discarding, and a
    # subtraction gives the deadwood that remains. Otherwise every discard is evaluated in full.
    is_simple = deadwood == points_of(loose) and cards != 0
    if not is_simple:
        cards = free
    feeding = near(taken)
    best, least = 0, _INFINITE
    while cards:
        card = cards & -cards
        if is_simple:
            cost = POINT * (deadwood - points_of(card))
            cost -= PER_OUT * outs(loose & ~card, hand & ~card, unseen)
        else:
            cost = cost_of(hand & ~card, unseen)
        if feeding & card:
            cost += NEAR_TAKEN
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
        unseen: see the module's head.
        taken: see the module's head.
    """
    card, cost = cheapest(hand | top, hand, unseen, taken)
    if meldable(hand | top) & top and gin_deadwood((hand | top) & ~card) < gin_deadwood(hand):
        return True
    return cost + LEAST_GAIN < cost_of(hand, unseen)


@rule
def knocking_card(hand: int, free: int, height: int, knock: int, waits_from: int) -> int:
    """Return the discard with which a seat knocks, a bit; 0 if it plays on.

    Args:
        hand: eleven cards.
        free: the cards of the hand that may be discarded.
        height: the number of cards of the pile.
        knock: the most deadwood to knock with.
        waits_from: the pile height from which the seat waits for gin.
    """
    # Cards in no meld remain, except the discard: this settles most hands.
    if points_of(hand & ~meldable(hand)) > knock + MOST_POINTS:
        return 0
    card = BITS[best_discard(hand, free)]
    deadwood = gin_deadwood(hand & ~card)
    return card if may_knock(deadwood, knock if height < waits_from else 0) else 0


# --- The careful evaluation -----------------------------------------------------------------------
#
# It tries every card that may be drawn, so a hand takes about ten microseconds, a hundred times as long
# as under the playout policy. The weights are the best of those tried on 3,000 mirrored deals each.

POINT_NOW, POINT_AHEAD = 8, 16
"""The cost of a point of deadwood now, and of an expected point after a draw."""
PER_CAREFUL_OUT = 16
"""The value of an out."""
PER_PAIR = 64
"""The cost of a discard that the other seat can certainly meld with two of its cards."""
CERTAIN = 1024
"""Probability 1 in fixed point."""
_THREE_IN_A_ROW = 0b111
"""The cards ace, 2 and 3 of the first suit; shifted, any three adjacent cards."""
_QUEEN_TO_ACE, _KING_TO_TWO = 0b1_1000_0000_0001, 0b1_0000_0000_0011
"""Three cards in a row with an ace above the king, and with one between a king and a 2."""


@rule
def careful_cost(hand: int, unseen: int) -> int:
    """Return the cost of a hand of ten under the careful evaluation.

    Args:
        hand: ten cards.
        unseen: the cards that may be drawn, at least one.

    >>> careful_cost(0b11_1111_1111, 0b1_1100_0000_0000)
    0
    """
    ahead = POINT_AHEAD * outlook(hand, unseen) // count_bits(unseen)
    return (
        POINT_NOW * gin_deadwood(hand)
        + ahead
        - PER_CAREFUL_OUT * outs(hand & ~meldable(hand), hand, unseen)
    )


@rule
def _fixed_pair_chance(pair: int, unseen: int, taken: int, share: int) -> int:
    """Return the probability that the other seat holds both cards of a pair, in fixed point.

    Args:
        pair: two cards.
        unseen: see the module's head.
        taken: see the module's head.
        share: the probability that the other seat holds a given unseen card, in fixed point.
    """
    surely, possibly = count_bits(pair & taken), count_bits(pair & unseen)
    if surely + possibly < 2:
        return 0
    if surely == 2:
        return CERTAIN
    return share if surely == 1 else share * share // CERTAIN


@rule
def fixed_pairs_awaiting(card: int, unseen: int, taken: int, hidden: int) -> int:
    """Return the expected number of pairs in the other hand that make a meld with a card.

    Args:
        card: a card, a bit.
        unseen: see the module's head; at least one card.
        taken: see the module's head.
        hidden: see the module's head.

    Returns:
        The expected number in fixed point.

    >>> fixed_pairs_awaiting(1, 1 << 5, 0b110, 1), fixed_pairs_awaiting(1, 0b110, 0, 1)
    (1024, 256)
    """
    share = CERTAIN * hidden // count_bits(unseen)
    bit = lowest_bit(card)
    rank = bit % SUIT
    column = COLUMN << rank & ~card
    total = 0
    for suit in range(4):  # two of the three other suits: leave one out
        pair = column & ~(1 << SUIT * suit + rank)
        if pair != column:
            total += _fixed_pair_chance(pair, unseen, taken, share)
    for low in range(max(bit - 2, bit - rank), min(bit, bit - rank + 10) + 1):
        total += _fixed_pair_chance(_THREE_IN_A_ROW << low & ~card, unseen, taken, share)
    return total


@rule
def careful_discard_cost(hand: int, card: int, unseen: int, taken: int, hidden: int) -> int:
    """Return the cost of a discard: that of the remaining hand plus that of feeding the other seat.

    Args:
        hand: eleven cards.
        card: the discard, a bit.
        unseen: see the module's head.
        taken: see the module's head.
        hidden: see the module's head.
    """
    feeding = PER_PAIR * fixed_pairs_awaiting(card, unseen, taken, hidden) // CERTAIN
    return careful_cost(hand & ~card, unseen) + feeding


@rule
def careful_discard(hand: int, free: int, unseen: int, taken: int, hidden: int) -> int:
    """Return the cheapest discard under the careful evaluation, a bit.

    Args:
        hand: eleven cards.
        free: the cards of the hand that may be discarded, at least one.
        unseen: see the module's head.
        taken: see the module's head.
        hidden: see the module's head.
    """
    best, least = 0, 1 << 30
    while free:
        card = free & -free
        cost = careful_discard_cost(hand, card, unseen, taken, hidden)
        if cost < least:
            best, least = card, cost
        free &= free - 1
    return best


# --- The lookahead evaluation of the rule-based player --------------------------------------------
#
# A discard feeds the other seat if that seat holds two cards that meld with it. It certainly holds the
# cards that it took from the pile, and each unseen card with the same probability. Costs are points in
# floating point, always added in the same order, so that machine code and plain Python choose alike.

DANGER, LOOK = 8.0, 2.0
"""The default weights of ``rule_based.GinPlayer``."""
AWAITING_S, DISCARD_S = 1e-4, 0.01
"""The seconds that ``pairs_awaiting`` and ``lookahead_discard`` take in plain Python."""


@rule
def _pair_chance(pair: int, unseen: int, taken: int, hidden: int) -> float:
    """Return the probability that the other seat holds both cards of a pair."""
    surely, possibly = count_bits(pair & taken), count_bits(pair & unseen)
    if surely + possibly < 2:
        return 0.0
    share = hidden / count_bits(unseen) if possibly else 1.0
    return share * share if possibly == 2 else share


@rule
def pairs_awaiting(card: int, unseen: int, taken: int, hidden: int, aces: int = 0) -> float:
    """Return the expected number of pairs in the other hand that make a meld with a card.

    Args:
        card: a card, a bit.
        unseen: see the module's head.
        taken: see the module's head.
        hidden: see the module's head.
        aces: see the module's head.

    >>> pairs_awaiting(1, 1 << 5, 0b110, 1), pairs_awaiting(1, 0b1100, 0b10, 1)
    (1.0, 0.5)
    """
    bit = lowest_bit(card)
    rank = bit % SUIT
    column, pairs = (COLUMN << rank) & ~card, 0.0
    # Leave out one suit at a time, the highest first: so the pair of the lower two others comes first.
    for suit in range(3, -1, -1):
        pair = column & ~(1 << SUIT * suit + rank)
        if pair != column:
            pairs += _pair_chance(pair, unseen, taken, hidden)
    for low in range(max(rank - 2, 0), min(rank, 10) + 1):
        pairs += _pair_chance(_THREE_IN_A_ROW << bit - rank + low & ~card, unseen, taken, hidden)
    if aces & 3:
        run = _QUEEN_TO_ACE << bit - rank
        if run & card:
            pairs += _pair_chance(run & ~card, unseen, taken, hidden)
    if aces & 3 == CORNER:
        run = _KING_TO_TWO << bit - rank
        if run & card:
            pairs += _pair_chance(run & ~card, unseen, taken, hidden)
    return pairs


@rule
def lookahead_cost(
    hand: int,
    card: int,
    unseen: int,
    taken: int,
    hidden: int,
    danger: float,
    look: float,
    aces: int = 0,
) -> float:
    """Return the cost of a discard in points.

    Args:
        hand: eleven cards.
        card: the discard, a bit.
        unseen: see the module's head; at least one card.
        taken: see the module's head.
        hidden: see the module's head.
        danger: the weight of each expected pair that melds with the card.
        look: the weight of the expected deadwood after a draw.
        aces: see the module's head.
    """
    rest = hand & ~card
    ahead = outlook(rest, unseen, aces) / count_bits(unseen)
    awaited = pairs_awaiting(card, unseen, taken, hidden, aces)
    return gin_deadwood(rest, aces) + look * ahead + danger * awaited


@rule
def lookahead_discard(
    hand: int,
    free: int,
    unseen: int,
    taken: int,
    hidden: int,
    danger: float,
    look: float,
    aces: int = 0,
) -> int:
    """Return the cheapest discard by ``lookahead_cost``, a bit; the first of equals.

    Args:
        hand: eleven cards.
        free: the cards of the hand that may be discarded, at least one.
        unseen: see the module's head; at least one card.
        taken: see the module's head.
        hidden: see the module's head.
        danger: see ``lookahead_cost``.
        look: see ``lookahead_cost``.
        aces: see the module's head.
    """
    best = free & -free
    least = lookahead_cost(hand, best, unseen, taken, hidden, danger, look, aces)
    free &= free - 1
    while free:
        card = free & -free
        cost = lookahead_cost(hand, card, unseen, taken, hidden, danger, look, aces)
        if cost < least:
            best, least = card, cost
        free &= free - 1
    return best


@rule
def lookahead_takes_top(
    hand: int,
    top: int,
    unseen: int,
    taken: int,
    hidden: int,
    danger: float,
    look: float,
    aces: int = 0,
) -> bool:
    """Return whether taking the top of the pile leaves less deadwood than an average card of the stock.

    The average after a draw is never above the present deadwood, so every card taken reduces the
    deadwood: two such seats can't exchange cards through the pile forever.

    Args:
        hand: ten cards.
        top: the top of the pile, a bit.
        unseen: see the module's head; at least one card.
        taken: see the module's head.
        hidden: see the module's head.
        danger: see ``lookahead_cost``.
        look: see ``lookahead_cost``.
        aces: see the module's head.
    """
    card = lookahead_discard(hand | top, hand, unseen, taken, hidden, danger, look, aces)
    with_top = gin_deadwood((hand | top) & ~card, aces)
    return with_top < outlook(hand, unseen, aces) / count_bits(unseen)
