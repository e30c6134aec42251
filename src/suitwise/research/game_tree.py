"""A small game as arrays: its decisions and its ends, without turns of chance and forced moves.

Whoever runs over a whole game again and again, as counterfactual regret minimisation and exact best
responses do, need not play it again each time. A *node* is a state in which a seat has a choice, or an
end; what chance does on the way, and moves that are the only legal ones, are drawn together into the
step that leads there. An *information set* is what a seat sees where it has a choice; each of its moves
is a *slot*. Nodes stand in the order of the moves made so far, so whatever comes after a node has a
higher number.
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
"""A number for each slot, or each node."""
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
        """Return what a seat sees."""

    def returns(self) -> tuple[float, ...]:
        """Return what each seat got, at an end."""


@dataclass(frozen=True, slots=True)
class InformationSet:
    """The knowledge of a seat at a decision.

    Args:
        seat: the seat.
        view: what it sees.
        moves: the legal moves as text.
        example: a state in which it sees this, as text.

    >>> from suitwise.testing import Kuhn
    >>> known = GameTree.of(Kuhn()).sets[-1]
    >>> known.key, known.moves, known.example
    ('p0 K/2:pb', ('p', 'b'), 'KJ:pb')
    """

    seat: int
    view: str
    moves: tuple[str, ...]
    example: str

    @property
    def key(self) -> str:
        """Its name, as OpenSpiel's information state has it: ``p0 K/2:pb``."""
        return f"p{self.seat} {self.view}"


@dataclass(frozen=True, eq=False)
class GameTree:
    """A game as arrays; made by ``GameTree.of``.

    Args:
        game: the game.
        sets: the information sets.
        set_of: the information set of a node, -1 at an end.
        parent: the node before; node 0, before everything, is its own.
        slot: the slot that leads to a node, the one after the last where chance alone does.
        chance: how likely chance makes the step to a node.
        levels: the first node of each number of moves, and the number of nodes.
        payoffs: what each seat got, a row a node, zeros but at ends.

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
        """Walk through a whole game.

        Args:
            game: the game; ``parse`` reads the texts of its states.
            start: where it begins, if not at the game's own start; or a quicker stand-in for that.

        Raises:
            SuitwiseError: a seat sees the same after different numbers of moves.
        """
        return _Builder(game).built(start or game.start())

    # --- What follows from the arrays -----------------------------------------------------------

    @property
    def seats(self) -> int:
        """The number of seats."""
        return int(self.payoffs.shape[1])

    @cached_property
    def firsts(self) -> Numbers:
        """The first slot of each information set, and the number of slots."""
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
        """The seat that chooses each slot, -1 for chance."""
        seats = np.array([one.seat for one in self.sets], np.int64)
        return np.append(seats[self.set_of_slot], CHANCE)

    @property
    def decisions(self) -> int:
        """The number of decision nodes: the size of a walk through the whole game."""
        return int((self.set_of >= 0).sum())

    @cached_property
    def steps(self) -> tuple[tuple[int, int, Numbers], ...]:
        """The levels from the last on: the first node, the node after the last, and their successors."""
        order = np.argsort(self.parent[1:], kind="stable") + 1
        ordered = self.parent[order]
        bounds = np.searchsorted(ordered, self.levels)
        return tuple(
            (self.levels[at], self.levels[at + 1], order[bounds[at] : bounds[at + 1]])
            for at in reversed(range(len(self.levels) - 1))
        )

    # --- Strategies -----------------------------------------------------------------------------

    def uniform(self) -> Sizes:
        """Return the strategy that plays all moves alike, by slots."""
        return 1.0 / np.diff(self.firsts)[self.set_of_slot]

    def shares(self, weights: Sizes) -> Sizes:
        """Return weights as parts of one in each information set; all alike where none is positive."""
        totals = np.add.reduceat(weights, self.firsts[:-1])[self.set_of_slot]
        return np.where(totals > 0, weights / np.where(totals > 0, totals, 1.0), self.uniform())

    def table(self, strategy: Strategy) -> Sizes:
        """Return a strategy by slots, asked once for each information set."""
        parts = np.zeros(self.slots)
        for first, one in zip(self.firsts.tolist(), self.sets, strict=False):
            known = {str(m): p for m, p in strategy(self.game.parse(one.example)).items()}
            parts[first : first + len(one.moves)] = [known.get(move, 0.0) for move in one.moves]
        return parts

    def read(self, policy: Mapping[str, Mapping[str, float]]) -> Sizes:
        """Return a policy by names of information sets (``InformationSet.key``) as slots.

        Where it says nothing all moves are played alike.

        Raises:
            SuitwiseError: it names a set or a move that there is not, or chances do not sum to one.

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
        """Return a strategy by slots as a policy by names: what ``read`` reads."""
        return {
            one.key: dict(zip(one.moves, parts[first:].tolist(), strict=False))
            for first, one in zip(self.firsts.tolist(), self.sets, strict=False)
        }


