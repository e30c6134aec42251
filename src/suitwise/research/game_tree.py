"""The tree of a small game as arrays, for exact best responses and counterfactual regret minimisation.

These algorithms traverse the whole game again and again, so it is played only once, to build the tree.
The terms:

- A *node* is a state in which a seat has a choice, or an end of the game. Turns of chance and forced
  moves are not nodes; they are merged into the step to the next node.
- An *information set* has all nodes in which the same seat has the same view.
- A *slot* is a move of an information set. The slots of a set are consecutive. A strategy is an array
  with the probability of each slot.
- A *level* has all nodes after the same number of moves. Nodes are sorted by level, so the successors of
  a node have higher numbers, and a traversal is a loop over levels with NumPy operations on each.

The module also writes the tree in Gambit's format, and has the solvers CFR and CFR+ (``Cfr``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Any, Protocol, TypeAlias

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.game import CHANCE, OVER, Game
from suitwise.players.mccfr import Strategy

Sizes: TypeAlias = "NDArray[np.float64]"
"""A number for each slot, or for each node."""
Numbers: TypeAlias = "NDArray[np.int64]"


class Walked(Protocol):
    """The part of a state that a tree needs."""

    @property
    def turn(self) -> int:
        """The seat on turn."""

    def moves(self) -> Collection[Any]:
        """Return the legal moves."""

    def after(self, move: Any) -> Walked:
        """Return the state after a move."""

    def weight(self, move: Any) -> int:
        """Return the weight of an outcome of chance."""

    def view(self, seat: int) -> str:
        """Return the view of a seat."""

    def returns(self) -> tuple[float, ...]:
        """Return the return of each seat, at an end."""


@dataclass(frozen=True, slots=True)
class InformationSet:
    """The decisions in which a seat has the same view.

    Args:
        seat: the seat.
        view: its view.
        moves: the legal moves as text.
        example: one of the states, as text.

    >>> from suitwise.testing import Kuhn
    >>> last = GameTree.of(Kuhn()).sets[-1]
    >>> last.key, last.moves, last.example
    ('p0 K/2:pb', ('p', 'b'), 'KJ:pb')
    """

    seat: int
    view: str
    moves: tuple[str, ...]
    example: str

    @property
    def key(self) -> str:
        """The name of the set, the same as OpenSpiel's information state string: ``p0 K/2:pb``."""
        return f"p{self.seat} {self.view}"


