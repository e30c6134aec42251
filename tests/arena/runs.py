"""Small runs for the tests of what is made of results."""

from __future__ import annotations

from pathlib import Path

from suitwise import testing
from suitwise.arena.config import Config, Match
from suitwise.arena.run import run

assert testing.Kuhn.name == "kuhn"  # importing it makes the game known

SMALL = Config(
    "small",
    11,
    (
        Match("kuhn", ("random", "mccfr(iterations=50)", "mccfr(iterations=500)"), 30),
        Match("stacks(stacks=3,height=3)", ("random", "solver"), 20),
        Match("texas42(match=hand)", ("random", "rules"), 3),
        Match("indian13(seats=3,draws=30)", ("random", "greedy"), 2),
    ),
)
GAMES = 3 * 30 * 2 + 20 * 2 + 3 * 2 + 2 * 6


def played(folder: Path, config: Config = SMALL) -> Path:
    """Play a config in a folder, and return it."""
    run(config, folder)
    return folder
