"""Train a policy at gin rummy by TorchRL's PPO, and let it meet players in the arena.

The compiled vector is TorchRL's environment as it comes: ``GymWrapper`` reads the masks out of its
infos, ``MaskedCategorical`` draws legal actions alone. What was learnt is a player by the name
``torchrl``:

    python examples/train_torchrl.py                    # trains for five minutes
    python examples/train_torchrl.py --minutes 0.2 --deals 20 --model other.pt

Needs ``torchrl`` and the extra ``rl``: in a clone ``python -m pip install torchrl '.[rl]'``.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import DTypeCastTransform, GymWrapper, RewardScaling, TransformedEnv
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from suitwise.arena.run import met
from suitwise.envs.sight import chooser_of
from suitwise.envs.vector import BatchVectorEnv
from suitwise.game import Chooser, Game
from suitwise.players.named import register_player

GAME = "gin"
SEEN, ACTIONS = 381, 107
OPPONENTS = "random", "greedy", "rules"
GAMES, MOVES, PASSES, BATCH = 256, 64, 3, 2048
"""Games side by side, moves of each in a round; how often and in what pieces a round is learnt from."""
POINTS = 50
"""That are a reward of 1."""


def network(outputs: int) -> nn.Sequential:
    """Return a network of two layers that reads an observation."""
    return nn.Sequential(
        nn.Linear(SEEN, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh(), nn.Linear(128, outputs)
    )


@dataclass(frozen=True)
class Learnt:
    """Plays the action to which a saved network gives the most."""

    model: str = "gin_torchrl.pt"

    def files(self) -> list[str]:
        """Return the file of the network, for the fingerprint."""
        return [self.model]

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player of a seat."""
        logits = network(ACTIONS)
        logits.load_state_dict(torch.load(self.model))

        def policy(seen: Any, mask: Any) -> Any:
            with torch.no_grad():
                worth = logits(torch.as_tensor(seen))
            return worth.masked_fill(torch.as_tensor(mask) == 0, -torch.inf).argmax()

        return chooser_of(policy, game)


register_player("torchrl", Learnt, GAME)


def train(seconds: float) -> nn.Sequential:
    """Return a network that has learnt for so long, and print what games were worth."""
    torch.set_num_threads(1)  # so small a network is no quicker on more
    torch.manual_seed(1)
    games = BatchVectorEnv(
        GAME, GAMES, seat="any", opponents="greedy", longest=100, autoreset_mode="SameStep"
    )
    wrapped = GymWrapper(games, categorical_action_encoding=True)
    envs = TransformedEnv(wrapped, RewardScaling(0, 1 / POINTS))
    envs.append_transform(DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"]))
    logits, critic = network(ACTIONS), ValueOperator(network(1))
    actor = ProbabilisticActor(
        TensorDictModule(logits, ["observation"], ["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    advantage = GAE(gamma=0.995, lmbda=0.95, value_network=critic, average_gae=True)
    loss = ClipPPOLoss(actor, critic, entropy_coeff=0.005, clip_epsilon=0.2)
    steps = torch.optim.Adam(loss.parameters(), lr=1e-3)
    begun, told, played = time.monotonic(), 0, 0
    for seen in Collector(envs, actor, frames_per_batch=GAMES * MOVES, total_frames=-1):
        passed, played = time.monotonic() - begun, played + seen.numel()
        over = seen["next", "done"]
        if over.any() and passed >= told * seconds / 10:
            told += 1
            points = POINTS * seen["next", "reward"][over].mean()
            print(f"{passed:4.0f} s {played:9,} moves {points:+6.1f} points", flush=True)
        if passed > seconds:
            break
        for _ in range(PASSES):
            advantage(seen)
            flat = seen.reshape(-1)
            for some in torch.randperm(len(flat)).split(BATCH):
                parts = loss(flat[some])
                total = parts["loss_objective"] + parts["loss_critic"] + parts["loss_entropy"]
                steps.zero_grad()
                total.backward()
                nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
                steps.step()
    return logits


def meet_in_the_arena(model: Path, deals: int) -> None:
    """Let what was learnt meet players in the arena, and print by how much it wins."""
    for other, margin in met(f"torchrl(model={model})", OPPONENTS, GAME, deals).items():
        print(f"torchrl against {other}: {margin}, in points a game")


def main() -> None:
    """Train, save, and meet players in the arena."""
    parser = argparse.ArgumentParser(description="Train a policy at gin rummy by TorchRL.")
    parser.add_argument("--minutes", type=float, default=5, help="of training")
    parser.add_argument("--model", type=Path, default=Path("gin_torchrl.pt"), help="where to save")
    parser.add_argument(
        "--deals", type=int, default=200, help="played against each, from both sides"
    )
    asked = parser.parse_args()
    torch.save(train(60 * asked.minutes).state_dict(), asked.model)
    meet_in_the_arena(asked.model, asked.deals)


if __name__ == "__main__":
    main()
