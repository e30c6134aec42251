"""Deals of Tractor played at random, with and without throws, for tests of what seats know."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from suitwise.game import CHANCE, OVER
from suitwise.tractor import Move, Tractor, TractorState
from suitwise.tractor.rules.blocks import parts_of

PROFILES = (
    *["standard"] * 4,
    "standard(forced=lowest,penalty=10)",
    "standard(chain=suits)",
    "rbtying",
    "jerryyyu",
    "duan(nobody=first)",
    "judge",
)


@lru_cache(maxsize=64)
def a_deal(seed: int, profile: str = "standard", levels: str = "22") -> tuple[TractorState, ...]:
    """Return the positions of a random deal in which somebody is on turn, and the last.

    In every third one leads are any cards of a suit, so that throws abound; in every third one block;
    in the others either. Nobody bids in every fifth.
    """
    rng = Random(seed)
    state, index = Tractor(profile, "deal", levels).start(), 0
    states = []
    while state.turn != OVER:
        if state.turn == CHANCE:
            state, index = state.rolled(seed, 0, index)
        else:
            states.append(state)
            state = state.after(_move(state, rng, seed))
    return (*states, state)


def some_deal(seed: int) -> tuple[TractorState, ...]:
    """Return a random deal of a random house."""
    levels = ("22", "55", "TT", "AA")[seed % 4]
    return a_deal(seed, PROFILES[seed % len(PROFILES)], levels)


def _move(state: TractorState, rng: Random, seed: int) -> Move:
    moves = state.moves()
    if state.phase == "bid":
        bids = len(moves) - 1 if seed % 5 else 0
        return (
            list(moves)[rng.randint(1, bids)] if bids and rng.random() < 0.3 else next(iter(moves))
        )
    is_lead = state.phase == "play" and not state.tricks[-1].plays
    may_throw = seed % 3 == 0 or (seed % 3 == 1 and rng.random() < 0.3)
    while True:
        move: Move = moves[rng.randrange(len(moves))]  # type: ignore[index]
        if not is_lead or may_throw or _is_block(state, move):
            return move


def _is_block(state: TractorState, move: Move) -> bool:
    chain = state.profile.chain_mask(state.trump.main_index)
    return len(parts_of(move.pile, state.trump, chain)) == 1
