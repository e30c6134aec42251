"""The decision: can this position be won? In time linear in the cards, for every position.

With fewer suits than stacks every way of playing wins, with more none does. With as many, the
game is won by forced removals alone or along a path from a source to a target (``graph``). Removals
alone refill no stack, so they leave N lone aces only if every stack has an ace at its bottom to begin
with; then none has a second one, so there is no target: one question or the other is asked, never both.
"""

from __future__ import annotations

from typing import Any

from suitwise.arguments import of_kind
from suitwise.foundation.arrays.compiled import rule
from suitwise.stacks.rules.graph import count_aces, find_aces, find_path
from suitwise.stacks.rules.layout import Layout
from suitwise.stacks.rules.removals import count_removals
from suitwise.stacks.rules.table import NOTHING, face, lay_out

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
