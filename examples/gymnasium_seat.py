"""One seat of gin rummy as a Gymnasium environment, against the rule-based player.

Two policies take the seat. One draws any legal action; the other reads what the seat sees: it takes no
card that others left, throws away its highest card, and knocks as soon as it may.

    python examples/gymnasium_seat.py
    python examples/gymnasium_seat.py --games 50 --opponents greedy

Needs the extra ``rl``: in a clone ``python -m pip install '.[rl]'``.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from math import sqrt
from statistics import fmean, stdev
from typing import Any, TypeAlias

import gymnasium
import numpy as np
from numpy.typing import NDArray

from suitwise.envs import register_envs
from suitwise.fields import places
from suitwise.game import load

Policy: TypeAlias = Callable[[NDArray[np.float32], NDArray[np.int64]], int]
"""Chooses one of the legal actions by what the seat sees."""

HAND = places(load("gin").observation_fields())["hand"]
"""Where the seat's own cards stand in the observation."""
STOCK, PASS, DISCARDS, KNOCKS = 0, 2, 3, 55
"""Numbers of actions, the last two the first of 52 each; docs/observations.md has them all."""


def at_random(seed: int) -> Policy:
    """Return a policy that draws any legal action."""
    rng = np.random.default_rng(seed)
    return lambda seen, legal: int(rng.choice(legal))


def shed(seen: NDArray[np.float32], legal: NDArray[np.int64]) -> int:
    """Knock if that is legal; else take nothing from the pile and discard the highest card."""
    if legal[-1] >= KNOCKS:
        return int(legal[-1])
    for action in (STOCK, PASS):
        if action in legal:
            return action
    held = np.flatnonzero(seen[HAND])
    rank = (held + 1) % 13  # an ace is the last of its suit, and counts least
    return DISCARDS + int(held[rank.argmax()])


def points(env: gymnasium.Env[Any, Any], policy: Policy, games: int, seed: int) -> list[float]:
    """Play some games and return what the seat got of each."""
    got = []
    for number in range(games):
        seen, info = env.reset(seed=seed if number == 0 else None)
        over, reward = False, 0.0
        while not over:
            legal = np.flatnonzero(info["action_mask"])
            seen, step_reward, over, _, info = env.step(policy(seen, legal))
            reward += float(step_reward)
        got.append(reward)
    return got


def main() -> None:
    """Play, and print what each policy got."""
    parser = argparse.ArgumentParser(description="Take a seat of gin rummy.")
    parser.add_argument("--games", type=int, default=200, help="that each policy plays, 2 or more")
    parser.add_argument("--opponents", default="rules", help="who has the other seat, by name")
    parser.add_argument("--seed", type=int, default=7, help="64-bit seed of the deals")
    asked = parser.parse_args()
    register_envs()
    env = gymnasium.make("suitwise/Gin-v0", opponents=asked.opponents, render_mode="ansi")
    for name, policy in (("random", at_random(asked.seed)), ("shed", shed)):
        got = points(env, policy, asked.games, asked.seed)
        error, won = stdev(got) / sqrt(len(got)), sum(value > 0 for value in got)
        told = f"{fmean(got):+.1f} ± {error:.1f} points a game, {won} of {len(got)} won"
        print(f"{name} against {asked.opponents}: {told}")
    print(f"\nthe last game, as seat 0 saw its end:\n{env.render()}")


if __name__ == "__main__":
    main()
