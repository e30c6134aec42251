"""Advice at Texas 42 as a move and a phrase; what its figures say is held by ``test_hints``."""

from __future__ import annotations

from suitwise.foundation.text.phrases import Phrase, Several
from suitwise.texas42 import Texas42
from suitwise.texas42.players.monte_carlo import MonteCarlo
from suitwise.texas42.players.rule_based import Texas42Player
from suitwise.texas42.state import Texas42State

WORLDS = 10
PLAYER = MonteCarlo(WORLDS)


def hand() -> list[Texas42State]:
    """Return the seats' turns of a hand."""
    state, _ = Texas42(match="hand", forced=True).start().rolled(2, 0)
    turns = []
    while state.turn >= 0:
        turns.append(state)
        state = state.after(Texas42Player()(state))
    return turns


def codes_in(value: object) -> set[str]:
    """Return the codes of a phrase and of the phrases in it."""
    if isinstance(value, Phrase):
        return {value.code}.union(*map(codes_in, value.params.values()))
    return set().union(*map(codes_in, value)) if isinstance(value, tuple) else set()


def test_no_word_is_left_that_cannot_be_said_otherwise() -> None:
    for state in hand():
        _, why = PLAYER.advice(state)
        assert all(code.startswith(("texas42.", "any.")) for code in codes_in(why))
        assert all(text.strip("0123456789-+.,") == "" for text in plain_in(why)), why


def plain_in(value: object) -> list[str]:
    """Return the plain texts within a phrase: dominoes and numbers."""
    if isinstance(value, Phrase):
        return [text for part in value.params.values() for text in plain_in(part)]
    if isinstance(value, Several):
        return [text for part in value for text in plain_in(part)]
    return [value] if isinstance(value, str) else []


def test_the_seed_of_the_sample_may_be_chosen() -> None:
    state = hand()[0]
    assert PLAYER.advice(state) == PLAYER.advice(state)
    assert len({MonteCarlo(WORLDS, seed=seed).advice(state).why for seed in range(6)}) > 1
