"""How many combos leave least over, and which: a count over the states of a grid.

For every state the least that can be left of it is kept with the number of combos that leave just so
much, apart for every account of wild cards and number of needed runs, for these matter to the rest of
the hand. Where nothing costs anything all combos leave the same: then all are counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from suitwise.rummy.combos.grid import CELL_BITS, Branch, Chosen, Grid
from suitwise.rummy.rules.melds import Meld

Key: TypeAlias = tuple[int, int, int]
"""The account of wild cards; runs; pure runs."""

_Part: TypeAlias = tuple[tuple[Meld, ...], int]
"""Melds, and a dump as a state."""


class Tally:
    """The least that combos leave on a grid, and their number.

    Args:
        grid: the cells.
        costs: what a copy costs that is left over, for every cell.
        joker_cost: what a joker costs.
        runs: so many runs are needed; more are not told apart.
        pure: so many of them pure.
    """

    def __init__(
        self, grid: Grid, costs: Sequence[int], joker_cost: int, runs: int, pure: int
    ) -> None:
        self.grid = grid
        self.costs = costs
        self.joker_cost = joker_cost
        self.needs = runs, pure
        self._known: dict[int, dict[Key, tuple[int, int]]] = {0: {(0, 0, 0): (0, 1)}}

    @property
    def best(self) -> tuple[int, int] | None:
        """The least value and how many combos have it; None if the runs needed are not there."""
        ends = list(self._ends())
        least = min((value for _, value, _ in ends), default=0)
        return (least, sum(n for _, value, n in ends if value == least)) if ends else None

    def combos(self) -> Iterator[Chosen]:
        """Yield the combos of the least value."""
        ends = list(self._ends())
        least = min((value for _, value, _ in ends), default=0)
        for key, value, _ in ends:
            if value == least:
                jokers = self.grid.jokers_left(key[0]) or 0
                rest = value - jokers * self.joker_cost
                for melds, dump in self._walk(self.grid.start, key, rest):
                    yield melds, self.grid.left(dump, jokers)

    def _ends(self) -> Iterator[tuple[Key, int, int]]:
        """Yield the keys that a whole hand may have, with their values and numbers of combos."""
        for key, (value, combos) in self._of(self.grid.start).items():
            jokers = self.grid.jokers_left(key[0])
            if jokers is not None and key[1:] == self.needs:
                yield key, value + jokers * self.joker_cost, combos

    def _of(self, state: int) -> dict[Key, tuple[int, int]]:
        known = self._known.get(state)
        if known is None:
            known = {}
            for branch in self.grid.branches(state):
                rest = self._of(branch.after)
                self.grid.count_steps(len(rest))
                for more, (value, combos) in rest.items():
                    key = self._key(branch, more)
                    value += self._cost(branch)
                    combos *= branch.ways
                    least, so_far = known.get(key, (value, 0))
                    if value <= least and self.grid.is_covered(key[0]):
                        known[key] = value, combos + (so_far if value == least else 0)
            self._known[state] = known
        return known

    def _key(self, branch: Branch, more: Key) -> Key:
        runs, pure = self.needs
        return (
            more[0] + branch.account,
            min(more[1] + branch.runs, runs),
            min(more[2] + branch.pure, pure),
        )

    def _cost(self, branch: Branch) -> int:
        return branch.left * self.costs[branch.cell]

    def _walk(self, state: int, key: Key, value: int) -> Iterator[_Part]:
        """Yield the combos of a state that have a key and a value."""
        if state == 0:
            yield (), 0
            return
        for branch in self.grid.branches(state):
            for more, (rest, _) in self._of(branch.after).items():
                if self._key(branch, more) == key and rest + self._cost(branch) == value:
                    for melds, dump in self._walk(branch.after, more, rest):
                        for chosen in branch.melds():
                            yield (*chosen, *melds), dump + (branch.left << CELL_BITS * branch.cell)
