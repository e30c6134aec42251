"""A slow, literal oracle for the solitaire Stack Management.

Written from the statement of the rules alone, sharing no code with the package and using none of
its theory: whether a position can be won is found by walking through every position that can be
reached.  Run ``python stacks_oracle.py FILE`` to judge a file.

A layout is a tuple of stacks, each a tuple of cards *from the top down*, each card a pair
``(value, suit)``.  Stacks may be empty and of unequal heights; all cards are different.

How the open places of the rules are read here
----------------------------------------------
1. "The smallest" is the smallest of all visible cards of the suit: of three tops of one suit only
   one may go.  Values are never equal within a suit, as no two cards are alike.
2. A shift may take a card that lies alone.  It changes nothing up to the order of the stacks, so
   ``legal_moves(layout, lone=False)`` leaves it out; ``apply`` plays it all the same.
3. Moves are text: ``r2`` removes the top of stack 2, ``m0>3`` shifts the top of stack 0 onto the
   empty stack 3.  Stacks count from 0; a number has no sign and no leading zero.
4. Play may go on past a win where the rules still allow a move, for instance two lone cards of one
   suit, or a top shifted while it lies alone: neither ``legal_moves`` nor ``perft`` stops at a
   win.  A removal or a shift never undoes a win.
5. A position without a card, or without a stack, is won: every stack holds at most one card.
6. Stuck means: not won and no move at all.  It is the same with and without shifts of lone cards,
   for where a stack is empty and nothing is won, some stack holds two cards.
7. Moves which lead to the same position up to the order of stacks, as shifts onto different empty
   stacks do, are still different moves; ``perft`` counts each.
"""

from __future__ import annotations

import re
import sys
from collections import deque
from collections.abc import Iterator
from pathlib import Path

Card = tuple[int, int]
Stack = tuple[Card, ...]
Layout = tuple[Stack, ...]

MOVE = re.compile(r"r(0|[1-9][0-9]*)|m(0|[1-9][0-9]*)>(0|[1-9][0-9]*)")


# ----------------------------------------------------------------------------------- the rules


def check(layout: Layout) -> None:
    """Raise ``ValueError`` if a card occurs twice."""
    seen: set[Card] = set()
    for stack in layout:
        for card in stack:
            if card in seen:
                raise ValueError(f"card {card} occurs twice")
            seen.add(card)


def visible(layout: Layout, suit: int) -> list[int]:
    """Return the values of all tops of a suit, smallest first."""
    return sorted(stack[0][0] for stack in layout if stack and stack[0][1] == suit)


def legal_moves(layout: Layout, lone: bool = True) -> list[str]:
    """List all legal moves: removals by stack, then shifts by source and target.

    With ``lone=False`` a card that lies alone is not shifted.
    """
    moves: list[str] = []
    for i, stack in enumerate(layout):
        if stack:
            value, suit = stack[0]
            values = visible(layout, suit)
            if len(values) >= 2 and value == values[0]:
                moves.append(f"r{i}")
    for i, stack in enumerate(layout):
        if len(stack) >= 2 or (lone and len(stack) == 1):
            moves += [f"m{i}>{j}" for j, target in enumerate(layout) if not target]
    return moves


def apply(layout: Layout, move: str) -> Layout:
    """Play one move; raise ``ValueError`` naming why it is illegal."""
    match = MOVE.fullmatch(move)
    if match is None:
        raise ValueError(f"{move!r} is not a move: expected rI or mI>J")
    numbers = [int(number) for number in match.groups() if number is not None]
    for number in numbers:
        if number >= len(layout):
            raise ValueError(f"{move}: there is no stack {number}, only {len(layout)} stacks")
    source = numbers[0]
    if not layout[source]:
        raise ValueError(f"{move}: stack {source} is empty")
    top = layout[source][0]
    after = list(layout)
    after[source] = layout[source][1:]
    if len(numbers) == 1:
        values = visible(layout, top[1])
        if len(values) < 2:
            raise ValueError(f"{move}: no other top is of suit {top[1]}")
        if top[0] != values[0]:
            raise ValueError(
                f"{move}: value {top[0]} is not the smallest visible of suit {top[1]}, "
                f"{values[0]} is"
            )
    else:
        target = numbers[1]
        if layout[target]:
            raise ValueError(f"{move}: stack {target} is not empty")
        after[target] = (top,)
    return tuple(after)


