"""The winning line in near-linear time, hints from it, and the difficulty of its decisions.

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
from math import log2, prod
from typing import Any

from suitwise.arguments import of_kind
from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.compiled import rule
from suitwise.stacks.rules import table as tables
from suitwise.stacks.rules.layout import Layout
from suitwise.stacks.rules.moves import Move
from suitwise.stacks.rules.table import (
    ACE,
    ACE_STACK,
    ACES,
    BOTTOM,
    CHILD,
    CRITICAL,
    HEIGHT,
    KING,
    KING_STACK,
    NOTHING,
    REMOVED,
    ROW,
    TOP,
    VISIBLE,
    WALKED,
    clear_notes,
    count_aces,
    decide,
    find_aces,
    remove_all,
    step_back,
    uncover,
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
    verdict, kinds, target = decide(table, count, mark)
    made = 0
    if verdict > 0:
        made = play_to_win(table, count, target, waiting, empty, moves)
    return verdict, kinds, target, made


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
    cards, table = tables.lay_out(layout)
    sizes = cards.kinds, len(layout), 4 * layout.cards
    waiting, empty, moves = (tables.zeros(size, cards.compiled) for size in sizes)
    verdict, _, _, made = tables.machine_if(solve, cards.compiled)(
        table, len(layout), 1, waiting, empty, moves
    )
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


# --- The difficulty of a layout -------------------------------------------------------------------
#
# The difficulty is the bits of insight needed at the decisions of the winning line. The winning line
# removes whatever it can and shifts only where it must. A shift is a decision if some other shift in
# its place would lose. Which shifts lose follows from the graph of aces, so no search is needed.

MOST_WEIGHED = 10_000
"""The most cards of a layout whose difficulty is computed; the time is quadratic in the cards."""

# Marks of the vertices on walks back from targets. The first walk that reaches a source numbers its
# vertices from 0 instead.
SEEN = -2
"""Visited, not known to lead back to a source."""
REACHED = -3
"""Leads back to a source."""


@rule
def walk_back(table: Any, target: int) -> tuple[bool, int]:
    """Walk back from a target to the first marked vertex, marking the vertices on the way.

    Returns:
        Whether the walk ends at a source, and the mark of the vertex it met; NOTHING if it met none.
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
    """Renumber the vertices of the last walk with mark, mark + step, and so on.

    Returns:
        The number after the last one used.
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
    """Find the trunk: the first vertices, shared by all paths from a source to a target.

    Returns:
        The last vertex of the trunk, NOTHING if it is empty, and the number of targets that paths reach.
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
    for _ in range(fork):  # beyond the source if the paths share nothing
        last = step_back(table, last)
    return int(last), targets


@rule
def kings_on_top(table: Any, last: int) -> int:
    """Count the edges of the trunk whose king is the top of its stack."""
    card, _, stacks, suits, _, _ = table
    kings = 0
    vertex = last
    before = step_back(table, vertex)
    while before != NOTHING:
        stack = suits[vertex * ROW + KING_STACK]
        kings += card[stacks[stack * ROW + TOP]] == suits[vertex * ROW + KING]
        vertex = before
        before = step_back(table, vertex)
    return int(kings)


@rule
def is_target_by_its_top(table: Any, vertex: int) -> bool:
    """Return whether a target would not be one without the ace on top of its home."""
    card, suit, stacks, suits, _, _ = table
    home = suits[vertex * ROW + ACE_STACK]
    top = stacks[home * ROW + TOP]
    return bool(stacks[home * ROW + ACES] == 2 and card[top] == suits[suit[top] * ROW + ACE])


