"""A hint: the next move of a winning line at any position of a game, or why it is lost."""

from __future__ import annotations

from dataclasses import dataclass

from suitwise.arguments import of_kind
from suitwise.stacks.rules.layout import Layout
from suitwise.stacks.rules.moves import Move
from suitwise.stacks.solve.find_reason import why_lost
from suitwise.stacks.solve.reason import Reason
from suitwise.stacks.solve.winning_line import winning_move


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do next.

    Args:
        move: the next move of a winning line; None if the game is won or lost.
        lost: why the position is lost; None if it is not.

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

    Following hints wins: a position after a hint can be won, and no game goes on for ever.

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
