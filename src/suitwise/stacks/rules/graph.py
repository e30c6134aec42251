"""The graph that decides a game with as many suits as stacks (the seed; rules page, The theory).

Vertices are the suits whose ace lies at the bottom of a stack, its *home*. A *source* has no card but
its ace; a *target*'s home holds another ace, too. An edge leads from s₁ to s₂ when the king of s₂
lies over s₁'s ace. The game can be won if a path leads from a source to a target.

A suit has one king, so at most one edge comes in: walking back from a target there is never a
choice, and all walks together pass every suit once.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import rule
from suitwise.stacks.rules.table import (
    ACE_STACK,
    ACES,
    BOTTOM,
    KING,
    KING_STACK,
    NOTHING,
    ROW,
    WALKED,
)


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
        # Whoever came by before has not reached a source from here.
        while vertex != NOTHING and suits[vertex * ROW + WALKED] != mark:
            suits[vertex * ROW + WALKED] = mark
            if is_target(table, vertex):
                target = vertex
            if suits[vertex * ROW + KING] == NOTHING:
                return int(target)
            vertex = step_back(table, vertex)
    return NOTHING
