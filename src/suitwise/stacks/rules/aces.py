"""Aces and kings: the highest and second highest card of each suit still present.

An ace never leaves: it can be removed only under a higher card of its suit. So the suits present stay
the same throughout a game, and whether they are fewer or more than the stacks decides most games
(rules page, The theory).
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import item_at, rule
from suitwise.stacks.rules.table import (
    ACE,
    ACE_STACK,
    ACES,
    BOTTOM,
    HEIGHT,
    KING,
    KING_STACK,
    MARK,
    NOTHING,
    ROW,
    TOP,
    VISIBLE,
    WAITING,
    WALKED,
)


@rule
def find_aces(table: Any, count: int, mark: int) -> int:
    """Find the ace and the king of every suit in one pass over the cards.

    Args:
        table: the table, a case dealt on it.
        count: how many stacks the case has.
        mark: the case's mark: at least 1, and no case before on this table had it.

    Returns:
        How many suits there are.
    """
    card, suit, stacks, suits, present, _ = table
    kinds = 0
    for i in range(count):
        top = stacks[i * ROW + TOP]
        for place in range(top, top + stacks[i * ROW + HEIGHT]):
            number = item_at(card, place)
            row = item_at(suit, place) * ROW
            if item_at(suits, row + MARK) != mark:
                present[kinds] = suit[place]
                kinds += 1
                suits[row + MARK] = mark
                suits[row + ACE] = number
                suits[row + ACE_STACK] = i
                suits[row + KING] = NOTHING
                suits[row + WALKED] = NOTHING
                suits[row + VISIBLE] = NOTHING
                suits[row + WAITING] = 0
            # Few cards are higher than the king so far: for most this is the last question.
            elif number > item_at(suits, row + KING):
                if number > suits[row + ACE]:
                    suits[row + KING] = suits[row + ACE]
                    suits[row + KING_STACK] = suits[row + ACE_STACK]
                    suits[row + ACE] = number
                    suits[row + ACE_STACK] = i
                else:
                    suits[row + KING] = number
                    suits[row + KING_STACK] = i
    return kinds


@rule
def count_aces(table: Any, count: int, kinds: int) -> int:
    """Note the aces of every stack and whose ace lies at its bottom.

    Returns:
        How many stacks have an ace at the bottom.
    """
    card, suit, stacks, suits, present, _ = table
    for k in range(kinds):
        stacks[suits[present[k] * ROW + ACE_STACK] * ROW + ACES] += 1
    bottoms = 0
    for i in range(count):
        height = stacks[i * ROW + HEIGHT]
        if height == 0:
            continue
        bottom = stacks[i * ROW + TOP] + height - 1
        if card[bottom] == suits[suit[bottom] * ROW + ACE]:
            stacks[i * ROW + BOTTOM] = suit[bottom]
            bottoms += 1
    return bottoms
