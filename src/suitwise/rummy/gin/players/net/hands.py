"""What the trained player reads of a hand of ten: its deadwood, and what the next draw promises."""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, rule
from suitwise.foundation.arrays.networks import turn_on, turn_on_up_to, within
from suitwise.rummy.gin.rules.melds import (
    COLUMN,
    HAND,
    ROW,
    SUIT,
    gin_deadwood,
    meldable,
)
from suitwise.rummy.gin.rules.outlook import least_of_eleven
from suitwise.rummy.gin.weighing.policy import outs

MOST_KEPT, KEPT_STEPS = 63, 20
MOST_AHEAD, AHEAD_STEPS = 79, 24
MOST_KNOCKING, KNOCKING_STEPS = 24, 8
MOST_GINS = 9
MOST_OUTS, OUT_STEPS = 20, 8
RANKS = 13

KEPT = 0
"""The deadwood, and in steps of three points."""
AHEAD = KEPT + MOST_KEPT + 1 + KEPT_STEPS
"""That after a card of the stock on average, in half points and in steps of two."""
KNOCKING = AHEAD + MOST_AHEAD + 1 + AHEAD_STEPS
"""The unseen cards with which one could knock, and in threes."""
GINS = KNOCKING + MOST_KNOCKING + 1 + KNOCKING_STEPS
"""Those that would make gin."""
OUTS = GINS + MOST_GINS + 1
"""Those that would make a new meld, and in steps of two."""
MELDED = OUTS + MOST_OUTS + 1 + OUT_STEPS
"""The cards that lie in melds of some kind."""
LOOSE = MELDED + HAND + 1
"""The ranks of the others: once, and of two or more."""
HAND_INPUTS = LOOSE + 2 * RANKS


@rule
def see_hand(on: Any, count: int, first: int, hand: int, unseen: int, most: int) -> int:
    """Turn on the inputs of a hand, and return how many are on.

    Args:
        on: array, filled with the numbers of the inputs.
        count: how many are on already.
        first: the number of the first input of a hand.
        hand: ten cards.
        unseen: the cards that may be drawn, one at least.
        most: the most deadwood to knock with.
    """
    deadwood = gin_deadwood(hand)
    ahead = knocking = gins = 0
    left = unseen
    while left:
        kept = least_of_eleven(hand | left & -left)
        ahead += kept
        knocking += int(kept <= most)
        gins += int(kept == 0)
        left &= left - 1
    halves = 2 * ahead // count_bits(unseen)
    melded = meldable(hand)
    loose = hand & ~melded
    made = outs(loose, hand, unseen)
    count = turn_on(on, count, first + KEPT + within(deadwood, 0, MOST_KEPT))
    count = turn_on_up_to(on, count, first + KEPT + MOST_KEPT + 1, deadwood, 3, KEPT_STEPS)
    count = turn_on(on, count, first + AHEAD + within(halves, 0, MOST_AHEAD))
    count = turn_on_up_to(on, count, first + AHEAD + MOST_AHEAD + 1, halves, 4, AHEAD_STEPS)
    count = turn_on(on, count, first + KNOCKING + within(knocking, 0, MOST_KNOCKING))
    at = first + KNOCKING + MOST_KNOCKING + 1
    count = turn_on_up_to(on, count, at, knocking, 3, KNOCKING_STEPS)
    count = turn_on(on, count, first + GINS + within(gins, 0, MOST_GINS))
    count = turn_on(on, count, first + OUTS + within(made, 0, MOST_OUTS))
    count = turn_on_up_to(on, count, first + OUTS + MOST_OUTS + 1, made, 2, OUT_STEPS)
    count = turn_on(on, count, first + MELDED + within(count_bits(hand & melded), 0, HAND))
    return see_ranks(on, count, first + LOOSE, loose)


@rule
def see_ranks(on: Any, count: int, first: int, cards: int) -> int:
    """Turn on an input for each rank of which there is a card, and another where there are more."""
    for rank in range(RANKS):
        held = count_bits(cards & COLUMN << rank)
        if held:
            on[count] = first + rank
            count += 1
            if held > 1:
                on[count] = first + RANKS + rank
                count += 1
    return count


@rule
def suit_of(card: int) -> int:
    """Return the cards of a card's suit.

    >>> suit_of(1 << 18) == ROW << 16
    True
    """
    row = ROW
    while row & card == 0:
        row <<= SUIT
    return row
