"""How hard a layout is: the shifts of its winning line in whose place another would lose."""

from __future__ import annotations

from dataclasses import dataclass
from math import log2, prod
from typing import Any

from suitwise.arguments import of_kind
from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.compiled import rule
from suitwise.stacks.rules.decision import count_aces, decide, find_aces, step_back
from suitwise.stacks.rules.layout import Layout
from suitwise.stacks.rules.table import (
    ACE,
    ACE_STACK,
    ACES,
    BOTTOM,
    COMPILED_FROM,
    HEIGHT,
    KING,
    KING_STACK,
    NOTHING,
    REMOVED,
    ROW,
    TOP,
    WALKED,
    clear_notes,
    face,
    lay_out,
    numbers,
    zeros,
)
from suitwise.stacks.rules.table import deal as lay_case
from suitwise.stacks.solve.winning_line import move_top, solve

MOST_WEIGHED = 10_000
"""The most cards of a layout whose difficulty is computed: the time grows with their square."""

# Marks of a walk back from a target; the first one that comes from a source is numbered from 0.
SEEN = -2
"""It comes from no source, as far as is known."""
REACHED = -3
"""It comes from a source."""


@rule
def walk_back(table: Any, target: int) -> tuple[bool, int]:
    """Walk back from a target, up to the first vertex where a walk has come by, marking the others.

    Returns:
        Whether the walk ends at a source, and the mark of the vertex that it meets; NOTHING if none.
    """
    suits = table[3]
    vertex = target
    while suits[vertex * ROW + WALKED] == NOTHING:
        suits[vertex * ROW + WALKED] = SEEN
        before = step_back(table, vertex)
        if before == NOTHING:
            return bool(suits[vertex * ROW + KING] == NOTHING), NOTHING
        vertex = before
    return False, int(suits[vertex * ROW + WALKED])


@rule
def mark_walk(table: Any, target: int, mark: int, step: int) -> int:
    """Mark the vertices of the last walk with numbers that begin at one and rise by a step.

    Returns:
        The number after the last.
    """
    suits = table[3]
    vertex = target
    while vertex != NOTHING and suits[vertex * ROW + WALKED] == SEEN:
        suits[vertex * ROW + WALKED] = mark
        mark += step
        vertex = step_back(table, vertex)
    return mark


@rule
def find_trunk(table: Any, count: int) -> tuple[int, int]:
    """Find what all paths from a source to a target have in common: their first vertices.

    Returns:
        The last of these vertices, NOTHING if there are none, and how many targets paths reach.
    """
    stacks = table[2]
    targets = length = fork = 0
    first = NOTHING
    for i in range(count):
        target = stacks[i * ROW + BOTTOM]
        if target == NOTHING or stacks[i * ROW + ACES] < 2:
            continue
        from_source, met = walk_back(table, target)
        if not from_source and met < 0 and met != REACHED:
            continue
        targets += 1
        if first == NOTHING:
            first = target
            length = mark_walk(table, target, 0, 1)
        else:
            mark_walk(table, target, REACHED, 0)
            fork = max(fork, length if from_source else met)
    last = first
    for _ in range(fork):  # past the source where nothing is common
        last = step_back(table, last)
    return int(last), targets


@rule
def kings_on_top(table: Any, last: int) -> int:
    """Count the steps of the trunk up to its last vertex whose king is the top of its stack."""
    card, _, stacks, suits, _, _ = table
    found = 0
    vertex = last
    before = step_back(table, vertex)
    while before != NOTHING:
        stack = suits[vertex * ROW + KING_STACK]
        found += card[stacks[stack * ROW + TOP]] == suits[vertex * ROW + KING]
        vertex = before
        before = step_back(table, vertex)
    return int(found)


@rule
def is_target_by_its_top(table: Any, vertex: int) -> bool:
    """Return whether a target is one for nothing but the ace on top of its home."""
    card, suit, stacks, suits, _, _ = table
    home = suits[vertex * ROW + ACE_STACK]
    top = stacks[home * ROW + TOP]
    return bool(stacks[home * ROW + ACES] == 2 and card[top] == suits[suit[top] * ROW + ACE])


@rule
def shift_wins(table: Any, count: int, stack: int, to: int, mark: int) -> bool:
    """Return whether a win is left after a shift, which is taken back; the notes are lost."""
    stacks = table[2]
    move_top(stacks, stack, to)
    for i in range(count):
        clear_notes(stacks, i * ROW)
    verdict, _, _ = decide(table, count, mark)
    stacks[stack * ROW + TOP] -= 1
    stacks[stack * ROW + HEIGHT] += 1
    stacks[to * ROW + HEIGHT] = 0
    return bool(verdict > 0)