@dataclass(frozen=True, eq=False)
class GameTree:
    """A game as arrays; made by ``GameTree.of``.

    Args:
        game: the game.
        sets: the information sets.
        set_of: by node, its information set; -1 at an end.
        parent: by node, the node before. Node 0 is an artificial root and its own parent.
        slot: by node, the slot that leads to it; the number of slots if only chance leads there.
        chance: by node, the probability of chance in the step to it.
        levels: the first node of each level, and at the end the number of nodes.
        payoffs: by node and seat, the returns; zeros except at ends.

    >>> from suitwise.testing import Kuhn
    >>> tree = GameTree.of(Kuhn())
    >>> tree.decisions, len(tree.sets), tree.slots, tree.sets[0].key
    (24, 12, 24, 'p0 J/2:')
    """

    game: Game[Any]
    sets: tuple[InformationSet, ...]
    set_of: Numbers
    parent: Numbers
    slot: Numbers
    chance: Sizes
    levels: tuple[int, ...]
    payoffs: Sizes

    @classmethod
    def of(cls, game: Game[Any], start: Walked | None = None) -> GameTree:
        """Build the tree of a game.

        Args:
            game: the game, whose ``parse`` reads the texts of states.
            start: the start, if it is not the game's own; or a faster implementation of states.

        Raises:
            SuitwiseError: a seat has the same view after different numbers of moves.
        """
        return _Builder(game).built(start or game.start())

    # --- Derived arrays -------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        """The number of seats."""
        return int(self.payoffs.shape[1])

    @cached_property
    def firsts(self) -> Numbers:
        """The first slot of each information set, and at the end the number of slots."""
        return np.cumsum([0, *(len(one.moves) for one in self.sets)])

    @property
    def slots(self) -> int:
        """The number of slots."""
        return int(self.firsts[-1])

    @cached_property
    def set_of_slot(self) -> Numbers:
        """The information set of each slot."""
        return np.repeat(np.arange(len(self.sets)), np.diff(self.firsts))

    @cached_property
    def owner(self) -> Numbers:
        """The seat that chooses each slot; at the end -1 for the pseudo slot of chance."""
        seats = np.array([one.seat for one in self.sets], np.int64)
        return np.append(seats[self.set_of_slot], CHANCE)

    @property
    def decisions(self) -> int:
        """The number of decision nodes."""
        return int((self.set_of >= 0).sum())

    @cached_property
    def steps(self) -> tuple[tuple[int, int, Numbers], ...]:
        """The levels from last to first, each as its first node, its end, and its nodes' successors."""
        order = np.argsort(self.parent[1:], kind="stable") + 1
        bounds = np.searchsorted(self.parent[order], self.levels)
        return tuple(
            (self.levels[level], self.levels[level + 1], order[bounds[level] : bounds[level + 1]])
            for level in reversed(range(len(self.levels) - 1))
        )

    # --- Strategies -----------------------------------------------------------------------------

    def uniform(self) -> Sizes:
        """Return the uniform strategy, by slots."""
        return 1.0 / np.diff(self.firsts)[self.set_of_slot]

    def shares(self, weights: Sizes) -> Sizes:
        """Normalise weights in each information set; uniform in sets with no positive weight."""
        totals = np.add.reduceat(weights, self.firsts[:-1])[self.set_of_slot]
        return np.where(totals > 0, weights / np.where(totals > 0, totals, 1.0), self.uniform())

    def table(self, strategy: Strategy) -> Sizes:
        """Return a strategy by slots, calling it once for each information set."""
        parts = np.zeros(self.slots)
        for first, one in zip(self.firsts.tolist(), self.sets, strict=False):
            chances = {str(m): p for m, p in strategy(self.game.parse(one.example)).items()}
            parts[first : first + len(one.moves)] = [chances.get(move, 0.0) for move in one.moves]
        return parts

    def read(self, policy: Mapping[str, Mapping[str, float]]) -> Sizes:
        """Return a policy by names of information sets (``InformationSet.key``) as one by slots.

        Sets that the policy lacks are played uniformly.

        Raises:
            SuitwiseError: it names an unknown set or move, or probabilities do not sum to one.

        >>> from suitwise.testing import Kuhn
        >>> GameTree.of(Kuhn()).read({"p0 J/2:": {"p": 0.9, "b": 0.1}})[:4].tolist()
        [0.9, 0.1, 0.5, 0.5]
        """
        unknown = policy.keys() - {one.key for one in self.sets}
        if unknown:
            raise SuitwiseError(f"{min(unknown)[:80]!r} is no information set of {self.game.name}")
        parts = self.uniform()
        for first, one in zip(self.firsts.tolist(), self.sets, strict=False):
            if one.key in policy:
                parts[first : first + len(one.moves)] = _chances(one, policy[one.key])
        return parts

    def written(self, parts: Sizes) -> dict[str, dict[str, float]]:
        """Return a strategy by slots as a policy by names, the inverse of ``read``."""
        return {
            one.key: dict(zip(one.moves, parts[first:].tolist(), strict=False))
            for first, one in zip(self.firsts.tolist(), self.sets, strict=False)
        }


def _chances(one: InformationSet, given: Mapping[str, float]) -> list[float]:
    """Return the probabilities of the moves of an information set, in order.

    Raises:
        SuitwiseError: they are no probabilities of its moves.
    """
    if not isinstance(given, Mapping) or not given.keys() <= set(one.moves):
        raise SuitwiseError(f"{one.key[:80]!r}: the moves are {', '.join(one.moves)}")
    parts = [given.get(move, 0.0) for move in one.moves]
    if not all(isinstance(part, (int, float)) and part >= 0 for part in parts):
        raise SuitwiseError(f"{one.key[:80]!r}: a chance is a number from 0 to 1")
    total = sum(parts)
    if not abs(total - 1) < 1e-6:
        raise SuitwiseError(f"{one.key[:80]!r}: the chances sum to {total:g}, not to 1")
    return [part / total for part in parts]


_Waiting: TypeAlias = tuple[Walked, int, int, int, float]
"""A node to be added: its state, its parent, the parent's information set, the index of the move in that
set, and the probability of chance."""


