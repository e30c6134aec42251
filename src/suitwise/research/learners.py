"""Equilibrium learners on a game tree: ours, OpenSpiel's in C++, and OpenSpiel's deep methods.

A budget is a number of visited decisions, which ``Algorithm`` converts to a number of iterations. An
algorithm that traverses the whole tree visits each decision once for each seat in an iteration. For a
sampling algorithm the number is the expectation under uniform play, so it is the same for every
iteration. Deep methods count like sampling ones, and run only if they are asked for by name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from importlib import import_module
from importlib.metadata import version
from typing import Any, Protocol, TypeAlias

from suitwise.errors import SuitwiseError, missing
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.research.game_tree import Cfr, GameTree, Sizes, efg_text, reached
from suitwise.research.tasks import Task
from suitwise.texas42.endgame.game import Endgame
from suitwise.texas42.endgame.solver import EndgameSolver

# --- A tree as an OpenSpiel game ------------------------------------------------------------------
#
# Deep methods need of a state its tensor, its actions and its successors. The tensors and the numbers of
# actions are those of the registered game (``envs.openspiel``), computed once for each information set
# and without the columns that are constant. The successors come from the tree, where chance and forced
# moves are merged into the steps between decisions.

CHANCE, OVER = -1, -4
"""OpenSpiel's player numbers for a turn of chance and for the end."""


class StandIn:
    """A tree with the interface of an OpenSpiel game, as far as deep methods use it.

    Args:
        tree: the tree; its variant must be registered by ``envs.openspiel``.

    Raises:
        SuitwiseError: OpenSpiel is not installed.

    >>> from suitwise.research.tasks import chosen
    >>> game = StandIn(chosen("two-66")[0].tree())
    >>> state = game.new_initial_state()
    >>> state.is_chance_node(), len(state.chance_outcomes())
    (True, 90)
    >>> state = state.child(0)
    >>> state.current_player(), state.legal_actions(), game.tensors.shape
    (0, [3, 8], (223, 56))
    """

    def __init__(self, tree: GameTree) -> None:
        try:
            from suitwise.envs.openspiel import openspiel_game
        except ModuleNotFoundError as error:
            raise missing(error, "rl") from error

        self.tree = tree
        self.game = openspiel_game(tree.game)
        states = [self.game.at(tree.game.parse(one.example)) for one in tree.sets]
        tensors = np.array([state.information_state_tensor() for state in states], np.float32)
        self.tensors = tensors[:, (tensors != tensors[0]).any(axis=0)]
        """The tensor of each information set, a row each."""
        self.slots = [
            _slots(state, first, one.moves)
            for first, one, state in zip(tree.firsts.tolist(), tree.sets, states, strict=False)
        ]
        """The slot of each action, for each information set."""
        self.seats = [one.seat for one in tree.sets]
        self.sets = tree.set_of.tolist()
        """The information set of each node; -1 where nobody decides."""
        self.payoffs = tree.payoffs.tolist()
        self.chances = tree.chance.tolist()
        self._after: dict[tuple[int, int], list[int]] = {}
        parents = zip(tree.parent[1:].tolist(), tree.slot[1:].tolist(), strict=True)
        for node, key in enumerate(parents, 1):
            self._after.setdefault(key, []).append(node)

    def after(self, node: int, slot: int) -> StandInState:
        """Return the state after a slot: a turn of chance if several nodes follow."""
        return StandInState(self, self._after[node, slot])

    def new_initial_state(self) -> StandInState:
        """Return the initial state."""
        return self.after(0, self.tree.slots)

    def num_players(self) -> int:
        """Return the number of seats."""
        return self.tree.seats

    def num_distinct_actions(self) -> int:
        """Return the number of actions of the registered game."""
        return int(self.game.num_distinct_actions())

    def get_type(self) -> Any:
        """Return OpenSpiel's type of the registered game."""
        return self.game.get_type()

    def parts(self, chances: list[NDArray[np.float64]]) -> Sizes:
        """Return a strategy by slots from one by actions: for each information set a row of all actions.

        Probabilities of illegal actions are left out, and those of the others sum to one again.
        """
        weights = np.zeros(self.tree.slots)
        for slots, row in zip(self.slots, chances, strict=True):
            for action, slot in slots.items():
                weights[slot] = row[action]
        return self.tree.shares(weights)


