"""How a game goes on by the streams that its positions take, for ``stepping.single`` and ``entire``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from suitwise.foundation.arrays.compiled import rule


@rule
def deal_own(record: Any, options: Any, seed: int, stream: int, moves: Any) -> None:
    """Begin a game with what chance draws from a stream of a seed; it is noted (``loop.note``)."""
    raise NotImplementedError


@rule
def act_own(record: Any, options: Any, action: int, stream: int, moves: Any) -> None:
    """Make a legal move for the seat on turn, and chance's after it, which are noted."""
    raise NotImplementedError


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
        deal: as the rule above; the index of chance's next number is left in the column STREAM.
        act: as the rule above, chance going on from that index.
        choose: as the rule above.
        nth: as the rule above, where a position's moves stand in another order.
        texts: the texts of what is noted by numbers that follow those of the actions.
        room: how many moves of a game are noted at most; 0 where what chance does is not.
        plain_s: about how many seconds plain Python plays a game whole.
    """

    deal: Callable[[Any, Any, int, int, Any], None]
    act: Callable[[Any, Any, int, int, Any], None]
    choose: Callable[[Any, Any, int], int] = choose
    nth: Callable[[Any, Any, Any, int], int] = nth_action
    texts: tuple[str, ...] = ()
    room: int = 0
    plain_s: float = 5e-3
