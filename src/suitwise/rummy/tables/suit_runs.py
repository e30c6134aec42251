"""The best runs of a whole suit, by a table over all patterns that two decks allow.

With the sets chosen, the suits have nothing to do with each other. Two decks give a suit 3**13 =
1,594,323 patterns, the number of copies of each rank as a digit to the base three, the ace last. The
table holds the best weight of every one of them, with no wild card, one, and so on.

The best of a pattern: its lowest card is left over, or it is the lowest natural card of a short run
(``meld_shapes``); the rest is a smaller pattern, whose best is known. So the table is filled
from the empty pattern up, and plain Python, which does not fill it, works out what it needs.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

from suitwise.foundation.arrays.compiled import lowest_bit, machine, rule
from suitwise.foundation.arrays.late_numpy import np
from suitwise.rummy.rules.meld_shapes import FIELD, WILD, Shape, run_shapes
from suitwise.rummy.rules.rules import Rules

RANKS = 13
PATTERNS = 3**RANKS
POWERS = tuple(3**k for k in range(RANKS))

# A step takes a short run out of a pattern: four numbers, for each rank of its lowest natural card.
STEP = 5
PRESENT = 0
"""Bits of the ranks, from the lowest natural card up, that the run takes a card of."""
TAKEN = 1
"""The same as a pattern; 0 where the run would go beyond the ace or the king."""
WILDS = 2
"""How many wild cards it takes."""
WORTH = 3
"""Its weight."""
SHOWN = 4
"""The run as a number: its lowest rank, its length, and bits of its wild cards."""


@rule
def run_code(low: int, length: int, wild_mask: int) -> int:
    """Return a short run of a suit as a number.

    >>> run_code(3, 4, 0b0010)
    579
    """
    return low | length << 4 | wild_mask << 8


@rule
def best_row(rows: Any, wilds: int, steps: Any, pattern: int, present: int, wild: int) -> int:
    """Return the best weight of a pattern.

    Args:
        rows: the table: entry ``pattern * (wilds + 1) + wild``, those of smaller patterns known.
        wilds: the most wild cards the table knows.
        steps: for each rank the STEP numbers of every short run, those with fewer wild cards first.
        pattern: the pattern, not empty.
        present: bits of the ranks that it has a card of.
        wild: how many wild cards there are.
    """
    lowest = lowest_bit(present)
    best = rows[(pattern - POWERS[lowest]) * (wilds + 1) + wild]
    size = len(steps) // RANKS
    above = present >> lowest
    for at in range(lowest * size, (lowest + 1) * size, STEP):
        left = wild - steps[at + WILDS]
        if left < 0:
            break
        if steps[at + PRESENT] & ~above or steps[at + TAKEN] == 0:
            continue
        rest = pattern - steps[at + TAKEN]
        value = rows[rest * (wilds + 1) + left] + steps[at + WORTH]
        if value > best:
            best = value
    return int(best)


@rule
def fill_rows(rows: Any, wilds: int, steps: Any, digits: Any) -> None:
    """Fill the table.

    Args:
        rows: array (PATTERNS * (wilds + 1),), filled.
        wilds: the most wild cards the table knows.
        steps: see ``best_row``.
        digits: array (RANKS,) of zeros, overwritten.
    """
    for wild in range(wilds + 1):
        rows[wild] = 0
    present = 0
    for pattern in range(1, PATTERNS):
        k = 0
        while digits[k] == 2:
            digits[k] = 0
            present &= ~(1 << k)
            k += 1
        digits[k] += 1
        present |= 1 << k
        for wild in range(wilds + 1):
            rows[pattern * (wilds + 1) + wild] = best_row(
                rows, wilds, steps, pattern, present, wild
            )


@rule
def present_ranks(pattern: int) -> int:
    """Return bits of the ranks that a pattern has a card of.

    >>> bin(present_ranks(3 + 2 * 27))
    '0b1010'
    """
    present = 0
    k = 0
    while pattern:
        if pattern % 3:
            present |= 1 << k
        pattern //= 3
        k += 1
    return present


@rule
def runs_of_row(
    rows: Any, wilds: int, steps: Any, pattern: int, wild: int, runs: Any, found: int
) -> int:
    """Write down the runs that a pattern's best weight is made of.

    Args:
        rows: the table.
        wilds: the most wild cards the table knows.
        steps: see ``best_row``.
        pattern: the pattern.
        wild: how many wild cards there are.
        runs: array, filled with the runs from ``found`` on.
        found: how many are in it.

    Returns:
        How many runs are in the array.
    """
    size = len(steps) // RANKS
    present = present_ranks(pattern)
    value = rows[pattern * (wilds + 1) + wild]
    while value > 0:
        lowest = lowest_bit(present)
        above = present >> lowest
        rest = pattern - POWERS[lowest]
        if rows[rest * (wilds + 1) + wild] < value:
            for at in range(lowest * size, (lowest + 1) * size, STEP):
                if steps[at + PRESENT] & ~above or steps[at + TAKEN] == 0:
                    continue
                rest = pattern - steps[at + TAKEN]
                left = wild - steps[at + WILDS]
                if left >= 0 and rows[rest * (wilds + 1) + left] + steps[at + WORTH] == value:
                    runs[found] = steps[at + SHOWN]
                    found += 1
                    wild = left
                    break
        pattern = rest
        present = present_ranks(pattern)
        value = rows[pattern * (wilds + 1) + wild]
    return found


def steps_of(rules: Rules, wilds: int, weights: list[int]) -> list[int]:
    """Return the steps for ``best_row``.

    Args:
        rules: a rule set in which the ace stands below the 2.
        wilds: the most wild cards.
        weights: the weight of a wild card, then of each rank.

    >>> steps_of(Rules(), 0, [0, *Rules().points])[:STEP]
    [7, 13, 0, 6, 49]
    """
    shapes = sorted(run_shapes(rules, wilds), key=lambda shape: shape[WILD])
    every = (_step(lowest, shape, weights) for lowest in range(1, RANKS + 1) for shape in shapes)
    return list(chain.from_iterable(every))


def _step(lowest: int, shape: Shape, weights: list[int]) -> tuple[int, ...]:
    """Return a step: the run whose lowest natural card has this rank."""
    fields, wild, length = shape
    natural = [k for k in range(length) if fields >> FIELD * k & 1]
    low = lowest - natural[0]
    if low < 1 or low + length - 1 > RANKS:
        return 0, 0, wild, 0, 0
    ranks = [low + k for k in natural]
    present = sum(1 << rank - lowest for rank in ranks)
    taken = sum(POWERS[rank - 1] for rank in ranks)
    worth = sum(weights[rank] for rank in ranks) + wild * weights[0]
    wild_mask = sum(1 << k for k in range(length) if k not in natural)
    return present, taken, wild, worth, run_code(low, length, wild_mask)


class LazyRows(dict[int, int]):
    """The table for plain Python: an entry is worked out when it is first looked at."""

    def __init__(self, wilds: int, steps: list[int]) -> None:
        self._wilds = wilds
        self._steps = steps

    def __missing__(self, entry: int) -> int:
        """Work out an entry."""
        pattern, wild = divmod(entry, self._wilds + 1)
        value = 0
        if pattern:
            present = present_ranks(pattern)
            value = best_row(self, self._wilds, self._steps, pattern, present, wild)
        self[entry] = value
        return value


def filled_rows(wilds: int, steps: Any, most: int) -> Any:
    """Return the whole table, an array; it is filled by machine code.

    Args:
        wilds: the most wild cards the table knows.
        steps: see ``best_row``, an array.
        most: no weight of a pattern is greater.
    """
    rows = np.empty(PATTERNS * (wilds + 1), np.min_scalar_type(most))
    machine(fill_rows)(rows, wilds, steps, np.zeros(RANKS, np.int64))
    return rows