@rule
def shifts_that_win(table: Any, count: int, to: int, mark: int) -> tuple[int, int]:
    """Count the stacks whose top can be shifted, and those of them after which a win is left.

    There is a path, as the position can be won and removals alone don't. All that a shift changes in the
    graph of aces is taken from it: with a king the edge into its suit, with one of two aces the target
    that its stack was. The ace's new home is that of no path. So a shift loses if it takes what all
    paths have in common; unless it leaves every stack an ace at the bottom, for then removals decide.

    Args:
        table: the table.
        count: the number of stacks.
        to: an empty stack.
        mark: a mark; it and the next are used.
    """
    stacks, suits = table[2], table[3]
    choices = 0
    for i in range(count):
        choices += stacks[i * ROW + HEIGHT] >= 2
        clear_notes(stacks, i * ROW)
    kinds = find_aces(table, count, mark)
    bottoms = count_aces(table, count, kinds)
    last, targets = find_trunk(table, count)
    if last == NOTHING:
        return choices, choices
    losing = kings_on_top(table, last)
    if targets == 1 and is_target_by_its_top(table, last):
        home = suits[last * ROW + ACE_STACK]
        if bottoms < count - 1 or not shift_wins(table, count, home, to, mark + 1):
            losing += 1
    return choices, choices - losing


@rule
def weigh_line(table: Any, count: int, moves: Any, made: int, mark: int, weights: Any) -> int:
    """Replay a winning line and weigh its decisions: the shifts in whose place another would lose.

    Args:
        table: the table, the layout dealt on it.
        count: the number of stacks.
        moves: the line, two numbers a move.
        made: how many moves it has.
        mark: the first mark that has not been used.
        weights: filled with two numbers a decision: how many tops could be shifted, and how many of
            these shifts win.

    Returns:
        The number of decisions.
    """
    stacks = table[2]
    decisions = 0
    for k in range(made):
        stack, to = moves[2 * k], moves[2 * k + 1]
        if to == REMOVED:
            stacks[stack * ROW + TOP] += 1
            stacks[stack * ROW + HEIGHT] -= 1
            continue
        choices, wins = shifts_that_win(table, count, to, mark)
        mark += 2
        if wins < choices:
            weights[2 * decisions] = choices
            weights[2 * decisions + 1] = wins
            decisions += 1
        move_top(stacks, stack, to)
    return decisions


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard a winnable layout is, measured along the solver's winning line.

    The line removes whatever can be removed, which never harms, and shifts only where nothing can. A
    *decision* is such a shift in whose place the shift of another top would lose the game. If w of c
    tops can be shifted there without losing, it takes log2(c / w) bits of insight, one bit for a fair
    choice between right and wrong.

    Args:
        decisions: for each decision how many tops could be shifted, and how many of these shifts win.

    >>> difficulty = Difficulty(((2, 1), (4, 1)))
    >>> len(difficulty.decisions), difficulty.bits, difficulty.luck
    (2, 3.0, 0.125)
    >>> print(difficulty)
    3 bits: 1 of 2, 1 of 4
    """

    decisions: tuple[tuple[int, int], ...]

    def __str__(self) -> str:
        told = ", ".join(f"{wins} of {choices}" for choices, wins in self.decisions)
        bits = "1 bit" if self.bits == 1 else f"{self.bits:g} bits"
        return f"{bits}: {told}" if told else bits

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {"bits": self.bits, "decisions": [list(pair) for pair in self.decisions]}

    @property
    def bits(self) -> float:
        """The figure: the bits of all decisions together; 0 where no shift can lose."""
        return round(sum((log2(choices / wins) for choices, wins in self.decisions), 0.0), 3)

    @property
    def luck(self) -> float:
        """The chance to come through all decisions by shifting at random: 2 ** -bits."""
        return prod((wins / choices for choices, wins in self.decisions), start=1.0)


def difficulty_of(layout: Layout) -> Difficulty | None:
    """Return how hard a layout is; None if it can't be won.

    Raises:
        IllegalPosition: it has more than 10,000 cards.

    >>> difficulty = difficulty_of(Layout.parse("8b 9a | 9c 9b | 1c 2c"))
    >>> difficulty.decisions, difficulty.bits
    (((2, 1),), 1.0)
    """
    of_kind(layout, Layout, "layout")
    refuse_unweighable(layout.cards)
    return weigh(layout, layout.cards >= COMPILED_FROM // 30)


def refuse_unweighable(cards: int) -> None:
    """Raise IllegalPosition if a layout has too many cards for its difficulty to be computed."""
    if cards > MOST_WEIGHED:
        most = f"at most {MOST_WEIGHED:,} cards"
        raise IllegalPosition(f"difficulty is computed for {most}, not {cards:,}")


def weigh(layout: Layout, compiled: bool) -> Difficulty | None:
    """Return how hard a layout is, by compiled rules or plain Python."""
    count = len(layout)
    cards, table = lay_out(layout, compiled)
    sizes = cards.kinds, count, 4 * layout.cards, 2 * layout.cards
    waiting, empty, moves, weights = (zeros(size, compiled) for size in sizes)
    verdict, kinds, _, made = face(solve, compiled)(table, count, 1, waiting, empty, moves)
    if verdict <= 0:
        return None
    if kinds < count:
        return Difficulty(())
    face(lay_case, compiled)(table, cards.begin, numbers(range(count), compiled), 0, count)
    found = face(weigh_line, compiled)(table, count, moves, made, 2, weights)
    pairs = [(int(weights[2 * k]), int(weights[2 * k + 1])) for k in range(found)]
    return Difficulty(tuple(pairs))
