"""Kinds of cards of a hand that do the same, of which the search tries one.

Two kinds of a hand do the same if they are of one partition, count the same, are held as often, and
nobody else has a card between them, on the table or in a hand: then no comparison tells them apart.
Pairs that have neighbours to make a tractor with are not merged, but where they share a Φ. Of kinds that
do the same the earlier are always played first.
"""

from __future__ import annotations

from typing import Any

from suitwise.cards import N_CARDS
from suitwise.foundation.arrays.compiled import highest_bit, item_at, lowest_bit, rule
from suitwise.tractor.arrays.packed import ACE, CLUBS, PARTITION, PARTITIONS
from suitwise.tractor.rules.blocks import pair_levels
from suitwise.tractor.rules.order import level_mask
from suitwise.tractor.solve.desk import CHAIN, FIVES, FORM, HANDS, TENS, height, suit_of


@rule
def linked(desk: Any, once: int, twice: int, others: int) -> int:
    """Return the kinds of a hand that do the same as the kind before them.

    Args:
        desk: the desk.
        once: card mask of the hand.
        twice: mask of its pairs.
        others: card mask of the cards on the table and in other hands.
    """
    found = 0
    for partition in range(PARTITIONS):
        own = once & suit_of(desk, partition)
        if own & own - 1:
            found |= _linked_in(desk, own, twice & own, others, partition)
    return found


@rule
def _linked_in(desk: Any, own: int, twice: int, others: int, partition: int) -> int:
    """Return the kinds of a hand that do the same as the kind before them, in one partition."""
    form, found = item_at(desk, FORM), 0
    foreign = level_mask(others & suit_of(desk, partition), partition, form, ACE)
    pairs, spare = pair_levels(twice, partition, form, ACE)
    pairs &= item_at(desk, CHAIN)
    before = lowest_bit(own)
    own &= own - 1
    while own:
        card = lowest_bit(own)
        own &= own - 1
        if _look_alike(desk, before, card, twice):
            one, other = height(desk, before), height(desk, card)
            if one == other:
                found |= 1 << card
            elif foreign & (2 << max(one, other)) - (1 << min(one, other)) == 0:
                beside = 1 << one | 1 << other
                around = (beside << 1 | beside >> 1) & ~beside & pairs
                if twice >> card & 1 == 0 or (spare == 0 and around == 0):
                    found |= 1 << card
        before = card
    return found


@rule
def taken_before(desk: Any, seat: int, card: int, once: int, twice: int) -> int:
    """Return how many were taken of the kind before one, which does the same.

    Args:
        desk: the desk.
        seat: whose hand it is.
        card: the bit of the kind.
        once: card mask of what was taken of the hand so far.
        twice: those taken twice.
    """
    suit = suit_of(desk, PARTITION[N_CARDS * (item_at(desk, FORM) - CLUBS) + lowest_bit(card)])
    before = 1 << highest_bit(item_at(desk, HANDS + 2 * seat) & suit & card - 1)
    return (1 if once & before else 0) + (1 if twice & before else 0)


@rule
def _look_alike(desk: Any, one: int, other: int, twice: int) -> bool:
    """Tell whether two cards count the same and are held as often."""
    fives, tens = item_at(desk, FIVES), item_at(desk, TENS)
    return (
        (twice >> one ^ twice >> other) & 1 == 0
        and (fives >> one ^ fives >> other) & 1 == 0
        and (tens >> one ^ tens >> other) & 1 == 0
    )
