"""Small jobs that together compile all machine code of Texas 42, for ``suitwise warm``."""

from __future__ import annotations

from collections.abc import Callable

from suitwise.game import play
from suitwise.stepping.records import call_all, games_of
from suitwise.texas42.arrays.stepped import batch_of
from suitwise.texas42.endgame.game import Endgame
from suitwise.texas42.endgame.solver import EndgameSolver, SetTable
from suitwise.texas42.game import Texas42
from suitwise.texas42.hidden import Knowledge, every_world
from suitwise.texas42.players.monte_carlo import MonteCarlo
from suitwise.texas42.players.rule_based import Texas42Player
from suitwise.texas42.rules.position import Position
from suitwise.texas42.solve.bidding import bidding_table
from suitwise.texas42.solve.move_values import considered
from suitwise.texas42.solve.solver import solve

_HAND = "6-6 6-4 6-1 5-5 5-0 3-3 2-2"


def _solve() -> None:
    solve(Position.parse("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5"))


def _bid() -> None:
    bidding_table(_HAND, worlds=2)
    considered(1)
    next(every_world(Knowledge(0, 1, pack=15)))


def _bid_blind() -> None:
    bidding_table(_HAND, worlds=2, blind=True)


def _play_rule_based() -> None:
    play(Texas42(match="hand", forced=True).start(), Texas42Player(), seed=1)


def _play_monte_carlo() -> None:
    player = MonteCarlo(worlds=20)
    play(Texas42(match="hand", forced=True).start(), player, seed=1)


def _solve_endgames() -> None:
    EndgameSolver(Endgame(), seed=1, width=16).run(1)
    table = SetTable(on_gpu=False)
    for more in (1, 1 << 20):  # the second time it grows
        table.with_room(more)


def _play_whole_hands() -> None:
    games = batch_of(Texas42(match="hand"))
    games_of(games, 1, [0], 1, [[0, 1, 2, 3]], [[0, 1, 0, 1]])


JOBS: dict[str, Callable[[], object]] = {
    "solve": _solve,
    "bid": _bid,
    "blind bids": _bid_blind,
    "players": _play_rule_based,
    "likely worlds": _play_monte_carlo,
    "endgames": _solve_endgames,
    "steps": lambda: call_all(batch_of(Texas42(match="hand")), "rules"),
    "whole games": _play_whole_hands,
}
"""The jobs, by the parts that they compile."""
