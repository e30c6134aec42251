"""The rule-based policy's weights, its estimates of plays, and its bids and burials.

Chances are in 64ths. They rest on one rough assumption: each other seat holds an unseen card with a
chance of one third. Rules read only the hand of the seat on turn from a record (``packed``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from suitwise.cards import BLACK_JOKER, RED_JOKER
from suitwise.foundation.arrays.compiled import count_bits, item_at, lowest_bit, rule
from suitwise.tractor.arrays import packed
from suitwise.tractor.arrays.packed import (
    card_partition,
    card_phi,
    form_in,
    hand_in,
    points_in,
    size_of,
    suit_mask,
    turn_of,
)
from suitwise.tractor.rules import deck
from suitwise.tractor.rules.blocks import windows
from suitwise.tractor.rules.deck import level_mask, partition_mask, rank_cards, without
from suitwise.tractor.rules.levels import KITTY, PACKS, biddable, may_bid

# --- The weights of the rule-based policy ---------------------------------------------------------
#
# ``learn/tractor_weights.py`` and ``learn/tractor_hands.py`` found them by self-play, and
# ``tests/learn`` checks that they are what these scripts found. All rules accept other weights. Weights
# of the play are in quarters of a point unless stated otherwise.

(
    DRAWING,
    LONE_POINTS,
    RUFFED_POINTS,
    LEAD_LAST,
    TO_COME,
    TEMPO,
    TRUMP_KEPT,
    TRUMP_STEP,
    JOKER_KEPT,
    WINNER_KEPT,
    PLAIN_STEP,
    PAIR_KEPT,
    TRACTOR_KEPT,
    RESCUE,
    DUCK_POINTS,
    FEED_POINTS,
) = range(16)
"""The indices of the weights of the play.

==============  ==================================================================================
weight          meaning
==============  ==================================================================================
DRAWING         bonus for leading trumps with more than half as many as are unseen, for each card
LONE_POINTS     cost of leading a single card with points that a higher unseen card may take
RUFFED_POINTS   cost of leading points in a suit that an opponent can ruff
LEAD_LAST       bonus for leading all one's cards of a plain suit, to ruff it later
TO_COME         expected worth of each card still to be played to the trick
TEMPO           worth of winning a trick and leading next, for each card led
TRUMP_KEPT      worth of keeping the lowest trump
TRUMP_STEP      added worth of a trump for every two Φ above that
JOKER_KEPT      added worth of a joker
WINNER_KEPT     worth of keeping a plain card that nothing unseen beats; leading it costs nothing
PLAIN_STEP      worth of keeping another plain card, for every four Φ
PAIR_KEPT       cost of breaking a pair
TRACTOR_KEPT    added cost of separating two neighbouring pairs
RESCUE          chance, in 24ths, that a partner who could beat our play also beats what beat it
DUCK_POINTS     price of a point to a follower who loses, in eighths of a point
FEED_POINTS     discount for a point to a follower who feeds the partner, in eighths of a point
==============  ==================================================================================
"""

WEIGHTS = (17, 9, 17, 12, 10, 4, 11, 3, 25, 12, 3, 36, 21, 13, 10, 11)
"""The weights of the play; ``learn/tractor_weights.json`` records the search that found them."""

(
    JOKER,
    RANK_CARD,
    PAIR,
    SIDE_ACE,
    LONG,
    NO_TRUMP,
    STRONG,
    LENGTH,
    POINTS,
    POINTS_STRONG,
    PAIRED,
    NEIGHBOURS,
    TOP,
    SECOND,
) = range(14)
"""The indices of the weights of bids and burials.

