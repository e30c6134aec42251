"""The maximal combos of a grid, by what they leave over.

Rules page: a combo is maximal if no other combo's cards strictly contain its cards, so if its dump
strictly contains no other's. For every state only the least dumps are kept, with the number of combos
that leave each: a combo whose dump of some state strictly contains another is not maximal, for the
other could take its place there. With wild cards this holds among combos of the same account of them;
what remains is compared when the hand is whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from suitwise.errors import IllegalPosition
from suitwise.rummy.combos.grid import CELL_BITS, Chosen, Grid
from suitwise.rummy.rules.melds import Meld

MOST_DUMPS = 4096
"""Rather than keep more dumps of a state than this a search gives up."""

Counted: TypeAlias = dict[int, int]
"""Dumps as states, and how many combos leave each."""

_JOKERS = 0b1111
"""Room for a number of jokers: it is the last field of a dump."""


class Dumps:
    """The dumps of the maximal combos on a grid, and their combos.

    Args:
        grid: the cells.
    """

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self._jokers_at = CELL_BITS * len(grid.cells)
        self._known: dict[int, dict[int, Counted]] = {0: {0: {0: 1}}}

    def count(self) -> Counted:
        """Return the maximal combos' dumps and how many combos leave each.

        A dump is a state with the jokers in a field above the cells'.

        Raises:
            IllegalPosition: there are too many.
        """
        counted: Counted = {}
        for jokers, dumps in self._ends():
            for dump, combos in dumps.items():
                dump += jokers << self._jokers_at
                counted[dump] = counted.get(dump, 0) + combos
        return _least(counted, self.grid.guard | _JOKERS + 1 << self._jokers_at)

    def dumps(self) -> Iterator[list[int]]:
        """Yield what the maximal combos leave over, every dump once."""
        for dump in self.count():
            yield self._left(dump)

    def combos(self) -> Iterator[Chosen]:
        """Yield the maximal combos."""
        maximal = self.count()
        for account, dumps in self._of(self.grid.start).items():
            jokers = self.grid.jokers_left(account)
            for dump in dumps if jokers is not None else ():
                whole = dump + ((jokers or 0) << self._jokers_at)
                if whole in maximal:
                    for melds in self._walk(self.grid.start, account, dump):
                        yield melds, self._left(whole)

    def _ends(self) -> Iterator[tuple[int, Counted]]:
        """Yield the dumps of whole hands with the number of jokers that they hold besides."""
        for account, dumps in self._of(self.grid.start).items():
            jokers = self.grid.jokers_left(account)
            if jokers is not None:
                yield jokers, dumps

    def _left(self, dump: int) -> list[int]:
        return self.grid.left(dump & (1 << self._jokers_at) - 1, dump >> self._jokers_at)

    def _of(self, state: int) -> dict[int, Counted]:
        known = self._known.get(state)
        if known is None:
            known = {}
            for branch in self.grid.branches(state):
                left = branch.left << CELL_BITS * branch.cell
                for more, dumps in self._of(branch.after).items():
                    self.grid.count_steps(len(dumps))
                    account = more + branch.account
                    if self.grid.is_covered(account):
                        counted = known.setdefault(account, {})
                        for dump, combos in dumps.items():
                            counted[dump + left] = (
                                counted.get(dump + left, 0) + combos * branch.ways
                            )
            known = {key: _least(counted, self.grid.guard) for key, counted in known.items()}
            self._known[state] = known
        return known

    def _walk(self, state: int, account: int, dump: int) -> Iterator[tuple[Meld, ...]]:
        """Yield the combos of a state that leave one of its least dumps."""
        if state == 0:
            yield ()
            return
        for branch in self.grid.branches(state):
            rest = dump - (branch.left << CELL_BITS * branch.cell)
            if rest in self._of(branch.after).get(account - branch.account, {}):
                for melds in self._walk(branch.after, account - branch.account, rest):
                    for chosen in branch.melds():
                        yield (*chosen, *melds)


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
