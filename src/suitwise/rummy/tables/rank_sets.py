"""The sets that one rank can hold: every way to use its cards, by how many copies each suit has.

A rank's cards are a key of four digits to the base three, its copies of spades, hearts, diamonds and
clubs. An option takes some of these copies, and perhaps wild cards, as one set or more; which sets it
makes of them does not matter for anything else, so of all ways to take the same cards one is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from suitwise.rummy.rules.meld_shapes import NATURAL, WILD, Shape, set_shapes
from suitwise.rummy.rules.melds import is_run_shape
from suitwise.rummy.rules.rules import Rules
from suitwise.rummy.tables.packed_hand import HALF

KEYS = 3**4

# An option: five numbers.
OPTION = 5
LOW = 0
"""The copies of spades and hearts, HALF bits apart; times 3**rank it is what the word loses."""
HIGH = 1
"""Those of diamonds and clubs."""
CARDS = 2
"""How many cards it takes that are not wild."""
WILDS = 3
"""How many wild cards it takes."""
SHOWN = 4
"""Its sets, eight bits each: bits of the suits, and the number of wild cards above them."""


def options_of(rules: Rules, wilds: int) -> list[int]:
    """Return the options of every key in one list.

    Args:
        rules: the rule set.
        wilds: the most wild cards.

    Returns:
        Where in the list the options of each key begin and those of the last end, KEYS + 1 numbers;
        then OPTION numbers an option, those of a key with fewer wild cards first.

    >>> options = options_of(Rules(), 0)
    >>> [(options[key + 1] - options[key]) // OPTION for key in (0, 13, 40, 80)]
    [0, 1, 5, 20]
    """
    first = [KEYS + 1]
    options: list[int] = []
    for digits in product(range(3), repeat=4):
        ways = sorted(_ways(digits[::-1], rules, wilds), key=lambda way: way[WILDS])
        options += [number for way in ways for number in way]
        first.append(KEYS + 1 + len(options))
    return first + options


def _ways(copies: tuple[int, ...], rules: Rules, wilds: int) -> Iterator[list[int]]:
    """Yield the options of a rank of which each suit has a number of copies."""
    usable = [shape for shape in set_shapes(rules, wilds) if not _is_run_as_well(shape, rules)]
    ways: dict[tuple[tuple[int, ...], int], tuple[int, ...]] = {((0, 0, 0, 0), 0): ()}
    waiting = list(ways)
    while waiting:
        taken, wild = waiting.pop()
        for shape in usable:
            more = tuple(taken[suit] + (shape[NATURAL] >> suit & 1) for suit in range(4))
            way = more, wild + shape[WILD]
            fits = all(m <= c for m, c in zip(more, copies, strict=True)) and way[1] <= wilds
            if fits and way not in ways:
                ways[way] = (*ways[taken, wild], shape[NATURAL] | shape[WILD] << 4)
                waiting.append(way)
    for (taken, wild), sets in ways.items():
        if sets:
            low, high = taken[0] | taken[1] << HALF, taken[2] | taken[3] << HALF
            shown = sum(code << 8 * k for k, code in enumerate(sets))
            yield [low, high, sum(taken), wild, shown]


def _is_run_as_well(shape: Shape, rules: Rules) -> bool:
    """Tell whether a run of any rank takes the same: one card and wild ones that may be neighbours."""
    _, wild, length = shape
    limits = rules.least_run, rules.most_wilds, rules.adjacent_wilds
    return length == wild + 1 and is_run_shape(length, (1 << wild) - 1, *limits)
