"""Learners of equilibria on a tree: ours, and OpenSpiel's in C++ on the file of the extensive form.

A budget is a number of decisions looked at. Whoever looks at the whole tree looks at each decision once
for each seat in an iteration; of those that sample the number is what is expected while all moves are
played alike, so that a budget is a fixed number of iterations. Deep methods (``deep``) count as those
that sample do, and learn where they are asked for by name alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.metadata import version
from typing import Any, Protocol

from suitwise.errors import SuitwiseError, missing
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.research.game_tree import Cfr, GameTree, Sizes, efg_text, reached
from suitwise.research.tasks import Task
from suitwise.texas42.endgame.game import Endgame
from suitwise.texas42.endgame.solver import EndgameSolver

# --- A tree as an OpenSpiel game ------------------------------------------------------------------
#
# Deep methods look at a state for its tensor, its actions and what comes after. The tensors and the
# numbers of the actions are those of the registered game (``envs.openspiel``), one tensor an
# information set, without the places that hold the same everywhere; what comes after is read off the
# tree, where chance and forced moves are drawn together.

CHANCE, OVER = -1, -4


class StandIn:
    """A tree in the place of an OpenSpiel game.

    Args:
        tree: the game; its variant is one that ``envs.openspiel`` registers.

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
        """A row an information set."""
        self.slots = [
            dict(sorted(_slots(state, first, one.moves).items()))
            for first, one, state in zip(tree.firsts.tolist(), tree.sets, states, strict=False)
        ]
        """The slots of each information set by action."""
        self.seats = [one.seat for one in tree.sets]
        self.sets = tree.set_of.tolist()
        self.payoffs = tree.payoffs.tolist()
        self.chances = tree.chance.tolist()
        self._after: dict[tuple[int, int], list[int]] = {}
        before = zip(tree.parent[1:].tolist(), tree.slot[1:].tolist(), strict=True)
        for node, key in enumerate(before, 1):
            self._after.setdefault(key, []).append(node)

    def after(self, node: int, slot: int) -> StandInState:
        """Return the state that a slot leads to: a turn of chance where it leads to several."""
        return StandInState(self, self._after[node, slot])

    def new_initial_state(self) -> StandInState:
        """Return the state before everything."""
        return self.after(0, self.tree.slots)

    def num_players(self) -> int:
        """Return how many seats there are."""
        return self.tree.seats

    def num_distinct_actions(self) -> int:
        """Return how many actions there are in all."""
        return int(self.game.num_distinct_actions())

    def get_type(self) -> Any:
        """Return what OpenSpiel calls the type of the registered game."""
        return self.game.get_type()

    def parts(self, chances: list[NDArray[np.float64]]) -> Sizes:
        """Return by slots what is given by actions, a row an information set, as parts of one."""
        found = np.zeros(self.tree.slots)
        for slots, row in zip(self.slots, chances, strict=True):
            for action, slot in slots.items():
                found[slot] = row[action]
        return self.tree.shares(found)


def _slots(state: Any, first: int, moves: tuple[str, ...]) -> dict[int, int]:
    places = {move: first + place for place, move in enumerate(moves)}
    return {action: places[state.action_to_string(action)] for action in state.legal_actions()}


class StandInState:
    """A state of a stand-in.

    Args:
        game: the stand-in.
        nodes: the nodes it may come to; several are a turn of chance.
    """

    __slots__ = ("_game", "_nodes")

    def __init__(self, game: StandIn, nodes: list[int]) -> None:
        self._game, self._nodes = game, nodes

    @property
    def number(self) -> int:
        """The information set, -1 at an end."""
        return int(self._game.sets[self._nodes[0]])

    def is_chance_node(self) -> bool:
        """Return whether chance is on turn."""
        return len(self._nodes) > 1

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return not self.is_chance_node() and self.number < 0

    def current_player(self) -> int:
        """Return who is on turn, as OpenSpiel numbers chance and the end."""
        if self.is_chance_node():
            return CHANCE
        return OVER if self.number < 0 else self._game.seats[self.number]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what may be drawn, and how likely each is."""
        return [(at, self._game.chances[node]) for at, node in enumerate(self._nodes)]

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the actions of the seat on turn, ascending."""
        return list(self._game.slots[self.number])

    def information_state_tensor(self, player: int | None = None) -> NDArray[np.float32]:
        """Return what the seat on turn knows; before the deal, for the shape, zeros."""
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
        """Return what each seat got."""
        found: list[float] = self._game.payoffs[self._nodes[0]]
        return found


