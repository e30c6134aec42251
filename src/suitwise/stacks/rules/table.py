"""The table: a position in flat arrays, forced removals, and the decision by the graph of aces.

A table consists of six arrays of 32-bit integers (lists when plain Python runs the rules):

* ``card[c]`` and ``suit[c]``: the numbers of the card at place c and of its suit (``number_cards``);
* ``stacks``: eight numbers per stack; row i starts at ``i * ROW``;
* ``suits``: eight numbers per suit, likewise;
* ``present``: the suits of the case in the order they are first found;
* ``seen[card]``: the last case in which the card was found (``judge.cases.find_twice``).

The row of a stack:

========  ==========================================================================
column    meaning
========  ==========================================================================
TOP       the place of its top card; the cards below follow
HEIGHT    the number of its cards
BOTTOM    the suit whose ace lies at its bottom, or NOTHING
ACES      the number of aces in it
GONE      the number of cards that forced removals take, counted without playing them
CHILD     its first child in the heap of tops of a suit, a stack
SIBLING   its next sibling in that heap, a stack
CRITICAL  the card down to which a stack of the path is cleared, or NOTHING
========  ==========================================================================

The row of a suit:

==========  ==========================================================================
column      meaning
==========  ==========================================================================
MARK        the mark of the case that last filled the row
ACE         its highest card still present
ACE_STACK   the stack of its ace
KING        its second highest card still present, or NOTHING
KING_STACK  the stack of its king
WALKED      the mark of the last walk that visited it in this case, or NOTHING
VISIBLE     the stack of its smallest visible card, the root of a heap; or NOTHING
WAITING     1 if it is in the list of suits with several visible cards
==========  ==========================================================================

A row holds the numbers that are used together, so a rule that looks at a suit touches one cache line.
Nothing is cleared between cases: the row of a suit is valid only for the case whose mark it carries.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Any, ParamSpec, TypeAlias, TypeVar

from suitwise.arguments import of_kind
from suitwise.foundation.arrays.compiled import highest_bit, item_at, machine, rule
from suitwise.stacks.rules.layout import Card, Layout

# --- Numbering the cards and suits of an input ----------------------------------------------------
#
# Each distinct card and each distinct suit gets a number, without gaps. A higher card of a suit has a
# higher number, and equal cards have equal numbers, so arrays indexed by card or suit are small. A
# radix sort keeps this linear in the number of cards, whatever their values.

MOST_DIGITS = 1 << 11


def digits_for(count: int) -> int:
    """Return the radix for sorting `count` cards, a power of two.

    It is about the number of cards, so that clearing the counters takes no longer than reading the
    cards, and the counters fit into a fast cache.

    >>> digits_for(0), digits_for(9), digits_for(100_000)
    (8, 16, 2048)
    """
    return min(1 << highest_bit(count + 8), MOST_DIGITS)


@rule
def make_keys(values: Any, suits: Any, keys: Any, order: Any) -> tuple[int, int]:
    """Compute a sort key for every card: by suit, then by value.

    Args:
        values: array (n,), the cards' values, below 2**31.
        suits: array (n,), their suits, below 2**31.
        keys: array (n,) of 64-bit numbers, filled with the keys.
        order: array (n,), filled with 0, 1, 2, ….

    Returns:
        The factor of the suit in a key, which is the highest value plus one; and the highest key.
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
    """Sort keys and places by one digit of the keys: one stable pass of a radix sort.

    Args:
        shift: the number of bits to the right of the digit.
        here: two arrays (n,): keys that are not negative, and their places.
        there: two arrays (n,), filled with the keys and the places in the new order.
        counts: array (radix + 1,), overwritten; the radix is a power of two.
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
    """Number the cards and suits of sorted keys; return the numbers of distinct cards and suits."""
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
    """Number the cards by suit and value, and number the suits.

    Args:
        values: array (n,), the cards' values, below 2**31.
        suits: array (n,), their suits, below 2**31.
        here: two arrays (n,), the first of 64-bit numbers, overwritten.
        there: two more such arrays.
        counts: array (radix + 1,), overwritten; the radix is a power of two (``digits_for``).
        card: array (n,), filled with the cards' numbers.
        suit: array (n,), filled with the suits' numbers.

    Returns:
        The number of distinct cards and the number of distinct suits.

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


# --- The table ------------------------------------------------------------------------------------