def _slots(state: Any, first: int, moves: tuple[str, ...]) -> dict[int, int]:
    """Return the slot of each action, the actions ascending."""
    slots = {move: first + place for place, move in enumerate(moves)}
    actions = sorted(state.legal_actions())
    return {action: slots[state.action_to_string(action)] for action in actions}


class StandInState:
    """A state of a ``StandIn``.

    Args:
        game: the stand-in.
        nodes: the node of the state; several nodes are the outcomes of a turn of chance.
    """

    __slots__ = ("_game", "_nodes")

    def __init__(self, game: StandIn, nodes: list[int]) -> None:
        self._game, self._nodes = game, nodes

    @property
    def number(self) -> int:
        """The information set; -1 at an end."""
        return int(self._game.sets[self._nodes[0]])

    def is_chance_node(self) -> bool:
        """Tell whether chance is on turn."""
        return len(self._nodes) > 1

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return not self.is_chance_node() and self.number < 0

    def current_player(self) -> int:
        """Return the seat on turn, or OpenSpiel's number of chance or of the end."""
        if self.is_chance_node():
            return CHANCE
        return OVER if self.number < 0 else self._game.seats[self.number]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance with their probabilities."""
        return [(outcome, self._game.chances[node]) for outcome, node in enumerate(self._nodes)]

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the actions of the seat on turn, ascending."""
        return list(self._game.slots[self.number])

    def information_state_tensor(self, player: int | None = None) -> NDArray[np.float32]:
        """Return the tensor of the seat on turn; zeros at the deal, for code that needs the shape."""
        if self.is_chance_node():
            return np.zeros(self._game.tensors.shape[1], np.float32)
        row: NDArray[np.float32] = self._game.tensors[self.number]
        return row

    def child(self, action: int) -> StandInState:
        """Return the state after an action, or an outcome of chance."""
        if self.is_chance_node():
            return StandInState(self._game, [self._nodes[action]])
        return self._game.after(self._nodes[0], self._game.slots[self.number][action])

    def returns(self) -> list[float]:
        """Return the return of each seat."""
        payoffs: list[float] = self._game.payoffs[self._nodes[0]]
        return payoffs


# --- Deep methods ---------------------------------------------------------------------------------


OLDEST = 2
"""The oldest major version of OpenSpiel whose Deep CFR takes a seed."""
TRAVERSALS = 100
"""The traversals for each seat in an iteration of Deep CFR."""
DEEP_CFR: Mapping[str, Any] = {
    "policy_network_layers": (64, 64),
    "advantage_network_layers": (64, 64),
    "num_traversals": TRAVERSALS,
    "learning_rate": 1e-3,
    "batch_size_advantage": 128,
    "batch_size_strategy": 256,
    "memory_capacity": 200_000,
    "advantage_network_train_steps": 100,
    "policy_network_train_steps": 1000,
}
NFSP: Mapping[str, Any] = {
    "hidden_layers_sizes": (64, 64),
    "reservoir_buffer_capacity": 200_000,
    "replay_buffer_capacity": 20_000,
    "anticipatory_param": 0.1,
    "batch_size": 128,
    "rl_learning_rate": 0.001,
    "sl_learning_rate": 0.001,
    "min_buffer_size_to_learn": 128,
    "learn_every": 16,
    "update_target_network_every": 300,
    "epsilon_start": 0.1,
    "epsilon_end": 0.001,
    "epsilon_decay_duration": 20_000,
    "optimizer_str": "adam",
}
A2C: Mapping[str, Any] = {
    "hidden_layers_sizes": (64, 64),
    "batch_size": 32,
    "num_critic_before_pi": 4,
    "critic_learning_rate": 0.001,
    "pi_learning_rate": 0.001,
    "entropy_cost": 0.01,
    "optimizer_str": "adam",
}


