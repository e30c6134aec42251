"""Perft: how many sequences of n moves a position has, against counts kept in text files.

A perft file has a line a count, ``VARIANT ; POSITION ; DEPTH COUNT``; ``start`` stands for the first
position, ``#`` begins a comment. Outcomes of chance count as moves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from suitwise.errors import NotationError, SuitwiseError
from suitwise.game import State, load

_COUNT = re.compile(r"([0-9]{1,2}) +([0-9]{1,40})")
"""Depths and counts such as can be reached."""


@dataclass(frozen=True, slots=True)
class PerftLine:
    """One line of a perft file.

    Args:
        line: its number, from 1.
        state: the position.
        depth: how many moves deep.
        count: how many sequences of moves there are.

    >>> (line,) = read_perft(["kuhn ; start ; 3 12  # comments are left out"])
    >>> line.line, str(line.state), line.depth, line.count
    (1, '-', 3, 12)
    """

    line: int
    state: State[Any]
    depth: int
    count: int


def perft(state: State[Any], depth: int, *, counted: Callable[[], object] = lambda: None) -> int:
    """Count the sequences of ``depth`` moves from a state.

    Args:
        state: the state.
        depth: how many moves.
        counted: called after every position whose moves were counted, for those who show that work
            goes on.

    >>> from suitwise.testing.games.kuhn import Kuhn
    >>> [perft(Kuhn().start(), depth) for depth in range(6)]
    [1, 3, 6, 12, 24, 12]
    """
    if depth == 0:
        return 1
    if depth == 1:
        counted()
        return len(state.moves())
    return sum(perft(state.after(move), depth - 1, counted=counted) for move in state.moves())


def read_perft(lines: Iterable[str]) -> Iterator[PerftLine]:
    """Read a perft file.

    Raises:
        NotationError: a line is not ``VARIANT ; POSITION ; DEPTH COUNT``; with its number.

    >>> lines = ["# Kuhn poker", "kuhn ; start ; 3 12", "kuhn ; KJ:p ; 2 2"]
    >>> [(line.line, line.depth, line.count) for line in read_perft(lines)]
    [(2, 3, 12), (3, 2, 2)]
    """
    for number, line in enumerate(lines, 1):
        text = line.split("#", 1)[0].strip()
        if text:
            yield _read_line(number, text)


def _read_line(number: int, text: str) -> PerftLine:
    variant, _, rest = text.partition(";")
    position, between, counts = rest.rpartition(";")  # it may have semicolons of its own
    found = _COUNT.fullmatch(counts.strip())
    if not between or found is None:
        raise NotationError("a perft line is VARIANT ; POSITION ; DEPTH COUNT", line=number)
    try:
        state = _state(variant.strip(), position.strip())
    except SuitwiseError as error:
        raise NotationError(str(error), line=number) from None
    return PerftLine(number, state, int(found[1]), int(found[2]))


def _state(variant: str, position: str) -> State[Any]:
    game = load(variant)
    return game.start() if position == "start" else game.parse(position)


def check_perft(line: PerftLine, *, counted: Callable[[], object] = lambda: None) -> str | None:
    """Return None if a line's count is right, else a sentence with both counts.

    >>> right, wrong = read_perft(["kuhn ; start ; 3 12", "kuhn ; KJ:p ; 2 3"])
    >>> print(check_perft(right))
    None
    >>> print(check_perft(wrong))
    depth 2 of KJ:p has 2 sequences, not 3
    """
    found = perft(line.state, line.depth, counted=counted)
    if found == line.count:
        return None
    return f"depth {line.depth} of {line.state} has {found} sequences, not {line.count}"
