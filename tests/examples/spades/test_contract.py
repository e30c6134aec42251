"""Spades keeps the contract of games, in every face, and its kept counts come out the same."""

from __future__ import annotations

import json
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env

import spades
from spades.game import SpadesState
from suitwise import testing
from suitwise.cards import Card
from suitwise.envs import SeatEnv, register_openspiel
from suitwise.envs import env as table_env
from suitwise.game import Record, State, load
from suitwise.stepping.steps import Steps
from suitwise.testing.trial import Check
from suitwise.tricks import Call, batch_of
from tests.contract import hold, leave_out_turns, leave_out_worlds
from tests.examples.code_lines import lines_of
from tests.examples.playing import texts
from tests.examples.spades.games import (
    DEAL,
    GAME,
    hands_texts,
    modest_moves,
    played_texts,
    random_states,
)
from tests.imports import imports_in, rings_of
from tests.installed import environment_with, run_beside, with_example
from tests.oracles import spades_oracle as oracle

DATA = Path(__file__).parent / "data"
PERFT = list(testing.read_perft((DATA / "perft.txt").read_text("utf-8").splitlines()))
GAMES = {"spades(points=0)": 1, "spades(points=200)": 1}
"""The variants held against the contract, and how many games of each; in full three times that."""
WORLDS = "spades(points=0)"
"""Whose worlds are compared by default: a match deals by the same rules.

Both are held to every second of the other checks by default."""


def slow_moves(state: State[Any]) -> list[Card | Call]:
    """Return what may be bid and played, by the oracle; the outcomes of chance as they are."""
    assert isinstance(state, SpadesState)
    if state.turn < 0:
        return list(state.moves())
    if state.is_bidding:
        return [Call(number, bid) for number, bid in enumerate(oracle.BIDS)]
    found = oracle.play_out(hands_texts(state), played_texts(state), state.dealer)
    assert found is not None
    held = found.hands[state.turn]
    return [Card(card) for card in oracle.legal_plays(held, found.table, found.gone)]


def slow_returns(record: Record) -> list[float]:
    """Score a game by the oracle, which rules its moves as well."""
    points = load(record.game).points  # type: ignore[attr-defined]
    found = oracle.returns([str(move) for move in record.moves], points)
    assert found is not None
    return found


@pytest.mark.exhaustive
@pytest.mark.parametrize("check", testing.CHECKS, ids=testing.name_of)
@pytest.mark.parametrize("variant", GAMES)
def test_spades_keeps_the_contract(variant: str, check: Check, exhaustive: bool) -> None:
    if variant != WORLDS:
        leave_out_worlds(variant, check, exhaustive)
    leave_out_turns(variant, check, GAMES, exhaustive)
    games = GAMES[variant] * (3 if exhaustive else 1)
    hold(check, testing.Trial(load(variant), games, 5, slow_moves, slow_returns), exhaustive)


@pytest.mark.parametrize("line", PERFT, ids=lambda line: f"line{line.line}")
def test_kept_counts_come_out_the_same_and_are_the_oracles(line: testing.PerftLine) -> None:
    assert testing.check_perft(line) is None
    state = line.state
    assert isinstance(state, SpadesState)
    if state.phase == "play":
        hands, plays = hands_texts(state), played_texts(state)
        assert line.count == counted(hands, plays, state.dealer, line.depth)


def counted(hands: list[list[str]], plays: list[str], dealer: int, depth: int) -> int:
    """Count the sequences of plays by the oracle."""
    found = oracle.play_out(hands, plays, dealer)
    assert found is not None
    if depth == 0 or len(plays) == 52:
        return int(depth == 0)
    legal = oracle.legal_plays(found.hands[found.turn], found.table, found.gone)
    return sum(counted(hands, [*plays, card], dealer, depth - 1) for card in legal)


# --- The package is small, and its rules are stated once ------------------------------------------

PACKAGE = Path(spades.__file__).parent
MOST_LINES = 350
"""Of code: blank lines, comments and docstrings are none."""


def test_a_game_with_bids_is_a_page_of_code() -> None:
    assert 100 < lines_of(PACKAGE) <= MOST_LINES


def test_no_ring_of_modules_and_rules_import_no_module_of_the_game() -> None:
    imports = imports_in(PACKAGE)
    assert rings_of(imports) == set()
    assert imports["spades.rules"] == set()


# --- In every face --------------------------------------------------------------------------------

