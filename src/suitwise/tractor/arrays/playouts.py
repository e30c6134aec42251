"""Rounds dealt and played at random, from records.

Source: rules page §6; docs/tractor.md, At the table.

A random player is even over what it may do, told apart by cards and not by copies: as leader over
every single, pair and tractor that it holds (no throws), as follower over every legal play, as landlord
over every choice of eight cards.

The cost of a play. Nearly all leads are of one card; a play to one takes a cut of the hand by the mask
of the led partition, a count of its bits, one number of the stream, the bit at that number, its Φ from
a table, and the removal of that bit. Only replies to pairs and tractors count choices: a choice of n
cards with j pairs out of b takes one of C(b, j) sets of pairs and one of C(kinds - j, n - 2 j) sets of
other cards, so j is drawn by a sum of products from Pascal's triangle, and then the sets, card by card.
Where tractors are owed, choices that have the pairs owed are drawn until one has the tractors too,
which leaves all legal plays equally likely; at least one choice in 924, six pairs out of twelve, has
them.
"""

from __future__ import annotations

from math import comb
from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, item_at, rule
from suitwise.foundation.arrays.words import bit_numbered
from suitwise.stepping.streams import drawn
from suitwise.tractor.arrays.packed import (
    ACE,
    CLUBS,
    HANDS,
    PARTITIONS,
    PLACED,
    STREAM,
    SUIT_MASK,
    asked_in,
    form_in,
    led_mask,
    turn_of,
)
from suitwise.tractor.rules.blocks import pair_levels
from suitwise.tractor.rules.order import ONE_OF_EACH_SUIT, TRUMPS, rank_card_phi, shared_rank_cards
from suitwise.tractor.rules.owed import EVERY_LEVEL, LeadNumbers, serves, what_is_owed

_MOST = 33
"""The cards that the landlord holds before the burial."""
_ROW = _MOST + 1
CHOICES = tuple(comb(n, k) for n in range(_ROW) for k in range(_ROW))
"""Pascal's triangle: C(n, k) by ``34 n + k``."""

_RUNGS = 0x7FF * ONE_OF_EACH_SUIT
"""The cards of a suit that have a neighbour above them by one bit, whatever the form."""
_TOPS = ONE_OF_EACH_SUIT << ACE | 1 << 13 * CLUBS + ACE - 1 | 3 << 52
"""The cards that may be neighbours in another way: aces, jokers, the king of clubs."""


# --- Choosing evenly ------------------------------------------------------------------------------


@rule
def one_bit(bits: int, stream: int) -> tuple[int, int]:
    """Return one of the set bits, each equally likely, and the stream."""
    number, stream = drawn(count_bits(bits), stream)
    return 1 << bit_numbered(bits, number), stream


@rule
def some_bits(bits: int, count: int, stream: int) -> tuple[int, int]:
    """Return ``count`` of the set bits, every choice equally likely, and the stream."""
    chosen = 0
    for _ in range(count):
        bit, stream = one_bit(bits, stream)
        chosen |= bit
        bits ^= bit
    return chosen, stream


@rule
def choose(once: int, twice: int, count: int, least: int, stream: int) -> tuple[int, int, int]:
    """Return ``count`` cards of a pile, and the stream; every choice with the pairs is equally likely.

    Args:
        once: card mask of the pile.
        twice: mask of the cards that are there twice.
        count: how many cards; the pile has as many.
        least: how many pairs at least; the pile has them, and they are no more cards than ``count``.
        stream: where the random numbers come from.
    """
    kinds, doubles = count_bits(once), count_bits(twice)
    most = min(doubles, count >> 1)
    total = 0
    for pairs in range(least, most + 1):
        total += ways(kinds, doubles, count, pairs)
    number, stream = drawn(total, stream)
    pairs, here = least - 1, 0
    while number >= here:
        number -= here
        pairs += 1
        here = ways(kinds, doubles, count, pairs)
    chosen, stream = some_bits(twice, pairs, stream)
    others, stream = some_bits(once ^ chosen, count - 2 * pairs, stream)
    return chosen | others, chosen, stream


@rule
def ways(kinds: int, doubles: int, count: int, pairs: int) -> int:
    """Return how many choices of ``count`` cards have exactly ``pairs`` pairs."""
    return CHOICES[_ROW * doubles + pairs] * CHOICES[_ROW * (kinds - pairs) + count - 2 * pairs]


# --- Leading --------------------------------------------------------------------------------------


@rule
def may_hold_tractor(twice: int) -> bool:
    """Tell, quickly, whether some pairs may hold a tractor; where False, they hold none."""
    return twice & twice >> 1 & _RUNGS != 0 or count_bits(twice & _TOPS) > 1


@rule
def number_of_tractors(twice: int, form: int) -> int:
    """Return how many different tractors can be led from some pairs, short ones within long ones."""
    number = 0
    if may_hold_tractor(twice):
        for partition in range(PARTITIONS):
            number += _tractors_in(twice, partition, form)
    return number


