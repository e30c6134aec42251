"""Forced removals: never a disadvantage, and their end does not depend on their order.

A card goes exactly when it is uncovered and so is a higher one of its suit. ``count_removals`` finds
what goes, in time linear in the cards; ``remove_all`` plays it in a legal order: of the visible cards of
a suit the smallest goes first, so the tops of each suit form a heap. (Pairing heaps: Fredman,
Sedgewick, Sleator, Tarjan, "The pairing heap: a new form of self-adjusting heap", Algorithmica 1986.)
``tops`` finds the smallest in stacks as tuples. Heaps are kept here for time near linear in the cards;
``tests/stacks/rules/test_removals.py::test_all_removals_are_played_in_a_legal_order`` holds them to
the rules.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import rule
from suitwise.stacks.rules.table import (
    CHILD,
    GONE,
    HEIGHT,
    NOTHING,
    ROW,
    SIBLING,
    TOP,
    VISIBLE,
    WAITING,
)

REMOVED = -1
"""Stands for the target of a move that removes."""


@rule
def count_removals(table: Any, count: int) -> tuple[int, int]:
    """Count the cards that forced removals take from each stack, without playing them.

    Stacks are uncovered one after the other; of two visible cards of a suit the lower goes at once,
    though a legal order might have to wait: what goes in the end is the same.

    Returns:
        How many stacks are left with one card, and how many with none.
    """
    card, suit, stacks, suits, _, _ = table
    for i in range(count):
        stacks[i * ROW + GONE] = 0
    for i in range(count):
        loser = i
        while stacks[loser * ROW + GONE] < stacks[loser * ROW + HEIGHT]:
            top = stacks[loser * ROW + TOP] + stacks[loser * ROW + GONE]
            row = suit[top] * ROW
            other = suits[row + VISIBLE]
            if other == NOTHING:
                suits[row + VISIBLE] = loser
                break
            if card[top] > card[stacks[other * ROW + TOP] + stacks[other * ROW + GONE]]:
                suits[row + VISIBLE] = loser
                loser = other
            stacks[loser * ROW + GONE] += 1
    single = empty = 0
    for i in range(count):
        left = stacks[i * ROW + HEIGHT] - stacks[i * ROW + GONE]
        single += left == 1
        empty += left == 0
        if left:
            # Nothing is visible again: the heaps of ``remove_all`` begin empty.
            top = stacks[i * ROW + TOP] + stacks[i * ROW + GONE]
            suits[suit[top] * ROW + VISIBLE] = NOTHING
    return single, empty


@rule
def join(table: Any, one: int, other: int) -> int:
    """Join two heaps of stacks whose tops are of one suit; return the root, the smaller top."""
    card, stacks = table[0], table[2]
    if card[stacks[other * ROW + TOP]] < card[stacks[one * ROW + TOP]]:
        one, other = other, one
    stacks[other * ROW + SIBLING] = stacks[one * ROW + CHILD]
    stacks[one * ROW + CHILD] = other
    return one


@rule
def join_children(table: Any, root: int) -> int:
    """Join the children of a root into one heap, in pairs and then all; return its root."""
    stacks = table[2]
    pairs = NOTHING
    child = stacks[root * ROW + CHILD]
    while child != NOTHING:
        one = child
        other = stacks[one * ROW + SIBLING]
        child = NOTHING
        if other != NOTHING:
            child = stacks[other * ROW + SIBLING]
            one = join(table, one, other)
        stacks[one * ROW + SIBLING] = pairs
        pairs = one
    heap = pairs
    pairs = stacks[heap * ROW + SIBLING]
    while pairs != NOTHING:
        rest = stacks[pairs * ROW + SIBLING]
        heap = join(table, heap, pairs)
        pairs = rest
    return heap


@rule
def uncover(table: Any, stack: int, waiting: Any, waits: int) -> int:
    """Let a stack's new top join the visible cards of its suit.

    Args:
        table: the table.
        stack: a stack of at least one card.
        waiting: the suits that have several visible cards, each once.
        waits: how many they are.

    Returns:
        How many they are now.
    """
    suit, stacks, suits = table[1], table[2], table[3]
    kind = suit[stacks[stack * ROW + TOP]]
    stacks[stack * ROW + CHILD] = NOTHING
    other = suits[kind * ROW + VISIBLE]
    if other == NOTHING:
        suits[kind * ROW + VISIBLE] = stack
        return waits
    suits[kind * ROW + VISIBLE] = join(table, other, stack)
    if suits[kind * ROW + WAITING]:
        return waits
    suits[kind * ROW + WAITING] = 1
    waiting[waits] = kind
    return waits + 1


@rule
def remove_all(
    table: Any, waiting: Any, waits: int, empty: Any, empties: int, moves: Any, made: int
) -> tuple[int, int]:
    """Remove whatever can be removed, in a legal order.

    Args:
        table: the table.
        waiting: the suits that have several visible cards.
        waits: how many they are.
        empty: the empty stacks.
        empties: how many they are.
        moves: filled with two numbers a move: the stack, and REMOVED.
        made: how many moves have been made before.

    Returns:
        How many empty stacks there are, and how many moves have been made.
    """
    stacks, suits = table[2], table[3]
    while waits:
        row = waiting[waits - 1] * ROW
        stack = suits[row + VISIBLE]
        if stacks[stack * ROW + CHILD] == NOTHING:
            suits[row + WAITING] = 0
            waits -= 1
            continue
        suits[row + VISIBLE] = join_children(table, stack)
        moves[2 * made] = stack
        moves[2 * made + 1] = REMOVED
        made += 1
        stacks[stack * ROW + TOP] += 1
        stacks[stack * ROW + HEIGHT] -= 1
        if stacks[stack * ROW + HEIGHT] == 0:
            empty[empties] = stack
            empties += 1
        else:
            waits = uncover(table, stack, waiting, waits)
    return empties, made
