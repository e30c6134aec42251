"""Runs that tests hold, and work of theirs that programs do: without what only tests themselves need.

A test that starts programs has each of their processes import this, and no part of pytest.
"""

from __future__ import annotations

import time

from suitwise import testing
from suitwise.arena import seats
from suitwise.arena.config import Config, Match, Stop
from suitwise.game import load
from suitwise.players.named import named
from tests.arena.sitters import SITTERS

assert testing.Kuhn.name == "kuhn"
assert "slow" in SITTERS
STOP = Stop(width=0.5, least=10, every=7)
CONFIG = Config(
    "x",
    3,
    (
        Match("kuhn", ("random", "mccfr(iterations=9)", "mccfr(iterations=500)"), 400, STOP),
        Match("stacks", ("random", "solver"), 30),
        Match("gin", ("random", "greedy"), 2),
    ),
)
SLOW = Config(
    "x",
    3,
    (
        Match("kuhn", ("random", "slow(ms=5)"), 900, Stop(width=0.3, least=10, every=7)),
        Match("stacks", ("solver", "slow(ms=2)"), 20),
    ),
)
BEYOND = Config(
    "x",
    1,
    (
        Match("kuhn", ("random", "crashing(least=900)"), 400, Stop(width=999.0, least=2, every=1)),
        Match("kuhn", ("random", "slow(ms=0)"), 9),
    ),
)
"""The second player ends its process at deal 2, which the stop makes one too many."""


def dawdle(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def stuck_game(stuck_s: float) -> str:
    """Play a game with a player that is stuck; its process ends so many seconds after its time is up."""
    seats.STUCK_S = stuck_s
    kuhn = load("kuhn")
    players = [named("stuck", kuhn), named("random", kuhn)]
    care = seats.Faults("forfeit", patience=0.05)
    return str(seats.Sitting(players, 1, (0, 1), faults=care).played(kuhn.start(), 1, 0))


def address_of(piece: object) -> str:
    """Return the address of the Ray that this runs on."""
    import ray

    return str(ray.get_runtime_context().gcs_address)
