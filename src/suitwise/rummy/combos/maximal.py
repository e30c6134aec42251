"""What the maximal combos of a grid leave over: a step of ``listing``.

Rules page: a combo is maximal if no other combo's cards strictly contain its cards, so if its dump
strictly contains no other's. For every state only the least dumps are kept, with the number of combos
that leave each: a combo whose dump of some state strictly contains another is not maximal, for the
other could take its place there. With wild cards this holds among combos of the same account of them;
what remains is compared when the hand is whole.
"""

from __future__ import annotations

from functools import partial

from suitwise.errors import IllegalPosition
from suitwise.rummy.combos.grid import CELL_BITS, Grid
from suitwise.rummy.combos.tally import Counted, Tally

MOST_DUMPS = 4096
"""Rather than keep more dumps of a state than this a search gives up."""

_JOKERS = 0b1111
"""Room for a number of jokers: it is the last field of a dump."""


def maximal_tally(grid: Grid) -> Tally:
    """Return the tally of the maximal combos: a copy left over costs its place in a dump.

    A dump is a state with the jokers in a field above the cells'.
    """
    *cells, jokers = (1 << CELL_BITS * cell for cell in range(len(grid.cells) + 1))
    return Tally(grid, cells, jokers, partial(_least, guard=grid.guard | (_JOKERS + 1) * jokers))


def left_over(tally: Tally) -> list[list[int]]:
    """Return what the combos of a maximal tally leave over, every dump once."""
    dumps = (divmod(dump, tally.joker_cost) for dump in tally.count())
    return [tally.grid.left(dump, jokers) for jokers, dump in dumps]


def _least(counted: Counted, guard: int) -> Counted:
    """Return the dumps that strictly contain no other.

    >>> _least({0x12: 5, 0x11: 3, 0x20: 2}, 0x88)
    {17: 3, 32: 2}
    """
    kept: Counted = {}
    # One that is contained is the smaller number.
    for dump in sorted(counted):
        lent = dump | guard
        if not any((lent - less) & guard == guard for less in kept):
            kept[dump] = counted[dump]
            if len(kept) > MOST_DUMPS:
                raise IllegalPosition(
                    f"the hand has too many maximal combos: more than {MOST_DUMPS:,} dumps"
                )
    return kept
