"""The plays of the rule-based policy, on flat records: leads and replies from one seat's view.

It follows the rules of thumb of a club player:

* Lead what nobody can beat: an ace, or a pair or tractor with no higher one of its kind unseen.
* Avoid suits that an opponent is out of, above all with points; lead one that the partner can ruff.
* With more trumps than your share, draw those of the others.
* Otherwise lead low, without points, from cards that you do not want to keep.
* Keep winners and trumps, high trumps more and jokers most; keep pairs together, and tractors even
  more.
* Give points to a trick that your partner is sure or nearly sure to win; never to the opponents'.
* Win a trick for what it holds: ruff for points, not for nothing.
* In last position, win with the lowest card that does; with others still to play, go high.
* If you can't win, follow low.

All these come from one estimate (``estimates.worth``): the chance that our side wins the trick, times
the points in it, less the worth of keeping the cards. A leader compares all its singles, pairs and
tractors; a follower compares four legal plays: the cheapest, the one with the most points, the lowest
that wins and the highest that wins. The policy leads no throws, but follows to them;
``play.sure_parts`` extends its leads to throws for the player at the table.

In a record (``packed``) the policy reads only the hand of the seat on turn, and gets the unseen cards
as masks: ``unseen`` those that the seat does not see, ``unseen_twice`` those of which it sees neither
copy.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, highest_bit, item_at, lowest_bit, rule
from suitwise.tractor.arrays import estimates, packed
from suitwise.tractor.arrays.estimates import (
    better_blocks,
    chance_to_win,
    keeps_tractor,
    worth,
    worth_keeping,
)
from suitwise.tractor.arrays.packed import (
    card_partition,
    card_phi,
    form_in,
    hand_in,
    honour_of_reply,
    lead_numbers,
    led_mask,
    number_of_tractors,
    points_in,
    size_of,
    suit_mask,
    tractor_numbered,
    turn_of,
)
from suitwise.tractor.rules.blocks import reply_honour
from suitwise.tractor.rules.deck import TRUMPS, level_mask, together, without
from suitwise.tractor.rules.pairs.owed import serves, what_is_owed
from suitwise.tractor.rules.profile import EVERY_LEVEL

DUCK, FEED, CHEAPEST, HIGHEST = range(4)
"""The four replies that a follower compares."""


# --- Leading --------------------------------------------------------------------------------------


@rule
def lead_worth(
    record: Any, once: int, twice: int, unseen: int, unseen_twice: int, weights: Sequence[int]
) -> int:
    """Return the worth of leading a single, a pair or a tractor, in 64ths of a point."""
    form = form_in(record)
    led = card_partition(lowest_bit(once), form)
    length = count_bits(twice)
    size = count_bits(once) + length
    honour = highest_bit(level_mask(once, led, form, packed.ACE))
    chance = chance_to_win(record, led, length, honour, True, unseen, unseen_twice, weights)
    bonus = 0
    if led == TRUMPS:
        trumps = suit_mask(TRUMPS, form)
        own, others = held_in(record, TRUMPS), size_of(unseen & trumps, unseen_twice & trumps)
        bonus += weights[estimates.DRAWING] * size if others and 2 * own > others else 0
    else:
        bonus += weights[estimates.LEAD_LAST] if held_in(record, led) == size else 0
    if points_in(once, 0, item_at(record, packed.RANK)):
        if length == 0 and better_blocks(0, honour, led, form, unseen, unseen_twice):
            bonus -= weights[estimates.LONE_POINTS]
        if led != TRUMPS and (may_ruff(record, 1, led) or may_ruff(record, 3, led)):
            bonus -= weights[estimates.RUFFED_POINTS]
    value = worth(record, once, twice, chance, size, unseen, weights)
    return value + estimates.SURE // estimates.QUARTERS * bonus


@rule
def held_in(record: Any, partition: int) -> int:
    """Return the number of cards that the seat on turn holds in a partition."""
    suit = suit_mask(partition, form_in(record))
    once, twice = hand_in(record, turn_of(record))
    return size_of(once & suit, twice & suit)


@rule
def may_ruff(record: Any, ahead: int, led: int) -> bool:
    """Tell whether the seat ``ahead`` places on has shown a void in a plain suit, and none in trumps."""
    lacks = item_at(record, packed.LACKS) >> packed.PARTITIONS * (turn_of(record) + ahead & 3)
    return lacks >> led & 1 == 1 and lacks >> TRUMPS & 1 == 0


@rule
def choose_lead(
    record: Any, unseen: int, unseen_twice: int, weights: Sequence[int]
) -> tuple[int, int]:
    """Return the lead of the seat on turn: cards, and those led twice; see ``choose_play``."""
    (once, twice), form = hand_in(record, turn_of(record)), form_in(record)
    tractors = number_of_tractors(twice, form)
    singles, pairs = once, twice
    chosen, chosen_twice, most = 0, 0, -1 << 40
    for number in range(size_of(once, twice) + tractors):
        if singles:
            cards, doubles = singles & -singles, 0
            singles ^= cards
        elif pairs:
            cards = pairs & -pairs
            doubles = cards
            pairs ^= cards
        else:
            cards = tractor_numbered(twice, form, number - size_of(once, twice))
            doubles = cards
        value = lead_worth(record, cards, doubles, unseen, unseen_twice, weights)
        if value > most:
            chosen, chosen_twice, most = cards, doubles, value
    return chosen, chosen_twice


# --- Following ------------------------------------------------------------------------------------


@rule
def price(
    card: int, doubles: int, way: int, form: int, cr: int, unseen: int, weights: Sequence[int]
) -> int:
    """Return the price of a card in a reply of kind ``way``; eighths of a point if it is to lose."""
    height = card_phi(card, form)
    if way == HIGHEST:
        return -height
    points = points_in(1 << card, 0, cr)
    if way == CHEAPEST:
        return 8 * height - points
    keeping = worth_keeping(card, form, unseen, weights)
    if doubles >> card & 1:
        keeping += weights[estimates.PAIR_KEPT]
        keeping += weights[estimates.TRACTOR_KEPT] if keeps_tractor(card, doubles) else 0
    each = weights[estimates.DUCK_POINTS] if way == DUCK else -weights[estimates.FEED_POINTS]
    return 2 * keeping + (height >> 1) + each * points


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
    """Return the cheapest of the cards whose Φ is above ``floor``; -1 if there is none."""
    chosen, least = -1, 1 << 40
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        if card_phi(card, form) > floor:
            cost = price(card, doubles, way, form, cr, unseen, weights)
            if cost < least:
                chosen, least = card, cost
    return chosen


@rule
def serves_and_wins(record: Any, doubles: int, partition: int, owed: int, floor: int) -> bool:
    """Tell whether pairs contain the tractors owed, and win if they need to.

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
    """Return the dearest pair that the others can do without (``serves_and_wins``)."""
    form, cr = form_in(record), item_at(record, packed.RANK)
    chosen, most, left = 0, -1 << 40, doubles
    while left:
        card = lowest_bit(left)
        left &= left - 1
        cost = price(card, 0, way, form, cr, unseen, weights)
        if cost > most and serves_and_wins(record, doubles ^ 1 << card, partition, owed, floor):
            chosen, most = card, cost
    return chosen


