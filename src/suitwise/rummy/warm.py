"""Small jobs that together compile all machine code of the rummy games, for ``suitwise warm``.

What a job computes does not matter: a kernel is compiled by its first call with arguments of the right
types.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from suitwise.foundation.arrays.compiled import machine
from suitwise.foundation.arrays.cost_dispatch import nothing_plain
from suitwise.game import play
from suitwise.rummy.gin.arrays import batch_of
from suitwise.rummy.gin.game import Gin
from suitwise.rummy.gin.players import evaluation
from suitwise.rummy.gin.players.monte_carlo import MonteCarloGin
from suitwise.rummy.gin.players.net import Trained
from suitwise.rummy.gin.players.rule_based import GinPlayer, GreedyGinPlayer
from suitwise.rummy.gin.rules.deadwood import outlook
from suitwise.rummy.indian.game import Indian
from suitwise.rummy.indian.players.net import Trained as TrainedIndian
from suitwise.rummy.indian.players.rule_based import IndianPlayer
from suitwise.rummy.rami.arrays.stepped import batch_of as rami_batch_of
from suitwise.rummy.rami.game import Rami
from suitwise.rummy.rami.players.monte_carlo import MonteCarloRami
from suitwise.rummy.rami.players.playouts import PlayoutRamiPlayer
from suitwise.rummy.rules.hand import Hand
from suitwise.rummy.rules.rules import SEED
from suitwise.rummy.rummikub.arrays.stepped import batch_of as rummikub_batch_of
from suitwise.rummy.rummikub.game import Rummikub
from suitwise.rummy.rummikub.players.monte_carlo import points_after, worlds_of
from suitwise.rummy.rummikub.rules.tiles import Table, Tiles
from suitwise.rummy.rummikub.rules.turn import USUAL
from suitwise.rummy.rummikub.solve.stages import Ending, stage
from suitwise.rummy.rummikub.solve.turns import best_turn
from suitwise.rummy.solve.arrangement import arrange
from suitwise.rummy.solve.batch import Evaluator, batch_arrangements, batch_deadwood
from suitwise.stepping.records import call_all, games_of

_HAND = "3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H"
_SEED_HAND = Hand.of(_HAND)
_COUNTS = np.array([_SEED_HAND.counts[:52]], np.uint8)
"""The hand as a batch of one."""
_LARGE_POINTS = replace(SEED, points=(*[100] * 12, 7))
"""Rules with so many points that the lookup tables need a wider integer type."""
_BATCHES = (batch_deadwood, batch_arrangements)
_RULE_BASED = (GinPlayer(), GreedyGinPlayer(), MonteCarloGin(10))


def _use_large_points() -> None:
    hand = Hand.of(_HAND, _LARGE_POINTS)
    Evaluator(_LARGE_POINTS).least(hand)
    for batch in _BATCHES:
        batch(_COUNTS, _LARGE_POINTS, threads=1)


def _evaluate_gin_hands() -> None:
    """Call the kernels that evaluate a hand on ten or eleven spades and two unseen hearts."""
    ten, eleven = (1 << 10) - 1, (1 << 11) - 1
    card, unseen, top = 1, 0b11 << 16, 1 << 16
    machine(evaluation.careful_discard)(eleven, eleven, unseen, 0, 1)
    machine(evaluation.wants)(ten, top, 0b11 << 32, 0)
    machine(evaluation.cheapest)(eleven, eleven, unseen, 0)
    machine(evaluation.careful_discard_cost)(ten, card, unseen, 0, 1)
    machine(evaluation.pairs_awaiting)(card, unseen, 0, 1, 0)
    machine(evaluation.lookahead_cost)(ten, card, unseen, 0, 1, 0.5, 0.5, 0)
    machine(outlook)(ten, unseen, 0)


def _play_trained() -> None:
    with nothing_plain():
        play(Gin().start(), Trained(), seed=1)


def _play_rami() -> None:
    state, _ = Rami("romme", deals=1).start().rolled(seed=1, stream=0)
    MonteCarloRami(2)(state)
    PlayoutRamiPlayer()(state)


def _solve_rummikub() -> None:
    """Find a best turn, the steps of a staged one, and what turns are worth in a sampled world."""
    table, rack = Table.parse("r3r4r5"), Tiles.parse("r6 r7 k1")
    best_turn(table, rack)
    stage(table, Tiles(), rack)
    Ending.of(table, Tiles.parse("j"), USUAL, opened=True).following(())
    text = "play 0 | r3r4r5 | k1 r6 r7 / k1 k2 k3 k5 k6 | yes yes | 0 0 / 0 0"
    state = Rummikub().parse(text)
    for world in worlds_of(state, 0, 0, 1):
        points_after(state, None, world)


JOBS: dict[str, Callable[[], object]] = {
    "arrange": lambda: arrange(_SEED_HAND, compiled=True),
    "deadwood": lambda: Evaluator(SEED).least(_SEED_HAND),
    "batches": lambda: [batch(_COUNTS, threads=1) for batch in _BATCHES],
    "gin players": lambda: [play(Gin().start(), player, seed=1) for player in _RULE_BASED],
    "gin net": _play_trained,
    "gin hands": _evaluate_gin_hands,
    "gin steps": lambda: call_all(batch_of(Gin()), "greedy"),
    "large points": _use_large_points,
    "whole deals of gin": lambda: games_of(batch_of(Gin()), 1, [0], 1, [[0, 1]], [[0, 1]]),
    "rami": _play_rami,
    "rami steps": lambda: call_all(rami_batch_of(Rami(deals=1, staged=True)), "playout"),
    "rummikub": _solve_rummikub,
    "rummikub steps": lambda: call_all(rummikub_batch_of(Rummikub(staged=True))),
    "indian players": lambda: play(Indian().start(), IndianPlayer(), seed=1),
    "indian net": lambda: play(Indian().start(), TrainedIndian(), seed=1),
}
"""The jobs, by the parts that they compile."""
