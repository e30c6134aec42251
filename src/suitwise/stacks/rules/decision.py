"""Decide whether a position can be won, by the graph of aces, in time linear in the cards.

The theory is on the rules page ("The theory"). With fewer suits than stacks every line of play wins;
with more suits none does. With equally many, a win needs either forced removals alone or a path from a
source to a target in the graph of aces. Removals alone never refill a stack, so they leave N lone aces
only if every stack starts with an ace at its bottom. In that case no stack has a second ace, so the
graph has no target. Each position therefore needs only one of the two tests.
"""

from __future__ import annotations

from typing import Any

from suitwise.arguments import of_kind
from suitwise.foundation.arrays.compiled import item_at, rule
from suitwise.stacks.rules.layout import Layout
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
    count_removals,
    face,
    lay_out,
)

# --- The graph of aces ----------------------------------------------------------------------------
#
# The *ace* and the *king* of a suit are its highest and second highest cards still present. A card is
# removed only when a higher card of its suit is visible, so an ace never leaves and the set of suits
# stays the same throughout a game.
#
# The vertices are the suits whose ace lies at the bottom of a stack, the suit's *home*. A *source* has
# no card but its ace; the home of a *target* holds a second ace. There is an edge from s₁ to s₂ if the
# king of s₂ lies over the ace of s₁. A path from a source to a target wins.
#
# A suit has one king, so a vertex has at most one incoming edge. Walking back from a target involves no
# choice, and all the walks together visit each suit once.


@rule
def find_aces(table: Any, count: int, mark: int) -> int:
    """Find the ace and the king of every suit in one pass over the cards.

    Args:
        table: the table with a case dealt on it.
        count: the number of stacks in the case.
        mark: the case's mark: at least 1, and not used by an earlier case on this table.

    Returns:
        The number of suits.
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
            # Few cards beat the king found so far, so most of them need no further test.
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
    """Record the number of aces in every stack and the suit of an ace at its bottom.

    Returns:
        The number of stacks with an ace at the bottom.
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


@rule
def is_target(table: Any, vertex: int) -> bool:
    """Return whether the home of a vertex holds another ace."""
    return bool(table[2][table[3][vertex * ROW + ACE_STACK] * ROW + ACES] >= 2)


@rule
def step_back(table: Any, vertex: int) -> int:
    """Return the predecessor of a vertex, or NOTHING if it has none."""
    stacks, suits = table[2], table[3]
    if suits[vertex * ROW + KING] == NOTHING:
        return NOTHING
    before = stacks[suits[vertex * ROW + KING_STACK] * ROW + BOTTOM]
    return NOTHING if before == vertex else int(before)


@rule
def find_path(table: Any, count: int, mark: int) -> int:
    """Look for a path from a source to a target.

    Args:
        table: the table, after ``find_aces`` and ``count_aces``.
        count: the number of stacks.
        mark: marks the visited vertices; not NOTHING, and not used by an earlier walk.

    Returns:
        The first target on the path, where the path may end; NOTHING if there is no path.
        ``step_back`` gives the vertices before it.
    """
    stacks, suits = table[2], table[3]
    for i in range(count):
        vertex = stacks[i * ROW + BOTTOM]
        if vertex == NOTHING or stacks[i * ROW + ACES] < 2:
            continue
        target = vertex
        # A vertex that an earlier walk visited leads back to no source.
        while vertex != NOTHING and suits[vertex * ROW + WALKED] != mark:
            suits[vertex * ROW + WALKED] = mark
            if is_target(table, vertex):
                target = vertex
            if suits[vertex * ROW + KING] == NOTHING:
                return int(target)
            vertex = step_back(table, vertex)
    return NOTHING


# --- The decision ---------------------------------------------------------------------------------

# Verdicts; the positive ones are wins.
FEWER_SUITS, REMOVALS, PATH = 1, 2, 3
MORE_SUITS, STUCK, NO_PATH = -1, -2, -3


@rule
def decide(table: Any, count: int, mark: int) -> tuple[int, int, int]:
    """Decide a case.

    Args:
        table: the table with the case dealt on it.
        count: the number of stacks in the case.
        mark: the case's mark: at least 1, and not used by an earlier case on this table.

    Returns:
        The verdict, the number of suits, and for PATH the first target on the path, else NOTHING.
        The verdict is STUCK only if every stack has an ace at its bottom; other stuck positions get
        NO_PATH.
    """
    kinds = find_aces(table, count, mark)
    if kinds < count:
        return FEWER_SUITS, kinds, NOTHING
    if kinds > count:
        return MORE_SUITS, kinds, NOTHING
    if count_aces(table, count, kinds) == count:
        single, _ = count_removals(table, count)
        return (REMOVALS if single == count else STUCK), kinds, NOTHING
    target = find_path(table, count, mark)
    return (NO_PATH if target == NOTHING else PATH), kinds, target


def is_winnable(layout: Layout) -> bool:
    """Return whether a position can be won.

    >>> is_winnable(Layout.parse("7b 7a | 3b 6b"))
    True
    >>> is_winnable(Layout.parse("7b 7a | 6b 7c"))
    False
    """
    of_kind(layout, Layout, "layout")
    cards, table = lay_out(layout)
    verdict, _, _ = face(decide, cards.compiled)(table, len(layout), 1)
    return verdict > 0
