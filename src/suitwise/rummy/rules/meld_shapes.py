"""The shapes that melds can have under a rule set: what every method of arranging a hand tries.

No run is needed that can be cut in two: in two parts it is two runs of the same cards. So the shapes of
runs are those of the short ones, and of the few longer ones that can't be cut. Where several runs are
needed, more are better.
"""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from suitwise.rummy.rules.melds import is_run_shape, is_set_shape
from suitwise.rummy.rules.rules import Rules

FIELD = 3
"""The cards of a run are fields of three bits: it is taken from copies counted so."""

Shape: TypeAlias = tuple[int, int, int]
"""A shape of a meld: its natural cards, its wild cards, its length."""
SHAPE = 3
"""The numbers of a shape."""
NATURAL = 0
"""A run's fields, counted from its lowest rank, or a set's suits, of cards that are not wild."""
WILD = 1
"""How many wild cards it has."""
LENGTH = 2
"""How many cards it has."""

LONGEST = 13
"""A run has no more cards: it holds none twice."""


@cache
def run_shapes(rules: Rules, wilds: int) -> tuple[Shape, ...]:
    """Return the shapes of the runs that can't be cut, with at most ``wilds`` wild cards.

    >>> [length for _, _, length in run_shapes(Rules(), 0)]
    [3, 4, 5]
    """
    shapes: list[Shape] = []
    for length in range(rules.least_run, LONGEST + 1):
        for natural in uncut(length, rules.least_run):
            wild = natural ^ (1 << length) - 1
            count = wild.bit_count()
            if count <= wilds and is_run_shape(length, wild, *rules.run_limits):
                fields = sum(1 << FIELD * k for k in range(length) if natural >> k & 1)
                shapes.append((fields, count, length))
    return tuple(shapes)


def uncut(length: int, least: int) -> list[int]:
    """Return which cards are not wild, as bits, in the runs of a length that can't be cut in two.

    A part must have the least length and a card that is not wild. So a run of twice the least length
    or more can't be cut if there is only one such card, or if all of them lie nearer to one end
    than the least length.

    >>> [len(uncut(length, 3)) for length in (3, 5, 6, 7)]
    [7, 31, 14, 15]
    """
    if length < 2 * least:
        return list(range(1, 1 << length))
    near = range(1, 1 << least)
    alone = (1 << k for k in range(length))
    return sorted({*near, *(natural << length - least for natural in near), *alone})


@cache
def set_shapes(rules: Rules, wilds: int) -> tuple[Shape, ...]:
    """Return the shapes of sets with at most ``wilds`` wild cards.

    >>> len(set_shapes(Rules(), 0)), len(set_shapes(Rules(jokers=2), 1))
    (5, 15)
    """
    return tuple(
        (suits, count, suits.bit_count() + count)
        for suits in range(1, 16)
        for count in range(wilds + 1)
        if is_set_shape(suits.bit_count(), count, rules.least_set, rules.most_wilds)
    )