@rule
def shift_wins(table: Any, count: int, stack: int, to: int, mark: int) -> bool:
    """Return whether the position can be won after a shift; undoes the shift but clears the rows."""
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
    """Count the possible shifts, and those after which the position can still be won.

    The position can be won but not by removals alone, so the graph of aces has a path. A shift can only
    remove parts of the graph: shifting a king removes the edge into its suit, and shifting one of two
    aces removes the target that its stack was. No path leads through the new home of a shifted ace. So
    a shift loses if it takes away something that all paths share, except where it leaves every stack
    with an ace at the bottom: then removals decide.

    Args:
        table: the table.
        count: the number of stacks.
        to: an empty stack.
        mark: an unused mark; the next one is used too.
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
    """Replay a winning line and record its decisions, the shifts for which some alternative loses.

    Args:
        table: the table with the layout dealt on it.
        count: the number of stacks.
        moves: the line, two numbers per move.
        made: the number of moves in the line.
        mark: the first unused mark.
        weights: filled with two numbers per decision: the number of possible shifts, and the number of
            these that win.

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
    """The difficulty of a winnable layout, measured along the solver's winning line.

    The line removes whatever can be removed, which never hurts, and shifts only if no removal is left. A
    *decision* is a shift for which the shift of some other top would lose the game. If w of c possible
    shifts keep the win, the decision takes log2(c / w) bits of insight; an even choice between right
    and wrong takes one bit.

    Args:
        decisions: for each decision the number of possible shifts, and the number of these that win.

    >>> difficulty = Difficulty(((2, 1), (4, 1)))
    >>> len(difficulty.decisions), difficulty.bits, difficulty.luck
    (2, 3.0, 0.125)
    >>> print(difficulty)
    3 bits: 1 of 2, 1 of 4
    """

    decisions: tuple[tuple[int, int], ...]

    def __str__(self) -> str:
        odds = ", ".join(f"{wins} of {choices}" for choices, wins in self.decisions)
        bits = "1 bit" if self.bits == 1 else f"{self.bits:g} bits"
        return f"{bits}: {odds}" if odds else bits

    def as_json(self) -> dict[str, Any]:
        """Return the difficulty as plain data."""
        return {"bits": self.bits, "decisions": [list(pair) for pair in self.decisions]}

    @property
    def bits(self) -> float:
        """The bits of all decisions together; 0 if no shift can lose."""
        return round(sum((log2(choices / wins) for choices, wins in self.decisions), 0.0), 3)

    @property
    def luck(self) -> float:
        """The probability that random shifts get every decision right, 2 ** -bits."""
        return prod((wins / choices for choices, wins in self.decisions), start=1.0)


def difficulty_of(layout: Layout) -> Difficulty | None:
    """Return the difficulty of a layout; None if it can't be won.

    Raises:
        IllegalPosition: it has more than 10,000 cards.

    >>> difficulty = difficulty_of(Layout.parse("8b 9a | 9c 9b | 1c 2c"))
    >>> difficulty.decisions, difficulty.bits
    (((2, 1),), 1.0)
    """
    of_kind(layout, Layout, "layout")
    refuse_unweighable(layout.cards)
    return weigh(layout, layout.cards >= tables.COMPILED_FROM // 30)


def refuse_unweighable(cards: int) -> None:
    """Raise IllegalPosition if there are too many cards to compute the difficulty."""
    if cards > MOST_WEIGHED:
        most = f"at most {MOST_WEIGHED:,} cards"
        raise IllegalPosition(f"difficulty is computed for {most}, not {cards:,}")


def weigh(layout: Layout, compiled: bool) -> Difficulty | None:
    """Return the difficulty of a layout, computed by compiled rules or plain Python."""
    count = len(layout)
    cards, table = tables.lay_out(layout, compiled)
    sizes = cards.kinds, count, 4 * layout.cards, 2 * layout.cards
    waiting, empty, moves, weights = (tables.zeros(size, compiled) for size in sizes)
    verdict, kinds, _, made = tables.machine_if(solve, compiled)(
        table, count, 1, waiting, empty, moves
    )
    if verdict <= 0:
        return None
    if kinds < count:
        return Difficulty(())
    tables.machine_if(tables.deal, compiled)(
        table, cards.begin, tables.numbers(range(count), compiled), 0, count
    )
    decisions = tables.machine_if(weigh_line, compiled)(table, count, moves, made, 2, weights)
    pairs = [(int(weights[2 * k]), int(weights[2 * k + 1])) for k in range(decisions)]
    return Difficulty(tuple(pairs))
