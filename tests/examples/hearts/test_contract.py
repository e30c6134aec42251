"""Hearts keeps the contract of games, in every face, and its kept counts come out the same."""

from __future__ import annotations

import json
import subprocess
import sys
import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env

import hearts
from hearts.game import HeartsState
from suitwise import catalogue, testing
from suitwise.cards import Card
from suitwise.envs import SeatEnv, register_openspiel
from suitwise.envs import env as table_env
from suitwise.game import Record, load
from suitwise.stepping.steps import Steps
from suitwise.testing.trial import Check
from suitwise.tricks import batch_of
from tests.contract import hold, leave_out_turns, leave_out_worlds
from tests.examples.code_lines import lines_of
from tests.examples.hearts.games import DEAL, hands_texts, played_texts, random_states
from tests.examples.playing import texts
from tests.imports import imports_in, rings_of
from tests.installed import environment_with, run_beside, with_example
from tests.oracles import hearts_oracle as oracle

DATA = Path(__file__).parent / "data"
PERFT = list(testing.read_perft((DATA / "perft.txt").read_text("utf-8").splitlines()))
GAMES = {
    "hearts(points=0)": 1,
    "hearts(points=0,passing=hold,queen_breaks=yes)": 1,
    "hearts(points=20)": 1,
}
"""The variants held against the contract, and how many games of each; in full three times that."""
WORLDS = "hearts(points=0)"
"""Whose worlds are compared by default: the others deal by the same rules and pass no more cards.

All take turns at the other checks."""


def slow_moves(state: HeartsState) -> list[Card]:
    """Return what may be played, by the oracle; what may be dealt or passed as it is."""
    if state.turn < 0 or state.is_passing:
        return list(state.moves())
    breaks = state.variant.queen_breaks
    found = oracle.play_out(hands_texts(state), played_texts(state), breaks)
    assert found is not None
    return [
        Card(card)
        for card in oracle.legal_plays(found.hands[state.turn], found.table, found.gone, breaks)
    ]


def slow_returns(record: Record) -> list[float]:
    """Score a game by the oracle, which rules its moves as well."""
    game = load(record.game)
    moves = [str(move) for move in record.moves]
    scores = oracle.match(moves, game.points, game.passing, game.queen_breaks)  # type: ignore[attr-defined]
    assert scores is not None
    return [-float(score) for score in scores]


@pytest.mark.exhaustive
@pytest.mark.parametrize("check", testing.CHECKS, ids=testing.name_of)
@pytest.mark.parametrize("variant", GAMES)
def test_hearts_keeps_the_contract(variant: str, check: Check, exhaustive: bool) -> None:
    if variant != WORLDS:
        leave_out_worlds(variant, check, exhaustive)
    leave_out_turns(variant, check, GAMES, exhaustive)
    games = GAMES[variant] * (3 if exhaustive else 1)
    trial = testing.Trial(
        load(variant),
        games=games,
        seed=5,
        slow_moves=slow_moves,  # type: ignore[arg-type]
        slow_returns=slow_returns,
    )
    hold(check, trial, exhaustive)


@pytest.mark.parametrize("line", PERFT, ids=lambda line: f"line{line.line}")
def test_kept_counts_come_out_the_same_and_are_the_oracles(line: testing.PerftLine) -> None:
    assert testing.check_perft(line) is None
    state = line.state
    assert isinstance(state, HeartsState)
    if state.is_dealt and not state.is_passing:
        breaks = state.variant.queen_breaks
        assert line.count == counted(hands_texts(state), played_texts(state), breaks, line.depth)


def counted(hands: list[list[str]], plays: list[str], breaks: bool, depth: int) -> int:
    """Count the sequences of plays by the oracle."""
    found = oracle.play_out(hands, plays, breaks)
    assert found is not None
    if depth == 0 or len(plays) == 52:
        return int(depth == 0)
    legal = oracle.legal_plays(found.hands[found.turn], found.table, found.gone, breaks)
    return sum(counted(hands, [*plays, card], breaks, depth - 1) for card in legal)


@pytest.mark.parametrize("path", sorted(DATA.glob("playthrough-*.txt")), ids=lambda path: path.stem)
def test_kept_games_come_out_the_same(path: Path) -> None:
    assert testing.check_playthrough(path.read_text("utf-8")) is None


# --- The package is small, and its rules are stated once ------------------------------------------

PACKAGE = Path(hearts.__file__).parent
MOST_LINES = 350
"""Of code: blank lines, comments and docstrings are none."""


def test_a_full_citizen_is_a_page_of_code() -> None:
    assert 100 < lines_of(PACKAGE) <= MOST_LINES


