"""The table that the rules play on, in flat arrays, and the forced removals on it.

A table is six arrays of 32-bit integers (lists, when plain Python runs the rules):

* ``card[c]`` and ``suit[c]``, the numbers of the card at place c and of its suit (``numbering``);
* ``stacks``, eight numbers a stack: row i begins at ``i * ROW``;
* ``suits``, eight numbers a suit, likewise;
* ``present``, the suits of the case in the order they are first met;
* ``seen[card]``, the last case that was searched for the card (``judge.repeated_cards``).

A row of a stack has

========  ==========================================================================
column    meaning
========  ==========================================================================
TOP       the place of its top card; the cards below follow
HEIGHT    how many cards it has
BOTTOM    the suit whose ace lies at its bottom, or NOTHING
ACES      how many aces it has
GONE      how many cards the forced removals take, counted without playing them
CHILD     of the heap of tops of a suit: its first child, a stack
SIBLING   of the heap: its next sibling, a stack
CRITICAL  the card above which a stack of the path is cleared, or NOTHING
========  ==========================================================================

and a row of a suit

==========  ==========================================================================
column      meaning
==========  ==========================================================================
MARK        the case that last filled the row
ACE         its highest card still present
ACE_STACK   the stack of its ace
KING        its second highest card still present, or NOTHING
KING_STACK  the stack of its king
WALKED      the walk of this case that last came by, or NOTHING
VISIBLE     the stack of its only visible card, or of the smallest: the root of a heap;
            or NOTHING
WAITING     whether it waits for removals
==========  ==========================================================================

A row keeps together numbers that are used together: a rule that meets a suit touches one line of memory.
Nothing is cleared between cases; a row of a suit belongs to the case whose mark it bears.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Any, ParamSpec, TypeAlias, TypeVar

from suitwise.foundation.arrays.compiled import highest_bit, machine, rule
from suitwise.stacks.rules.layout import Card, Layout

# --- Number the different cards and the different suits densely, once for a whole input -----------
#
# Afterwards a card is one number: higher in its suit means higher number, equal cards have equal
# numbers, and arrays by card or by suit are as small as they can be. The sort is by digits, so it is
# linear in the cards whatever their values are.

MOST_DIGITS = 1 << 11


def digits_for(count: int) -> int:
    """Return how many digits are best to sort `count` cards by: a power of two.

    About as many as there are cards, so that the counters take no longer than the cards; no more than
    the fast caches hold.

    >>> digits_for(0), digits_for(9), digits_for(100_000)
    (8, 16, 2048)
    """
    return min(1 << highest_bit(count + 8), MOST_DIGITS)


@rule
def make_keys(values: Any, suits: Any, keys: Any, order: Any) -> tuple[int, int]:
    """Give every card a key that orders it by suit and, within it, by value.

    Args:
        values: array (n,), the cards' values, below 2**31.
        suits: array (n,), their suits, below 2**31.
        keys: array (n,) of numbers of 64 bits, filled.
        order: array (n,), filled with the places in their order.

    Returns:
        The weight of a suit in a key, which is the highest value plus one, and the highest key.
    """
    span = 1
    highest = 0
    for k in range(len(values)):
        span = max(span, values[k] + 1)
    for k in range(len(values)):
        keys[k] = suits[k] * span + values[k]
        order[k] = k
        highest = max(highest, keys[k])
    return span, highest


@rule
def sort_by_digit(shift: int, here: Any, there: Any, counts: Any) -> None:
    """Sort keys and places by one digit of the keys, keeping the order of equal digits.

    Args:
        shift: how many bits are right of the digit.
        here: two arrays (n,): keys of at least 0 and their places.
        there: two arrays (n,), filled with the keys in the new order and with their places.
        counts: array (digits + 1,), overwritten; the digits are a power of two.
    """
    keys, order = here
    next_keys, next_order = there
    digits = len(counts) - 1
    last = digits - 1
    for digit in range(digits + 1):
        counts[digit] = 0
    for k in range(len(keys)):
        counts[((keys[k] >> shift) & last) + 1] += 1
    for digit in range(digits):
        counts[digit + 1] += counts[digit]
    for k in range(len(keys)):
        digit = (keys[k] >> shift) & last
        to = counts[digit]
        counts[digit] = to + 1
        next_keys[to] = keys[k]
        next_order[to] = order[k]


@rule
def number_sorted(keys: Any, order: Any, span: int, card: Any, suit: Any) -> tuple[int, int]:
    """Number cards and suits whose keys are in order; return how many of each are different."""
    cards = kinds = 0
    last_key = last_suit = -1
    for k in range(len(keys)):
        if keys[k] != last_key:
            last_key = keys[k]
            cards += 1
            if last_key // span != last_suit:
                last_suit = last_key // span
                kinds += 1
        card[order[k]] = cards - 1
        suit[order[k]] = kinds - 1
    return cards, kinds


@rule
def number_cards(
    values: Any, suits: Any, here: Any, there: Any, counts: Any, card: Any, suit: Any
) -> tuple[int, int]:
    """Number the cards by suit and, within it, by value; number the suits.

    Args:
        values: array (n,), the cards' values, below 2**31.
        suits: array (n,), their suits, below 2**31.
        here: two arrays (n,), the first of numbers of 64 bits, overwritten.
        there: two more.
        counts: array (digits + 1,), overwritten; the digits are a power of two (``digits_for``).
        card: array (n,), filled with the cards' numbers.
        suit: array (n,), filled with the suits' numbers.

    Returns:
        How many different cards and how many different suits there are.

    >>> card, suit, n = [0] * 4, [0] * 4, [0] * 4
    >>> number_cards([7, 9, 7, 2], [5, 5, 5, 8], (n, n[:]), (n[:], n[:]), [0] * 9, card, suit)
    (3, 2)
    >>> card, suit
    ([0, 1, 0, 2], [0, 0, 0, 1])
    """
    keys, order = here
    span, highest = make_keys(values, suits, keys, order)
    bits = highest_bit(len(counts) - 1)
    shift = 0
    while highest:  # compiled code can't shift it by more than 63 bits at once
        sort_by_digit(shift, here, there, counts)
        here, there = there, here
        highest >>= bits
        shift += bits
    keys, order = here
    return number_sorted(keys, order, span, card, suit)


# --- The table that the rules play on: flat arrays, a row of eight numbers a stack and a suit -----

P = ParamSpec("P")
R = TypeVar("R")

Table: TypeAlias = tuple[Any, ...]

ROW = 8
NOTHING = -1

TOP, HEIGHT, BOTTOM, ACES, GONE, CHILD, SIBLING, CRITICAL = range(ROW)
MARK, ACE, ACE_STACK, KING, KING_STACK, WALKED, VISIBLE, WAITING = range(ROW)

COMPILED_FROM = 10_000
"""With fewer cards than this, plain Python is quicker than loading a rule's machine code."""
_NUMBA_TAKES = 10
"""Importing numba takes as long as plain Python takes for this many times the cards."""