@rule
def _tractors_in(twice: int, partition: int, form: int) -> int:
    """Return how many tractors some pairs hold in a partition."""
    own = twice & SUIT_MASK[PARTITIONS * (form - CLUBS) + partition]
    levels, spare = pair_levels(own, partition, form, ACE)
    shared = rank_card_phi(form)
    number, length, starts = 0, 2, levels & levels >> 1
    while starts:
        number += count_bits(starts) + spare * count_bits(starts & _through(shared, length))
        starts &= levels >> length
        length += 1
    return number


@rule
def _through(shared: int, length: int) -> int:
    """Return the lowest Φ of the tractors of ``length`` pairs that the shared Φ is part of."""
    return ((1 << length) - 1) << (shared - length + 1)


@rule
def tractor_numbered(twice: int, form: int, number: int) -> int:
    """Return the cards of the tractor of a number, below ``number_of_tractors``."""
    partition, here = -1, 0
    while number >= here:
        number -= here
        partition += 1
        here = _tractors_in(twice, partition, form)
    own = twice & SUIT_MASK[PARTITIONS * (form - CLUBS) + partition]
    levels, spare = pair_levels(own, partition, form, ACE)
    shared = rank_card_phi(form)
    used, link = _levels_numbered(levels, spare, shared, number)
    cards = cards_on(used, partition, form)
    if partition == TRUMPS and used >> shared & 1:
        cards |= 1 << bit_numbered(shared_rank_cards(own, form, ACE), link)
    return cards


@rule
def _levels_numbered(levels: int, spare: int, shared: int, number: int) -> tuple[int, int]:
    """Return the Φ of the tractor of a number, and which pair it takes on the shared Φ.

    Short tractors come first; of one length those with the first pair on the shared Φ.
    """
    length, starts = 2, levels & levels >> 1
    apart = count_bits(starts)
    joined = count_bits(starts & _through(shared, length))
    while number >= apart + spare * joined:
        number -= apart + spare * joined
        starts &= levels >> length
        length += 1
        apart = count_bits(starts)
        joined = count_bits(starts & _through(shared, length))
    link = 0
    if number >= apart:
        link = 1 + (number - apart) // joined
        number = (number - apart) % joined
        starts &= _through(shared, length)
    return ((1 << length) - 1) << bit_numbered(starts, number), link


@rule
def cards_on(levels: int, partition: int, form: int) -> int:
    """Return the cards on some Φ of a partition, but for those that share one."""
    if partition != TRUMPS:
        return levels >> 1 << 13 * partition
    if form != CLUBS:
        return levels >> 15 << 52
    main = levels >> 13 & (1 << ACE) - 1
    return main << 13 * CLUBS | (levels >> 26) << 51


@rule
def lead_randomly(once: int, twice: int, form: int, stream: int) -> tuple[int, int, int]:
    """Return a single, a pair or a tractor of a hand, all equally likely, and the stream.

    Args:
        once: card mask of the hand, renamed; not empty.
        twice: mask of its pairs.
        form: the form of trump.
        stream: where the random numbers come from.
    """
    singles, pairs = count_bits(once), count_bits(twice)
    number, stream = drawn(singles + pairs + number_of_tractors(twice, form), stream)
    if number < singles:
        return 1 << bit_numbered(once, number), 0, stream
    number -= singles
    if number < pairs:
        cards = 1 << bit_numbered(twice, number)
    else:
        cards = tractor_numbered(twice, form, number - pairs)
    return cards, cards, stream


# --- Following ------------------------------------------------------------------------------------


@rule
def follow_randomly(
    once: int, twice: int, suit: int, lead: LeadNumbers, stream: int
) -> tuple[int, int, int]:
    """Return a legal play to a lead, all equally likely, and the stream.

    Args:
        once: card mask of the hand, renamed; it has as many cards as were led.
        twice: mask of its pairs.
        suit: card mask of the led partition.
        lead: what the lead asks for.
        stream: where the random numbers come from.
    """
    led, size, _, _, form, _, _, _ = lead
    own, doubles = once & suit, twice & suit
    if size == 1:
        cards, stream = one_bit(own if own else once, stream)
        return cards, 0, stream
    held = count_bits(own) + count_bits(doubles)
    fixed, free, count, least, tractors = what_is_owed(suit, held, doubles, lead)
    while True:
        cards, pairs, stream = choose(once & free, twice & free, count, least, stream)
        if serves(pairs, led, form, ACE, EVERY_LEVEL, tractors):
            return once & fixed | cards, twice & fixed | pairs, stream


@rule
def any_play(record: Any) -> tuple[int, int]:
    """Return what the seat on turn plays at random, and its pairs: any lead, or any legal reply."""
    hand = HANDS + 2 * turn_of(record)
    once, twice, stream = item_at(record, hand), item_at(record, hand + 1), item_at(record, STREAM)
    if item_at(record, PLACED) == 0:
        once, twice, record[STREAM] = lead_randomly(once, twice, form_in(record), stream)
    else:
        once, twice, record[STREAM] = follow_randomly(
            once, twice, led_mask(record), asked_in(record), stream
        )
    return once, twice
