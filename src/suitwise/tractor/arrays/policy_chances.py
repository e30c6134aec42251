"""The estimates of the rule-based policy: chances, and the value of cards kept for later.

Chances are in 64ths, by one rough rule: each of the others holds an unseen card with a chance of one
third. The record is that of ``packed``; of its hands nothing is read but that of the seat on turn. What
the weights mean is told where they are (``policy_weights``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from suitwise.cards import BLACK_JOKER, N_CARDS
from suitwise.foundation.arrays.compiled import count_bits, item_at, lowest_bit, rule
from suitwise.tractor.arrays.packed import (
    ACE,
    CLUBS,
    HANDS,
    LACKS,
    ON_TABLE,
    PARTITION,
    PARTITIONS,
    PHI,
    PLACED,
    RANK,
    SUIT_MASK,
    form_in,
    points_in,
    turn_of,
)
from suitwise.tractor.rules.blocks import windows
from suitwise.tractor.rules.order import ONE_OF_EACH_SUIT, TRUMPS, level_mask

# --------------------------------------------------------------------------------------------------
# The weights of the rule-based policy, two rows of integers: to play by, and to bid and bury by
#
# They are found by play of the policy against itself, in ``learn/tractor_weights.py`` and
# ``learn/tractor_hands.py``, and held to what these find by ``tests/learn``. The rules take any other
# rows as well (``policy``, ``policy_chances``, ``policy_bidding``). A weight of the play is in
# quarters of a point unless it says otherwise.

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
"""The places of the weights of the play.

==============  ==================================================================================
weight          meaning
==============  ==================================================================================
DRAWING         to lead a trump when one has many beside those that are unseen, for each card
LONE_POINTS     what it costs to lead a single card with points that a higher one unseen may take
RUFFED_POINTS   what it costs to lead points of a suit that an opponent may ruff for sure
LEAD_LAST       to lead all that one holds of a plain suit, so as to ruff it later
TO_COME         what each card yet to be played adds to a trick
TEMPO           what it is worth to take a trick and lead, for each card led
TRUMP_KEPT      the lowest trump, if it is kept
TRUMP_STEP      what a trump is worth more for every two Φ above that
JOKER_KEPT      what a joker is worth beside that
WINNER_KEPT     a plain card, if it is kept, that nothing unseen beats; led, it loses nothing
PLAIN_STEP      what another plain card is worth for every four Φ
PAIR_KEPT       what it costs to break a pair
TRACTOR_KEPT    what it costs beside that to part two pairs that are neighbours
RESCUE          how often a partner who could beat our play beats what beat it, in 24ths
DUCK_POINTS     how a follower who loses orders his cards: a point, in halves of a quarter
FEED_POINTS     and one who gives to his partner, likewise
==============  ==================================================================================
"""

WEIGHTS = (17, 9, 17, 12, 10, 4, 11, 3, 25, 12, 3, 36, 21, 13, 10, 11)
"""The weights that the policy plays by; ``learn/tractor_weights.json`` is the search that found them."""

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
"""The places of the weights of bids and burials.

