"""Small jobs that between them need all machine code of two-deck rummy, for ``suitwise warm``."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from suitwise.game import play
from suitwise.rummy.arrangement import arrange
from suitwise.rummy.batch import batch_arrangements, batch_deadwood
from suitwise.rummy.combos.batch import batch_maximal
from suitwise.rummy.evaluator import Evaluator
from suitwise.rummy.gin.arrays.batch import random_deals
from suitwise.rummy.gin.arrays.stepped.game import batch_of
from suitwise.rummy.gin.game import Gin
from suitwise.rummy.gin.players.rule_based import GinPlayer, GreedyGinPlayer
from suitwise.rummy.indian.game import Indian
from suitwise.rummy.indian.players.rule_based import IndianPlayer
from suitwise.rummy.rules.hand import Hand
from suitwise.rummy.rules.rules import SEED
from suitwise.stepping.steps import Steps

_HAND = Hand.of("3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H")


def _arrange() -> None:
    arrange(_HAND, compiled=True)


def _evaluate() -> None:
    Evaluator(SEED).least(_HAND)


def _batches() -> None:
    hands = np.array([_HAND.counts[:52]], np.uint8)
    batch_deadwood(hands, threads=1)
    batch_arrangements(hands, threads=1)
    batch_maximal(hands, threads=1)


def _play_by_rules() -> None:
    for player in (GinPlayer(), GreedyGinPlayer()):
        play(Gin().start(), player, seed=1)


def _random_deals() -> None:
    random_deals(2, seed=1, threads=1)


def _step_games() -> None:
    games = Steps(batch_of(Gin()), 2, seed=1, others="greedy")
    games.step(np.asarray(games.sample()))


def _play_indian() -> None:
    play(Indian().start(), IndianPlayer(), seed=1)


JOBS: dict[str, Callable[[], object]] = {
    "arrange": _arrange,
    "deadwood": _evaluate,
    "batches": _batches,
    "gin players": _play_by_rules,
    "gin deals": _random_deals,
    "gin steps": _step_games,
    "indian players": _play_indian,
}
"""What is compiled, by what it is for."""
