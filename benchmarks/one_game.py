"""One game at a time from Python: moves a second of every game, in turn with OpenSpiel's gin rummy.

Every figure is a process of its own that plays for some seconds of its processor's time
(``benchmarks.one_game_moves``); ours, the rival's and, where asked for, those of another check-out
follow each other, round after round, and ratios are of the same round.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from benchmarks import one_game_moves
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.rows import machine_line
from suitwise.markdown import table

PLAYS_S = 3.0
"""How long a process plays."""
RIVAL = ("gin_rummy", "openspiel")
"""OpenSpiel's gin from Python: the tensor of who is to act, the legal actions, one at random."""
BESIDE_RIVAL = ("state", "seat", "table")
"""The ways that ask for what the rival is asked for."""
MEASURES: tuple[tuple[str, str, str], ...] = (
    ("gin", "state", "state"),
    ("texas42", "state", "state"),
    ("stacks", "state", "state"),
    ("indian13", "state", "state"),
    ("tractor", "state", "state"),
    ("tractor(match=deal)", "random", "`play`, all `random`"),
    ("indian13", "rules", "`play`, all `rules`"),
    ("gin", "rules", "`play`, all `rules`"),
    ("texas42", "rules", "`play`, all `rules`"),
    ("tractor(match=deal)", "rules", "`play`, all `rules`"),
    ("gin", "seat", "Gymnasium"),
    ("gin", "table", "PettingZoo"),
    ("texas42(match=hand)", "seat", "Gymnasium"),
    ("texas42(match=hand)", "table", "PettingZoo"),
    ("texas42", "table", "PettingZoo"),
    ("stacks", "seat", "Gymnasium"),
    ("tractor", "table", "PettingZoo"),
)
"""Game, way, what is done."""


def report(runs: int, before: str | None, say: Callable[[str], None]) -> str:
    """Measure and return a Markdown section.

    Args:
        runs: how often each figure is taken; the median is kept.
        before: the folder ``src`` of another check-out to measure in turn, or None.
        say: told what is being measured.
    """
    rows = []
    for game, way, what in MEASURES:
        say(f"{game}, {way}")
        rows.append([game, what, *_figures(game, way, runs, before)])
    head = ["moves a second, one core", "how", "ours", "games/s"]
    head += ["before", "ratio"] if before else []
    head += ["OpenSpiel gin_rummy", "ratio"] if _has_rival() else []
    filled = [row + ["–"] * (len(head) - len(row)) for row in rows]
    return f"{machine_line()}\n\nMedians of {runs} runs.\n\n{table(head, filled)}"


def _has_rival() -> bool:
    return find_spec("pyspiel") is not None


def _figures(game: str, way: str, runs: int, before: str | None) -> list[str]:
    """Return what a row says of a game: ours, and each of those measured in turn with the ratio."""
    others: list[tuple[str | None, str, str]] = [(before, game, way)] if before else []
    others += [(None, *RIVAL)] if _has_rival() and way in BESIDE_RIVAL else []
    rounds = [
        [_rates(*asked) for asked in ((None, game, way), *others)] for _ in range(runs)
    ]  # of each round: moves and games a second, ours first
    row = [f"{statistics.median(found[0][k] for found in rounds):,.0f}" for k in (0, 1)]
    for place in range(1, len(others) + 1):
        row.append(f"{statistics.median(found[place][0] for found in rounds):,.0f}")
        row.append(f"{statistics.median(found[0][0] / found[place][0] for found in rounds):.2f}")
    return row


def _rates(source: str | None, game: str, way: str) -> tuple[float, float]:
    """Return moves and games a second of a process, by this package or by another check-out's."""
    script = one_game_moves.__file__
    src = source or str(Path(script).parents[2])
    done = subprocess.run(
        [sys.executable, script, game, way, str(PLAYS_S)],
        env={**os.environ, "PYTHONPATH": src},
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise SuitwiseError(f"{game}, {way}: {done.stderr.strip().splitlines()[-1]}")
    moves, games = map(float, done.stdout.split())
    return moves, games
