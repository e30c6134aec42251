"""A game as a tree of arrays: what is measured there is what a walk through the game itself measures."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any
from zlib import crc32

import numpy as np
import pytest

from suitwise.errors import SuitwiseError
from suitwise.game import OVER, Game, State, load
from suitwise.players import responses
from suitwise.research import equilibria as measure
from suitwise.research.game_tree import GameTree
from suitwise.research.tasks import EndgameWalk
from suitwise.testing import Kuhn, Leduc
from suitwise.texas42 import Endgame

POINTS = (
    "texas42_endgame(declaration=6,dominoes=1-0 3-1 3-3 4-4 5-0 5-3 6-2 6-5,seat=0,hand=4-4 5-3)"
)
GOAL = "texas42_endgame(declaration=nello,leader=1,goal=9,seat=2,hand=4-4 6-5)"
THREE = (
    "texas42_endgame(dominoes=0-0 1-0 1-1 2-2 3-0 3-2 5-0 6-1 6-2 6-3 6-4 6-6,goal=3,"
    "hand=1-1 3-0 6-4)"
)


def uneven(state: State[Any]) -> Mapping[Any, float]:
    """Play by what the seat sees, no two moves alike and some never."""
    weights = {m: crc32(f"{state.view(state.turn)}{m}".encode()) % 5 for m in state.moves()}
    total = sum(weights.values())
    return {m: w / total if total else 1 / len(weights) for m, w in weights.items()}


@cache
def tree_of(game: Game[Any]) -> GameTree:
    return GameTree.of(game)


@cache
def walk_of(game: Endgame) -> GameTree:
    return GameTree.of(game, EndgameWalk(game))


@pytest.mark.parametrize("game", [Kuhn(), Leduc(), load(GOAL)], ids=str)
def test_what_seats_get_and_gain_is_what_the_game_itself_says(game: Game[Any]) -> None:
    tree = tree_of(game)
    parts = tree.table(uneven)
    values = measure.expected_returns(tree, parts)
    assert values == pytest.approx(responses.expected_returns(game.start(), uneven), abs=1e-12)
    found = measure.gains(tree, parts)
    assert found == pytest.approx(responses.gains(game.start(), uneven), abs=1e-12)
    assert max(found) > 0.01


@pytest.mark.parametrize("text", [POINTS, GOAL])
def test_an_endgame_walked_through_quickly_is_the_game(text: str) -> None:
    game = load(text)
    assert isinstance(game, Endgame)
    slow, quick = tree_of(game), walk_of(game)
    assert {(one.key, one.moves) for one in quick.sets} == {
        (one.key, one.moves) for one in slow.sets
    }
    assert quick.decisions == slow.decisions
    found, known = (measure.gains(tree, tree.table(uneven)) for tree in (quick, slow))
    assert found == pytest.approx(known, abs=1e-12)


def test_random_ways_through_an_endgame_of_three_dominoes_are_those_of_the_game() -> None:
    game = load(THREE)
    assert isinstance(game, Endgame)
    deals = EndgameWalk(game).moves()
    draws = np.random.default_rng(1)
    for number in draws.integers(len(deals), size=30).tolist():
        walk, state = EndgameWalk(game).after(deals[number]), game.parse(deals[number])
        while walk.turn >= 0:
            assert (walk.turn, walk.moves()) == (state.turn, tuple(state.moves()))
            assert (str(walk), walk.view(walk.turn)) == (str(state), state.view(state.turn))
            move = walk.moves()[int(draws.integers(len(walk.moves())))]
            walk, state = walk.after(move), state.after(move)
        while state.turn >= 0:  # the last trick
            state = state.after(next(iter(state.moves())))
        assert walk.returns() == state.returns()


def test_a_policy_written_by_names_is_read_again() -> None:
    tree = tree_of(Leduc())
    parts = tree.table(uneven)
    assert tree.read(tree.written(parts)) == pytest.approx(parts)


@pytest.mark.parametrize(
    ("policy", "reason"),
    [
        ({"p0 A/2:": {"p": 1.0}}, "'p0 A/2:' is no information set of kuhn"),
        ({"p0 J/2:": {"p": 0.5, "x": 0.5}}, "'p0 J/2:': the moves are p, b"),
        ({"p0 J/2:": {"p": 0.5}}, "'p0 J/2:': the chances sum to 0.5, not to 1"),
        ({"p0 J/2:": {"p": 1.5, "b": -0.5}}, "'p0 J/2:': a chance is a number from 0 to 1"),
    ],
)
def test_a_policy_that_is_none_is_refused_with_the_reason(
    policy: dict[str, dict[str, float]], reason: str
) -> None:
    with pytest.raises(SuitwiseError) as refused:
        tree_of(Kuhn()).read(policy)
    assert str(refused.value) == reason


class Asked:
    """One who is asked the same twice, and does not remember it."""

    def __init__(self, times: int = 0) -> None:
        self.turn = 0 if times < 2 else OVER
        self.times = times

    def moves(self) -> tuple[str, ...]:
        return ("yes", "no")

    def after(self, move: str) -> Asked:
        return Asked(self.times + 1)

    def weight(self, move: str) -> int:
        return 1

    def view(self, seat: int) -> str:
        return "well?"

    def returns(self) -> tuple[float, ...]:
        return (0.0, 0.0)


def test_a_seat_that_sees_the_same_at_different_times_is_refused() -> None:
    with pytest.raises(SuitwiseError, match="'well\\?' is seen after different numbers of moves"):
        GameTree.of(Kuhn(), Asked())
