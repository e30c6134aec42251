"""Deals of Tractor played by bots that now and then do something odd, move by move."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from suitwise.game import CHANCE, OVER, draw
from suitwise.players import RandomPlayer
from suitwise.tractor import Move, Tractor, TractorState
from suitwise.tractor.players.rule_based import TractorPlayer

DEAL = Tractor(match="deal")
Step = tuple[TractorState, Move, TractorState]


def steps_of(game: Tractor, seed: int, *, wild: float = 0.3) -> Iterator[Step]:
    """Yield the moves of a deal; now and then one is made at random, which throws."""
    random, chooser, state, index = Random(seed), RandomPlayer(seed), game.start(), 0
    while state.turn != OVER:
        if state.turn == CHANCE:
            move, index = draw(state, seed, 0, index)
        else:
            move = chooser(state) if random.random() < wild else TractorPlayer()(state)
        after = state.after(move)
        yield state, move, after
        if state.phase == "end":
            return
        state = after


def asked(phase: str, deals: int = 3) -> Iterator[TractorState]:
    for seed in range(deals):
        for state, _, _ in steps_of(DEAL, seed):
            if state.phase == phase and state.turn >= 0:
                yield state