class _Builder:
    """Builds a tree level by level."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.sets: list[InformationSet] = []
        self.numbers: dict[tuple[int, str], int] = {}  # of the sets, by seat and view
        self.depths: list[int] = []
        # By node: its set, its parent, the parent's set and the move's index there, chance.
        self.rows: list[tuple[int, int, int, int, float]] = [(-1, 0, -1, 0, 1.0)]
        self.payoffs: list[tuple[float, ...]] = [(0.0,) * game.facts.seats]

    def built(self, start: Walked) -> GameTree:
        waiting: defaultdict[int, list[_Waiting]] = defaultdict(list)
        for state, depth, chance in _settled(start, 0, 1.0):
            waiting[depth].append((state, 0, -1, 0, chance))
        levels = [0]
        while waiting:
            depth = min(waiting)
            levels.append(len(self.rows))
            for state, parent, parent_set, index, chance in waiting.pop(depth):
                node = len(self.rows)
                own_set = -1 if state.turn == OVER else self._set(state, depth)
                self.rows.append((own_set, parent, parent_set, index, chance))
                self.payoffs.append(state.returns() if own_set < 0 else self.payoffs[0])
                for own_index, move in enumerate(state.moves() if own_set >= 0 else ()):
                    for child, later, part in _settled(state.after(move), depth + 1, 1.0):
                        waiting[later].append((child, node, own_set, own_index, part))
        return self._tree((*levels, len(self.rows)))

    def _set(self, state: Walked, depth: int) -> int:
        """Return the number of the information set of a state."""
        key = state.turn, state.view(state.turn)
        number = self.numbers.setdefault(key, len(self.sets))
        if number == len(self.sets):
            moves = tuple(map(str, state.moves()))
            self.sets.append(InformationSet(*key, moves, str(state)))
            self.depths.append(depth)
        if self.depths[number] != depth:
            raise SuitwiseError(f"{key[1][:80]!r} is seen after different numbers of moves")
        return number

    def _tree(self, levels: tuple[int, ...]) -> GameTree:
        own_sets, parents, parent_sets, indexes, chances = zip(*self.rows, strict=True)
        firsts = np.cumsum([0, *(len(one.moves) for one in self.sets)])
        before = np.array(parent_sets, np.int64)
        slot = np.where(before < 0, firsts[-1], firsts[before] + np.array(indexes, np.int64))
        arrays = np.array(own_sets, np.int64), np.array(parents, np.int64), slot, np.array(chances)
        return GameTree(self.game, tuple(self.sets), *arrays, levels, np.array(self.payoffs))


def _settled(state: Walked, depth: int, chance: float) -> Iterator[tuple[Walked, int, float]]:
    """Yield the nodes that chance and forced moves lead to, with their depths and probabilities."""
    while state.turn >= 0 and len(moves := state.moves()) == 1:
        (move,) = moves
        state, depth = state.after(move), depth + 1
    if state.turn != CHANCE:
        yield state, depth, chance
        return
    weights: Sequence[tuple[Any, int]] = [(move, state.weight(move)) for move in state.moves()]
    total = sum(weight for _, weight in weights)
    for move, weight in weights:
        yield from _settled(state.after(move), depth + 1, chance * weight / total)


# --- Gambit's format ------------------------------------------------------------------------------


def efg_text(tree: GameTree, title: str) -> str:
    """Return a tree in Gambit's format for extensive-form games (``.efg``).

    Args:
        tree: the tree.
        title: the title in the file.

    >>> from suitwise.testing import Kuhn
    >>> head, deals, *lines = efg_text(GameTree.of(Kuhn()), "Kuhn poker").splitlines()
    >>> print(head, deals[:35], *lines[:2], sep="\\n")
    EFG 2 R "Kuhn poker" { "seat 0" "seat 1" }
    c "" 1 "" { "1" 0.16666666666666666
    p "" 1 1 "p0 J/2:" { "p" "b" } 0
    p "" 2 1 "p1 Q/2:p" { "p" "b" } 0
    """
    return "\n".join([_head(tree, title), *_Writer(tree).lines(0)]) + "\n"


def _head(tree: GameTree, title: str) -> str:
    seats = " ".join(f'"seat {seat}"' for seat in range(tree.seats))
    return f'EFG 2 R "{title}" {{ {seats} }}'


class _Writer:
    """Writes the nodes of a tree in depth-first order."""

    def __init__(self, tree: GameTree) -> None:
        self.tree = tree
        self.order = np.argsort(tree.parent[1:], kind="stable") + 1
        self.bounds = np.searchsorted(tree.parent[self.order], np.arange(len(tree.parent) + 1))
        self.ends = self.chances = 0
        counts = [count(1) for _ in range(tree.seats)]
        self.numbers = [next(counts[one.seat]) for one in tree.sets]  # for each seat from 1 on

    def lines(self, node: int) -> Iterator[str]:
        tree = self.tree
        children = self.order[self.bounds[node] : self.bounds[node + 1]].tolist()
        number = int(tree.set_of[node])
        if number < 0:
            yield from self._after(children) if children else [self._end(node)]
            return
        one, first = tree.sets[number], int(tree.firsts[number])
        moves = " ".join(f'"{move}"' for move in one.moves)
        yield f'p "" {one.seat + 1} {self.numbers[number]} "{one.key}" {{ {moves} }} 0'
        for slot in range(first, first + len(one.moves)):
            yield from self._after([child for child in children if tree.slot[child] == slot])

    def _after(self, children: list[int]) -> Iterator[str]:
        """Write the successors of a move, below a node of chance if there are several."""
        if len(children) > 1:
            self.chances += 1
            odds = (
                f'"{outcome}" {float(self.tree.chance[node])!r}'
                for outcome, node in enumerate(children, 1)
            )
            yield f'c "" {self.chances} "" {{ {" ".join(odds)} }} 0'
        for child in children:
            yield from self.lines(child)

    def _end(self, node: int) -> str:
        self.ends += 1
        payoffs = " ".join(map(repr, self.tree.payoffs[node].tolist()))
        return f't "" {self.ends} "" {{ {payoffs} }}'


# --- Values and best responses --------------------------------------------------------------------
#
# The measures are those of ``players.mccfr``, which plays through the game itself. Here each is a few
# passes over the arrays.


def reached(tree: GameTree, parts: Sizes, seat: int | None = None) -> Sizes:
    """Return the reach probability of each node; without a seat's own moves if one is given.

    The latter is the counterfactual reach probability: that of the others and chance alone.

    Args:
        tree: the tree.
        parts: the strategy of all seats, by slots.
        seat: the seat whose moves count as certain, if any.
    """
    made = np.append(parts, 1.0)  # the pseudo slot of chance
    if seat is not None:
        made = np.where(tree.owner == seat, 1.0, made)
    chances = made[tree.slot] * tree.chance
    reach = np.ones(len(tree.parent))
    for first, end in zip(tree.levels[1:], tree.levels[2:], strict=False):
        reach[first:end] = reach[tree.parent[first:end]] * chances[first:end]
    return reach


def expected_returns(tree: GameTree, parts: Sizes) -> tuple[float, ...]:
    """Return the expected return of each seat.

    >>> from suitwise.testing import Kuhn
    >>> tree = GameTree.of(Kuhn())
    >>> [round(value, 6) for value in expected_returns(tree, tree.uniform())]
    [0.125, -0.125]
    """
    return tuple(float(value) for value in reached(tree, parts) @ tree.payoffs)


def best_value(tree: GameTree, parts: Sizes, seat: int) -> float:
    """Return the expected return of a seat's best response to the others' strategies.

    The values of nodes are computed from the last level backwards. At each level the seat's best slots
    are fixed first: those with the highest value, weighted by counterfactual reach over the nodes of the
    set.

    >>> from suitwise.testing import Kuhn
    >>> tree = GameTree.of(Kuhn())
    >>> best_value(tree, tree.uniform(), seat=0)
    0.5
    """
    reach = reached(tree, parts, seat)
    made = np.append(parts, 1.0)
    values = tree.payoffs[:, seat].copy()
    for first, end, nodes in tree.steps:
        slots = tree.slot[nodes]
        own = tree.owner[slots] == seat
        made[_best(tree, slots[own], (reach * values)[nodes[own]], made)] = 1.0
        passed = made[slots] * tree.chance[nodes] * values[nodes]
        values[first:end] += np.bincount(tree.parent[nodes] - first, passed, end - first)
    return float(values[0])


def _best(tree: GameTree, slots: Numbers, values: Sizes, made: Sizes) -> Numbers:
    """Return the best slot of each information set in a level, and set all its slots to 0 in ``made``.

    Args:
        tree: the tree.
        slots: the slots that lead to some nodes.
        values: the weighted values of these nodes.
        made: the strategy, by slots.
    """
    if not len(slots):
        return slots
    low, high = int(slots.min()), int(slots.max()) + 1
    worth = np.full(high - low, -np.inf)
    met = np.unique(slots) - low
    worth[met] = np.bincount(slots - low, values, high - low)[met]
    made[met + low] = 0.0
    # Sort by information set, then by value; of equal ones the first slot comes last.
    order = np.lexsort((-met, worth[met], tree.set_of_slot[met + low]))
    ordered = met[order] + low
    is_last = np.append(np.diff(tree.set_of_slot[ordered]) != 0, True)
    best: Numbers = ordered[is_last]
    return best


def gains(tree: GameTree, parts: Sizes) -> tuple[float, ...]:
    """Return the gain of each seat by a best response while the others keep their strategies.

    >>> from suitwise.testing import Kuhn
    >>> tree = GameTree.of(Kuhn())
    >>> [round(gain, 6) for gain in gains(tree, tree.uniform())]
    [0.375, 0.541667]
    """
    values = expected_returns(tree, parts)
    return tuple(best_value(tree, parts, seat) - value for seat, value in enumerate(values))


def nash_conv(tree: GameTree, parts: Sizes) -> float:
    """Return NashConv, the sum of all seats' gains.

    >>> from suitwise.testing import Kuhn
    >>> tree = GameTree.of(Kuhn())
    >>> round(nash_conv(tree, tree.uniform()), 6)
    0.916667
    """
    return sum(gains(tree, parts))


# --- Counterfactual regret minimisation -----------------------------------------------------------


TINY = 1e-12
"""Regrets up to this count as 0, so that rounding errors don't decide ties."""


class Cfr:
    """Counterfactual regret minimisation on a tree; run it as long as you like.

    CFR+ differs in three ways: regrets never fall below 0, iteration t has weight t in the average, and
    seats are updated in turn. (CFR updates in turn here, too.)

    Args:
        tree: the tree.
        plus: whether to run CFR+.

    >>> from suitwise.research.game_tree import nash_conv
    >>> from suitwise.testing import Kuhn
    >>> solver = Cfr(GameTree.of(Kuhn()), plus=True)
    >>> solver.run(100)
    >>> solver.iterations, nash_conv(solver.tree, solver.average()) < 0.01
    (100, True)
    """

    def __init__(self, tree: GameTree, *, plus: bool = False) -> None:
        self.tree, self.plus = tree, plus
        self.iterations = 0
        """The number of iterations, each of which updates every seat."""
        self._regrets, self._totals = np.zeros(tree.slots), np.zeros(tree.slots)
        self._now = tree.uniform()

    @property
    def touched(self) -> int:
        """The number of decisions visited so far: all decisions for each seat in each iteration."""
        return self.iterations * self.tree.seats * self.tree.decisions

    def run(self, iterations: int) -> None:
        """Run further iterations."""
        for _ in range(iterations):
            self.iterations += 1
            for seat in range(self.tree.seats):
                self._learn(seat)

    def average(self) -> Sizes:
        """Return the average strategy, by slots."""
        return self.tree.shares(self._totals)

    def _learn(self, seat: int) -> None:
        """Update a seat: add regrets, add its strategy to the average, match its regrets."""
        tree, now = self.tree, self._now
        own = np.flatnonzero(tree.owner[:-1] == seat)
        values = self._values(seat)
        means = np.add.reduceat(values * now, tree.firsts[:-1])
        self._regrets[own] += (values - means[tree.set_of_slot])[own]
        if self.plus:
            self._regrets[own] = np.maximum(self._regrets[own], 0.0)
        weight = self.iterations if self.plus else 1
        self._totals[own] += weight * (self._reach(seat)[tree.set_of_slot] * now)[own]
        positive = np.where(self._regrets > TINY, self._regrets, 0.0)
        self._now = np.where(tree.owner[:-1] == seat, tree.shares(positive), now)

    def _values(self, seat: int) -> Sizes:
        """Return the counterfactual value of each slot for a seat."""
        tree = self.tree
        reach = reached(tree, self._now, seat)
        chances = np.append(self._now, 1.0)[tree.slot] * tree.chance
        values = tree.payoffs[:, seat].copy()
        for first, end, nodes in tree.steps:
            passed = chances[nodes] * values[nodes]
            values[first:end] += np.bincount(tree.parent[nodes] - first, passed, end - first)
        by_slot = np.bincount(tree.slot, reach * values, tree.slots + 1)
        return by_slot[:-1].astype(np.float64)

    def _reach(self, seat: int) -> Sizes:
        """Return for each information set the probability of the seat's own moves to it."""
        tree = self.tree
        alone = np.where(tree.owner == seat, np.append(self._now, 1.0), 1.0)[tree.slot]
        reach = np.ones(len(tree.parent))
        for first, end in zip(tree.levels[1:], tree.levels[2:], strict=False):
            reach[first:end] = reach[tree.parent[first:end]] * alone[first:end]
        by_set = np.zeros(len(tree.sets))
        is_decision = tree.set_of >= 0
        # With perfect recall all nodes of a set have the same own reach, so any of them will do.
        by_set[tree.set_of[is_decision]] = reach[is_decision]
        return by_set
