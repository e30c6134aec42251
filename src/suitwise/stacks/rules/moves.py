"""Moves of Stack Management: their text, the legal ones, and the referee that replays them.

The rules page defines them. A *removal* takes a top card while a higher top of the same suit is
visible; here, of several tops of one suit, only the smallest may be removed. A *shift* moves a top card
onto an empty stack.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from heapq import heappop, heappush

from suitwise.arguments import each_of, of_kind
from suitwise.errors import IllegalMove, NotationError
from suitwise.foundation.arrays.compiled import rule
from suitwise.foundation.text.phrases import Phrase, phrase, quoted
from suitwise.stacks.rules.layout import Card, Layout, Stack, card_text

_MOVE = re.compile(r"[rR]([0-9]{1,9})|[mM]([0-9]{1,9})>([0-9]{1,9})")


# --- Move numbers: removals by stack, then shifts by source and target ----------------------------


@rule
def shift_number(stacks: int, source: int, target: int) -> int:
    """Return the number of a shift among `stacks` stacks.

    >>> [shift_number(3, *shift) for shift in ((0, 1), (0, 2), (1, 0), (2, 1))]
    [3, 4, 5, 8]
    """
    return stacks + source * (stacks - 1) + target - int(target > source)


@rule
def shift_numbered(stacks: int, number: int) -> tuple[int, int]:
    """Return the source and target of a numbered shift; the inverse of ``shift_number``.

    >>> [shift_numbered(3, number) for number in (3, 4, 5, 8)]
    [(0, 1), (0, 2), (1, 0), (2, 1)]
    """
    source = (number - stacks) // (stacks - 1)
    target = (number - stacks) % (stacks - 1)
    return source, target + int(target >= source)


# --- Moves ----------------------------------------------------------------------------------------


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
        """Parse the text of a move.

        Raises:
            NotationError: the text is not a move.

        >>> Move.parse("m2>0")
        Move(stack=2, to=0)
        >>> Move.parse("x2")
        Traceback (most recent call last):
        suitwise.errors.NotationError: 'x2' is no move: write r3 to remove, m2>0 to shift
        """
        of_kind(text, str, "text")
        match = _MOVE.fullmatch(text)
        if match is None:
            fault = phrase(
                "stacks.no-move",
                "{text} is no move: write r3 to remove, m2>0 to shift",
                text=quoted(text),
            )
            raise NotationError(fault)
        removed, source, target = match.groups()
        return cls(int(removed)) if removed is not None else cls(int(source), int(target))

    def __str__(self) -> str:
        return f"r{self.stack}" if self.to is None else f"m{self.stack}>{self.to}"


def parse_moves(text: str) -> list[Move]:
    """Parse moves separated by blanks.

    Raises:
        NotationError: a word is not a move.

    >>> [str(move) for move in parse_moves("r0 m1>0")]
    ['r0', 'm1>0']
    """
    of_kind(text, str, "text")
    return [Move.parse(word) for word in text.split()]


# --- Messages for illegal moves -------------------------------------------------------------------


def no_stack(number: int, count: int) -> Phrase:
    """Return the message for a stack number that does not exist."""
    return phrase(
        "stacks.no-stack",
        "there is no stack {number}: stacks count from 0 to {last}",
        number=number,
        last=count - 1,
    )


def is_empty(number: int) -> Phrase:
    """Return the message for a move from an empty stack."""
    return phrase("stacks.empty", "stack {number} is empty", number=number)


def not_empty(number: int) -> Phrase:
    """Return the message for a shift onto a stack that is not empty."""
    return phrase(
        "stacks.not-empty",
        "stack {number} is not empty: a card is shifted onto an empty stack",
        number=number,
    )


def stays(top: Card, smallest: Card | None) -> Phrase | None:
    """Return why a top may not be removed; None if it may.

    Args:
        top: the top card.
        smallest: the smallest top of its suit; None if there is no other top of the suit.
    """
    card = card_text(top)
    if smallest is None:
        return phrase(
            "stacks.only-one",
            "no other top is of the suit of {card}, so it stays",
            card=card,
        )
    if smallest != top:
        return phrase(
            "stacks.not-smallest",
            "{smallest} is the smallest top of its suit, not {card}",
            smallest=card_text(smallest),
            card=card,
        )
    return None


# --- The referee ----------------------------------------------------------------------------------
#
# The referee replays moves by the rules alone and shares no code with the solver. For every suit it
# keeps the visible cards in a heap: of two or more, only the smallest may be removed. A shift changes
# no card's visibility, so the heaps only need insertion and removal of the minimum. A test compares it
# with the legal moves of the game (``test_a_move_is_accepted_exactly_where_it_is_legal``).


class Referee:
    """A game in progress, played by the rules alone.

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
        of_kind(layout, Layout, "layout")
        self._stacks = [list(reversed(stack)) for stack in layout.stacks]
        self._tall = sum(len(stack) > 1 for stack in self._stacks)
        self._visible: defaultdict[int, list[int]] = defaultdict(list)
        for stack in filter(None, self._stacks):
            self._uncover(stack[-1])

    @property
    def layout(self) -> Layout:
        """The position now."""
        return Layout(tuple(tuple(reversed(stack)) for stack in self._stacks))

    @property
    def is_won(self) -> bool:
        """True if every stack holds at most one card."""
        return self._tall == 0

    def play(self, move: Move) -> None:
        """Play a move.

        Raises:
            IllegalMove: the move is illegal; the message gives the reason. The position is unchanged.
        """
        stack = self._stack(move.stack)
        if not stack:
            raise IllegalMove(is_empty(move.stack))
        if move.to is None:
            self._remove(stack)
        else:
            self._shift(stack, move.to)
        if stack:
            self._uncover(stack[-1])
            self._tall -= len(stack) == 1

    def _uncover(self, card: Card) -> None:
        value, suit = card
        heappush(self._visible[suit], value)

    def _stack(self, number: int) -> list[Card]:
        """Return a stack, its top last."""
        if 0 <= number < len(self._stacks):
            return self._stacks[number]
        raise IllegalMove(no_stack(number, len(self._stacks)))

    def _remove(self, stack: list[Card]) -> None:
        value, suit = stack[-1]
        values = self._visible[suit]
        fault = stays((value, suit), (values[0], suit) if len(values) > 1 else None)
        if fault is not None:
            raise IllegalMove(fault)
        heappop(values)
        stack.pop()

    def _shift(self, stack: list[Card], to: int) -> None:
        empty = self._stack(to)
        if empty:
            raise IllegalMove(not_empty(to))
        empty.append(stack.pop())