@rule
def cheapest_reply(
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
    """Choose ``count`` cheap cards of a pile with the pairs and tractors owed, greedily.

    First pairs are discarded, the dearest first, as long as the others contain the tractors and win.
    That leaves exactly the number of pairs owed, because a pair outside the tractors can always go.
    Then the cheapest cards are added one by one.

    Args:
        record: the record.
        once: card mask of the pile.
        twice: mask of its pairs.
        count: the number of cards.
        pairs: the number of pairs owed.
        partition: the partition of the pairs.
        owed: pack code of the tractors owed.
        floor: the honour to be beaten; -1 if the play need not win.
        way: ``DUCK``, ``FEED``, ``CHEAPEST`` or ``HIGHEST``.
        unseen: card mask of the unseen cards.
        weights: the weights.

    Returns:
        The cards, and those played twice.
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
    """Return a legal reply of a kind: cards, and those played twice; (0, 0) if none wins that should.

    Args:
        record: the record; a lead is on the table.
        way: ``DUCK`` or ``FEED``; or the winning replies ``CHEAPEST`` or ``HIGHEST``.
        unseen: card mask of the unseen cards.
        weights: the weights.
    """
    (once, twice), form = hand_in(record, turn_of(record)), form_in(record)
    partition, suit = item_at(record, packed.LED), led_mask(record)
    size, pairs = item_at(record, packed.SIZE), item_at(record, packed.PAIRS)
    owed = item_at(record, packed.TRACTORS)
    floor = item_at(record, packed.BEST) if way >= CHEAPEST else -1
    if floor >= 0 and once & suit == 0:  # to win, ruff
        partition, suit = TRUMPS, suit_mask(TRUMPS, form)
    own, doubles, fixed, free = once & suit, twice & suit, 0, suit
    held = size_of(own, doubles)
    if floor >= 0:  # a winning reply has the shape of the lead, which also meets the duty
        length = item_at(record, packed.LENGTH)
        if held < size or (
            reply_honour(own, doubles, partition, form, packed.ACE, pairs, length, owed) <= floor
        ):
            return 0, 0
    else:
        fixed, free, size, pairs, owed = what_is_owed(suit, held, doubles, lead_numbers(record))
    cards, chosen_twice = cheapest_reply(
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
    """Return the worth of a reply, in 64ths of a point.

    Args:
        record: the record before the reply.
        once: card mask of the reply.
        twice: its cards played twice.
        honour: the honour that wins after it.
        ours: whether that is our side's.
        unseen: card mask of the unseen cards.
        unseen_twice: mask of those of which neither copy is seen.
        weights: the weights.
    """
    led, length = item_at(record, packed.LED), item_at(record, packed.LENGTH)
    chance = chance_to_win(record, led, length, honour, ours, unseen, unseen_twice, weights)
    return worth(record, once, twice, chance, item_at(record, packed.SIZE), unseen, weights)


@rule
def choose_reply(
    record: Any, unseen: int, unseen_twice: int, weights: Sequence[int]
) -> tuple[int, int]:
    """Return the reply of the seat on turn: cards, and those played twice; see ``choose_play``."""
    if held_in(record, item_at(record, packed.LED)) == item_at(record, packed.SIZE):
        return reply(record, DUCK, unseen, weights)  # the only legal reply
    best = item_at(record, packed.BEST)
    theirs = (item_at(record, packed.WINNER) ^ turn_of(record)) & 1
    chosen, chosen_twice, most = 0, 0, -1 << 40
    for way in range(HIGHEST + 1):
        once, twice = reply(record, way, unseen, weights)
        if once == 0:
            break  # if the cheapest does not win, neither does the highest
        if once != chosen or twice != chosen_twice:
            honour = max(best, honour_of_reply(record, once, twice))
            ours = honour > best or not theirs
            value = reply_worth(record, once, twice, honour, ours, unseen, unseen_twice, weights)
            if value > most:
                chosen, chosen_twice, most = once, twice, value
    return chosen, chosen_twice


@rule
def choose_play(record: Any, unseen: int, unseen_twice: int) -> tuple[int, int]:
    """Return the policy's play for the seat on turn: renamed cards, and those played twice.

    Args:
        record: the record; only the hand of the seat on turn is read.
        unseen: card mask of the cards that the seat does not see.
        unseen_twice: mask of those of which it sees neither copy.
    """
    return weighed_play(record, unseen, unseen_twice, estimates.WEIGHTS)


@rule
def weighed_play(
    record: Any, unseen: int, unseen_twice: int, weights: Sequence[int]
) -> tuple[int, int]:
    """Return the best play under given weights; see ``choose_play``."""
    if item_at(record, packed.PLACED) == 0:
        return choose_lead(record, unseen, unseen_twice, weights)
    return choose_reply(record, unseen, unseen_twice, weights)
