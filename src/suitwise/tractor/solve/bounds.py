"""What is known of a position before it is searched."""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, highest_bit, item_at, rule
from suitwise.tractor.arrays.packed import ACE, PARTITIONS
from suitwise.tractor.arrays.playouts import may_hold_tractor
from suitwise.tractor.rules.order import TRUMPS, level_mask
from suitwise.tractor.rules.owed import NONE as NO_DUTY
from suitwise.tractor.solve.desk import BURIED, DUTY, FORM, HANDS, height, suit_of, worth_of
from suitwise.tractor.solve.tricks import attacks, kitty_of


@rule
def bounds(desk: Any, leader: int, cards: int, rest: int) -> tuple[int, int]:
    """Return what the attackers surely gain and what they gain at most, by five.

    Args:
        desk: the desk.
        leader: who leads.
        cards: the cards in each hand.
        rest: the points left in the hands.
    """
    single, led = 0, 1
    kitty = most_for_kitty(desk)
    cashed, points = cash(desk, leader)
    if attacks(desk, leader):
        if cashed >= cards:
            return rest + kitty_of(desk, single, led), rest + kitty
        return points, rest + kitty
    if cashed >= cards:
        return 0, 0
    return 0, rest - points + kitty


@rule
def most_for_kitty(desk: Any) -> int:
    """Return the most that the kitty can pay.

    A block is a pair at most where no hand has a tractor, and a lead is of one partition.
    """
    if item_at(desk, BURIED) == 0:
        return 0
    longest = most = 0
    for seat in range(4):
        twice = item_at(desk, HANDS + 2 * seat + 1)
        if twice:
            longest = max(longest, count_bits(twice) if may_hold_tractor(twice) else 1)
        for partition in range(PARTITIONS):
            most = max(most, _held(desk, seat, suit_of(desk, partition)))
    return kitty_of(desk, longest, most)


@rule
def cash(desk: Any, leader: int) -> tuple[int, int]:
    """Return how many cards a leader cashes one by one that nobody can beat, and their points.

    The highest trumps; and if the opponents have no others left then, the highest cards of each plain
    suit. A partner who must ruff one of them has trumps alone, and the opponents none: what is left is
    that side's as well.
    """
    first, _partner, third = leader + 1 & 3, leader + 2 & 3, leader + 3 & 3
    trumps = suit_of(desk, TRUMPS)
    drawn, points = _cash_in(desk, leader, TRUMPS)
    needed = max(_held(desk, first, trumps), _held(desk, third, trumps))
    if needed == 0 or (drawn >= needed and item_at(desk, DUTY) != NO_DUTY):
        for partition in range(TRUMPS):
            number, worth = _cash_in(desk, leader, partition)
            drawn, points = drawn + number, points + worth
    return drawn, points


@rule
def _held(desk: Any, seat: int, suit: int) -> int:
    """Return how many cards of a suit a seat holds."""
    hand = HANDS + 2 * seat
    return count_bits(item_at(desk, hand) & suit) + count_bits(item_at(desk, hand + 1) & suit)


@rule
def _cash_in(desk: Any, leader: int, partition: int) -> tuple[int, int]:
    """Return how many cards of a partition nobody else can beat, and their points."""
    suit, form = suit_of(desk, partition), item_at(desk, FORM)
    hand = HANDS + 2 * leader
    own, doubles = item_at(desk, hand) & suit, item_at(desk, hand + 1) & suit
    if own == 0:
        return 0, 0
    others = 0
    for ahead in range(1, 4):
        others |= item_at(desk, HANDS + 2 * (leader + ahead & 3)) & suit
    if others:
        top = highest_bit(level_mask(others, partition, form, ACE))
        left = own
        while left:
            card = left & -left
            left ^= card
            if height(desk, highest_bit(card)) < top:
                own ^= card
        doubles &= own
    return count_bits(own) + count_bits(doubles), worth_of(desk, own, doubles)