@dataclass(frozen=True, slots=True)
class Refusal:
    """The refusal of a sequence of moves.

    Args:
        number: the number of the refused move, from 1; one past the last if the moves end too early;
            0 if the verdict or the reason given for it is refused.
        reason: the reason in words.

    >>> print(Refusal(2, "stack 0 is empty"))
    move 2, stack 0 is empty
    """

    number: int
    reason: str

    def __str__(self) -> str:
        return f"move {self.number}, {self.reason}"


def replay(layout: Layout, moves: Iterable[Move]) -> Refusal | None:
    """Replay moves that claim to win; return the refusal, or None if they do win.

    Args:
        layout: the position before the first move.
        moves: the moves in order. A card that lies alone may be shifted. The iterable is not read
            beyond the refused move; a move that raises NotationError is refused like an illegal one.

    >>> layout = Layout.parse("7b 7a | 3b 6b")
    >>> print(replay(layout, [Move(1), Move(0, 1)]))
    move 2, stack 1 is not empty: a card is shifted onto an empty stack
    >>> print(replay(layout, [Move(1)]))
    move 2, the moves end before the game is won
    """
    of_kind(layout, Layout, "layout")
    referee = Referee(layout)
    number = 1
    try:
        for move in each_of(moves, Move, "a move"):
            referee.play(move)
            number += 1
    except (IllegalMove, NotationError) as error:
        return Refusal(number, str(error))
    return None if referee.is_won else Refusal(number, "the moves end before the game is won")


# --- Legal moves of the game ----------------------------------------------------------------------
#
# The forced removals in ``table`` and the game on flat arrays in ``stacks.arrays`` implement the same
# rule on their own data for speed, and the referee does so as an independent check. A test compares
# this version with the slow definition (``test_perft_counts_what_the_slow_definition_counts``).


def smallest_of_several(stacks: tuple[Stack, ...], places: Iterable[int]) -> dict[int, int]:
    """Return the removable tops: for each suit with several tops, the stack of the smallest one.

    Args:
        stacks: the stacks.
        places: the stacks to look at.
    """
    smallest: dict[int, int] = {}
    shared: set[int] = set()
    for i in places:
        if stacks[i]:
            value, suit = stacks[i][0]
            other = smallest.setdefault(suit, i)
            if other != i:
                shared.add(suit)
                if value < stacks[other][0][0]:
                    smallest[suit] = i
    return {suit: smallest[suit] for suit in shared}


def why_not(stacks: tuple[Stack, ...], move: Move) -> Phrase | None:
    """Return the rule that forbids a removal or a shift; None if the move is legal.

    Shifting a card that lies alone changes nothing and is not a move of the game.

    >>> why_not((((7, 1),), ((3, 1),)), Move(0))
    '3a is the smallest top of its suit, not 7a'
    """
    for number in (move.stack, move.to):
        if number is not None and not 0 <= number < len(stacks):
            return no_stack(number, len(stacks))
    if not stacks[move.stack]:
        return is_empty(move.stack)
    top = stacks[move.stack][0]
    if move.to is None:
        same_suit = (i for i, stack in enumerate(stacks) if stack and stack[0][1] == top[1])
        smallest = smallest_of_several(stacks, same_suit).get(top[1])
        return stays(top, None if smallest is None else stacks[smallest][0])
    if move.to == move.stack or stacks[move.to]:
        return not_empty(move.to)
    if len(stacks[move.stack]) == 1:
        card = card_text(top)
        return phrase(
            "stacks.lies-alone", "{card} lies alone: shifting it changes nothing", card=card
        )
    return None
