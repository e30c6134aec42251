"""Learners of equilibria on a tree: ours, and OpenSpiel's in C++ on the file of the extensive form.

A budget is a number of decisions looked at. Whoever looks at the whole tree looks at each decision once
for each seat in an iteration; of those that sample the number is what is expected while all moves are
played alike, so that a budget is a fixed number of iterations. Deep methods (``deep``) count as those
that sample do, and learn where they are asked for by name alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from suitwise.errors import missing
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.research.deep import TRAVERSALS, Agents, DeepCfr
from suitwise.research.equilibria import Cfr, reached
from suitwise.research.game_tree import GameTree, Sizes, efg_text
from suitwise.research.tasks import Task
from suitwise.texas42.endgame.game import Endgame
from suitwise.texas42.endgame.solver import EndgameSolver

WIDTH = 256
"""Traversals a round of ours: a budget of few decisions is some rounds."""
MOST = 100_000
"""The largest budget of deep methods, which take a thousand times as long for a decision."""


class Learner(Protocol):
    """Learns on and on."""

    def run(self, iterations: int) -> None:
        """Learn on."""

    def average(self) -> Sizes:
        """Return the average strategy by slots."""


def whole(tree: GameTree) -> float:
    """Return the decisions of an iteration that looks at all of them for each seat."""
    return float(tree.seats * tree.decisions)


def looked(tree: GameTree) -> float:
    """Return the decisions of an iteration of external sampling: a look of each seat."""
    met = tree.set_of >= 0
    parts = tree.uniform()
    return float(sum(reached(tree, parts, seat)[met].sum() for seat in range(tree.seats)))


def walked(tree: GameTree) -> float:
    """Return the decisions of an iteration that plays a game for each seat."""
    return float(tree.seats * reached(tree, tree.uniform())[tree.set_of >= 0].sum())


class Sampled:
    """``EndgameSolver``: external sampling, and a walk a look for the average.

    Args:
        tree: an endgame's.
        seed: 64-bit seed.
    """

    def __init__(self, tree: GameTree, seed: int) -> None:
        assert isinstance(tree.game, Endgame)
        self.tree = tree
        self._solver = EndgameSolver(tree.game, seed, width=WIDTH)
        self._left = 0

    def run(self, iterations: int) -> None:
        """Learn on; what does not fill a round is left for the next time."""
        rounds, self._left = divmod(self._left + iterations * self.tree.seats, WIDTH)
        self._solver.run(rounds)

    def average(self) -> Sizes:
        """Return the average strategy by slots."""
        return self.tree.table(self._solver.strategy)


class OpenSpiel:
    """A solver of OpenSpiel in C++ on the file of a tree.

    Args:
        tree: the game.
        kind: the name of the solver in ``pyspiel``.
        step: the name of its method that learns for an iteration.
        options: what it is made with beside the game.

    Raises:
        SuitwiseError: OpenSpiel is not installed.
    """

    def __init__(self, tree: GameTree, kind: str, step: str, **options: object) -> None:
        try:
            import pyspiel
        except ModuleNotFoundError as error:
            raise missing(error, "rl") from error

        self.tree = tree
        self.game = pyspiel.load_efg_game(efg_text(tree, "endgame"))
        self._solver = getattr(pyspiel, kind)(self.game, **options)
        self._step = getattr(self._solver, step)
        self._shown: list[tuple[Any, NDArray[np.int64]]] = []

    def run(self, iterations: int) -> None:
        """Learn on."""
        for _ in range(iterations):
            self._step()

    def average(self) -> Sizes:
        """Return the average strategy by slots."""
        if not self._shown:
            self._shown = shown(self.tree, self.game)
        return self.parts(self._solver.average_policy())

    def parts(self, policy: Any) -> Sizes:
        """Return a policy by slots."""
        parts = np.zeros(self.tree.slots)
        for first, (state, actions) in zip(self.tree.firsts.tolist(), self._shown, strict=False):
            known = policy.action_probabilities(state)
            parts[first : first + len(actions)] = [known[a] for a in actions.tolist()]
        return parts


def shown(tree: GameTree, game: Any) -> list[tuple[Any, NDArray[np.int64]]]:
    """Return for each information set a state of OpenSpiel in it, and the actions of its moves."""
    numbers = {one.key: number for number, one in enumerate(tree.sets)}
    found: list[tuple[Any, NDArray[np.int64]] | None] = [None] * len(tree.sets)
    waiting = [game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        if state.is_terminal():
            continue
        actions = state.legal_actions()
        if not state.is_chance_node():
            # OpenSpiel's name is three numbers and ours, with a - after each number.
            number = numbers[state.information_state_string().split("-", 3)[3]]
            if found[number] is None:
                names = {state.action_to_string(action): action for action in actions}
                ordered = [names[move] for move in tree.sets[number].moves]
                found[number] = state, np.array(ordered)
        waiting += [state.child(action) for action in actions]
    return [one for one in found if one is not None]


def _step(kind: str, step: str) -> Callable[[GameTree, int], Learner]:
    return lambda tree, seed: OpenSpiel(tree, kind, step)


def _agents(kind: str) -> Callable[[GameTree, int], Learner]:
    return lambda tree, seed: Agents(tree, seed, kind)


def played(tree: GameTree) -> float:
    """Return the decisions of an iteration that plays one game."""
    return walked(tree) / tree.seats


def _seeded(kind: str) -> Callable[[GameTree, int], Learner]:
    return lambda tree, seed: OpenSpiel(tree, kind, "run_iteration", seed=seed)


class Algorithm:
    """How a strategy is learned.

    Args:
        make: makes the learner, of a tree and a seed.
        touches: the decisions of an iteration.
        sampled: whether it draws, so that seeds differ.
        deep: whether it trains networks: then the first seed is all there is, no budget above
            ``MOST`` is spent, and it learns where it is asked for by name alone.
    """

    def __init__(
        self,
        make: Callable[[GameTree, int], Learner],
        touches: Callable[[GameTree], float],
        *,
        sampled: bool = False,
        deep: bool = False,
    ) -> None:
        self.make, self.touches, self.sampled, self.deep = make, touches, sampled, deep

    def seeds(self, task: Task) -> tuple[int, ...]:
        """Return the seeds of a task with which it is run, 0 where it draws nothing."""
        if not self.sampled:
            return (0,)
        return task.seeds[:1] if self.deep else task.seeds

    def budgets(self, task: Task, most: int | None = None) -> list[int]:
        """Return the budgets of a task that are spent on it.

        Args:
            task: the task.
            most: the largest budget to be spent, if not all are.

        >>> from suitwise.research.tasks import chosen
        >>> ALGORITHMS["openspiel-nfsp"].budgets(chosen("two-66")[0])
        [10000, 100000]
        """
        bound = task.budgets[-1] if most is None else most
        bound = min(bound, MOST) if self.deep else bound
        return [budget for budget in task.budgets if budget <= bound]


_EVALUATE = "evaluate_and_update_policy"
ALGORITHMS = {
    "cfr": Algorithm(lambda tree, _: Cfr(tree), whole),
    "cfr+": Algorithm(lambda tree, _: Cfr(tree, plus=True), whole),
    "mccfr": Algorithm(Sampled, lambda tree: looked(tree) + walked(tree), sampled=True),
    "openspiel-cfr": Algorithm(_step("CFRSolver", _EVALUATE), whole),
    "openspiel-cfr+": Algorithm(_step("CFRPlusSolver", _EVALUATE), whole),
    "openspiel-external": Algorithm(_seeded("ExternalSamplingMCCFRSolver"), looked, sampled=True),
    "openspiel-outcome": Algorithm(_seeded("OutcomeSamplingMCCFRSolver"), walked, sampled=True),
    "openspiel-deep-cfr": Algorithm(
        DeepCfr, lambda tree: TRAVERSALS * looked(tree), sampled=True, deep=True
    ),
    "openspiel-nfsp": Algorithm(_agents("nfsp"), played, sampled=True, deep=True),
    "openspiel-a2c": Algorithm(_agents("a2c"), played, sampled=True, deep=True),
}
"""The algorithms by name."""
PLAIN = tuple(name for name, algorithm in ALGORITHMS.items() if not algorithm.deep)
"""Those that learn where none is asked for by name."""
