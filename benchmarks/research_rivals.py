"""Steps a second of other frameworks' card games, in the same run as ours.

None of them has our games but gin rummy; beside it stand card games of theirs of about the same kind.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from benchmarks.measuring import rate, seconds
from suitwise.markdown import table

OPEN_SPIEL = ("gin_rummy", "hearts", "leduc_poker")
RLCARD = ("gin-rummy", "bridge", "leduc-holdem")
PETTING_ZOO = ("texas_holdem_v4", "leduc_holdem_v4")
LASTS_S = 1.0
"""How many seconds a rival plays."""


def stepped(env: Any, count: int) -> None:
    """Step a vector environment of ours ``count`` times by random legal actions."""
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
    for name, steps in _rivals():
        theirs, ours = [], []
        for _ in range(runs):
            theirs.append(rate(steps, LASTS_S))
            ours.append(20 * games / seconds(partial(stepped, env, 20), 1))
        ratios = [mine / other for mine, other in zip(ours, theirs, strict=True)]
        figures = (sorted(found)[runs // 2] for found in (theirs, ratios))
        rows.append([name, *(f"{figure:,.0f}" for figure in figures)])
    what = "steps a second, one core, random legal actions"
    return table([what, "theirs", "our gin, times as many"], rows)


def _rivals() -> Iterator[tuple[str, Iterator[int]]]:
    """Yield what can be measured here: a name, and a generator that counts decisions."""
    for name in OPEN_SPIEL:
        yield f"OpenSpiel {name}", _open_spiel(name)
    if find_spec("rlcard"):
        for name in RLCARD:
            yield f"RLCard {name}", _rlcard(name)
        if find_spec("pygame"):
            for name in PETTING_ZOO:
                yield f"PettingZoo {name}", _petting_zoo(name)


def _open_spiel(name: str) -> Iterator[int]:
    """Play at random, with the tensor of the seat on turn, and count the decisions."""
    game = import_module("pyspiel").load_game(name)
    observes = game.get_type().provides_observation_tensor
    tensor = "observation_tensor" if observes else "information_state_tensor"
    rng, state = random.Random(1), game.new_initial_state()
    while True:
        if state.is_terminal():
            state = game.new_initial_state()
        elif state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, odds)[0])
        else:
            getattr(state, tensor)(state.current_player())
            state.apply_action(rng.choice(state.legal_actions()))
            yield 1


def _rlcard(name: str) -> Iterator[int]:
    """Step an environment of RLCard, and count the decisions."""
    env: Any = import_module("rlcard").make(name, config={"seed": 1})
    rng = random.Random(1)
    while True:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            yield 1


def _petting_zoo(name: str) -> Iterator[int]:
    """Step an environment of PettingZoo, and count the decisions."""
    env: Any = import_module(f"pettingzoo.classic.{name}").env()
    env.reset(seed=1)
    while True:
        if not env.agents:
            env.reset()
        seen, _, terminated, truncated, _ = env.last()
        over = terminated or truncated
        mask = None if over else seen["action_mask"]
        env.step(None if over else env.action_space(env.agent_selection).sample(mask))
        yield int(not over)
