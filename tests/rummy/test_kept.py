"""What a position keeps and hands on, and chance's quick way: the same as found anew."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from suitwise.game import CHANCE, OVER, State, draw, load
from suitwise.seeds import SeededSource

VARIANTS = [
    "gin(to=60)",
    "gin(big=31,declare=yes)",
    "indian13",
    "indian13(seats=4,jokers=4)",
    "indian13(draws=60,reshuffle=no)",
]


def some_play(variant: str, seed: int) -> Iterator[State[Any]]:
    """Yield the positions of a game in which hardly anybody drops or declares."""
    rng, index = Random(seed), 0
    state: State[Any] = load(variant).start()
    yield state
    for _ in range(500):
        if state.turn == OVER:
            return
        if state.turn == CHANCE:
            move, index = draw(state, seed, 0, index)
        else:
            moves = list(state.moves())
            rash = [one for one in moves if one.kind in ("drop", "declare")]
            move = rng.choice(moves if rng.random() < 0.02 else moves[: len(moves) - len(rash)])
        state = state.after(move)
        yield state


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_handed_on_is_what_a_position_read_from_its_text_finds(variant: str) -> None:
    for state in some_play(variant, seed=1):
        found: Any = load(variant).parse(str(state))
        here: Any = state
        assert here.stock == found.stock
        if variant.startswith("gin"):
            assert list(here.laid) == list(found.laid)


@pytest.mark.parametrize("variant", VARIANTS)
def test_chance_draws_as_by_the_list_of_all_outcomes(variant: str) -> None:
    drawn = 0
    for place, state in enumerate(some_play(variant, seed=2)):
        if state.turn == CHANCE:
            quick = state.chance_move(SeededSource(7, 1, place))
            assert quick == State.chance_move(state, SeededSource(7, 1, place))
            assert quick in state.moves()
            drawn += 1
    assert drawn > 20
