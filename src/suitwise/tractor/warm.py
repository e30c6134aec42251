"""Small jobs that together compile all machine code of Tractor, for ``suitwise warm``."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from io import BytesIO

from suitwise.foundation.arrays.compiled import machine
from suitwise.foundation.arrays.cost_dispatch import nothing_plain
from suitwise.game import CHANCE
from suitwise.stepping.records import call_all
from suitwise.tractor.arrays import batch as table_batch
from suitwise.tractor.arrays.course import batch_of, whole_of
from suitwise.tractor.arrays.packed import ALL_PLAYED, PLAYED
from suitwise.tractor.arrays.wide import playouts as wide_tables
from suitwise.tractor.game import Tractor
from suitwise.tractor.judge.judge import EXAMPLE
from suitwise.tractor.judge.rounds import judge_stream
from suitwise.tractor.players.monte_carlo import MonteCarlo
from suitwise.tractor.rules.deck import Trump, pile_of
from suitwise.tractor.rules.tables import Table
from suitwise.tractor.rules.wide import contest, services
from suitwise.tractor.solve.solver import solve_records
from suitwise.tractor.solve.workspace import MOST_SOLVED


def _judge_files() -> None:
    game = EXAMPLE.encode() + b"\n"
    rounds = 2
    for batch in judge_stream(BytesIO(b"%d\n" % rounds + rounds * game)):
        batch.answer()


def _play_rounds() -> None:
    rounds = table_batch.deal_rounds(2, seed=1)
    table_batch.outcomes(table_batch.step(rounds, 1))
    table_batch.play_rounds(2, seed=1)


def _resample_worlds() -> None:
    state, _ = Tractor(match="deal").start().rolled(1, 0)
    state.resample(0, 1, 0)


def _play_whole_deals() -> None:
    whole_of(Tractor(match="deal")).games(1, [0], 1, [[0] * 4], [[1] * 4])


def _solve_endings() -> None:
    rounds = table_batch.deal_rounds(1, seed=1, policies=("rules", "rules"))
    while rounds[0, PLAYED] < ALL_PLAYED - 4 * (MOST_SOLVED - 2):  # in the middle of a trick, too
        rounds = table_batch.step(rounds, policies=("rules", "rules"))
    solve_records(rounds, threads=1)


def _rule_on_wide_blocks() -> None:
    cards, place = (1, 0, 0, 0), (0, 0, 1, -1)
    machine(services.follows_as_owed)(array("q", bytes(8 * services.ROOM)), cards, cards)
    trick = array("q", bytes(8 * contest.ROOM))
    machine(contest.takes_over)(trick, cards, place, 0, 1)
    machine(contest.highest_block_top)(trick, cards, place, 1, 1)


def _play_wide_tables() -> None:
    hands = [pile_of(cards) for cards in ("S3H3", "S4H4", "S5H5", "S6H6")]
    table = wide_tables.position(Table(1, 4), Trump("S", "2"), 0, hands)
    with nothing_plain():
        wide_tables.play_out(table, 1)


def _search() -> None:
    player, game = MonteCarlo(worlds=1), Tractor(match="deal", landlord=0)
    state, index = game.start().rolled(1, 0)
    seen = set[str]()
    while "play" not in seen:
        if state.turn == CHANCE:
            state, index = state.rolled(1, 0, index)
            continue
        if state.phase not in seen and len(state.moves()) > 1:
            seen.add(state.phase)
            player.evaluated(state)  # bids, too, which reviews judge
        state = state.after(next(iter(state.moves())))


JOBS: dict[str, Callable[[], object]] = {
    "judge": _judge_files,
    "rounds": _play_rounds,
    "worlds": _resample_worlds,
    "steps": lambda: call_all(batch_of(Tractor(match="deal")), "rules"),
    "whole deals": _play_whole_deals,
    "endings": _solve_endings,
    "wide blocks": _rule_on_wide_blocks,
    "wide tables": _play_wide_tables,
    "search": _search,
}
"""The jobs by name; each compiles the kernels for one purpose."""
