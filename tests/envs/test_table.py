"""The PettingZoo environment of a table: PettingZoo's own checkers, turns, rewards, illegal moves.

Tested with PettingZoo 1.27. Its parallel checks and that of ``max_cycles`` don't apply: seats move in
turn, and a game is as long as it is.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

import suitwise.testing  # noqa: F401  (its games are loaded by name)
from suitwise.envs import SeatEnv, TableEnv, env, raw_env
from suitwise.errors import IllegalMove, SuitwiseError
from suitwise.game import OVER, load
from tests.envs.leaks import same
from tests.envs.variants import GAMES, MORE, NO_NUMBERS, WON, WRONG_SEEDS

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


@pytest.mark.parametrize("text", GAMES)
def test_the_state_of_a_table_is_the_position_with_nothing_hidden(text: str) -> None:
    table = raw_env(text)
    table.reset(seed=4)
    assert table.state() in table.state_space
    assert np.array_equal(table.state(), table.position.observe_all().ravel())


def test_a_seat_alone_and_a_table_are_dealt_the_same_games() -> None:
    alone, table = SeatEnv("gin"), TableEnv("gin")
    for seed in (5, None, None):
        alone.reset(seed=seed)
        table.reset(seed=seed)
        assert alone.position == table.position


def test_a_table_plays_the_games_that_a_seat_alone_skips() -> None:
    table = TableEnv("indian13")
    table.reset(seed=5)
    first: Any = table.position

    def drops_in_the_first(state: Any) -> Any:
        in_first = state.pile[0] == first.pile[0]
        return state.parse_move("drop") if in_first else next(iter(state.moves()))

    table.step(table.actions.number(first, drops_in_the_first(first)))
    assert table.position.turn == OVER
    table.reset()
    second: Any = table.position
    alone = SeatEnv("indian13", seat=1, opponents=drops_in_the_first)
    alone.reset(seed=5)
    dealt: Any = alone.position
    assert dealt.turn == 1
    assert dealt.pile[0] == second.pile[0] != first.pile[0]


def test_a_game_is_cut_off_after_as_many_moves_as_asked_for() -> None:
    table = TableEnv("gin", longest=7)
    given = play(table, seed=2)
    assert len(given) == 7 + 2
    assert [(reward, over, cut) for _, _, reward, over, cut, _ in given[-2:]] == [
        (0, False, True),
        (0, False, True),
    ]


# --- Illegal moves --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["gin", "texas42(match=hand,shaker=3)", "tractor(match=deal,landlord=0)"]
)
def test_an_illegal_move_is_a_penalty_of_its_seat_alone_and_nothing_is_legal_after_it(
    text: str,
) -> None:
    table = env(text)
    table.reset(seed=3)
    offender = table.agent_selection
    illegal = int(np.flatnonzero(table.last()[0]["action_mask"] == 0)[-1])
    table.step(illegal)
    lowest = table.unwrapped.game.facts.lowest_return
    assert table.rewards == {agent: lowest * (agent == offender) for agent in table.possible_agents}
    assert table.unwrapped.position.turn == table.possible_agents.index(offender)
    for agent in table.agent_iter():
        seen, reward, *_, info = table.last()
        assert reward == lowest * (agent == offender)
        assert not seen["action_mask"].any()
        assert not seen.get("action_features", np.zeros(1)).any()
        assert not info["action_mask"].any()
        table.step(None)
    table.reset()
    assert table.last()[0]["action_mask"].any()


@pytest.mark.parametrize("text", ["gin", "tractor(match=deal,landlord=0)"])
def test_nothing_is_legal_once_a_game_is_cut_off(text: str) -> None:
    given = play(TableEnv(text, longest=2), seed=2)
    for _, seen, *_, info in given[:2]:
        assert seen["action_mask"].any()
        assert info["action_mask"].any()
    for _, seen, *_, info in given[2:]:
        assert not seen["action_mask"].any()
        assert not seen.get("action_features", np.zeros(1)).any()
        assert not info["action_mask"].any()


@pytest.mark.parametrize("text", ["gin", "tractor(match=deal)"])
@pytest.mark.parametrize("action", NO_NUMBERS, ids=repr)
def test_an_action_that_is_no_whole_number_is_refused_and_the_game_goes_on(
    text: str, action: Any
) -> None:
    table = TableEnv(text)
    table.reset(seed=3)
    before = table.position
    with pytest.raises(SuitwiseError, match="an action is a whole number, not "):
        table.step(action)
    assert table.position == before
    table.step(table.last()[0]["action_mask"].argmax())


def test_an_illegal_move_is_refused_with_its_rule_at_a_raw_table() -> None:
    table = raw_env("gin")
    table.reset(seed=3)
    with pytest.raises(IllegalMove, match="seat 0 is to take the upcard from the pile, or pass"):
        table.step(0)
    assert not any(table.terminations.values())


def test_a_wrapped_table_refuses_a_step_before_the_first_reset() -> None:
    with pytest.raises(Exception, match="reset"):
        env("gin").step(0)


def test_a_raw_table_asks_for_a_reset_before_the_first_game_and_after_its_end() -> None:
    table = TableEnv("gin", render_mode="ansi")
    with pytest.raises(ResetNeeded, match="no game is under way: reset"):
        table.step(0)
    with pytest.raises(ResetNeeded, match="no game has been dealt: reset"):
        table.render()
    play(table, seed=1)
    with pytest.raises(ResetNeeded, match="no game is under way: reset"):
        table.step(None)
    assert "nobody scores" in str(table.render())


# --- Arguments and rendering ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"render_mode": "svg"}, "render_mode is one of ansi, rgb_array, human, not 'svg'"),
        ({"longest": -1}, "longest is None for never, or a number from 1"),
        ({"longest": True}, "longest is None for never, or a whole number, not True"),
        ({"most": -4}, "most is a number from 1 on, not -4"),
        ({"game": "bridge"}, "is no game"),
        ({"game": 7}, "a game is a variant or its text, not 7"),
    ],
)
def test_an_option_out_of_range_is_refused(options: dict[str, Any], fault: str) -> None:
    with pytest.raises(SuitwiseError, match=fault):
        TableEnv(**options)


def test_an_agent_there_is_not_observes_nothing() -> None:
    table = TableEnv("gin")
    table.reset(seed=1)
    for agent in ("seat_2", 0, None):
        with pytest.raises(
            SuitwiseError, match=f"an agent is one of seat_0, seat_1, not {agent!r}"
        ):
            table.observe(agent)  # type: ignore[arg-type]


@pytest.mark.parametrize(("seed", "fault"), WRONG_SEEDS)
def test_what_is_no_seed_is_refused(seed: Any, fault: str) -> None:
    with pytest.raises(SuitwiseError, match=fault):
        TableEnv("gin").reset(seed=seed)


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


def test_every_table_has_a_list_of_modes_of_its_own() -> None:
    one, other = raw_env("gin"), raw_env("gin")
    one.metadata["render_modes"].append("x")
    assert "x" not in other.metadata["render_modes"]
    assert "x" not in raw_env("gin").metadata["render_modes"]
