"""Train a policy at gin rummy by Tianshou's DQN, and let it meet players in the arena.

Tianshou's policies look for a mask beside what is seen, as ``obs`` and ``mask``; a wrapper of some lines
puts it there. What was learnt is a player by the name ``tianshou``:

    python examples/train_tianshou.py                    # trains for five minutes
    python examples/train_tianshou.py --minutes 0.2 --deals 20 --model other.pt

Needs ``tianshou`` and the extra ``rl``: in a clone ``python -m pip install tianshou '.[rl]'``.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gymnasium
import torch
from gymnasium.spaces import Dict, Discrete, MultiBinary
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.utils.net.common import Net
from tianshou.utils.torch_utils import policy_within_training_step

from suitwise.arena.run import met
from suitwise.envs.seat import SeatEnv
from suitwise.envs.sight import chooser_of
from suitwise.game import Chooser, Game
from suitwise.players.named import register_player

GAME = "gin"
SEEN, ACTIONS = 381, 107
OPPONENTS = "random", "greedy", "rules"
GAMES, MOVES, UPDATES, BATCH = 16, 256, 16, 256
"""Games side by side, moves in a round, then so often a batch of so many moves is learnt from."""
POINTS = 50
"""That are a reward of 1."""


class Masked(gymnasium.Wrapper[Any, Any, Any, Any]):
    """A seat that is shown the mask beside what it sees, and paid in fifties of points."""

    def __init__(self, env: SeatEnv) -> None:
        super().__init__(env)
        spaces = {"obs": env.observation_space, "mask": MultiBinary(ACTIONS)}
        self.observation_space = Dict(spaces)

    def reset(self, **options: Any) -> tuple[Any, dict[str, Any]]:
        """Begin the next game."""
        seen, info = self.env.reset(**options)
        return {"obs": seen, "mask": info["action_mask"] == 1}, {}

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Play an action."""
        seen, reward, over, cut, info = self.env.step(action)
        return (
            {"obs": seen, "mask": info["action_mask"] == 1},
            float(reward) / POINTS,
            over,
            cut,
            {},
        )


def network() -> Net:
    """Return a network of two layers that tells what each action is worth."""
    return Net(state_shape=(SEEN,), action_shape=ACTIONS, hidden_sizes=[128, 128])


@dataclass(frozen=True)
class Learnt:
    """Plays the action that a saved network thinks worth most."""

    model: str = "gin_tianshou.pt"

    def files(self) -> list[str]:
        """Return the file of the network, for the fingerprint."""
        return [self.model]

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player of a seat."""
        values = network()
        values.load_state_dict(torch.load(self.model))

        def policy(seen: Any, mask: Any) -> Any:
            with torch.no_grad():
                worth = values(seen[None])[0][0]
            return worth.masked_fill(torch.as_tensor(mask) == 0, -torch.inf).argmax()

        return chooser_of(policy, game)


register_player("tianshou", Learnt, GAME)


def train(seconds: float) -> Net:
    """Return a network that has learnt for so long, and print what games were worth."""
    torch.set_num_threads(1)  # so small a network is no quicker on more
    torch.manual_seed(1)
    net = network()
    policy = DiscreteQLearningPolicy(
        model=net,
        action_space=Discrete(ACTIONS),
        observation_space=SeatEnv(GAME).observation_space,
        eps_training=0.1,
    )
    optimizer = AdamOptimizerFactory(lr=5e-4)
    learner = DQN(policy=policy, optim=optimizer, gamma=0.995, target_update_freq=500)
    games = DummyVectorEnv(
        [lambda: Masked(SeatEnv(GAME, seat="any", opponents="greedy", longest=100))] * GAMES
    )
    games.seed(1)
    moves = VectorReplayBuffer(100_000, GAMES)
    collector = Collector(learner, games, moves)
    collector.reset()
    begun, told, played = time.monotonic(), 0, 0
    while (passed := time.monotonic() - begun) < seconds:
        with policy_within_training_step(policy):
            stats = collector.collect(n_step=MOVES)
            for _ in range(UPDATES):
                learner.update(moves, BATCH)
        played += stats.n_collected_steps
        if stats.n_collected_episodes and passed >= told * seconds / 10:
            told += 1
            points = POINTS * stats.returns.mean()
            print(f"{passed:4.0f} s {played:9,} moves {points:+6.1f} points", flush=True)
    return net


def meet_in_the_arena(model: Path, deals: int) -> None:
    """Let what was learnt meet players in the arena, and print by how much it wins."""
    for other, margin in met(f"tianshou(model={model})", OPPONENTS, GAME, deals).items():
        print(f"tianshou against {other}: {margin}, in points a game")


def main() -> None:
    """Train, save, and meet players in the arena."""
    parser = argparse.ArgumentParser(description="Train a policy at gin rummy by Tianshou.")
    parser.add_argument("--minutes", type=float, default=5, help="of training")
    parser.add_argument("--model", type=Path, default=Path("gin_tianshou.pt"), help="where to save")
    parser.add_argument(
        "--deals", type=int, default=200, help="played against each, from both sides"
    )
    asked = parser.parse_args()
    torch.save(train(60 * asked.minutes).state_dict(), asked.model)
    meet_in_the_arena(asked.model, asked.deals)


if __name__ == "__main__":
    main()