P = ParamSpec("P")
R = TypeVar("R")

Table: TypeAlias = tuple[Any, ...]

ROW = 8
NOTHING = -1

TOP, HEIGHT, BOTTOM, ACES, GONE, CHILD, SIBLING, CRITICAL = range(ROW)
MARK, ACE, ACE_STACK, KING, KING_STACK, WALKED, VISIBLE, WAITING = range(ROW)

COMPILED_FROM = 10_000
"""With fewer cards than this, plain Python is faster than loading a rule's machine code."""
_NUMBA_TAKES = 10
"""If numba is not yet imported, compiled rules pay off only with this many times the cards."""


@rule
def clear_notes(stacks: Any, row: int) -> None:
    """Reset the row of a stack, except for its cards, so that its case can be decided."""
    stacks[row + BOTTOM] = NOTHING
    stacks[row + ACES] = 0
    stacks[row + CRITICAL] = NOTHING


@rule
def deal(table: Any, begin: Any, chosen: Any, first: int, count: int) -> None:
    """Deal a case: stack i is the premade stack ``chosen[first + i]``, 0 <= i < count.

    Args:
        table: the table.
        begin: premade stack p has the places ``begin[p] <= c < begin[p + 1]``, the top first.
        chosen: the premade stacks of all cases.
        first: the index of this case's first stack in ``chosen``.
        count: the number of stacks in the case.
    """
    stacks = table[2]
    for i in range(count):
        premade = chosen[first + i]
        row = i * ROW
        stacks[row + TOP] = begin[premade]
        stacks[row + HEIGHT] = begin[premade + 1] - begin[premade]
        clear_notes(stacks, row)


def is_compiled_quicker(cards: int) -> bool:
    """Return whether machine code handles this many cards faster than plain Python."""
    return cards >= (COMPILED_FROM if "numba" in sys.modules else _NUMBA_TAKES * COMPILED_FROM)


def machine_if(function: Callable[P, R], compiled: bool) -> Callable[P, R]:
    """Return the machine code of a rule if ``compiled``, else the rule itself, which is plain Python."""
    return machine(function) if compiled else function


def zeros(count: int, compiled: bool, *, wide: bool = False) -> Any:
    """Return `count` zeros in the form that a rule takes: an int32 or int64 array, or a list."""
    if not compiled:
        return [0] * count
    import numpy as np

    return np.zeros(count, np.int64 if wide else np.int32)


def numbers(values: Sequence[int], compiled: bool) -> Any:
    """Return numbers in the form that a rule takes: an int32 array or a list."""
    if not compiled:
        return list(values)
    import numpy as np

    return np.asarray(values, np.int32)


def new_table(
    card: Any, suit: Any, stacks: int, kinds: int, different: int, compiled: bool
) -> Table:
    """Return a new table.

    Args:
        card: the number of the card at each place.
        suit: the number of its suit.
        stacks: the most stacks in a case.
        kinds: the number of distinct suits.
        different: the number of distinct cards.
        compiled: whether the table is for compiled rules.
    """
    sizes = (stacks * ROW, kinds * ROW, kinds, different)
    return card, suit, *(zeros(size, compiled) for size in sizes)


