"""The referee: knows the rules of play and nothing else, and replays moves one after the other.

It shares no code with what finds the moves. For every suit it keeps the visible cards in a heap: of two
or more only the smallest may be removed. A shift changes no card's visibility, so the heaps need
nothing but additions and removals of the smallest.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from suitwise.errors import IllegalMove
from suitwise.stacks.layout import Layout, card_text, suit_text
from suitwise.stacks.moves import Move


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a sequence of moves is refused.

    Args:
        number: the number of the refused move, from 1; one past the last if the moves end too early.
        reason: why, in words.

    >>> print(Refusal(2, "stack 0 is empty"))
    move 2, stack 0 is empty
    """

    number: int
    reason: str

    def __str__(self) -> str:
        return f"move {self.number}, {self.reason}"


class Referee:
    """A game under way, by the rules alone.

    Args:
        layout: the position before the first move.

    >>> referee = Referee(Layout.parse("7b 7a | 3b 6b"))
    >>> referee.play(Move(1))
    >>> referee.play(Move(0))
    Traceback (most recent call last):
    suitwise.errors.IllegalMove: 6b is the smallest top of its suit, not 7b
    >>> print(referee.layout)
    7b 7a | 6b
    """

    def __init__(self, layout: Layout) -> None:
        self._stacks = [list(reversed(stack)) for stack in layout.stacks]
        self._tall = sum(len(stack) > 1 for stack in self._stacks)
        self._visible: dict[int, list[int]] = {}
        for stack in self._stacks:
            if stack:
                value, suit = stack[-1]
                self._visible.setdefault(suit, []).append(value)
        for values in self._visible.values():
            heapify(values)

    @property
    def layout(self) -> Layout:
        """The position now."""
        return Layout(tuple(tuple(reversed(stack)) for stack in self._stacks))

    @property
    def is_won(self) -> bool:
        """Whether every stack holds at most one card."""
        return self._tall == 0

    def play(self, move: Move) -> None:
        """Play a move.

        Raises:
            IllegalMove: the rules forbid it, with the reason; the position stays.
        """
        stacks = self._stacks
        stack = stacks[self._number(move.stack)]
        if not stack:
            raise IllegalMove(f"stack {move.stack} is empty")
        if move.to is None:
            self._remove(stack)
        elif stacks[self._number(move.to)]:
            raise IllegalMove(
                f"stack {move.to} is not empty: a card is shifted onto an empty stack"
            )
        else:
            stacks[move.to].append(stack.pop())
        if len(stack) == 1:
            self._tall -= 1
        if stack:
            value, suit = stack[-1]
            heappush(self._visible.setdefault(suit, []), value)

    def _number(self, number: int) -> int:
        """Check the number of a stack."""
        if not 0 <= number < len(self._stacks):
            last = len(self._stacks) - 1
            raise IllegalMove(f"there is no stack {number}: stacks count from 0 to {last}")
        return number

    def _remove(self, stack: list[tuple[int, int]]) -> None:
        top = stack[-1]
        values = self._visible[top[1]]
        if len(values) < 2:
            raise IllegalMove(
                f"no other top is of suit {suit_text(top[1])}, so {card_text(top)} stays"
            )
        if values[0] != top[0]:
            smallest = card_text((values[0], top[1]))
            raise IllegalMove(f"{smallest} is the smallest top of its suit, not {card_text(top)}")
        heappop(values)
        stack.pop()


def replay(layout: Layout, moves: Iterable[Move]) -> Refusal | None:
    """Replay moves that are said to win; return the refusal, or None if they do.

    Args:
        layout: the position before the first move.
        moves: the moves, in order; a card that lies alone may be shifted.

    >>> layout = Layout.parse("7b 7a | 3b 6b")
    >>> print(replay(layout, [Move(1), Move(0, 1)]))
    move 2, stack 1 is not empty: a card is shifted onto an empty stack
    >>> print(replay(layout, [Move(1)]))
    move 2, the moves end before the game is won
    """
    referee = Referee(layout)
    number = 0
    for number, move in enumerate(moves, 1):
        try:
            referee.play(move)
        except IllegalMove as error:
            return Refusal(number, str(error))
    return None if referee.is_won else Refusal(number + 1, "the moves end before the game is won")
