"""Train sb3-contrib's MaskablePPO at gin, 42 or Tractor, and let the model meet players in the arena.

It plays single deals, 256 side by side, by compiled rules: of gin against ``greedy``; of 42 whole hands
of a side against ``rules``, bids included; of Tractor the cards of a side, against ``rules``, which bids
and buries for all. The model is saved, and from then on it is a player as any other, by the name
``ppo``:

    python examples/train_maskable_ppo.py                    # trains for five minutes
    python examples/train_maskable_ppo.py --game texas42
    python examples/train_maskable_ppo.py --game tractor
    python examples/train_maskable_ppo.py --minutes 0.2 --deals 20 --model other.zip

Needs the extra ``sb3``: in a clone ``python -m pip install '.[sb3]'``.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecMonitor, VecNormalize

from suitwise.arena.run import met
from suitwise.envs.sb3 import MaskablePlayer, make_vec_env
from suitwise.players.named import register_player


class Task(NamedTuple):
    """What is learnt, and whom the model meets then."""

    game: str
    learns: dict[str, Any]
    meets: tuple[str, ...]
    unit: str


TASKS = {
    # Two that take each other's discards would play gin for ever.
    "gin": Task(
        "gin",
        {"seat": "any", "opponents": "greedy", "longest": 100},
        ("random", "greedy", "rules"),
        "points",
    ),
    # In the arena the model has both seats of a side, too.
    "texas42": Task(
        "texas42(match=hand)", {"seat": (0, 2), "opponents": "rules"}, ("random", "rules"), "marks"
    ),
    "tractor": Task(
        "tractor(match=deal)", {"seat": (0, 2), "opponents": "rules"}, ("random", "rules"), "levels"
    ),
}
GAMES, MOVES = 256, 64
"""Side by side, and of each before the model learns from them."""
DISCOUNT = 0.995


@dataclass(frozen=True)
class Ppo(MaskablePlayer):
    """A model of this script as a player; its fingerprint tells this file and the model's."""

    model: str = "gin_ppo.zip"


register_player("ppo", Ppo, *TASKS)


class Clock(BaseCallback):  # type: ignore[misc]
    """Ends learning with the round in which the time is over; tells what games were worth.

    Args:
        seconds: how long.
        unit: what games are worth so many of.
        tells: how often it prints a line.
    """

    def __init__(self, seconds: float, unit: str, tells: int = 10) -> None:
        super().__init__()
        self.seconds, self.unit, self.tells = seconds, unit, tells

    def _on_training_start(self) -> None:
        self.begun, self.told, self.goes_on = time.monotonic(), 0, True

    def _on_step(self) -> bool:
        return self.goes_on

    def _on_rollout_end(self) -> None:
        passed, games = time.monotonic() - self.begun, self.model.ep_info_buffer
        self.goes_on = passed < self.seconds
        if games and passed >= self.told * self.seconds / self.tells:
            self.told += 1
            worth = f"{fmean(game['r'] for game in games):+6.1f} {self.unit}"
            print(f"{passed:4.0f} s {self.num_timesteps:9,} moves {worth}", flush=True)


def train(task: Task, seconds: float, seed: int = 1) -> MaskablePPO:
    """Return a model that has learnt for so long."""
    torch.set_num_threads(1)  # so small a network is no quicker on more
    games = make_vec_env(task.game, GAMES, seed, **task.learns)
    # Games of gin are worth a hundred points and more: the critic learns from rewards of the size of 1.
    scaled = VecNormalize(VecMonitor(games), norm_obs=False, gamma=DISCOUNT)
    model = MaskablePPO(
        "MlpPolicy",
        scaled,
        seed=seed,
        n_steps=MOVES,
        batch_size=2048,
        n_epochs=3,
        learning_rate=1e-3,
        gamma=DISCOUNT,
        ent_coef=0.005,
        policy_kwargs={"net_arch": [128, 128]},
        stats_window_size=1000,
    )
    return model.learn(10**9, callback=Clock(seconds, task.unit))


def meet_in_the_arena(task: Task, model: Path, deals: int) -> None:
    """Let the model meet players in the arena, and print by how much it wins."""
    for other, margin in met(f"ppo(model={model})", task.meets, task.game, deals).items():
        print(f"ppo against {other}: {margin}, in {task.unit} a game")


def main() -> None:
    """Train, save, and meet players in the arena."""
    parser = argparse.ArgumentParser(description="Train MaskablePPO at gin, 42 or Tractor.")
    parser.add_argument("--game", choices=TASKS, default="gin", help="what is learnt")
    parser.add_argument("--minutes", type=float, default=5, help="of training")
    parser.add_argument("--model", type=Path, help="where to save it, GAME_ppo.zip unless told")
    parser.add_argument(
        "--deals", type=int, default=200, help="played against each, from both sides"
    )
    asked = parser.parse_args()
    task, model = TASKS[asked.game], asked.model or Path(f"{asked.game}_ppo")
    model = model.with_suffix(".zip")  # which Stable-Baselines3 would append
    train(task, 60 * asked.minutes).save(model)
    meet_in_the_arena(task, model, asked.deals)


if __name__ == "__main__":
    main()
