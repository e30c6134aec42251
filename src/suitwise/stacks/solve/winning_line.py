"""The winning line: a complete sequence of winning moves in near-linear time, and hints from it.

The strategy is on the rules page ("Strategy"). Remove whatever can be removed. Then shift the top of a
stack of two or more cards to an empty stack, and repeat. With fewer suits than stacks this wins.

With equally many, the path in the graph of aces decides which tops must stay. The home of each suit on
the path contains a *critical* card: the king of the next suit or, in the last home, the lowest other
ace. A home is cleared down to its critical card and no further. The ace of the source stays covered, so
fewer suits than stacks are visible and there is always an empty stack. When nothing else is left, the
critical ace is shifted, and forced removals clear the path from the target back to the source.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from suitwise.arguments import of_kind
from suitwise.foundation.arrays.compiled import rule
from suitwise.stacks.rules.layout import Layout
from suitwise.stacks.rules.moves import Move
from suitwise.stacks.rules.table import (
    ACE,
    ACE_STACK,
    CHILD,
    CRITICAL,
    HEIGHT,
    KING,
    NOTHING,
    PATH,
    REMOVED,
    ROW,
    TOP,
    VISIBLE,
    decide,
    face,
    lay_out,
    remove_all,
    step_back,
    uncover,
    zeros,
)
from suitwise.stacks.solve.find_reason import why_lost
from suitwise.stacks.solve.reason import Reason


@rule
def lowest_other_ace(table: Any, stack: int) -> int:
    """Return the lowest ace of a stack above the bottom card."""
    card, suit, stacks, suits, _, _ = table
    place = stacks[stack * ROW + TOP] + stacks[stack * ROW + HEIGHT] - 2
    while card[place] != suits[suit[place] * ROW + ACE]:
        place -= 1
    return int(card[place])


@rule
def mark_critical(table: Any, target: int) -> None:
    """Record the critical card in the home of every suit on the path to a target."""
    stacks, suits = table[2], table[3]
    home = suits[target * ROW + ACE_STACK]
    stacks[home * ROW + CRITICAL] = lowest_other_ace(table, home)
    vertex = target
    before = step_back(table, vertex)
    while before != NOTHING:
        home = suits[before * ROW + ACE_STACK]
        stacks[home * ROW + CRITICAL] = suits[vertex * ROW + KING]
        vertex = before
        before = step_back(table, vertex)


@rule
def move_top(stacks: Any, stack: int, to: int) -> None:
    """Move the top of a stack onto an empty one."""
    stacks[to * ROW + TOP] = stacks[stack * ROW + TOP]
    stacks[to * ROW + HEIGHT] = 1
    stacks[stack * ROW + TOP] += 1
    stacks[stack * ROW + HEIGHT] -= 1


@rule
def shift_top(table: Any, stack: int, to: int) -> None:
    """Shift the top of a stack to an empty one; it must be the only visible card of its suit."""
    suit, stacks, suits = table[1], table[2], table[3]
    move_top(stacks, stack, to)
    stacks[to * ROW + CHILD] = NOTHING
    suits[suit[stacks[to * ROW + TOP]] * ROW + VISIBLE] = to


@rule
def clear_stack(
    table: Any, stack: int, waiting: Any, empty: Any, empties: int, moves: Any, made: int
) -> tuple[int, int]:
    """Shift tops off a stack down to one card or its critical card, with all removals in between.

    Returns:
        The number of empty stacks, and the number of moves made so far.
    """
    card, stacks = table[0], table[2]
    row = stack * ROW
    while stacks[row + HEIGHT] > 1 and card[stacks[row + TOP]] != stacks[row + CRITICAL]:
        empties -= 1
        to = empty[empties]
        moves[2 * made] = stack
        moves[2 * made + 1] = to
        made += 1
        shift_top(table, stack, to)
        waits = uncover(table, stack, waiting, 0)
        empties, made = remove_all(table, waiting, waits, empty, empties, moves, made)
    return empties, made


@rule
def play_to_win(table: Any, count: int, target: int, waiting: Any, empty: Any, moves: Any) -> int:
    """Play a winnable position to the win.

    Args:
        table: the table, after ``decide``; the moves change it.
        count: the number of stacks in the case.
        target: the first target on the path; NOTHING if no path is needed.
        waiting: array (suits,), overwritten.
        empty: array (stacks,), overwritten.
        moves: array of at least four numbers per card, filled with two per move: the stack, and the
            stack that its top is shifted to or REMOVED. A card is shifted and removed at most once.

    Returns:
        The number of moves in the line; the last one wins.
    """
    stacks, suits = table[2], table[3]
    if target != NOTHING:
        mark_critical(table, target)
    empties = waits = 0
    for i in range(count):
        if stacks[i * ROW + HEIGHT] == 0:
            empty[empties] = i
            empties += 1
        else:
            waits = uncover(table, i, waiting, waits)
    empties, made = remove_all(table, waiting, waits, empty, empties, moves, 0)
    for i in range(count):
        empties, made = clear_stack(table, i, waiting, empty, empties, moves, made)
    if target != NOTHING:
        home = suits[target * ROW + ACE_STACK]
        stacks[home * ROW + CRITICAL] = NOTHING
        empties, made = clear_stack(table, home, waiting, empty, empties, moves, made)
    return until_won(stacks, moves, made)


@rule
def until_won(stacks: Any, moves: Any, made: int) -> int:
    """Return the number of moves up to the win; undo the later ones in the heights.

    Args:
        stacks: the rows of the stacks after the line, where no stack has more than one card.
        moves: the moves, two numbers each.
        made: the number of moves.
    """
    while made > 0 and stacks[moves[2 * made - 2] * ROW + HEIGHT] == 0:
        made -= 1
        stacks[moves[2 * made] * ROW + HEIGHT] = 1
        if moves[2 * made + 1] != REMOVED:
            stacks[moves[2 * made + 1] * ROW + HEIGHT] = 0
    return made


@rule
def solve(
    table: Any, count: int, mark: int, waiting: Any, empty: Any, moves: Any
) -> tuple[int, int, int, int]:
    """Decide a case and, if it can be won, play it to the win.

    Args:
        table: the table with the case dealt on it.
        count: the number of stacks in the case.
        mark: the case's mark: at least 1, and not used by an earlier case on this table.
        waiting: array (suits,), overwritten.
        empty: array (stacks,), overwritten.
        moves: see ``play_to_win``.

    Returns:
        The result of ``decide`` and the number of moves.
    """
    verdict, kinds, found = decide(table, count, mark)
    if verdict <= 0:
        return verdict, kinds, found, 0
    target = found if verdict == PATH else NOTHING
    made = play_to_win(table, count, target, waiting, empty, moves)
    return verdict, kinds, found, made


def winning_line(layout: Layout) -> list[Move] | None:
    """Return a sequence of moves that wins with its last move; None if the layout can't be won.

    >>> layout = Layout.parse("7b 7a | 3b 6b")
    >>> [str(move) for move in winning_line(layout)]
    ['r1', 'r1', 'm0>1']
    """
    of_kind(layout, Layout, "layout")
    moves, made = _line(layout)
    return moves_of(moves, made) if made is not None else None


def winning_move(layout: Layout) -> Move | None:
    """Return the first move of the winning line; None if the position is won or lost.

    >>> print(winning_move(Layout.parse("7b 7a | 3b 6b")))
    r1
    """
    moves, made = _line(layout)
    return moves_of(moves, 1)[0] if made else None


def _line(layout: Layout) -> tuple[Any, int | None]:
    """Return the moves to the win, two numbers each, and their number; None if the layout is lost."""
    cards, table = lay_out(layout)
    sizes = cards.kinds, len(layout), 4 * layout.cards
    waiting, empty, moves = (zeros(size, cards.compiled) for size in sizes)
    verdict, _, _, made = face(solve, cards.compiled)(table, len(layout), 1, waiting, empty, moves)
    return moves, made if verdict > 0 else None


def moves_of(moves: Any, made: int) -> list[Move]:
    """Return the moves in an array that a rule has filled."""
    pairs = moves[: 2 * made] if isinstance(moves, list) else moves[: 2 * made].tolist()
    removals = [Move(stack) for stack in range(max(pairs[::2], default=-1) + 1)]
    steps = zip(pairs[::2], pairs[1::2], strict=True)
    return [removals[stack] if to == REMOVED else Move(stack, to) for stack, to in steps]


# --- Hints ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hint:
    """The recommended move, or the reason why the position is lost.

    Args:
        move: the next move of a winning line; None if the position is won or lost.
        lost: the reason why the position is lost; None if it is not.

    >>> found = hint(Layout.parse("8b 9a | 9c 9b | 1c 2c"))
    >>> print(found)
    r2
    >>> found.move == Move.parse("r2"), found.lost
    (True, None)
    """

    move: Move | None
    lost: Reason | None = None

    def __str__(self) -> str:
        if self.move is not None:
            return str(self.move)
        return "the game is won" if self.lost is None else str(self.lost)


def hint(layout: Layout) -> Hint:
    """Return the next move of a winning line, in near-linear time.

    Following hints wins: the position after a hint can still be won, and every game is finite.

    >>> print(hint(Layout.parse("7b 7a | 3b 6b")))
    r1
    >>> print(hint(Layout.parse("7b | -")))
    the game is won
    >>> print(hint(Layout.parse("2b 3a | 1a 3b")))
    stuck after the forced removals: no stack is empty and the tops 2b 1a are all of different suits
    """
    of_kind(layout, Layout, "layout")
    if layout.is_won:
        return Hint(None)
    move = winning_move(layout)
    return Hint(move, None if move is not None else why_lost(layout))