@rule
def clear_notes(stacks: Any, row: int) -> None:
    """Forget all notes of a stack but its cards, so that its case can be decided."""
    stacks[row + BOTTOM] = NOTHING
    stacks[row + ACES] = 0
    stacks[row + CRITICAL] = NOTHING


@rule
def deal(table: Any, begin: Any, chosen: Any, first: int, count: int) -> None:
    """Lay out a case: stack i is the premade stack ``chosen[first + i]``, 0 <= i < count.

    Args:
        table: the table.
        begin: premade stack p has the places ``begin[p] <= c < begin[p + 1]``, the top first.
        chosen: the premade stacks of all cases.
        first: where those of this case begin.
        count: how many they are.
    """
    stacks = table[2]
    for i in range(count):
        premade = chosen[first + i]
        row = i * ROW
        stacks[row + TOP] = begin[premade]
        stacks[row + HEIGHT] = begin[premade + 1] - begin[premade]
        clear_notes(stacks, row)


def is_compiled_quicker(cards: int) -> bool:
    """Tell whether machine code is done with `cards` cards sooner than plain Python."""
    return cards >= (COMPILED_FROM if "numba" in sys.modules else _NUMBA_TAKES * COMPILED_FROM)


def face(function: Callable[P, R], compiled: bool) -> Callable[P, R]:
    """Return a rule as machine code or as plain Python."""
    return machine(function) if compiled else function


def zeros(count: int, compiled: bool, *, wide: bool = False) -> Any:
    """Return `count` zeros as a rule takes them: an array of int32, or of int64, or a list."""
    if not compiled:
        return [0] * count
    import numpy as np

    return np.zeros(count, np.int64 if wide else np.int32)