class Cards:
    """The cards of premade stacks, numbered.

    Args:
        begin: premade stack p has the places ``begin[p] <= c < begin[p + 1]``, the top first.
        values: the value of the card at each place.
        suits: its suit.
        compiled: whether the arguments are arrays for compiled rules; otherwise they are lists.
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
        self.different, self.kinds = machine_if(number_cards, compiled)(
            values, suits, here, there, counts, self.card, self.suit
        )

    def card_at(self, place: int) -> Card:
        """Return the card at a place."""
        return int(self.values[place]), int(self.suits[place])

    @cached_property
    def suit_numbers(self) -> Any:
        """The original suit number for each number given to a suit here."""
        original = zeros(self.kinds, self.compiled)
        if self.compiled:
            original[self.suit] = self.suits
        else:
            for kind, suit in zip(self.suit, self.suits, strict=True):
                original[kind] = suit
        return original

    def as_compiled(self) -> Cards:
        """Return the same cards in arrays for compiled rules; here they are lists."""
        other = object.__new__(Cards)
        other.compiled, other.different, other.kinds = True, self.different, self.kinds
        for name in ("begin", "values", "suits", "card", "suit"):
            setattr(other, name, numbers(getattr(self, name), True))
        return other

    def table(self, stacks: int) -> Table:
        """Return a table for cases of at most `stacks` stacks of these cards."""
        return new_table(self.card, self.suit, stacks, self.kinds, self.different, self.compiled)


def lay_out(layout: Layout, compiled: bool | None = None) -> tuple[Cards, Table]:
    """Return a layout's cards and a table on which the layout is dealt as a single case.

    Args:
        layout: the layout.
        compiled: whether the table is for compiled rules; None to choose by size.
    """
    if compiled is None:
        compiled = is_compiled_quicker(layout.cards)
    begin = list(accumulate(map(len, layout.stacks), initial=0))
    values = [value for stack in layout.stacks for value, _ in stack]
    suits = [suit for stack in layout.stacks for _, suit in stack]
    arrays = [numbers(row, compiled) for row in (begin, values, suits)]
    cards = Cards(arrays[0], arrays[1], arrays[2], compiled)
    table, count = cards.table(len(layout)), len(layout)
    machine_if(deal, compiled)(table, cards.begin, numbers(range(count), compiled), 0, count)
    return cards, table


# --- Forced removals ------------------------------------------------------------------------------
#
# A removal is never a disadvantage, and the position after all removals does not depend on their order:
# a card leaves exactly if it is uncovered while a higher card of its suit is. ``count_removals`` counts
# these cards in linear time. ``remove_all`` plays the removals in a legal order, the smallest visible
# card of a suit first. The tops of each suit form a pairing heap (Fredman, Sedgewick, Sleator, Tarjan,
# "The pairing heap: a new form of self-adjusting heap", Algorithmica 1986), which keeps the time nearly
# linear. ``test_all_removals_are_played_in_a_legal_order`` compares this with the rules.

REMOVED = -1
"""The target of a removal, in place of a stack."""


@rule
def count_removals(table: Any, count: int) -> tuple[int, int]:
    """Count the cards that forced removals take from each stack, without playing them.

    The stacks are uncovered one after the other. Of two visible cards of a suit the lower leaves at
    once. This order may not be legal, but the same cards leave in the end.

    Returns:
        The number of stacks left with one card, and the number left empty.
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
            # Clear VISIBLE again: ``remove_all`` starts with empty heaps.
            top = stacks[i * ROW + TOP] + stacks[i * ROW + GONE]
            suits[suit[top] * ROW + VISIBLE] = NOTHING
    return single, empty


@rule
def join(table: Any, one: int, other: int) -> int:
    """Merge two heaps of stacks whose tops share a suit; return the root, which has the smaller top."""
    card, stacks = table[0], table[2]
    if card[stacks[other * ROW + TOP]] < card[stacks[one * ROW + TOP]]:
        one, other = other, one
    stacks[other * ROW + SIBLING] = stacks[one * ROW + CHILD]
    stacks[one * ROW + CHILD] = other
    return one


@rule
def join_children(table: Any, root: int) -> int:
    """Merge the children of a root, first in pairs and then all; return the new root."""
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
    """Add a stack's new top to the heap of its suit.

    Args:
        table: the table.
        stack: a stack of at least one card.
        waiting: the suits with several visible cards, each listed once.
        waits: the number of suits in ``waiting``.

    Returns:
        The new number of suits in ``waiting``.
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
    """Play all possible removals in a legal order.

    Args:
        table: the table.
        waiting: the suits with several visible cards.
        waits: the number of suits in ``waiting``.
        empty: the empty stacks.
        empties: the number of empty stacks.
        moves: filled with two numbers per move: the stack, and REMOVED.
        made: the number of moves made so far.

    Returns:
        The new number of empty stacks and the new number of moves made.
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


# --- The decision by the graph of aces ------------------------------------------------------------
#
# A position is decided in time linear in its cards. The theory is on the rules page ("The theory").
# With fewer suits than stacks every line of play wins; with more suits none does. With equally many,
# a win needs either forced removals alone or a path from a source to a target in the graph of aces.
# Removals alone never refill a stack, so they leave N lone aces only if every stack starts with an
# ace at its bottom. In that case no stack has a second ace, so the graph has no target. Each position
# therefore needs only one of the two tests.
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
    verdict, _, _ = machine_if(decide, cards.compiled)(table, len(layout), 1)
    return verdict > 0
