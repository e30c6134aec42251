"""What a strategy on a tree is worth, and what the best answer to it gains: exact, in whole arrays.

The measures are those of ``players.responses``, which walks through the game itself; here the tree is
made once and each measure is a few passes over its arrays.
"""

from __future__ import annotations

from suitwise.foundation.arrays.late_numpy import np
from suitwise.research.game_tree import GameTree, Numbers, Sizes


def reached(tree: GameTree, parts: Sizes, seat: int | None = None) -> Sizes:
    """Return how likely each node is reached; a seat that is named does all it can to get there.

    Args:
        tree: the game.
        parts: the strategy of all seats, by slots.
        seat: whose own moves count as certain, if any.
    """
    made = np.append(parts, 1.0)
    if seat is not None:
        made = np.where(tree.owner == seat, 1.0, made)
    chances = made[tree.slot] * tree.chance
    reach = np.ones(len(tree.parent))
    for at, end in zip(tree.levels[1:], tree.levels[2:], strict=False):
        reach[at:end] = reach[tree.parent[at:end]] * chances[at:end]
    return reach


def expected_returns(tree: GameTree, parts: Sizes) -> tuple[float, ...]:
    """Return what each seat gets on average.

    >>> from suitwise.testing import Kuhn
    >>> tree = GameTree.of(Kuhn())
    >>> [round(value, 6) for value in expected_returns(tree, tree.uniform())]
    [0.125, -0.125]
    """
    return tuple(float(value) for value in reached(tree, parts) @ tree.payoffs)


def best_value(tree: GameTree, parts: Sizes, seat: int) -> float:
    """Return what a seat gets by the best answer to the others' strategies.

    >>> from suitwise.testing import Kuhn
    >>> tree = GameTree.of(Kuhn())
    >>> best_value(tree, tree.uniform(), seat=0)
    0.5
    """
    reach = reached(tree, parts, seat)
    made = np.append(parts, 1.0)
    values = tree.payoffs[:, seat].copy()
    for at, end, nodes in tree.steps:
        slots = tree.slot[nodes]
        own = tree.owner[slots] == seat
        made[_best(tree, slots[own], (reach * values)[nodes[own]], made)] = 1.0
        passed = made[slots] * tree.chance[nodes] * values[nodes]
        values[at:end] += np.bincount(tree.parent[nodes] - at, passed, end - at)
    return float(values[0])


def _best(tree: GameTree, slots: Numbers, values: Sizes, made: Sizes) -> Numbers:
    """Return the best slot of each information set met; the other slots of these are set to 0."""
    if not len(slots):
        return slots
    low, high = int(slots.min()), int(slots.max()) + 1
    worth = np.full(high - low, -np.inf)
    there = np.unique(slots) - low
    worth[there] = np.bincount(slots - low, values, high - low)[there]
    made[there + low] = 0.0
    # By information set, the worthiest last.
    order = np.lexsort((-there, worth[there], tree.set_of_slot[there + low]))
    found = there[order] + low
    last = np.append(np.diff(tree.set_of_slot[found]) != 0, True)
    best: Numbers = found[last]
    return best


def gains(tree: GameTree, parts: Sizes) -> tuple[float, ...]:
    """Return what each seat gains by its best answer while the others play on.

    >>> from suitwise.testing import Kuhn
    >>> tree = GameTree.of(Kuhn())
    >>> [round(gain, 6) for gain in gains(tree, tree.uniform())]
    [0.375, 0.541667]
    """
    values = expected_returns(tree, parts)
    return tuple(best_value(tree, parts, seat) - value for seat, value in enumerate(values))


def nash_conv(tree: GameTree, parts: Sizes) -> float:
    """Return the sum of all seats' gains.

    >>> from suitwise.testing import Kuhn
    >>> tree = GameTree.of(Kuhn())
    >>> round(nash_conv(tree, tree.uniform()), 6)
    0.916667
    """
    return sum(gains(tree, parts))


# --- Counterfactual regret minimisation on a tree, plain and plus, every node looked at each time ---


TINY = 1e-12
"""Regrets up to this are none: what rounding leaves of a tie would else decide it."""


class Cfr:
    """A solver that learns a strategy for all seats of a tree; run it as long as you like.

    Args:
        tree: the game.
        plus: whether it is CFR+.

    >>> from suitwise.research.equilibria import nash_conv
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
