"""How hard a layout is: the shifts of its winning line in whose place another would lose."""

from __future__ import annotations

from dataclasses import dataclass
from math import log2
from typing import Any

from suitwise.compiled import rule
from suitwise.errors import IllegalPosition
from suitwise.stacks.decision import decide
from suitwise.stacks.layout import Layout
from suitwise.stacks.removals import REMOVED
from suitwise.stacks.strategy import move_top, solve
from suitwise.stacks.table import (
    ACES,
    BOTTOM,
    COMPILED_FROM,
    CRITICAL,
    HEIGHT,
    NOTHING,
    ROW,
    TOP,
    face,
    lay_out,
    numbers,
    zeros,
)
from suitwise.stacks.table import deal as lay_case

MOST_WEIGHED = 10_000
"""The most cards of a layout whose difficulty is computed: the time grows with their cube."""


@rule
def shifts_that_win(table: Any, count: int, to: int, mark: int) -> tuple[int, int]:
    """Count the stacks whose top can be shifted, and those of them after which a win is left.

    Args:
        table: the table.
        count: how many stacks there are.
        to: an empty stack.
        mark: a mark; as many more as there are stacks are used.
    """
    stacks = table[2]
    choices = 0
    wins = 0
    for i in range(count):
        if stacks[i * ROW + HEIGHT] < 2:
            continue
        choices += 1
        move_top(stacks, i, to)
        clear_notes(stacks, count)
        verdict, _, _ = decide(table, count, mark + i)
        wins += verdict > 0
        stacks[i * ROW + TOP] -= 1
        stacks[i * ROW + HEIGHT] += 1
        stacks[to * ROW + HEIGHT] = 0
    return choices, wins


@rule
def clear_notes(stacks: Any, count: int) -> None:
    """Forget what has been noted of so many stacks but their cards, so that they can be decided."""
    for i in range(count):
        stacks[i * ROW + BOTTOM] = NOTHING
        stacks[i * ROW + ACES] = 0
        stacks[i * ROW + CRITICAL] = NOTHING


@rule
def weigh_line(table: Any, count: int, moves: Any, made: int, mark: int, weights: Any) -> int:
    """Replay a winning line and weigh its decisions: the shifts in whose place another would lose.

    Args:
        table: the table, the layout dealt on it.
        count: how many stacks there are.
        moves: the line, two numbers a move.
        made: how many moves it has.
        mark: the first mark that has not been used.
        weights: filled with two numbers a decision: how many tops could be shifted, and how many of
            these shifts win.

    Returns:
        How many decisions there are.
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
        mark += count
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
    """

    decisions: tuple[tuple[int, int], ...]

    @property
    def bits(self) -> float:
        """The figure: the bits of all decisions together; 0 where no shift can lose."""
        return round(sum(log2(choices / wins) for choices, wins in self.decisions), 3)

    @property
    def luck(self) -> float:
        """The chance to come through all decisions by shifting at random: 2 ** -bits."""
        chance = 1.0
        for choices, wins in self.decisions:
            chance *= wins / choices
        return chance


def difficulty_of(layout: Layout) -> Difficulty | None:
    """Return how hard a layout is; None if it can't be won.

    Raises:
        IllegalPosition: it has more than 10,000 cards.

    >>> difficulty = difficulty_of(Layout.parse("8b 9a | 9c 9b | 1c 2c"))
    >>> difficulty.decisions, difficulty.bits
    (((2, 1),), 1.0)
    """
    refuse_unweighable(layout.cards)
    return weigh(layout, layout.cards >= COMPILED_FROM // 30)


def refuse_unweighable(cards: int) -> None:
    """Raise IllegalPosition if a layout has too many cards for its difficulty to be computed."""
    if cards > MOST_WEIGHED:
        raise IllegalPosition(
            f"difficulty is computed for at most {MOST_WEIGHED:,} cards, not {cards:,}"
        )


def weigh(layout: Layout, compiled: bool) -> Difficulty | None:
    """Return how hard a layout is, by compiled rules or plain Python."""
    count = len(layout)
    cards, table = lay_out(layout, compiled)
    waiting, empty, moves, weights = (
        zeros(size, compiled) for size in (cards.kinds, count, 4 * layout.cards, 2 * layout.cards)
    )
    verdict, kinds, _, made = face(solve, compiled)(table, count, 1, waiting, empty, moves)
    if verdict <= 0:
        return None
    if kinds < count:
        return Difficulty(())
    face(lay_case, compiled)(table, cards.begin, numbers(range(count), compiled), 0, count)
    found = face(weigh_line, compiled)(table, count, moves, made, 2, weights)
    pairs = [(int(weights[2 * k]), int(weights[2 * k + 1])) for k in range(found)]
    return Difficulty(tuple(pairs))
