"""Train a policy at gin rummy by RLlib's PPO, and let it meet players in the arena.

RLlib makes the compiled vector itself, by its vectorize mode ``vector_entry_point``. Its module that
masks actions looks for the mask in the observation; ``Masked`` puts it there. What was learnt is a
player by the name ``rllib``:

    python examples/train_rllib.py                    # trains for five minutes
    python examples/train_rllib.py --minutes 0.2 --deals 20 --model other

Needs ``ray[rllib]``, PyTorch and the extra ``rl``: in a clone ``python -m pip install 'ray[rllib]' torch
'.[rl]'``.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import ray
import torch
from gymnasium.spaces import Box, Dict
from gymnasium.vector.utils import batch_space
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module import RLModule
from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from suitwise.arena.run import met
from suitwise.envs.sight import chooser_of
from suitwise.envs.vector import BatchVectorEnv
from suitwise.game import Chooser, Game
from suitwise.players.named import register_player

GAME = "gin"
OPPONENTS = "random", "greedy", "rules"
GAMES, MOVES, PASSES, BATCH = 128, 64, 3, 2048
"""Games side by side, moves of each in a round; how often and in what pieces a round is learnt from."""
POINTS = 50
"""That are a reward of 1."""


class Masked(BatchVectorEnv):
    """The compiled vector with the masks in its observations, and rewards of the size of 1."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.single_observation_space: Any = Dict(
            {
                "action_mask": Box(0, 1, (self.steps.batch.actions,), np.int8),
                "observations": self.single_observation_space,
            }
        )
        self.observation_space: Any = batch_space(self.single_observation_space, self.num_envs)

    def reset(self, **options: Any) -> Any:
        """Begin games anew."""
        seen, infos = super().reset(**options)
        return {"action_mask": infos["action_mask"], "observations": seen}, {}

    def step(self, actions: Any) -> Any:
        """Play an action in each game."""
        seen, rewards, over, cut, infos = super().step(actions)
        shown = {"action_mask": infos["action_mask"], "observations": seen}
        return shown, rewards / POINTS, over, cut, {}


def games_of(context: dict[str, Any]) -> Masked:
    """Return as many games as RLlib asks for."""
    return Masked(GAME, context.get("num_envs", 1), seat="any", opponents="greedy", longest=100)


@cache
def loaded(model: str) -> RLModule:
    """Return a saved module."""
    module = RLModule.from_checkpoint(str(Path(model).resolve()))
    assert isinstance(module, RLModule)
    return module


@dataclass(frozen=True)
class Learnt:
    """Plays the action to which a saved module gives the most."""

    model: str = "gin_rllib"

    def files(self) -> list[str]:
        """Return the file of the weights, for the fingerprint."""
        return [str(Path(self.model, "module_state.pkl"))]

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player of a seat."""
        module = loaded(self.model)

        def policy(seen: Any, mask: Any) -> Any:
            shown = {"action_mask": mask, "observations": seen}
            batch = {"obs": {name: torch.as_tensor(one)[None] for name, one in shown.items()}}
            with torch.no_grad():
                return module.forward_inference(batch)["action_dist_inputs"][0].argmax()

        return chooser_of(policy, game)


register_player("rllib", Learnt, GAME)


def train(seconds: float, model: Path) -> None:
    """Save a module that has learnt for so long, and print what games were worth."""
    register_env(GAME, games_of)
    config = (
        PPOConfig()
        .environment(GAME, disable_env_checking=True)
        .env_runners(
            num_env_runners=0,  # one process plays and learns
            num_envs_per_env_runner=GAMES,
            rollout_fragment_length=MOVES,
            gym_env_vectorize_mode="vector_entry_point",
        )
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config=DefaultModelConfig(fcnet_hiddens=[128, 128], fcnet_activation="tanh"),
            )
        )
        .training(
            train_batch_size_per_learner=GAMES * MOVES,
            minibatch_size=BATCH,
            num_epochs=PASSES,
            lr=1e-3,
            gamma=0.995,
            lambda_=0.95,
            entropy_coeff=0.005,
            grad_clip=0.5,
        )
        .debugging(seed=1)
    )
    algorithm = config.build_algo()
    begun, told, passed = time.monotonic(), 0, 0.0
    while passed <= seconds:
        results = algorithm.train()["env_runners"]
        passed = time.monotonic() - begun
        if passed >= told * seconds / 10:
            told += 1
            points = POINTS * results["episode_return_mean"]
            played = int(results["num_env_steps_sampled_lifetime"])
            print(f"{passed:4.0f} s {played:9,} moves {points:+6.1f} points", flush=True)
    algorithm.get_module().save_to_path(str(model.resolve()))
    algorithm.stop()


def meet_in_the_arena(model: Path, deals: int) -> None:
    """Let what was learnt meet players in the arena, and print by how much it wins."""
    for other, margin in met(f"rllib(model={model})", OPPONENTS, GAME, deals).items():
        print(f"rllib against {other}: {margin}, in points a game")


def main() -> None:
    """Train, save, and meet players in the arena."""
    parser = argparse.ArgumentParser(description="Train a policy at gin rummy by RLlib's PPO.")
    parser.add_argument("--minutes", type=float, default=5, help="of training")
    parser.add_argument("--model", type=Path, default=Path("gin_rllib"), help="where to save")
    parser.add_argument(
        "--deals", type=int, default=200, help="played against each, from both sides"
    )
    asked = parser.parse_args()
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    train(60 * asked.minutes, asked.model)
    meet_in_the_arena(asked.model, asked.deals)
    ray.shutdown()


if __name__ == "__main__":
    main()
