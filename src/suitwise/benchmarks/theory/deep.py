"""Deep methods as OpenSpiel has them in PyTorch, on a tree: Deep CFR, NFSP, and advantage actor-critic.

N. Brown, A. Lerer, S. Gross, T. Sandholm, "Deep counterfactual regret minimization", ICML 2019;
J. Heinrich, D. Silver, "Deep reinforcement learning from self-play in imperfect-information games",
arXiv:1603.01121. What is set here is the same for all tasks; everything else is OpenSpiel's default. All
of them draw from the common generators of numpy and PyTorch, so only one learns at a time, and on one
processor.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import version
from typing import Any

from suitwise.benchmarks.theory.standin import StandIn, StandInState
from suitwise.errors import SuitwiseError, missing
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.players.trees.tree import GameTree, Sizes

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
