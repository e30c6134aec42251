"""The Gymnasium environment of one seat of the play of a deal of Tractor."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from suitwise.envs import BatchVectorEnv, SeatEnv, TractorPlayEnv, register_envs
from suitwise.envs.tractor_play import PlayActions
from suitwise.errors import IllegalMove, SuitwiseError
from suitwise.game import CHANCE, OVER
from suitwise.tractor import play_mask, play_observation
from suitwise.tractor.players.rule_based import TractorPlayer

register_envs()
NAME = "suitwise/TractorPlay-v0"


def at_random(info: dict[str, Any], rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(info["action_mask"])))


def test_gymnasium_finds_no_fault_with_it() -> None:
    check_env(gymnasium.make(NAME).unwrapped)


def test_its_spaces_are_those_of_the_vector_of_this_id() -> None:
    one, many = TractorPlayEnv(), BatchVectorEnv("tractor(match=deal)", 2)
    assert one.observation_space == many.single_observation_space
    assert one.action_space == many.single_action_space


def test_an_episode_is_the_play_of_a_deal_that_the_rules_have_bid_and_buried() -> None:
    rng = np.random.default_rng(3)
    seats: tuple[Any, ...] = (0, 3, "any")
    for seed, (seat, more) in enumerate(zip(seats, ("", ",landlord=2", ",levels=77"), strict=True)):
        env = TractorPlayEnv(f"tractor(match=deal{more})", seat=seat, opponents="rules")
        seen, info = env.reset(seed=seed)
        assert begun(env, seed) == env.position.buried  # type: ignore[attr-defined]
        over, reward = False, 0.0
        while not over:
            assert reward == 0
            state: Any = env.position
            assert (state.phase, state.turn) == ("play", env.seat)
            assert np.array_equal(seen, play_observation(state, env.seat))
            assert np.array_equal(info["action_mask"], play_mask(state))
            assert env.observation_space.contains(seen)
            seen, reward, over, cut_off, info = env.step(at_random(info, rng))
        assert not cut_off
        assert env.position.turn == OVER
        assert reward == env.position.returns()[env.seat]
        assert np.array_equal(seen, play_observation(env.position, env.seat))
        assert not info["action_mask"].any()


def begun(env: TractorPlayEnv, seed: int) -> Any:
    """Return what the landlord buries where all seats are the rule-based player's."""
    player, (state, index) = TractorPlayer(), env.game.start().rolled(seed, 0)
    while state.phase != "play":  # type: ignore[attr-defined]
        state = state.after(player(state))
        if state.turn == CHANCE:
            state, index = state.rolled(seed, 0, index)
    return state.buried  # type: ignore[attr-defined]


def test_players_by_name_and_callables_have_the_other_seats_and_may_throw() -> None:
    rng, thrown = np.random.default_rng(1), 0
    env = TractorPlayEnv(opponents=["random", "rules", lambda state: next(iter(state.moves()))])
    for seed in range(3):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            _, _, over, _, info = env.step(at_random(info, rng))
        tricks: Any = env.position.tricks  # type: ignore[attr-defined]
        thrown += sum(trick.tried is not None for trick in tricks)
    assert thrown > 0


def test_an_illegal_action_loses_or_is_refused_with_its_reason() -> None:
    env = TractorPlayEnv("tractor(match=deal,landlord=0)")
    env.reset(seed=3)
    _, reward, over, _, info = env.step(591)
    assert (reward, over) == (env.game.facts.lowest_return, True)
    assert info["reason"].startswith("duck, action 591: it replies to more than one card")
    env = TractorPlayEnv("tractor(match=deal,landlord=0)", illegal="raise")
    env.reset(seed=3)
    with pytest.raises(IllegalMove, match="action 591"):
        env.step(591)


def test_its_actions_are_moves_and_moves_are_its_actions() -> None:
    env = TractorPlayEnv()
    env.reset(seed=3)
    actions = env.actions
    assert isinstance(actions, PlayActions)
    legal = actions.legal(env.position)
    moves = actions.listed(env.position)
    assert [actions.number(env.position, move) for move in moves] == legal.tolist()


@pytest.mark.parametrize(
    "game", ["gin", "tractor", "tractor(match=deal,profile=duan)", "tractor(match=deal,claims=yes)"]
)
def test_another_game_a_match_another_house_or_claims_are_refused(game: str) -> None:
    with pytest.raises(SuitwiseError, match=r"tractor\(match=deal\) of the standard house"):
        TractorPlayEnv(game)


def test_the_whole_game_keeps_its_own_environment() -> None:
    assert type(gymnasium.make("suitwise/Tractor-v0").unwrapped) is SeatEnv
