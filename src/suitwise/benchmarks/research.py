"""The faces for research: steps a second of every environment, games a second of the arena.

A step is one action of the learner and all that follows up to its next turn, with the observation and
the mask of legal actions written out. In self-play that is one move; against random opponents it is a
move of every seat. The rivals (``research_rivals``) are driven as their own examples do: the legal
actions asked for, one drawn at random, the game stepped by it.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeAlias

from suitwise.benchmarks import seconds
from suitwise.benchmarks.research_rivals import beside_rivals, stepped
from suitwise.foundation.arrays.cores import available_cores, machine_line
from suitwise.markdown import table

SINGLE_S = 1.0
"""An environment of a single game is stepped for so long."""
ARENA = (
    ("gin", 720),
    ("indian13", 480),
    ("stacks", 12_000),
    ("texas42(match=hand)", 2400),
    ("tractor(match=deal)", 144),
)
"""Games that the arena plays, and how many of them."""
RULED = {"stacks": "solver"}
"""Who plays by knowledge where no player is called ``rules``."""


def report(games: int, runs: int, say: Callable[[str], None]) -> str:
    """Measure and return a Markdown section.

    Args:
        games: how many games stand side by side.
        runs: how often each figure is taken; the median is kept.
        say: told what is being measured.
    """
    parts = [f"{machine_line()}; {_versions()}", f"Medians of {runs} runs."]
    say("vector environments")
    parts.append(_vectors(games, runs))
    say("environments of a single game")
    parts.append(_singles())
    say("rivals")
    if find_spec("pyspiel"):
        parts.append(beside_rivals(games, runs))
    say("arena")
    parts.append(_arena())
    return "\n\n".join(parts)


def _versions() -> str:
    from importlib.metadata import version

    names = ("gymnasium", "pettingzoo", "open_spiel", "rlcard")
    found = [name for name in names if find_spec("pyspiel" if name == "open_spiel" else name)]
    return ", ".join(f"{name} {version(name)}" for name in found)


# --- Many games side by side ----------------------------------------------------------------------


def _vectors(games: int, runs: int) -> str:
    """Time the vector environments on one core and on all, actions drawn included."""
    from suitwise.envs.registered import BATCHED
    from suitwise.envs.vector import BatchVectorEnv, batch_of

    rows = []
    for name, game in BATCHED.items():
        policies = batch_of(game).policies
        ways: list[Any] = ["self", *policies] if batch_of(game).options[0] > 1 else ["self"]
        for opponents in ways:
            row = [name, opponents]
            for threads in (1, 0):
                env = BatchVectorEnv(game, games, opponents=opponents, threads=threads)
                env.reset(seed=1)
                stepped(env, 60)  # games of all ages side by side
                row.append(_millions(20 * games, seconds(partial(stepped, env, 20), runs)))
            rows.append(row)
    head = [
        f"steps a second, {games:,} games",
        "opponents",
        "one core",
        f"{available_cores()} cores",
    ]
    return table(head, rows)


def _millions(number: int, took: float) -> str:
    return f"{number / took / 1e6:.2f} M"


# --- One game at a time -----------------------------------------------------------------------------


def _singles() -> str:
    """Time the environments of a single game, by random legal actions."""
    from suitwise.envs.registered import ENVS

    rows = []
    for name, game in ENVS.items():
        rows.append([name, _rate(partial(_seat_steps, game)), _rate(partial(_table_steps, game))])
    return table(["steps a second, one game", "Gymnasium seat", "PettingZoo table"], rows)


def _rate(steps: Callable[[float], int]) -> str:
    """Return how many steps a second are made."""
    start = time.perf_counter()
    count = steps(start + SINGLE_S)
    return f"{count / (time.perf_counter() - start):,.0f}" if count else "–"


def _seat_steps(game: str, until: float) -> int:
    """Step a single seat until a time; return how often."""
    from suitwise.envs.seat import SeatEnv

    env, count = SeatEnv(game), 0
    _, info = env.reset(seed=1)
    while time.perf_counter() < until:
        action = env.action_space.sample(mask=info["action_mask"])
        _, _, terminated, truncated, info = env.step(action)
        count += 1
        if terminated or truncated:
            _, info = env.reset()
    return count


def _table_steps(game: str, until: float) -> int:
    """Step a whole table until a time; return how often, 0 where one seat is no table."""
    from suitwise.envs.table import raw_env
    from suitwise.game import load

    if load(game).facts.seats < 2:
        return 0
    table_env, count = raw_env(game), 0
    table_env.reset(seed=1)
    while time.perf_counter() < until:
        if not table_env.agents:
            table_env.reset()
        agent = table_env.agent_selection
        seen, _, terminated, truncated, _ = table_env.last()
        over = terminated or truncated
        mask = None if over else seen["action_mask"]
        table_env.step(None if over else table_env.action_space(agent).sample(mask))
        count += not over
    return count


# --- The arena --------------------------------------------------------------------------------------


def _arena() -> str:
    """Time matches and self-play on one process and on as many as there are cores."""
    rows = []
    for game, deals in ARENA:
        ruled = RULED.get(game, "rules")
        tasks: list[tuple[str, Callable[[int, Told], object]]] = [
            ("self-play: random", partial(_self_play, game, "random", 2 * deals)),
            (f"self-play: {ruled}", partial(_self_play, game, ruled, deals)),
            (f"match: random – {ruled}", partial(_match, game, ["random", ruled], deals // 2)),
        ]
        for name, task in tasks:
            one, all_cores = (_games_a_second(task, w) for w in (1, available_cores()))
            rows.append([game, name, f"{one:,.1f}", f"{all_cores:,.1f}", f"{all_cores / one:.2f}"])
    head = ["arena", "players", "games/s, one process", f"{available_cores()} processes", "ratio"]
    return table(head, rows)


Told: TypeAlias = Callable[[int, int], object]
"""Told how many games of how many are there."""


def _games_a_second(task: Callable[[int, Told], object], workers: int) -> float:
    """Return the games a second between the first results and the last.

    Starting processes and loading machine code is not what is asked for.
    """
    told: list[tuple[float, int]] = []
    task(workers, lambda done, total: told.append((time.perf_counter(), done)))
    first = next(place for place, (_, done) in enumerate(told) if done)
    (begun, before), (last, done) = told[first], told[-1]
    return (done - before) / (last - begun)


def _match(game: str, players: list[str], deals: int, workers: int, told: Told) -> None:
    """Play a match of so many mirrored deals."""
    from suitwise.arena.config import Config
    from suitwise.arena.run import run

    match = {"game": game, "players": players, "deals": deals}
    with tempfile.TemporaryDirectory() as folder:
        run(Config.from_json({"match": [match]}), Path(folder), workers, progress=told)


def _self_play(game: str, player: str, games: int, workers: int, told: Told) -> None:
    """Make a data set of so many games, all seats played by one player."""
    from suitwise.arena.data import make_data

    kind = f"selfplay(game={game},players={player})"
    with tempfile.TemporaryDirectory() as folder:
        make_data(
            kind, Path(folder), games, shard_size=-(-games // 48), workers=workers, progress=told
        )