=============  ===================================================================================
weight         meaning
=============  ===================================================================================
JOKER          what a joker makes a hand stronger beside being a trump, in eighths of a trump
RANK_CARD      likewise a rank card
PAIR           likewise a pair of trumps
SIDE_ACE       likewise an ace that is no trump
LONG           the trumps expected for a suit to be bid, in quarters; a hand has 33 on average
NO_TRUMP       the strength that a bid of no trump takes
STRONG         the trumps of the landlord from which on points are buried more lightly
LENGTH         what it costs to bury a card, for each card of its suit; its height costs 4 for each Φ
POINTS         likewise for each point of the card
POINTS_STRONG  likewise where the landlord is strong in trumps
PAIRED         to break a pair, beside its height once more
NEIGHBOURS     beside that, where the pair has a neighbour
TOP            an ace
SECOND         the next card below an ace that one holds
=============  ===================================================================================
"""

HAND_WEIGHTS = (12, 7, 7, 6, 30, 63, 12, 14, 14, 2, 16, 47, 80, 9)
"""The weights that the policy bids and buries by; ``learn/tractor_hands.json`` is their search."""


# --- The estimates of the rule-based policy: chances, and the value of cards kept for later -------

SURE = 64
"""A certain chance."""
_FAR = 32
MISSES = tuple(round(SURE * miss**there) for miss in (2 / 3, 8 / 9, 0.98) for there in range(_FAR))
"""The chance that a seat has none of 0 to 31 unseen cards, pairs or longer tractors, 32 entries each."""

QUARTERS = 4
"""The weights of cards are in quarters of a point."""
_OFTEN = 24
"""What the weight of a rescue is out of."""
PLAIN_LEVELS = 12
"""The cards of a suit beside that of the current rank."""
_NEIGHBOURS = 0x7FF * ONE_OF_EACH_SUIT
"""The cards of a suit, as they are renamed, whose neighbour above is the next bit in either form."""


@rule
def is_trump(card: int, form: int) -> bool:
    """Tell whether a renamed card is a trump."""
    return PARTITION[N_CARDS * (form - CLUBS) + card] == TRUMPS


@rule
def better_blocks(
    length: int, honour: int, partition: int, form: int, once: int, twice: int
) -> int:
    """Return how many blocks of some cards beat one of the same kind.

    Args:
        length: the pairs of the block; 0 for a single.
        honour: Φ of its top card.
        partition: the partition.
        form: the form of trump.
        once: card mask of the cards.
        twice: mask of their pairs.
    """
    suit = SUIT_MASK[PARTITIONS * (form - CLUBS) + partition]
    if length == 0:
        tops = level_mask(once & suit, partition, form, ACE)
    else:
        tops = windows(level_mask(twice & suit, partition, form, ACE), length) << (length - 1)
    return count_bits(tops >> (honour + 1))


@rule
def missing(length: int, there: int) -> int:
    """Return the chance that a seat has none of ``there`` unseen blocks of a kind."""
    return MISSES[_FAR * min(length, 2) + min(there, _FAR - 1)]


@rule
def beaten_by(
    record: Any, ahead: int, led: int, length: int, honour: int, unseen: int, unseen_twice: int
) -> int:
    """Return the chance that a seat beats what stands, in the suit or by a ruff.

    Args:
        record: the record.
        ahead: how many places after the seat on turn it sits.
        led: the led partition.
        length: pairs of the longest block of the lead; 0 for a single.
        honour: the honour of the play that stands.
        unseen: card mask of the unseen cards.
        unseen_twice: mask of those unseen twice.
    """
    form = form_in(record)
    lacks = item_at(record, LACKS) >> PARTITIONS * (turn_of(record) + ahead & 3)
    ruffed = led != TRUMPS and honour > ACE
    out = SURE
    chance = 0
    if lacks >> led & 1 == 0:
        suit = SUIT_MASK[PARTITIONS * (form - CLUBS) + led]
        out = missing(0, count_bits(unseen & suit) + count_bits(unseen_twice & suit))
        if not ruffed:
            there = better_blocks(length, honour, led, form, unseen, unseen_twice)
            chance = SURE - missing(length, there)
    if led != TRUMPS and lacks >> TRUMPS & 1 == 0:
        lowest = honour if ruffed else 0
        there = better_blocks(length, lowest, TRUMPS, form, unseen, unseen_twice)
        chance += out * (SURE - missing(length, there)) >> 6
    return min(chance, SURE)


@rule
def becomes_ours(
    record: Any,
    led: int,
    length: int,
    honour: int,
    ours: bool,
    unseen: int,
    unseen_twice: int,
    weights: Sequence[int],
) -> int:
    """Return the chance that the trick becomes ours once the seat on turn has played.

    Args:
        record: the record, before that play.
        led: the led partition.
        length: pairs of the longest block of the lead; 0 for a single.
        honour: the best honour with that play.
        ours: whether it is ours.
        unseen: card mask of the unseen cards.
        unseen_twice: mask of those unseen twice.
        weights: the weights.
    """
    chance, helps = SURE, 0
    for ahead in range(1, 4 - item_at(record, PLACED)):
        beaten = beaten_by(record, ahead, led, length, honour, unseen, unseen_twice)
        if ahead == 2:
            helps = beaten
        else:
            chance = chance * (SURE - beaten) >> 6
    if not ours:
        return helps * weights[RESCUE] // _OFTEN
    return chance + (SURE - chance) * helps * weights[RESCUE] // (SURE * _OFTEN)


@rule
def worth_keeping(card: int, form: int, unseen: int, weights: Sequence[int]) -> int:
    """Return what a card may do later on, in quarters of a point.

    Args:
        card: the card, renamed.
        form: the form of trump.
        unseen: card mask of the unseen cards.
        weights: the weights.
    """
    height = PHI[N_CARDS * (form - CLUBS) + card]
    if is_trump(card, form):
        # Counted from the top: without a main suit the highest Φ is lower by the cards of a suit.
        step = height - PLAIN_LEVELS if form == CLUBS else height
        kept = weights[TRUMP_KEPT] + weights[TRUMP_STEP] * (step >> 1)
        return kept + (weights[JOKER_KEPT] if card >= BLACK_JOKER else 0)
    if is_winner(card, form, unseen):
        return weights[WINNER_KEPT]
    return weights[PLAIN_STEP] * (height >> 2)


@rule
def is_winner(card: int, form: int, unseen: int) -> bool:
    """Tell whether a plain card is one that nothing unseen of its suit beats."""
    higher = SUIT_MASK[PARTITIONS * (form - CLUBS) + card // 13] & -2 << card
    return unseen & higher == 0 and not is_trump(card, form)


@rule
def neighbours(doubles: int) -> int:
    """Return how many times a pair is followed by its neighbour above, in all tractors together."""
    return count_bits(doubles & doubles >> 1 & _NEIGHBOURS)


@rule
def keeps_tractor(card: int, doubles: int) -> bool:
    """Tell whether a pair has a neighbour among the others."""
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
    """Return what some cards of a hand could still do if they were kept, in quarters of a point.

    Args:
        once: card mask of the cards.
        twice: those of them given twice.
        doubles: the hand's pairs; one that is broken costs more.
        form: the form of trump.
        unseen: card mask of the unseen cards.
        leads: whether they are led: then no winner is lost.
        weights: the weights.
    """
    cost = weights[PAIR_KEPT] * count_bits(once & doubles & ~twice)
    if once & doubles:
        parted = neighbours(doubles) - neighbours(doubles & ~once) - neighbours(twice)
        cost += weights[TRACTOR_KEPT] * parted
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
    """Return what a play is worth to a seat, in 64ths of a point.

    Args:
        record: the record, before the play.
        once: card mask of the play.
        twice: its cards played twice.
        chance: the chance that the trick becomes ours by it.
        size: how many cards it has.
        unseen: card mask of the unseen cards.
        weights: the weights.
    """
    placed = item_at(record, PLACED)
    doubles = item_at(record, HANDS + 2 * turn_of(record) + 1)
    points = points_in(once, twice, item_at(record, RANK))
    if placed:
        points += item_at(record, ON_TABLE)
    total = QUARTERS * points + (weights[TO_COME] * (3 - placed) + weights[TEMPO]) * size
    cost = cost_of(once, twice, doubles, form_in(record), unseen, placed == 0, weights)
    return (2 * chance - SURE) * total // QUARTERS - SURE // QUARTERS * cost
