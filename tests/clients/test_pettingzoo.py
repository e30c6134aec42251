"""PettingZoo's own wrappers and conversions stand on the tables, or say why not."""

from __future__ import annotations

import warnings
from typing import Any

import pytest
from pettingzoo.test import api_test
from pettingzoo.utils import conversions, wrappers

from suitwise.envs import env, raw_env
from suitwise.errors import IllegalMove

HAND = "texas42(match=hand)"
WRAPPERS = {
    "order": wrappers.OrderEnforcingWrapper,
    "bounds": wrappers.AssertOutOfBoundsWrapper,
    "illegal": lambda table: wrappers.TerminateIllegalWrapper(table, illegal_reward=-1),
    "stdout": wrappers.CaptureStdoutWrapper,
    "base": wrappers.BaseWrapper,
    "episodes": lambda table: wrappers.MultiEpisodeEnv(table, num_episodes=2),
}


def last_legal(seen: Any) -> int | None:
    """Return the last legal action: at the beginning of a hand of 42 a bid."""
    legal = seen["action_mask"].nonzero()[0]
    return int(legal[-1]) if len(legal) else None


def played(table: Any, seed: int) -> list[tuple[str, float, bool]]:
    """Play a game; return who moved and was paid what."""
    table.reset(seed=seed)
    told = []
    for agent in table.agent_iter(400):
        seen, reward, over, cut, _ = table.last()
        told.append((agent, float(reward), over or cut))
        table.step(last_legal(seen))
    return told


@pytest.mark.parametrize("name", WRAPPERS)
def test_a_table_in_a_wrapper_plays_as_it_does_without(name: str) -> None:
    mode = "human" if name == "stdout" else None
    wrapped = WRAPPERS[name](raw_env(HAND, render_mode=mode))
    alone = played(raw_env(HAND), seed=3)
    assert {paid for _, paid, _ in alone} == {-5.0, 0.0, 5.0}
    assert played(wrapped, seed=3)[: len(alone) - 4] == alone[:-4]


@pytest.mark.parametrize("name", ["order", "bounds", "illegal", "base"])
def test_a_table_in_a_wrapper_keeps_pettingzoos_contract(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of an observation that is a dict
        api_test(WRAPPERS[name](raw_env(HAND)), num_cycles=100)


def test_the_order_of_calls_is_enforced_and_an_illegal_action_ends_the_game() -> None:
    table = env("gin")
    with pytest.raises(Exception, match="reset"):
        table.step(0)
    table.reset(seed=3)
    table.step(106)
    assert table.terminations == {"seat_0": True, "seat_1": True}
    bare = wrappers.OrderEnforcingWrapper(raw_env("gin"))
    bare.reset(seed=3)
    with pytest.raises(IllegalMove):
        bare.step(106)


def test_a_table_played_in_turns_is_parallel_where_pettingzoo_knows_of_turns() -> None:
    table = conversions.turn_based_aec_to_parallel(env(HAND))
    seen, _ = table.reset(seed=3)
    paid = dict.fromkeys(table.possible_agents, 0.0)
    for _ in range(60):
        if not table.agents:
            break
        actions = {agent: last_legal(one) for agent, one in seen.items()}
        seen, rewards, _, _, _ = table.step(actions)
        paid = {agent: paid[agent] + rewards.get(agent, 0) for agent in paid}
    assert not table.agents
    assert paid["seat_0"] == paid["seat_2"] == -paid["seat_1"] == -paid["seat_3"] != 0


def test_the_other_conversion_is_refused_by_pettingzoo_for_tables_move_in_turn() -> None:
    with pytest.raises(AssertionError, match="not generally safe"):
        conversions.aec_to_parallel(env("gin"))