def numbers(values: Sequence[int], compiled: bool) -> Any:
    """Return numbers as a rule takes them: an int32 array, or a list."""
    if not compiled:
        return list(values)
    import numpy as np

    return np.asarray(values, np.int32)


def new_table(
    card: Any, suit: Any, stacks: int, kinds: int, different: int, compiled: bool
) -> Table:
    """Return a table on which nothing has been decided.

    Args:
        card: the number of the card at each place.
        suit: the number of its suit.
        stacks: the most stacks that a case has.
        kinds: how many different suits there are.
        different: how many different cards.
        compiled: whether it is for compiled rules.
    """
    sizes = (stacks * ROW, kinds * ROW, kinds, different)
    return card, suit, *(zeros(size, compiled) for size in sizes)


class Cards:
    """The cards of premade stacks, numbered.

    Args:
        begin: premade stack p has the places ``begin[p] <= c < begin[p + 1]``, the top first.
        values: the value of the card at each place.
        suits: its suit.
        compiled: whether these are arrays for compiled rules, or lists.
    """

    def __init__(self, begin: Any, values: Any, suits: Any, compiled: bool) -> None:
        self.begin = begin
        self.values = values
        self.suits = suits
        self.compiled = compiled
        count = len(values)
        self.card, self.suit = zeros(count, compiled), zeros(count, compiled)
        here = zeros(count, compiled, wide=True), zeros(count, compiled)
        there = zeros(count, compiled, wide=True), zeros(count, compiled)
        counts = zeros(digits_for(count) + 1, compiled)
        self.different, self.kinds = face(number_cards, compiled)(
            values, suits, here, there, counts, self.card, self.suit
        )

    def card_at(self, place: int) -> Card:
        """Return the card at a place."""
        return int(self.values[place]), int(self.suits[place])

    @cached_property
    def suit_numbers(self) -> Any:
        """The suits' own numbers, by those given them here."""
        own = zeros(self.kinds, self.compiled)
        if self.compiled:
            own[self.suit] = self.suits
        else:
            for given, number in zip(self.suit, self.suits, strict=True):
                own[given] = number
        return own

    def as_compiled(self) -> Cards:
        """Return the same cards, of lists so far, for compiled rules."""
        other = object.__new__(Cards)
        other.compiled, other.different, other.kinds = True, self.different, self.kinds
        for name in ("begin", "values", "suits", "card", "suit"):
            setattr(other, name, numbers(getattr(self, name), True))
        return other

    def table(self, stacks: int) -> Table:
        """Return a table for cases of at most `stacks` stacks of these cards."""
        return new_table(self.card, self.suit, stacks, self.kinds, self.different, self.compiled)


def lay_out(layout: Layout, compiled: bool | None = None) -> tuple[Cards, Table]:
    """Return a layout's cards and a table on which they lie, for one case.

    Args:
        layout: the layout.
        compiled: whether compiled rules will play on it; None to choose by size.
    """
    if compiled is None:
        compiled = is_compiled_quicker(layout.cards)
    begin = list(accumulate(map(len, layout.stacks), initial=0))
    values = [value for stack in layout.stacks for value, _ in stack]
    suits = [suit for stack in layout.stacks for _, suit in stack]
    arrays = [numbers(row, compiled) for row in (begin, values, suits)]
    cards = Cards(arrays[0], arrays[1], arrays[2], compiled)
    table, count = cards.table(len(layout)), len(layout)
    face(deal, compiled)(table, cards.begin, numbers(range(count), compiled), 0, count)
    return cards, table


# --- Forced removals: never a disadvantage, and their end does not depend on their order ----------
#
# A card goes exactly when it is uncovered and so is a higher one of its suit. ``count_removals``
# finds what goes, in time linear in the cards; ``remove_all`` plays it in a legal order: of the
# visible cards of a suit the smallest goes first, so the tops of each suit form a heap. (Pairing
# heaps: Fredman, Sedgewick, Sleator, Tarjan, "The pairing heap: a new form of self-adjusting heap",
# Algorithmica 1986.) ``tops`` finds the smallest in stacks as tuples. Heaps are kept here for time
# near linear in the cards;
# ``tests/stacks/rules/test_removals.py::test_all_removals_are_played_in_a_legal_order`` holds them to
# the rules.

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
