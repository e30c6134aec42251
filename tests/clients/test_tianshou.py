"""Tianshou collects moves at tables and learns from them, its actions masked."""

from __future__ import annotations

from typing import Any

import pytest
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.algorithm.random import MARLRandomDiscreteMaskedOffPolicyAlgorithm
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv
from tianshou.utils.net.common import Net
from tianshou.utils.torch_utils import policy_within_training_step

from suitwise.envs import env, raw_env

GAME = "texas42(match=hand)"


def at_random(table: Any) -> Any:
    return MARLRandomDiscreteMaskedOffPolicyAlgorithm(action_space=table.action_space)


def learner(table: Any) -> Any:
    seen, actions = table.observation_space["observation"], table.action_space
    net = Net(state_shape=seen.shape, action_shape=actions.n, hidden_sizes=[32])
    policy = DiscreteQLearningPolicy(
        model=net, action_space=actions, observation_space=seen, eps_training=0.3
    )
    return DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), target_update_freq=10)


@pytest.mark.parametrize("face", [env, raw_env], ids=["env", "raw_env"])
def test_agents_at_random_play_hands_to_their_ends(face: Any) -> None:
    """Of ``raw_env`` an illegal action would raise."""
    table = PettingZooEnv(face(GAME))
    agents = MultiAgentOffPolicyAlgorithm(
        algorithms=[at_random(table) for _ in table.agents], env=table
    )
    tables = DummyVectorEnv([lambda: PettingZooEnv(face(GAME)) for _ in range(2)])
    collector = Collector(agents, tables, VectorReplayBuffer(1000, 2))
    stats = collector.collect(n_episode=6, reset_before_collect=True)
    assert stats.n_collected_episodes == 6
    assert stats.returns.shape == (6, 4)
    assert (stats.returns[:, 0] == stats.returns[:, 2]).all()
    assert (stats.returns[:, 0] == -stats.returns[:, 1]).all()
    assert stats.returns.any()


def test_a_side_learns_by_dqn_against_one_at_random() -> None:
    table = PettingZooEnv(raw_env(GAME))
    sides = [learner(table), at_random(table), learner(table), at_random(table)]
    agents = MultiAgentOffPolicyAlgorithm(algorithms=sides, env=table)
    tables = DummyVectorEnv([lambda: PettingZooEnv(raw_env(GAME)) for _ in range(2)])
    moves = VectorReplayBuffer(2000, 2)
    collector = Collector(agents, tables, moves)
    collector.reset()
    before = [one.clone() for one in sides[0].policy.parameters()]
    with policy_within_training_step(agents.policy):
        assert collector.collect(n_step=400).n_collected_episodes > 5
        agents.update(moves, 64)
    after = list(sides[0].policy.parameters())
    assert any((one != other).any() for one, other in zip(before, after, strict=True))
