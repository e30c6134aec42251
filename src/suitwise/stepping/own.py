"""How a game goes on by the streams that its positions take: what ``stepping.single`` is given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from suitwise.foundation.arrays.compiled import rule


@rule
def choose(record: Any, options: Any, policy: int) -> int:
    """Return what the seat on turn does by a policy that draws nothing; there may be none."""
    raise NotImplementedError


@rule
def nth_action(record: Any, options: Any, allowed: Any, place: int) -> int:
    """Return the legal action that stands at a place among a position's moves: here by their numbers.

    >>> nth_action([], [], [0, 1, 0, 1], 1)
    3
    """
    for action in range(len(allowed)):
        if allowed[action] != 0:
            if place == 0:
                return action
            place -= 1
    return -1


class Own(NamedTuple):
    """The rules of a game by its own streams.

    Args:
        deal: as the loop's rule, from a stream of ``suitwise.seeds`` in place of the number of a game;
            the index of chance's next number is left in the column STREAM.
        act: as the loop's rule, chance going on from that index.
        choose: as the rule above.
        nth: as the rule above, where a position's moves stand in another order.
    """

    deal: Callable[[Any, Any, int, int], None]
    act: Callable[[Any, Any, int], None]
    choose: Callable[[Any, Any, int], int] = choose
    nth: Callable[[Any, Any, Any, int], int] = nth_action