def _module(name: str) -> Any:
    """Import a module of OpenSpiel that needs PyTorch.

    Raises:
        SuitwiseError: OpenSpiel, PyTorch or dm-tree is not installed, or OpenSpiel is too old.
    """
    try:
        release = version("open_spiel")
        if int(release.partition(".")[0]) < OLDEST:
            raise SuitwiseError(
                f"deep methods need OpenSpiel {OLDEST}.0 or later, not {release}: "
                "python -m pip install --upgrade open_spiel"
            )
        torch: Any = import_module("torch")
        module = import_module(f"open_spiel.python.{name}")
    except ModuleNotFoundError as error:
        raise missing(error, "theory") from error
    torch.set_num_threads(1)
    return module


class DeepCfr:
    """OpenSpiel's Deep CFR.

    It can't be continued: for further iterations all learning is repeated from the seed.

    Args:
        tree: the tree.
        seed: the seed of the networks and of sampling.

    Raises:
        SuitwiseError: a package that it needs is not installed.
    """

    def __init__(self, tree: GameTree, seed: int) -> None:
        self._solvers = _module("pytorch.deep_cfr")
        self._game, self._seed = StandIn(tree), seed
        self._iterations = 0
        self._solver: Any = None

    def run(self, iterations: int) -> None:
        """Run all iterations so far and the further ones."""
        self._iterations += iterations
        self._solver = self._solvers.DeepCFRSolver(
            self._game, num_iterations=self._iterations, seed=self._seed, **DEEP_CFR
        )
        self._solver.solve()

    def average(self) -> Sizes:
        """Return the average strategy by slots; illegal actions of the network are left out."""
        rows = []
        for node in _first_nodes(self._game):
            chances = self._solver.action_probabilities(StandInState(self._game, [node]))
            row = np.zeros(self._game.num_distinct_actions())
            row[list(chances)] = list(chances.values())
            rows.append(row)
        return self._game.parts(rows)


class Agents:
    """OpenSpiel agents for all seats, which learn by self-play.

    Args:
        tree: the tree.
        seed: the seed of the networks and of sampling.
        kind: ``nfsp`` or ``a2c``.

    Raises:
        SuitwiseError: a package that it needs is not installed.
    """

    def __init__(self, tree: GameTree, seed: int, kind: str) -> None:
        self._steps = _module("rl_environment")
        self._game, self._kind = StandIn(tree), kind
        sizes = self._game.tensors.shape[1], self._game.num_distinct_actions()
        self._random = np.random.RandomState(seed)
        if kind == "nfsp":
            make, options = _module("pytorch.nfsp").NFSP, {**NFSP, "seed": seed}
        else:
            make, options = _module("pytorch.policy_gradient").PolicyGradient, {**A2C}
            options["loss_str"] = kind
        np.random.seed(seed)
        import_module("torch").manual_seed(seed)
        self._agents = [make(seat, *sizes, **options) for seat in range(tree.seats)]

    def run(self, iterations: int) -> None:
        """Run further iterations, of one game each."""
        for _ in range(iterations):
            self._play()

    def _play(self) -> None:
        state = self._game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                places, chances = zip(*state.chance_outcomes(), strict=True)
                action = int(self._random.choice(places, p=chances))
            else:
                step = self._time_step(state)
                action = int(self._agents[state.current_player()].step(step).action)
            state = state.child(action)
        for agent in self._agents:
            agent.step(self._time_step(state))

    def _time_step(self, state: StandInState) -> Any:
        """Return OpenSpiel's time step of a state, the same for all agents."""
        seats, over = self._game.num_players(), state.is_terminal()
        tensor = np.zeros(self._game.tensors.shape[1]) if over else state.information_state_tensor()
        observations = {
            "info_state": [tensor] * seats,
            "legal_actions": [[] if over else state.legal_actions()] * seats,
            "current_player": state.current_player(),
        }
        rewards = state.returns() if over else [0.0] * seats
        kinds = self._steps.StepType
        kind = kinds.LAST if over else kinds.MID
        return self._steps.TimeStep(observations, rewards, [0.0 if over else 1.0] * seats, kind)

    def average(self) -> Sizes:
        """Return by slots the average strategies of NFSP, or the actors' present strategies."""
        random_state = np.random.get_state()  # an agent samples a move whenever asked
        rows = [
            self._chances(StandInState(self._game, [node])) for node in _first_nodes(self._game)
        ]
        np.random.set_state(random_state)
        return self._game.parts(rows)

    def _chances(self, state: StandInState) -> NDArray[np.float64]:
        agent, step = self._agents[state.current_player()], self._time_step(state)
        mode: Any = nullcontext()
        if self._kind == "nfsp":
            mode = agent.temp_mode_as(_module("pytorch.nfsp").MODE.AVERAGE_POLICY)
        with mode:
            return np.array(agent.step(step, is_evaluation=True).probs, np.float64)


