"""A game as a tree of arrays: what is measured there is what a walk through the game itself measures."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import pytest

from suitwise.errors import SuitwiseError
from suitwise.game import OVER, Game, State, load
from suitwise.players import expected_returns, gains
from suitwise.research import game_tree as measure
from suitwise.research.exploitability import RESULTS, pieces
from suitwise.research.exploitability import measure as measure_gain
from suitwise.research.game_tree import GameTree, reached
from suitwise.research.learners import ALGORITHMS, MOST, PLAIN, Agents, DeepCfr, StandIn
from suitwise.research.tasks import EndgameWalk, chosen
from suitwise.testing import Kuhn, Leduc
from suitwise.texas42 import Endgame
from tests.commands import refusal_of, run_command

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
    assert values == pytest.approx(expected_returns(game.start(), uneven), abs=1e-12)
    found = measure.gains(tree, parts)
    assert found == pytest.approx(gains(game.start(), uneven), abs=1e-12)
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


# --- A tree in the place of an OpenSpiel game is that game, without its forced moves --------------


DEEP = [name for name in ALGORITHMS if name not in PLAIN]


@cache
def small() -> StandIn:
    return StandIn(chosen("two-66")[0].tree())


Line = tuple[tuple[object, ...], ...]
"""Who saw what and had which choice, what was chosen, and at the end what each seat got."""


def lines(
    state: Any, name: Any, before: Line = (), chance: float = 1.0
) -> Iterator[tuple[Line, float]]:
    """Yield all that may be played, and how likely chance makes it."""
    if state.is_terminal():
        yield (*before, (state.current_player(), *state.returns())), chance
    elif state.is_chance_node():
        for outcome, part in state.chance_outcomes():
            yield from lines(state.child(outcome), name, before, chance * part)
    else:
        actions = state.legal_actions()
        for action in actions:
            known = (state.current_player(), name(state), *actions, action)
            line = before if len(actions) == 1 else (*before, known)
            yield from lines(state.child(action), name, line, chance)


def test_a_stand_in_is_the_registered_game_without_its_forced_moves() -> None:
    game = small()
    found: dict[Line, float] = defaultdict(float)
    there: dict[Line, float] = defaultdict(float)
    for line, chance in lines(game.new_initial_state(), lambda s: game.tree.sets[s.number].key):
        found[line] += chance
    known = lines(game.game.new_initial_state(), lambda s: s.information_state_string())
    for line, chance in known:
        there[line] += chance
    assert found == pytest.approx(there)
    assert len(found) > 500


def test_no_two_information_sets_share_a_tensor() -> None:
    rows = small().tensors
    assert len(np.unique(rows, axis=0)) == len(rows) == len(small().tree.sets)


def test_what_is_given_by_actions_is_a_strategy_by_slots() -> None:
    game = small()
    rows = [np.zeros(28) for _ in game.slots]
    for row, slots in zip(rows, game.slots, strict=True):
        row[min(slots)] = 0.25  # parts of what is legal: the rest went to moves that are not
    parts = game.parts(rows)
    assert set(parts) == {0.0, 1.0}
    assert np.add.reduceat(parts, game.tree.firsts[:-1]).tolist() == [1.0] * len(rows)


@pytest.mark.parametrize("name", DEEP)
def test_a_budget_of_a_deep_method_counts_the_decisions_expected(name: str) -> None:
    tree, algorithm = small().tree, ALGORITHMS[name]
    task = chosen("two-66")[0]
    game = reached(tree, tree.uniform())[tree.set_of >= 0].sum()
    if name == "openspiel-deep-cfr":
        looks = [reached(tree, tree.uniform(), seat)[tree.set_of >= 0].sum() for seat in range(4)]
        assert algorithm.touches(tree) == pytest.approx(100 * sum(looks))
    else:
        assert algorithm.touches(tree) == pytest.approx(game)
    assert algorithm.budgets(task) == [10_000, MOST]
    assert algorithm.budgets(task, 20_000) == [10_000]
    assert algorithm.budgets(task, 1_000_000) == [10_000, MOST, 1_000_000]
    assert (algorithm.seeds(task), ALGORITHMS["mccfr"].seeds(task)) == ((1,), (1, 2, 3))


def test_deep_methods_are_learned_by_name_alone() -> None:
    assert DEEP == ["openspiel-deep-cfr", "openspiel-nfsp", "openspiel-a2c"]
    told = run_command("bench", "exploitability", "--help")[1]
    assert all(name in told.replace("\n", " ") for name in DEEP)


@pytest.mark.parametrize("make", [DeepCfr, lambda tree, seed: Agents(tree, seed, "a2c")])
def test_without_pytorch_it_is_said_how_to_install_it(
    make: type[DeepCfr], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(SuitwiseError, match=r"this needs torch: .*\[theory\]"):
        make(small().tree, 1)


def test_an_openspiel_whose_methods_take_no_seed_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("suitwise.research.learners.version", lambda name: "1.5")
    with pytest.raises(SuitwiseError, match=r"need OpenSpiel 2\.0 or later, not 1\.5: .*upgrade"):
        DeepCfr(small().tree, 1)


def test_a_larger_budget_adds_to_the_figures_that_are_kept(tmp_path: Path) -> None:
    todo = pieces(chosen("two-66"), ["cfr"])
    told: list[str] = []
    few = measure_gain(todo, tmp_path, told.append, lambda done: None, 10_000)
    again = measure_gain(todo, tmp_path, told.append, lambda done: None, 10_000)
    assert [figure.budget for figure in few] == [0, 10_000]
    assert again == few
    assert len(told) == 2
    more = measure_gain(todo, tmp_path, told.append, lambda done: None, 100_000)
    assert [figure.budget for figure in more] == [0, 10_000, 100_000]
    assert more[:2] == few
    assert told[2:] == ["two-66: cfr"]
    assert len((tmp_path / RESULTS).read_text("utf-8").splitlines()) == 3


def test_what_no_budget_is_small_enough_for_is_named(tmp_path: Path) -> None:
    told: list[str] = []
    for task, name, most in (("two-66", "cfr", 9_999), ("three-5", "openspiel-nfsp", None)):
        todo = [piece for piece in pieces(chosen(task), [name]) if piece.algorithm == name]
        assert measure_gain(todo, tmp_path, told.append, lambda done: None, most) == []
    assert told == [
        "two-66: cfr: left out, the smallest budget is 10,000",
        "three-5: openspiel-nfsp 1: left out, the smallest budget is 1,000,000",
    ]


def test_a_most_that_is_no_number_of_decisions_is_refused() -> None:
    assert "--most" in refusal_of("bench", "exploitability", "--most", "0")