# --- Deep methods ---------------------------------------------------------------------------------


OLDEST = 2
"""The first of OpenSpiel whose Deep CFR takes a seed; the rest of the package needs less."""
TRAVERSALS = 100
"""Walks for each seat in an iteration of Deep CFR."""
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
    """Return a module of OpenSpiel that needs PyTorch.

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
        found = import_module(f"open_spiel.python.{name}")
    except ModuleNotFoundError as error:
        raise missing(error, "theory") from error
    torch.set_num_threads(1)
    return found


class DeepCfr:
    """OpenSpiel's Deep CFR.

    It has no way to go on: for more iterations it begins anew from its seed.

    Args:
        tree: the game.
        seed: of the networks and of all that is drawn.

    Raises:
        SuitwiseError: what it needs is not installed.
    """

    def __init__(self, tree: GameTree, seed: int) -> None:
        self._solvers = _module("pytorch.deep_cfr")
        self._game, self._seed = StandIn(tree), seed
        self._iterations = 0
        self._solver: Any = None

    def run(self, iterations: int) -> None:
        """Learn as long as until now, and on."""
        self._iterations += iterations
        self._solver = self._solvers.DeepCFRSolver(
            self._game, num_iterations=self._iterations, seed=self._seed, **DEEP_CFR
        )
        self._solver.solve()

    def average(self) -> Sizes:
        """Return the average strategy by slots; the network also plays what is not legal: left out."""
        rows = []
        for node in _first_nodes(self._game):
            known = self._solver.action_probabilities(StandInState(self._game, [node]))
            row = np.zeros(self._game.num_distinct_actions())
            row[list(known)] = list(known.values())
            rows.append(row)
        return self._game.parts(rows)


class Agents:
    """An agent of OpenSpiel for each seat, who learn from games among themselves.

    Args:
        tree: the game.
        seed: of the networks and of all that is drawn.
        kind: ``nfsp`` or ``a2c``.

    Raises:
        SuitwiseError: what it needs is not installed.
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
        """Play and learn on, a game an iteration."""
        for _ in range(iterations):
            self._play()

    def _play(self) -> None:
        state = self._game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                places, chances = zip(*state.chance_outcomes(), strict=True)
                action = int(self._random.choice(places, p=chances))
            else:
                action = int(self._agents[state.current_player()].step(self._told(state)).action)
            state = state.child(action)
        for agent in self._agents:
            agent.step(self._told(state))

    def _told(self, state: StandInState) -> Any:
        """Return what agents are told of a state; at an end that nobody has a choice."""
        seats, over = self._game.num_players(), state.is_terminal()
        seen = np.zeros(self._game.tensors.shape[1]) if over else state.information_state_tensor()
        observations = {
            "info_state": [seen] * seats,
            "legal_actions": [[] if over else state.legal_actions()] * seats,
            "current_player": state.current_player(),
        }
        paid = state.returns() if over else [0.0] * seats
        kinds = self._steps.StepType
        kind = kinds.LAST if over else kinds.MID
        return self._steps.TimeStep(observations, paid, [0.0 if over else 1.0] * seats, kind)

    def average(self) -> Sizes:
        """Return by slots the average strategies of NFSP, or how the actors play now."""
        drawn = np.random.get_state()  # to show its chances an agent draws a move
        rows = [
            self._chances(StandInState(self._game, [node])) for node in _first_nodes(self._game)
        ]
        np.random.set_state(drawn)
        return self._game.parts(rows)

    def _chances(self, state: StandInState) -> NDArray[np.float64]:
        agent, told = self._agents[state.current_player()], self._told(state)
        if self._kind == "nfsp":
            with agent.temp_mode_as(_module("pytorch.nfsp").MODE.AVERAGE_POLICY):
                return np.array(agent.step(told, is_evaluation=True).probs, np.float64)
        return np.array(agent.step(told, is_evaluation=True).probs, np.float64)


def _first_nodes(game: StandIn) -> list[int]:
    """Return a node of each information set."""
    numbers, nodes = np.unique(game.tree.set_of, return_index=True)
    found: list[int] = nodes[numbers >= 0].tolist()
    return found


# --- Learners -------------------------------------------------------------------------------------

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
    """A learning algorithm.

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