with warnings.catch_warnings():
    # The checker imports examples of its own in a way that it calls old.
    warnings.filterwarnings("ignore", "The old environment creation API", DeprecationWarning)
    from pettingzoo.test import api_test

MATCH = """
name = "spades"
seed = 1
[[match]]
game = "spades(points=0)"
players = ["rules", "random"]
deals = 8
"""


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process that finds Spades installed."""
    return environment_with(with_example("spades", tmp_path_factory.mktemp("site")))


CARDS = "\n".join(f"{suit}{rank}" for suit in "CDHS" for rank in "23456789TJQKA")


def test_a_whole_deal_is_played_at_the_terminal(beside: dict[str, str], tmp_path: Path) -> None:
    words = ("play", "spades(points=0)", "--seed", "3", "--seat", "2")
    text = f"hint\nSA\n3\n{CARDS}\n" + f"hint\n{CARDS}\n" * 15 + "score\nrecord\n"
    told = run_beside(beside, tmp_path, *words, text=text)
    assert "before the play bid nil, 1, 2, 3, " in told
    assert "seat 2 bids 3" in told
    assert "spades are trump" in told
    assert told.count(" takes ") == 13
    assert "the led suit: play " in told
    assert told.splitlines()[-1].strip().startswith("returns ")


def test_a_deal_is_played_in_chinese(beside: dict[str, str], tmp_path: Path) -> None:
    spades_first = "\n".join(CARDS.splitlines()[::-1])
    words = ("--lang", "zh", "play", "spades(points=0)", "--seed", "3", "--seat", "1")
    told = run_beside(beside, tmp_path, *words, text=f"nil\n{spades_first}\n" * 8)
    assert "你叫零墩" in told
    assert "黑桃为将牌" in told
    assert "黑桃尚未出过，不能首引：请出" in told


def test_the_arena_plays_it_and_gymnasium_makes_a_single_deal(
    beside: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "spades.toml").write_text(MATCH)
    told = run_beside(
        beside, tmp_path, "arena", "run", "spades.toml", "--out", "out", "--workers", "1"
    )
    assert "spades(points=0) (points)" in told
    code = """
import gymnasium
env = gymnasium.make("suitwise.envs.registered:suitwise/Spades-v0", opponents="rules")
print(env.unwrapped.game)
"""
    words = [sys.executable, "-c", code]
    done = subprocess.run(words, env=beside, cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout == "spades(points=0)\n", done.stderr


def test_gymnasium_finds_no_fault_with_a_seat() -> None:
    env = SeatEnv("spades(points=0)", opponents="rules", seat="any", render_mode="ansi")
    check_env(env, skip_render_check=True)


# PettingZoo's checker knows by name which environments observe a dict, and warns of any other.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning")
def test_pettingzoo_finds_no_fault_with_a_table() -> None:
    api_test(table_env("spades(points=0)"), num_cycles=80)


def test_openspiel_finds_no_fault_with_the_game() -> None:
    register_openspiel()
    game = pyspiel.load_game("suitwise_spades(points=0)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    assert (game.num_distinct_actions(), game.num_players()) == (66, 4)


def test_many_games_are_stepped_in_arrays_and_end_as_the_game_ends_them() -> None:
    steps = Steps(batch_of(DEAL), 64, seed=7, others="self", autoreset="none")
    for _ in range(56):
        steps.step(steps.sample())
    returns = np.asarray(steps.returns)
    assert (returns.sum(axis=1) == 0).all()
    assert (returns[:, 0] == returns[:, 2]).all()
    assert returns.any(axis=1).mean() > 0.9


def test_what_is_seen_is_data_for_a_page() -> None:
    for state in (random_states(4)[1], random_states(4)[20]):
        seen = json.loads(json.dumps(state.seen(state.turn)))
        assert seen["ask"]["moves"] == [str(move) for move in state.moves()]
        assert seen["hand"]["held"] == texts(state.hands[state.turn])
        assert [one["call"] for one in seen["table"]["calls"]] == [
            str(call) for _, call in state.called
        ]


def test_scores_below_zero_are_within_what_an_array_is_said_to_hold() -> None:
    (field,) = (one for one in GAME.observation_fields() if one.name == "scores")
    _, end = modest_moves(3, GAME, range(14))
    assert min(end.scores) < -GAME.points
    assert field.low <= min(end.scores) / GAME.points <= end.observe(0)[-2:].min()