def won(layout: Layout) -> bool:
    """Tell whether every stack holds at most one card."""
    return all(len(stack) <= 1 for stack in layout)


def stuck(layout: Layout) -> bool:
    """Tell whether the game is not won and no move is left."""
    return not won(layout) and not legal_moves(layout)


# ------------------------------------------------------------------------------------ the search


def unordered(layout: Layout) -> Layout:
    """Return the layout with its stacks sorted: the same for every order of the stacks."""
    return tuple(sorted(layout))


def _search(layout: Layout, breadth_first: bool) -> list[str] | None:
    """Look for a win among all positions that can be reached; return the moves to it.

    Every position met for the first time (up to the order of stacks) is kept as it was met, with
    the moves that led there, and every one of its moves is tried.  Depth first finds some win
    soon, breadth first finds a shortest one.
    """
    seen = {unordered(layout)}
    waiting: deque[tuple[Layout, tuple[str, ...]]] = deque([(layout, ())])
    while waiting:
        here, line = waiting.popleft() if breadth_first else waiting.pop()
        if won(here):
            return list(line)
        for move in legal_moves(here):
            there = apply(here, move)
            key = unordered(there)
            if key not in seen:
                seen.add(key)
                waiting.append((there, (*line, move)))
    return None


def winnable(layout: Layout) -> bool:
    """Tell whether some sequence of moves wins, by trying all of them."""
    return _search(layout, breadth_first=False) is not None


def winning_line(layout: Layout) -> list[str] | None:
    """Return a shortest sequence of moves to a win, or ``None`` if there is none."""
    return _search(layout, breadth_first=True)


def reachable(layout: Layout) -> Iterator[Layout]:
    """Yield every position that can be reached, the given one first, up to the order of stacks.

    A position is yielded as it was first met, so its stacks are numbered as in real play.
    """
    seen = {unordered(layout)}
    waiting = deque([layout])
    while waiting:
        here = waiting.popleft()
        yield here
        for move in legal_moves(here):
            there = apply(here, move)
            key = unordered(there)
            if key not in seen:
                seen.add(key)
                waiting.append(there)


def perft(layout: Layout, depth: int, lone: bool = False) -> int:
    """Count the sequences of exactly ``depth`` legal moves, by playing each of them."""
    if depth == 0:
        return 1
    return sum(perft(apply(layout, move), depth - 1, lone) for move in legal_moves(layout, lone))


# ------------------------------------------------------------------------------------- the judge


def read_cases(text: str) -> list[Layout]:
    """Read a whole judge input; raise ``ValueError`` if it is not well formed."""
    words = text.split()
    at = 0

    def number(what: str) -> int:
        nonlocal at
        if at >= len(words):
            raise ValueError(f"the input ends where {what} was expected")
        at += 1
        word = words[at - 1]
        if not (word.isascii() and word.isdigit()):
            raise ValueError(f"{word!r} where {what} was expected")
        return int(word)

    premade: list[Stack] = []
    for _stack in range(number("the number of premade stacks")):
        height = number("a height")
        premade.append(tuple((number("a value"), number("a suit")) for _card in range(height)))
    cases: list[Layout] = []
    for case in range(1, number("the number of cases") + 1):
        stacks, height = number("the number of stacks"), number("the height of the stacks")
        layout: list[Stack] = []
        for _stack in range(stacks):
            index = number("the index of a stack")
            if index >= len(premade):
                raise ValueError(f"case {case}: there is no premade stack {index}")
            if len(premade[index]) != height:
                raise ValueError(f"case {case}: premade stack {index} is not of height {height}")
            layout.append(premade[index])
        check(tuple(layout))
        cases.append(tuple(layout))
    if at < len(words):
        raise ValueError(f"{words[at]!r} after the last case")
    return cases


def judge_small(text: str) -> str:
    """Judge a whole judge input by search and return the whole output."""
    lines: list[str] = []
    for number, layout in enumerate(read_cases(text), start=1):
        verdict = "POSSIBLE" if winnable(layout) else "IMPOSSIBLE"
        lines.append(f"Case #{number}: {verdict}\n")
    return "".join(lines)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python stacks_oracle.py FILE")
    sys.stdout.write(judge_small(Path(sys.argv[1]).read_text(encoding="ascii")))
