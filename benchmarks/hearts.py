"""What the example game of hearts does in a second, on one core, beside OpenSpiel's hearts in C++.

Deals are played out at random: as objects, a state for each card, deals drawn at once or, as at
OpenSpiel, card by card; and a thousand games stepped in arrays, all seats by the learner or three by a
policy. The measurements take turns.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pyspiel

sys.path.insert(0, str(Path(__file__).parents[1] / "examples" / "hearts"))

from hearts.game import Hearts
from suitwise.foundation.arrays.rows import machine_line
from suitwise.markdown import table
from suitwise.stepping.steps import Steps
from suitwise.tricks import batch_of

GAME = Hearts(points=0, passing="left")
DEALS, ROWS, STEPS = 300, 1000, 100
CARDS_A_DEAL = 64
"""Twelve are passed and 52 played."""
SEATS = 4


def report(runs: int, say: Callable[[str], None]) -> str:
    """Return the table of speeds: the fastest of some runs of each way, which take turns."""
    alone, by_chance, by_rules = (
        Steps(batch_of(GAME), ROWS, seed=7, others=others, autoreset="same", threads=1)
        for others in ("self", "random", "rules")
    )
    theirs = pyspiel.load_game("hearts", {"qs_breaks_hearts": False})
    ways: dict[str, Callable[[], float]] = {
        "objects, deals drawn at once": lambda: DEALS / _timed(_objects, True),
        "objects, dealt card by card": lambda: DEALS / _timed(_objects, False),
        "1,000 games in arrays": lambda: _deals(1) / _timed(_stepped, alone),
        "three seats of each at random": lambda: _deals(SEATS) / _timed(_stepped, by_chance),
        "three seats of each by `rules`": lambda: _deals(SEATS) / _timed(_stepped, by_rules),
        "OpenSpiel's hearts, dealt card by card": lambda: DEALS / _timed(_theirs, theirs),
    }
    for name, measure in ways.items():
        say(name)
        measure()  # compiled, and warm
    found: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(runs):
        for name, measure in ways.items():
            found[name].append(measure())
    rows = [
        [name, f"{max(rates):,.0f}", f"{CARDS_A_DEAL * max(rates):,.0f}"]
        for name, rates in found.items()
    ]
    head = ["one core", "deals a second", "cards passed and played a second"]
    return f"{machine_line()}\n\nFastest of {runs} runs.\n\n{table(head, rows)}"


def _deals(cards_a_step: int) -> float:
    """Return how many deals all steps come to."""
    return ROWS * STEPS * cards_a_step / CARDS_A_DEAL


def _timed(work: Callable[..., None], *given: Any) -> float:
    start = time.perf_counter()
    work(*given)
    return time.perf_counter() - start


def _objects(at_once: bool) -> None:
    rng = Random(1)
    for number in range(DEALS):
        state = GAME.start()
        if at_once:
            state, _ = state.rolled(1, number)
        while moves := state.moves():
            state = state.followed_by(moves[rng.randrange(len(moves))])


def _stepped(steps: Steps) -> None:
    for _ in range(STEPS):
        steps.step(steps.sample())


def _theirs(game: Any) -> None:
    rng = Random(1)
    for _ in range(DEALS):
        state = game.new_initial_state()
        while not state.is_terminal():
            moves = state.legal_actions()
            state.apply_action(moves[rng.randrange(len(moves))])
