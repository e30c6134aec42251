"""The PettingZoo environment of a table: PettingZoo's own checkers, turns, rewards, illegal moves.

Tested with PettingZoo 1.27. Its parallel checks and that of ``max_cycles`` don't apply: seats move in
turn, and a game is as long as it is.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import suitwise.testing  # noqa: F401  (its games are loaded by name)
from suitwise.envs import SeatEnv, TableEnv, env, raw_env
from suitwise.errors import IllegalMove, SuitwiseError
from suitwise.game import OVER, load
from tests.envs.leaks import same
from tests.envs.variants import GAMES, MORE, WON

with warnings.catch_warnings():
    # The checkers import examples of their own in a way that they call old.
    warnings.filterwarnings("ignore", "The old environment creation API", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test

# PettingZoo's checker knows by name which environments observe a dict, and warns of any other.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning"),
]


def play(table: TableEnv, seed: int | None, most: int = 10_000) -> list[Any]:
    """Play a game at random to its last dead step; return who was given what."""
    rng = np.random.default_rng(0)
    table.reset(seed=seed)
    given = []
    for agent in table.agent_iter(most):
        seen, reward, terminated, truncated, info = table.last()
        given.append((agent, seen, reward, terminated, truncated, info))
        over = terminated or truncated
        table.step(None if over else rng.choice(np.flatnonzero(seen["action_mask"])))
    assert not table.agents
    return given


# --- PettingZoo's checkers ------------------------------------------------------------------------


@pytest.mark.parametrize("text", GAMES)
def test_pettingzoo_finds_no_fault_with_a_table(text: str) -> None:
    api_test(env(text), num_cycles=100)
    api_test(raw_env(text), num_cycles=20)


@pytest.mark.parametrize("text", GAMES)
def test_pettingzoo_finds_two_tables_of_one_seed_alike(text: str) -> None:
    seed_test(lambda: env(text), num_cycles=100)


@pytest.mark.parametrize("text", GAMES)
def test_pettingzoo_finds_no_fault_with_what_a_table_renders(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    render_test(lambda render_mode: env(text, render_mode=render_mode))
    assert capsys.readouterr().out.strip()


# --- Games ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [text for text in (*GAMES, *MORE) if text != WON])
def test_a_random_game_ends_with_what_every_seat_got(text: str) -> None:
    table = TableEnv(text)
    given = play(table, seed=1)
    seats = load(text).facts.seats
    assert table.position.turn == OVER
    last, before = given[-seats:], given[:-seats]
    rewards = {agent: reward for agent, _, reward, *_ in last}
    assert [rewards[f"seat_{seat}"] for seat in range(seats)] == list(table.position.returns())
    assert all(over and not cut for *_, over, cut, _ in last)
    assert all(reward == 0 and not over and not cut for _, _, reward, over, cut, _ in before)


@pytest.mark.parametrize("text", GAMES)
def test_the_agent_selected_is_the_seat_on_turn_and_each_observes_what_its_seat_sees(
    text: str,
) -> None:
    table = TableEnv(text)
    table.reset(seed=2)
    rng = np.random.default_rng(2)
    while table.position.turn != OVER:
        state = table.position
        assert table.agent_selection == f"seat_{state.turn}"
        for seat, agent in enumerate(table.agents):
            seen = table.observe(agent)
            assert same(seen, table.shown(state, seat))
            assert np.array_equal(seen["observation"], state.observe(seat).ravel())
            assert seen["action_mask"].any() == (seat == state.turn)
            assert np.array_equal(table.infos[agent]["action_mask"], seen["action_mask"])
        legal = np.flatnonzero(table.observe(table.agent_selection)["action_mask"])
        assert legal.tolist() == table.actions.legal(state).tolist()
        table.step(rng.choice(legal))


def test_a_seat_alone_and_a_table_are_dealt_the_same_games() -> None:
    alone, table = SeatEnv("gin"), TableEnv("gin")
    for seed in (5, None, None):
        alone.reset(seed=seed)
        table.reset(seed=seed)
        assert alone.position == table.position


def test_the_same_seed_gives_the_same_games_and_no_seed_the_next() -> None:
    first, again = TableEnv("texas42(match=hand)"), TableEnv("texas42(match=hand)")
    games = [play(first, seed) for seed in (3, None)]
    assert same(games, [play(again, seed) for seed in (3, None)])
    assert not same(games[0], games[1])


def test_without_a_seed_games_differ_from_one_table_to_the_next() -> None:
    games = set()
    for _ in range(4):
        table = TableEnv("gin")
        table.reset()
        games.add(str(table.position))
    assert len(games) == 4


def test_a_game_is_cut_off_after_as_many_moves_as_asked_for() -> None:
    table = TableEnv("gin", longest=7)
    given = play(table, seed=2)
    assert len(given) == 7 + 2
    assert [(reward, over, cut) for _, _, reward, over, cut, _ in given[-2:]] == [
        (0, False, True),
        (0, False, True),
    ]


# --- Illegal moves --------------------------------------------------------------------------------


def test_an_illegal_move_loses_and_ends_the_game_at_a_wrapped_table() -> None:
    table = env("gin")
    table.reset(seed=3)
    table.step(0)
    assert table.rewards == {"seat_0": load("gin").facts.lowest_return, "seat_1": 0}
    assert all(table.terminations.values())


def test_an_illegal_move_is_refused_with_its_rule_at_a_raw_table() -> None:
    table = raw_env("gin")
    table.reset(seed=3)
    with pytest.raises(IllegalMove, match="seat 0 is to take the upcard, pile, or pass"):
        table.step(0)
    assert not any(table.terminations.values())


def test_a_wrapped_table_refuses_a_step_before_the_first_reset() -> None:
    with pytest.raises(Exception, match="reset"):
        env("gin").step(0)


# --- Arguments and rendering ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"render_mode": "svg"}, "render_mode is one of human, ansi, rgb_array, not 'svg'"),
        ({"longest": -1}, "longest is a number of actions from 1 on"),
        ({"game": "bridge"}, "is no game"),
    ],
)
def test_an_option_out_of_range_is_refused(options: dict[str, Any], fault: str) -> None:
    with pytest.raises(SuitwiseError, match=fault):
        TableEnv(**options)


def test_a_table_shows_the_agent_selected_what_it_sees(capsys: pytest.CaptureFixture[str]) -> None:
    table = TableEnv("gin", render_mode="ansi")
    table.reset(seed=3)
    shown = table.render()
    assert isinstance(shown, str)
    assert shown.startswith("seat 0\n")
    table.step(2)
    shown = table.render()
    assert isinstance(shown, str)
    assert shown.startswith("seat 1\n")
    human = TableEnv("gin", render_mode="human")
    human.reset(seed=3)
    human.step(2)
    printed = capsys.readouterr().out
    assert printed.index("seat 0\n") < printed.index(shown)


def test_a_solitaire_is_a_table_of_one() -> None:
    table = TableEnv("stacks")
    assert {agent for agent, *_ in play(table, seed=1)} == {"seat_0"}
