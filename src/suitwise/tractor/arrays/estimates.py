"""The estimates of the rule-based policy, and what it bids and buries by them.

Chances are in 64ths, by one rough rule: each of the others holds an unseen card with a chance of one
third. The record is that of ``packed``; of its hands nothing is read but that of the seat on turn. What
the weights mean is told where they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from suitwise.cards import BLACK_JOKER, N_CARDS, RED_JOKER
from suitwise.foundation.arrays.compiled import count_bits, item_at, lowest_bit, rule
from suitwise.tractor.arrays import packed
from suitwise.tractor.arrays.packed import form_in, points_in, turn_of
from suitwise.tractor.rules import deck
from suitwise.tractor.rules.blocks import windows
from suitwise.tractor.rules.deck import level_mask, partition_mask, rank_cards, without
from suitwise.tractor.rules.levels import KITTY, PACKS, biddable, may_bid

# --- The weights of the rule-based policy ---------------------------------------------------------
#
# They are found by play of the policy against itself, in ``learn/tractor_weights.py`` and
# ``learn/tractor_hands.py``, and held to what these find by ``tests/learn``. The rules take any other
# rows as well (``policy``). A weight of the play is in
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


# --- Chances, and the value of cards kept for later -----------------------------------------------

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
_NEIGHBOURS = 0x7FF * deck.ONE_OF_EACH_SUIT
"""The cards of a suit, as they are renamed, whose neighbour above is the next bit in either form."""


@rule
def is_trump(card: int, form: int) -> bool:
    """Tell whether a renamed card is a trump."""
    return packed.PARTITION[N_CARDS * (form - packed.CLUBS) + card] == deck.TRUMPS


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
    suit = packed.SUIT_MASK[packed.PARTITIONS * (form - packed.CLUBS) + partition]
    if length == 0:
        tops = level_mask(once & suit, partition, form, packed.ACE)
    else:
        tops = windows(level_mask(twice & suit, partition, form, packed.ACE), length) << (
            length - 1
        )
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
    lacks = item_at(record, packed.LACKS) >> packed.PARTITIONS * (turn_of(record) + ahead & 3)
    ruffed = led != deck.TRUMPS and honour > packed.ACE
    out = SURE
    chance = 0
    if lacks >> led & 1 == 0:
        suit = packed.SUIT_MASK[packed.PARTITIONS * (form - packed.CLUBS) + led]
        out = missing(0, count_bits(unseen & suit) + count_bits(unseen_twice & suit))
        if not ruffed:
            there = better_blocks(length, honour, led, form, unseen, unseen_twice)
            chance = SURE - missing(length, there)
    if led != deck.TRUMPS and lacks >> deck.TRUMPS & 1 == 0:
        lowest = honour if ruffed else 0
        there = better_blocks(length, lowest, deck.TRUMPS, form, unseen, unseen_twice)
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
    for ahead in range(1, 4 - item_at(record, packed.PLACED)):
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
    height = packed.PHI[N_CARDS * (form - packed.CLUBS) + card]
    if is_trump(card, form):
        # Counted from the top: without a main suit the highest Φ is lower by the cards of a suit.
        step = height - PLAIN_LEVELS if form == packed.CLUBS else height
        kept = weights[TRUMP_KEPT] + weights[TRUMP_STEP] * (step >> 1)
        return kept + (weights[JOKER_KEPT] if card >= BLACK_JOKER else 0)
    if is_winner(card, form, unseen):
        return weights[WINNER_KEPT]
    return weights[PLAIN_STEP] * (height >> 2)


@rule
def is_winner(card: int, form: int, unseen: int) -> bool:
    """Tell whether a plain card is one that nothing unseen of its suit beats."""
    higher = packed.SUIT_MASK[packed.PARTITIONS * (form - packed.CLUBS) + card // 13] & -2 << card
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
    placed = item_at(record, packed.PLACED)
    doubles = item_at(record, packed.HANDS + 2 * turn_of(record) + 1)
    points = points_in(once, twice, item_at(record, packed.RANK))
    if placed:
        points += item_at(record, packed.ON_TABLE)
    total = QUARTERS * points + (weights[TO_COME] * (3 - placed) + weights[TEMPO]) * size
    cost = cost_of(once, twice, doubles, form_in(record), unseen, placed == 0, weights)
    return (2 * chance - SURE) * total // QUARTERS - SURE // QUARTERS * cost


# --- A rule-based way to bid and to bury, for ``policy`` ------------------------------------------
#
# The habits of a club player, each in a sentence:
#
# * Bid the suit in which you are strongest, and only with more trumps than your share.
# * Jokers, rank cards and pairs of trumps make a hand stronger; aces beside them a little.
# * Bid no trump where you have no such suit, with jokers, rank cards and aces.
# * Do not overturn your partner.
# * Never bury trumps.
# * Bury short plain suits whole, so as to ruff; keep aces, pairs and tractors.
# * Bury no points unless you are strong in trumps.
#
# Everything is a rule on integers. A hand in the bidding, whole or as far as it is drawn, goes by its
# true names, for the main suit is not known yet; one at the burial is renamed (``packed``).

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
_ACES = deck.ONE_OF_EACH_SUIT << 12

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
        weights: ``HAND_WEIGHTS``, or such a row.

    >>> spades = 0x1FF
    >>> trump_strength(spades, 0, 0, 12, HAND_WEIGHTS), trump_strength(spades, 0, 1, 12, HAND_WEIGHTS)
    (72, 0)
    """
    trumps = partition_mask(deck.TRUMPS, main, cr)
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
        weights: ``HAND_WEIGHTS``, or such a row.
    """
    if card >= BLACK_JOKER:
        # Neither a long suit nor ruffs help: only what wins by itself does.
        return trump_strength(once, twice, deck.NO_SUIT, cr, weights) - item_at(weights, NO_TRUMP)
    trumps = partition_mask(deck.TRUMPS, card // 13, cr)
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
        weights: ``HAND_WEIGHTS``, or such a row.
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
                trumps = partition_mask(deck.TRUMPS, suit, cr)
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
    trumps = packed.SUIT_MASK[packed.PARTITIONS * (form - packed.CLUBS) + deck.TRUMPS]
    height = 4 * packed.PHI[N_CARDS * (form - packed.CLUBS) + card]
    if trumps >> card & 1:
        return TRUMP_BURIED + height
    suit = packed.SUIT_MASK[packed.PARTITIONS * (form - packed.CLUBS) + card // 13]
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
        weights: ``HAND_WEIGHTS``, or such a row.
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
