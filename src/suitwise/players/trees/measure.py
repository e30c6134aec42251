"""What a strategy on a tree is worth, and what the best answer to it gains: exact, in whole arrays.

The measures are those of ``players.responses``, which walks through the game itself; here the tree is
made once and each measure is a few passes over its arrays.
"""

from __future__ import annotations

from suitwise.foundation.arrays.late_numpy import np
from suitwise.players.trees.tree import GameTree, Numbers, Sizes


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
