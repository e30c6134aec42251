"""A table of Texas 42 as a PettingZoo environment: two partners against two.

All four agents draw their actions at random, but two partners pass whenever they may, and so leave the
bidding to who knows no better. The example prints who wins how many marks, and shows the next hand as
the first to call sees it.

    python examples/pettingzoo_table.py
    python examples/pettingzoo_table.py --hands 50

Needs the extra ``rl``: in a clone ``python -m pip install '.[rl]'``.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from suitwise.envs import env

PARTNERS = ("seat_0", "seat_2")
"""The agents that pass."""
PASS = 42
"""The number of the action; docs/observations.md has them all."""


def choose(agent: str, seen: dict[str, Any], rng: np.random.Generator) -> int:
    """Return a legal action of an agent by what it observes."""
    legal = np.flatnonzero(seen["action_mask"])
    if agent in PARTNERS and PASS in legal:
        return PASS
    return int(rng.choice(legal))


def play(table: Any, rng: np.random.Generator) -> dict[str, float]:
    """Play a hand that has been dealt; return what each agent got."""
    got = dict.fromkeys(table.agents, 0.0)
    for agent in table.agent_iter():
        seen, reward, terminated, truncated, _ = table.last()
        got[agent] += reward
        is_over = terminated or truncated
        table.step(None if is_over else choose(agent, seen, rng))
    return got


def main() -> None:
    """Play, and print who won."""
    parser = argparse.ArgumentParser(description="Let four agents play Texas 42.")
    parser.add_argument("--hands", type=int, default=200, help="that are played")
    parser.add_argument("--seed", type=int, default=7, help="64-bit seed of the deals")
    asked = parser.parse_args()
    table = env("texas42(match=hand)", render_mode="ansi")
    rng = np.random.default_rng(asked.seed)
    marks = dict.fromkeys(table.possible_agents, 0.0)
    for number in range(asked.hands):
        table.reset(seed=asked.seed if number == 0 else None)
        for agent, got in play(table, rng).items():
            marks[agent] += got
    for agent, total in marks.items():
        print(f"{agent} {'passes' if agent in PARTNERS else 'random'}: {total:+.0f} marks")
    table.reset()
    print(f"\nthe next hand:\n{table.render()}")


if __name__ == "__main__":
    main()
