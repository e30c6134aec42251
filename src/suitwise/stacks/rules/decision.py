"""The decision: can this position be won? By the graph of aces, in time linear in the cards.

With fewer suits than stacks every way of playing wins, with more none does. With as many, the
game is won by forced removals alone or along a path from a source to a target (``graph``). Removals
alone refill no stack, so they leave N lone aces only if every stack has an ace at its bottom to begin
with; then none has a second one, so there is no target: one question or the other is asked, never both.
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

# --------------------------------------------------------------------------------------------------
# Aces, kings and the graph that decides a game with as many suits as stacks (rules page, The
# theory)
#
# The *ace* and the *king* of a suit are its highest and second highest card still present. An ace never
# leaves: it can be removed only under a higher card of its suit. So the suits present stay the same
# throughout a game, and whether they are fewer or more than the stacks decides most games.
#
# Vertices of the graph are the suits whose ace lies at the bottom of a stack, its *home*. A *source*
# has no card but its ace; a *target*'s home holds another ace, too. An edge leads from s₁ to s₂ when
# the king of s₂ lies over s₁'s ace. The game can be won if a path leads from a source to a target.
#
# A suit has one king, so at most one edge comes in: walking back from a target there is never a
# choice, and all walks together pass every suit once.


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


@rule
def is_target(table: Any, vertex: int) -> bool:
    """Tell whether the home of a vertex holds another ace."""
    return bool(table[2][table[3][vertex * ROW + ACE_STACK] * ROW + ACES] >= 2)


@rule
def step_back(table: Any, vertex: int) -> int:
    """Return the vertex whose edge leads to this one; NOTHING if none does."""
    stacks, suits = table[2], table[3]
    if suits[vertex * ROW + KING] == NOTHING:
        return NOTHING
    before = stacks[suits[vertex * ROW + KING_STACK] * ROW + BOTTOM]
    return NOTHING if before == vertex else int(before)


@rule
def find_path(table: Any, count: int, mark: int) -> int:
    """Look for a path from a source to a target.

    Args:
        table: the table, with aces found and counted.
        count: how many stacks there are.
        mark: what the walks leave behind them, anything but NOTHING; no walk has come by before.

    Returns:
        The first target on the path (its last vertex when cut there); NOTHING if there is no path.
        The vertices before are found by ``step_back``.
    """
    stacks, suits = table[2], table[3]
    for i in range(count):
        vertex = stacks[i * ROW + BOTTOM]
        if vertex == NOTHING or stacks[i * ROW + ACES] < 2:
            continue
        target = vertex
        # A walk that came by before has not reached a source from here.
        while vertex != NOTHING and suits[vertex * ROW + WALKED] != mark:
            suits[vertex * ROW + WALKED] = mark
            if is_target(table, vertex):
                target = vertex
            if suits[vertex * ROW + KING] == NOTHING:
                return int(target)
            vertex = step_back(table, vertex)
    return NOTHING


# --- The decision: can this position be won? In time linear in the cards, for every position ------

# Verdicts; those above zero are wins.
FEWER_SUITS, REMOVALS, PATH = 1, 2, 3
MORE_SUITS, STUCK, NO_PATH = -1, -2, -3


@rule
def decide(table: Any, count: int, mark: int) -> tuple[int, int, int]:
    """Decide a case.

    Args:
        table: the table, the case dealt on it.
        count: how many stacks the case has.
        mark: the case's mark: at least 1, and no case before on this table had it.

    Returns:
        The verdict, the number of suits, and for PATH the first target on the path, else NOTHING.
        STUCK is said where every stack has an ace at its bottom; NO_PATH may be stuck or not.
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
    """Tell whether a position can be won.

    >>> is_winnable(Layout.parse("7b 7a | 3b 6b"))
    True
    >>> is_winnable(Layout.parse("7b 7a | 6b 7c"))
    False
    """
    of_kind(layout, Layout, "layout")
    cards, table = lay_out(layout)
    verdict, _, _ = face(decide, cards.compiled)(table, len(layout), 1)
    return verdict > 0
