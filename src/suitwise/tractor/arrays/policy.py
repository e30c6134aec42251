"""What the rule-based player leads and replies, on flat records: a round from what one seat sees.

The habits of a club player, each in a sentence:

* Lead what nobody can beat: an ace, a pair or a tractor above which nothing of its kind is unseen.
* Rather not lead a suit that an opponent is out of, least of all points; lead one that the partner can
  ruff.
* With more trumps than your share, draw those of the others.
* Otherwise lead low, and no points, from what you do not want to keep.
* Keep winners, trumps, the high ones more and the jokers most; keep pairs together, and tractors even
  more.
* Give points to a trick that is the partner's for sure, or nearly; never to the opponents'.
* When you can take a trick, ask what it holds: ruff for points, not for nothing.
* Play the lowest that wins when you are last; go high when others come after you.
* Where you cannot win, follow low.

They come from one estimate: the chance that the trick becomes ours, times the points in it with the
play; less the value of the cards if they were kept. A leader compares every single, pair and tractor of
his; a follower four plays that meet the duty: the cheapest, the one with most points, the lowest that
wins and the highest that wins. The play with the highest estimate is made. Safe throws are left to the
player at the table (``stepped.record.sure_parts``): nothing here leads one, all follows one.

Chances are in 64ths, by one rough rule: each of the others holds an unseen card with a chance of one
third. Everything is a rule on integers, so whole rounds are played by it in batches.

A seat sees a record (``packed``) in which it has the turn, but of the hands only its own; and the unseen
cards: those that the others hold, for whom the landlord is not also those of the kitty.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from suitwise.cards import N_CARDS
from suitwise.foundation.arrays.compiled import count_bits, highest_bit, item_at, lowest_bit, rule
from suitwise.tractor.arrays import estimates, packed
from suitwise.tractor.arrays.estimates import (
    becomes_ours,
    better_blocks,
    keeps_tractor,
    worth,
    worth_keeping,
)
from suitwise.tractor.arrays.packed import (
    asked_in,
    form_in,
    honour_of_reply,
    led_mask,
    number_of_tractors,
    points_in,
    tractor_numbered,
    turn_of,
)
from suitwise.tractor.rules.blocks import reply_honour
from suitwise.tractor.rules.deck import TRUMPS, level_mask, together, without
from suitwise.tractor.rules.owed import serves, what_is_owed
from suitwise.tractor.rules.profile import EVERY_LEVEL

DUCK, FEED, CHEAPEST, HIGHEST = range(4)
"""The plays that a follower compares."""


# --- Leading --------------------------------------------------------------------------------------


@rule
def lead_worth(
    record: Any, once: int, twice: int, unseen: int, unseen_twice: int, weights: Sequence[int]
) -> int:
    """Return what it is worth to lead a single, a pair or a tractor, in 64ths of a point."""
    form = form_in(record)
    led = packed.PARTITION[N_CARDS * (form - packed.CLUBS) + lowest_bit(once)]
    length = count_bits(twice)
    size = count_bits(once) + length
    honour = highest_bit(level_mask(once, led, form, packed.ACE))
    chance = becomes_ours(record, led, length, honour, True, unseen, unseen_twice, weights)
    more = 0
    if led == TRUMPS:
        own, others = trumps_in(record, unseen, unseen_twice)
        more += weights[estimates.DRAWING] * size if others and 2 * own > others else 0
    else:
        more += weights[estimates.LEAD_LAST] if held_in(record, led) == size else 0
    if points_in(once, 0, item_at(record, packed.RANK)):
        if length == 0 and better_blocks(0, honour, led, form, unseen, unseen_twice):
            more -= weights[estimates.LONE_POINTS]
        if led != TRUMPS and (may_ruff(record, 1, led) or may_ruff(record, 3, led)):
            more -= weights[estimates.RUFFED_POINTS]
    found = worth(record, once, twice, chance, size, unseen, weights)
    return found + estimates.SURE // estimates.QUARTERS * more


@rule
def held_in(record: Any, partition: int) -> int:
    """Return how many cards of a partition the seat on turn holds."""
    suit = packed.SUIT_MASK[packed.PARTITIONS * (form_in(record) - packed.CLUBS) + partition]
    hand = packed.HANDS + 2 * turn_of(record)
    return count_bits(item_at(record, hand) & suit) + count_bits(item_at(record, hand + 1) & suit)


@rule
def trumps_in(record: Any, unseen: int, unseen_twice: int) -> tuple[int, int]:
    """Return how many trumps the seat on turn holds, and how many are unseen."""
    trumps = packed.SUIT_MASK[packed.PARTITIONS * (form_in(record) - packed.CLUBS) + TRUMPS]
    return (
        held_in(record, TRUMPS),
        count_bits(unseen & trumps) + count_bits(unseen_twice & trumps),
    )


@rule
def may_ruff(record: Any, ahead: int, led: int) -> bool:
    """Tell whether a seat has shown to be out of a plain suit, and not of trumps."""
    lacks = item_at(record, packed.LACKS) >> packed.PARTITIONS * (turn_of(record) + ahead & 3)
    return lacks >> led & 1 == 1 and lacks >> TRUMPS & 1 == 0


@rule
def choose_lead(
    record: Any, unseen: int, unseen_twice: int, weights: Sequence[int]
) -> tuple[int, int]:
    """Return the lead of the seat on turn: cards, and those led twice; see ``choose_play``."""
    hand = packed.HANDS + 2 * turn_of(record)
    once, twice, form = item_at(record, hand), item_at(record, hand + 1), form_in(record)
    tractors = number_of_tractors(twice, form)
    singles, pairs = once, twice
    chosen, chosen_twice, most = 0, 0, -1 << 40
    for number in range(count_bits(once) + count_bits(twice) + tractors):
        if singles:
            cards, doubles = singles & -singles, 0
            singles ^= cards
        elif pairs:
            cards = pairs & -pairs
            doubles = cards
            pairs ^= cards
        else:
            place = number - count_bits(once) - count_bits(twice)
            cards = tractor_numbered(twice, form, place)
            doubles = cards
        found = lead_worth(record, cards, doubles, unseen, unseen_twice, weights)
        if found > most:
            chosen, chosen_twice, most = cards, doubles, found
    return chosen, chosen_twice


# --- Following ------------------------------------------------------------------------------------


@rule
def price(
    card: int, doubles: int, way: int, form: int, cr: int, unseen: int, weights: Sequence[int]
) -> int:
    """Return how dear a card is to a follower who plays in one of the four ways."""
    height = packed.PHI[N_CARDS * (form - packed.CLUBS) + card]
    if way == HIGHEST:
        return -height
    points = points_in(1 << card, 0, cr)
    if way == CHEAPEST:
        return 8 * height - points
    kept = worth_keeping(card, form, unseen, weights)
    if doubles >> card & 1:
        kept += weights[estimates.PAIR_KEPT]
        kept += weights[estimates.TRACTOR_KEPT] if keeps_tractor(card, doubles) else 0
    more = weights[estimates.DUCK_POINTS] if way == DUCK else -weights[estimates.FEED_POINTS]
    return 2 * kept + (height >> 1) + more * points


@rule
def cheapest_card(
    cards: int,
    floor: int,
    doubles: int,
    way: int,
    form: int,
    cr: int,
    unseen: int,
    weights: Sequence[int],
) -> int:
    """Return the cheapest of some cards above a Φ; -1 if no card is above it."""
    chosen, least = -1, 1 << 40
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        if packed.PHI[N_CARDS * (form - packed.CLUBS) + card] > floor:
            found = price(card, doubles, way, form, cr, unseen, weights)
            if found < least:
                chosen, least = card, found
    return chosen


@rule
def serves_so(record: Any, doubles: int, partition: int, owed: int, floor: int) -> bool:
    """Tell whether some pairs have the tractors owed, and win if they are to.

    Args:
        record: the record.
        doubles: card mask of the pairs.
        partition: their partition.
        owed: pack code of the tractors owed.
        floor: the honour to be beaten; -1 if the play need not win.
    """
    form, length = form_in(record), item_at(record, packed.LENGTH)
    if not serves(doubles, partition, form, packed.ACE, EVERY_LEVEL, owed):
        return False
    if floor < 0 or length == 0:
        return True
    pairs, tractors = item_at(record, packed.PAIRS), item_at(record, packed.TRACTORS)
    honour = reply_honour(doubles, doubles, partition, form, packed.ACE, pairs, length, tractors)
    return honour > floor


@rule
def dearest_pair(
    record: Any,
    doubles: int,
    partition: int,
    owed: int,
    floor: int,
    way: int,
    unseen: int,
    weights: Sequence[int],
) -> int:
    """Return the dearest pair without which the others still serve; see ``serves_so``."""
    form, cr = form_in(record), item_at(record, packed.RANK)
    chosen, most, left = 0, -1 << 40, doubles
    while left:
        card = lowest_bit(left)
        left &= left - 1
        found = price(card, 0, way, form, cr, unseen, weights)
        if found > most and serves_so(record, doubles ^ 1 << card, partition, owed, floor):
            chosen, most = card, found
    return chosen


@rule
def composed(
    record: Any,
    once: int,
    twice: int,
    count: int,
    pairs: int,
    partition: int,
    owed: int,
    floor: int,
    way: int,
    unseen: int,
    weights: Sequence[int],
) -> tuple[int, int]:
    """Return ``count`` cards of a pile, and those given twice: with what is owed, the cheapest in a way.

    Of the pairs the dearest go first as long as the others serve: as many pairs as are owed are left,
    for those that no tractor owed needs can always go.

    Args:
        record: the record.
        once: card mask of the pile.
        twice: mask of its pairs.
        count: how many cards.
        pairs: how many pairs they have at least, of one partition.
        partition: that partition.
        owed: pack code of the tractors that they have.
        floor: the honour that they beat; -1 if they need not win.
        way: ``DUCK``, ``FEED``, ``CHEAPEST`` or ``HIGHEST``.
        unseen: card mask of the unseen cards.
        weights: the weights.
    """
    form, cr = form_in(record), item_at(record, packed.RANK)
    doubles = twice if pairs else 0
    while count_bits(doubles) > pairs:
        bit = 1 << dearest_pair(record, doubles, partition, owed, floor, way, unseen, weights)
        doubles ^= bit
    cards = doubles
    left, left_twice = without(once, twice, doubles, doubles)
    lowest = floor if item_at(record, packed.LENGTH) == 0 else -1
    for _ in range(count - 2 * pairs):
        card = cheapest_card(left, lowest, left_twice, way, form, cr, unseen, weights)
        bit = 1 << card
        left, left_twice = without(left, left_twice, bit, 0)
        cards, doubles = together(cards, doubles, bit, 0)
        lowest = -1
    return cards, doubles


@rule
def reply(record: Any, way: int, unseen: int, weights: Sequence[int]) -> tuple[int, int]:
    """Return a legal reply in one of the four ways; no card if none wins.

    Args:
        record: the record, in which a trick is open.
        way: ``DUCK`` or ``FEED``; or, to win, ``CHEAPEST`` or ``HIGHEST``.
        unseen: card mask of the unseen cards.
        weights: the weights.
    """
    hand = packed.HANDS + 2 * turn_of(record)
    once, twice, form = item_at(record, hand), item_at(record, hand + 1), form_in(record)
    partition, suit = item_at(record, packed.LED), led_mask(record)
    size, pairs, owed = (
        item_at(record, packed.SIZE),
        item_at(record, packed.PAIRS),
        item_at(record, packed.TRACTORS),
    )
    floor = item_at(record, packed.BEST) if way >= CHEAPEST else -1
    if floor >= 0 and once & suit == 0:
        partition, suit = (
            TRUMPS,
            packed.SUIT_MASK[packed.PARTITIONS * (form - packed.CLUBS) + TRUMPS],
        )
    own, doubles, fixed, free = once & suit, twice & suit, 0, suit
    held = count_bits(own) + count_bits(doubles)
    if floor >= 0:
        length = item_at(record, packed.LENGTH)
        if held < size or (
            reply_honour(own, doubles, partition, form, packed.ACE, pairs, length, owed) <= floor
        ):
            return 0, 0
    else:
        fixed, free, size, pairs, owed = what_is_owed(suit, held, doubles, asked_in(record))
    cards, chosen_twice = composed(
        record, once & free, twice & free, size, pairs, partition, owed, floor, way, unseen, weights
    )
    return once & fixed | cards, twice & fixed | chosen_twice


@rule
def reply_worth(
    record: Any,
    once: int,
    twice: int,
    honour: int,
    ours: bool,
    unseen: int,
    unseen_twice: int,
    weights: Sequence[int],
) -> int:
    """Return what a reply is worth, in 64ths of a point.

    Args:
        record: the record, before the reply.
        once: card mask of the reply.
        twice: its cards played twice.
        honour: the best honour with it.
        ours: whether the trick so far is then ours.
        unseen: card mask of the unseen cards.
        unseen_twice: mask of those unseen twice.
        weights: the weights.
    """
    led, length = item_at(record, packed.LED), item_at(record, packed.LENGTH)
    chance = becomes_ours(record, led, length, honour, ours, unseen, unseen_twice, weights)
    return worth(record, once, twice, chance, item_at(record, packed.SIZE), unseen, weights)


@rule
def choose_reply(
    record: Any, unseen: int, unseen_twice: int, weights: Sequence[int]
) -> tuple[int, int]:
    """Return the reply of the seat on turn: cards, and those played twice; see ``choose_play``."""
    if held_in(record, item_at(record, packed.LED)) == item_at(record, packed.SIZE):
        return reply(record, DUCK, unseen, weights)  # there is one legal reply
    best = item_at(record, packed.BEST)
    theirs = (item_at(record, packed.WINNER) ^ turn_of(record)) & 1
    chosen, chosen_twice, most = 0, 0, -1 << 40
    for way in range(HIGHEST + 1):
        once, twice = reply(record, way, unseen, weights)
        if once == 0:
            break  # where the cheapest does not win, the highest does not
        if once != chosen or twice != chosen_twice:
            honour = max(best, honour_of_reply(record, once, twice))
            ours = honour > best or not theirs
            found = reply_worth(record, once, twice, honour, ours, unseen, unseen_twice, weights)
            if found > most:
                chosen, chosen_twice, most = once, twice, found
    return chosen, chosen_twice


@rule
def choose_play(record: Any, unseen: int, unseen_twice: int) -> tuple[int, int]:
    """Return the play of the seat on turn: its cards, renamed, and those played twice.

    Args:
        record: the record; of its hands none is read but that of the seat.
        unseen: card mask of the cards that the seat does not see.
        unseen_twice: mask of those of which it sees no copy.
    """
    return weighed_play(record, unseen, unseen_twice, estimates.WEIGHTS)


@rule
def weighed_play(
    record: Any, unseen: int, unseen_twice: int, weights: Sequence[int]
) -> tuple[int, int]:
    """Return the play that is best by some weights (``estimates``); see ``choose_play``."""
    if item_at(record, packed.PLACED) == 0:
        return choose_lead(record, unseen, unseen_twice, weights)
    return choose_reply(record, unseen, unseen_twice, weights)
