"""What combos of a grid leave over, in numbers, and how many leave each: a count over its states.

A number says what is left over: the sum of the costs of the copies left over. The cost is points, or the
copy's own place in a state. For every state the numbers that matter are kept with how many combos have
each, apart for every account of wild cards and number of needed runs, for these matter to the rest of
the hand. Which numbers matter is for the caller to say: the least one, or the dumps that contain no
other. Where nothing costs anything all combos leave the same: then all are counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from suitwise.rummy.combos.grid import CELL_BITS, Branch, Chosen, Grid
from suitwise.rummy.rules.melds import Meld

Key: TypeAlias = tuple[int, int, int]
"""The account of wild cards; runs; pure runs."""

Counted: TypeAlias = dict[int, int]
"""What is left over, as numbers, and how many combos leave each."""


def least(counted: Counted) -> Counted:
    """Return the least number alone.

    >>> least({5: 1, 3: 2})
    {3: 2}
    """
    return {min(counted): counted[min(counted)]} if counted else {}


class Tally:
    """What combos leave over on a grid, and their number.

    Args:
        grid: the cells.
        costs: what a copy costs that is left over, for every cell.
        joker_cost: what a joker costs.
        kept: returns the numbers that matter, and those alone.
        runs: the number of runs that are needed; more are not told apart.
        pure: how many of them are pure.
    """

    def __init__(
        self,
        grid: Grid,
        costs: Sequence[int],
        joker_cost: int,
        kept: Callable[[Counted], Counted] = least,
        runs: int = 0,
        pure: int = 0,
    ) -> None:
        self.grid = grid
        self.costs = costs
        self.joker_cost = joker_cost
        self.kept = kept
        self.needs = runs, pure
        self._known: dict[int, dict[Key, Counted]] = {0: {(0, 0, 0): {0: 1}}}

    def count(self) -> Counted:
        """Return what the combos leave over that matter; nothing if the runs needed are not there.

        Raises:
            IllegalPosition: there are too many.
        """
        counted: Counted = {}
        for _, jokers, parts in self._ends():
            for value, combos in parts.items():
                value += jokers * self.joker_cost
                counted[value] = counted.get(value, 0) + combos
        return self.kept(counted)

    def combos(self) -> Iterator[Chosen]:
        """Yield the combos that matter."""
        counted = self.count()
        for key, jokers, parts in self._ends():
            for value in parts:
                if value + jokers * self.joker_cost in counted:
                    for melds, dump in self._walk(self.grid.start, key, value):
                        yield melds, self.grid.left(dump, jokers)

    def _ends(self) -> Iterator[tuple[Key, int, Counted]]:
        """Yield the keys that a whole hand may have, the jokers that it leaves over, and the rest."""
        for key, counted in self._of(self.grid.start).items():
            jokers = self.grid.jokers_left(key[0])
            if jokers is not None and key[1:] == self.needs:
                yield key, jokers, counted

    def _of(self, state: int) -> dict[Key, Counted]:
        known = self._known.get(state)
        if known is None:
            known = {}
            for branch in self.grid.branches(state):
                cost, ways = self._cost(branch), branch.ways
                for more, parts in self._of(branch.after).items():
                    self.grid.count_steps(len(parts))
                    key = self._key(branch, more)
                    if self.grid.is_covered(key[0]):
                        counted = known.setdefault(key, {})
                        for value, combos in parts.items():
                            counted[value + cost] = counted.get(value + cost, 0) + combos * ways
            known = {key: self.kept(counted) for key, counted in known.items()}
            self._known[state] = known
        return known

    def _key(self, branch: Branch, more: Key) -> Key:
        account, (runs, pure) = more[0] + branch.account, self.needs
        if not runs:
            return account, 0, 0
        return account, min(more[1] + branch.runs, runs), min(more[2] + branch.pure, pure)

    def _cost(self, branch: Branch) -> int:
        return branch.left * self.costs[branch.cell]

    def _walk(self, state: int, key: Key, value: int) -> Iterator[tuple[tuple[Meld, ...], int]]:
        """Yield the melds of the combos of a state that have a key and a value, and their dumps."""
        if state == 0:
            yield (), 0
            return
        for branch in self.grid.branches(state):
            left, rest = branch.left << CELL_BITS * branch.cell, value - self._cost(branch)
            for more, parts in self._of(branch.after).items():
                if rest in parts and self._key(branch, more) == key:
                    for melds, dump in self._walk(branch.after, more, rest):
                        for chosen in branch.melds():
                            yield (*chosen, *melds), dump + left
