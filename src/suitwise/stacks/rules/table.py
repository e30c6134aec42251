"""The table that the rules play on: flat arrays, a row of eight numbers a stack and a suit.

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

from suitwise.foundation.arrays.compiled import machine, rule
from suitwise.stacks.rules.layout import Card, Layout
from suitwise.stacks.rules.numbering import digits_for, number_cards

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
