"""Samples: of much that a game has, the little that a check looks at.

Moves may be many thousands and texts go wrong in endless ways; these choose some of them, the same
each time.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice
from typing import Any, TypeVar

MOST_LISTED = 64
"""How many legal moves a check looks at, where there are more."""
STATES_MISREAD = 20
"""The texts of how many states are mistyped."""
STATES_SAMPLED = 16
"""From about how many states of a game worlds are sampled: there may be many, and many seats."""
_PLACES_MISTYPED = 8
"""At about how many places a text is mistyped."""

_T = TypeVar("_T")


def some(moves: Collection[Any]) -> list[Any]:
    """Return the moves that are listed first."""
    return list(islice(iter(moves), MOST_LISTED))


def same_moves(mine: Collection[Any], other: Collection[Any]) -> bool:
    """Whether two collections agree, as far as looked at; very many may be listed in any order."""
    if len(mine) <= MOST_LISTED:
        return len(mine) == len(other) and set(some(mine)) == set(some(other))
    looked_at = (*some(mine), *some(other))
    return len(mine) == len(other) and all(move in mine and move in other for move in looked_at)


def spread(items: list[_T], count: int, turn: int = 0) -> list[_T]:
    """Return about ``count`` items, from all over a list; another turn takes others.

    >>> spread(list(range(10)), 3), spread(list(range(10)), 3, turn=1), spread([1, 2], 3)
    ([0, 3, 6, 9], [1, 4, 7], [1, 2])
    """
    step = max(1, len(items) // count)
    return items[turn % step :: step]


def mistyped(text: str) -> Iterator[str]:
    """Yield texts one slip away: a character lost, doubled or replaced; something at the end."""
    for i in spread(list(range(len(text))), _PLACES_MISTYPED):
        yield text[:i] + text[i + 1 :]
        yield text[:i] + text[i] + text[i:]
        for slip in "\x00 -9\u00b2":
            yield text[:i] + slip + text[i + 1 :]
    yield from (text + end for end in ("\n", " x", "\x00", ":", ",", "9" * 30))
