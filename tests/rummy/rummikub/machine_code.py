"""Rules of Rummikub's records as machine code, all behind one entry point.

Each reaches most of what the others do: compiled one by one they take twice as long.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from suitwise.foundation.arrays import compiled
from suitwise.foundation.arrays.compiled import rule
from suitwise.rummy.rummikub.arrays.course import deal_tiles, find_moves, give, play_move
from suitwise.rummy.rummikub.arrays.stepped import play_other

RULES: tuple[Any, ...] = (deal_tiles, find_moves, give, play_move, play_other)
"""The rules by their numbers, each of a record, of options and of at most one whole number."""


def machine(function: Any) -> Callable[..., Any]:
    """Return a rule as machine code; what it answers is a whole number."""
    number = RULES.index(function)

    def face(record: Any, options: Any, one: int = 0) -> int:
        answer: int = compiled.machine(called)(number, record, options, one)
        return answer

    return face


@rule
def called(number: int, record: Any, options: Any, one: int) -> int:
    """Call a rule by its number; return its answer, 0 where it has none."""
    answer = 0
    if number == 0:
        deal_tiles(record, options, one)
    elif number == 1:
        find_moves(record, options)
    elif number == 2:
        give(record, options, one)
    elif number == 3:
        answer = int(play_move(record, options, one))
    else:
        play_other(record, options, one)
    return answer
