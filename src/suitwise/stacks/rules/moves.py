"""Moves and their text: ``r3`` removes the top of stack 3, ``m2>0`` shifts that of 2 onto empty 0."""

from __future__ import annotations

import re
from dataclasses import dataclass

from suitwise.arguments import of_kind
from suitwise.errors import NotationError
from suitwise.foundation.arrays.compiled import rule
from suitwise.foundation.text.phrases import phrase
from suitwise.foundation.text.quoting import quoted

_MOVE = re.compile(r"[rR]([0-9]{1,9})|[mM]([0-9]{1,9})>([0-9]{1,9})")


# --- Numbers: removals by their stack, then shifts by source and target -----------------------------


@rule
def shift_number(stacks: int, source: int, target: int) -> int:
    """Return the number of a shift among `stacks` stacks.

    >>> [shift_number(3, *shift) for shift in ((0, 1), (0, 2), (1, 0), (2, 1))]
    [3, 4, 5, 8]
    """
    return stacks + source * (stacks - 1) + target - int(target > source)


@rule
def shift_numbered(stacks: int, number: int) -> tuple[int, int]:
    """Return the source and the target of a shift among `stacks` stacks; undoes ``shift_number``.

    >>> [shift_numbered(3, number) for number in (3, 4, 5, 8)]
    [(0, 1), (0, 2), (1, 0), (2, 1)]
    """
    source = (number - stacks) // (stacks - 1)
    target = (number - stacks) % (stacks - 1)
    return source, target + int(target >= source)


# --- Moves ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """A move.

    Args:
        stack: the stack whose top card moves, counted from 0.
        to: the empty stack that the card is shifted onto; None when it is removed.

    >>> print(Move(3), Move(2, 0))
    r3 m2>0
    """

    stack: int
    to: int | None = None

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read a move's text.

        Raises:
            NotationError: it is no move.

        >>> Move.parse("m2>0")
        Move(stack=2, to=0)
        >>> Move.parse("x2")
        Traceback (most recent call last):
        suitwise.errors.NotationError: 'x2' is no move: write r3 to remove, m2>0 to shift
        """
        of_kind(text, str, "text")
        found = _MOVE.fullmatch(text)
        if found is None:
            raise NotationError(
                phrase(
                    "stacks.no-move",
                    "{text} is no move: write r3 to remove, m2>0 to shift",
                    text=quoted(text),
                )
            )
        removed, source, target = found.groups()
        return cls(int(removed)) if removed is not None else cls(int(source), int(target))

    def __str__(self) -> str:
        return f"r{self.stack}" if self.to is None else f"m{self.stack}>{self.to}"


def parse_moves(text: str) -> list[Move]:
    """Read moves between blanks.

    Raises:
        NotationError: a word is no move.

    >>> [str(move) for move in parse_moves("r0 m1>0")]
    ['r0', 'm1>0']
    """
    of_kind(text, str, "text")
    return [Move.parse(word) for word in text.split()]
