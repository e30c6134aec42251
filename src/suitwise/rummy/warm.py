"""Jobs that together compile all machine code of two-deck rummy, for ``suitwise warm``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from suitwise.foundation.arrays.compiled import machine
from suitwise.foundation.arrays.cost_dispatch import nothing_plain
from suitwise.game import play
from suitwise.rummy.gin.arrays import batch_of
from suitwise.rummy.gin.game import Gin
from suitwise.rummy.gin.players.evaluation import (
    careful_discard,
    careful_discard_cost,
    cheapest,
    lookahead_cost,
    pairs_awaiting,
    wants,
)
from suitwise.rummy.gin.players.monte_carlo import MonteCarloGin
from suitwise.rummy.gin.players.net import Trained
from suitwise.rummy.gin.players.rule_based import GinPlayer, GreedyGinPlayer
from suitwise.rummy.gin.rules.deadwood import outlook
from suitwise.rummy.indian.game import Indian
from suitwise.rummy.indian.players.rule_based import IndianPlayer
from suitwise.rummy.rami.arrays.stepped import batch_of as rami_batch_of
from suitwise.rummy.rami.game import Rami
from suitwise.rummy.rami.players.monte_carlo import MonteCarloRami
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

_HAND = Hand.of("3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H")


def _play_trained() -> None:
    with nothing_plain():
        play(Gin().start(), Trained(), seed=1)


def _play_rami() -> None:
    state, _ = Rami("romme", deals=1).start().rolled(seed=1, stream=0)
    MonteCarloRami(2)(state)


def _play_rummikub() -> None:
    table, rack = Table.parse("r3r4r5"), Tiles.parse("r6 r7 k1")
    best_turn(table, rack)
    stage(table, Tiles(), rack)
    Ending.of(table, Tiles.parse("j"), USUAL, opened=True).following(())
    text = "play 0 | r3r4r5 | k1 r6 r7 / k1 k2 k3 k5 k6 | yes yes | 0 0 / 0 0"
    state = Rummikub().parse(text)
    for world in worlds_of(state, 0, 0, 1):
        points_after(state, None, world)


def _judge_hands() -> None:
    machine(careful_discard)(0b111_1111_1111, 0b111_1111_1111, 0b11 << 16, 0, 1)
    machine(wants)(0b11_1111_1111, 1 << 16, 0b11 << 32, 0)
    machine(cheapest)(0b111_1111_1111, 0b111_1111_1111, 0b11 << 16, 0)
    machine(careful_discard_cost)(0b11_1111_1111, 1, 0b11 << 16, 0, 1)
    machine(pairs_awaiting)(1, 0b11 << 16, 0, 1, 0)
    machine(lookahead_cost)(0b11_1111_1111, 1, 0b11 << 16, 0, 1, 0.5, 0.5, 0)
    machine(outlook)(0b11_1111_1111, 0b11 << 16, 0)


def _judge_with_large_points() -> None:
    hand = Hand.of("3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H", _LARGE_POINTS)
    Evaluator(_LARGE_POINTS).least(hand)
    for batch in _BATCHES:
        batch(_HANDS, _LARGE_POINTS, threads=1)


_LARGE_POINTS = replace(SEED, points=(*[100] * 12, 7))
"""Rules whose points fill larger tables."""


_HANDS = np.array([_HAND.counts[:52]], np.uint8)
_BATCHES = (batch_deadwood, batch_arrangements)
_RULE_BASED = (GinPlayer(), GreedyGinPlayer(), MonteCarloGin(10))


JOBS: dict[str, Callable[[], object]] = {
    "arrange": lambda: arrange(_HAND, compiled=True),
    "deadwood": lambda: Evaluator(SEED).least(_HAND),
    "batches": lambda: [batch(_HANDS, threads=1) for batch in _BATCHES],
    "gin players": lambda: [play(Gin().start(), player, seed=1) for player in _RULE_BASED],
    "gin net": _play_trained,
    "gin hands": _judge_hands,
    "gin steps": lambda: call_all(batch_of(Gin()), "greedy"),
    "large points": _judge_with_large_points,
    "whole deals of gin": lambda: games_of(batch_of(Gin()), 1, [0], 1, [[0, 1]], [[0, 1]]),
    "rami": _play_rami,
    "rami steps": lambda: call_all(rami_batch_of(Rami(deals=1, staged=True)), "random"),
    "rummikub": _play_rummikub,
    "rummikub steps": lambda: call_all(rummikub_batch_of(Rummikub(staged=True))),
    "indian players": lambda: play(Indian().start(), IndianPlayer(), seed=1),
}
"""The jobs, by what they compile."""