def test_no_ring_of_modules_and_rules_import_no_module_of_the_game() -> None:
    imports = imports_in(PACKAGE)
    assert rings_of(imports) == set()
    assert imports["hearts.rules"] == set()


# --- Words that are missing or fill in something else are told ------------------------------------

FAULTS = {
    "hearts.two": ({}, "hearts.two ('the two of clubs is led: play {play}') has no words in zh"),
    "hearts.unbroken": (
        {"hearts.unbroken": "请出{card}"},
        "and its words in zh differ in ['card', 'play']",
    ),
}


@pytest.mark.parametrize("code", FAULTS)
def test_a_phrase_without_its_words_is_told(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    other, told = FAULTS[code]
    assert isinstance(hearts.ENTRY.words, dict)
    texts = {one: text for one, text in hearts.ENTRY.words["zh"].items() if one != code}
    catalogue.register(replace(hearts.ENTRY, words={"zh": texts | other}))
    try:
        one = next(one for one in testing.CHECKS if testing.name_of(one) == "words")
        fault = testing.fault_of(one, testing.Trial(load("hearts(points=0)"), 10, seed=1))
        assert fault is not None
        assert told in fault
        assert testing.left_out(one, testing.Trial(DEAL)) is None
    finally:
        catalogue.register(hearts.ENTRY)


# --- In every face --------------------------------------------------------------------------------

with warnings.catch_warnings():
    # The checker imports examples of its own in a way that it calls old.
    warnings.filterwarnings("ignore", "The old environment creation API", DeprecationWarning)
    from pettingzoo.test import api_test

MATCH = """
name = "hearts"
seed = 1
[[match]]
game = "hearts(points=0)"
players = ["rules", "random"]
deals = 8
"""


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process that finds Hearts installed."""
    return environment_with(with_example("hearts", tmp_path_factory.mktemp("site")))


def test_a_whole_game_is_played_at_the_terminal(beside: dict[str, str], tmp_path: Path) -> None:
    moves = "\n".join(f"{suit}{rank}" for suit in "CDSH" for rank in "23456789TJQKA")
    words = ("play", "hearts(points=0)", "--seed", "3", "--seat", "2")
    told = run_beside(beside, tmp_path, *words, text=f"hint\n{moves}\n" * 16 + "score\nrecord\n")
    assert "seat 1 passed you " in told
    assert told.count(" takes ") == 13
    assert "the led suit: play " in told
    assert told.splitlines()[-1].strip().startswith("returns ")


def test_the_arena_plays_it_and_gymnasium_makes_a_single_deal(
    beside: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "hearts.toml").write_text(MATCH)
    told = run_beside(
        beside, tmp_path, "arena", "run", "hearts.toml", "--out", "out", "--workers", "1"
    )
    assert "hearts(points=0,passing=rotate,queen_breaks=no) (points)" in told
    code = """
import gymnasium
env = gymnasium.make("suitwise.envs.registered:suitwise/Hearts-v0", opponents="rules")
print(env.unwrapped.game)
"""
    words = [sys.executable, "-c", code]
    done = subprocess.run(words, env=beside, cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout == "hearts(points=0,passing=rotate,queen_breaks=no)\n", done.stderr


def test_gymnasium_finds_no_fault_with_a_seat() -> None:
    env = SeatEnv("hearts(points=0)", opponents="rules", seat="any", render_mode="ansi")
    check_env(env, skip_render_check=True)


# PettingZoo's checker knows by name which environments observe a dict, and warns of any other.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning")
def test_pettingzoo_finds_no_fault_with_a_table() -> None:
    api_test(table_env("hearts(points=0)"), num_cycles=80)


def test_openspiel_finds_no_fault_with_the_game() -> None:
    register_openspiel()
    game = pyspiel.load_game("suitwise_hearts(points=0)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    assert (game.num_distinct_actions(), game.num_players()) == (52, 4)


def test_many_games_are_stepped_in_arrays_and_end_as_the_game_ends_them() -> None:
    steps = Steps(batch_of(DEAL), 64, seed=7, others="self", autoreset="none")
    for _ in range(64):
        steps.step(steps.sample())
    assert np.isin(-steps.returns.sum(axis=1), (26, 78)).all()


def test_what_is_seen_is_data_for_a_page() -> None:
    for state in (random_states(4)[1], random_states(4)[20]):
        seen = json.loads(json.dumps(state.seen(state.turn)))
        assert seen["ask"]["moves"] == [str(move) for move in state.moves()]
        assert seen["hand"]["held"] == texts(state.hands[state.turn])