=============  ===================================================================================
weight         meaning
=============  ===================================================================================
JOKER          strength of a joker beyond that of a trump, in eighths of a trump
RANK_CARD      the same for a rank card
PAIR           the same for a pair of trumps
SIDE_ACE       strength of an ace that is no trump, in eighths of a trump
LONG           trumps expected in the full hand for a suit to be bid, in quarters (33 on average)
NO_TRUMP       strength needed to bid no trump, in eighths of a trump
STRONG         number of trumps with which the landlord buries points at a lower cost
LENGTH         cost of burying a card for each card of its suit, besides 4 for each Φ of it
POINTS         added cost for each point of the card
POINTS_STRONG  the same for a landlord who is strong in trumps
PAIRED         added cost of breaking a pair, besides 4 for each Φ
NEIGHBOURS     added cost if the pair has a neighbour
TOP            added cost of an ace
SECOND         added cost of the card below an ace in the hand
=============  ===================================================================================
"""

HAND_WEIGHTS = (12, 7, 7, 6, 30, 63, 12, 14, 14, 2, 16, 47, 80, 9)
"""The weights of bids and burials; ``learn/tractor_hands.json`` records the search that found them."""


# --- The worth of a play --------------------------------------------------------------------------

SURE = 64
"""The chance of a certain event."""
_FAR = 32
MISSES = tuple(round(SURE * miss**count) for miss in (2 / 3, 8 / 9, 0.98) for count in range(_FAR))
"""The chance that a seat has none of 0 to 31 unseen cards, pairs or longer tractors: 32 entries each."""

QUARTERS = 4
"""Weights are in quarters of a point."""
_OFTEN = 24
"""The denominator of ``RESCUE``."""
PLAIN_LEVELS = 12
"""The cards of a suit without the rank card."""
_NEIGHBOURS = 0x7FF * deck.ONE_OF_EACH_SUIT
"""The renamed cards whose upper neighbour is the next bit, whatever the form."""


@rule
def is_trump(card: int, form: int) -> bool:
    """Tell whether a renamed card is a trump."""
    return card_partition(card, form) == deck.TRUMPS


@rule
def better_blocks(
    length: int, honour: int, partition: int, form: int, once: int, twice: int
) -> int:
    """Return the number of blocks in a pile that beat a block of the same length and partition.

    Args:
        length: the number of pairs in the block; 0 for a single.
        honour: Φ of its top card.
        partition: the partition.
        form: the form of trump.
        once: card mask of the cards.
        twice: mask of their pairs.
    """
    suit = suit_mask(partition, form)
    if length == 0:
        tops = level_mask(once & suit, partition, form, packed.ACE)
    else:
        tops = windows(level_mask(twice & suit, partition, form, packed.ACE), length) << (
            length - 1
        )
    return count_bits(tops >> (honour + 1))


@rule
def chance_of_none(length: int, count: int) -> int:
    """Return the chance that a seat holds none of ``count`` unseen blocks of a length."""
    return MISSES[_FAR * min(length, 2) + min(count, _FAR - 1)]


@rule
def chance_to_beat(
    record: Any, ahead: int, led: int, length: int, honour: int, unseen: int, unseen_twice: int
) -> int:
    """Return the chance that a later seat beats the winning play, in its suit or by a ruff.

    Args:
        record: the record.
        ahead: the number of places by which the seat follows the seat on turn.
        led: the led partition.
        length: the pairs of the longest block in the lead; 0 for a single.
        honour: the honour of the winning play.
        unseen: card mask of the unseen cards.
        unseen_twice: mask of those of which neither copy is seen.
    """
    form = form_in(record)
    lacks = item_at(record, packed.LACKS) >> packed.PARTITIONS * (turn_of(record) + ahead & 3)
    ruffed = led != deck.TRUMPS and honour > packed.ACE
    void = SURE  # the chance that the seat can't follow suit
    chance = 0
    if lacks >> led & 1 == 0:
        suit = suit_mask(led, form)
        void = chance_of_none(0, size_of(unseen & suit, unseen_twice & suit))
        if not ruffed:
            better = better_blocks(length, honour, led, form, unseen, unseen_twice)
            chance = SURE - chance_of_none(length, better)
    if led != deck.TRUMPS and lacks >> deck.TRUMPS & 1 == 0:
        lowest = honour if ruffed else 0
        better = better_blocks(length, lowest, deck.TRUMPS, form, unseen, unseen_twice)
        chance += void * (SURE - chance_of_none(length, better)) >> 6
    return min(chance, SURE)


@rule
def chance_to_win(
    record: Any,
    led: int,
    length: int,
    honour: int,
    ours: bool,
    unseen: int,
    unseen_twice: int,
    weights: Sequence[int],
) -> int:
    """Return the chance that the side of the seat on turn wins the trick.

    Args:
        record: the record before the play of the seat on turn.
        led: the led partition.
        length: the pairs of the longest block in the lead; 0 for a single.
        honour: the honour that wins after that play.
        ours: whether it is our side's.
        unseen: card mask of the unseen cards.
        unseen_twice: mask of those of which neither copy is seen.
        weights: the weights.
    """
    chance, partner = SURE, 0  # that no opponent beats the honour, that the partner can
    for ahead in range(1, 4 - item_at(record, packed.PLACED)):
        beats = chance_to_beat(record, ahead, led, length, honour, unseen, unseen_twice)
        if ahead == 2:
            partner = beats
        else:
            chance = chance * (SURE - beats) >> 6
    if not ours:
        return partner * weights[RESCUE] // _OFTEN
    return chance + (SURE - chance) * partner * weights[RESCUE] // (SURE * _OFTEN)


@rule
def worth_keeping(card: int, form: int, unseen: int, weights: Sequence[int]) -> int:
    """Return the worth of keeping a card for later, in quarters of a point.

    Args:
        card: the card, renamed.
        form: the form of trump.
        unseen: card mask of the unseen cards.
        weights: the weights.
    """
    height = card_phi(card, form)
    if is_trump(card, form):
        # Without a main suit trumps have lower Φ, by the number of cards of a suit.
        step = height - PLAIN_LEVELS if form == packed.CLUBS else height
        kept = weights[TRUMP_KEPT] + weights[TRUMP_STEP] * (step >> 1)
        return kept + (weights[JOKER_KEPT] if card >= BLACK_JOKER else 0)
    if is_winner(card, form, unseen):
        return weights[WINNER_KEPT]
    return weights[PLAIN_STEP] * (height >> 2)


@rule
def is_winner(card: int, form: int, unseen: int) -> bool:
    """Tell whether a card is a plain card that no unseen card of its suit beats."""
    higher = suit_mask(card // 13, form) & -2 << card
    return unseen & higher == 0 and not is_trump(card, form)


@rule
def neighbours(doubles: int) -> int:
    """Return the number of neighbouring pairs, summed over all tractors."""
    return count_bits(doubles & doubles >> 1 & _NEIGHBOURS)


@rule
def keeps_tractor(card: int, doubles: int) -> bool:
    """Tell whether a pair has a neighbour among the pairs of the hand."""
    below, above = doubles & _NEIGHBOURS, doubles >> 1 & _NEIGHBOURS
    return (below << 1 | above) >> card & 1 != 0


@rule
def cost_of(
    once: int,
    twice: int,
    doubles: int,
    form: int,
    unseen: int,
    leads: bool,
    weights: Sequence[int],
) -> int:
    """Return the worth of keeping the cards of a play instead, in quarters of a point.

    Args:
        once: card mask of the play.
        twice: its cards played twice.
        doubles: the hand's pairs; breaking one costs more.
        form: the form of trump.
        unseen: card mask of the unseen cards.
        leads: whether the cards are led, which costs nothing for winners.
        weights: the weights.
    """
    cost = weights[PAIR_KEPT] * count_bits(once & doubles & ~twice)
    if once & doubles:
        separated = neighbours(doubles) - neighbours(doubles & ~once) - neighbours(twice)
        cost += weights[TRACTOR_KEPT] * separated
    while once:
        card = lowest_bit(once)
        once &= once - 1
        if not (leads and is_winner(card, form, unseen)):
            kept = worth_keeping(card, form, unseen, weights)
            cost += kept * (1 + (twice >> card & 1))
    return cost


@rule
def worth(
    record: Any, once: int, twice: int, chance: int, size: int, unseen: int, weights: Sequence[int]
) -> int:
    """Return the worth of a play, in 64ths of a point: points by chance, less the worth of its cards.

    Args:
        record: the record before the play.
        once: card mask of the play.
        twice: its cards played twice.
        chance: the chance that our side then wins the trick.
        size: its number of cards.
        unseen: card mask of the unseen cards.
        weights: the weights.
    """
    placed = item_at(record, packed.PLACED)
    _, doubles = hand_in(record, turn_of(record))
    points = points_in(once, twice, item_at(record, packed.RANK))
    if placed:
        points += item_at(record, packed.ON_TABLE)
    total = QUARTERS * points + (weights[TO_COME] * (3 - placed) + weights[TEMPO]) * size
    cost = cost_of(once, twice, doubles, form_in(record), unseen, placed == 0, weights)
    return (2 * chance - SURE) * total // QUARTERS - SURE // QUARTERS * cost


# --- Bids and burials -----------------------------------------------------------------------------
#
# The rules of thumb of a club player:
#
# * Bid the suit in which you are strongest, and only with more trumps than your share.
# * Jokers, rank cards and pairs of trumps make a hand stronger, plain aces a little.
# * If you have no such suit, bid no trump with jokers, rank cards and aces.
# * Do not overturn your partner.
# * Never bury trumps.
# * Bury short plain suits completely, to ruff them; keep aces, pairs and tractors.
# * Bury no points unless you are strong in trumps.
#
# In a bid, cards have their true names, since the main suit is not known yet; in a burial they are
# renamed (``packed``).

HAND = 25
"""The number of cards that a seat draws."""
NO_BID = -1
"""A pass."""
SHARE = 4
"""To become landlord, a suit is bid if at least one drawn card in four is a trump under it."""
ENOUGH = 9
"""If the landlord is known, a suit is bid if this many trumps are expected in the full hand, counting
every third card still to be drawn as a trump."""

_SUIT = 0x1FFF
_JOKERS = 1 << BLACK_JOKER | 1 << RED_JOKER
_ACES = deck.ONE_OF_EACH_SUIT << 12

TRUMP = 8
"""The strength of a trump; the weights are in eighths of a trump."""
TO_DRAW = 4
"""One in four of the cards still to be drawn is expected to be a trump."""
TRUMP_BURIED = 4000
"""The cost of burying a trump: more than that of any eight other cards."""


@rule
def trump_strength(once: int, twice: int, main: int, cr: int, weights: Any) -> int:
    """Return the strength of a hand under a main suit, in eighths of a trump.

    Args:
        once: card mask of the hand, by true names.
        twice: mask of its pairs.
        main: main suit 0..4.
        cr: current rank 0..12.
        weights: ``HAND_WEIGHTS``, or others in that order.

    >>> spades = 0x1FF
    >>> trump_strength(spades, 0, 0, 12, HAND_WEIGHTS), trump_strength(spades, 0, 1, 12, HAND_WEIGHTS)
    (72, 0)
    """
    trumps = partition_mask(deck.TRUMPS, main, cr)
    strength = TRUMP * size_of(once & trumps, twice & trumps)
    strength += item_at(weights, PAIR) * count_bits(twice & trumps)
    strength += item_at(weights, JOKER) * size_of(once & _JOKERS, twice & _JOKERS)
    ranks = rank_cards(cr)
    strength += item_at(weights, RANK_CARD) * size_of(once & ranks, twice & ranks)
    aces = _ACES & ~trumps
    return strength + item_at(weights, SIDE_ACE) * size_of(once & aces, twice & aces)


@rule
def worth_of_bid(once: int, twice: int, card: int, cr: int, weights: Any) -> int:
    """Return the worth of a bid; one is made only if it is above 0.

    Args:
        once: card mask of the cards drawn so far, by true names.
        twice: mask of their pairs.
        card: the card bid: a rank card, or a joker for no trump.
        cr: current rank 0..12.
        weights: ``HAND_WEIGHTS``, or others in that order.
    """
    if card >= BLACK_JOKER:
        # Long suits and ruffs don't help without a main suit; only cards that win by themselves do.
        return trump_strength(once, twice, deck.NO_SUIT, cr, weights) - item_at(weights, NO_TRUMP)
    trumps = partition_mask(deck.TRUMPS, card // 13, cr)
    expected = TO_DRAW * size_of(once & trumps, twice & trumps) + HAND - size_of(once, twice)
    if expected < item_at(weights, LONG):
        return 0
    return trump_strength(once, twice, card // 13, cr, weights)


@rule
def choose_bid(once: int, twice: int, cr: int, height: int) -> int:
    """Return the bid of a seat by ``HAND_WEIGHTS``; see ``weighed_bid``."""
    return weighed_bid(once, twice, cr, height, HAND_WEIGHTS)


@rule
def weighed_bid(once: int, twice: int, cr: int, height: int, weights: Any) -> int:
    """Return the most valuable bid of a seat, ``4 * card + copies``, or ``NO_BID``.

    Args:
        once: card mask of the cards drawn so far, by true names.
        twice: mask of their pairs.
        cr: current rank 0..12.
        height: ``levels.bid_height`` of the opponents' standing bid, or ``NOTHING``.
        weights: ``HAND_WEIGHTS``, or others in that order.
    """
    chosen, most = NO_BID, 0
    shown = biddable(once, twice, cr)
    while shown:
        card = lowest_bit(shown)
        shown &= shown - 1
        held = 1 + (twice >> card & 1)
        copies = 1 if may_bid(card, 1, cr, height) else 2
        if copies <= held and may_bid(card, copies, cr, height):
            value = worth_of_bid(once, twice, card, cr, weights)
            if value > most:
                chosen, most = 4 * card + copies, value
    return chosen


@rule
def promising_bid(once: int, twice: int, cr: int, height: int, is_open: bool) -> int:
    """Return a bid of the suit with the most trumps while more may be drawn, or ``NO_BID``.

    Args:
        once: card mask of the cards drawn so far, by true names.
        twice: mask of their pairs.
        cr: current rank 0..12.
        height: as for ``weighed_bid``.
        is_open: whether the bidding decides who is landlord.
    """
    best, most = NO_BID, -1
    for copies in range(1, PACKS + 1):
        held = once if copies == 1 else twice
        for suit in range(4):
            card = 13 * suit + cr
            if held >> card & 1 and may_bid(card, copies, cr, height):
                trumps = partition_mask(deck.TRUMPS, suit, cr)
                number = size_of(once & trumps, twice & trumps)
                if number > most:
                    best, most = 4 * card + copies, number
    drawn = size_of(once, twice)
    if is_open:
        return best if SHARE * most >= drawn else NO_BID
    return best if 3 * most + HAND - drawn >= 3 * ENOUGH else NO_BID


@rule
def burial_cost(card: int, once: int, twice: int, form: int, cr: int, weights: Any) -> int:
    """Return the cost of burying a renamed card of the landlord's hand (``once``, ``twice``)."""
    trumps = suit_mask(deck.TRUMPS, form)
    height = 4 * card_phi(card, form)
    if trumps >> card & 1:
        return TRUMP_BURIED + height
    suit = suit_mask(card // 13, form)
    strong = size_of(once & trumps, twice & trumps) >= item_at(weights, STRONG)
    cost = height + item_at(weights, LENGTH) * size_of(once & suit, twice & suit)
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
    """Return the eight cheapest cards to bury, renamed, and those buried twice, by ``HAND_WEIGHTS``.

    Args:
        once: card mask of the hand with the kitty, renamed.
        twice: mask of its pairs.
        form: the form of trump.
        cr: current rank 0..12.
    """
    return choose_burial_among(once, twice, once, twice, KITTY, form, cr)


@rule
def weighed_burial(once: int, twice: int, form: int, cr: int, weights: Any) -> tuple[int, int]:
    """Return the eight cheapest cards to bury by given weights; see ``choose_burial``."""
    return weighed_burial_among(once, twice, once, twice, KITTY, form, cr, weights)


@rule
def choose_burial_among(
    once: int, twice: int, free: int, free_twice: int, count: int, form: int, cr: int
) -> tuple[int, int]:
    """Return the cheapest of some cards by ``HAND_WEIGHTS``; see ``weighed_burial_among``."""
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
    """Return the ``count`` cheapest of some cards to bury, renamed, and those buried twice.

    Args:
        once: card mask of the hand with the kitty.
        twice: mask of its pairs.
        free: the cards that may be buried, at least ``count``.
        free_twice: those that may be buried twice.
        count: the number of cards to bury.
        form: the form of trump.
        cr: current rank 0..12.
        weights: ``HAND_WEIGHTS``, or others in that order.
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
