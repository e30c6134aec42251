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

from benchmarks.measuring import Parts, measured, millions, seconds
from benchmarks.research_gpu import on_gpu
from benchmarks.research_rivals import beside_rivals, stepped
from suitwise.foundation.arrays.cuda import cuda_available
from suitwise.foundation.arrays.rows import available_cores, machine_line
from suitwise.markdown import table

ARENA = (
    ("gin", "rules", 48_000),
    ("indian13", "rules", 480),
    ("stacks", "solver", 12_000),
    ("texas42(match=hand)", "rules", 96_000),
    ("tractor(match=deal)", "rules", 48_000),
)
"""Games that the arena plays, by whom beside ``random``, and how many of them."""


def report(games: int, runs: int, say: Callable[[str], None]) -> str:
    """Measure and return a Markdown section.

    Args:
        games: how many games stand side by side.
        runs: how often each figure is taken; the median is kept.
        say: called with the name of each part before it is measured.
    """
    parts: Parts = {
        "vector environments": partial(_vectors, games, runs),
        "rivals": partial(beside_rivals, games, runs) if find_spec("pyspiel") else str,
        "arena": _arena,
    }
    if cuda_available():
        parts["vector environments on the GPU"] = partial(on_gpu, games, runs)
    head = f"{machine_line()}; {_versions()}", f"Medians of {runs} runs."
    return "\n\n".join(filter(None, [*head, *measured(say, parts)]))


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
                row.append(millions(20 * games, seconds(partial(stepped, env, 20), runs)))
            rows.append(row)
    cores = f"{available_cores()} cores"
    return table([f"steps a second, {games:,} games", "opponents", "one core", cores], rows)


# --- The arena --------------------------------------------------------------------------------------


def _arena() -> str:
    """Time matches and self-play on one process and on as many as there are cores."""
    rows: list[list[str]] = []
    for game, rule_based, deals in ARENA:
        tasks: list[tuple[str, Callable[[int, Told], object]]] = [
            (f"self-play: {rule_based}", partial(_self_play, game, rule_based, deals)),
            (
                f"match: random – {rule_based}",
                partial(_match, game, ["random", rule_based], deals // 2),
            ),
        ]
        for name, task in tasks:
            one, all_cores = (_games_a_second(task, w) for w in (1, available_cores()))
            rows.append([game, name, f"{one:,.1f}", f"{all_cores:,.1f}"])
    head = ["arena", "players", "games/s, one process", f"{available_cores()} processes"]
    return table(head, rows)


Told: TypeAlias = Callable[[int, int], object]
"""Told how many games of how many are there."""


def _games_a_second(task: Callable[[int, Told], object], workers: int) -> float:
    """Return the games a second between the first results and the last.

    Starting processes and loading machine code do not count.
    """
    told: list[tuple[float, int]] = []
    task(workers, lambda done, total: told.append((time.perf_counter(), done)))
    first = next(place for place, (_, done) in enumerate(told) if done)
    (begun, before), (last, done) = told[first], told[-1]
    return (done - before) / (last - begun)


def _match(game: str, players: list[str], deals: int, workers: int, told: Told) -> None:
    """Play a match of ``deals`` mirrored deals."""
    from suitwise.arena.config import Config
    from suitwise.arena.run import run

    match = {"game": game, "players": players, "deals": deals}
    with tempfile.TemporaryDirectory() as folder:
        run(Config.from_json({"match": [match]}), Path(folder), workers, progress=told)


def _self_play(game: str, player: str, games: int, workers: int, told: Told) -> None:
    """Make a data set of ``games`` games, all seats played by one player."""
    from suitwise.arena.data import make_data

    kind = f"selfplay(game={game},players={player})"
    with tempfile.TemporaryDirectory() as folder:
        size = -(-games // 48)
        make_data(kind, Path(folder), games, shard_size=size, workers=workers, progress=told)