def _first_nodes(game: StandIn) -> list[int]:
    """Return the first node of each information set."""
    numbers, nodes = np.unique(game.tree.set_of, return_index=True)
    first: list[int] = nodes[numbers >= 0].tolist()
    return first


# --- Learners -------------------------------------------------------------------------------------

WIDTH = 256
"""The traversals per round of our solver; small enough that the smallest budget has several rounds."""
MOST = 100_000
"""The largest budget of deep methods unless one is given; a decision costs them a thousandfold."""


class Learner(Protocol):
    """A learner that can be continued."""

    def run(self, iterations: int) -> None:
        """Run further iterations."""

    def average(self) -> Sizes:
        """Return the average strategy by slots."""


Make: TypeAlias = Callable[[GameTree, int], Learner]
"""Makes a learner from a tree and a seed."""


def whole(tree: GameTree) -> float:
    """Return the decisions that a full traversal for each seat visits."""
    return float(tree.seats * tree.decisions)


def looked(tree: GameTree) -> float:
    """Return the expected decisions that a traversal of external sampling for each seat visits."""
    is_decision = tree.set_of >= 0
    parts = tree.uniform()
    return float(sum(reached(tree, parts, seat)[is_decision].sum() for seat in range(tree.seats)))


def walked(tree: GameTree) -> float:
    """Return the expected decisions in one game for each seat."""
    return float(tree.seats * reached(tree, tree.uniform())[tree.set_of >= 0].sum())


def played(tree: GameTree) -> float:
    """Return the expected decisions in one game."""
    return walked(tree) / tree.seats


class Sampled:
    """Our ``EndgameSolver``: external sampling, and a game per traversal for the average strategy.

    Args:
        tree: the tree of an endgame.
        seed: 64-bit seed.
    """

    def __init__(self, tree: GameTree, seed: int) -> None:
        assert isinstance(tree.game, Endgame)
        self.tree = tree
        self._solver = EndgameSolver(tree.game, seed, width=WIDTH)
        self._left = 0

    def run(self, iterations: int) -> None:
        """Run further iterations; those that don't fill a round are deferred to the next call."""
        rounds, self._left = divmod(self._left + iterations * self.tree.seats, WIDTH)
        self._solver.run(rounds)

    def average(self) -> Sizes:
        """Return the average strategy by slots."""
        return self.tree.table(self._solver.strategy)


