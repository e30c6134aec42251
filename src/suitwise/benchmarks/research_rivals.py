"""Steps a second of other frameworks' card games, in the same run as ours.

None of them has our games but gin rummy; beside it stand card games of theirs of about the same kind.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from suitwise.benchmarks import seconds
from suitwise.markdown import table

OPEN_SPIEL = ("gin_rummy", "hearts", "leduc_poker")
RLCARD = ("gin-rummy", "bridge", "leduc-holdem")
PETTING_ZOO = ("texas_holdem_v4", "leduc_holdem_v4")
LASTS_S = 1.0
"""A rival plays for so long."""


def stepped(env: Any, count: int) -> None:
    """Step a vector environment of ours so often by random legal actions."""
    for _ in range(count):
        env.step(env.steps.sample())


def beside_rivals(games: int, runs: int) -> str:
    """Return the rivals' rates, each with what our gin does beside it.

    Args:
        games: how many of our games stand side by side.
        runs: how often each figure is taken, in turn with ours; the median is kept.
    """
    from suitwise.envs.vector import BatchVectorEnv

    env = BatchVectorEnv("gin", games, opponents="self")
    env.reset(seed=1)
    stepped(env, 60)
    rows = []
    for name, play in _rivals():
        theirs, ours = [], []
        for _ in range(runs):
            theirs.append(_rate(play))
            ours.append(20 * games / seconds(partial(stepped, env, 20), 1))
        median = sorted(theirs)[runs // 2], sorted(ours)[runs // 2]
        ratio = sorted(mine / other for mine, other in zip(ours, theirs, strict=True))[runs // 2]
        rows.append([name, f"{median[0]:,.0f}", f"{median[1]:,.0f}", f"{ratio:,.0f}"])
    head = [
        "steps a second, one core, random legal actions",
        "theirs",
        "our gin, self-play",
        "ratio",
    ]
    return table(head, rows)


def _rivals() -> list[tuple[str, Callable[[float], int]]]:
    """Return what can be measured here: a name, and what steps until a time."""
    found: list[tuple[str, Callable[[float], int]]] = [
        (f"OpenSpiel {name}, from Python", partial(_open_spiel, name)) for name in OPEN_SPIEL
    ]
    if find_spec("rlcard"):
        found += [(f"RLCard {name}", partial(_rlcard, name)) for name in RLCARD]
        if find_spec("pygame"):
            found += [(f"PettingZoo {name}", partial(_petting_zoo, name)) for name in PETTING_ZOO]
    return found


def _rate(play: Callable[[float], int]) -> float:
    start = time.perf_counter()
    count = play(start + LASTS_S)
    return count / (time.perf_counter() - start)


def _open_spiel(name: str, until: float) -> int:
    """Play at random until a time, with the tensor of who is to act, and count the decisions."""
    game = import_module("pyspiel").load_game(name)
    has_observations = game.get_type().provides_observation_tensor
    rng, count = random.Random(1), 0
    state = game.new_initial_state()
    while time.perf_counter() < until:
        if state.is_terminal():
            state = game.new_initial_state()
        elif state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, odds)[0])
        else:
            seat = state.current_player()
            if has_observations:
                state.observation_tensor(seat)
            else:
                state.information_state_tensor(seat)
            state.apply_action(rng.choice(state.legal_actions()))
            count += 1
    return count


def _rlcard(name: str, until: float) -> int:
    """Step an environment of RLCard until a time, and count the decisions."""
    env: Any = import_module("rlcard").make(name, config={"seed": 1})
    rng, count = random.Random(1), 0
    state, _ = env.reset()
    while time.perf_counter() < until:
        state, _ = env.step(rng.choice(list(state["legal_actions"])))
        count += 1
        if env.is_over():
            state, _ = env.reset()
    return count


def _petting_zoo(name: str, until: float) -> int:
    """Step an environment of PettingZoo until a time, and count the decisions."""
    env: Any = import_module(f"pettingzoo.classic.{name}").env()
    count = 0
    env.reset(seed=1)
    while time.perf_counter() < until:
        if not env.agents:
            env.reset()
        seen, _, terminated, truncated, _ = env.last()
        over = terminated or truncated
        mask = None if over else seen["action_mask"]
        env.step(None if over else env.action_space(env.agent_selection).sample(mask))
        count += not over
    return count
