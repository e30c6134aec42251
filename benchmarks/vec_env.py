"""Steps a second of Stable-Baselines3's vectors: games in arrays beside a Python game each.

    python benchmarks/vec_env.py

Both are stepped by turns, three times each, with 64 games and any legal action of each, the masks asked
for as MaskablePPO does; the median is printed, and the range.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from sb3_contrib.common.maskable.utils import get_action_masks
from stable_baselines3.common.vec_env import DummyVecEnv

from suitwise.envs.sb3 import make_vec_env
from suitwise.envs.seat import SeatEnv
from suitwise.foundation.arrays.rows import machine_line

GAMES = {"gin": "greedy", "texas42(match=hand)": "rules", "stacks": "random"}
COUNT, SECONDS, ROUNDS = 64, 2.0, 3


def rate(envs: Any) -> float:
    """Return how many steps a second are made, of all games together."""
    rng, made = np.random.default_rng(0), 0
    begun = time.perf_counter()
    while (passed := time.perf_counter() - begun) < SECONDS:
        masks = get_action_masks(envs)
        envs.step((masks * rng.random(masks.shape)).argmax(axis=1))
        made += COUNT
    return made / passed


def told(rates: list[float]) -> str:
    """Return the median and the range."""
    return f"{np.median(rates):9,.0f} ({min(rates):,.0f} to {max(rates):,.0f})"


def main() -> None:
    """Measure and print."""
    print(machine_line())
    for game, opponents in GAMES.items():
        arrays = make_vec_env(game, COUNT, seed=1, opponents=opponents)
        objects = DummyVecEnv([lambda g=game, o=opponents: SeatEnv(g, opponents=o)] * COUNT)
        objects.seed(1)
        rates: list[list[float]] = [[], []]
        for envs in (arrays, objects):
            envs.reset()
            envs.step(get_action_masks(envs).argmax(axis=1))  # compiles what is not there yet
        for _ in range(ROUNDS):
            for envs, those in zip((arrays, objects), rates, strict=True):
                those.append(rate(envs))
        print(f"{game} against {opponents}: {told(rates[0])}, DummyVecEnv {told(rates[1])}")


if __name__ == "__main__":
    main()