class OpenSpiel:
    """One of OpenSpiel's C++ solvers, which gets the tree as a file in Gambit's format.

    Args:
        tree: the tree.
        kind: the name of the solver's class in ``pyspiel``.
        step: the name of its method that runs an iteration.
        options: further arguments for the solver.

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
        self._states: list[tuple[Any, NDArray[np.int64]]] = []

    def run(self, iterations: int) -> None:
        """Run further iterations."""
        for _ in range(iterations):
            self._step()

    def average(self) -> Sizes:
        """Return the average strategy by slots."""
        if not self._states:
            self._states = states_of_sets(self.tree, self.game)
        return self.parts(self._solver.average_policy())

    def parts(self, policy: Any) -> Sizes:
        """Return an OpenSpiel policy by slots."""
        parts = np.zeros(self.tree.slots)
        for first, (state, actions) in zip(self.tree.firsts.tolist(), self._states, strict=False):
            chances = policy.action_probabilities(state)
            parts[first : first + len(actions)] = [chances[a] for a in actions.tolist()]
        return parts


def states_of_sets(tree: GameTree, game: Any) -> list[tuple[Any, NDArray[np.int64]]]:
    """Return for each information set an OpenSpiel state in it, and the actions of its moves."""
    numbers = {one.key: number for number, one in enumerate(tree.sets)}
    states: list[tuple[Any, NDArray[np.int64]] | None] = [None] * len(tree.sets)
    waiting = [game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        if state.is_terminal():
            continue
        actions = state.legal_actions()
        if not state.is_chance_node():
            # OpenSpiel's name of a set is three numbers and ours, separated by "-".
            number = numbers[state.information_state_string().split("-", 3)[3]]
            if states[number] is None:
                names = {state.action_to_string(action): action for action in actions}
                ordered = [names[move] for move in tree.sets[number].moves]
                states[number] = state, np.array(ordered)
        waiting += [state.child(action) for action in actions]
    return [one for one in states if one is not None]


# --- Algorithms by name ---------------------------------------------------------------------------


class Algorithm:
    """A learning algorithm.

    Args:
        make: makes the learner.
        touches: returns the decisions that an iteration visits.
        sampled: whether it samples, so that it is run with several seeds.
        deep: whether it trains networks. Then it is run with the first seed only, with budgets of at
            most ``MOST`` unless larger ones are asked for, and only if asked for by name.
    """

    def __init__(
        self,
        make: Make,
        touches: Callable[[GameTree], float],
        *,
        sampled: bool = False,
        deep: bool = False,
    ) -> None:
        self.make, self.touches, self.sampled, self.deep = make, touches, sampled, deep

    def seeds(self, task: Task) -> tuple[int, ...]:
        """Return the seeds for a task; only 0 if the algorithm does not sample."""
        if not self.sampled:
            return (0,)
        return task.seeds[:1] if self.deep else task.seeds

    def budgets(self, task: Task, most: int | None = None) -> list[int]:
        """Return the budgets of a task that are spent on the algorithm.

        Args:
            task: the task.
            most: the largest budget to be spent; None for all, of deep methods for those up to ``MOST``.

        >>> from suitwise.research.tasks import chosen
        >>> ALGORITHMS["openspiel-nfsp"].budgets(chosen("two-66")[0])
        [10000, 100000]
        >>> ALGORITHMS["openspiel-nfsp"].budgets(chosen("two-66")[0], most=1_000_000)
        [10000, 100000, 1000000]
        """
        usual = MOST if self.deep else task.budgets[-1]
        bound = usual if most is None else most
        return [budget for budget in task.budgets if budget <= bound]


def _whole_tree(kind: str) -> Make:
    return lambda tree, _: OpenSpiel(tree, kind, "evaluate_and_update_policy")


def _sampling(kind: str) -> Make:
    return lambda tree, seed: OpenSpiel(tree, kind, "run_iteration", seed=seed)


def _agents(kind: str) -> Make:
    return lambda tree, seed: Agents(tree, seed, kind)


ALGORITHMS = {
    "cfr": Algorithm(lambda tree, _: Cfr(tree), whole),
    "cfr+": Algorithm(lambda tree, _: Cfr(tree, plus=True), whole),
    "mccfr": Algorithm(Sampled, lambda tree: looked(tree) + walked(tree), sampled=True),
    "openspiel-cfr": Algorithm(_whole_tree("CFRSolver"), whole),
    "openspiel-cfr+": Algorithm(_whole_tree("CFRPlusSolver"), whole),
    "openspiel-external": Algorithm(_sampling("ExternalSamplingMCCFRSolver"), looked, sampled=True),
    "openspiel-outcome": Algorithm(_sampling("OutcomeSamplingMCCFRSolver"), walked, sampled=True),
    "openspiel-deep-cfr": Algorithm(
        DeepCfr, lambda tree: TRAVERSALS * looked(tree), sampled=True, deep=True
    ),
    "openspiel-nfsp": Algorithm(_agents("nfsp"), played, sampled=True, deep=True),
    "openspiel-a2c": Algorithm(_agents("a2c"), played, sampled=True, deep=True),
}
"""The algorithms by name."""
PLAIN = tuple(name for name, algorithm in ALGORITHMS.items() if not algorithm.deep)
"""The algorithms that run by default."""
