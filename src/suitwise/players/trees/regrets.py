"""Counterfactual regret minimisation on a tree, plain and plus, every node looked at each time.

M. Zinkevich, M. Johanson, M. Bowling, C. Piccione, "Regret minimization in games with incomplete
information", NIPS 2007; O. Tammelin, "Solving large imperfect information games using CFR+",
arXiv:1407.5042. In an iteration the seats learn in turn, each from the others' present strategies. CFR+
forgets negative regrets at once and gives the strategy of iteration t the weight t. Two seats that
play for the same stake come to an equilibrium; what of more seats is said in ``players.mccfr``.
"""

from __future__ import annotations

from suitwise.foundation.arrays.late_numpy import np
from suitwise.players.trees.measure import reached
from suitwise.players.trees.tree import GameTree, Sizes

TINY = 1e-12
"""Regrets up to this are none: what rounding leaves of a tie would else decide it."""


class Cfr:
    """A solver that learns a strategy for all seats of a tree; run it as long as you like.

    Args:
        tree: the game.
        plus: whether it is CFR+.

    >>> from suitwise.players.trees.measure import nash_conv
    >>> from suitwise.testing import Kuhn
    >>> solver = Cfr(GameTree.of(Kuhn()), plus=True)
    >>> solver.run(100)
    >>> solver.iterations, nash_conv(solver.tree, solver.average()) < 0.01
    (100, True)
    """

    def __init__(self, tree: GameTree, *, plus: bool = False) -> None:
        self.tree, self.plus = tree, plus
        self.iterations = 0
        """How often every seat has learned."""
        self._regrets, self._totals = np.zeros(tree.slots), np.zeros(tree.slots)
        self._now = tree.uniform()

    @property
    def touched(self) -> int:
        """How many decisions have been looked at: all of them, for each seat, in each iteration."""
        return self.iterations * self.tree.seats * self.tree.decisions

    def run(self, iterations: int) -> None:
        """Learn on."""
        for _ in range(iterations):
            self.iterations += 1
            for seat in range(self.tree.seats):
                self._learn(seat)

    def average(self) -> Sizes:
        """Return the average strategy, by slots."""
        return self.tree.shares(self._totals)

    def _learn(self, seat: int) -> None:
        """Add the regrets of a seat and what it plays; then play by the regrets."""
        tree, now = self.tree, self._now
        own = np.flatnonzero(tree.owner[:-1] == seat)
        found = self._worth(seat)
        means = np.add.reduceat(found * now, tree.firsts[:-1])
        self._regrets[own] += (found - means[tree.set_of_slot])[own]
        if self.plus:
            self._regrets[own] = np.maximum(self._regrets[own], 0.0)
        weight = self.iterations if self.plus else 1
        self._totals[own] += weight * (self._reach(seat)[tree.set_of_slot] * now)[own]
        positive = np.where(self._regrets > TINY, self._regrets, 0.0)
        self._now = np.where(tree.owner[:-1] == seat, tree.shares(positive), now)

    def _worth(self, seat: int) -> Sizes:
        """Return by slots what a seat gets by a move, times how likely the others lead there."""
        tree = self.tree
        reach = reached(tree, self._now, seat)
        chances = np.append(self._now, 1.0)[tree.slot] * tree.chance
        values = tree.payoffs[:, seat].copy()
        for at, end, nodes in tree.steps:
            passed = chances[nodes] * values[nodes]
            values[at:end] += np.bincount(tree.parent[nodes] - at, passed, end - at)
        worth = np.bincount(tree.slot, reach * values, tree.slots + 1)
        return worth[:-1].astype(np.float64)

    def _reach(self, seat: int) -> Sizes:
        """Return by information sets how likely a seat itself makes its own come about."""
        tree = self.tree
        alone = np.where(tree.owner == seat, np.append(self._now, 1.0), 1.0)[tree.slot]
        reach = np.ones(len(tree.parent))
        for at, end in zip(tree.levels[1:], tree.levels[2:], strict=False):
            reach[at:end] = reach[tree.parent[at:end]] * alone[at:end]
        found = np.zeros(len(tree.sets))
        met = tree.set_of >= 0
        found[tree.set_of[met]] = reach[met]  # a seat remembers its own moves: alike in all nodes
        return found