def _chances(one: InformationSet, given: Mapping[str, float]) -> list[float]:
    """Return the chances of the moves of an information set.

    Raises:
        SuitwiseError: they are not chances of its moves.
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
"""A state with a choice or an end; the moves so far, the node, set and place before; the chance."""


class _Builder:
    """Collects the nodes of a tree, one number of moves after the other."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.sets: list[InformationSet] = []
        self.known: dict[tuple[int, str], int] = {}
        self.depths: list[int] = []
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
            for state, parent, number, place, chance in waiting.pop(depth):
                node = len(self.rows)
                found = -1 if state.turn == OVER else self._set(state, depth)
                self.rows.append((found, parent, number, place, chance))
                ended = state.returns() if found < 0 else self.payoffs[0]
                self.payoffs.append(ended)
                for at, move in enumerate(state.moves() if found >= 0 else ()):
                    for there, later, part in _settled(state.after(move), depth + 1, 1.0):
                        waiting[later].append((there, node, found, at, part))
        return self._tree((*levels, len(self.rows)))

    def _set(self, state: Walked, depth: int) -> int:
        """Return the number of the information set of a state."""
        key = state.turn, state.view(state.turn)
        found = self.known.setdefault(key, len(self.sets))
        if found == len(self.sets):
            moves = tuple(map(str, state.moves()))
            self.sets.append(InformationSet(*key, moves, str(state)))
            self.depths.append(depth)
        if self.depths[found] != depth:
            raise SuitwiseError(f"{key[1][:80]!r} is seen after different numbers of moves")
        return found

    def _tree(self, levels: tuple[int, ...]) -> GameTree:
        found, parent, number, place, chance = zip(*self.rows, strict=True)
        firsts = np.cumsum([0, *(len(one.moves) for one in self.sets)])
        before = np.array(number, np.int64)
        slot = np.where(before < 0, firsts[-1], firsts[before] + np.array(place, np.int64))
        arrays = np.array(found, np.int64), np.array(parent, np.int64), slot, np.array(chance)
        return GameTree(self.game, tuple(self.sets), *arrays, levels, np.array(self.payoffs))


def _settled(state: Walked, depth: int, chance: float) -> Iterator[tuple[Walked, int, float]]:
    """Yield the next states with a choice, and ends, that chance and forced moves lead to."""
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


# --- The extensive form as a file -----------------------------------------------------------------


def efg_text(tree: GameTree, title: str) -> str:
    """Return the text of the file.

    Args:
        tree: the game.
        title: what it is called in the file.

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
    """Writes a tree from the root on, each node before what comes after it."""

    def __init__(self, tree: GameTree) -> None:
        self.tree = tree
        self.order = np.argsort(tree.parent[1:], kind="stable") + 1
        self.bounds = np.searchsorted(tree.parent[self.order], np.arange(len(tree.parent) + 1))
        self.ends = self.chances = 0
        counts = [count(1) for _ in range(tree.seats)]
        self.numbers = [next(counts[one.seat]) for one in tree.sets]  # of each seat from 1 on

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
        """Write what follows a move, after a turn of chance where there is one."""
        if len(children) > 1:
            self.chances += 1
            odds = (
                f'"{at}" {float(self.tree.chance[node])!r}' for at, node in enumerate(children, 1)
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
# The measures are those of ``players.responses``, which walks through the game itself; here the tree is
# made once and each measure is a few passes over its arrays.


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


# --- Counterfactual regret minimisation -----------------------------------------------------------


TINY = 1e-12
"""Regrets up to this are none: what rounding leaves of a tie would else decide it."""


class Cfr:
    """A solver that learns a strategy for all seats of a tree; run it as long as you like.

    Args:
        tree: the game.
        plus: whether it is CFR+.

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
        """The number of iterations of every seat."""
        self._regrets, self._totals = np.zeros(tree.slots), np.zeros(tree.slots)
        self._now = tree.uniform()

    @property
    def touched(self) -> int:
        """The number of decisions visited: all, for each seat, in each iteration."""
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
