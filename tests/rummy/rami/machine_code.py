"""Rules of rami as machine code, all behind one entry point.

Each reaches most of what the others do: compiled one by one they take twice as long.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from suitwise.foundation.arrays import compiled
from suitwise.foundation.arrays.compiled import rule
from suitwise.rummy.rami.arrays.course import deal_cards, find_moves, may_take_pile, play_move
from suitwise.rummy.rami.arrays.endings import can_end
from suitwise.rummy.rami.arrays.policy import find_best, worst_card
from suitwise.rummy.rami.arrays.stepped import deal, play_other
from suitwise.rummy.rami.players.playouts import play_on

RULES: tuple[Any, ...] = (
    *(can_end, deal, deal_cards, find_best, find_moves),
    *(may_take_pile, play_move, play_on, play_other, worst_card),
)
"""The rules by their numbers, each of a record, of options and of up to two whole numbers."""


def machine(function: Any) -> Callable[..., Any]:
    """Return a rule as machine code; what it answers is a whole number."""
    if function not in RULES:
        alone: Callable[..., Any] = compiled.machine(function)
        return alone
    number = RULES.index(function)

    def face(record: Any, options: Any, *more: int) -> int:
        answer: int = compiled.machine(called)(number, record, options, *more, *(0, 0)[len(more) :])
        return answer

    return face


@rule
def called(number: int, record: Any, options: Any, one: int, two: int) -> int:
    """Call a rule by its number; return its answer, 0 where it has none."""
    answer = 0
    if number == 0:
        answer = int(can_end(record, options, one, two))
    elif number == 1:
        deal(record, options, one, two)
    elif number == 2:
        answer = deal_cards(record, options, one)
    elif number == 3:
        answer = int(find_best(record, options, one, two))
    elif number == 4:
        find_moves(record, options)
    elif number == 5:
        answer = int(may_take_pile(record, options))
    elif number == 6:
        answer = int(play_move(record, options, one))
    elif number == 7:
        play_on(record, options)
    elif number == 8:
        play_other(record, options, one)
    else:
        answer = int(worst_card(record, options))
    return answer
